"""A choice between lists of effects: which can be chosen, and each effect in a player's words."""

from __future__ import annotations

from collections.abc import Sequence

from modules.amounts import count_noun
from modules.definition.formats.clauses.combat import (
    ByHand,
    Effect,
    Eliminate,
    Exchange,
    LoseSteps,
    MakeRetreat,
    MarkState,
    MatchLosses,
)
from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.orders import Order
from modules.engine.stacks.orders import ChooseEffects


class ChoiceOptions(HexOptions[ChooseEffects]):
    """The lists of effects that can be carried out, by their numbers from 1. `open_`: those from 0."""

    def __init__(self, rule: str, between: Sequence[Sequence[Effect]], open_: Sequence[int]) -> None:
        self._rule, self._between = rule, between
        self._numbers = [str(number + 1) for number in open_]

    def listing(self) -> Sequence[ChooseEffects]:
        return [ChooseEffects(number) for number in self._numbers]

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, ChooseEffects) and order.number in self._numbers:
            return None
        due = " or ".join(f"`choose {number}`" for number in self._numbers)
        if isinstance(order, ChooseEffects) and order.number in map(str, range(1, len(self._between) + 1)):
            told = tell_effects(self._between[int(order.number) - 1])
            return Illegal(self._rule, f"{told}: that cannot be carried out as the units stand; {due} can")
        return Illegal(self._rule, f"`{order}` is not a choice here: {due} is")

    def summarize(self, orders: Sequence[Order]) -> str:
        numbers = [order.number for order in orders if isinstance(order, ChooseEffects)]
        return "; ".join(f"{each}: {tell_effects(self._between[int(each) - 1])}" for each in numbers)


def tell_effects(effects: Sequence[Effect]) -> str:
    """Effects in a player's words."""
    return ", then ".join(map(_tell, effects)) or "nothing"


def _tell(effect: Effect) -> str:
    match effect:
        case Eliminate():
            number = "" if effect.number == "all" else f"{effect.number} of the "
            return f"{number}{effect.of} are eliminated"
        case LoseSteps():
            each = "each of the" if effect.each else "the"
            return f"{each} {effect.of} lose {count_noun(effect.steps, 'step')}"
        case Exchange():
            return f"an exchange of {effect.value}"
        case MatchLosses():
            return f"the {effect.of} lose as much of {effect.value}"
        case MarkState():
            number = "" if effect.number == "all" else f"{effect.number} of the "
            return f"{number}{effect.of} are {effect.state}{'' if effect.do == 'mark' else ' no more'}"
        case MakeRetreat():
            far = "until they are safe" if effect.hexes == "safe" else count_noun(effect.hexes, "hex")
            return f"the {effect.of} retreat {far}"
        case ByHand():
            return "by hand"
        case _:
            return "a choice"
