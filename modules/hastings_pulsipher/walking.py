"""Where one unit may go (6.2 to 6.5): areas, contact, friends and enemies, lines between sectors."""

from __future__ import annotations

from dataclasses import dataclass, replace

from modules.engine.errors import Illegal
from modules.hastings_pulsipher.field import Field
from modules.hastings_pulsipher.state import Effect


@dataclass(frozen=True, slots=True)
class Walk:
    """A unit on its way. `crossed`: it changed sector and may not fight (6.5 A); `transfers`: events that it
    uses (6.5 B); `stop`: why it goes no farther; `flees`: it came into a sector that its side has lost."""

    side: str
    start: str
    at: str
    path: tuple[str, ...] = ()
    crossed: bool = False
    transfers: tuple[Effect, ...] = ()
    stop: Illegal | None = None
    flees: bool = False


def begin(field: Field, token: str) -> Walk:
    """A unit before its first step."""
    return Walk(field.side(token), field.at(token), field.at(token))


def step(field: Field, walk: Walk, to: str) -> Walk | Illegal:
    """One step farther, or why not."""
    fault = walk.stop or _area_fault(field, walk, to)
    if fault is not None:
        return fault
    after = _change_sector(field, walk, to)
    if isinstance(after, Illegal):
        return after
    near = field.enemies_beside(to, walk.side)
    if after.crossed and near:
        enemy = field.called(near[0])
        reason = f"{to} is next to {enemy}: a unit that changes sector without a transfer must keep clear"
        return Illegal("6.5 A", reason)
    sector = field.board.sector(to)
    if field.broken(walk.side, sector):
        stop = Illegal(
            "8.11.3", f"{to} is in the {field.battle.sector_name(sector)}, where your line has broken"
        )
        return replace(after, at=to, path=(*walk.path, to), stop=stop, flees=True)
    foe = field.facing(to, walk.side)
    contact = (
        Illegal("6.3", f"a unit front to front with {field.called(foe)} must stop in {to}") if foe else None
    )
    return replace(after, at=to, path=(*walk.path, to), stop=contact)


def _area_fault(field: Field, walk: Walk, to: str) -> Illegal | None:
    if to not in field.board.neighbours[walk.at]:
        return Illegal(
            "6.3", f"{to} is not next to {walk.at}: forward, backward, left or right, never diagonally"
        )
    foe = field.enemy(to, walk.side)
    if foe is not None:
        return Illegal("6.4", f"{field.called(foe)} is an enemy: units may not move through it")
    second = walk.side != field.battle.first
    if second and field.state.turn == 1 and not field.board.on_hill(to):
        return Illegal("5.4 level", f"{to} is level ground: no unit may go down to it in the first turn")
    friend = field.own(to, walk.side)
    if friend is not None and to != walk.start and field.enemies_beside(to, walk.side):
        return Illegal(
            "6.4", f"{field.called(friend)} has an enemy next to it: units may not move through it"
        )
    return None


def _change_sector(field: Field, walk: Walk, to: str) -> Walk | Illegal:
    """Free where the enemy has broken or is gone (6.5 C, 8.11.4), else by a transfer in force (6.5 B), else
    without contact (6.5 A)."""
    old, new = field.board.sector(walk.at), field.board.sector(to)
    if old == new:
        return walk
    enemy = field.battle.enemy(walk.side)
    if field.broken(enemy, old) or not field.in_sector(enemy, old):
        return walk
    transfer = next((e for e in _transfers(field, walk) if {old, new} == set(e.sectors)), None)
    if transfer is not None:
        used = walk.transfers if transfer in walk.transfers else (*walk.transfers, transfer)
        return replace(walk, transfers=used)
    return replace(walk, crossed=True)


def _transfers(field: Field, walk: Walk) -> list[Effect]:
    return [e for e in field.state.effects if (e.word, e.side) == ("transfer", walk.side) and e.serves > 0]


def walk_path(field: Field, token: str, path: tuple[str, ...]) -> Walk | Illegal:
    """A whole path, which ends in a free area; or why not."""
    walk = begin(field, token)
    for to in path:
        after = step(field, walk, to)
        if isinstance(after, Illegal):
            return after
        walk = after
    return _end_fault(field, walk) or walk


def _end_fault(field: Field, walk: Walk) -> Illegal | None:
    friend = field.own(walk.at, walk.side)
    if friend is None or walk.at == walk.start:
        return None
    return Illegal("6.4 end", f"{field.called(friend)} is there: one unit per area")


def reach(field: Field, token: str) -> list[Walk]:
    """One way to each area that a unit can move to: one that lets it fight, else the shortest."""
    best: dict[str, Walk] = {}
    front = [begin(field, token)]
    for _ in range(field.allowance(token)):
        following = []
        for walk in front:
            for to in field.board.neighbours[walk.at]:
                after = step(field, walk, to)
                if isinstance(after, Walk):
                    following.append(after)
        for walk in following:
            if _end_fault(field, walk) is None and (
                walk.at not in best or best[walk.at].crossed > walk.crossed
            ):
                best[walk.at] = walk
        front = following
    return list(best.values())
