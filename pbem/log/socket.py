"""The socket for the rules: what a verifier asks of whoever can replay a game. No rules in here.

The verifier walks the log; a `Replay` says which dice and cards each entry makes due and refuses what the
rules refuse. Without one, signatures, chains and values are still checked, only not what was rolled for.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, TypeAlias

from pbem import errors
from pbem.codes import Code
from pbem.log.dues import Due, Given, describe, fits

if TYPE_CHECKING:
    from pbem.entry.canonical import Value
    from pbem.entry.entries import Entry


@dataclass(frozen=True, slots=True)
class Wanted:
    """The next closed line of entry `order`: the text that its answer opens; None if that opens no more."""

    order: int


DEFAULT: Final = -1
"""In the place of an entry: wanted is the effect of the game's default, for one who is absent."""
Steps: TypeAlias = Generator[Due | Wanted, Any, int]
"""Yields each roll that is due and is sent its values, and each closed line that is wanted and is sent it;
returns `applied`, the number of lines used."""


class Replay(Protocol):
    """A game replayed beside the log.

    Raise `rules-refuse`, quoting the rule, for an entry that the rules do not allow.
    """

    def begin(self, charter: Entry) -> None:
        """Set up the scenario that the charter names."""

    def advance(self, entry: Entry) -> Steps:
        """Take an entry in and go on to the next decision of a person.

        Called once for each entry but the charter, rolls, acks that answer, and openings of closed lines.
        Only an entry with a link can be given dice: after another one the replay must wait for the next entry
        that has a link.
        """

    def rollback(self, entry: Entry, to: int) -> None:
        """Take the game back to where it stood after entry `to`, as a `rollback` says."""

    @property
    def closed(self) -> bool:
        """Whether orders stay closed, so that their effects are told in the place of their lines."""

    @property
    def out(self) -> tuple[str, ...]:
        """The roles that are out of a game that the others play on."""

    def waiting(self) -> tuple[str, ...]:
        """The roles that owe a decision now."""

    def outcome(self) -> dict[str, Value] | None:
        """The outcome for the `end` entry, or None while the game goes on."""


class Course:
    """One entry under the rules, started at once so that an illegal entry is refused at its own place.

    `due` is the roll or the closed line asked for, or None once `applied` is known; `rolled` are the rolls
    given so far, `opened` the closed lines.
    """

    def __init__(self, steps: Steps) -> None:
        self._steps = steps
        self.applied = 0
        self.rolled: list[tuple[Due, Given]] = []
        self.opened: list[str] = []
        self.due = self._resume(None)

    def give(self, due: Due, given: Given) -> None:
        """Answer the roll that is due, and go on to the next."""
        self.rolled.append((due, given))
        self.due = self._resume(given)

    def offer(self, line: str | None) -> None:
        """Answer the closed line that is wanted: it need not be legal there."""
        self.opened += [] if line is None else [line]
        self.due = self._resume(line)

    def finish(self, rolled: Sequence[tuple[Due, Given]] = (), lines: Sequence[str] = ()) -> int:
        """Go on with the rolls of the log and the lines that it opens, returning `applied`; raises `roll-
        rules` where they differ.

        Rolls that were given before are compared with the log's.
        """
        for at, (found, given) in enumerate(rolled):
            due = self.rolled[at][0] if at < len(self.rolled) else self._offered(lines)
            if due is None:
                raise errors.LogFault(
                    Code.ROLL_RULES, f"the log has {describe(found)}; the rules ask for no more dice here"
                )
            if not fits(found, due):
                raise errors.LogFault(
                    Code.ROLL_RULES, f"the log has {describe(found)}; the rules ask for {describe(due)}"
                )
            if at == len(self.rolled):
                self.give(due, given)
        missing = next((due for due, _ in self.rolled[len(rolled) :]), self._offered(lines))
        if missing is not None:
            raise errors.LogFault(
                Code.ROLL_RULES, f"the rules ask for {describe(missing)}, which was not rolled"
            )
        return self.applied

    def _offered(self, lines: Sequence[str]) -> Due | None:
        """The roll that is due once the lines that come before it were offered."""
        while isinstance(self.due, Wanted):
            at = len(self.opened)
            self.offer(lines[at] if at < len(lines) else None)
        return self.due

    def _resume(self, given: Given | str | None) -> Due | Wanted | None:
        try:
            return self._steps.send(given)
        except StopIteration as stop:
            self.applied = stop.value
            return None
