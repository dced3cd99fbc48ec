"""Checks of sheet files: that map, scenario and sides are there, that no panel stands on a sheet twice, and
that the two sides of one paper fit each other.

Whether every panel has the room that it needs shows only when the sheet is drawn; the generator tells that.
"""

from __future__ import annotations

from collections.abc import Iterator

from modules.definition.files import Files, known_word
from modules.definition.formats.displays import DisplaysFile
from modules.definition.formats.game import GameFile
from modules.definition.formats.scenarios import HexScenario, Scenario
from modules.definition.formats.sheets import (
    DISPLAYS,
    OF_A_SIDE,
    Cell,
    PrintedSheet,
    SheetFile,
    sheets_of_map,
)
from modules.definition.formats.tables import TablesFile

Path_ = tuple[str | int, ...]


def check_sheets(files: Files, game: GameFile) -> None:
    """Notes the faults of each sheet file and of all together."""
    for file, sheet in files.of(SheetFile).items():
        _sheet(files, file, sheet, game)
    _each_once(files)
    printed = _printed(files)
    if printed is not None:
        _backs(files, printed)


def _each_once(files: Files) -> None:
    """No two files of one sheet: one of them would be lost."""
    first: dict[tuple[str, str | None], str] = {}
    for file, sheet in files.of(SheetFile).items():
        other = first.setdefault((sheet.map, sheet.scenario), file)
        if other != file:
            path, what = ("map", sheet.map) if sheet.scenario is None else ("scenario", sheet.scenario)
            files.fault(file, (path,), f"the sheet of {what!r} is already in {other}")
    for (map_name, scenario), file in first.items():
        battles = {each.scenario for each in files.of(HexScenario).values() if each.map == map_name}
        if scenario is None and battles and all((map_name, each) in first for each in battles):
            message = f"each scenario on {map_name!r} has a sheet of its own: leave this file out"
            files.fault(file, ("map",), message)


def _printed(files: Files) -> dict[str, PrintedSheet] | None:
    """The sheets by name; None where a map or a scenario cannot be read, so that nobody knows."""
    maps, scenarios = files.names("maps", "map"), files.names("scenarios", "scenario")
    if maps is None or scenarios is None or len(files.of(Scenario)) < len(scenarios):
        return None
    found: list[PrintedSheet] = []
    for name in sorted(maps):
        battles = [each.scenario for each in files.of(HexScenario).values() if each.map == name]
        own = [each for each in files.of(SheetFile).values() if each.map == name]
        found += sheets_of_map(name, battles, own)
    return {each.name: each for each in found}


def _backs(files: Files, printed: dict[str, PrintedSheet]) -> None:
    """A paper has two sides of one size, each of them one sheet."""
    named: dict[str, str] = {}
    for file, sheet in files.of(SheetFile).items():
        if sheet.back is None or not known_word(files, file, ("back",), sheet.back, printed):
            continue
        back, other = printed[sheet.back], named.setdefault(sheet.back, file)
        if other != file:
            files.fault(file, ("back",), f"the back of the sheet in {other} is {sheet.back!r} already")
        elif back.file is sheet:
            files.fault(file, ("back",), "a sheet cannot be its own back: name another, or leave it out")
        elif back.back is not None:
            files.fault(file, ("back",), f"{sheet.back!r} has a back of its own: a paper has two sides")
        elif back.file is not None:
            _one_paper(files, file, sheet, back.file)


def _one_paper(files: Files, file: str, sheet: SheetFile, back: SheetFile) -> None:
    if "auto" not in (sheet.paper, back.paper) and sheet.paper != back.paper:
        sizes = " and ".join(" x ".join(f"{mm:g}" for mm in each.paper) for each in (sheet, back))
        files.fault(file, ("paper",), f"both sides are one paper: found {sizes} mm; give both the same size")
    if sheet.sections != back.sections:
        message = "both sides are printed in the same sections: give both the same numbers"
        files.fault(file, ("sections" if sheet.sections != (1, 1) else "back",), message)


def _sheet(files: Files, file: str, sheet: SheetFile, game: GameFile) -> None:
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
    if sheet.layout is not None and ("map", None) not in seen:
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
    if sheet.layout is not None:
        yield from _within(("layout",), sheet.layout)


def _within(path: Path_, cell: Cell) -> Iterator[tuple[Path_, Cell]]:
    yield path, cell
    key = "across" if cell.across else "down"
    for i, each in enumerate(cell.cells):
        yield from _within((*path, key, i), each)
