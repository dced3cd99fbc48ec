"""The socket for the rules: what a verifier asks of whoever can replay a game. No rules in here.

The verifier walks the log; a `Replay` says which dice each entry makes due and refuses what the rules
refuse. Without one, signatures, chains and values are still checked, only not what was rolled for.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol, TypeAlias

from pbem import errors

if TYPE_CHECKING:
    from pbem.canonical import Value
    from pbem.entries import Entry


@dataclass(frozen=True, slots=True)
class Due:
    """Dice that the rules ask for: `count` dice of `sides`, or with `sides` 0 a shuffle of `count` items."""

    label: str
    rule: str
    sides: int
    count: int


Steps: TypeAlias = Generator[Due, tuple[int, ...], int]
"""Yields each roll that is due, is sent its values, returns `applied`, the number of lines used."""


class Replay(Protocol):
    """A game replayed beside the log.

    Raise `errors.RulesRefuse`, quoting the rule, for an entry that the rules do not allow.
    """

    def begin(self, charter: Entry) -> None:
        """Set up the scenario that the charter names."""

    def advance(self, entry: Entry) -> Steps:
        """Take an entry in and go on to the next decision of a person.

        Called once for each entry but the charter, rolls, and acks that answer. Only an entry with a link
        can be given dice: after another one the replay must wait for the next entry that has a link.
        """

    def waiting(self) -> tuple[str, ...]:
        """The roles that owe a decision now."""

    def outcome(self) -> dict[str, Value] | None:
        """The outcome for the `end` entry, or None while the game goes on."""


class Course:
    """One entry under the rules, started at once so that an illegal entry is refused at its own place.

    `due` is the roll asked for, or None once `applied` is known; `rolled` are the rolls given so far.
    """

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self.applied = 0
        self.rolled: list[tuple[Due, tuple[int, ...]]] = []
        self.due = self._resume(None)

    def give(self, due: Due, values: tuple[int, ...]) -> None:
        """Answer the roll that is due, and go on to the next."""
        self.rolled.append((due, values))
        self.due = self._resume(values)

    def finish(self, rolled: Sequence[tuple[Due, tuple[int, ...]]] = ()) -> int:
        """Go on with the rolls of the log, returning `applied`; raises RollRules where they differ.

        Rolls that were given before are compared with the log's.
        """
        for at, (found, values) in enumerate(rolled):
            due = self.rolled[at][0] if at < len(self.rolled) else self.due
            if due is None:
                raise errors.RollRules(f"the log has {describe(found)}; the rules ask for no more dice here")
            if found != due:
                raise errors.RollRules(f"the log has {describe(found)}; the rules ask for {describe(due)}")
            if at == len(self.rolled):
                self.give(due, values)
        missing = next((due for due, _ in self.rolled[len(rolled) :]), self.due)
        if missing is not None:
            raise errors.RollRules(f"the rules ask for {describe(missing)}, which was not rolled")
        return self.applied

    def _resume(self, values: tuple[int, ...] | None) -> Due | None:
        try:
            return next(self._steps) if values is None else self._steps.send(values)
        except StopIteration as stop:
            self.applied = stop.value
            return None


def describe(due: Due) -> str:
    """A roll for a person: label, rule, dice."""
    what = f"{due.count}d{due.sides}" if due.sides else f"a shuffle of {due.count}"
    return f"{what} ({due.label}, rule {due.rule})"
