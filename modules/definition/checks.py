"""What no single file can know: that names refer to something, that counts add up, that nothing is left out.

Each check reads the typed files and notes faults; a file that could not be typed is left out, so that one
mistake is told once.
"""

from __future__ import annotations

from collections.abc import Iterable

from modules.definition.checks_maps import area_holds, check_map, row_letter
from modules.definition.counters import CounterEntry, CountersFile
from modules.definition.game import GameFile
from modules.definition.loader import Files
from modules.definition.maps import MapFile
from modules.definition.model import Counter, expand
from modules.definition.scenarios import ScenarioFile, SetUp, Zone
from modules.definition.tables import OddsTableEntry, TablesFile
from modules.definition.terrain import TerrainFile
from modules.geometry import HexGrid


def check(files: Files) -> None:
    """Notes every mistake that shows only when the files are read together."""
    game = files.of(GameFile).get("game.yaml")
    terrain = files.of(TerrainFile).get("terrain.yaml")
    grids: dict[str, tuple[MapFile, HexGrid]] = {}
    if terrain is not None:
        _terrain_letters(files, terrain)
        for name, each_map in files.of(MapFile).items():
            grid = check_map(files, name, each_map, terrain, game)
            if grid is not None:
                grids[each_map.map] = (each_map, grid)
    if game is None:
        return
    _game(files, game)
    for name, tables in files.of(TablesFile).items():
        for table_name, entry in tables.odds.items():
            _odds_table(files, name, ("odds", table_name), entry, game.die)
    for name, counters in files.of(CountersFile).items():
        _counters(files, name, counters, game)
        known = {c.id: c for c in expand(counters, game)}
        for scenario_name, scenario in files.of(ScenarioFile).items():
            _Scenario(files, scenario_name, scenario, game, known, grids).check()


def known_word(files: Files, file: str, path: tuple[str | int, ...], word: str, among: Iterable[str]) -> bool:
    """True if the word is one of those; else notes the fault and names those that there are."""
    names = list(among)
    if word in names:
        return True
    listed = ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
    files.fault(file, path, f"found {word!r}: expected one of {listed or 'none (nothing is defined)'}")
    return False


def _game(files: Files, game: GameFile) -> None:
    for name, nation in game.nations.items():
        known_word(files, "game.yaml", ("nations", name, "side"), nation.side, game.sides)
    seen: set[str] = set()
    for i, phase in enumerate(game.sequence):
        if phase.id in seen:
            files.fault("game.yaml", ("sequence", i, "id"), f"the phase {phase.id!r} stands twice")
        seen.add(phase.id)


def _terrain_letters(files: Files, terrain: TerrainFile) -> None:
    seen: dict[str, str] = {}
    for name, kind in terrain.terrain.items():
        if kind.where != "hex":
            continue
        if kind.letter in seen:
            message = f"the letter {kind.letter!r} already stands for {seen[kind.letter]}"
            files.fault("terrain.yaml", ("terrain", name, "letter"), message)
        seen.setdefault(kind.letter, name)


# --- tables --------------------------------------------------------------------------------------------


def _odds_table(files: Files, file: str, path: tuple[str, ...], table: OddsTableEntry, die: int) -> None:
    last = None
    for i, column in enumerate(table.columns):
        ratio = _ratio(column)
        if ratio is None:
            files.fault(file, (*path, "columns", i), f"found {column!r}: expected odds such as 1-2 or 3-1")
        elif last is not None and ratio <= last:
            files.fault(file, (*path, "columns", i), f"{column} does not rise above the column before it")
        last = ratio if ratio is not None else last
    wanted = [str(n) for n in range(1, die + 1)]
    for roll in wanted:
        if roll not in table.rows:
            files.fault(file, (*path, "rows"), f"a hole: there is no row for a die roll of {roll}")
    for roll, cells in table.rows.items():
        where = (*path, "rows", roll)
        if roll not in wanted:
            files.fault(file, where, f"found a row {roll!r}: expected die rolls 1 to {die}")
        if len(cells) != len(table.columns):
            message = f"a hole: {len(cells)} cells, but there are {len(table.columns)} columns"
            files.fault(file, where, message)
        for i, cell in enumerate(cells):
            known_word(files, file, (*where, i), cell, table.results)


def _ratio(column: str) -> float | None:
    left, dash, right = column.partition("-")
    if not (dash and left.isdigit() and right.isdigit() and int(left) and int(right)):
        return None
    return int(left) / int(right)


# --- counters ------------------------------------------------------------------------------------------


def _counters(files: Files, file: str, counters: CountersFile, game: GameFile) -> None:
    known_word(files, file, ("strength",), counters.strength, game.values)
    taken: dict[str, str] = {}
    for group, entry in counters.counters.items():
        path = ("counters", group)
        known_word(files, file, (*path, "nation"), entry.nation, game.nations)
        known_word(files, file, (*path, "kind"), entry.kind, game.kinds)
        _values(files, file, path, entry, game)
        for number in range(1, (entry.count or 0) + 1) or [None]:
            counter_id = group if number is None else f"{group}-{number}"
            if counter_id in taken:
                files.fault(file, path, f"the counter {counter_id} is made by {taken[counter_id]} too")
            taken[counter_id] = group
    made = expand(counters, game)
    for i, total in enumerate(counters.sums):
        of = set(total.of)
        for j, nation in enumerate(total.of):
            known_word(files, file, ("sums", i, "of", j), nation, game.nations)
        units = [c for c in made if c.nation in of and c.role == "unit"]
        leaders = [c for c in made if c.nation in of and c.role == "leader"]
        strength = sum(c.front.get(counters.strength, 0) for c in units)
        for key, found in (("units", len(units)), ("leaders", len(leaders)), ("strength", strength)):
            if found != getattr(total, key):
                names = ", ".join(total.of)
                message = f"the counters of {names} add up to {found}, not {getattr(total, key)}"
                files.fault(file, ("sums", i, key), message)


