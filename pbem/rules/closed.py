"""A game with closed orders as each may see it: one board for everything, and one for each seat.

The record that everybody has holds the effects of orders. A seat's board takes them in with its own orders
and its news; who knows every order sees the whole game, works effects and news out of it, and holds them
against the record: the referee as he answers, anybody once the orders are opened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from modules.engine.errors import Illegal, OrderError
from modules.engine.orders import Order
from modules.engine.play import Play, Rules, WrongAnswer
from modules.engine.requests import Choose, Effect, Request, Tell
from pbem import errors
from pbem.codes import Code
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.entry.shapes import REFEREE
from pbem.log.announcements import ANNOUNCED
from pbem.log.dues import CHANCE
from pbem.rules.account import Account, Effected, Taken, Told, Used

Orders = Callable[[int], "tuple[str, ...] | None"]
"""The lines of a closed order by its entry, as far as they are known."""
News = Mapping[int, Sequence[tuple[str, ...]]]
"""What a seat learnt beside the effects: by the entry with the orders, for each of its effects in turn."""


def no_orders(_seq: int) -> None:
    """What everybody knows of closed orders."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one party knows: the closed `orders` by their entries, and `news`. The `seat` of the referee, or
    of anybody once all is opened, knows every order and needs no news; an empty one nothing."""

    seat: str = ""
    orders: Orders = no_orders
    news: News = field(default_factory=dict)

    @property
    def all(self) -> bool:
        """Whether nothing is hidden from it."""
        return self.seat == REFEREE


class ClosedBoard:
    """The game as `knows` shows it. `play` stands where the record that was followed ends."""

    def __init__(self, rules: Rules[Any], knows: Sight) -> None:
        self._rules, self.knows = rules, knows
        start = rules.start()
        self.play: Play[Any] = Play(rules, start if knows.all else rules.view(start, knows.seat))
        self.last: Request | None = None
        self._told = 0
        self._count: dict[int, int] = {}
        self._stories: dict[int, list[Told | Tell]] = {}
        self._tell(0)

    def follow(self, record: Iterable[Taken]) -> None:
        """Take in what the public game took; raises as `take`."""
        for taken in record:
            self.take(taken)

    def take(self, taken: Taken) -> None:
        """Take in one answer. Raises `effect-wrong` for an effect that this board's own order cannot have,
        `out-of-step` where the rules ask for something else than the public game."""
        self.last = self.play.request
        story = self._stories.setdefault(taken.seq, [])
        effected = taken.told[0] if taken.told and isinstance(taken.told[0], Effected) else None
        try:
            if effected is None:
                self.play.follow(taken.answer)
            else:
                self._take(taken, effected)
        except WrongAnswer as error:
            raise errors.LogFault(Code.OUT_OF_STEP, f"entry {taken.seq}: {error}") from error
        except Illegal as error:
            what = effected.text if effected else taken.request
            raise errors.Contradicted(
                Code.EFFECT_WRONG,
                f"entry {taken.seq}: `{what}`: {error}: this is the referee's doing",
                taken.seq,
            ) from error
        if effected is None:
            story += taken.told
        self._tell(taken.seq)

    def _take(self, taken: Taken, effected: Effected) -> None:
        order = self.order_of(taken.seq, effected)
        if order is not None:
            line = Used(str(order)) if effected.place >= 0 else effected
            self._stories[taken.seq].append(line)
        else:
            self._stories[taken.seq].append(effected)
        if self.knows.all and order is not None:
            self.play.follow(order)
            return
        at = self._count.get(taken.seq, 0)
        self._count[taken.seq] = at + 1
        news = self.knows.news.get(taken.seq, ())
        told = Effect(_known(taken), news[at] if at < len(news) else (), order)
        choice = self.play.request
        if order is not None and isinstance(choice, Choose):
            choice.options.check(order)
            self._rules.compare(self.play.state, order, told)
        self.play.follow(told)

    def order_of(self, seq: int, effected: Effected) -> Order | None:
        """The order with this effect, if this board may know it; raises `out-of-step` where none is due."""
        if not self.knows.all and effected.seat != self.knows.seat:
            return None
        choice = self.play.request
        if not isinstance(choice, Choose) or choice.seat != effected.seat:
            raise errors.LogFault(
                Code.OUT_OF_STEP, f"entry {seq}: a board asks for {choice}, the game for {effected.seat}"
            )
        if effected.place < 0:
            return self._rules.standing().default(self._rules.view(self.play.state, choice.seat), choice)
        lines = self.knows.orders(seq)
        if lines is None:
            raise errors.LogFault(
                Code.LINES_LOST,
                f"what entry {seq} of {effected.seat} closed is not in its owner's folder: without it nobody "
                "can follow the game as that player sees it",
            )
        if effected.place >= len(lines):
            raise errors.Contradicted(
                Code.EFFECT_WRONG,
                f"entry {seq}: `{effected.text}` would be that of line {effected.place + 1}; the order has "
                f"{len(lines)}",
                seq,
            )
        try:
            return self._rules.grammar.parse(lines[effected.place])
        except OrderError as error:
            raise errors.Contradicted(
                Code.EFFECT_WRONG,
                f"entry {seq}: `{effected.text}` would be that of a line that is none: {error}",
                seq,
            ) from error

    def _tell(self, seq: int) -> None:
        """What happened, without what is for others' eyes."""
        story = self._stories.setdefault(seq, [])
        for told in self.play.events[self._told :]:
            if self.knows.all or not told.seen_by or self.knows.seat in told.seen_by:
                story.append(told)
        self._told = len(self.play.events)

    def account(self, public: Account) -> Account:
        """An entry's account as this board saw it: who knows the order is told of its lines."""
        if issubclass(bodies.TYPES[public.type], ANNOUNCED):
            return public
        said = public.story[:1] if public.type == "late" else []
        mine = self.knows.all or public.author == self.knows.seat
        lines = (self.knows.orders(public.seq) if mine else None) or ()
        dropped = lines[public.applied :]
        return replace(
            public,
            story=[*said, *self._stories.get(public.seq, [])],
            dropped=dropped,
            why="they were not legal any more, or others must decide first" if dropped else "",
        )

    def try_lines(self, entry: Entry, lines: Sequence[str]) -> tuple[Account, Play[Any]]:
        """The lines of an order judged by what its author knows, up to the first that cannot be judged yet.

        Each is tried on what its author expects of those before it, up to one of which he cannot know what it
        comes to. Returns the account and the game there; raises LineRefused for a line that is not legal, or
        not written in full.
        """
        play = Play.restore(self._rules, self.play.snapshot())
        account = Account(entry.seq, entry.author, entry.type)
        while isinstance(request := play.request, Choose) and account.applied < len(lines):
            if request.seat != entry.author:
                break
            line = lines[account.applied]
            order = judged(self._rules, request, line, account.applied)
            effect = self._rules.effect(play.state, order)
            account.applied += 1
            account.story.append(Used(line))
            if effect is None:
                return account, play
            play.follow(Effect(effect, (), order))
        if not isinstance(play.request, CHANCE) and account.applied < len(lines):
            account.dropped = tuple(lines[account.applied :])
            account.why = "the game is over" if play.request is None else "another must decide first"
        return account, play


