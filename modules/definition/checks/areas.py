"""Checks of maps of areas and of scenarios on them: that outlines, borders and roads say the same.

Two areas are adjacent if they are listed so or joined by a road, and exactly if an arc of the outline parts
them; every outline closes round its town, and arrows lead only to the coasts that the rule allows.
"""

from __future__ import annotations

from collections import Counter as Count
from collections.abc import Iterable
from itertools import pairwise

from modules.amounts import count_noun
from modules.definition.files import Files, known_word
from modules.definition.formats.areas import SEA, AreaMapFile, Degrees, Way
from modules.definition.formats.game import GameFile
from modules.definition.formats.scenarios import AreaScenario, AreaSetUp
from modules.definition.formats.tables import TablesFile
from modules.definition.model import Counter
from modules.geometry.areas import AreaGraph, Border
from modules.geometry.outline import Arc, OpenRing, crossings, holds, ring
from modules.written.source import Path_


def check_area_map(files: Files, file: str, area_map: AreaMapFile, game: GameFile | None) -> None:
    """Everything that one map of areas must agree on with itself and with the game."""
    _areas(files, file, area_map)
    adjacent = _borders(files, file, area_map)
    if adjacent is not None:
        _reached(files, file, area_map, adjacent)
    arcs = None if area_map.of_points else _arcs(files, file, area_map)
    if arcs is not None:
        _outlines(files, file, area_map, arcs)
        if adjacent is not None:
            _parted(files, file, area_map, adjacent)
    _names_in_ways(files, file, area_map)
    _panels(files, file, area_map)
    if game is not None:
        _invasions(files, file, area_map, game)


def check_area_backs(files: Files) -> None:
    """Two maps on one paper are of one size; no paper has a third."""
    maps = {each.area_map: each for each in files.of(AreaMapFile).values()}
    known = files.names("areas", "area_map")
    named: dict[str, str] = {}
    for file, area_map in files.of(AreaMapFile).items():
        back = area_map.back
        if back is None or known is None or not known_word(files, file, ("back",), back, known):
            continue
        other = named.setdefault(back, file)
        if other != file:
            files.fault(file, ("back",), f"the back of the map in {other} is {back!r} already")
        elif back == area_map.area_map:
            files.fault(file, ("back",), "a map cannot be its own back: name another, or leave it out")
        elif back in maps and maps[back].back is not None:
            files.fault(file, ("back",), f"{back!r} has a back of its own: a paper has two sides")
        elif back in maps and maps[back].paper != area_map.paper:
            files.fault(file, ("paper",), f"both sides are one paper: give {back!r} the same size and margin")


def check_played_on(files: Files) -> None:
    """A map of areas whose sheet shows turns has a scenario, whose turns these are."""
    scenarios = [source for name, source in files.sources.items() if name.startswith("scenarios/")]
    if any(not isinstance(source.data, dict) for source in scenarios):
        return  # one that cannot be read may be played on any map
    played_on = {source.data.get("area_map") for source in scenarios}
    for file, area_map in files.of(AreaMapFile).items():
        for i, panel in enumerate(area_map.panels):
            if panel.panel == "turns" and area_map.area_map not in played_on:
                message = "no scenario is played on this map, of which the panel could show the turns"
                files.fault(file, ("panels", i, "panel"), message)


def _areas(files: Files, file: str, area_map: AreaMapFile) -> None:
    found = len(files.sources[file].data["areas"])  # those with mistakes too
    if found != area_map.count:
        files.fault(
            file, ("areas",), f"there are {count_noun(found, 'area')}, not {area_map.count} ({area_map.rule})"
        )
    for code, area in area_map.areas.items():
        known_word(files, file, ("areas", code, "letter"), area.letter, area_map.letters)


def _borders(files: Files, file: str, area_map: AreaMapFile) -> dict[Border, Path_] | None:
    """Where each border is written; None if one names an area that is not there, so that nobody knows."""
    found: dict[Border, Path_] = {}
    sound = True
    links: list[tuple[tuple[str, str], Path_]] = [
        (pair, ("roads", name, "path"))
        for name, road in area_map.roads.items()
        for pair in pairwise(road.stops)
    ]
    plain: list[tuple[tuple[str, str], Path_]] = [
        (pair, ("borders", "between", i)) for i, pair in enumerate(area_map.borders.between)
    ]
    for pair, path in [*links, *plain]:
        sound &= sum(known_word(files, file, path, code, area_map.areas) for code in pair) == 2
        if pair[0] == pair[1]:
            files.fault(file, path, f"{pair[0]} cannot border itself")
            sound = False
        border = frozenset(pair)
        if border in found and path[0] == "borders":
            line = files.sources[file].place(found[border]).line
            files.fault(file, path, f"{pair[0]} and {pair[1]} are already adjacent: see line {line}")
        found.setdefault(border, path)
    return found if sound else None


