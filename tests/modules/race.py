"""The race to London: the two sides march in turn, and the first to come 12 miles on wins."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import ClassVar

from modules.engine.orders import Grammar, Order
from modules.engine.requests import Choose, Die, ListedOptions, Roll, Steps, Tell
from modules.engine.rules.play_rules import Outcome, PlayRules

SIDES = ("saxon", "norman")


@dataclass(frozen=True, slots=True)
class Walk(Order):
    FORM: ClassVar[str] = "walk"


@dataclass(frozen=True, slots=True)
class Hurry(Order):
    FORM: ClassVar[str] = "hurry"


@dataclass(slots=True)
class Roads:
    turn: int = 1
    phase: str = "march"
    active: str = SIDES[0]
    outcome: Outcome | None = None
    miles: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))

    def copy(self) -> Roads:
        return replace(self, miles=dict(self.miles))


class RaceRules(PlayRules[Roads]):
    sides = SIDES
    grammar = Grammar((Walk, Hurry), (), ())

    def start(self) -> Roads:
        return Roads()

    def phase(self, state: Roads) -> Steps:
        side, ways = state.active, ListedOptions((Walk(), Hurry()), "1.1")
        order = yield Choose(side, "march", "walk 3 miles, or hurry?", "1.1", ways)
        miles = 3
        if isinstance(order, Hurry):
            (miles,) = yield Roll(side, "1.2", (Die(6, f"{side} hurries"),))
        state.miles[side] += miles
        yield Tell(f"{side} marches {miles} miles", "1.3")
        if state.miles[side] >= 12:
            state.outcome = Outcome(side, "victory", f"{side} is first in London", "2.1")
        elif side == SIDES[0]:
            state.active = SIDES[1]
        else:
            state.active, state.turn = SIDES[0], state.turn + 1
