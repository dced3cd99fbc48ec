"""Facing on hexes: the ways in which a unit can look, by the points of the compass, and what lies before,
beside and behind it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Final, Literal

from modules.engine.hexes.board import Board
from modules.engine.hexes.state import HexUnit
from modules.geometry.facing import Arc, Facing
from modules.geometry.hexgrid import HexGrid

_POINTS: Final = {0: "N", 30: "NE", 60: "NE", 90: "E", 120: "SE", 150: "SE", 180: "S"} | {
    210: "SW", 240: "SW", 270: "W", 300: "NW", 330: "NW"
}  # fmt: skip
"""The words for bearings on the sheet; a grid has six of them, and each word once."""


def _facings(grid: HexGrid, toward: Literal["side", "vertex"]) -> dict[str, Facing]:
    """The six facings of a grid by their words, clockwise from the top of the sheet."""
    facings = sorted((Facing(toward, i) for i in range(6)), key=lambda f: f.bearing(grid))
    return {_POINTS[facing.bearing(grid)]: facing for facing in facings}


def facing_words(grid: HexGrid, toward: Literal["side", "vertex"]) -> tuple[str, ...]:
    """The words of the facings of a grid, clockwise from the top of the sheet."""
    return tuple(_facings(grid, toward))


@dataclass(frozen=True, slots=True)
class FacedUnit(HexUnit):
    """A unit with a facing: a word of its board's `Compass`; empty off the map, and for who has none."""

    facing: str = ""


class Compass:
    """The six facings of a board, toward sides or toward vertices of a hex, with `spread` more hexsides on
    either hand that count as front."""

    def __init__(self, board: Board, toward: Literal["side", "vertex"], spread: int = 0) -> None:
        self._board, self._spread = board, spread
        self._facings = _facings(board.grid, toward)
        self._front: dict[tuple[str, str], tuple[str, ...]] = {}
        self._arcs = {
            (word, side): facing.arc(side, spread, spread)
            for word, facing in self._facings.items()
            for side in range(6)
        }

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The words of the facings, clockwise from the top of the sheet."""
        return tuple(self._facings)

    def bearing(self, word: str) -> int:
        """Degrees clockwise from the top of the sheet."""
        return self._facings[word].bearing(self._board.grid)

    def front(self, hex_id: str, word: str) -> tuple[str, ...]:
        """The hexes on the map before a unit that stands in a hex and faces so."""
        if (hex_id, word) not in self._front:
            sides = self._facings[word].front(self._spread)
            ahead = (self._board.grid.across(hex_id, side) for side in sides)
            self._front[hex_id, word] = tuple(h for h in ahead if h is not None)
        return self._front[hex_id, word]

    def ahead(self, word: str, side: int) -> bool:
        """True if a hexside, 0 to 5, is a front one."""
        return self._arcs[word, side % 6] == "front"

    def arc(self, word: str, side: int) -> Arc:
        """In which arc of a unit that faces so a hexside lies, 0 to 5."""
        return self._arcs[word, side % 6]

    def arc_from(self, hex_id: str, word: str, other: str) -> Arc | None:
        """In which arc of a unit in a hex an adjacent hex lies; None where it is not adjacent."""
        side = self._board.grid.side_toward(hex_id, other)
        return None if side is None else self.arc(word, side)
