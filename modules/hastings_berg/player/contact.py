"""What it is worth to end a move beside the enemy: the best attack from there, with friends who can join."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from modules.engine.hexes.looking import once
from modules.engine.hexes.movement.paths import Path
from modules.hastings_berg import orders
from modules.hastings_berg.battle import ADVANCE, ATTACK, CHARGE
from modules.hastings_berg.charging import charge_bonus
from modules.hastings_berg.field import Field
from modules.hastings_berg.movement import MoveOptions
from modules.hastings_berg.player.fights import outcome
from modules.hastings_berg.strengths import attack, defence

UNAIMED, REACH = -1.0, 3
"""What it is worth to be beside the enemy and attack nobody there; from so many hexes a friend is expected to
join an attack."""


class Way(NamedTuple):
    """A move, or a charge, with its facing, that is thought of. One that ends where the unit stands is none:
    it stays."""

    unit: str
    end: str
    facing: str
    charging: bool = False


def path_of(options: MoveOptions, way: Way) -> Path:
    """The hexes of a way, built where they matter."""
    return options.ends(way.unit, charging=way.charging)[0].get(way.end, (way.end,))


def contact(field: Field, options: MoveOptions, way: Way) -> float:
    """What it is worth to end beside enemies with this facing: the best attack on those in front, who must be
    fought if nobody else can (8.1.2), less what all of them may do in turn."""
    end, side = way.end, options.side
    foes = field.enemies_of(side)
    ahead = [foes[h] for h in field.battle.compass.front(end, way.facing) if h in foes]
    spread = 0.25 * (len(field.enemies_beside(end, side)) - 1)
    if not ahead:
        return UNAIMED - spread
    won = _charge_worth(field, options, way) if way.charging else 0
    parties: list[tuple[str, ...]] = [(foe,) for foe in ahead if _spared(field, way.unit, ahead, foe)]
    if len(ahead) > 1:
        parties.append(tuple(ahead))
    fights = [_fight(field, options, way.unit, end, party, way.charging, won) for party in parties]
    return max(fights, default=UNAIMED) - spread


def _spared(field: Field, unit_id: str, ahead: Sequence[str], foe: str) -> bool:
    """True if friends or nobody need to fight the others in front."""
    others = (other for other in ahead if other != foe)
    side = field.side(unit_id)
    return all(field.shaky(o) or any(u != unit_id for u in _beside(field, o, side)) for o in others)


@once
def _fight(
    field: Field,
    options: MoveOptions,
    unit_id: str,
    end: str,
    foes: tuple[str, ...],
    charging: bool,
    won: int,
) -> float:
    """One melee from the end of a way, with the friends who look at a lone foe, or one who can still come;
    `won`: what a charge adds."""
    helping = [u for u in _beside(field, foes[0], options.side) if u != unit_id] if len(foes) == 1 else []
    own = attack(field, unit_id, foes, end) + won
    ahead = own + sum(attack(field, u, foes) for u in helping) - sum(defence(field, foe) for foe in foes)
    if len(foes) == 1 and not helping and _comers(field, options, foes[0]) - {unit_id}:
        ahead += own
    return outcome(field, orders.Attack((unit_id, *helping), foes), ahead, charging=charging)


@once
def _comers(field: Field, options: MoveOptions, foe: str) -> frozenset[str]:
    """The friends who have not moved and can be expected beside an enemy."""
    there, held = field.hex_of(foe), field.places.held[options.side]
    near = {held[h] for h in field.board.within(there, REACH) if h in held}
    return frozenset(near & _eager(field, options))


@once
def _eager(field: Field, options: MoveOptions) -> set[str]:
    """Those who have not moved and go for the enemy."""
    sound = (u for u in options.movable if not field.is_bow(u) and not field.shaky(u))
    return {u for u in sound if field.order(u) in (ADVANCE, ATTACK, CHARGE)}


@once
def _beside(field: Field, foe: str, side: str) -> list[str]:
    """The sound units of a side that look at an enemy."""
    there = field.hex_of(foe)
    around = (field.friend_in(n, side) for n in field.board.neighbours[there])
    return [u for u in around if u and not field.shaky(u) and there in field.battle.front(field.unit(u))]


def _charge_worth(field: Field, options: MoveOptions, way: Way) -> int:
    path = path_of(options, way)
    won, down = charge_bonus(field, way.unit, field.hex_of(way.unit), path, way.facing)
    return field.battle.drm("charge_down" if down else "charge") if won else 0
