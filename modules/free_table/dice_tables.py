"""The tables of a game on which dice are rolled: what is named before the die, and how it is read after."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from modules.definition import Definition
from modules.definition.formats.tables import Cells, ListEntry, TotalsTableEntry
from modules.definition.rolled_tables import BELOW, Named, alike, rolled_tables, spans
from modules.engine.lookup_tables import TotalsTable

_Read = Callable[[str, int], str]
"""The cell for a word that was named, and a total."""


@dataclass(frozen=True, slots=True)
class DiceTable:
    """A table with so many `dice`. Of its `words` one is named before the die; `read` gives the cell for a
    word and a total."""

    name: str
    dice: int
    named: Named
    words: tuple[str, ...]
    read: _Read

    def find_word(self, said: str) -> str | None:
        """The word of the table that a player means: `3:1` is `3-1`, and spaces are `_`."""
        return next((word for word in self.words if alike(word) == alike(said)), None)


def dice_tables(definition: Definition) -> dict[str, DiceTable]:
    """The tables of a game that are rolled on, by name. A table is none if no line of an act could tell which
    column or row is meant."""
    rolled = rolled_tables(definition.tables, definition.lists, definition.game.die)
    return {
        name: DiceTable(name, table.dice, table.named, table.words, _reading(definition, name, table.named))
        for name, table in rolled.items()
    }


def _reading(definition: Definition, name: str, named: Named) -> _Read:
    """How a table of this name is read."""
    tables = definition.tables
    if name in tables.totals:
        return _of_totals(tables.totals[name])
    if name in definition.lists:
        entry = definition.lists[name]
        return _by_column(entry) if named == "row" else _by_row(entry)
    return _of_cells(tables.odds.get(name) or tables.differentials[name])


def _of_cells(entry: Cells) -> _Read:
    """A table with a row for each roll. The column `below` stands for all that is lower than the first
    column, where the table has a cell for it."""

    def read(word: str, total: int) -> str:
        below = entry.below if word == BELOW else None
        code = entry.rows[str(total)][entry.columns.index(word)] if below is None else below
        said = entry.results.get(code)
        return code if said is None else f"{code} ({said.name})"

    return read


def _of_totals(entry: TotalsTableEntry) -> _Read:
    table = TotalsTable(entry)
    return lambda word, total: table.row(word, total).name


def _by_row(entry: ListEntry) -> _Read:
    """A list in which each row stands for rolls."""
    firsts, heads = spans([row[0] for row in entry.rows]) or {}, entry.columns[1:]
    return lambda word, total: entry.rows[firsts[total]][1 + (heads.index(word) if word else 0)]


def _by_column(entry: ListEntry) -> _Read:
    """A list in which each column stands for rolls."""
    rolls, by_name = spans(entry.columns[1:]) or {}, {row[0]: row[1:] for row in entry.rows}
    return lambda word, total: by_name[word][rolls[total]]
