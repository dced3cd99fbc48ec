"""How strong units are in melee and under fire: values, ground, flank and rear, leaders, charges."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Literal

from modules.definition.formats.terrain import Bonus
from modules.engine.hexes.board import Board
from modules.engine.hexes.looking import once
from modules.hastings_berg.field import Field

Fight = Literal["melee", "fire"]


@once
def attack(field: Field, attacker: str, defenders: tuple[str, ...], here: str = "") -> int:
    """A unit's strength in a melee attack; of two targets the worse way counts (ruling two_targets). `here`:
    if it stood there."""
    unit, drm = field.unit(attacker), field.battle.drm
    strength = field.value(attacker, "wall_melee" if field.walled(attacker) else "melee")
    strength += min(_across(field, attacker, here or unit.at, d) for d in defenders)
    strength += field.helped(attacker)
    if unit.contact:
        strength += drm("charge_down" if unit.downhill else "charge")
    return strength


def _across(field: Field, attacker: str, here: str, defender: str) -> int:
    """What the side of the target and the hexside add (6.2.3, 8.4)."""
    there, board = field.hex_of(defender), field.board
    arc = field.battle.compass.arc_from(there, field.unit(defender).facing, here)
    flank = field.battle.drm(f"melee_{arc}") if arc in ("flank", "rear") else 0
    return flank + uneven(board, here, there, field.counter(attacker).kind)


@lru_cache(maxsize=8192)
def uneven(board: Board, here: str, there: str, kind: str) -> int:
    """What the hexside between two hexes adds to a kind of attacker; on a board it stays the same."""
    bonuses = [bonus for feature in board.features(here, there) for bonus in feature.bonuses]
    return _sum(bonuses, "attack", "melee", kind, _slope(board, here, there))


def _slope(board: Board, here: str, there: str) -> str:
    ahead = board.level(there) - board.level(here)
    return "up" if ahead > 0 else "down" if ahead < 0 else ""


@once
def defence(field: Field, defender: str) -> int:
    """A unit's strength in defence against melee, from whatever side (6.2.4, 8.5, rulings leader_defends,
    tec_reading)."""
    strength = _steady(field, defender) + field.helped(defender)
    ground = field.board.terrain_of(field.hex_of(defender)).bonuses
    return strength + _sum(ground, "defence", "melee", field.counter(defender).kind)


def under_fire(field: Field, target: str, weapons: Iterable[str]) -> int:
    """The same against fire with these weapons; leaders do nothing (7.0, 7.2.6)."""
    ground = field.board.terrain_of(field.hex_of(target)).bonuses
    kind = field.counter(target).kind
    return _steady(field, target) + _sum(ground, "defence", "fire", kind, weapons=frozenset(weapons))


def _steady(field: Field, defender: str) -> int:
    return field.value(defender, "wall_defence" if field.walled(defender) else "defence")


def _sum(
    bonuses: Iterable[Bonus],
    to: str,
    fight: Fight,
    kind: str,
    way: str = "",
    weapons: frozenset[str] = frozenset(),
) -> int:
    """The points of the terrain chart that hold."""
    return sum(
        bonus.value
        for bonus in bonuses
        if bonus.to == to
        and bonus.fight in (None, fight)
        and (not bonus.of or kind in bonus.of)
        and bonus.way in (None, way)
        and (not bonus.against or weapons & set(bonus.against))
    )


# --- fire ------------------------------------------------------------------------------------------------


def shot(field: Field, unit_id: str, target: str) -> int:
    """The fire strength of a unit against a hex, with what its side adds (7.1.2, 6.2.3)."""
    here = field.hex_of(unit_id)
    strength = field.battle.missiles.strength(field.weapon(unit_id), field.board.distance(here, target))
    struck = field.unit_in(target)
    if struck is None:
        return strength
    facing, compass = field.unit(struck).facing, field.battle.compass
    arcs = [compass.arc(facing, side) for side in leaves_by(field.board, target, here)]
    bonus = min((field.battle.drm(f"fire_{arc}") if arc != "front" else 0 for arc in arcs), default=0)
    return strength + bonus


@lru_cache(maxsize=8192)
def leaves_by(board: Board, here: str, there: str) -> tuple[int, ...]:
    """The hexsides of a hex, 0 to 5, by which the line from it to another leaves; two through a vertex."""
    grid = board.grid
    following = (*board.line(here, there).hexes, there)[0]
    side = grid.side_toward(here, following)
    if side is not None:
        return (side,)
    beside = set(board.neighbours[following])
    return tuple(i for i, n in enumerate(grid.across(here, side) for side in range(6)) if n in beside)


def in_arc(field: Field, unit_id: str, target: str) -> bool:
    """True if a unit can fire at a hex through a front hexside (7.2.2, ruling fire_arc)."""
    facing, sides = field.unit(unit_id).facing, leaves_by(field.board, field.hex_of(unit_id), target)
    return any(field.battle.compass.ahead(facing, side) for side in sides)


def screened_by(field: Field, here: str, target: str) -> str:
    """What keeps low fire from a hex that can be seen: units between, in words (7.2.5)."""
    board, line = field.board, field.board.line(here, target)
    above = max(board.level(here), board.level(target))
    for hex_id in line.hexes:
        if (unit_id := field.unit_in(hex_id)) is not None:
            return f"{unit_id} in {hex_id}"
    for pair in line.along:
        hidden = [field.unit_in(h) or board.hides(h, above) for h in pair]
        if all(hidden):
            return " and ".join(str(each) for each in hidden)
    return ""
