"""Checks of the tables: heads that rise, rows for rolls, cells for columns, results that are told."""

from __future__ import annotations

from collections import Counter as Tally
from itertools import pairwise
from typing import Final

from modules.amounts import count_noun
from modules.definition.files import Files, known_word
from modules.definition.formats.game import GameFile
from modules.definition.formats.tables import (
    BandsTableEntry,
    Cells,
    DifferentialTableEntry,
    ListEntry,
    OddsTableEntry,
    TablesFile,
    TotalsTableEntry,
)
from modules.definition.heads import HeadError, differences, ratio
from modules.written.source import Path_

MOST_ROWS = 500
"""Of all tables of a game together."""

_HALVES: Final = "`results` of the table, or two of them such as 1/D, the attacker's first"


def check_tables(files: Files, file: str, tables: TablesFile, game: GameFile) -> None:
    """Notes the faults of `tables.yaml`."""
    _rows_of_all(files, file, tables)
    taken: dict[str, str] = {}
    for key in ("odds", "differentials", "totals", "ranges", "bands", "lists"):
        for name in getattr(tables, key):
            if name in taken:
                files.fault(
                    file, (key, name), f"the name {name!r} is already that of one of the {taken[name]}"
                )
            taken.setdefault(name, key)
    read = [(key, name) for key in ("odds", "differentials", "totals") for name in getattr(tables, key)]
    if game.die_count == 0 and read:
        message = (
            f"the table {read[0][1]!r} is read by a die of {count_noun(game.die, 'side')}: give at least 1"
        )
        files.fault("game.yaml", ("die_count",), message)
    for name, odds in tables.odds.items():
        _odds(files, file, ("odds", name), odds, game.die)
    for name, table in tables.differentials.items():
        _differentials(files, file, ("differentials", name), table, game.die)
    for name, totals in tables.totals.items():
        _totals(files, file, ("totals", name), totals, game.die)
    for name, bands in tables.bands.items():
        _bands(files, file, ("bands", name, "bands"), bands)
    for name, each_list in tables.lists.items():
        _list(files, file, ("lists", name), each_list, game)


def _odds(files: Files, file: str, path: Path_, table: OddsTableEntry, die: int | None) -> None:
    last = None
    for i, column in enumerate(table.columns):
        try:
            found = ratio(column)
        except HeadError as error:
            files.fault(file, (*path, "columns", i), str(error))
            continue
        if last is not None and found <= last:
            files.fault(file, (*path, "columns", i), f"{column} is not higher than the column before it")
        last = found
    for where, cell in _cells(files, file, path, table, die):
        known_word(files, file, where, cell, table.results)


def _differentials(
    files: Files, file: str, path: Path_, table: DifferentialTableEntry, die: int | None
) -> None:
    heads = []
    for i, column in enumerate(table.columns):
        try:
            heads.append((i, *differences(column)))
        except HeadError as error:
            files.fault(file, (*path, "columns", i), str(error))
    for (_, _, before), (i, first, _) in pairwise(heads):
        if first != before + 1 and len(heads) == len(table.columns):
            message = f"{table.columns[i]} does not follow the column before it, which ends at {before:+d}"
            files.fault(file, (*path, "columns", i), message)
    for where, cell in _cells(files, file, path, table, die):
        halves = cell.split("/")
        is_whole = cell in table.results or len(halves) != 2
        for result in [cell] if is_whole else halves:
            known_word(files, file, where, result, table.results, _HALVES)


def _cells(files: Files, file: str, path: Path_, table: Cells, die: int | None) -> list[tuple[Path_, str]]:
    """Every cell with its place, and faults where rolls or columns have none."""
    wanted = list(table.rows) if die is None else [str(n) for n in range(1, die + 1)]
    found: list[tuple[Path_, str]] = []
    for roll in wanted:
        if roll not in table.rows:
            files.fault(file, (*path, "rows"), f"a gap: there is no row for a die roll of {roll}")
    for roll, cells in table.rows.items():
        where = (*path, "rows", roll)
        if roll not in wanted:
            files.fault(file, where, f"found a row {roll!r}: expected die rolls 1 to {die}")
        if len(cells) != len(table.columns):
            message = (
                f"a gap: {count_noun(len(cells), 'cell')}, but there are "
                f"{count_noun(len(table.columns), 'column')}"
            )
            files.fault(file, where, message)
        found += [((*where, i), cell) for i, cell in enumerate(cells)]
    if table.below is not None:
        found.append(((*path, "below"), table.below))
    return found


def _totals(files: Files, file: str, path: Path_, table: TotalsTableEntry, die: int | None) -> None:
    """In each column every total that the dice can show stands once."""
    for name, row in table.rows.items():
        for column in row.on:
            known_word(files, file, (*path, "rows", name, "on", column), column, table.columns)
    if die is None:
        return
    wanted = range(table.dice, table.dice * die + 1)
    for column in table.columns:
        there = Tally(total for row in table.rows.values() for total in row.on.get(column, ()))
        for total in sorted({*wanted, *there}):
            times = there[total]
            if total not in wanted:
                message = f"column {column!r} has a total of {total}: expected {wanted[0]} to {wanted[-1]}"
            elif times != 1:
                message = f"column {column!r} has the total {total} " + ("twice" if times else "in no row")
            else:
                continue
            files.fault(file, (*path, "rows"), message)


def _bands(files: Files, file: str, path: Path_, table: BandsTableEntry) -> None:
    for i, band in enumerate(table.bands):
        if band.last < band.first:
            files.fault(file, (*path, i), f"the last number, {band.last}, is lower than the first")
        if i and band.first != (before := table.bands[i - 1].last) + 1:
            files.fault(file, (*path, i, "first"), f"found {band.first}: the band before ends at {before}")


def _list(files: Files, file: str, path: Path_, entry: ListEntry, game: GameFile) -> None:
    for name in sorted(entry.named):
        known_word(files, file, (*path, "rows"), name, game.parameters)
    for i, row in enumerate(entry.rows):
        if len(row) != len(entry.columns):
            message = (
                f"a gap: {count_noun(len(row), 'cell')}, but there are "
                f"{count_noun(len(entry.columns), 'column')}"
            )
            files.fault(file, (*path, "rows", i), message)
        if entry.track and not (row and row[0].isascii() and row[0].isdigit()):
            files.fault(file, (*path, "rows", i), "a line of a track begins with the number of a turn")


def _rows_of_all(files: Files, file: str, tables: TablesFile) -> None:
    """Each table is drawn, and stands in the kit and the module."""
    total = 0
    for key in ("odds", "differentials", "totals", "ranges", "lists"):
        for name, table in getattr(tables, key).items():
            total += len(table.rows)
            if total > MOST_ROWS:
                message = (
                    f"with this table the game has {count_noun(total, 'row')}: at most "
                    f"{MOST_ROWS:,} are drawn"
                )
                files.fault(file, (key, name), message)
                return
