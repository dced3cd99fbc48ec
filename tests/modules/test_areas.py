"""Areas: the graph of borders and roads, outlines as shared arcs, and how faults of such a map are told."""

from __future__ import annotations

import shutil
from itertools import combinations, pairwise
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modules.definition import DefinitionError, load
from modules.definition.formats.areas import SEA, AreaMapFile
from modules.geometry.areas import AreaGraph, BorderError, UnknownArea
from modules.geometry.outline import Arc, OpenRing, Polygon, area_of, crossings, holds, ring
from modules.ledger import read_ledger
from modules.written.source import read

GAME = Path(__file__).parents[2] / "modules" / "year_of_the_comet"
ENGLAND = "areas/england.yaml"
NAMES = "ABCDEFGH"


@pytest.fixture(scope="module")
def england() -> AreaMapFile:
    source = read(GAME / ENGLAND, ENGLAND)
    assert source.faults == []
    return AreaMapFile.model_validate(source.data)


def faults(tmp_path: Path, *changes: tuple[str, str]) -> list[str]:
    """What is told of the game after a change of its map."""
    folder = tmp_path / "game"
    shutil.copytree(GAME, folder)
    text = (folder / ENGLAND).read_text(encoding="utf-8")
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    (folder / ENGLAND).write_text(text, encoding="utf-8")
    with pytest.raises(DefinitionError) as told:
        load(folder, variant_of=GAME.name)
    return [str(fault) for fault in told.value.faults]


# --- the graph -----------------------------------------------------------------------------------------


def test_roads_are_borders_and_neighbours_stand_in_the_order_of_the_map() -> None:
    graph = AreaGraph.of("CAB", [("A", "B")], {"street": [("A", "C")], "way": [("C", "A")]})
    assert graph.neighbours("A") == ("C", "B")
    assert graph.roads_between("C", "A") == ("street", "way")
    assert graph.roads_between("A", "B") == ()


def test_a_move_stops_in_a_closed_area() -> None:
    graph = AreaGraph.of("ABCD", [("A", "B"), ("B", "C"), ("C", "D"), ("A", "D")], {})
    assert graph.within("A", 2) == {"A": 0, "B": 1, "D": 1, "C": 2}
    assert graph.within("A", 3, closed={"B", "D"}) == {"A": 0, "B": 1, "D": 1}


def test_mistakes_of_a_graph_are_named() -> None:
    with pytest.raises(UnknownArea, match="X"):
        AreaGraph.of("AB", [("A", "X")], {})
    with pytest.raises(BorderError, match="itself"):
        AreaGraph.of("AB", [("A", "A")], {})
    with pytest.raises(UnknownArea):
        AreaGraph.of("AB", [], {}).neighbours("Z")
    with pytest.raises(BorderError, match="2 colours"):
        AreaGraph.of("ABC", list(combinations("ABC", 2)), {}).colours(2)


@given(st.sets(st.sampled_from(list(combinations(NAMES, 2)))))
def test_neighbours_are_mutual_differ_in_colour_and_share_a_part(borders: set[tuple[str, str]]) -> None:
    graph = AreaGraph.of(NAMES, sorted(borders), {})
    colours = graph.colours(len(NAMES))
    assert sorted(area for part in graph.parts() for area in part) == list(NAMES)
    for one, other in combinations(NAMES, 2):
        joined = (one, other) in borders
        assert graph.adjacent(other, one) == joined
        assert (other in graph.neighbours(one)) == (one in graph.neighbours(other)) == joined
        if joined:
            assert colours[one] != colours[other]
            assert other in graph.within(one, 1)


# --- outlines ------------------------------------------------------------------------------------------

SQUARE = [
    Arc(("A", "sea"), ((0, 0), (2, 0), (2, 2))),
    Arc(("A", "B"), ((0, 0), (0, 1), (2, 2))),
    Arc(("B", "sea"), ((2, 2), (0, 2), (-1, 1), (0, 0))),
]


def test_arcs_close_to_rings_whichever_way_they_run() -> None:
    assert ring("A", SQUARE) == [(0, 0), (2, 0), (2, 2), (0, 1)]
    assert len(ring("B", SQUARE)) == 5
    assert abs(area_of(ring("A", SQUARE))) == 3
    assert holds(ring("A", SQUARE), (1.5, 0.5))
    assert not holds(ring("A", SQUARE), (0.2, 1.8))
    fine = {arc: [f"{x},{y}" for x, y in arc.points] for arc in SQUARE}
    assert ring("A", SQUARE, fine) == ["0,0", "2,0", "2,2", "0,1"]


def test_outlines_that_do_not_close_or_cross_themselves_are_named() -> None:
    with pytest.raises(OpenRing, match="no outline"):
        ring("C", SQUARE)
    with pytest.raises(OpenRing, match="0 ways on"):
        ring("A", SQUARE[:1])
    with pytest.raises(OpenRing, match="closes before"):
        ring("A", [*SQUARE, Arc(("A", "C"), ((5, 5), (6, 6), (5, 5)))])
    assert crossings([(0, 0), (2, 2), (2, 0), (0, 2)]) == [(0, 0)]
    assert crossings([(0, 0), (2, 0), (2, 2), (0, 2)]) == []


# --- England -------------------------------------------------------------------------------------------


def test_england_has_what_the_rulebook_fixes(england: AreaMapFile) -> None:
    assert len(england.areas) == 30
    assert england.areas["LON"].letter == "A"
    assert england.areas["OXF"].letter == "C"
    assert england.invasions["viking"].landings["YOR"].highest == 4
    assert {letter: entry.points for letter, entry in england.letters.items()} == {
        "A": 4, "B": 2, "C": 1, "D": 0,
    }  # fmt: skip


