"""A game with closed orders by who has every order: the whole game, and beside it what each seat may see.

From it the referee works out effects and news as he answers; anybody holds them against the record once all
is opened.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Generic

from modules.engine.requests import Choose, Request
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import S
from pbem import errors
from pbem.entry.field_types import REFEREE
from pbem.log.replay_protocol import LineRequest
from pbem.reason_codes import Code
from pbem.rules.boards.closed_board import (
    ClosedBoard,
    ClosedState,
    FiledLines,
    Orders,
    Said,
    SeatKnowledge,
    nothing_filed,
)
from pbem.rules.replay.order_report import EffectReport, TakenAnswer


@dataclass(frozen=True, slots=True)
class FullGameState(Generic[S]):
    """Where the whole of a game stands, whose state is an S."""

    board: ClosedState[S]
    seats: dict[str, ClosedState[S]]
    news: dict[str, dict[int, list[tuple[str, ...]]]]


class FullGame:
    """The whole game. `board` shows all of it, `seats` what each may see."""

    def __init__(self, rules: MailRules[Any], orders: Orders, filed: FiledLines = nothing_filed) -> None:
        self._rules = rules
        self.board = ClosedBoard(rules, SeatKnowledge(REFEREE, orders, {}, filed))
        self.news: dict[str, dict[int, list[tuple[str, ...]]]] = {seat: {} for seat in rules.seats}
        self.seats = {
            seat: ClosedBoard(rules, SeatKnowledge(seat, orders, self.news[seat], filed))
            for seat in rules.seats
        }

    def state(self) -> FullGameState[Any]:
        """Where it stands, to be written down."""
        return FullGameState(
            self.board.state(), {seat: board.state() for seat, board in self.seats.items()}, self.news
        )

    @classmethod
    def resume(
        cls,
        rules: MailRules[Any],
        orders: Orders,
        filed: FiledLines,
        state: FullGameState[Any],
        record: Sequence[TakenAnswer],
    ) -> FullGame:
        """The whole that stood there after the beginning of this record."""
        made = cls.__new__(cls)
        made._rules, made.news = rules, state.news
        sees = {seat: SeatKnowledge(seat, orders, news, filed) for seat, news in state.news.items()}
        made.board = ClosedBoard.resume(rules, SeatKnowledge(REFEREE, orders, {}, filed), state.board, record)
        made.seats = {
            seat: ClosedBoard.resume(rules, sees[seat], its, record) for seat, its in state.seats.items()
        }
        return made

    def is_on(self, record: Sequence[TakenAnswer]) -> bool:
        """Whether what was followed is how this record begins."""
        return self.board.is_on(record)

    def follow(self, record: Sequence[TakenAnswer]) -> None:
        """Take in what the public game took since this was last followed; raises as `take`."""
        self.take_all(record[self.board.count :])

    def take_all(self, record: Iterable[TakenAnswer]) -> None:
        """Take in these answers; raises as `take`."""
        for taken in record:
            self.take(taken)

    def take(self, taken: TakenAnswer) -> None:
        """Take in one answer, and work out what each learns of it. Raises `effect-wrong` for an effect that
        is not the order's, else as `ClosedBoard.take`."""
        effected = taken.told[0] if taken.told and isinstance(taken.told[0], EffectReport) else None
        said = None if effected is None else self._find_decision(taken.seq, effected)
        for board in (self.board, *self.seats.values()):
            board.take(taken, said)
        self._in_step(taken.seq)

    def _find_decision(self, seq: int, effected: EffectReport) -> Said:
        said = self.seats[effected.seat].find_decision(seq, effected)
        state, order = self.board.play.state, said[1]
        for seat, news in self.news.items():
            news.setdefault(seq, []).append(self._rules.news(state, order, seat))
        return said

    def _in_step(self, seq: int) -> None:
        """What is due is the same for all: else the rules make it depend on what is hidden."""
        asked = {_decision_key(board.play.request) for board in (self.board, *self.seats.values())}
        if len(asked) > 1:
            raise errors.LogFault(Code.OUT_OF_STEP, f"entry {seq}: views of the game ask for {asked}")

    def next_decision(self, seat: str, wanted: LineRequest) -> str | None:
        """What the next decision of a seat comes to; None if it is to be asked."""
        said = self.seats[seat].next_decision(wanted.order, wanted.own, wanted.absent)
        return None if said is None else str(self._rules.effect(self.board.play.state, said[1]))

    def find_omitted(self, seq: int, author: str) -> tuple[str, Said] | None:
        """Who is asked after entry `seq` although his order or his standing orders decide there, and what
        they say; None where all is right."""
        choice = self.board.play.request
        if not isinstance(choice, Choose):
            return None
        said = self.seats[choice.seat].next_decision(seq, author == choice.seat, absent=False)
        return None if said is None else (choice.seat, said)


def _decision_key(request: Request | None) -> object:
    return (request.seat, request.kind) if isinstance(request, Choose) else request
