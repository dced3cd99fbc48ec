"""The rules replayed beside the log: the scenario set up, what each type of entry does, a game taken back.

A game with secret packs is run from what everybody knows, so that everybody can run it; `record` then lets
each party follow on a board that shows what he may see (`views`).
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Generic

from modules.engine.driver import Play, SavedPoint
from modules.engine.requests import RulesAdopted
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import S
from pbem import errors
from pbem.entry import bodies
from pbem.entry.bodies import Charter
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.entry.setup_papers import Proposal
from pbem.log.announcements import ANNOUNCED, describe_announcement
from pbem.log.lazy_list import LazyList
from pbem.log.replay_protocol import Steps
from pbem.reason_codes import Code
from pbem.rules import rules_lookup
from pbem.rules.replay.amendments import AmendmentRules
from pbem.rules.replay.departures import Departures
from pbem.rules.replay.order_report import LineStop, OrderReport, TakenAnswer
from pbem.rules.replay.seal_opening import SealOpening
from pbem.rules.replay.simultaneous_decision import OpenedOrder
from pbem.rules.replay.standing_answers import StandingAnswers


@dataclass(frozen=True, slots=True)
class ReplayState(Generic[S]):
    """Where a replay stands, in a game whose state is an S. `sealed`: the entries with seals."""

    play: SavedPoint[S]
    given_up: dict[str, Any] | None
    absent: dict[str, tuple[int, str]]
    left: dict[str, int]
    ends: dict[str, tuple[tuple[int, str, str], SavedPoint[S]]]
    claims: dict[str, str]
    sealed: list[int]
    opened: list[tuple[int, OpenedOrder]]
    stops: list[LineStop]
    accounts: LazyList[OrderReport]
    record: LazyList[TakenAnswer]


class GameReplay(SealOpening, AmendmentRules, Departures):
    """A game's rules as a `Replay`."""

    def adopt(self, said: bodies.Adopt) -> None:
        """Read the whole game under rules that it has adopted."""
        self._build, self._adopted = rules_lookup.adopt_rules(self._build, said), said

    @property
    def build(self) -> rules_lookup.Build:
        """What makes its rules, by all that was adopted."""
        return self._build

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
        self.rules, self._charter = rules_lookup.judged_rules(self._build, body), body
        self.filed = StandingAnswers(self.rules)
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
        self._renew_heading()
        account = OrderReport(0, author, Charter.type)
        self.accounts.append(account)
        self._tell(account)

    def _start(self) -> Play[MailRules[Any]]:
        """The game at its start, for everybody's eyes where something is hidden."""
        start = self.rules.start()
        hidden = self.rules.secret_packs or self.rules.closed_orders
        return Play(self.rules, self.rules.view(start, "") if hidden else start)

    def advance(self, entry: Entry) -> Steps:
        """See `Replay`; raises LineRefused, `not-your-decision` or `rules-refuse`."""
        account = OrderReport(entry.seq, entry.author, entry.type)
        self.accounts.append(account)
        self._check_filed(entry)
        self._claims.pop(entry.author, None)
        match entry.body:
            case bodies.Move() as move:
                self._absent.pop(entry.author, None)
                yield from self._execute(entry, self._read(entry.author, move), account)
            case bodies.Ack():
                if not self.dice_due:
                    raise errors.LogFault(Code.RULES_REFUSE, "no dice are due")
                yield from self._execute(entry, (), account)
            case bodies.Lateness() as late:
                yield from self._apply_lateness(entry, late, account)
            case bodies.Resign():
                yield from self._resign(entry, account)
            case bodies.Seal() as seal:
                self._seal(entry, seal, account)
            case bodies.Open() as opening:
                yield from self._open(entry, opening, account)
            case bodies.Ruling() as ruling:
                account.story.append(describe_announcement(ruling))
                self._claims.clear()
                self._rule(ruling, account)
                yield from self._go_on_without(account)
            case bodies.Judging() as said:
                self._judge(said, account)
            case body if isinstance(body, ANNOUNCED):
                self._announce(entry.seq, body)
                account.story.append(describe_announcement(body))
        return account.applied

    def _announce(self, seq: int, body: bodies.Body) -> None:
        """What an entry does that is no move; whatever all sign, they have spoken."""
        self._claims.clear()
        match body:
            case bodies.Silence(role=role):
                self._check_owes(role)
            case bodies.Adopt() if self._adopted is None:
                rules_lookup.adopt_rules(self._build, body)(self._charter)
            case bodies.Adopt() if body == self._adopted:
                self._end_the_past(seq)
            case bodies.Claim():
                self._claim(body)

    def _end_the_past(self, seq: int) -> None:
        """From entry `seq` on the adopted rules judge, if they have not judged what came before it."""
        if not self.rules.judges_the_past and (request := self.play.request) is not None:
            self.play.end_the_past()
            self.record.append(TakenAnswer(seq, request, RulesAdopted(), ()))

    def copy(self) -> GameReplay:
        """The same game where it stands, to try an entry on."""
        made = copy.copy(self)
        made.play = Play.restore(self.rules, self.play.snapshot())
        made._told = len(made.play.events)
        made._left, made._ends, made._claims = dict(self._left), dict(self._ends), dict(self._claims)
        made._absent, made._sealed, made._opened = dict(self._absent), self._sealed.copy(), [*self._opened]
        made.accounts, made.record, made.stops = self.accounts.copy(), self.record.copy(), [*self.stops]
        return made

    def state(self) -> ReplayState[Any]:
        """Where it stands, to be written down."""
        return ReplayState(
            self.play.save_point(), self._given_up, self._absent, self._left, self._ends, self._claims,
            self._sealed.serialize(lambda entry: entry.seq), self._opened, self.stops, self.accounts,
            self.record,
        )  # fmt: skip

    def resume(self, charter: Charter, state: ReplayState[Any], history: Sequence[Entry]) -> None:
        """Stand where another stood, of the same rules, after these entries."""
        self.rules, self._charter = rules_lookup.judged_rules(self._build, charter), charter
        self.filed = StandingAnswers(self.rules)
        self.play = Play.resume(self.rules, state.play)
        self._renew_heading()
        self._given_up, self._absent, self._left = state.given_up, state.absent, state.left
        self._claims = state.claims
        self._ends, self._sealed = (
            state.ends,
            LazyList.from_serialized(state.sealed, lambda seq: history[seq]),
        )
        self._opened, self.stops = state.opened, state.stops
        self.accounts, self.record = state.accounts, state.record

    def _check_filed(self, entry: Entry) -> None:
        """Raise LineRefused for standing orders in the clear that are not in the game's words."""
        papers = entry.body.papers if isinstance(entry.body, bodies.Carrier) else None
        for paper in papers or ():
            if isinstance(paper, bodies.ClearPaper):
                self.filed.check(paper.lines)

    def rollback(self, entry: Entry, to: int) -> None:
        """Take the game back; what happened since stays in `accounts`, as it stays in the log."""
        has_adopted = any(isinstance(taken.answer, RulesAdopted) for taken in self.record)
        self.record = LazyList(taken for taken in self.record if taken.seq <= to)
        self.play = self._start()
        for taken in self.record:
            self.play.follow(taken.answer)
        if has_adopted and not any(isinstance(taken.answer, RulesAdopted) for taken in self.record):
            self._end_the_past(entry.seq)
        self._told = len(self.play.events)
        self._renew_heading()
        self._given_up, self._absent, self._ends, self._claims = None, {}, {}, {}
        self._left = {seat: seq for seat, seq in self._left.items() if seq <= to}
        self._sealed = LazyList(seal for seal in self._sealed if seal.seq <= to)
        self._opened = [opened for opened in self._opened if opened[0] <= to]
        account = OrderReport(entry.seq, entry.author, entry.type)
        self.accounts.append(account)
        account.story.append(describe_announcement(entry.body))
