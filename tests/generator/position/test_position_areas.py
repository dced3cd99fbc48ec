"""Positions on a map of areas: alike blocks as one with a number, blanks for those that nobody may read."""

from functools import partial

import pytest
from looks import TAPESTRY

from generator.drawing.svg import Canvas
from generator.position import position_drawing
from generator.position.areas import AreaScene
from generator.position.faces import counter_face
from modules import library
from modules.engine.position import BoardEvent, PlacedCounter

GAME = library.definition("year_of_the_comet")
ENGLAND = "england"


@pytest.fixture(scope="module")
def scene():
    return AreaScene(TAPESTRY, GAME, ENGLAND, partial(counter_face, GAME))


def seen(scene, *placed):
    """Counter or side, the number of alike ones, and the strength on the chip, of each that is drawn."""
    return [
        (spot.placed.counter or spot.placed.side, spot.lying, scene._strength(spot.placed))
        for spot in scene.spots(placed)
    ]


def test_blocks_that_are_only_counted_are_one_blank_with_their_number(scene):
    hidden = [PlacedCounter("", "viking", "YOR", face_down=True)] * 14
    assert seen(scene, *hidden) == [("viking", "14", "")]


def test_alike_blocks_are_one_with_their_number_and_others_show_their_strength(scene):
    """The number in a counter's name tells nothing: alike blocks are alike."""
    mine = [
        PlacedCounter("E-fyrd-1", "english", "LON", face_down=True, steps_lost=1),
        PlacedCounter("E-fyrd-2", "english", "LON", face_down=True),
        PlacedCounter("E-fyrd-7", "english", "LON", face_down=True, steps_lost=1),
        PlacedCounter("E-Harold", "english", "LON", face_down=True),
    ]
    drawn = seen(scene, *mine)
    assert sorted(drawn) == [("E-Harold", "1", "1"), ("E-fyrd-1", "2", "2"), ("E-fyrd-2", "1", "3")]
    other = [*mine[:2], PlacedCounter("E-fyrd-5", "english", "LON", face_down=True, steps_lost=1), mine[3]]
    assert sorted(seen(scene, *other)) == sorted(drawn)


def test_two_sides_in_an_area_lie_apart_and_below_its_town(scene):
    both = [
        PlacedCounter("", "viking", "YOR", face_down=True),
        PlacedCounter("E-Earls", "english", "YOR", face_down=True),
    ]
    spots = scene.spots(both)
    assert len({spot.at for spot in spots}) == 2
    assert all(spot.at[1] > scene.frame.seat("YOR")[1] for spot in spots)


def test_a_part_is_the_same_moved_and_a_move_is_an_arrow(scene):
    """What lies far off is not shown, but for a map without blocks."""
    room = scene.used(["LON", "ELY"])
    assert room.height < scene.room.height
    assert scene.used([]) == scene.room
    (whole,), (part,) = (
        each.spots([PlacedCounter("", "viking", "LON", face_down=True)]) for each in (scene, scene.part(room))
    )
    assert part.at == pytest.approx((whole.at[0] - room.x, whole.at[1] - room.y))
    canvas = Canvas(TAPESTRY, 10, 10)
    scene.marks(canvas, (), [BoardEvent("move", "viking", "", ("LON", "ELY"))])
    assert canvas.svg().count("<path") >= 2


def test_a_whole_picture_has_what_lies_on_the_battle_board_below():
    placed = [
        PlacedCounter("E-Harold", "english", "attacker_1"),
        PlacedCounter("", "viking", "YOR", face_down=True),
    ]
    drawing = position_drawing(GAME, ENGLAND, placed, facts=[("Turn", "3 of 16")], crop=True)
    assert "Turn: 3 of 16" in drawing.svg
    assert "column 1" in drawing.svg


def test_the_boxes_of_a_battle_stand_below_the_map_as_on_the_board():
    boxes = ["attacker_2", "defender_reserve", "attacker_1", "defender_3", "attacker_3", "defender_1"]
    placed = [PlacedCounter(f"E-fyrd-{i}", "english", box) for i, box in enumerate(boxes, start=1)]
    svg = position_drawing(GAME, "england", placed, facts=(), text_as="text").svg
    found = {box: svg.index(f"{GAME.boxes[box].name} (1)") for box in boxes}
    assert sorted(found, key=lambda box: found[box]) == [box for box in GAME.boxes if box in boxes]
