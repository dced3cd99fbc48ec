"""The parts of a map in a mail: counters large enough for a phone, and nothing on offer cropped off."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.drawing.svg import MM_PER_INCH
from generator.look import look_of
from generator.position.offer import NO_OFFER, Offer
from generator.position.panels import WIDTH, Panel, Space, make_panels
from modules import library
from modules.engine.position import BoardEvent, PlacedCounter

MAPS = [
    ("three_battles", "hastings", 11.9),
    ("hastings_berg", "hastings", 11.9),
    ("shield_wall", "hastings", 11.9),
    ("hastings_pulsipher", "full", 0.0),
    ("year_of_the_comet", "england", 11.0),
]
"""Each game with a map of its, and the width of a counter on it (mm); of a board of cards none is asked."""
SPACE = Space(2, 460, 960)


def places_of(game: str, map_name: str) -> list[str]:
    definition = library.definition(game)
    if map_name in definition.boards:
        return [f"{column}{row}" for column in range(1, 7) for row in range(1, 8)]
    if map_name in definition.area_maps:
        return list(definition.area_maps[map_name].areas)
    from modules.engine.hexes.board import Board

    return list(Board(definition.maps[map_name], definition.terrain).grid.ids)


def panels(
    game: str,
    map_name: str,
    placed: list[PlacedCounter],
    happened: list[BoardEvent],
    offer: Offer,
    space: Space = SPACE,
) -> list[Panel]:
    definition = library.definition(game)
    return make_panels(look_of(definition), definition, map_name, placed, happened, offer, space)


@pytest.mark.parametrize(("game", "map_name"), [each[:2] for each in MAPS])
@given(data=st.data())
def test_no_place_on_offer_is_cropped_off(game: str, map_name: str, data: st.DataObject) -> None:
    some = st.lists(st.sampled_from(places_of(game, map_name)), max_size=12, unique=True)
    offered, units, stood, numbered = (data.draw(some) for _ in range(4))
    offer = Offer(tuple(offered), tuple(units), tuple((str(i), at) for i, at in enumerate(numbered, 1)))
    placed = [PlacedCounter("", "saxon", at) for at in stood]
    space = data.draw(st.sampled_from([SPACE, Space(1, 380, 320)]))
    made = panels(game, map_name, placed, [], offer, space)
    assert len(made) <= 3
    for place in offer.shown:
        assert any(panel.shows(place) for panel in made), place


@pytest.mark.parametrize(("game", "map_name", "counter"), [each for each in MAPS if each[2]])
def test_a_counter_in_a_crop_is_forty_pixels_wide_on_a_phone(
    game: str, map_name: str, counter: float
) -> None:
    known = places_of(game, map_name)
    happened = [BoardEvent("move", "saxon", "", (known[0], known[-1]))]
    crops = [each for each in panels(game, map_name, [], happened, NO_OFFER) if not each.is_overview]
    assert crops
    for crop in crops:
        assert crop.px(crop.part.room.width) <= WIDTH
        assert counter * crop.dpi / MM_PER_INCH * 390 / WIDTH >= 40


def test_where_all_fits_there_is_one_picture() -> None:
    placed = [PlacedCounter("", "saxon", place) for place in ("2020", "2222")]
    (only,) = panels("three_battles", "hastings", placed, [], NO_OFFER)
    assert not only.is_overview


def test_numbers_come_before_moves_and_moves_before_what_only_stands() -> None:
    placed = [PlacedCounter("", "saxon", f"14{row:02}") for row in range(10, 20)]
    moved = [BoardEvent("move", "saxon", "", ("4414", "4514"))]
    first = panels("three_battles", "hastings", placed, moved, NO_OFFER)[0]
    assert first.shows("4514")
    first = panels("three_battles", "hastings", placed, moved, Offer((), (), (("1", "3004"),)))[0]
    assert first.shows("3004")


def test_an_overview_tells_where_the_crops_lie() -> None:
    *crops, overview = panels(
        "three_battles", "hastings", [], [BoardEvent("move", "saxon", "", ("1404", "4428"))], NO_OFFER
    )
    assert overview.is_overview
    assert overview.frames == tuple(crop.part.room for crop in crops)
    assert all(overview.shows(place) for place in ("1404", "4428"))
