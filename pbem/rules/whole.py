"""A game with closed orders by who has every order: the whole game, and beside it what each seat may see.

From it the referee works out effects and news as he answers; anybody holds them against the record once all
is opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from modules.engine.requests import Choose, Request
from modules.engine.rules.mailing import Mailing
from modules.engine.rules.playing import S
from pbem import errors
from pbem.codes import Code
from pbem.entry.shapes import REFEREE
from pbem.log.socket import Wanted
from pbem.rules.account import Effected, Taken
from pbem.rules.closed import ClosedBoard, ClosedState, FiledLines, Orders, Said, Sight, nothing_filed


@dataclass(frozen=True, slots=True)
class WholeState(Generic[S]):
    """Where the whole of a game stands, whose state is an S."""

    board: ClosedState[S]
    seats: dict[str, ClosedState[S]]
    news: dict[str, dict[int, list[tuple[str, ...]]]]


class Whole:
    """The whole game. `board` shows all of it, `seats` what each may see."""

    def __init__(self, rules: Mailing[Any], orders: Orders, filed: FiledLines = nothing_filed) -> None:
        self._rules = rules
        self.board = ClosedBoard(rules, Sight(REFEREE, orders, {}, filed))
        self.news: dict[str, dict[int, list[tuple[str, ...]]]] = {seat: {} for seat in rules.seats}
        self.seats = {
            seat: ClosedBoard(rules, Sight(seat, orders, self.news[seat], filed)) for seat in rules.seats
        }

    def state(self) -> WholeState[Any]:
        """Where it stands, to be written down."""
        return WholeState(
            self.board.state(), {seat: board.state() for seat, board in self.seats.items()}, self.news
        )

    @classmethod
    def resume(
        cls,
        rules: Mailing[Any],
        orders: Orders,
        filed: FiledLines,
        state: WholeState[Any],
        record: Sequence[Taken],
    ) -> Whole:
        """The whole that stood there after the beginning of this record."""
        made = cls.__new__(cls)
        made._rules, made.news = rules, state.news
        sees = {seat: Sight(seat, orders, news, filed) for seat, news in state.news.items()}
        made.board = ClosedBoard.resume(rules, Sight(REFEREE, orders, {}, filed), state.board, record)
        made.seats = {
            seat: ClosedBoard.resume(rules, sees[seat], its, record) for seat, its in state.seats.items()
        }
        return made

    def is_on(self, record: Sequence[Taken]) -> bool:
        """Whether what was followed is how this record begins."""
        return self.board.is_on(record)

    def follow(self, record: Sequence[Taken]) -> None:
        """Take in what the public game took since this was last followed; raises as `take`."""
        self.take_all(record[self.board.count :])

    def take_all(self, record: Iterable[Taken]) -> None:
        """Take in these answers; raises as `take`."""
        for taken in record:
            self.take(taken)

    def take(self, taken: Taken) -> None:
        """Take in one answer, and work out what each learns of it. Raises `effect-wrong` for an effect that
        is not the order's, else as `ClosedBoard.take`."""
        effected = taken.told[0] if taken.told and isinstance(taken.told[0], Effected) else None
        said = None if effected is None else self._decided(taken.seq, effected)
        for board in (self.board, *self.seats.values()):
            board.take(taken, said)
        self._in_step(taken.seq)

    def _decided(self, seq: int, effected: Effected) -> Said:
        said = self.seats[effected.seat].decided(seq, effected)
        state, order = self.board.play.state, said[1]
        for seat, news in self.news.items():
            news.setdefault(seq, []).append(self._rules.news(state, order, seat))
        return said

    def _in_step(self, seq: int) -> None:
        """What is due is the same for all: else the rules make it depend on what is hidden."""
        asked = {_due(board.play.request) for board in (self.board, *self.seats.values())}
        if len(asked) > 1:
            raise errors.LogFault(Code.OUT_OF_STEP, f"entry {seq}: views of the game ask for {asked}")

    def next(self, seat: str, wanted: Wanted) -> str | None:
        """What the next decision of a seat comes to; None if it is to be asked."""
        said = self.seats[seat].next(wanted.order, wanted.own, wanted.absent)
        return None if said is None else str(self._rules.effect(self.board.play.state, said[1]))

    def left_out(self, seq: int, author: str) -> tuple[str, Said] | None:
        """Who is asked after entry `seq` although his order or his standing orders decide there, and what
        they say; None where all is right."""
        choice = self.board.play.request
        if not isinstance(choice, Choose):
            return None
        said = self.seats[choice.seat].next(seq, author == choice.seat, absent=False)
        return None if said is None else (choice.seat, said)


def _due(request: Request | None) -> object:
    return (request.seat, request.kind) if isinstance(request, Choose) else request
