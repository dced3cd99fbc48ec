"""The driver: runs a game's rules phase by phase, hands out what they ask and takes the answers.

A running generator cannot be copied, so each phase starts from the state alone. A snapshot is therefore
the state at the last phase boundary plus the answers since; restoring runs these again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from modules.amounts import count_noun
from modules.engine.amendments import Amendments
from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.requests import (
    Answer,
    Choose,
    Effect,
    Intervention,
    Judged,
    PassedDecision,
    Request,
    RulesAdopted,
    SeatRemoved,
    Secret,
    Tell,
)
from modules.engine.rules.answers import WrongAnswer, check_answer
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.objection_rules import ObjectionRules
from modules.engine.rules.play_rules import GameOver, Outcome, PlayRules, S
from modules.engine.rules.required_parts import P, require

R_co = TypeVar("R_co", bound=PlayRules[Any], covariant=True)


@dataclass(frozen=True, slots=True)
class SavedPoint(Generic[S]):
    """A point in a game as plain data: a state where a phase began with nothing passed over before it, and
    the answers since, of which `count` had been given before. What was told is not in it."""

    boundary: S
    answers: tuple[Answer, ...]
    count: int = 0


@dataclass(frozen=True, slots=True)
class Snapshot(Generic[S]):
    """A point in a game from which it can go on, any number of times."""

    boundary: S
    answers: tuple[Answer, ...]
    events: tuple[Tell, ...]
    count: int
    passed: tuple[PassedDecision, ...] = ()
    before: SavedPoint[S] | None = None
    """Its boundary, to be written down."""


class Play(Generic[R_co]):
    """A game in progress; `Play[ViewRules[Any]]` is one whose rules have that part. `request` is what is due
    (None: the game is over), `events` what has happened, `count` how many answers were given, `passed` the
    decisions that were passed over since the last order."""

    def __init__(self, rules: R_co, state: Any = None) -> None:
        self.rules = rules
        self.state: Any = rules.start() if state is None else state.copy()
        self.events: list[Tell] = []
        self.count = 0
        self.passed: list[PassedDecision] = []
        self.request: Request | None = None
        self._begin()
        self._advance(None)

    def _begin(self) -> None:
        self._boundary = self.state.copy()
        self._since: list[Answer] = []
        if not self.passed:
            self._anchor, self._since_anchor = SavedPoint(self._boundary, (), self.count), list[Answer]()
        self._at_boundary = len(self._since_anchor)
        self._events_before = len(self.events)
        self._passed_before = tuple(self.passed)
        self._steps = self.rules.phase(self.state)

    def answer(self, value: Answer) -> None:
        """Gives what was asked for. Raises Illegal (nothing changes) or WrongAnswer."""
        if self.request is None:
            raise WrongAnswer("the game is over: no decision is due")
        check_answer(self.request, value)
        self._take(value)

    def follow(self, value: Answer) -> None:
        """Takes an answer that stands in a record of the game. As `answer`, but an order is not judged again:
        who knows more than the judge must let stand even one that came to nothing. Raises WrongAnswer."""
        if isinstance(value, Intervention):
            self.intervene(value)
        elif not isinstance(self.request, Choose):
            self.answer(value)
        elif isinstance(value, Order | Effect):
            self._take(value)
        else:
            raise WrongAnswer(f"an order by {self.request.side} is due ({self.request.kind}), not {value!r}")

    def intervene(self, value: Intervention) -> None:
        """Do to the game what is done from outside; raises as what it stands for."""
        match value:
            case SeatRemoved(seat):
                self.remove_player(seat)
            case Amendments():
                self.amend(value)
            case Judged():
                self.judge(value)
            case RulesAdopted():
                self.end_the_past()

    def why_not(self, side: str, order: Order) -> Illegal | None:
        """Why an order cannot be given whose phase was passed over, for nothing could be done in it; None for
        any other order, such as one that may be given now."""
        if self._is_legal(side, order):
            return None
        for passed in reversed(self.passed):
            if passed.choice.seat == side and isinstance(order, passed.takes):
                try:
                    passed.choice.options.check(order)
                except Illegal as fault:
                    return fault
        return None

    def _is_legal(self, side: str, order: Order) -> bool:
        if not isinstance(self.request, Choose) or self.request.seat != side:
            return False
        try:
            self.request.options.check(order)
        except Illegal:
            return False
        return True

    def remove_player(self, seat: str) -> bool:
        """Go on without this player; False, with nothing changed, if the game does not say how. Raises
        MissingPart for rules that know nothing of mail."""
        if self.request is None or not require(self.rules, MailRules).remove_player(self.state, seat):
            return False
        self.passed = []
        if self.state.outcome is None:
            self._begin()
            self._advance(None)
        else:
            self.request = None
            self._since_anchor.append(SeatRemoved(seat))
        return True

    @property
    def begins(self) -> bool:
        """Whether a phase begins here, with a decision: nothing has been answered in it."""
        return not self._since and isinstance(self.request, Choose)

    @property
    def in_phase(self) -> int:
        """How many answers were given since the phase began."""
        return len(self._since)

    def amend(self, agreed: Amendments) -> None:
        """Take in facts on which all agree, where a phase begins; it begins anew from them. Raises OrderError
        (nothing changes), WrongAnswer elsewhere, MissingPart for rules that know nothing of mail."""
        if not self.begins:
            raise WrongAnswer("facts are taken where a phase begins")
        state = self._boundary.copy()
        require(self.rules, MailRules).amend(state, agreed.facts)
        self.state, self.passed = state, [*self._passed_before]
        self._since_anchor.append(agreed)
        self._begin()
        self._advance(None)

    def judge(self, said: Judged) -> None:
        """Take in what the judge says of an objection, in the midst of a phase; the same decision is due
        then. Raises Illegal (nothing changes) for one that is not open, MissingPart for rules without
        objections."""
        self.events += require(self.rules, ObjectionRules).judge(self.state, said)
        self._note(said)

    def end_the_past(self) -> None:
        """From here on the rules that were adopted judge all that is done; the same decision is due. Raises
        MissingPart for rules that know nothing of mail."""
        require(self.rules, MailRules).end_the_past(self.state)
        self._note(RulesAdopted())

    def _take(self, value: Answer) -> None:
        if isinstance(self.request, Choose | Secret):
            self.passed = []
        self._note(value)
        self._advance(value)

    def _note(self, value: Answer) -> None:
        self._since.append(value)
        self._since_anchor.append(value)
        self.count += 1

    def _take_again(self, value: Answer) -> None:
        """Take what was taken before in this phase."""
        if isinstance(value, Judged | RulesAdopted):
            self.intervene(value)
        else:
            self._take(value)

    def _advance(self, value: Answer) -> None:
        while True:
            try:
                asked = self._steps.send(value)
            except (StopIteration, GameOver):
                if self.state.outcome is not None:
                    self.request = None
                    return
                self._begin()
                value = None
                continue
            value = None
            if isinstance(asked, Tell):
                self.events.append(asked)
            elif isinstance(asked, PassedDecision):
                self.passed.append(asked)
            else:
                self.request = asked
                return

    def snapshot(self) -> Snapshot[Any]:
        """This point of the game; costs nothing but the list of answers since the phase began."""
        events = tuple(self.events[: self._events_before])
        count = self.count - len(self._since)
        before = self._saved(self._at_boundary)
        return Snapshot(self._boundary, tuple(self._since), events, count, self._passed_before, before)

    def moment(self) -> Callable[[], Play[R_co]]:
        """A game that stands here, for whoever may ask for it later; nothing is worked out before. It has
        none of the events before its phase."""
        boundary, since, count, passed = self._boundary, self._since, len(self._since), self._passed_before
        before = self._saved(self._at_boundary)
        return lambda: Play.restore(
            self.rules, Snapshot(boundary, tuple(since[:count]), (), 0, passed, before)
        )

    def due_point(self) -> SavedPoint[Any]:
        """As much of this point as tells what is due."""
        return SavedPoint(self._boundary, tuple(self._since))

    def save_point(self) -> SavedPoint[Any]:
        """This point of the game, to be written down."""
        return self._saved(len(self._since_anchor))

    def _saved(self, upto: int) -> SavedPoint[Any]:
        anchor = self._anchor
        return SavedPoint(anchor.boundary, (*anchor.answers, *self._since_anchor[:upto]), anchor.count)

    @classmethod
    def resume(cls, rules: P, saved: SavedPoint[Any]) -> Play[P]:
        """A game that stands where another was saved, with none of what was told before."""
        play = Play.restore(rules, Snapshot(saved.boundary, (), (), saved.count))
        for answer in saved.answers:
            if isinstance(answer, Intervention):
                play.intervene(answer)
            else:
                play._take(answer)
        play.events.clear()
        play._events_before = 0
        return play

    @classmethod
    def restore(cls, rules: P, snapshot: Snapshot[Any]) -> Play[P]:
        """A new game that stands where the snapshot was taken."""
        play: Play[P] = Play.__new__(Play)
        play.rules = rules
        play.state = snapshot.boundary.copy()
        play.events = list(snapshot.events)
        play.count = snapshot.count
        play.passed = list(snapshot.passed)
        play.request = None
        play._anchor = snapshot.before or SavedPoint(snapshot.boundary, (), snapshot.count)
        play._since_anchor = []
        play._begin()
        play._advance(None)
        for answer in snapshot.answers:
            play._take_again(answer)
        return play


def play_with(play: Play[Any], part: type[P]) -> Play[P]:
    """The same game in progress as one whose rules have a part. Raises MissingPart."""
    require(play.rules, part)
    return play


Source = Callable[[Request, Any], Answer]
"""Answers requests: a policy, a record, dice."""


def run(play: Play[PlayRules[Any]], source: Source, limit: int = 1_000_000) -> Outcome:
    """Plays on from `source` until the game is over. Raises Illegal or WrongAnswer as `answer` does, and
    RunawayGame after `limit` answers."""
    while play.request is not None:
        if play.count >= limit:
            raise RunawayGame(f"no end after {count_noun(limit, 'answer')}")
        play.answer(source(play.request, play.state))
    outcome: Outcome | None = play.state.outcome
    if outcome is None:
        raise RunawayGame("the rules ended without an outcome")
    return outcome


class RunawayGame(Exception):
    """A game that does not end: a fault of its rules."""
