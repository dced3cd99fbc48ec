"""A game on the table: a log walked to its head with the rules beside it. Everything is worked out from the
log, once for each command; nothing else is stored.
"""

from __future__ import annotations

import copy
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, tzinfo
from typing import Any

from modules.engine.driver import Play
from modules.engine.orders import Order
from modules.engine.requests import Choose, Secret
from modules.engine.rules.mail_rules import MailRules
from pbem import errors
from pbem.entry.bodies import Body, Charter, Game
from pbem.entry.entries import Entry, SignedEntry
from pbem.entry.verified_entries import verify_entry
from pbem.log import adoptions
from pbem.log.deadlines import Span
from pbem.log.log_file import GameLog, LogText
from pbem.log.log_verifier import LogVerifier
from pbem.log.verdict import CANNOT_JUDGE
from pbem.reason_codes import Code
from pbem.rules import rules_lookup
from pbem.rules.boards.board_cache import BoardCache
from pbem.rules.boards.closed_board import ClosedBoard
from pbem.rules.boards.party_board import Board
from pbem.rules.replay.game_replay import GameReplay
from pbem.rules.replay.order_report import OrderReport
from pbem.rules.replay.replay_base import Known, nobody_knows
from pbem.rules.replay.standing_answers import Papers, nobody_reads
from pbem.rules.rules_lookup import Build, rules_of


@dataclass(frozen=True, slots=True)
class DraftedPlay:
    """The game with a draft on it, up to the first dice or another's decision, as its author sees it, and
    the orders that were tried."""

    play: Play[MailRules[Any]]
    orders: tuple[Order, ...]


