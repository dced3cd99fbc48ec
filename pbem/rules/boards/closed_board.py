"""A game with closed orders as each may see it: one board for everything, and one for each seat.

The record that everybody has holds the effects of orders. A seat's board takes them in with its own orders
and its news; who knows every order sees the whole game, works effects and news out of it, and holds them
against the record: the referee as he answers, anybody once the orders are opened.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from modules.engine.driver import Play, SavedPoint
from modules.engine.errors import Illegal, OrderError
from modules.engine.orders import Order
from modules.engine.requests import Answer, Choose, Effect, Request
from modules.engine.rules.answers import WrongAnswer
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import PlayRules, S
from pbem import errors
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.log.announcements import ANNOUNCED
from pbem.log.due_rolls import CHANCE
from pbem.reason_codes import Code
from pbem.rules.replay.order_report import EffectReport, OrderReport, Stories, TakenAnswer, UsedLine
from pbem.rules.replay.standing_answers import StandingAnswer, StandingAnswers

Orders = Callable[[int], "tuple[str, ...] | None"]
"""The lines of a closed order by its entry, as far as they are known."""
News = Mapping[int, Sequence[tuple[str, ...]]]
"""What a seat learnt beside the effects: by the entry with the orders, for each of its effects in turn."""
FiledLines = Callable[[int, str], "tuple[str, ...] | None"]
"""The standing orders of a seat that count for what an entry does, as far as they are known."""
Said = tuple["UsedLine | StandingAnswer", Order]
"""What decided, and the order that it gave."""


def no_orders(_seq: int) -> None:
    """What everybody knows of closed orders."""


def nothing_filed(_seq: int, _seat: str) -> None:
    """What everybody knows of standing orders."""


@dataclass(frozen=True, slots=True)
class SeatKnowledge:
    """What one party knows: the closed `orders` by their entries, standing orders (`filed`), and `news`. The
    `seat` of the referee, or of anybody once all is opened, knows every order and needs no news; an empty one
    nothing."""

    seat: str = ""
    orders: Orders = no_orders
    news: News = field(default_factory=dict)
    filed: FiledLines = nothing_filed

    @property
    def sees_all(self) -> bool:
        """Whether nothing is hidden from it."""
        return self.seat == REFEREE


@dataclass(frozen=True, slots=True)
class ClosedState(Generic[S]):
    """Where a board stands, in a game whose state is an S."""

    play: SavedPoint[S]
    last: Request | None
    count: int
    effects: Counter[int]
    used: Counter[int]
    stories: Stories


class ClosedBoard:
    """The game as `knows` shows it. `play` stands where the record that was followed ends, `count` is its
    length."""

    def __init__(self, rules: MailRules[Any], knows: SeatKnowledge) -> None:
        self._rules, self.knows, self._filed = rules, knows, StandingAnswers(rules)
        start = rules.start()
        self.play: Play[MailRules[Any]] = Play(
            rules, start if knows.sees_all else rules.view(start, knows.seat)
        )
        self.last: Request | None = None
        self._told = 0
        self.count = 0
        self._newest: TakenAnswer | None = None
        self._effects = Counter[int]()
        self._used = Counter[int]()
        self._stories = Stories()
        self._tell(0)

    def state(self) -> ClosedState[Any]:
        """Where it stands, to be written down."""
        return ClosedState(
            self.play.save_point(), self.last, self.count, self._effects, self._used, self._stories
        )

    @classmethod
    def resume(
        cls,
        rules: MailRules[Any],
        knows: SeatKnowledge,
        state: ClosedState[Any],
        record: Sequence[TakenAnswer],
    ) -> ClosedBoard:
        """The board that stood there after the beginning of this record."""
        made = cls.__new__(cls)
        made._rules, made.knows, made._filed = rules, knows, StandingAnswers(rules)
        made.play, made.last, made.count = Play.resume(rules, state.play), state.last, state.count
        made._newest = record[state.count - 1] if state.count else None
        made._effects, made._used = state.effects, state.used
        made._told, made._stories = 0, state.stories
        return made

    def follow(self, record: Iterable[TakenAnswer]) -> None:
        """Take in what the public game took; raises as `take`."""
        for taken in record:
            self.take(taken)

    def is_on(self, record: Sequence[TakenAnswer]) -> bool:
        """Whether what was followed is how this record begins."""
        return self.count == 0 or (self.count <= len(record) and record[self.count - 1] is self._newest)

    def take(self, taken: TakenAnswer, said: Said | None = None) -> None:
        """Take in one answer; `said` has decided, if that was found out before. Raises `effect-wrong` for an
        effect that this board's own order cannot have, `out-of-step` where the rules ask for something else
        than the public game."""
        self.last, self.count, self._newest = self.play.request, self.count + 1, taken
        story = self._stories.open_page(taken.seq)
        effected = taken.told[0] if taken.told and isinstance(taken.told[0], EffectReport) else None
        try:
            if effected is None:
                self.play.follow(taken.answer)
            else:
                self._take(taken, effected, said)
        except WrongAnswer as error:
            raise errors.LogFault(Code.OUT_OF_STEP, f"entry {taken.seq}: {error}") from error
        except Illegal as error:
            what = effected.text if effected else taken.request
            raise errors.ContradictedAnswer(
                Code.EFFECT_WRONG,
                f"entry {taken.seq}: `{what}`: {error}: this is the referee's doing",
                taken.seq,
            ) from error
        if effected is None:
            story += taken.told
        self._tell(taken.seq)

    def _take(self, taken: TakenAnswer, effected: EffectReport, said: Said | None) -> None:
        mine = self.knows.sees_all or effected.seat == self.knows.seat
        said = (said or self.find_decision(taken.seq, effected)) if mine else None
        at = self._effects[taken.seq]
        self._effects[taken.seq] += 1
        if said is None:
            self._stories.open_page(taken.seq).append(effected)
            self.play.follow(self._effect(taken, at, None))
            return
        told, order = said
        self._used[taken.seq] += isinstance(told, UsedLine)
        self._stories.open_page(taken.seq).append(told)
        choice, answer = self.play.request, self._effect(taken, at, order)
        if self.knows.sees_all:
            self._check_effect(taken.seq, effected, order)
        elif isinstance(choice, Choose):
            choice.options.check(order)
            self._rules.check_effect(self.play.state, order, answer)
        self.play.follow(order if self.knows.sees_all else answer)

    def _check_effect(self, seq: int, effected: EffectReport, order: Order) -> None:
        effect = self._rules.effect(self.play.state, order)
        if str(effect) != effected.text:
            raise errors.ContradictedAnswer(
                Code.EFFECT_WRONG,
                f"entry {seq}: the log says `{effected.text}`; `{order}` of {effected.seat} came to "
                f"`{effect}`: this is the referee's doing",
                seq,
            )

    def _effect(self, taken: TakenAnswer, at: int, order: Order | None) -> Effect:
        news = self.knows.news.get(taken.seq, ())
        return Effect(_known_order(taken), news[at] if at < len(news) else (), order)

    def find_decision(self, seq: int, effected: EffectReport) -> Said:
        """What has had this effect, by what this board knows of its seat. Raises `effect-wrong` where nothing
        has, `out-of-step` where none is due."""
        choice, seat = self.play.request, effected.seat
        if not isinstance(choice, Choose) or choice.seat != seat:
            raise errors.LogFault(
                Code.OUT_OF_STEP, f"entry {seq}: a board asks for {choice}, the game for {seat}"
            )
        said = self.next_decision(seq, effected.own, effected.absent)
        if said is None:
            raise errors.ContradictedAnswer(
                Code.EFFECT_WRONG,
                f"entry {seq}: `{effected.text}`: neither the order nor the standing orders of {seat} decide "
                "anything there: this is the referee's doing",
                seq,
            )
        return said

    def next_decision(self, seq: int, own: bool, absent: bool) -> Said | None:
        """What decides next in entry `seq`, for a seat that this board knows: the next line of the order, if
        the entry is its `own` and the line is legal there; else its standing orders; for one who is `absent`
        the game's default at last. None if the seat is to be asked. Raises `lines-lost`."""
        choice = self.play.request
        if not isinstance(choice, Choose):
            return None
        lines = self._lines(seq)[self._used[seq] :] if own else ()
        order = legal(self._rules, choice, lines[0]) if lines else None
        if order is not None:
            return UsedLine(str(order)), order
        return self._standing_decision(self.play, choice, seq, absent)

    def _standing_decision(
        self, play: Play[MailRules[Any]], choice: Choose, seq: int, absent: bool
    ) -> Said | None:
        lines = self.knows.filed(seq, choice.seat)
        if lines is None:
            raise errors.LogFault(
                Code.STANDING_LOST, f"the standing orders of {choice.seat} for entry {seq} are not known here"
            )
        return self._filed.answer(lines, play, choice, absent)

    def _lines(self, seq: int) -> tuple[str, ...]:
        lines = self.knows.orders(seq)
        if lines is None:
            raise errors.LogFault(
                Code.LINES_LOST,
                f"what entry {seq} closed is not in its owner's folder: without it nobody can follow the "
                "game as that player sees it",
            )
        return lines

    def _tell(self, seq: int) -> None:
        """What happened, without what is for others' eyes."""
        story = self._stories.open_page(seq)
        for told in self.play.events[self._told :]:
            if self.knows.sees_all or not told.seen_by or self.knows.seat in told.seen_by:
                story.append(told)
        self._told = len(self.play.events)

    def account(self, public: OrderReport) -> OrderReport:
        """An entry's account as this board saw it: who knows the order is told of its lines."""
        if issubclass(bodies.TYPES[public.type], ANNOUNCED):
            return public
        said = public.story[:1] if public.type == "late" else []
        mine = self.knows.sees_all or public.author == self.knows.seat
        lines = (self.knows.orders(public.seq) if mine else None) or ()
        dropped = lines[self._used[public.seq] :]
        return replace(
            public,
            story=[*said, *self._stories.read_page(public.seq)],
            headings=public.headings[:1],
            dropped=dropped,
            why="they were not legal any more, or others must decide first" if dropped else "",
        )

    def try_lines(self, entry: Entry, lines: Sequence[str]) -> tuple[OrderReport, Play[MailRules[Any]]]:
        """The lines of an order judged by what its author knows, up to the first that cannot be judged yet.

        Each is tried on what its author expects of those before it, up to one of which he cannot know what it
        comes to; where one is not legal his standing orders may decide first. Returns the account and the
        game there; raises LineRefused for a line that is not legal, or not written in full.
        """
        play = Play.restore(self._rules, self.play.snapshot())
        account = OrderReport(entry.seq, entry.author, entry.type)
        while isinstance(request := play.request, Choose) and account.applied < len(lines):
            if request.seat != entry.author:
                break
            told, order = self._try_line(play, request, entry.seq, account.applied, lines[account.applied])
            effect = self._rules.effect(play.state, order)
            account.applied += isinstance(told, UsedLine)
            account.story.append(told)
            if effect is None:
                return account, play
            play.follow(Effect(effect, (), order))
        if not isinstance(play.request, CHANCE) and account.applied < len(lines):
            account.dropped = tuple(lines[account.applied :])
            account.why = "the game is over" if play.request is None else "another must decide first"
        return account, play

    def _try_line(self, play: Play[MailRules[Any]], choice: Choose, seq: int, index: int, line: str) -> Said:
        try:
            order = judge_line(self._rules, choice, line, index)
        except errors.RefusedLine:
            said = self._standing_decision(play, choice, seq, absent=False)
            if said is None:
                raise
            return said
        return UsedLine(line), order


