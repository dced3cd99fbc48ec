"""What the words of standing orders weigh. It is part of the rules: each reader of a log picks anew.

The numbers are those of the built-in player when the words were made. They stay as they are, whatever becomes
of that player: a game's fingerprint counts each pick, so that another number is another behaviour.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from modules.engine.hexes.board import Board
from modules.engine.orders import Order
from modules.hastings_berg import orders
from modules.hastings_berg.battle import CHARGE, KNIGHTS
from modules.hastings_berg.field import Field
from modules.hastings_berg.melee import difference
from modules.hastings_berg.missiles import odds
from modules.hastings_berg.victory import worth

PAIN: Final = {"-": 0.0, "M": 0.35, "D*": 0.4, "D": 0.4, "1": 0.7, "1M": 0.9}
"""What a result is worth, as a part of the unit that takes it; a rout in the place of D* as ROUT."""
ROUT: Final = 0.7

POINTS, MELEE = 3, 2
"""How many points, and how much melee strength, count as much as the second step of a unit."""

CAUTION: Final = 0.9
"""How much a side minds what it may lose itself."""

HOUSECARL: Final = "housecarl"
PRIZE: Final = (1.5, 2.5)
"""What a housecarl is worth to the Normans beside its points, by period: the last ones win (12.1.2)."""

LEAST_SHOT: Final = 0.35
"""What fire must be worth for a segment of supply."""

UNHELD: Final = 4.0
"""What it is worth to fire where no unit stands."""

OFF: Final = 9
"""Hexes from the enemy, for who leaves the map."""

TIRED, SHAKEN = 5, -4
"""The ratings from which on Normans go easy, and at which Saxons leave their wall."""


# --- fights ----------------------------------------------------------------------------------------------


def value(field: Field, unit_id: str) -> float:
    """What a unit is worth to its side: points, and what it can do."""
    able = worth(field, unit_id) / POINTS + field.value(unit_id, "melee") / MELEE
    return able + field.unit(unit_id).reduced


def _prize(field: Field, unit_id: str) -> float:
    """What a unit is worth to the enemy."""
    if field.counter(unit_id).kind != HOUSECARL:
        return value(field, unit_id)
    return value(field, unit_id) * PRIZE[field.state.clock["period"] - 1]


def volley(field: Field, order: Order) -> float:
    """What fire is worth; to do no more is worth a little where the supply is limited."""
    if not isinstance(order, orders.Volley):
        return LEAST_SHOT if any(field.state.supply.values()) else 0.0
    table, column, target = field.battle.fire, odds(field, order), field.unit_in(order.target)
    cells = [table.result(column, face) for face in range(1, field.battle.die + 1)]
    pain = _added(PAIN[cell] for cell in cells) / field.battle.die
    return pain * (_prize(field, target) if target is not None else UNHELD)


def blow(field: Field, order: Order) -> float:
    """What a melee is worth; to do no more nothing."""
    if not isinstance(order, orders.Attack):
        return 0.0
    table = field.battle.melee
    hard = (any(field.fierce(u) for u in order.attackers), any(field.fierce(u) for u in order.defenders))
    mine, theirs = _pains(table, table.column(difference(field, order)), field.battle.die, hard)
    gain = theirs * max(_prize(field, u) for u in order.defenders)
    loss = mine * max(value(field, u) for u in order.attackers)
    return gain - CAUTION * loss


@lru_cache(maxsize=4096)
def _pains(table: Any, column: int, die: int, hard: tuple[bool, bool]) -> tuple[float, float]:
    """The mean pain of attacker and defender in a column; `hard`: whose D* are routs when inflicted."""
    cells = [table.result(column, face) for face in range(1, die + 1)]
    mine = _added(ROUT if c.attacker == "D*" and hard[1] else PAIN[c.attacker] for c in cells) / die
    theirs = _added(ROUT if c.defender == "D*" and hard[0] else PAIN[c.defender] for c in cells) / die
    return mine, theirs


def _added(parts: Iterable[float]) -> float:
    """Their sum from the first to the last. `sum` rounds otherwise from Python 3.12 on, and of two picks that
    are worth the same another would come first."""
    total = 0.0
    for part in parts:
        total += part
    return total


def loss(field: Field, order: Any) -> tuple[bool, float]:
    """How much the loss of a step hurts: who is reduced dies."""
    return field.unit(order.unit).reduced, value(field, order.unit)


# --- commands and routs ----------------------------------------------------------------------------------


def row_for(field: Field, box: str) -> str:
    """The row that an Optional result should be."""
    root, _, part = box.partition("_")
    rating = field.state.ratings.get(root, 0)
    if part == KNIGHTS:
        return f"{CHARGE}_1" if rating < TIRED else "hold"
    if part == "foot":
        return "advance_1" if rating < TIRED else "in_place"
    return "shield_wall" if rating > SHAKEN else "advance"


def safest(field: Field, order: Any) -> int:
    """How far the end of a way is from the enemy."""
    end = order.path[-1]
    if end not in field.board.neighbours:
        return OFF
    enemies = frozenset(field.enemies_of(field.side(order.unit)))
    return _distances(field.board, enemies).get(end, 0)


@lru_cache(maxsize=16)
def _distances(board: Board, enemies: frozenset[str]) -> Mapping[str, int]:
    """How far each hex is from the nearest enemy; nothing without one."""
    found, front, far = dict.fromkeys(enemies, 0), set(enemies), 0
    while front:
        far += 1
        front = set().union(*(board.neighbours[h] for h in front)) - found.keys()
        found.update(dict.fromkeys(front, far))
    return found
