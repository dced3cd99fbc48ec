"""The sides' boards, kept beside the table that they belong to: each goes on from where it stands, so that
who shows every side its own board for each mail does not play the game from its start each time.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from modules.engine.play import Rules
from pbem.rules.account import Taken
from pbem.rules.board import Board, Knowledge
from pbem.rules.closed import ClosedBoard, FiledLines, Orders, Sight
from pbem.rules.whole import Whole


class KeptBoards:
    """One for each side, at most. Whoever is given one may look at it until he asks for that side's again."""

    def __init__(self) -> None:
        self._by_side: dict[str, Board] = {}
        self._closed: dict[str, ClosedBoard] = {}
        self._whole: Whole | None = None

    def whole(self, rules: Rules[Any], orders: Orders, filed: FiledLines, record: Sequence[Taken]) -> Whole:
        """The whole of a game with closed orders after this record, by who has every order; raises as
        `Whole.take`."""
        kept, self._whole = self._whole, None  # one that fails is not kept
        made = kept if kept is not None and kept.is_on(record) else Whole(rules, orders, filed)
        made.follow(record)
        self._whole = made
        return made

    def closed(self, rules: Rules[Any], knows: Sight, record: Sequence[Taken]) -> ClosedBoard:
        """The board of who knows this of a game with closed orders after this record; raises as
        `ClosedBoard.take`."""
        kept = self._closed.pop(knows.seat, None)
        made = kept if kept is not None and kept.is_on(record) else ClosedBoard(rules, knows)
        made.knows = knows
        made.follow(record[made.count :])
        self._closed[knows.seat] = made
        return made

    def of(self, rules: Rules[Any], knows: Knowledge, record: Sequence[Taken]) -> Board:
        """The board of a side after this record, as it `knows` the game by now; raises `out-of-step`.

        A board that is ahead of the record, or has followed what was taken back since, is made anew.
        """
        kept = self._by_side.pop(knows.side, None)  # one that falls out of step is not kept
        made = kept if kept is not None and kept.is_on(record) else Board(rules, knows)
        made.knows = knows
        made.follow(record[made.count :])
        self._by_side[knows.side] = made
        return made