def test_england_is_one_and_its_arcs_part_exactly_its_neighbours(england: AreaMapFile) -> None:
    graph = england.graph
    assert len(graph.parts()) == 1
    parted = {
        frozenset(arc.between) for arc in england.outline.arcs if set(arc.between) <= set(england.areas)
    }
    assert parted == graph.borders
    assert len(graph.borders) == 63
    assert max(graph.colours(5).values()) == 4


def test_arrows_lead_to_southern_and_eastern_coasts_alone(england: AreaMapFile) -> None:
    wet = {next(iter(set(a.between) - {SEA})) for a in england.outline.arcs if SEA in a.between}
    for invasion in england.invasions.values():
        for area in invasion.landings:
            assert set(england.areas[area].coast) & {"E", "S"}
            assert area in wet


def test_no_road_of_the_year_crosses_a_river_mouth(england: AreaMapFile) -> None:
    assert not england.graph.adjacent("COL", "CAN")
    assert england.graph.roads_between("LON", "CAN") == ("watling",)
    street = ["CAN", "LON", "NHA", "LEI", "DER", "SHR", "CHE"]
    assert all(england.graph.roads_between(*pair) for pair in pairwise(street))


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("- [CAR, BAM]", "- [CAR, BAN]", "found 'BAN': expected one of BAM, DUR"),
        ("    - [CAR, BAM]\n", "", "BAM and CAR touch here, but no border or road joins them"),
        ("- [CAR, BAM]", "- [CAR, LON]", "CAR and LON are adjacent, but no line separates them"),
        ("- [CAR, BAM]", "- [DUR, CAR]", "DUR and CAR are already adjacent: see line "),
        ("- [CAR, BAM]", "- [CAR, CAR]", "CAR cannot border itself"),
        ('seat: "-1.08,53.96"', 'seat: "1.08,53.96"', "1.08,53.96 lies outside the outline of YOR"),
        ('seat: "-1.08,53.96"', 'seat: "53.96"', "expected longitude,latitude in degrees"),
        ("      HAS: {highest: 4", "      OXF: {highest: 4", "OXF has no coast on the side E, S (5.1)"),
        ("      HAS: {highest: 4", "      HAS: {highest: 7", "the die has 6 sides"),
        ("count: 30", "count: 31", "there are 30 areas, not 31 (1.1)"),
        ("name: York, letter: A", "name: York, letter: E", "found 'E': expected one of A, B, C, D"),
        ("tees -1.35,54.54", "tee -1.35,54.54", "found 'tee': expected one of"),
        ("swale -2.20,54.28", "-2.20,54.28", "runs from one junction to another"),
        ("cheviot -2.72,55.15", "wall -2.72,55.15", "the outline of CAR has 2 ways on from -2.38,55"),
        ("{between: [BAM, DUR]", "{between: [BAM, DUX]", "found 'DUX'"),
    ],
)  # fmt: skip
def test_faults_are_told_with_their_place(tmp_path: Path, old: str, new: str, says: str) -> None:
    told = faults(tmp_path, (old, new))
    assert any(says in fault for fault in told), told
    assert all(fault.startswith("areas/england.yaml:") for fault in told)


def test_an_area_that_nothing_joins_is_named(tmp_path: Path) -> None:
    told = faults(
        tmp_path,
        (
            '  cornish: {name: Cornish Road, path: "EXE LAU"',
            '  cornish: {name: Cornish Road, path: "EXE BAT"',
        ),
    )
    assert any("no border joins LAU to the other areas" in fault for fault in told), told


def test_every_side_places_all_its_blocks(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    shutil.copytree(GAME, folder)
    file = folder / "scenarios" / "campaign.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("E-fyrd: 17", "E-fyrd: 16"), encoding="utf-8")
    with pytest.raises(DefinitionError, match="22 of E-fyrd are placed: the game has 23"):
        load(folder, variant_of=GAME.name)


@pytest.mark.parametrize(
    ("old", "new", "says"),
    [
        ("list: units", "list: unit", "found 'unit': expected one of units, tostig, command, round, victory"),
        ("{panel: key, at: [146, 518]", "{panel: key, at: [346, 518]", "the panel is off the paper"),
        ("{panel: list, list: units", "{panel: list", "`list` is missing"),
        ("side: norman, at:", "side: french, at:", "found 'french': expected one of viking, norman, english"),
    ],
)
def test_faults_of_the_sheet(tmp_path: Path, old: str, new: str, says: str) -> None:
    told = faults(tmp_path, (old, new))
    assert any(says in fault for fault in told), told


def test_a_rulebook_that_is_not_listed_yet_is_told(tmp_path: Path) -> None:
    with pytest.raises(
        DefinitionError, match=r"ledger\.yaml:1:1: the file is missing: list the rule numbers"
    ):
        read_ledger(tmp_path)


_COORDINATES = st.one_of(st.integers(-4, 4), st.floats(-4, 4, width=32))
_POINTS = st.tuples(_COORDINATES, _COORDINATES)


@given(st.lists(_POINTS, min_size=3, max_size=12), st.lists(_POINTS, min_size=1, max_size=20))
def test_a_polygon_that_is_asked_often_holds_the_same_points(corners, points):
    polygon = Polygon(corners)
    for point in (*points, *corners):
        assert polygon.holds(point) == holds(corners, point)
