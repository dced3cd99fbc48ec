"""Tables that are looked up: the odds table, in exact arithmetic, built from the entry that is drawn."""

from __future__ import annotations

from fractions import Fraction

from modules.definition.tables import OddsTableEntry


class OddsTable:
    """A combat results table by odds and die roll. Columns are counted from 0, lowest odds first."""

    def __init__(self, entry: OddsTableEntry) -> None:
        self.entry = entry
        self._odds = [Fraction(*map(int, column.split("-"))) for column in entry.columns]

    def column(self, attack: Fraction, defence: Fraction) -> int:
        """The column of these strengths, rounded down to a printed ratio; below the first, the first."""
        if defence <= 0:
            return len(self._odds) - 1
        ratio = attack / defence
        return max([0, *(i for i, odds in enumerate(self._odds) if odds <= ratio)])

    def shift(self, column: int, by: int) -> int:
        """A column shifted to the right (or, below 0, to the left), staying within the table."""
        return min(max(column + by, 0), len(self._odds) - 1)

    def name(self, column: int) -> str:
        """The odds at the head of a column, as players say them: `3:1`."""
        return self.entry.columns[column].replace("-", ":")

    def result(self, column: int, roll: int) -> str:
        """The cell for a die roll."""
        return self.entry.rows[str(roll)][column]
