"""The game where it stands, beside the log: what is due and of whom, who is out or late, and how dice and
answers are taken down. Everything else of a replay goes on from here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator
from itertools import takewhile
from typing import Any, TypeAlias, TypeVar

from modules.engine.driver import Play, SavedPoint
from modules.engine.errors import OrderError
from modules.engine.orders import Order
from modules.engine.requests import Answer, Choose, Deal, Request, Reveal, Roll, Secret
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import PlayRules
from pbem import errors
from pbem.entry import bodies
from pbem.entry.bodies import Charter
from pbem.entry.canonical_json import Value
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.entry.setup_papers import Proposal
from pbem.log import deadlines
from pbem.log.due_rolls import CHANCE, Due, due_rolls
from pbem.log.lazy_list import LazyList
from pbem.log.replay_protocol import LineRequest, StandingDecision
from pbem.reason_codes import Code
from pbem.rules.replay.order_report import LineStop, OrderReport, RollResult, TakenAnswer, Told, format_turn
from pbem.rules.replay.simultaneous_decision import OpenedOrder, SimultaneousDecision
from pbem.rules.replay.standing_answers import StandingAnswers
from pbem.rules.rules_lookup import Build, rules_of

T = TypeVar("T")
Part: TypeAlias = Generator[Due | LineRequest | StandingDecision, Any, T]
"""A part of `Steps`."""
Known: TypeAlias = Callable[[Entry], "tuple[str, ...] | None"]
"""The closed lines of an order, for who knows them; else None."""
PhaseEnd: TypeAlias = tuple[tuple[int, str, str], SavedPoint[Any]]
"""The phase in which a line was given, and the game as it stood then: what a line such as `done` ends."""


def nobody_knows(_order: Entry) -> None:
    """What an order closed, as everybody knows it."""


def openers(rules: PlayRules[Any], side: str, out: Collection[str]) -> list[str]:
    """Who may open the dice of a side, or of one of its players, the first before the next: its own, then
    all others; of them who is not `out`, or all where everybody is."""
    ranked = sorted(rules.seats, key=lambda seat: (seat != side, rules.seats[seat] != side))
    return [seat for seat in ranked if seat not in out] or ranked


class ReplayBase:
    """A game's rules as they stand after the last entry that was taken in.

    `play` is the game for everybody's eyes, `accounts` has one item an entry, `record` one an answer, `filed`
    are the game's words for standing orders. `stops` are the answers that used fewer lines than the rules
    allow, as far as lines are `known`."""

    play: Play[MailRules[Any]]
    rules: MailRules[Any]
    filed: StandingAnswers
    _charter: Charter | Proposal

    def __init__(self, build: Build = rules_of, known: Known = nobody_knows) -> None:
        self._build = build
        self._adopted: bodies.Adopt | None = None
        self.known = known
        self.stops: list[LineStop] = []
        self._told = 0
        self._given_up: dict[str, Value] | None = None
        self._absent: dict[str, tuple[int, str]] = {}
        self._left: dict[str, int] = {}
        self._claims: dict[str, str] = {}
        """The kind of decision for which a seat let its time go by once, and has written nothing since."""
        self._ends: dict[str, PhaseEnd] = {}
        """Where a seat gave its newest line."""
        self._heading: tuple[tuple[int, str, str] | None, str] = None, ""
        self._sealed = LazyList[Entry]()
        self._opened: list[tuple[int, OpenedOrder]] = []
        self.accounts = LazyList[OrderReport]()
        self.record = LazyList[TakenAnswer]()

    def waiting_roles(self) -> tuple[str, ...]:
        """The seats that owe a decision, or the one that must open the dice; who must open sealed orders."""
        request = self.play.request
        if request is None or self._given_up is not None:
            return ()
        if (sealing := self.due_sealing) is not None:
            return sealing.owing_sides
        if isinstance(request, Choose):
            return (request.seat,)
        return (self._opener(request.side if isinstance(request, Roll) else ""),)

    def _opener(self, side: str) -> str:
        """Who opens the dice of a side, or of one of its players: the first of them who is in the game and
        not late, else the first of all."""
        here = openers(self.rules, side, self.eliminated_roles)
        return next((seat for seat in here if not self._is_absent(seat)), here[0])

    @property
    def reads_ahead(self) -> bool:
        """Whether the charter has the second way of reading lines: a forced order is given by itself, and a
        line such as `done` waits while the one after it is legal."""
        return self._charter.reading is not None and not self.rules.closed_orders

    @property
    def has_closed_orders(self) -> bool:
        """Whether orders stay closed in this game."""
        return self.rules.closed_orders

    @property
    def eliminated_roles(self) -> tuple[str, ...]:
        """The seats that are out of the game: who resigned or forfeited it, and by the rules."""
        gone = self.rules.eliminated_seats(self.play.state)
        return tuple(seat for seat in self.rules.seats if seat in self._left or seat in gone)

    def is_active(self, seat: str) -> bool:
        """Whether it is the phase of this seat or its side."""
        return self.play.state.active in (seat, *self.rules.sides_of(seat))

    def deadline_kinds(self, side: str) -> tuple[str, ...]:
        """The kinds of deadline that fit what is due of a seat: its own, then `order` or `decision`,
        as its side is the active one or not. The first that a charter has counts."""
        choice = self.decision(side)
        turn = deadlines.ORDER if self.is_active(side) else deadlines.DECISION
        return (turn,) if choice is None else (choice.kind, turn)

    def outcome(self) -> dict[str, Value] | None:
        """Winner (empty: a draw), level, reason and rule."""
        over = self.play.state.outcome
        if self._given_up is not None or over is None:
            return self._given_up
        return {"winner": over.winner, "level": over.level, "reason": over.reason, "rule": over.rule}

    @property
    def _has_referee(self) -> bool:
        return any(party.role == REFEREE for party in self._charter.parties)

    @property
    def dice_due(self) -> bool:
        """Whether dice, or cards, come before any decision."""
        return isinstance(self.play.request, CHANCE)

    def decision(self, author: str) -> Choose | None:
        """The decision that is due of this seat, if one is."""
        if (sealing := self.due_sealing) is not None:
            return sealing.choices[author] if author in sealing.missing_sides else None
        choice = self._choice()
        return choice if choice is not None and choice.seat == author else None

    @property
    def due_sealing(self) -> SimultaneousDecision | None:
        """How far a decision that several sides make at once has come; None where none is due."""
        request = self.play.request
        if not isinstance(request, Secret) or self._given_up is not None:
            return None
        since = self.record[-1].seq if self.record else 0
        choices = {side: request.choices[side] for side in self.rules.seats if side in request.choices}
        newest = takewhile(lambda seal: seal.seq > since, reversed(self._sealed))
        sealed = {seal.author: seal for seal in newest}
        return SimultaneousDecision(
            choices,
            since,
            {side: sealed[side] for side in choices if side in sealed},
            {opened.side: opened for seq, opened in self._opened if seq > since},
            frozenset(side for side in choices if self._is_absent(side)),
            self._has_referee,
        )

    @property
    def due_choice(self) -> Choose:
        """The decision that is due, of any seat; raises `out-of-step` without one."""
        if (choice := self._choice()) is None:
            raise errors.LogFault(Code.OUT_OF_STEP, f"no decision is due: {self._turn_side()}")
        return choice

    def _choice(self) -> Choose | None:
        """The decision that is due, of any side."""
        request = self.play.request
        return request if isinstance(request, Choose) and self._given_up is None else None

    def _phase(self) -> tuple[int, str, str]:
        state = self.play.state
        return state.turn, state.phase, state.active

    def _is_absent(self, side: str) -> bool:
        """Whether a seat is out of the game, or its time was over in this player turn, and it has sent
        nothing since."""
        late = self._absent.get(side) == (self.play.state.turn, self.play.state.active)
        return late or side in self._left or side in self.rules.eliminated_seats(self.play.state)

    def _check_owes(self, role: str) -> None:
        if role not in self.waiting_roles():
            raise errors.LogFault(
                Code.NOT_YOUR_DECISION, f"{role} has nothing to decide: {self._turn_side()}"
            )

    def _turn_side(self) -> str:
        if self.outcome() is not None:
            return "the game is over"
        if self.dice_due:
            return f"the dice come first, and {self.waiting_roles()[0]} must open them"
        if (sealing := self.due_sealing) is not None:
            return sealing.describe_progress
        choice = self._choice()
        kind = f" ({choice.kind.replace('_', ' ')})" if choice else ""
        return f"{' and '.join(self.waiting_roles())} must decide{kind}"

    def _parse_order(self, index: int, line: str) -> Order:
        try:
            order = self.rules.grammar.parse(line)
        except OrderError as error:
            raise errors.RefusedLine(index, line, error) from error
        if str(order) != line:
            raise errors.RefusedLine(
                index, line, errors.LogFault(Code.RULES_REFUSE, f"written in full it is `{order}`")
            )
        return order

    def _dice(self, account: OrderReport) -> Part[bool]:
        rolled = False
        while isinstance(request := self.play.request, CHANCE):
            values: list[int] = []
            shown: dict[str, int] = {}
            thrown = []
            for due in due_rolls(request):
                given = yield due
                thrown.append(RollResult(due, given))
                if isinstance(given, dict):
                    shown = given
                else:
                    values += given
            answer: Answer = shown if isinstance(request, Deal | Reveal) else tuple(values)
            self.play.answer(answer)
            self._note(account, request, answer, *thrown)
            rolled = True
        return rolled

    def _note(self, account: OrderReport, request: Request, answer: Answer, *told: Told) -> None:
        self.record.append(TakenAnswer(account.seq, request, answer, told))
        account.add_heading(self._heading[1])
        account.story += told
        self._tell(account)
        self._renew_heading()

    def _renew_heading(self) -> None:
        """What comes next is told under the phase that is now: `Turn 2 of 10, Vikings: Combat`."""
        if self._heading[0] != (phase := self._phase()):
            self._heading = phase, format_turn(self.rules, self.play.state)

    def _tell(self, account: OrderReport) -> None:
        hidden = self.rules.secret_packs or self.rules.closed_orders
        account.story += [e for e in self.play.events[self._told :] if not (hidden and e.seen_by)]
        self._told = len(self.play.events)