def judged(rules: Rules[Any], request: Choose, line: str, index: int) -> Order:
    """The legal order that a line is; raises LineRefused."""
    try:
        order = rules.grammar.parse(line)
        request.options.check(order)
    except Illegal as error:
        raise errors.LineRefused(index, line, error, error.rule, request) from error
    except OrderError as error:
        raise errors.LineRefused(index, line, error) from error
    if str(order) != line:
        raise errors.LineRefused(
            index, line, errors.LogFault(Code.RULES_REFUSE, f"written in full it is `{order}`")
        )
    return order


def legal(board: ClosedBoard, request: Choose, line: str) -> Order | None:
    """The order that a line is, if it is legal as a board shows it."""
    try:
        return judged(board.play.rules, request, line, 0)
    except errors.LineRefused:
        return None


class Whole:
    """The whole game, by who has every order. `board` shows all of it, `seats` what each may see."""

    def __init__(self, rules: Rules[Any], orders: Orders) -> None:
        self._rules = rules
        self.board = ClosedBoard(rules, Sight(REFEREE, orders))
        self.news: dict[str, dict[int, list[tuple[str, ...]]]] = {seat: {} for seat in rules.seats}
        self.seats = {seat: ClosedBoard(rules, Sight(seat, orders, self.news[seat])) for seat in rules.seats}

    def follow(self, record: Iterable[Taken]) -> None:
        """Take in what the public game took; raises as `take`."""
        for taken in record:
            self.take(taken)

    def take(self, taken: Taken) -> None:
        """Take in one answer, and work out what each learns of it. Raises `effect-wrong` for an effect that
        is not the order's, else as `ClosedBoard.take`."""
        effected = taken.told[0] if taken.told and isinstance(taken.told[0], Effected) else None
        if effected is not None:
            self._check(taken.seq, effected)
        for board in (self.board, *self.seats.values()):
            board.take(taken)
        self._in_step(taken.seq)

    def _check(self, seq: int, effected: Effected) -> None:
        order = self.board.order_of(seq, effected)
        if order is None:
            raise errors.LogFault(Code.OUT_OF_STEP, f"the lines of entry {seq} are not known")
        state = self.board.play.state
        effect = self._rules.effect(state, order)
        if str(effect) != effected.text:
            raise errors.LogFault(
                Code.EFFECT_WRONG,
                f"entry {seq}: the log says `{effected.text}`; `{order}` of {effected.seat} came to "
                f"`{effect}`: this is the referee's doing",
            )
        for seat, news in self.news.items():
            news.setdefault(seq, []).append(self._rules.news(state, order, seat))

    def _in_step(self, seq: int) -> None:
        """What is due is the same for all: else the rules make it depend on what is hidden."""
        asked = {_due(board.play.request) for board in (self.board, *self.seats.values())}
        if len(asked) > 1:
            raise errors.LogFault(Code.OUT_OF_STEP, f"entry {seq}: views of the game ask for {asked}")

    def next(self, seat: str, line: str) -> str | None:
        """What the next line of a seat's order comes to; None if it is not legal by what the seat sees."""
        request = self.seats[seat].play.request
        if not isinstance(request, Choose) or request.seat != seat:
            return None
        order = legal(self.seats[seat], request, line)
        return None if order is None else str(self._rules.effect(self.board.play.state, order))

    def instead(self, seat: str) -> str:
        """What the game's default for a seat that is absent comes to."""
        order = self.board.order_of(0, Effected(seat, -1, ""))
        return "" if order is None else str(self._rules.effect(self.board.play.state, order))


def _due(request: Request | None) -> object:
    return (request.seat, request.kind) if isinstance(request, Choose) else request


def _known(taken: Taken) -> Order:
    answer = taken.answer
    if not isinstance(answer, Effect):
        raise errors.LogFault(Code.OUT_OF_STEP, f"entry {taken.seq} has an order where an effect is due")
    return answer.known