def _reached(files: Files, file: str, area_map: AreaMapFile, adjacent: Iterable[Border]) -> None:
    pairs = [(min(border), max(border)) for border in adjacent]
    for part in AreaGraph.of(area_map.areas, pairs, {}).parts()[1:]:
        names = ", ".join(sorted(part))
        files.fault(file, ("areas", min(part)), f"no border joins {names} to the other areas")


# --- outlines ------------------------------------------------------------------------------------------


def _arcs(files: Files, file: str, area_map: AreaMapFile) -> list[Arc] | None:
    """The arcs in degrees; None if a name in one stands for nothing."""
    outline, sound = area_map.outline, True
    found: list[Arc] = []
    regions = [*area_map.areas, *area_map.lands, SEA]
    for i, arc in enumerate(outline.arcs):
        path: Path_ = ("outline", "arcs", i)
        sound &= sum(known_word(files, file, (*path, "between"), each, regions) for each in arc.between) == 2
        points = _points(files, file, (*path, "path"), arc.path, outline.junctions)
        sound &= points is not None
        ends = (arc.path[0], arc.path[-1])
        if not all(isinstance(end, str) for end in ends):
            files.fault(file, (*path, "path"), "a line of the outline runs from one junction to another")
            sound = False
        if points is not None:
            found.append(Arc(arc.between, tuple(points)))
    for i, isle in enumerate(outline.isles):
        if isle.of is not None:
            known_word(files, file, ("outline", "isles", i, "of"), isle.of, regions[:-1])
        _points(files, file, ("outline", "isles", i, "path"), isle.path, {})
    return found if sound else None


def _points(
    files: Files, file: str, path: Path_, way: Way, named: dict[str, Degrees]
) -> list[Degrees] | None:
    found = []
    for step in way:
        if isinstance(step, str):
            if not known_word(files, file, path, step, named):
                return None
            step = named[step]
        found.append(step)
    return found


def _outlines(files: Files, file: str, area_map: AreaMapFile, arcs: list[Arc]) -> None:
    for name in area_map.lands:
        if any(name in arc.between for arc in arcs):
            _ring(files, file, ("lands", name), name, arcs)
    for code, area in area_map.areas.items():
        path = ("areas", code)
        outline = _ring(files, file, path, code, arcs)
        if outline is None:
            continue
        for lon, lat in crossings(outline)[:1]:
            files.fault(file, path, f"the outline of {code} crosses itself after {lon:g},{lat:g}")
        for key, place in (("seat", area.seat), ("name_at", area.name_at)):
            if place is not None and not holds(outline, place):
                files.fault(
                    file, (*path, key), f"{place[0]:g},{place[1]:g} lies outside the outline of {code}"
                )
        wet = any({code, SEA} == set(arc.between) for arc in arcs)
        if wet != bool(area.coast):
            says = (
                "has a `coast` but no outline on the sea" if area.coast else "is on the sea: name its `coast`"
            )
            files.fault(file, path, f"{code} {says}")


def _ring(files: Files, file: str, path: Path_, region: str, arcs: list[Arc]) -> list[Degrees] | None:
    """The outline of a region; None where its arcs do not close."""
    try:
        outline: list[Degrees] = ring(region, arcs)
    except OpenRing as fault:
        files.fault(file, path, f"{fault}: lines of the outline must join at junctions")
        return None
    return outline


def _parted(files: Files, file: str, area_map: AreaMapFile, adjacent: dict[Border, Path_]) -> None:
    drawn: dict[Border, Path_] = {
        frozenset(arc.between): ("outline", "arcs", i)
        for i, arc in enumerate(area_map.outline.arcs)
        if all(each in area_map.areas for each in arc.between)
    }
    for border in sorted(drawn.keys() - adjacent.keys(), key=sorted):
        one, other = sorted(border)
        files.fault(file, drawn[border], f"{one} and {other} touch here, but no border or road joins them")
    for border in sorted(adjacent.keys() - drawn.keys(), key=sorted):
        one, other = sorted(border)
        files.fault(file, adjacent[border], f"{one} and {other} are adjacent, but no line separates them")


