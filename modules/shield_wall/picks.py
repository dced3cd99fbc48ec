"""What the words of standing orders weigh. It is part of the rules: each reader of a log picks anew.

The numbers are those of the built-in player when the words were made. They stay as they are, whatever becomes
of that player: a game's fingerprint counts each pick, so that another number is another behaviour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from math import prod
from typing import Any, Final

from modules.engine.hexes.board import Board
from modules.engine.orders import Order
from modules.shield_wall import orders
from modules.shield_wall.field import Field
from modules.shield_wall.melee import bonus
from modules.shield_wall.movement import charges

WORTH: Final = {"huscarl": 3.0, "fyrd": 2.0, "knight": 3.0, "foot": 2.0, "archer": 1.5}
LEADER, COMMANDER = 5.0, 14.0
"""What the loss of a leader is worth, and of the one whose death ends the battle."""

COVERED: Final = 0.5
"""How much of a unit a hit takes while its wall is up."""

NO_MORE: Final = -1.0
"""What it is worth to fire and attack no more: any shot or attack is better."""

BOLD, WARY = 0.1, 0.8
"""How much a unit minds what it may lose itself: one of the side that attacks, and one of the other."""

REACH: Final = 5
"""Hexes from the enemy at which those who rout are out of reach."""

BEHIND, STEP = 10, 0.1
"""How much more each hex between a unit and the enemy matters before it routs than after; what each hex of
its way costs."""

WITH_WALL, WALL = 0.5, 1.0
"""How much better a unit comes back with its wall up; what a wall restored is worth."""


def worth(field: Field, unit_id: str) -> float:
    """What the loss of a unit is worth."""
    if unit_id in field.battle.special.commanders.values():
        return COMMANDER
    return LEADER if field.is_leader(unit_id) else WORTH[field.counter(unit_id).kind]


# --- fights ----------------------------------------------------------------------------------------------


def blow(field: Field, order: Order) -> float:
    """What a shot or an attack is worth."""
    if isinstance(order, orders.Fire):
        return _hit_worth(field, field.places.filled[order.target])
    if isinstance(order, orders.Attack):
        attacker, target = order.attackers[0], order.defenders[0]
        return _hit_chance(field, attacker, target) * _hit_worth(field, target)
    return NO_MORE


def _hit_worth(field: Field, target: str) -> float:
    """What a hit on a unit is worth: leaders may be saved, a wall that is up takes it."""
    value = worth(field, target)
    if field.is_leader(target):
        value *= 1 - field.value(target, "combat") / field.battle.die
    return value * COVERED if _is_covered(field, target) else value


def _hit_chance(
    field: Field, attacker: str, target: str, here: str | None = None, charging: bool = False
) -> float:
    """How likely a melee attack hits."""
    return field.battle.hits(bonus(field, attacker, target, here, charging=charging)) / field.battle.die


def _is_covered(field: Field, unit_id: str) -> bool:
    """Whether a hit takes but half of a unit: its wall is up."""
    return field.is_walled(unit_id) and not field.turned(unit_id)


def _falls(field: Field, unit_id: str) -> float:
    """How much of a unit a hit takes."""
    return COVERED if _is_covered(field, unit_id) else 1.0


def contact(field: Field, unit_id: str, path: Sequence[str]) -> float:
    """What it is worth to end a move here beside enemies: the best attack, less what they may do. An enemy
    who is likely to fall to those who are there already counts for less in both."""
    side, end, charging = field.side(unit_id), path[-1], charges(field, unit_id, tuple(path))
    beside = [e for n in field.board.neighbours[end] if (e := field.enemy_in(n, side)) is not None]
    foes = {e: _stands(field, e, unit_id) for e in beside if not field.is_archer(e)}
    hits = {e: _hit_chance(field, unit_id, e, end, charging) for e in foes}
    gain = max((hits[e] * left * _hit_worth(field, e) for e, left in foes.items()), default=0.0)
    threat = _added(_hit_chance_at(field, e, unit_id, end) * left for e, left in foes.items())
    caution = WARY if side != field.battle.scenario.first_player else BOLD
    return gain - caution * min(1.0, threat) * worth(field, unit_id)


def _added(parts: Iterable[float]) -> float:
    """Their sum from the first to the last. `sum` rounds otherwise from Python 3.12 on, and of two picks that
    are worth the same another would come first."""
    total = 0.0
    for part in parts:
        total += part
    return total


def _stands(field: Field, unit_id: str, but: str) -> float:
    """How likely a unit withstands the enemies beside it who fight, one of them left out."""
    around, side = field.board.neighbours[field.hex_of(unit_id)], field.side(unit_id)
    beside = (field.enemy_in(n, side) for n in around)
    foes = [e for e in beside if e is not None and not field.is_archer(e) and e != but]
    return prod(1 - _hit_chance(field, e, unit_id) * _falls(field, unit_id) for e in foes)


def _hit_chance_at(field: Field, attacker: str, target: str, there: str) -> float:
    """How likely an enemy would hit a unit that stood in a hex: uphill and downhill are what matters."""
    battle, here = field.battle, field.hex_of(attacker)
    added = field.value(attacker, "combat")
    added += battle.drm("king_of_the_hill") if here in battle.hill and there in battle.slopes else 0
    return _falls(field, target) * battle.hits(added) / battle.die


# --- routs and rallies -----------------------------------------------------------------------------------


def nearest(field: Field, order: Any) -> int:
    """How far the end of a path is from the nearest enemy."""
    return _away(field, field.side(order.unit), order.path[-1])


def flight(field: Field, order: Any) -> float:
    """Those behind first, and not farther than needed to be out of reach."""
    start = _away(field, field.side(order.unit), field.hex_of(order.unit))
    return BEHIND * start + min(nearest(field, order), REACH) - STEP * len(order.path)


def _away(field: Field, side: str, hex_id: str) -> int:
    """How far a hex is from the nearest enemy of a side."""
    return _distances(field.board, frozenset(field.enemies_of(side)))[hex_id]


@lru_cache(maxsize=16)
def _distances(board: Board, enemies: frozenset[str]) -> Mapping[str, int]:
    """How far each hex is from the nearest enemy: the same for all orders of a decision."""
    found = dict.fromkeys(enemies, 0)
    front = sorted(enemies)
    while front:
        beyond = [(n, found[h] + 1) for h in front for n in board.neighbours[h] if n not in found]
        found.update(beyond)
        front = list(dict(beyond))
    return found


def spending(field: Field, order: Order) -> float:
    """The best unit back, with its wall if the points allow it; then walls."""
    if isinstance(order, orders.Wall | orders.PlaceCounter):
        return worth(field, order.unit) + WITH_WALL * isinstance(order, orders.Wall)
    return WALL if isinstance(order, orders.Restore) else 0.0
