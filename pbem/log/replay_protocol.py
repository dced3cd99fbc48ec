"""The socket for the rules: what a verifier asks of whoever can replay a game. No rules in here.

The verifier walks the log; a `Replay` says which dice and cards each entry makes due and refuses what the
rules refuse. Without one, signatures, chains and values are still checked, only not what was rolled for.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from pbem import errors
from pbem.log.due_rolls import Due, Given, describe, matches_due
from pbem.reason_codes import Code

if TYPE_CHECKING:
    from pbem.entry.bodies import Adopt
    from pbem.entry.canonical_json import Value
from pbem.entry.entries import Entry


@dataclass(frozen=True, slots=True)
class LineRequest:
    """The next closed line of entry `order`: the text that its answer opens; None if that opens no more.

    In a game with closed orders it is what the next decision comes to: one of its author (`own`), whose lines
    may say it, or of another. Where the one who decides is `absent` something always stands in the place of
    his answer."""

    order: int
    own: bool = True
    absent: bool = False


@dataclass(slots=True)
class StandingDecision:
    """A decision that `side` may have made beforehand. It is answered with lines of its standing orders; the
    replay then says in `picked` which of them has decided, if one has. `known` are all of its lines in force,
    for who knows them: the replay raises `standing-skipped` if they decide otherwise."""

    side: str
    picked: str = ""
    known: Sequence[str] | None = None


Says: TypeAlias = "Callable[[int, str], Sequence[str] | None]"
"""The lines that a side has said beforehand for decision number so-and-so of an entry, counted from 0; None
where that is not known yet."""
Knows: TypeAlias = "Callable[[str], Sequence[str] | None]"
"""All lines of a side's standing orders in force; None for who does not know them."""
Steps: TypeAlias = "Generator[Due | LineRequest | StandingDecision, Any, int]"
"""Yields each roll that is due and is sent its values, each closed line that is wanted and is sent it, and
each decision that may have been made beforehand and is sent the lines. Returns `applied`, the number of the
entry's own lines used."""


class Replay(Protocol):
    """A game replayed beside the log.

    `copy` is another one that stands where this one does, to try an entry on.

    Raise `rules-refuse`, quoting the rule, for an entry that the rules do not allow.
    """

    def copy(self) -> Replay:
        """One that stands where this one does."""

    def adopt(self, said: Adopt) -> None:
        """Read the whole game under these rules, which it has adopted; comes before the charter."""

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
    def has_closed_orders(self) -> bool:
        """Whether orders stay closed, so that their effects are told in the place of their lines."""

    @property
    def eliminated_roles(self) -> tuple[str, ...]:
        """The roles that are out of a game that the others play on."""

    def waiting_roles(self) -> tuple[str, ...]:
        """The roles that owe a decision now."""

    def deadline_kinds(self, side: str) -> tuple[str, ...]:
        """The kinds of deadline that fit what is due of a role."""

    def outcome(self) -> dict[str, Value] | None:
        """The outcome for the `end` entry, or None while the game goes on."""


def _say_nothing(_side: str) -> None:
    """Nobody knows what others have said beforehand."""


class ReplayCourse:
    """One entry under the rules, started at once so that an illegal entry is refused at its own place.

    `due` is the roll or the closed line asked for, or None once `applied` is known; `rolled` are the rolls
    given so far, `opened` the closed lines. `asked` is what may have been decided beforehand, as long as it
    is not known; `said` are those that are.
    """

    def __init__(self, steps: Steps, says: Says, knows: Knows = _say_nothing) -> None:
        self._steps, self._says, self._knows = steps, says, knows
        self.applied = 0
        self.rolled: list[tuple[Due, Given]] = []
        self.opened: list[str] = []
        self.said: list[StandingDecision] = []
        self.asked: StandingDecision | None = None
        self.due: Due | LineRequest | None = None
        self._resume(None)

    def say(self, says: Says) -> None:
        """Go on with what is known by now of what was said beforehand."""
        self._says = says
        if self.asked is not None:
            self._settle()

    def give(self, due: Due, given: Given) -> None:
        """Answer the roll that is due, and go on to the next."""
        self.rolled.append((due, given))
        self._resume(given)

    def offer(self, line: str | None) -> None:
        """Answer the closed line that is wanted: it need not be legal there."""
        self.opened += [] if line is None else [line]
        self._resume(line)

    def finish(self, says: Says, rolled: Sequence[tuple[Due, Given]] = (), lines: Sequence[str] = ()) -> int:
        """Go on with what the log says and rolls and the lines that it opens, returning `applied`; raises
        `roll-rules` where they differ.

        Rolls that were given before are compared with the log's.
        """
        self.say(says)
        for at, (found, given) in enumerate(rolled):
            due = self.rolled[at][0] if at < len(self.rolled) else self._next_due(lines)
            if due is None:
                raise errors.LogFault(
                    Code.ROLL_RULES, f"the log has {describe(found)}; the rules ask for no more dice here"
                )
            if not matches_due(found, due):
                raise errors.LogFault(
                    Code.ROLL_RULES, f"the log has {describe(found)}; the rules ask for {describe(due)}"
                )
            if at == len(self.rolled):
                self.give(due, given)
        missing = next((due for due, _ in self.rolled[len(rolled) :]), self._next_due(lines))
        if missing is not None:
            raise errors.LogFault(
                Code.ROLL_RULES, f"the rules ask for {describe(missing)}, which was not rolled"
            )
        return self.applied

    def _next_due(self, lines: Sequence[str]) -> Due | None:
        """The roll that is due once the lines that come before it were offered."""
        while isinstance(self.due, LineRequest):
            at = len(self.opened)
            self.offer(lines[at] if at < len(lines) else None)
        return self.due

    def _resume(self, given: Given | Sequence[str] | str | None) -> None:
        self.due = self.asked = None
        try:
            due = self._steps.send(given)
        except StopIteration as stop:
            self.applied = stop.value
            return
        if isinstance(due, StandingDecision):
            self.asked = due
            self._settle()
        else:
            self.due = due

    def _settle(self) -> None:
        """Answer what was asked, if it is known."""
        asked = self.asked
        lines = self._says(len(self.said), asked.side) if asked is not None else None
        if asked is not None and lines is not None:
            self.said.append(asked)
            asked.known = self._knows(asked.side)
            self._resume(lines)
