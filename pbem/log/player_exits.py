"""Who is out of a game that the others play on: who resigned, and whom an answer names as `out`.

A reader without rules takes the answer's word for it; with rules it is held against the game (`rule_check`).
"""

from __future__ import annotations

import copy
from dataclasses import dataclass, field

from pbem import errors
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.log.parties import Parties
from pbem.reason_codes import Code


def reports_lines(entry: Entry) -> bool:
    """Whether lines are carried out by this entry, so that it tells what came of them: not where it only
    opens dice, or burns a link."""
    body = entry.body
    burns = isinstance(body, bodies.Ack) and body.burnt is not None
    return isinstance(body, bodies.Roll) or (
        isinstance(body, bodies.ReportingBody) and entry.link is None and not burns
    )


@dataclass(slots=True)
class PlayerExits:
    """The roles that are out, each with the entry by which it went."""

    _gone: dict[str, int] = field(default_factory=dict)

    def copy(self) -> PlayerExits:
        """The same, to go on from."""
        made = copy.copy(self)
        made._gone = {**self._gone}
        return made

    @property
    def roles(self) -> frozenset[str]:
        """Who is out now."""
        return frozenset(self._gone)

    def check(self, entry: Entry, parties: Parties) -> None:
        """Raise `out-wrong` unless who an entry says is out could go by it."""
        said = bodies.out_of(entry.body)
        if not said:
            return
        if not reports_lines(entry):
            raise errors.LogFault(Code.OUT_WRONG, "who is out stands where lines were carried out")
        playing = [role for role in parties.sides if role not in self._gone]
        if said != tuple(role for role in playing if role in said):
            raise errors.LogFault(
                Code.OUT_WRONG,
                f"out are {', '.join(said)}, but those in the game are, in the charter's order, "
                f"{', '.join(playing)}",
            )

    def take(self, entry: Entry) -> None:
        """Take in an entry that has been found good."""
        if isinstance(entry.body, bodies.Resign):
            self._gone[entry.author] = entry.seq
        self._gone |= dict.fromkeys(bodies.out_of(entry.body), entry.seq)

    def roll_back(self, to: int) -> None:
        """Take back who went after an entry."""
        self._gone = {role: seq for role, seq in self._gone.items() if seq <= to}