def _names_in_ways(files: Files, file: str, area_map: AreaMapFile) -> None:
    for i, river in enumerate(area_map.outline.rivers):
        _points(files, file, ("outline", "rivers", i, "path"), river.path, area_map.outline.junctions)
    for i, relief in enumerate(area_map.outline.relief):
        _points(files, file, ("outline", "relief", i, "path"), relief.path, {})
    for name, road in area_map.roads.items():
        if len(road.stops) < 2:
            files.fault(file, ("roads", name, "path"), "a road joins at least two areas")


def _panels(files: Files, file: str, area_map: AreaMapFile) -> None:
    """Panels lie on the paper, and what they are to show is there."""
    lists = [name for tables in files.of(TablesFile).values() for name in tables.lists]
    played = any(s.area_map == area_map.area_map for s in files.of(AreaScenario).values())
    for i, panel in enumerate(area_map.panels):
        path: Path_ = ("panels", i)
        right = panel.at[0] + panel.width
        if min(panel.at) < 0 or right > area_map.paper.width or panel.at[1] >= area_map.paper.height:
            files.fault(file, path, "the panel is off the paper")
        if panel.panel == "list" and panel.list is None:
            files.fault(file, path, "`list` is missing: name a list of tables.yaml")
        if panel.list is not None and lists:
            known_word(files, file, (*path, "list"), panel.list, lists)
        if panel.panel == "turns" and not played:
            files.fault(file, path, "no scenario is played on this map: there are no turns to count")


def _invasions(files: Files, file: str, area_map: AreaMapFile, game: GameFile) -> None:
    for i, ship in enumerate(area_map.ships):
        known_word(files, file, ("ships", i, "side"), ship.side, game.sides)
    for side in area_map.seats:
        known_word(files, file, ("seats", side), side, game.sides)
    for side, invasion in area_map.invasions.items():
        known_word(files, file, ("invasions", side), side, game.sides)
        for code, landing in invasion.landings.items():
            path = ("invasions", side, "landings", code)
            if not known_word(files, file, path, code, area_map.areas):
                continue
            if not set(area_map.areas[code].coast) & set(invasion.coasts):
                coasts = ", ".join(invasion.coasts)
                files.fault(file, path, f"{code} has no coast on the side {coasts} ({invasion.rule})")
            if game.die is not None and landing.highest > game.die:
                files.fault(file, (*path, "highest"), f"the die has {count_noun(game.die, 'side')}")


# --- scenarios -----------------------------------------------------------------------------------------


def check_area_scenario(
    files: Files,
    file: str,
    scenario: AreaScenario,
    game: GameFile,
    counters: dict[str, Counter],
    maps: Iterable[AreaMapFile],
) -> None:
    """Its map, sides and blocks are there, and each side places all that it has."""
    by_name = {each.area_map: each for each in maps}
    names = files.names("areas", "area_map")
    if names is not None:
        known_word(files, file, ("area_map",), scenario.area_map, names)
    known_word(files, file, ("first_player",), scenario.first_player, game.sides)
    for i, side in enumerate(scenario.order):
        known_word(files, file, ("order", i), side, game.sides)
    for i, setup in enumerate(scenario.setup):
        known_word(files, file, ("setup", i, "side"), setup.side, game.sides)
        area_map = by_name.get(scenario.area_map)
        for code in setup.at:
            if area_map is not None:
                known_word(files, file, ("setup", i, "at", code), code, area_map.areas)
        _placed(files, file, ("setup", i), setup, counters)


def _placed(files: Files, file: str, path: Path_, setup: AreaSetUp, counters: dict[str, Counter]) -> None:
    has = Count(counter.group for counter in counters.values() if counter.side == setup.side)
    placed: Count[str] = Count()
    for part in (*setup.at.values(), setup.anywhere, setup.off_board, setup.pool):
        placed.update(part)
    for group in placed:
        known_word(files, file, path, group, has)
    for group, number in has.items():
        if placed[group] != number and not files.is_cut(group):
            files.fault(file, path, f"{placed[group]} of {group} are placed: the game has {number}")
