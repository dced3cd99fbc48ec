"""The column of a table for two strengths: between columns it is rounded, beyond them a clause says.

Odds are compared as `3-1`, `2-1`, `1-1`, `1-2`, `1-3` follow one another: above 1 by the attackers for one
defender, below 1 by the defenders for one attacker. So 1-2 lies as far below 1-1 as 2-1 lies above it, and
`nearest` is the nearest on this line; halfway it is the lower column.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final

from modules.definition import Definition
from modules.definition.formats.tables import Cells
from modules.definition.heads import differences, ratio
from modules.definition.rolled_tables import alike

BELOW: Final = -1
"""The column of what is lower than the first."""


class Columns:
    """The columns of a table by odds or by differences, counted from 0, and one before the first if the table
    has a cell for that."""

    def __init__(self, entry: Cells, *, by_odds: bool) -> None:
        self.entry = entry
        self.heads: Sequence[str] = entry.columns
        self.highest = len(entry.columns) - 1
        self.lowest = 0 if entry.below is None else BELOW
        self._by_odds = by_odds
        self._firsts = [
            step_of(ratio(head)) if by_odds else Fraction(differences(head)[0]) for head in entry.columns
        ]
        self._last = self._firsts[-1] if by_odds else Fraction(differences(entry.columns[-1])[1])

    def by_odds(self, attack: Fraction, defence: Fraction, rounded: str) -> int:
        """The column of odds: `BELOW` before the first, one more than `highest` beyond the last."""
        if attack <= 0:
            return BELOW
        return self.highest + 1 if defence <= 0 else self._place(step_of(attack / defence), rounded)

    def by_number(self, number: Fraction) -> int:
        """The column of a difference, or of a strength; a fraction is rounded down."""
        return self._place(number, "defender")

    def _place(self, at: Fraction, rounded: str) -> int:
        first, half = self._firsts[0], Fraction(1, 2)
        under, over = {
            "defender": (at < first, at >= self._last + 1),
            "attacker": (at <= first - 1, at > self._last),
            "nearest": (at <= first - half, at > self._last + half),
        }[rounded]
        if under or over:
            return BELOW if under else self.highest + 1
        lower = max((i for i, each in enumerate(self._firsts) if each <= at), default=0)
        if rounded == "defender" or self._firsts[lower] >= at or lower == self.highest:
            return lower
        if rounded == "attacker":
            return lower + 1
        return lower + (self._firsts[lower + 1] - at < at - self._firsts[lower])

    def shift(self, column: int, by: int) -> int:
        """A column so many to the right, or where negative to the left, within the table."""
        return max(self.lowest, min(column + by, self.highest))

    def name(self, column: int) -> str:
        """A column as the table writes it."""
        return f"under {self.heads[0]}" if column == BELOW else self.heads[column]

    def find(self, said: str) -> int | None:
        """The column that a player means by a word; None for none."""
        return next((i for i, head in enumerate(self.heads) if alike(head) == alike(said)), None)

    def cell(self, column: int, total: int) -> str:
        """What stands in a column for the total of dice; beyond the rows the outermost row is read."""
        if column == BELOW and self.entry.below is not None:
            return self.entry.below
        rows = [int(roll) for roll in self.entry.rows]
        return self.entry.rows[str(max(min(rows), min(total, max(rows))))][column]


def step_of(odds: Fraction) -> Fraction:
    """Odds on the line of whole columns.

    >>> [str(step_of(Fraction(*odds))) for odds in ((3, 1), (3, 2), (1, 1), (2, 3), (1, 3))]
    ['2', '1/2', '0', '-1/2', '-2']
    """
    return odds - 1 if odds >= 1 else 1 - 1 / odds


_COLUMNS: dict[int, Columns] = {}
_MOST_TABLES: Final = 64


def columns_of(definition: Definition, table: str) -> Columns:
    """The columns of a table by odds or differences, read once for all games. Raises KeyError for any
    other."""
    odds = definition.tables.odds.get(table)
    entry: Cells = definition.tables.differentials[table] if odds is None else odds
    found = _COLUMNS.get(id(entry))  # what stands here keeps its entry: nothing else has its id
    if found is None:
        if len(_COLUMNS) >= _MOST_TABLES:
            del _COLUMNS[next(iter(_COLUMNS))]
        found = _COLUMNS[id(entry)] = Columns(entry, by_odds=odds is not None)
    return found
