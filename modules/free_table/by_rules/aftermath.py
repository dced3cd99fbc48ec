"""What follows from the result of an attack: the effects of its code, one after the other."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

from modules.definition import Definition
from modules.engine.requests import Choose, Steps, Tell
from modules.engine.stacks.battle import StackBattle
from modules.engine.stacks.combat.fought import FoughtAttack
from modules.free_table.by_rules.ruled_state import RuledState

Ask = Callable[[RuledState, Choose], Generator[Choose | Tell, Any, Any]]
"""The first order for a decision that is no objection."""


class Aftermath:
    """Carries out results of attacks at a table."""

    def __init__(self, definition: Definition, battle: StackBattle, ask: Ask) -> None:
        self._definition, self._battle, self._ask = definition, battle, ask

    def withdraw(self, state: RuledState, fought: FoughtAttack) -> Generator[Any, Any, bool]:
        """Before the die: the owner of the target may let it retreat, by the clause `withdrawal`. Its last
        value, returned, is whether the attack takes place."""
        yield from ()
        return True

    def carry_out(self, state: RuledState, fought: FoughtAttack) -> Steps:
        """The effects of a code in their order, then the advance."""
        yield from ()