def _values(files: Files, file: str, path: tuple[str, ...], entry: CounterEntry, game: GameFile) -> None:
    for value in entry.values:
        known_word(files, file, (*path, "values", value), value, game.values)
    for value in entry.reduced or {}:
        if value not in entry.values:
            files.fault(file, (*path, "reduced", value), f"the front has no value {value!r} to reduce")


# --- scenarios -----------------------------------------------------------------------------------------


class _Scenario:
    def __init__(
        self,
        files: Files,
        file: str,
        scenario: ScenarioFile,
        game: GameFile,
        counters: dict[str, Counter],
        grids: dict[str, tuple[MapFile, HexGrid]],
    ) -> None:
        self.files, self.file, self.scenario, self.game = files, file, scenario, game
        self.counters, self.grids = counters, grids
        self.map_and_grid = grids.get(scenario.map)

    def check(self) -> None:
        scenario = self.scenario
        maps = {m.map for m in self.files.of(MapFile).values()}
        known_word(self.files, self.file, ("map",), scenario.map, maps)
        known_word(self.files, self.file, ("first_player",), scenario.first_player, self.game.sides)
        placed: set[str] = set()
        for i, setup in enumerate(scenario.setup):
            self._setup(("setup", i), setup, placed)
        for name, commander in scenario.commanders.items():
            known_word(self.files, self.file, ("commanders", name), name, self.game.sides)
            if commander.counter not in self.counters:
                message = f"there is no counter {commander.counter!r}"
                self.files.fault(self.file, ("commanders", name, "counter"), message)
        for name, morale in scenario.morale.items():
            path = ("morale", name)
            known_word(self.files, self.file, (*path, "side"), morale.side, self.game.sides)
            if morale.nation is not None:
                known_word(self.files, self.file, (*path, "nation"), morale.nation, self.game.nations)
            if morale.disintegration <= morale.demoralization:
                message = "disintegration must lie above demoralization"
                self.files.fault(self.file, (*path, "disintegration"), message)
        for name, option in scenario.options.items():
            for j, other in enumerate(option.excludes):
                known_word(self.files, self.file, ("options", name, "excludes", j), other, scenario.options)
            if option.frees is not None:
                known_word(self.files, self.file, ("options", name, "frees"), option.frees, self.game.sides)
            for j, zone in enumerate(option.zones):
                self._zone(("options", name, "zones", j), zone)

    def _setup(self, path: tuple[str | int, ...], setup: SetUp, placed: set[str]) -> None:
        known_word(self.files, self.file, (*path, "side"), setup.side, self.game.sides)
        for counter_id, hex_id in setup.at.items():
            where = (*path, "at", counter_id)
            counter = self.counters.get(counter_id)
            if counter is None:
                self.files.fault(self.file, where, f"there is no counter {counter_id!r}")
            elif counter.side != setup.side:
                self.files.fault(self.file, where, f"{counter_id} is not of the side {setup.side}")
            if counter_id in placed:
                self.files.fault(self.file, where, f"{counter_id} is set up twice")
            placed.add(counter_id)
            if self._known_hex(where, hex_id) and setup.zones:
                self._in_zone(where, counter_id, hex_id, setup.zones)
        for j, zone in enumerate(setup.zones):
            self._zone((*path, "zones", j), zone)

    def _known_hex(self, path: tuple[str | int, ...], hex_id: str) -> bool:
        if self.map_and_grid is None:
            return False
        if hex_id in self.map_and_grid[1]:
            return True
        self.files.fault(self.file, path, f"there is no hex {hex_id} on the map {self.scenario.map}")
        return False

    def _zone(self, path: tuple[str | int, ...], zone: Zone) -> None:
        for j, counter_id in enumerate(zone.counters or ()):
            if counter_id not in self.counters:
                message = f"there is no counter {counter_id!r}"
                self.files.fault(self.file, (*path, "counters", j), message)
        for j, hex_id in enumerate(zone.hexes):
            self._known_hex((*path, "hexes", j), hex_id)
        if self.map_and_grid is not None:
            for j, area in enumerate(zone.areas):
                known_word(self.files, self.file, (*path, "areas", j), area, self.map_and_grid[0].areas)

    def _in_zone(
        self, path: tuple[str | int, ...], counter_id: str, hex_id: str, zones: tuple[Zone, ...]
    ) -> None:
        if self.map_and_grid is None:
            return
        zone = zone_of(zones, counter_id)
        if zone is not None and not zone_holds(zone, hex_id, *self.map_and_grid):
            message = f"{counter_id} may not be set up in {hex_id}: rule {zone.rule} allows other hexes"
            self.files.fault(self.file, path, message)


def zone_of(zones: tuple[Zone, ...], counter_id: str) -> Zone | None:
    """The zone that governs a counter: the first that names it, else the first that names none."""
    named = (z for z in zones if z.counters is not None and counter_id in z.counters)
    return next(named, next((z for z in zones if z.counters is None), None))


def zone_holds(zone: Zone, hex_id: str, each_map: MapFile, grid: HexGrid) -> bool:
    """True if a counter may stand in the hex: in one of the areas, on one of the levels, one of the hexes."""
    if zone.hexes and hex_id not in zone.hexes:
        return False
    areas = [each_map.areas[name] for name in zone.areas if name in each_map.areas]
    if zone.areas and not any(area_holds(area, hex_id, grid) for area in areas):
        return False
    if not zone.levels:
        return True
    level = row_letter(each_map.levels, hex_id, grid)
    return level is not None and level.isdigit() and int(level) in zone.levels
