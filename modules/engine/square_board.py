"""The board of a game of cards: squares in columns and rows, sectors, heights, which way a side faces.

Squares are named by column and row: `35` is column 3, row 5. Only orthogonal neighbours are adjacent.
"""

from __future__ import annotations

from functools import cached_property

from modules.definition.formats.boards import BoardFile


class Squares:
    """One board. A step toward the enemy is `forward`, and leads away from a side's own back row."""

    def __init__(self, board: BoardFile) -> None:
        self.board = board
        self.columns, self.rows = board.grid.columns, board.grid.rows
        self.sectors = tuple(board.sectors)
        self._sector_of = {
            f"{column}{row}": name
            for name, sector in board.sectors.items()
            for column in sector.columns
            for row in range(1, self.rows + 1)
        }
        self._homes: dict[tuple[str, int | None], tuple[str, ...]] = {}
        self._forward = {
            side: 1 if 2 * home.rows[0] <= board.grid.rows + 1 else -1 for side, home in board.homes.items()
        }

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """All squares, row by row from the top."""
        return tuple(f"{c}{r}" for r in range(1, self.rows + 1) for c in range(1, self.columns + 1))

    @cached_property
    def neighbours(self) -> dict[str, tuple[str, ...]]:
        """The adjacent squares of each: up, right, down, left."""
        steps = ((0, -1), (1, 0), (0, 1), (-1, 0))
        return {s: tuple(n for n in (self._square_at(s, *step) for step in steps) if n) for s in self.ids}

    @cached_property
    def _front_squares(self) -> dict[tuple[str, str, int], str]:
        """The square straight in front of each, and straight behind, as each side faces."""
        steps = ((side, by, by * forward) for side, forward in self._forward.items() for by in (1, -1))
        return {(s, side, by): self._square_at(s, 0, down) for side, by, down in steps for s in self.ids}

    @cached_property
    def _side_squares(self) -> dict[str, tuple[str, ...]]:
        """The squares to the left and right of each."""
        return {
            s: tuple(n for n in (self._square_at(s, -1, 0), self._square_at(s, 1, 0)) if n) for s in self.ids
        }

    @cached_property
    def _hill(self) -> frozenset[str]:
        hill = self.board.hill
        return frozenset(s for s in self.ids if hill is not None and int(s[1]) in hill.rows)

    def _square_at(self, square: str, across: int, down: int) -> str:
        column, row = int(square[0]) + across, int(square[1]) + down
        return f"{column}{row}" if 1 <= column <= self.columns and 1 <= row <= self.rows else ""

    def square_ahead(self, square: str, side: str, by: int = 1) -> str:
        """The square so many rows in front, as a side faces (below 0: behind); empty beyond the edge."""
        found = self._front_squares.get((square, side, by))
        return found if found is not None else self._square_at(square, 0, by * self._forward[side])

    def rows_ahead(self, start: str, end: str, side: str) -> int:
        """How many rows a square lies in front of another, as a side faces."""
        return (int(end[1]) - int(start[1])) * self._forward[side]

    def squares_beside(self, square: str) -> tuple[str, ...]:
        """The squares to the left and right."""
        return self._side_squares[square]

    def distance(self, one: str, other: str) -> int:
        """Orthogonal steps between two squares."""
        return abs(int(one[0]) - int(other[0])) + abs(int(one[1]) - int(other[1]))

    def sector(self, square: str) -> str:
        """The sector of a square."""
        return self._sector_of[square]

    def adjacent_sectors(self, sector: str) -> tuple[str, ...]:
        """The sectors beside one, from left to right."""
        at = self.sectors.index(sector)
        return tuple(s for i, s in enumerate(self.sectors) if abs(i - at) == 1)

    def on_hill(self, square: str) -> bool:
        """True on the rows of higher ground."""
        return square in self._hill

    def uphill(self, start: str, end: str) -> bool:
        """True from level ground to the hill."""
        return self.on_hill(end) and not self.on_hill(start)

    def home(self, side: str, row: int | None = None) -> tuple[str, ...]:
        """The squares in which a side sets up, or one row of them: 0 is its back row, -1 its front row."""
        if (side, row) not in self._homes:
            rows = self.board.homes[side].rows
            wanted = rows if row is None else (rows[row],)
            self._homes[side, row] = tuple(s for r in wanted for s in self.ids if int(s[1]) == r)
        return self._homes[side, row]
