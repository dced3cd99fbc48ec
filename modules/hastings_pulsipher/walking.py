"""Where one unit may go (6.2 to 6.5): areas, contact, friends and enemies, lines between sectors."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from modules.engine.errors import Illegal
from modules.hastings_pulsipher.field import Field
from modules.hastings_pulsipher.state import Effect


class Stop(NamedTuple):
    """Why a unit goes no farther: the rule, the square in which it is, or to which it would go, and the card
    that is in its way, if one is. It is put into words (`told`) only for who asks."""

    rule: str
    square: str
    card: str = ""


class Walk(NamedTuple):
    """A unit on its way. `crossed`: it changed sector and may not fight (6.5 A); `transfers`: events that it
    uses (6.5 B); `stop`: why it goes no farther; `flees`: it came into a sector that its side has lost."""

    side: str
    start: str
    at: str
    path: tuple[str, ...] = ()
    crossed: bool = False
    transfers: tuple[Effect, ...] = ()
    stop: Stop | None = None
    flees: bool = False


Next: TypeAlias = Walk | Stop
"""What comes of a step."""

FRIEND = "6.4 friend"
"""A stop: a friend with an enemy next to him is in the way; the rule is 6.4."""


def told(field: Field, walk: Walk, stop: Stop) -> Illegal:
    """A stop in words, of a unit that has come so far."""
    rule, to, card = stop
    who = field.called(card) if card else ""
    reason = {
        "6.3 next": f"{to} is not next to {walk.at}: forward, backward, left or right, never diagonally",
        "6.3": f"a unit front to front with {who} must stop in {to}",
        "6.4": f"{who} is an enemy: units may not move through it",
        FRIEND: f"{who} has an enemy next to it: units may not move through it",
        "6.4 end": f"{who} is there: one unit per area",
        "5.4 level": f"{to} is level ground: no unit may go down to it in the first turn",
        "6.5 A": f"{to} is next to {who}: a unit that changes sector without a transfer must keep clear",
        "8.11.3": f"{to} is in the {_sector_name(field, to)}, where your line has broken",
    }[rule]
    return Illegal({"6.3 next": "6.3", FRIEND: "6.4"}.get(rule, rule), reason)


def _sector_name(field: Field, square: str) -> str:
    known = square in field.board.neighbours
    return field.battle.sector_name(field.board.sector(square)) if known else ""


def begin(field: Field, token: str) -> Walk:
    """A unit before its first step."""
    return Walk(field.side(token), field.at(token), field.at(token))


def step(field: Field, walk: Walk, to: str) -> Next:
    """One step farther, or why not."""
    fault = walk.stop or _area_fault(field, walk, to)
    if fault is not None:
        return fault
    crossed, transfers = _change_sector(field, walk, to)
    if crossed and (near := field.enemies_beside(to, walk.side)):
        return Stop("6.5 A", to, near[0])
    stop, flees = None, field.broken(walk.side, field.board.sector(to))
    if flees:
        stop = Stop("8.11.3", to)
    elif foe := field.facing(to, walk.side):
        stop = Stop("6.3", to, foe)
    return Walk(walk.side, walk.start, to, (*walk.path, to), crossed, transfers, stop, flees)


def _area_fault(field: Field, walk: Walk, to: str) -> Stop | None:
    if to not in field.board.neighbours[walk.at]:
        return Stop("6.3 next", to)
    foe = field.enemy(to, walk.side)
    if foe is not None:
        return Stop("6.4", to, foe)
    second = walk.side != field.battle.first
    if second and field.state.turn == 1 and not field.board.on_hill(to):
        return Stop("5.4 level", to)
    friend = field.own(to, walk.side)
    if friend is not None and to != walk.start and field.enemies_beside(to, walk.side):
        return Stop(FRIEND, to, friend)
    return None


def _change_sector(field: Field, walk: Walk, to: str) -> tuple[bool, tuple[Effect, ...]]:
    """Whether a walk has crossed, and its transfers, after a step: free where the enemy has broken or is gone
    (6.5 C, 8.11.4), else by a transfer in force (6.5 B), else without contact (6.5 A)."""
    old, new = field.board.sector(walk.at), field.board.sector(to)
    enemy = field.battle.enemy(walk.side)
    if old == new or field.broken(enemy, old) or not field.in_sector(enemy, old):
        return walk.crossed, walk.transfers
    transfer = next((e for e in _transfers(field, walk) if {old, new} == set(e.sectors)), None)
    if transfer is None:
        return True, walk.transfers
    used = walk.transfers if transfer in walk.transfers else (*walk.transfers, transfer)
    return walk.crossed, used


def _transfers(field: Field, walk: Walk) -> list[Effect]:
    return [e for e in field.state.effects if (e.word, e.side) == ("transfer", walk.side) and e.serves > 0]


def walk_path(field: Field, token: str, path: tuple[str, ...]) -> Walk | Illegal:
    """A whole path, which ends in a free area; or why not."""
    walk = begin(field, token)
    for to in path:
        after = step(field, walk, to)
        if isinstance(after, Stop):
            return told(field, walk, after)
        walk = after
    fault = _end_fault(field, walk)
    return walk if fault is None else told(field, walk, fault)


def _end_fault(field: Field, walk: Walk) -> Stop | None:
    friend = field.own(walk.at, walk.side)
    if friend is None or walk.at == walk.start:
        return None
    return Stop("6.4 end", walk.at, friend)


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


def shortest_way(field: Field, start: str, end: str) -> tuple[str, ...]:
    """A way of fewest areas from one to another, whatever is in it."""
    found: dict[str, tuple[str, ...]] = {start: ()}
    front = [start]
    while front and end not in found:
        beyond = [(to, here) for here in front for to in field.board.neighbours[here] if to not in found]
        for to, here in beyond:
            found.setdefault(to, (*found[here], to))
        front = list(dict.fromkeys(to for to, _ in beyond))
    return found[end]
