"""Where the clauses of a number stand: `rules.yaml:12`, so that a designer finds what is quoted."""

from __future__ import annotations

from functools import cached_property

from modules.definition import Definition
from modules.engine.errors import Illegal
from modules.written import source
from modules.written.folder import RULES


class ClausePlaces:
    """The lines of the clauses of a game, by the numbers that they bear."""

    def __init__(self, definition: Definition) -> None:
        self._definition = definition

    @cached_property
    def _written(self) -> source.Source:
        return source.read(self._definition.folder / RULES, RULES)

    def tell(self, number: str) -> str:
        """A number with the lines of its clauses, such as `rule 2.5 (rules.yaml:41)`."""
        carried = self._definition.carried_numbers.get(number)
        if carried is None or not carried.clauses:
            return f"rule {number}"
        lines = dict.fromkeys(str(self._written.place(each.path).line) for each in carried.clauses)
        return f"rule {number} ({RULES}:{', '.join(lines)})"

    def tell_fault(self, fault: Illegal) -> str:
        """Why something is not legal, with the place of its clause."""
        return f"{self.tell(fault.rule)}: {fault.reason}"
