"""Markers on tracks: the boxes as zones, where markers stand, what they tell when a save is read."""

from __future__ import annotations

from dataclasses import replace

import pytest
from plans import shipped_plan

from generator.vassal.format.archive import read_archive
from generator.vassal.format.buildfile import Component
from generator.vassal.format.container import read_save
from generator.vassal.format.traits import RestrictCommands, SendToLocation
from generator.vassal.module.hex_map import BESIDE
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.names import BATTLEFIELD
from generator.vassal.module.tracks import ON, Tracks, army_of, box_name, of_army
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.read_position import read_position
from generator.vassal.positions.saves_of import saves_of

PLAN = shipped_plan("three_battles")
assert isinstance(PLAN, HexModule)
BATTLES = PLAN.definition.hex_scenarios
LOST = {"saxon": 87, "norman_army": 9, "breton": 10, "french": 0, "norman": 134}


def corners(zone: Component) -> list[tuple[int, int]]:
    pairs = (point.split(",") for point in str(zone.attributes["path"]).split(";"))
    return [(int(x), int(y)) for x, y in pairs]


def test_each_box_is_a_zone_of_its_own_around_the_place_of_its_marker() -> None:
    for plan in PLAN.maps.values():
        zones = {str(zone.attributes["name"]): zone for zone in PLAN.tracks.zones(plan.title)}
        assert list(zones) == [box_name(of) for of in plan.spots]
        for of, (x, y) in plan.spots.items():
            (left, top), _, (right, bottom), _ = corners(zones[box_name(of)])
            assert (left + (right - left) // 2, top + (bottom - top) // 2) == (x, y)
            others = (px for other, px in plan.spots.items() if other != of)
            assert not any(left < u < right and top < v < bottom for u, v in others)


@pytest.mark.parametrize("box", ["turn 3", "losses x1 0", "losses x10 12"])
def test_a_box_is_found_by_the_px_of_its_middle_and_not_outside(box: str) -> None:
    title = PLAN.maps["hastings"].title
    x, y = PLAN.maps["hastings"].spots[box]
    assert PLAN.tracks.box_at(title, x + 20, y - 20) == box
    assert PLAN.tracks.box_at(title, x, y + 500) == ""
    assert PLAN.tracks.box_at("Elsewhere", x, y) == ""


def test_losses_stand_on_their_tracks_and_are_read_back() -> None:
    save = saves_of(PLAN).position(BATTLES["hastings"], (), Moment(3, "saxon", "rally"), "", LOST)
    found = read_position(PLAN, read_save(read_archive(save, "x")).text)
    assert found.losses == LOST
    assert (found.placed, found.unplaced, found.moment) == ((), (), Moment(3, "saxon", "rally"))


def test_at_the_start_nothing_is_lost_and_beyond_the_track_the_last_box_counts() -> None:
    battle = BATTLES["fulford"]
    first = read_position(PLAN, read_save(read_archive(saves_of(PLAN).setup(battle), "x")).text)
    assert first.losses == dict.fromkeys(battle.morale, 0)
    save = saves_of(PLAN).position(battle, (), Moment(1, "saxon", "rally"), "", {"saxon": 203})
    found = read_position(PLAN, read_save(read_archive(save, "x")).text)
    assert found.losses["saxon"] == 93


def test_a_marker_of_losses_is_of_an_army_when_somebody_says_so() -> None:
    marker = PLAN.roster.marker("loss_10")
    assert army_of(marker) == ""
    assert army_of(of_army(marker, "Bretons")) == "Bretons"
    assert army_of(PLAN.roster.marker("turn")) == ""


def test_a_marker_is_sent_to_boxes_that_are_there_whatever_board_is_laid_out() -> None:
    """VASSAL warns of a zone that is not there whenever it makes the marker's menu."""
    for name, last in (("turn", "(10)"), ("loss_10", '"Hastings" ? 13')):
        sends = [t for t in PLAN.roster.markers[name].traits if isinstance(t, SendToLocation)]
        assert sends
        for each in sends:
            assert each.map == BATTLEFIELD
            for board in ("Fulford", "Hastings", "Hastings, no hex numbers"):
                assert f'CurrentBoard == "{board}" ||' in each.zone
            assert each.zone.endswith(f' : "{BESIDE}"}}')
        assert any(last in each.zone for each in sends)


def test_off_its_track_a_marker_of_losses_cannot_go_on() -> None:
    traits = PLAN.roster.markers["loss_1"].traits
    places = [i for i, t in enumerate(traits) if isinstance(t, RestrictCommands) and ON in t.keys]
    sends = [i for i, t in enumerate(traits) if isinstance(t, SendToLocation)]
    assert len(places) == 1 and places[0] < min(sends)


def test_without_tracks_nothing_follows_the_turn() -> None:
    none = Tracks({}, {}, (), PLAN.rendering, BESIDE)
    assert (none.hotkeys(), none.commands(), none.traits("turn")) == ([], [], ())
    unknown = replace(PLAN.tracks, boxes={"Fulford": {}})
    assert (unknown.hotkeys(), unknown.commands(), unknown.traits("turn")) == ([], [], ())
    assert len(PLAN.tracks.hotkeys()) == len(PLAN.tracks.commands()) == 1
