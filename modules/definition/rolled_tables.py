"""The tables of a game on which dice are rolled: how many dice, and what is named before the die."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from modules.definition.formats.tables import Cells, ListEntry, TablesFile

BELOW: Final = "below"
"""The column that stands for all that is lower than the first, where the table has a cell for it."""

Named = Literal["column", "row", ""]
"""What of a table is named before the die; an empty word: nothing."""

_SPAN: Final = re.compile(r"(\d{1,3})(?:\s*[-\N{EN DASH}]\s*(\d{1,3}))?\Z")
_WRITABLE: Final = re.compile(r"[^\s>]+\Z")


@dataclass(frozen=True, slots=True)
class RolledTable:
    """A table with so many `dice`. Of its `words` one is named before the die."""

    dice: int
    named: Named
    words: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        """The columns of which one is named; none where another thing is named, or nothing."""
        return self.words if self.named == "column" else ()


def rolled_tables(tables: TablesFile, lists: Mapping[str, ListEntry], die: int) -> dict[str, RolledTable]:
    """The tables that are rolled on with dice of so many sides, by name; `lists` as they are printed. A table
    is none if no line of an act could tell which column or row is meant."""
    return {
        name: table
        for name, table in _tables(tables, lists, die)
        if table is not None and (not table.named or _are_told(table.words))
    }


def alike(word: str) -> str:
    """A word as it is compared: `3:1` is `3-1`, and spaces are `_`."""
    return word.lower().replace(":", "-").replace("\N{EN DASH}", "-").replace(" ", "_")


def _are_told(words: Sequence[str]) -> bool:
    """Whether each of the words can be written in a line, and no two are alike."""
    written = {alike(word) for word in words}
    return len(written) == len(words) and all(map(_WRITABLE.match, written))


def _tables(
    tables: TablesFile, lists: Mapping[str, ListEntry], die: int
) -> Iterator[tuple[str, RolledTable | None]]:
    by_strength = {**tables.odds, **tables.differentials}
    yield from ((name, _of_cells(entry, die)) for name, entry in by_strength.items())
    yield from ((name, _of_list(entry, die)) for name, entry in lists.items())
    for name, totals in tables.totals.items():
        yield name, RolledTable(totals.dice, "column", tuple(totals.columns))


def _of_cells(entry: Cells, die: int) -> RolledTable | None:
    """A table with a row for each roll; None where no number of dice shows exactly its rows."""
    dice = _dice([int(roll) for roll in entry.rows], die)
    words = entry.columns if entry.below is None else (BELOW, *entry.columns)
    return RolledTable(dice, "column", words) if dice else None


def _of_list(entry: ListEntry, die: int) -> RolledTable | None:
    """A list whose rows, or whose columns, are the rolls of dice; None for any other."""
    firsts = spans([row[0] for row in entry.rows])
    if firsts is not None and (dice := _dice(firsts.keys(), die)):
        heads = entry.columns[1:]
        return RolledTable(dice, "column" if len(heads) > 1 else "", heads)
    heads_as_rolls = spans(entry.columns[1:])
    if heads_as_rolls is not None and (dice := _dice(heads_as_rolls.keys(), die)):
        return RolledTable(dice, "row", tuple({row[0]: None for row in entry.rows}))
    return None


def spans(cells: Sequence[str]) -> dict[int, int] | None:
    """The rolls that numbers and spans such as `3-5` stand for, each with the place of its cell; None where a
    cell is neither, or two stand for one roll."""
    found: dict[int, int] = {}
    for at, cell in enumerate(cells):
        span = _SPAN.match(cell.strip())
        if span is None:
            return None
        for roll in range(int(span[1]), int(span[2] or span[1]) + 1):
            if roll in found:
                return None
            found[roll] = at
    return found or None


def _dice(rolls: Collection[int], die: int) -> int:
    """How many dice of so many sides show exactly these rolls; 0 where no number does."""
    least, most = min(rolls), max(rolls)
    return least if least > 0 and most == least * die and len(rolls) == most - least + 1 else 0
