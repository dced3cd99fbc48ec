"""Checks of a sheet file: that its map, scenario and sides are there, and no panel stands on it twice.

Whether every panel has the room that it needs shows only when the sheet is drawn; the generator tells that.
"""

from __future__ import annotations

from collections.abc import Iterator

from modules.definition.displays import DisplaysFile
from modules.definition.files import Files, known_word
from modules.definition.game import GameFile
from modules.definition.scenarios import HexScenario
from modules.definition.sheets import DISPLAYS, OF_A_SIDE, Cell, SheetFile
from modules.definition.tables import TablesFile

Path_ = tuple[str | int, ...]


def check_sheet(files: Files, file: str, sheet: SheetFile, game: GameFile) -> None:
    """Notes the faults of one sheet file."""
    maps = files.names("maps", "map")
    if maps is not None:
        known_word(files, file, ("map",), sheet.map, maps)
    if sheet.scenario is not None:
        battles = [s for s in files.of(HexScenario).values() if s.map == sheet.map]
        known_word(files, file, ("scenario",), sheet.scenario, [s.scenario for s in battles])
    seen: dict[tuple[str, str | None], Path_] = {}
    for path, cell in cells(sheet):
        if cell.panel is None:
            continue
        if cell.side is not None:
            _side(files, file, path, cell, game)
        if cell.display is not None:
            _display(files, file, path, cell)
        if cell.table is not None:
            _table(files, file, path, cell.table)
        which = cell.side or cell.display or cell.table
        twins = {(cell.panel, which), (cell.panel, None)}
        if any(key in seen for key in twins) or (which is None and any(p == cell.panel for p, _ in seen)):
            files.fault(file, path, f"the panel {cell.panel!r} is already on the sheet")
        seen.setdefault((cell.panel, which), path)
    if ("map", None) not in seen:
        files.fault(file, ("layout",), "the map is not on the sheet: add a panel `map`")


def _side(files: Files, file: str, path: Path_, cell: Cell, game: GameFile) -> None:
    if cell.panel in OF_A_SIDE:
        known_word(files, file, (*path, "side"), cell.side or "", game.sides)
    else:
        listed = ", ".join(sorted(OF_A_SIDE))
        files.fault(file, (*path, "side"), f"the panel {cell.panel!r} belongs to no side: expected {listed}")


def _display(files: Files, file: str, path: Path_, cell: Cell) -> None:
    if cell.panel != DISPLAYS:
        files.fault(
            file, (*path, "display"), f"the panel {cell.panel!r} shows no display: expected {DISPLAYS}"
        )
        return
    known = {name for each in files.of(DisplaysFile).values() for name in each.displays}
    known_word(files, file, (*path, "display"), cell.display or "", known)


def _table(files: Files, file: str, path: Path_, name: str) -> None:
    known = {each for tables in files.of(TablesFile).values() for each in tables.names}
    known_word(files, file, (*path, "table"), name, known)


def cells(sheet: SheetFile) -> Iterator[tuple[Path_, Cell]]:
    """Every cell of a sheet with its path in the file."""
    yield from _within(("layout",), sheet.layout)


def _within(path: Path_, cell: Cell) -> Iterator[tuple[Path_, Cell]]:
    yield path, cell
    key = "across" if cell.across else "down"
    for i, each in enumerate(cell.cells):
        yield from _within((*path, key, i), each)
