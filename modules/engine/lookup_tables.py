"""Tables that are looked up, in exact arithmetic, each built from the entry that is drawn: by odds, by the
difference of two strengths, by the total of dice, by the band of a number, by range."""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from typing import Generic, NamedTuple, TypeVar

from modules.definition.formats.tables import (
    BandsTableEntry,
    Cells,
    DifferentialTableEntry,
    OddsTableEntry,
    RangeTableEntry,
    TotalsRow,
    TotalsTableEntry,
)
from modules.definition.heads import differences, ratio

BELOW = -1
"""The column of what is lower than the first, in a table that has a cell for it."""

C = TypeVar("C", bound=Cells)


class _Columns(Generic[C]):
    """Columns counted from 0, lowest first, and a row for each roll of the die."""

    def __init__(self, entry: C) -> None:
        self.entry = entry
        self.lowest = 0 if entry.below is None else BELOW
        self.highest = len(entry.columns) - 1

    def shift(self, column: int, by: int) -> int:
        """A column shifted to the right (or, below 0, to the left), staying within the table; `BELOW` is left
        of the first where the table has a cell for what is lower."""
        return min(max(column + by, self.lowest), self.highest)

    def cell(self, column: int, roll: int) -> str:
        """What stands in a column for a die roll."""
        if column == BELOW and self.entry.below is not None:
            return self.entry.below
        return self.entry.rows[str(roll)][column]


class OddsTable(_Columns[OddsTableEntry]):
    """A combat results table by odds and die roll."""

    def __init__(self, entry: OddsTableEntry) -> None:
        super().__init__(entry)
        self._odds = [ratio(column) for column in entry.columns]

    def column(self, attack: Fraction, defence: Fraction) -> int:
        """The column of these strengths, rounded down to a printed ratio; below the first `BELOW` where the
        table has a cell for that, else the first."""
        if defence <= 0:
            return self.highest
        return max(self.lowest, bisect_right(self._odds, attack / defence) - 1)

    def name(self, column: int) -> str:
        """The odds at the head of a column, as players say them: `3:1`."""
        if column == BELOW:
            return f"under {self.name(0)}"
        return self.entry.columns[column].replace("-", ":")

    def result(self, column: int, roll: int) -> str:
        """The cell for a die roll."""
        return self.cell(column, roll)


class Sides(NamedTuple):
    """What befalls either of the two who fight."""

    attacker: str
    defender: str


class DifferentialTable(_Columns[DifferentialTableEntry]):
    """A combat results table by the attacker's strength less the defender's, and die roll."""

    def __init__(self, entry: DifferentialTableEntry) -> None:
        super().__init__(entry)
        self._first = [differences(column)[0] for column in entry.columns]

    def column(self, difference: int) -> int:
        """The column of a difference; beyond the last, the last; below the first `BELOW` where the table has
        a cell for that, else the first."""
        return max([self.lowest, *(i for i, first in enumerate(self._first) if first <= difference)])

    def name(self, column: int) -> str:
        """The head of a column, as players say it: `+2/+3`."""
        return f"under {self.entry.columns[0]}" if column == BELOW else self.entry.columns[column]

    def result(self, column: int, roll: int) -> Sides:
        """The results for a die roll; a single code is that of both."""
        attacker, _, defender = self.cell(column, roll).partition("/")
        return Sides(attacker, defender or attacker)


class TotalsTable:
    """A table by the total of dice, such as orders by strategy."""

    def __init__(self, entry: TotalsTableEntry) -> None:
        self.entry = entry
        self._rows = {
            column: {total: name for name, row in entry.rows.items() for total in row.on.get(column, ())}
            for column in entry.columns
        }

    def result(self, column: str, total: int) -> str:
        """The name of the row for a total; one that a modifier has taken beyond the dice counts as the last
        that they can show. Raises KeyError for a column that the table does not have."""
        rows = self._rows[column]
        return rows[min(max(total, min(rows)), max(rows))]

    def row(self, column: str, total: int) -> TotalsRow:
        """The row itself."""
        return self.entry.rows[self.result(column, total)]


class BandsTable:
    """What a number stands for, by the band in which it lies."""

    def __init__(self, entry: BandsTableEntry) -> None:
        self.entry = entry

    def value(self, number: int) -> int:
        """The value of its band; of the nearest band for a number beyond them all."""
        bands = self.entry.bands
        return next((band.value for band in bands if number <= band.last), bands[-1].value)


class RangeTable:
    """The strength of weapons by range."""

    def __init__(self, entry: RangeTableEntry) -> None:
        self.entry = entry

    def strength(self, weapon: str, distance: int) -> int:
        """The strength at so many hexes; 0 beyond its reach. Raises KeyError for an unknown weapon."""
        strengths = self.entry.rows[weapon].strengths
        return strengths[distance - 1] if 0 < distance <= len(strengths) else 0

    def reach(self, weapon: str) -> int:
        """The farthest range, in hexes, at which it has any strength; 0 for none."""
        return max((i for i, each in enumerate(self.entry.rows[weapon].strengths, 1) if each), default=0)
