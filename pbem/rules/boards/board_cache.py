"""The sides' boards, kept beside the table that they belong to: each goes on from where it stands, so that
who shows every side its own board for each mail does not play the game from its start each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import S
from pbem.rules.boards.closed_board import ClosedBoard, ClosedState, FiledLines, Orders, SeatKnowledge
from pbem.rules.boards.full_game import FullGame, FullGameState
from pbem.rules.boards.party_board import Board, BoardState, Knowledge
from pbem.rules.replay.order_report import TakenAnswer


@dataclass(frozen=True, slots=True)
class BoardsState(Generic[S]):
    """Where the boards stand, in a game whose state is an S."""

    by_side: dict[str, BoardState[S]]
    behind: dict[str, BoardState[S]]
    closed: dict[str, ClosedState[S]]
    whole: FullGameState[S] | None


class BoardCache:
    """One for each side, at most. Whoever is given one may look at it until he asks for that side's again.

    `before`: where others stood, from which these go on, on a record that began with `of`.
    """

    def __init__(self, before: BoardsState[Any] | None = None, of: Sequence[TakenAnswer] = ()) -> None:
        self._before, self._of = before or BoardsState({}, {}, {}, None), of
        self._by_side: dict[str, Board] = {}
        self._behind: dict[str, Board] = {}
        self._closed: dict[str, ClosedBoard] = {}
        self._whole: FullGame | None = None

    def state(self, record: Sequence[TakenAnswer]) -> BoardsState[Any]:
        """Where those stand that are on a record, to be written down."""
        by_side = self._current_boards(self._before.by_side, self._by_side, record)
        behind = self._current_boards(self._before.behind, self._behind, record)
        closed = {
            seat: its for seat, its in self._before.closed.items() if self._is_prefix(its.count, record)
        }
        closed |= {seat: board.state() for seat, board in self._closed.items() if board.is_on(record)}
        before, whole = self._before.whole, self._whole
        if before is not None and not self._is_prefix(before.board.count, record):
            before = None
        if whole is not None and whole.is_on(record):
            before = whole.state()
        return BoardsState(by_side, behind, closed, before)

    def _current_boards(
        self, before: dict[str, BoardState[Any]], now: dict[str, Board], record: Sequence[TakenAnswer]
    ) -> dict[str, BoardState[Any]]:
        """Of boards that were not looked at since they were read, and of others, those on a record."""
        left = {name: its for name, its in before.items() if self._is_prefix(its.count, record)}
        return left | {name: board.state() for name, board in now.items() if board.is_on(record)}

    def _is_prefix(self, count: int, record: Sequence[TakenAnswer]) -> bool:
        """Whether a board that had followed so many answers of the record before is on this one."""
        return count == 0 or (count <= len(record) and record[count - 1] is self._of[count - 1])

    def full_game(
        self, rules: MailRules[Any], orders: Orders, filed: FiledLines, record: Sequence[TakenAnswer]
    ) -> FullGame:
        """The whole of a game with closed orders after this record, by who has every order; raises as
        `FullGame.take`."""
        kept, self._whole = self._whole, None  # one that fails is not kept
        if kept is None and (state := self._before.whole) is not None:
            self._before = replace(self._before, whole=None)
            if self._is_prefix(state.board.count, record):
                kept = FullGame.resume(rules, orders, filed, state, record)
        made = kept if kept is not None and kept.is_on(record) else FullGame(rules, orders, filed)
        made.follow(record)
        self._whole = made
        return made

    def closed_board(
        self, rules: MailRules[Any], knows: SeatKnowledge, record: Sequence[TakenAnswer]
    ) -> ClosedBoard:
        """The board of who knows this of a game with closed orders after this record; raises as
        `ClosedBoard.take`."""
        kept, state = self._closed.pop(knows.seat, None), self._before.closed.pop(knows.seat, None)
        if kept is None and state is not None and self._is_prefix(state.count, record):
            kept = ClosedBoard.resume(rules, knows, state, record)
        made = kept if kept is not None and kept.is_on(record) else ClosedBoard(rules, knows)
        made.knows = knows
        made.follow(record[made.count :])
        self._closed[knows.seat] = made
        return made

    def board_of(
        self, rules: MailRules[Any], knows: Knowledge, record: Sequence[TakenAnswer], upto: int | None = None
    ) -> Board:
        """The board of a side after this record, or its first `upto` answers, as it `knows` the game by now;
        raises `out-of-step`.

        A board that is ahead of that, or has followed what was taken back since, is made anew.
        """
        return self._bring_forward(
            self._by_side, self._before.by_side, knows.side, rules, knows, record, upto
        )

    def full_behind(
        self, rules: MailRules[Any], knows: Knowledge, record: Sequence[TakenAnswer], upto: int, whose: str
    ) -> Board:
        """As `of`, a board that its caller may lead on: of who was shown (`whose`) what came before the same
        place, or an earlier one, the last time."""
        name = f"{knows.side}/{whose}"
        return self._bring_forward(self._behind, self._before.behind, name, rules, knows, record, upto).copy()

    def _bring_forward(
        self,
        kept: dict[str, Board],
        before: dict[str, BoardState[Any]],
        name: str,
        rules: MailRules[Any],
        knows: Knowledge,
        record: Sequence[TakenAnswer],
        upto: int | None,
    ) -> Board:
        """One of these boards, led to where it is wanted; one that falls out of step is not kept."""
        end = len(record) if upto is None else upto
        found, state = kept.pop(name, None), before.pop(name, None)
        if found is None and state is not None and self._is_prefix(state.count, record):
            found = Board.resume(rules, knows, state, record)
        fits = found is not None and found.count <= end and found.is_on(record)
        made = found if found is not None and fits else Board(rules, knows)
        made.knows = knows
        made.follow(record[made.count : end])
        kept[name] = made
        return made
