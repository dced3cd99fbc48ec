"""The rules replayed beside the log: the scenario set up, what each type of entry does, a game taken back.

A game with secret packs is run from what everybody knows, so that everybody can run it; `record` then lets
each party follow on a board that shows what he may see (`views`).
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from modules.engine.play import Play, Saved
from modules.engine.rules.mailing import Mailing
from modules.engine.rules.playing import S
from pbem import errors
from pbem.codes import Code
from pbem.entry import bodies
from pbem.entry.bodies import Charter
from pbem.entry.entries import Entry
from pbem.entry.papers import Proposal
from pbem.entry.shapes import REFEREE
from pbem.log.announcements import ANNOUNCED, announced
from pbem.log.shelf import Shelf
from pbem.log.socket import Steps
from pbem.rules import games
from pbem.rules.account import Account, Stop, Taken
from pbem.rules.agreeing import Agreeing
from pbem.rules.leaving import Leaving
from pbem.rules.simultaneous import Opened
from pbem.rules.standing import Filed
from pbem.rules.unsealing import Unsealing


@dataclass(frozen=True, slots=True)
class ReplayState(Generic[S]):
    """Where a replay stands, in a game whose state is an S. `sealed`: the entries with seals."""

    play: Saved[S]
    given_up: dict[str, Any] | None
    absent: dict[str, tuple[int, str]]
    left: dict[str, int]
    ends: dict[str, tuple[tuple[int, str, str], Saved[S]]]
    sealed: list[int]
    opened: list[tuple[int, Opened]]
    stops: list[Stop]
    accounts: Shelf[Account]
    record: Shelf[Taken]


class GameReplay(Unsealing, Agreeing, Leaving):
    """A game's rules as a `Replay`."""

    def adopt(self, said: bodies.Adopt) -> None:
        """Read the whole game under rules that it has adopted."""
        self._build, self._adopted = games.under(self._build, said), said

    def begin(self, charter: Entry) -> None:
        """Set up the scenario.

        Raises UnknownGame, `other-engine`, or `rules-refuse` for other sides or secret packs that nobody
        holds.
        """
        if not isinstance(charter.body, Charter):
            raise errors.LogFault(Code.CHARTER_MISPLACED, "a game begins with a charter")
        self.set_up(charter.author, charter.body)

    def set_up(self, author: str, body: Charter | Proposal) -> None:
        """As `begin`, by what was agreed on or is proposed."""
        self.rules, self._charter = self._build(body), body
        self.filed = Filed(self.rules)
        roles = [party.role for party in body.parties if party.role != REFEREE]
        if sorted(roles) != sorted(self.rules.seats):
            raise errors.LogFault(
                Code.RULES_REFUSE,
                f"the game is played by {', '.join(self.rules.seats)}, not {', '.join(roles)}",
            )
        if self.rules.secret_packs and body.secret is None:
            raise errors.LogFault(
                Code.RULES_REFUSE,
                "this game has hidden cards: it needs a referee who holds them and whose "
                "`secret` stands in the charter",
            )
        if self.rules.closed_orders and body.secret is None:
            raise errors.LogFault(
                Code.RULES_REFUSE,
                "in this game orders stay closed: it needs a referee who reads them and whose `secret` "
                "stands in the charter",
            )
        self.play = self._start()
        account = Account(0, author, Charter.type)
        self.accounts.append(account)
        self._tell(account)

    def _start(self) -> Play[Mailing[Any]]:
        """The game at its start, for everybody's eyes where something is hidden."""
        start = self.rules.start()
        hidden = self.rules.secret_packs or self.rules.closed_orders
        return Play(self.rules, self.rules.view(start, "") if hidden else start)

    def advance(self, entry: Entry) -> Steps:
        """See `Replay`; raises LineRefused, `not-your-decision` or `rules-refuse`."""
        account = Account(entry.seq, entry.author, entry.type)
        self.accounts.append(account)
        self._check_filed(entry)
        match entry.body:
            case bodies.Move() as move:
                self._absent.pop(entry.author, None)
                yield from self._carry_out(entry, self._read(entry.author, move), account)
            case bodies.Ack():
                if not self.dice_due:
                    raise errors.LogFault(Code.RULES_REFUSE, "no dice are due")
                yield from self._carry_out(entry, (), account)
            case bodies.Late() as late:
                yield from self._late(entry, late, account)
            case bodies.Resign():
                yield from self._resign(entry, account)
            case bodies.Seal() as seal:
                self._seal(entry, seal, account)
            case bodies.Open() as opening:
                yield from self._open(entry, opening, account)
            case bodies.Ruling() as ruling:
                account.story.append(announced(ruling))
                self._rule(ruling, account)
                yield from self._go_on_without(account)
            case body if isinstance(body, ANNOUNCED):
                if isinstance(body, bodies.Silent):
                    self._check_owes(body.role)
                if isinstance(body, bodies.Adopt) and self._adopted is None:
                    games.under(self._build, body)(self._charter)
                account.story.append(announced(body))
        return account.applied

    def copy(self) -> GameReplay:
        """The same game where it stands, to try an entry on."""
        made = copy.copy(self)
        made.play = Play.restore(self.rules, self.play.snapshot())
        made._told = len(made.play.events)
        made._left, made._ends = dict(self._left), dict(self._ends)
        made._absent, made._sealed, made._opened = dict(self._absent), self._sealed.copy(), [*self._opened]
        made.accounts, made.record, made.stops = self.accounts.copy(), self.record.copy(), [*self.stops]
        return made

    def state(self) -> ReplayState[Any]:
        """Where it stands, to be written down."""
        return ReplayState(
            self.play.saved(), self._given_up, self._absent, self._left, self._ends,
            self._sealed.written(lambda entry: entry.seq), self._opened, self.stops, self.accounts,
            self.record,
        )  # fmt: skip

    def resume(self, charter: Charter, state: ReplayState[Any], history: Sequence[Entry]) -> None:
        """Stand where another stood, of the same rules, after these entries."""
        self.rules, self._charter = self._build(charter), charter
        self.filed = Filed(self.rules)
        self.play = Play.resume(self.rules, state.play)
        self._given_up, self._absent, self._left = state.given_up, state.absent, state.left
        self._ends, self._sealed = state.ends, Shelf.unread(state.sealed, lambda seq: history[seq])
        self._opened, self.stops = state.opened, state.stops
        self.accounts, self.record = state.accounts, state.record

    def _check_filed(self, entry: Entry) -> None:
        """Raise LineRefused for standing orders in the clear that are not in the game's words."""
        papers = entry.body.papers if isinstance(entry.body, bodies.Carrier) else None
        for paper in papers or ():
            if isinstance(paper, bodies.Clear):
                self.filed.check(paper.lines)

    def rollback(self, entry: Entry, to: int) -> None:
        """Take the game back; what happened since stays in `accounts`, as it stays in the log."""
        self.record = Shelf(taken for taken in self.record if taken.seq <= to)
        self.play = self._start()
        for taken in self.record:
            self.play.follow(taken.answer)
        self._told = len(self.play.events)
        self._given_up, self._absent, self._ends = None, {}, {}
        self._left = {seat: seq for seat, seq in self._left.items() if seq <= to}
        self._sealed = Shelf(seal for seal in self._sealed if seal.seq <= to)
        self._opened = [opened for opened in self._opened if opened[0] <= to]
        account = Account(entry.seq, entry.author, entry.type)
        self.accounts.append(account)
        account.story.append(announced(entry.body))
