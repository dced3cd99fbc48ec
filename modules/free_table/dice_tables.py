"""The tables of a game on which dice are rolled: what is named before the die, and how it is read after."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal

from modules.definition import Definition
from modules.definition.formats.tables import Cells, ListEntry, TotalsTableEntry
from modules.engine.lookup_tables import TotalsTable

BELOW: Final = "below"
Named = Literal["column", "row", ""]
"""What of a table is named before the die; an empty word: nothing."""

_SPAN: Final = re.compile(r"(\d{1,3})(?:\s*[-\N{EN DASH}]\s*(\d{1,3}))?\Z")
_WRITABLE: Final = re.compile(r"[^\s>]+\Z")


@dataclass(frozen=True, slots=True)
class DiceTable:
    """A table with so many `dice`. Of its `words` one is named before the die; `read` gives the cell for a
    word and a total."""

    name: str
    dice: int
    named: Named
    words: tuple[str, ...]
    read: Callable[[str, int], str]

    def find_word(self, said: str) -> str | None:
        """The word of the table that a player means: `3:1` is `3-1`, and spaces are `_`."""
        return next((word for word in self.words if _alike(word) == _alike(said)), None)


def _alike(word: str) -> str:
    return word.lower().replace(":", "-").replace("\N{EN DASH}", "-").replace(" ", "_")


def dice_tables(definition: Definition) -> dict[str, DiceTable]:
    """The tables of a game that are rolled on, by name. A table is none if no line of an act could tell which
    column or row is meant."""
    return {table.name: table for table in _tables(definition) if not table.named or _are_told(table.words)}


def _are_told(words: Sequence[str]) -> bool:
    """Whether each of the words can be written in a line, and no two are alike."""
    written = {_alike(word) for word in words}
    return len(written) == len(words) and all(map(_WRITABLE.match, written))


def _tables(definition: Definition) -> Iterator[DiceTable]:
    tables, die = definition.tables, definition.game.die
    by_strength = {**tables.odds, **tables.differentials}
    found = [_of_cells(name, entry, die) for name, entry in by_strength.items()]
    found += [_of_list(name, rows, die) for name, rows in definition.lists.items()]
    yield from (table for table in found if table is not None)
    for name, totals in tables.totals.items():
        yield _of_totals(name, totals)


def _of_cells(name: str, entry: Cells, die: int) -> DiceTable | None:
    """A table with a row for each roll; None where no number of dice shows exactly its rows. The
    column `below` stands for all that is lower than the first column, where the table has a cell for it."""

    def read(word: str, total: int) -> str:
        below = entry.below if word == BELOW else None
        code = entry.rows[str(total)][entry.columns.index(word)] if below is None else below
        said = entry.results.get(code)
        return code if said is None else f"{code} ({said.name})"

    dice = _dice([int(roll) for roll in entry.rows], die)
    words = entry.columns if entry.below is None else (BELOW, *entry.columns)
    return DiceTable(name, dice, "column", words, read) if dice else None


def _of_totals(name: str, entry: TotalsTableEntry) -> DiceTable:
    table = TotalsTable(entry)
    return DiceTable(
        name, entry.dice, "column", tuple(entry.columns), lambda word, total: table.row(word, total).name
    )


def _of_list(name: str, entry: ListEntry, die: int) -> DiceTable | None:
    """A list whose rows, or whose columns, are the rolls of dice; None for any other."""
    firsts = _spans([row[0] for row in entry.rows])
    if firsts is not None and (dice := _dice(firsts.keys(), die)):
        heads = entry.columns[1:]

        def read_row(word: str, total: int) -> str:
            return entry.rows[firsts[total]][1 + (heads.index(word) if word else 0)]

        return DiceTable(name, dice, "column" if len(heads) > 1 else "", heads, read_row)
    heads_as_rolls = _spans(entry.columns[1:])
    if heads_as_rolls is not None and (dice := _dice(heads_as_rolls.keys(), die)):
        by_name = {row[0]: row[1:] for row in entry.rows}

        def read_column(word: str, total: int) -> str:
            return by_name[word][heads_as_rolls[total]]

        return DiceTable(name, dice, "row", tuple(by_name), read_column)
    return None


def _spans(cells: Sequence[str]) -> dict[int, int] | None:
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