class Table:
    """`verifier` holds what was signed, `replay` what it means. After an entry was refused, load it again.

    `mine`: the side to which its unused lines are told, if it is one that sits here. `seat`: the board of a
    party that sees more of a game with secret packs than everybody (`seat_views.sit`). `boards` of sides go
    on with this table. `drafted`: a draft that is shown on it. `papers`: the standing orders that its reader
    can read. `pauses`: when no time runs, as far as the reader knows. `zone_of`: in which zone a role, or
    without one the reader, is told moments.
    """

    def __init__(self, build: Build = rules_of, known: Known = nobody_knows) -> None:
        self.replay = GameReplay(build, known)
        self.verifier = LogVerifier(self.replay)
        self.seat: Board | ClosedBoard | None = None
        self.mine = ""
        self.drafted: DraftedPlay | None = None
        self.boards = BoardCache()
        self.papers: Papers = nobody_reads
        self.pauses: Callable[[], Sequence[Span]] = tuple
        self.zone_of: Callable[[str], tzinfo] = _tell_in_utc

    @classmethod
    def load(
        cls, log: GameLog, build: Build = rules_of, upto: int | None = None, known: Known = nobody_knows
    ) -> Table:
        """The game in a log, all of it or up to entry `upto`, with the closed lines that are `known`; raises
        BrokenLog, or `other-engine` or UnknownGame where the rules here cannot judge it."""
        table = cls(build, known)
        table._read(log, upto)
        return table

    @classmethod
    def load_good(cls, log: GameLog, build: Build = rules_of) -> Table | None:
        """The game in a log up to the first entry that is wrong; None where the rules here can judge none of
        it."""
        table = cls(build)
        try:
            table._read(log, None)
        except errors.BrokenLog:
            return table if table.verifier.entries and table.replay.accounts else None
        except errors.PbemError as error:
            if error.code not in CANNOT_JUDGE:
                raise
            return None
        return table

    def _read(self, log: GameLog, upto: int | None) -> None:
        with _faults_of(log, self):
            text = log.read()
            if (adopted := adoptions.in_text(text)) is not None:
                self.replay.adopt(adopted)
        self.extend(log, text, upto)

    def extend(self, log: GameLog, text: LogText, upto: int | None = None) -> None:
        """Take in what stands in a log after what the table has; raises as `load`."""
        with _faults_of(log, self):
            for signed in text.records(self.seq + 1) if self.seq != upto else ():
                self.verifier.apply(verify_entry(signed))
                if self.seq == upto:
                    break
        if not self.verifier.entries:
            raise errors.BrokenLog(
                f"{log.path} has no charter", errors.LogFault(Code.EMPTY_LOG, "no charter")
            )

    def copy(self) -> Table:
        """The same log with rules of its own beside it, to try an entry on."""
        table = copy.copy(self)
        table.replay, table.boards = self.replay.copy(), BoardCache()
        return table

    def look_past(self, answer: Entry) -> Table:
        """The same game as it will stand with an answer to the open batch, which nobody has signed yet: to
        be read only, since no entry can follow it."""
        table = copy.copy(self)
        table.verifier, table.boards = self.verifier.look_past(answer), BoardCache()
        return table

    @property
    def play(self) -> Play[MailRules[Any]]:
        """The game as who sits here sees it, with the draft that is shown on it."""
        if self.drafted is not None:
            return self.drafted.play
        return self.seat.play if self.seat else self.replay.play

    def choice(self, side: str) -> Choose | None:
        """What a side has to decide now, in the open or under seal, as who sits here sees it."""
        request = self.play.request
        sealing = self.replay.due_sealing
        if isinstance(request, Secret) and sealing is not None:
            return request.choices[side] if side in sealing.may_seal else None
        return request if isinstance(request, Choose) and request.seat == side else None

    @property
    def seq(self) -> int:
        """The number of the newest entry."""
        return len(self.verifier.history) - 1

    @property
    def charter(self) -> Charter:
        """What the parties agreed on."""
        return self.verifier.parties.charter

    @property
    def game(self) -> Game:
        """Which game it is, by the rules and the file that were adopted since it began."""
        return rules_lookup.game_by(self.replay.build, self.charter)

    def time_of_writing(self, now: int | None) -> int:
        """What a writer whose clock says `now` states as the time: no time in a log goes back."""
        return max(now or 0, self.verifier.time or 0)

    @property
    def owing_roles(self) -> tuple[str, ...]:
        """The roles that must act next; nobody when the game is over."""
        if self.verifier.ended:
            return ()
        if (burner := self.verifier.renewals.next_role) is not None:
            return (burner,)
        if self.verifier.batch is not None:
            return (self.verifier.batch.closer,)
        return self.replay.waiting_roles() or (
            ("referee",) if self.verifier.parties.has_referee else self.verifier.parties.sides
        )

    def accounts(self, first: int, last: int) -> list[OrderReport]:
        """What the entries from `first` to `last` came to."""
        accounts = self.replay.accounts
        start = bisect_left(accounts, first, key=lambda each: each.seq)
        end = bisect_right(accounts, last, start, key=lambda each: each.seq)
        told = [self._add_own_lines(each) for each in accounts[start:end]]
        return [self.seat.account(account) for account in told] if self.seat else told

    def _add_own_lines(self, account: OrderReport) -> OrderReport:
        """An account with the lines that were not used, for who may know them (`mine`); for all others nobody
        has closed any."""
        entry = self.verifier.history[account.seq]
        known = self.replay.known(entry) if entry.author == self.mine else None
        dropped = (known or ())[account.closed :]
        return replace(account, dropped=dropped, why=account.why if dropped else "")

    def entries(self, first: int, last: int) -> list[SignedEntry]:
        """The entries from `first` to `last`."""
        return self.verifier.entries[first : last + 1]

    def next_entry(self, author: str, body: Body, link: str | None = None) -> Entry:
        """An entry that continues the log."""
        return Entry(self.verifier.game, self.seq + 1, self.verifier.head, author, body, link)


def _tell_in_utc(_role: str) -> tzinfo:
    return UTC


@contextmanager
def _faults_of(log: GameLog, table: Table) -> Iterator[None]:
    """What is wrong with the entry after those on the table is wrong with the log."""
    try:
        yield
    except errors.PbemError as error:
        if error.code in CANNOT_JUDGE:
            raise
        raise errors.BrokenLog.after_entries(log.path, table.seq + 1, error) from error
