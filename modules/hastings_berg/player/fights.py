"""What fire and melee are worth to who plays in a style: what he may lose, what he may win."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from modules.engine.hexes.looking import once
from modules.engine.orders import Order
from modules.hastings_berg import orders
from modules.hastings_berg.battle import KING, SAXON
from modules.hastings_berg.field import Field
from modules.hastings_berg.melee import difference
from modules.hastings_berg.missiles import odds
from modules.hastings_berg.player.styles import HOUSECARL, style_of
from modules.hastings_berg.victory import worth

PAIN = {"-": 0.0, "M": 0.35, "D*": 0.4, "D": 0.4, "1": 0.7, "1M": 0.9}
"""What a result is worth, as a part of the unit that takes it; a rout in the place of D* as ROUT."""

ROUT = 0.7


@once
def value(field: Field, unit_id: str) -> float:
    """What a unit is worth to its side: points, and what it can do."""
    return worth(field, unit_id) / 3 + field.value(unit_id, "melee") / 2 + field.unit(unit_id).reduced


def prize(field: Field, unit_id: str) -> float:
    """What a unit is worth to the enemy: the last housecarls are a victory (12.1.2)."""
    style, sought = style_of(field).fights, field.counter(unit_id).kind == HOUSECARL
    with_king = KING[SAXON] in field.sharing_in(field.hex_of(unit_id))
    found = value(field, unit_id) * (style.prize[field.state.clock["period"] - 1] if sought else 1.0)
    return found + (style.king if with_king else 0.0)


def volley(field: Field, order: Order) -> float:
    """What fire is worth; to do no more is worth a little where the supply is limited."""
    if not isinstance(order, orders.Volley):
        return style_of(field).fights.least_shot if any(field.state.supply.values()) else 0.0
    table, column, target = field.battle.fire, odds(field, order), field.unit_in(order.target)
    cells = [table.result(column, face) for face in range(1, field.battle.die + 1)]
    pain = sum(PAIN[cell] for cell in cells) / field.battle.die
    return pain * (prize(field, target) if target is not None else 4.0)


def blow(field: Field, order: Order) -> float:
    """What a melee is worth; to do no more nothing."""
    if not isinstance(order, orders.Attack):
        return 0.0
    return outcome(field, order, difference(field, order))


@lru_cache(maxsize=4096)
def pains(field_table: Any, column: int, die: int, hard: tuple[bool, bool]) -> tuple[float, float]:
    """The mean pain of attacker and defender in a column; `hard`: whose D* are routs when inflicted."""
    cells = [field_table.result(column, face) for face in range(1, die + 1)]
    mine = sum(ROUT if c.attacker == "D*" and hard[1] else PAIN[c.attacker] for c in cells) / die
    theirs = sum(ROUT if c.defender == "D*" and hard[0] else PAIN[c.defender] for c in cells) / die
    return mine, theirs


def outcome(field: Field, order: orders.Attack, ahead: int, *, charging: bool = False) -> float:
    """What a melee at this differential is worth to the attacker."""
    table = field.battle.melee
    hard = (
        charging or any(field.fierce(u) for u in order.attackers),
        any(field.fierce(u) for u in order.defenders),
    )
    mine, theirs = pains(table, table.column(ahead), field.battle.die, hard)
    mine += PAIN["M"] if charging else 0.0
    gain = theirs * max(prize(field, u) for u in order.defenders)
    loss = mine * max(value(field, u) for u in order.attackers)
    return gain - style_of(field).fights.caution * loss