def try_order(play: Play[MailRules[Any]], order: Order) -> bool:
    """Goes on with a legal order on its seat's own board; False, with nothing changed, where orders stay
    closed and its effect cannot be known beforehand. Raises Illegal."""
    if not play.rules.closed_orders:
        play.answer(order)
        return True
    expected = play.rules.effect(play.state, order)
    if expected is not None:
        play.follow(Effect(expected, (), order))
    return expected is not None


def judge_line(rules: PlayRules[Any], request: Choose, line: str, index: int) -> Order:
    """The legal order that a line is; raises LineRefused."""
    try:
        order = rules.grammar.parse(line)
        request.options.check(order)
    except Illegal as error:
        raise errors.RefusedLine(index, line, error, error.rule, request) from error
    except OrderError as error:
        raise errors.RefusedLine(index, line, error) from error
    if str(order) != line:
        raise errors.RefusedLine(
            index, line, errors.LogFault(Code.RULES_REFUSE, f"written in full it is `{order}`")
        )
    return order


def legal(rules: PlayRules[Any], request: Choose, line: str) -> Order | None:
    """The order that a line is, if it is legal."""
    try:
        return judge_line(rules, request, line, 0)
    except errors.RefusedLine:
        return None


def _known_order(taken: TakenAnswer) -> Order:
    answer: Answer = taken.answer
    if not isinstance(answer, Effect):
        raise errors.LogFault(Code.OUT_OF_STEP, f"entry {taken.seq} has an order where an effect is due")
    return answer.known
