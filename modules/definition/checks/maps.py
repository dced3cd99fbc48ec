"""Checks of a map file: its grid, its rows letter by letter, and that every hex it names is there."""

from __future__ import annotations

from itertools import pairwise

from modules.amounts import count_noun
from modules.definition.files import Files
from modules.definition.formats.game import GameFile
from modules.definition.formats.maps import MapFile, Rows
from modules.definition.formats.terrain import TerrainFile
from modules.definition.places import hex_grid
from modules.geometry import GridError, HexGrid

MOST_HEXES = 100_000
"""Of a map: five times as many as the largest that are printed."""


def check_map(
    files: Files, file: str, each_map: MapFile, terrain: TerrainFile, game: GameFile | None
) -> HexGrid | None:
    """Notes the faults of one map file; gives its grid, or None where the numbering makes none."""
    a, b = each_map.grid.a, each_map.grid.b
    hexes = (a.last - a.first + 1) * (b.last - b.first + 1)
    if hexes > MOST_HEXES:
        files.fault(file, ("grid",), f"{count_noun(hexes, 'hex')}: expected at most {MOST_HEXES:,}")
        return None
    try:
        grid = hex_grid(each_map.grid)
    except GridError as error:
        files.fault(file, ("grid",), str(error))
        return None
    _MapCheck(files, file, each_map, terrain, grid, game).check()
    return grid


class _MapCheck:
    def __init__(
        self,
        files: Files,
        file: str,
        each_map: MapFile,
        terrain: TerrainFile,
        grid: HexGrid,
        game: GameFile | None,
    ) -> None:
        self.files, self.file, self.map, self.grid, self.game = files, file, each_map, grid, game
        self.where = {name: kind.where for name, kind in terrain.terrain.items()}
        self.letters = {kind.letter for kind in terrain.terrain.values() if kind.where == "hex"}
        # What the letters of faulty terrain are nobody knows: none is unknown then.
        self.all_letters = terrain.terrain.keys() >= files.sources["terrain.yaml"].data["terrain"].keys()

    def check(self) -> None:
        each_map = self.map
        self._terrain(("ground",), each_map.ground, "hex")
        self._rows("terrain", each_map.terrain, self.letters, "a letter from terrain.yaml")
        self._rows("levels", each_map.levels, set("0123456789"), "a level 0 to 9")
        for i, overlay in enumerate(each_map.overlays):
            self._terrain(("overlays", i, "terrain"), overlay.terrain, "hex")
            for j, hex_id in enumerate(overlay.hexes):
                self._hex(("overlays", i, "hexes", j), hex_id)
        self._hexsides()
        for i, road in enumerate(each_map.roads):
            self._terrain(("roads", i, "terrain"), road.terrain, "road")
            self._road(("roads", i, "path"), road.path)
        for name, area in each_map.areas.items():
            for j, hex_id in enumerate(area.hexes or ()):
                self._hex(("areas", name, "hexes", j), hex_id)
        self._exits()
        for i, label in enumerate(each_map.labels):
            self._hex(("labels", i, "at"), label.at)

    def _hexsides(self) -> None:
        seen: set[tuple[str, frozenset[str]]] = set()
        for i, sides in enumerate(self.map.hexsides):
            self._terrain(("hexsides", i, "terrain"), sides.terrain, "hexside")
            for j, (one, other) in enumerate(sides.between):
                path = ("hexsides", i, "between", j)
                key = (sides.terrain, frozenset((one, other)))
                if not (self._hex(path, one) and self._hex(path, other)):
                    continue
                if self.grid.side_toward(one, other) is None:
                    self.files.fault(self.file, path, f"hexes {one} and {other} are not adjacent")
                if key in seen:
                    self.files.fault(self.file, path, f"the hexside {one}/{other} is listed twice")
                seen.add(key)

    def _exits(self) -> None:
        for name, way in self.map.exits.items():
            path = ("exits", name)
            self._terrain((*path, "road"), way.road, "road")
            if self._hex((*path, "hex"), way.hex) and not self.grid.open_sides(way.hex):
                self.files.fault(self.file, (*path, "hex"), f"hex {way.hex} is not on the map edge")
            for j, side in enumerate(way.sides):
                if self.game is not None and side not in self.game.sides:
                    message = f"found {side!r}: expected one of {', '.join(self.game.sides)}"
                    self.files.fault(self.file, (*path, "sides", j), message)

    def _hex(self, path: tuple[str | int, ...], hex_id: str) -> bool:
        if hex_id in self.grid:
            return True
        self.files.fault(self.file, path, f"there is no hex {hex_id} on this map")
        return False

    def _terrain(self, path: tuple[str | int, ...], name: str, where: str) -> None:
        fitting = [n for n, w in self.where.items() if w == where]
        if name not in fitting and not self.files.is_cut(name):
            listed = ", ".join(fitting) or "none"
            message = f"found {name!r}: expected {where} terrain ({listed})"
            self.files.fault(self.file, path, message)

    def _road(self, path: tuple[str | int, ...], hexes: tuple[str, ...]) -> None:
        known = [self._hex((*path, j), hex_id) for j, hex_id in enumerate(hexes)]
        gap = False
        for j, (one, other) in enumerate(pairwise(hexes)):
            after, gap = gap, known[j] and known[j + 1] and self.grid.side_toward(one, other) is None
            if gap and not after:  # one wrong hex leaves a gap on both of its sides
                message = f"the road has a gap: {one} and {other} are not adjacent"
                self.files.fault(self.file, (*path, j + 1), message)

    def _rows(self, key: str, rows: Rows | None, letters: set[str], expected: str) -> None:
        if rows is None:
            return
        known = self.all_letters or key != "terrain"
        axis, along = self.grid.spec.a, self.grid.spec.b
        if rows.of == "b":
            axis, along = along, axis
        width = along.last - along.first + 1
        wanted = [f"{n:0{self.grid.spec.digits}d}" for n in range(axis.first, axis.last + 1)]
        for name in wanted:
            if name not in rows.rows:
                self.files.fault(self.file, (key, "rows"), f"there is no row {name}")
        for name, text in rows.rows.items():
            path = (key, "rows", name)
            if name not in wanted:
                message = f"found a row {name!r}: expected {wanted[0]} to {wanted[-1]}"
                self.files.fault(self.file, path, message)
            if len(text) != width:
                self.files.fault(self.file, path, f"{count_noun(len(text), 'letter')}, expected {width}")
        if known:
            self._letters(key, rows, letters, expected)

    def _letters(self, key: str, rows: Rows, letters: set[str], expected: str) -> None:
        """Letters that stand for nothing: each once, at the first of its rows."""
        wrong = {
            name: dict.fromkeys(each for each in text if each not in letters)
            for name, text in rows.rows.items()
        }
        told: set[str] = set()
        for name, text in rows.rows.items():
            for letter in (each for each in wrong[name] if each not in told):
                told.add(letter)
                columns = [str(i) for i, each in enumerate(text, 1) if each == letter]
                others = sum(letter in found for found in wrong.values()) - 1
                more = f" (and {len(columns) - 1} more of this row)" if len(columns) > 1 else ""
                below = f" (and in {count_noun(others, 'more row')})" if others else ""
                message = f"letter {columns[0]}{more} is {letter!r}: expected {expected}{below}"
                self.files.fault(self.file, (key, "rows", name), message)
