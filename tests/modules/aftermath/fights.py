"""Attacks whose dice have fallen, carried out without the table around them: each decision is answered by a
test."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from worlds import typed

from modules.definition.formats.clauses.combat import Attack
from modules.engine.orders import Order
from modules.engine.requests import Choose, Tell
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.combat.fought import FoughtAttack
from modules.free_table.by_rules.aftermath import Aftermath
from modules.free_table.by_rules.ruled_state import RuledState
from modules.free_table.state import Face

Answer = Callable[[Choose], Order]
RETREAT = {
    "rule": "6", "led_by": "owner", "exactly": True, "zones": "closed", "friends": "through",
    "blocked": "eliminate",
}  # fmt: skip
ADVANCE = {"rule": "7", "who": "attackers", "units": 1, "hexes": 1, "must": False, "zones": "ignored"}


def attack(effects: Sequence[Any], **more: Any) -> Attack:
    """A whole attack whose only code does this."""
    values = {"attack": "combat", "defence": "combat"}
    strength = {"by": "difference", **values, "above": "clamp", "below": "clamp"}
    made = {
        "rule": "5", "table": "crt", "stack": "as_one", "hexes": "one", "duties": [], "strength": strength,
        "results": {"R": list(effects)}, **more,
    }  # fmt: skip
    found: Attack = typed(Attack, made)
    return found


def state_of(
    at: Mapping[str, str], states: Mapping[str, Sequence[str]] | None = None, side: str = "blue"
) -> RuledState:
    """A table in the phase of combat of a side."""
    state = RuledState(1, "combat", side, {})
    for unit, place in at.items():
        state.put(unit, place)
    for unit, words in (states or {}).items():
        marks = tuple(word for word in words if word != "reduced")
        state.show(unit, Face(back="reduced" in words, marks=marks))
    return state


class Fought:
    """An attack at a table, carried out with the answers of a test. `told`: what was told, with its rule;
    `asked`: the decisions, each with its order."""

    def __init__(
        self,
        battle: StackBattle,
        state: RuledState,
        clause: Attack,
        attackers: Sequence[str],
        defenders: Sequence[str],
        strengths: Mapping[str, Fraction] | None = None,
        supporters: Sequence[str] = (),
    ) -> None:
        self.state, self.told, self.asked = state, list[tuple[str, str]](), list[tuple[Choose, Order]]()
        self._aftermath = Aftermath(battle.definition, battle, self._ask, self._act)
        worth = dict.fromkeys((*attackers, *defenders), Fraction(4)) if strengths is None else strengths
        hexes = tuple(dict.fromkeys(state.at[unit] for unit in defenders))
        side = battle.side_of[attackers[0]]
        self.fought = FoughtAttack(
            clause, side, tuple(attackers), tuple(supporters), tuple(defenders), hexes,
            "R", "Result", "5.1", clause.results["R"], worth,
        )  # fmt: skip

    def _ask(self, _: RuledState, choice: Choose) -> Generator[Choose | Tell, Any, Any]:
        return (yield choice)

    def _act(self, _: RuledState, side: str, kind: str, rule: str, after: str) -> Iterator[Tell]:
        yield Tell(f"{side} by hand after {after} ({kind})", rule)

    def carry_out(self, answer: Answer) -> Fought:
        """The effects, each decision answered."""
        self._run(self._aftermath.carry_out(self.state, self.fought), answer)
        return self

    def withdraw(self, answer: Answer) -> bool:
        """The withdrawal before the die; whether the attack takes place."""
        found: bool = self._run(self._aftermath.withdraw(self.state, self.fought), answer)
        return found

    def _run(self, steps: Generator[Any, Any, Any], answer: Answer) -> Any:
        given: Order | None = None
        while True:
            try:
                asked = steps.send(given)
            except StopIteration as end:
                return end.value
            given = None
            if isinstance(asked, Tell):
                self.told.append((asked.text, asked.rule))
            else:
                given = answer(asked)
                self.asked.append((asked, given))
