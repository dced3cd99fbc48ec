"""Checks of a scenario file: that it sets up counters, hexes, areas and sides that there are."""

from __future__ import annotations

from modules.amounts import count_noun
from modules.definition.files import Files, known_word
from modules.definition.formats.game import GameFile
from modules.definition.formats.maps import MapFile
from modules.definition.formats.scenarios import (
    DRAWN,
    Apart,
    Behind,
    Beyond,
    Condition,
    Drawing,
    Entry,
    Fill,
    HexScenario,
    Option,
    SetUp,
    Zone,
)
from modules.definition.model import Counter
from modules.definition.places import zone_holds, zone_of
from modules.geometry import HexGrid


def check_scenario(
    files: Files,
    file: str,
    scenario: HexScenario,
    game: GameFile,
    counters: dict[str, Counter],
    grids: dict[str, tuple[MapFile, HexGrid]],
) -> None:
    """Notes the faults of one scenario file."""
    _ScenarioCheck(files, file, scenario, game, counters, grids).check()


class _ScenarioCheck:
    def __init__(
        self,
        files: Files,
        file: str,
        scenario: HexScenario,
        game: GameFile,
        counters: dict[str, Counter],
        grids: dict[str, tuple[MapFile, HexGrid]],
    ) -> None:
        self.files, self.file, self.scenario, self.game = files, file, scenario, game
        self.counters, self.grids = counters, grids
        self.map_and_grid = grids.get(scenario.map)
        self.units: dict[str, list[str]] = {}
        """By hex, as they are set up."""

    def check(self) -> None:
        scenario = self.scenario
        maps = self.files.names("maps", "map")
        if maps is not None:
            known_word(self.files, self.file, ("map",), scenario.map, maps)
        known_word(self.files, self.file, ("first_player",), scenario.first_player, self.game.sides)
        placed: set[str] = set()
        for i, setup in enumerate(scenario.setup):
            self._setup(("setup", i), setup, placed)
        for name, morale in scenario.morale.items():
            path = ("morale", name)
            known_word(self.files, self.file, (*path, "side"), morale.side, self.game.sides)
            if morale.nation is not None:
                known_word(self.files, self.file, (*path, "nation"), morale.nation, self.game.nations)
            if morale.disintegration <= morale.demoralization:
                message = "disintegration must be higher than demoralization"
                self.files.fault(self.file, (*path, "disintegration"), message)
        for i, entry in enumerate(scenario.entries):
            self._entry(("entries", i), entry, placed)
        for name, option in scenario.options.items():
            self._option(("options", name), option)
        if scenario.drawing is not None:
            self._drawing(scenario.drawing)

    def _drawing(self, drawing: Drawing) -> None:
        """A face for each side of the die, some of them with options; no option is called `drawn`."""
        if self.game.die is not None and len(drawing.faces) != self.game.die:
            message = f"found {count_noun(len(drawing.faces), 'face')}: the die has {self.game.die}"
            self.files.fault(self.file, ("drawing", "faces"), message)
        if not any(drawing.faces):
            self.files.fault(self.file, ("drawing", "faces"), "no face names an option")
        if DRAWN in self.scenario.options:
            self.files.fault(self.file, ("options", DRAWN), f"{DRAWN} is kept for options drawn by dice")
        for i, face in enumerate(drawing.faces):
            for j, name in enumerate(face):
                known_word(self.files, self.file, ("drawing", "faces", i, j), name, self.scenario.options)

    def _option(self, path: tuple[str | int, ...], option: Option) -> None:
        for j, other in enumerate(option.excludes):
            known_word(self.files, self.file, (*path, "excludes", j), other, self.scenario.options)
        for j, side in enumerate(option.order):
            known_word(self.files, self.file, (*path, "order", j), side, self.game.sides)
        for side, free in option.frees.items():
            known_word(self.files, self.file, (*path, "frees", side), side, self.game.sides)
            for j, zone in enumerate(free.zones):
                self._zone((*path, "frees", side, "zones", j), zone)
            for j, condition in enumerate(free.conditions):
                self._condition((*path, "frees", side, "conditions", j), condition)

    def _entry(self, path: tuple[str | int, ...], entry: Entry, placed: set[str]) -> None:
        known_word(self.files, self.file, (*path, "side"), entry.side, self.game.sides)
        for j, counter_id in enumerate(entry.counters):
            where = (*path, "counters", j)
            self._counter_of(where, counter_id, entry.side)
            if counter_id in placed:
                self.files.fault(self.file, where, f"{counter_id} is both set up and listed to enter")
            placed.add(counter_id)
        for j, hex_id in enumerate(entry.hexes):
            self._known_hex((*path, "hexes", j), hex_id)
        self._areas(path, entry.areas)

    def _areas(self, path: tuple[str | int, ...], areas: tuple[str, ...]) -> None:
        if self.map_and_grid is not None:
            for j, area in enumerate(areas):
                known_word(self.files, self.file, (*path, "areas", j), area, self.map_and_grid[0].areas)

    def _condition(self, path: tuple[str | int, ...], condition: Condition) -> None:
        if isinstance(condition, Fill) and self.map_and_grid is not None:
            known_word(self.files, self.file, (*path, "area"), condition.area, self.map_and_grid[0].areas)
        elif isinstance(condition, Behind):
            known_word(self.files, self.file, (*path, "units"), condition.units, self.game.kinds)
        elif isinstance(condition, Beyond):
            for key in ("nation", "other"):
                nation = getattr(condition, key)
                known_word(self.files, self.file, (*path, key), nation, self.game.nations)
        elif isinstance(condition, Apart):
            for j, counter_id in enumerate(condition.counters):
                self._known_counter((*path, "counters", j), counter_id)

    def _setup(self, path: tuple[str | int, ...], setup: SetUp, placed: set[str]) -> None:
        known_word(self.files, self.file, (*path, "side"), setup.side, self.game.sides)
        for counter_id, hex_id in setup.at.items():
            where = (*path, "at", counter_id)
            self._counter_of(where, counter_id, setup.side)
            if counter_id in placed:
                self.files.fault(self.file, where, f"{counter_id} is set up twice")
            placed.add(counter_id)
            if self._known_hex(where, hex_id):
                self._room(where, counter_id, hex_id)
                if setup.zones:
                    self._in_zone(where, counter_id, hex_id, setup.zones)
        for j, zone in enumerate(setup.zones):
            self._zone((*path, "zones", j), zone)
        for j, condition in enumerate(setup.conditions):
            self._condition((*path, "conditions", j), condition)

    def _room(self, path: tuple[str | int, ...], counter_id: str, hex_id: str) -> None:
        """Leaders stand with units; of these a hex has only so much room. The first too many is told."""
        counter = self.counters.get(counter_id)
        if counter is None or counter.role == "leader":
            return
        there, most = self.units.setdefault(hex_id, []), self.game.units_per_hex
        if len(there) == most:
            where = f"stands in {hex_id} with {', '.join(there)}"
            message = f"{counter_id} {where}: a hex has room for {most} (units_per_hex in game.yaml)"
            self.files.fault(self.file, path, message)
        there.append(counter_id)

    def _counter_of(self, path: tuple[str | int, ...], counter_id: str, side: str) -> None:
        counter = self._known_counter(path, counter_id)
        if counter is not None and counter.side != side and {counter.side, side} <= self.game.sides.keys():
            self.files.fault(self.file, path, f"{counter_id} does not belong to the side {side}")

    def _known_counter(self, path: tuple[str | int, ...], counter_id: str) -> Counter | None:
        counter = self.counters.get(counter_id)
        if counter is None:
            self.files.unknown_word(self.file, path, counter_id, f"there is no counter {counter_id!r}")
        return counter

    def _known_hex(self, path: tuple[str | int, ...], hex_id: str) -> bool:
        if self.map_and_grid is None:
            return False
        if hex_id in self.map_and_grid[1]:
            return True
        message = f"there is no hex {hex_id} on the map {self.scenario.map}"
        self.files.unknown_word(self.file, path, hex_id, message)
        return False

    def _zone(self, path: tuple[str | int, ...], zone: Zone) -> None:
        for j, counter_id in enumerate(zone.counters or ()):
            self._known_counter((*path, "counters", j), counter_id)
        for j, hex_id in enumerate(zone.hexes):
            self._known_hex((*path, "hexes", j), hex_id)
        self._areas(path, zone.areas)

    def _in_zone(
        self, path: tuple[str | int, ...], counter_id: str, hex_id: str, zones: tuple[Zone, ...]
    ) -> None:
        if self.map_and_grid is None:
            return
        zone = zone_of(zones, counter_id)
        if zone is None or any(area not in self.map_and_grid[0].areas for area in zone.areas):
            return
        if not zone_holds(zone, hex_id, *self.map_and_grid):
            message = f"{counter_id} may not be set up in {hex_id}: rule {zone.rule} allows other hexes"
            self.files.fault(self.file, path, message)
