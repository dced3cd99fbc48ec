"""The socket for the rules: what a verifier asks of whoever can replay a game. No rules in here.

The verifier walks the log; a `Replay` says which dice and cards each entry makes due and refuses what the
rules refuse. Without one, signatures, chains and values are still checked, only not what was rolled for.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from pbem import errors
from pbem.log.dues import Due, Given, describe, fits

if TYPE_CHECKING:
    from pbem.entry.canonical import Value
    from pbem.entry.entries import Entry


Steps: TypeAlias = Generator[Due, Given, int]
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

    def rollback(self, entry: Entry, to: int) -> None:
        """Take the game back to where it stood after entry `to`, as a `rollback` says."""

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
        self.rolled: list[tuple[Due, Given]] = []
        self.due = self._resume(None)

    def give(self, due: Due, given: Given) -> None:
        """Answer the roll that is due, and go on to the next."""
        self.rolled.append((due, given))
        self.due = self._resume(given)

    def finish(self, rolled: Sequence[tuple[Due, Given]] = ()) -> int:
        """Go on with the rolls of the log, returning `applied`; raises RollRules where they differ.

        Rolls that were given before are compared with the log's.
        """
        for at, (found, given) in enumerate(rolled):
            due = self.rolled[at][0] if at < len(self.rolled) else self.due
            if due is None:
                raise errors.RollRules(f"the log has {describe(found)}; the rules ask for no more dice here")
            if not fits(found, due):
                raise errors.RollRules(f"the log has {describe(found)}; the rules ask for {describe(due)}")
            if at == len(self.rolled):
                self.give(due, given)
        missing = next((due for due, _ in self.rolled[len(rolled) :]), self.due)
        if missing is not None:
            raise errors.RollRules(f"the rules ask for {describe(missing)}, which was not rolled")
        return self.applied

    def _resume(self, given: Given | None) -> Due | None:
        try:
            return next(self._steps) if given is None else self._steps.send(given)
        except StopIteration as stop:
            self.applied = stop.value
            return None
