"""Strategies, chosen in secret (4.2.2), and the battle orders that two dice give (4.2.3, 4.4)."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

from modules.engine.decisions import Asks, choose, roll
from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.orders import Order
from modules.engine.requests import Choose, PassedDecision, Secret, Tell
from modules.hastings_berg import orders
from modules.hastings_berg.battle import (
    ATTACK,
    FOOT,
    HOLD,
    HOUSECARLS,
    KNIGHTS,
    NATIONS,
    NORMAN,
    ORDERS,
    SAXON,
    STRATEGIES,
    WALL,
    WINGS,
)
from modules.hastings_berg.field import Field
from modules.hastings_berg.timing import ShortList, untimely

TABLES = {FOOT: "foot_orders", KNIGHTS: "knight_orders"}
OPTIONAL = "optional"


def roots(field: Field, side: str) -> list[str]:
    """The wings or nationalities of a side that have units: what rolls, and has a rating (4.2.4)."""
    boxes = {field.rating_box(u) for u in field.on_map(side)}
    return [root for root in (WINGS if side == SAXON else NATIONS) if root in boxes]


def sections(field: Field, side: str) -> list[str]:
    """The boxes of a side that have units and an order: wings, or sections of nationalities (4.1.4)."""
    if side == SAXON:
        return roots(field, side)
    boxes = {field.box(u) for u in field.on_map(side)}
    return [f"{nation}_{part}" for nation in NATIONS for part in TABLES if f"{nation}_{part}" in boxes]


def rolling(field: Field, side: str) -> list[str]:
    """Those that need dice: not where an order is in its second turn (4.2.6, ruling second_turn_strategy)."""
    due = {box.split("_")[0] for box in sections(field, side) if not field.turns_left(box)}
    return [root for root in roots(field, side) if root in due]


# --- strategies ------------------------------------------------------------------------------------------


def strategies_phase(field: Field, side: str) -> Asks[None]:
    """4.2.2: both sides at once, unseen by one another."""
    choices = {}
    for each in (side, field.battle.enemy(side)):
        boxes = rolling(field, each)
        second = [root for root in roots(field, each) if root not in boxes]
        ask = f"a strategy for {', '.join(boxes)}: {', '.join(STRATEGIES)}"
        asked = Choose(each, "strategy", ask, "4.2.2", StrategyOptions(each, boxes, second))
        if boxes:
            choices[each] = asked
        else:
            yield PassedDecision(asked, (orders.Strategy,))
    if not choices:
        return
    chosen: dict[str, orders.Strategy] = yield Secret(choices)
    for each in choices:
        for word in chosen[each].choices:
            box, _, strategy = word.partition(":")
            field.state.strategies[box] = STRATEGIES.index(strategy) + 1
        yield Tell(f"{_name(field, each)}: {', '.join(chosen[each].choices)}", "4.2.2")


def _name(field: Field, side: str) -> str:
    return field.battle.definition.game.sides[side].name


class StrategyOptions(HexOptions[orders.Strategy]):
    """A strategy for each of these boxes of a side, in their order. `second`: the boxes in the second turn of
    their orders, which choose none."""

    def __init__(self, side: str, boxes: Sequence[str], second: Sequence[str] = ()) -> None:
        self.side, self.boxes, self.second = side, tuple(boxes), frozenset(second)

    def listing(self) -> list[orders.Strategy]:
        combined = product(STRATEGIES, repeat=len(self.boxes))
        return [
            orders.Strategy(tuple(map(":".join, zip(self.boxes, each, strict=True)))) for each in combined
        ]

    def fault(self, order: Order) -> Illegal | None:
        form = f"strategy {','.join(f'{box}:STRATEGY' for box in self.boxes)}"
        if not isinstance(order, orders.Strategy):
            return untimely(order, "4.2.2", f"Strategies are due: `{form}`")
        said = [word.partition(":") for word in order.choices]
        fault = next((fault for box, _, _ in said if (fault := self._box_fault(box))), None)
        if fault is not None:
            return fault
        if tuple(box for box, _, _ in said) != self.boxes:
            return Illegal("4.2.2", f"a strategy is due for each of these, in this order: `{form}`")
        unknown = next((strategy for _, _, strategy in said if strategy not in STRATEGIES), None)
        if unknown is None:
            return None
        return Illegal("4.2.1", f"{unknown!r} is no strategy: {', '.join(STRATEGIES)}")

    def _box_fault(self, box: str) -> Illegal | None:
        """Why a box chooses no strategy."""
        if box in self.boxes:
            return None
        if box in self.second:
            return Illegal("4.2.6", f"{box} is in the second turn of its order: it chooses no strategy")
        own = WINGS if self.side == SAXON else NATIONS
        if box in own:
            return Illegal("4.2.4", f"{box} has no unit on the map: it chooses no strategy")
        return Illegal("4.2.1", f"{box!r} is none of yours: {', '.join(own)}")


# --- orders ----------------------------------------------------------------------------------------------


def orders_phase(field: Field, side: str) -> Asks[None]:
    """4.2.3: what each wing and section does in this turn, and what that does to the ratings."""
    effects: dict[str, int] = {}
    for each in (side, field.battle.enemy(side)):
        going_on = [box for box in sections(field, each) if field.turns_left(box)]
        plans = yield from _steady_housecarls(field, each)
        rows = yield from _rows(field, each)
        for box in going_on:
            row = field.battle.totals[table_of(box)].entry.rows[f"{field.order_in(box)}_2"]
            effects[box] = row.effects[1]
        for box, name in rows.items():
            effects[box] = field.battle.totals[table_of(box)].entry.rows[name].effects[0]
            yield from _assign(field, box, name)
            if box in plans and order_of(name) == ATTACK:
                yield from _assign(field, f"{box}_{HOUSECARLS}", plans[box], like=name)
    yield from _rate(field, effects)


def table_of(box: str) -> str:
    """The order table of a wing or section."""
    return TABLES.get(box.partition("_")[2], "saxon_orders")


def order_of(row: str) -> str:
    """The order that a row of a table gives: `pursue` for `pursue_2`."""
    return next(order for order in ORDERS if row in (order, f"{order}_1", f"{order}_2"))


def _assign(field: Field, box: str, row: str, like: str = "") -> Asks[None]:
    """Notes an order and how long it lasts, or as long as another row (ruling housecarls_turns)."""
    for boxes in field.state.orders.values():
        boxes.pop(box, None)
    turns = 2 if (like or row).endswith("_2") else 1
    field.state.orders.setdefault(order_of(row), {})[box] = turns
    called = field.battle.definition.tables.totals[table_of(box)].rows[row].name
    yield Tell(f"{box.replace('_', ' ')}: {called}", "4.2.3")


def _rate(field: Field, effects: dict[str, int]) -> Asks[None]:
    """4.2.3: the ratings move; those of knights and foot are added up. A marker stops at its end."""
    ratings, most = field.state.ratings, field.battle.number("rating_most")
    moved: dict[str, int] = {}
    for box, effect in effects.items():
        root = box.split("_")[0]
        moved[root] = moved.get(root, 0) + effect
    for root, effect in moved.items():
        ratings[root] = max(-most, min(most, ratings.get(root, 0) + effect))
    if moved:
        yield Tell("ratings: " + ", ".join(f"{root} {ratings[root]:+d}" for root in moved), "4.2.3")


def _rows(field: Field, side: str) -> Asks[dict[str, str]]:
    """The rows that the dice of a side give, box by box."""
    found: dict[str, str] = {}
    totals = yield from _dice(field, side, rolling(field, side))
    for box in sections(field, side):
        root = box.split("_")[0]
        if field.turns_left(box) or root not in totals:
            continue
        row = _read(field, box, totals[root])
        if field.state.turn > field.battle.scenario.turns and order_of_or_none(row) in _unloved(side):
            row = yield from _again(field, side, box, row)
        found[box] = (yield from _choose_row(field, side, box)) if row == OPTIONAL else row
    return found


def _dice(field: Field, side: str, labels: Sequence[str]) -> Asks[dict[str, int]]:
    """Two dice for each (4.2.4)."""
    words = [f"{label}, {which} die" for label in labels for which in ("first", "second")]
    values = yield from roll(side, "4.2.4", words, field.battle.die)
    return {label: values[2 * i] + values[2 * i + 1] for i, label in enumerate(labels)}


def _read(field: Field, box: str, total: int) -> str:
    strategy = STRATEGIES[field.state.strategies.get(box.split("_")[0], 1) - 1]
    return field.battle.totals[table_of(box)].result(strategy, total)


def order_of_or_none(row: str) -> str:
    """As `order_of`; empty for Optional."""
    return "" if row == OPTIONAL else order_of(row)


def _unloved(side: str) -> tuple[str, ...]:
    """The orders that may be rolled again in an extended period (3.3.2)."""
    return (WALL, HOLD) if side == NORMAN else (ATTACK,)


def _again(field: Field, side: str, box: str, row: str) -> Asks[str]:
    """3.3.2: once; the second result stands (ruling extension_reroll)."""
    called = field.battle.definition.tables.totals[table_of(box)].rows[row].name
    ask = f"{box.replace('_', ' ')} has {called}: `reroll {box}`, or `pass`"
    options: ShortList[Order] = ShortList(
        [orders.Reroll(box), orders.Pass()], "3.3.2", f"`reroll {box}`, or `pass`"
    )
    order: Order = yield from choose(side, "reroll", ask, "3.3.2", options)
    if isinstance(order, orders.Pass):
        return row
    totals = yield from _dice(field, side, [box])
    return _read(field, box, totals[box])


def _choose_row(field: Field, side: str, box: str) -> Asks[str]:
    """4.2.7: any row of the table (ruling optional_two_turns)."""
    options = RowOptions(field, box, "4.2.7")
    ask = f"Optional: an order for {box.replace('_', ' ')}"
    order = yield from choose(side, "optional", ask, "4.2.7", options)
    return order.row


def rows_to_choose(field: Field, box: str) -> list[orders.Adopt]:
    """Every row of the table of a box but Optional."""
    return [
        orders.Adopt(box, name) for name in field.battle.totals[table_of(box)].entry.rows if name != OPTIONAL
    ]


class RowOptions(HexOptions[orders.Adopt]):
    """The rows of the table of a box; `rule`: the one that leaves the choice."""

    def __init__(self, field: Field, box: str, rule: str) -> None:
        self.field, self.box, self.rule = field, box, rule

    def listing(self) -> list[orders.Adopt]:
        return rows_to_choose(self.field, self.box)

    def fault(self, order: Order) -> Illegal | None:
        rows = [each.row for each in self.legal()]
        due = f"An order is due for {self.box}: {', '.join(rows)}"
        if not isinstance(order, orders.Adopt):
            return untimely(order, self.rule, due)
        if order.box != self.box:
            return Illegal(self.rule, f"no order of {order.box} is due. {due}")
        if order.row in rows:
            return None
        rule = self.field.battle.definition.tables.totals[table_of(self.box)].rule
        return Illegal(rule, f"{order.row} is no row of the table of {self.box}: {', '.join(rows)}")


def _steady_housecarls(field: Field, side: str) -> Asks[dict[str, str]]:
    """4.3.8(3): before the dice, what the housecarls of each wing do if it is to attack and pursue."""
    plans: dict[str, str] = {}
    if side != SAXON or "steady_housecarls" not in field.battle.effects:
        return plans
    for wing in rolling(field, side):
        there = (u for u in field.on_map(side) if field.unit(u).wing == wing)
        if any(field.counter(u).kind == "housecarl" for u in there):
            box = f"{wing}_{HOUSECARLS}"
            ask = f"what do the housecarls of the {wing} wing do instead of Attack & Pursue?"
            options = RowOptions(field, box, "4.3.8")
            order = yield from choose(side, "housecarls", ask, "4.3.8", options)
            plans[wing] = order.row
    return plans
