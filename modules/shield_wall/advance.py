"""Advance (7.7): after melee into the hex of the fallen unit, or into that of one that was lost by rout."""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.decisions import Asks, choose
from modules.engine.hexes.movement import advancing
from modules.engine.hexes.movement.advancing import AdvanceRules
from modules.engine.requests import Tell
from modules.shield_wall import orders
from modules.shield_wall.field import Field

AFTER_MELEE = AdvanceRules("7.7", "7.7", unless="it stays only on a hill, above other ground")
AFTER_ROUT = AdvanceRules("7.7", "7.7")


def after_melee(field: Field, victor: str, vacated: str) -> Asks[None]:
    """The victor must advance, but not from a hill to other ground."""
    hill = field.battle.hill
    free = field.hex_of(victor) in hill and vacated not in hill
    yield from _advance(
        field, AdvanceOptions(field, (victor,), () if free else (victor,), vacated, AFTER_MELEE)
    )


def after_rout(field: Field, side: str, vacated: str) -> Asks[None]:
    """One unit of `side` beside the hex may advance if it is in no EZOC (ruling rout_advance)."""
    beside = {field.friend_in(n, side) for n in field.board.neighbours[vacated]}
    free = [u for u in field.on_map(side) if u in beside and field.hex_of(u) not in field.ezoc(side)]
    if free:
        yield from _advance(field, AdvanceOptions(field, free, (), vacated, AFTER_ROUT))


def _advance(field: Field, options: AdvanceOptions) -> Asks[None]:
    choices, rule = options.legal(), options.rules.advance
    order = choices[0]
    if len(choices) > 1:
        ask = f"advance into {options.empty[0]}, or `hold`"
        order = yield from choose(field.side(options.units[0]), "advance", ask, rule, options)
    if isinstance(order, orders.Advance):
        field.state.put(order.unit, at=order.path[-1])
        yield Tell(f"{field.called(order.unit)} advances to {order.path[-1]}", rule, (order.unit,))


class AdvanceOptions(advancing.AdvanceOptions[Field]):
    """One of the victors goes into the hex; the `driven` must."""

    def __init__(
        self, field: Field, victors: Sequence[str], driven: Sequence[str], vacated: str, rules: AdvanceRules
    ) -> None:
        super().__init__(field, victors, driven, (vacated,), rules)

    def limit(self, unit_id: str, first: str) -> int:  # noqa: ARG002
        return 1
