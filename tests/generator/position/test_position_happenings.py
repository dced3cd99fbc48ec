"""What happened, drawn: arrows run where moves were, losses and fights stand where they were."""

from __future__ import annotations

import re

import pytest
from cardgame import battle
from looks import TAPESTRY
from lxml import etree
from smaller import small_game

from generator.maps.frame import HexFrame
from generator.maps.ids import ID_OFFSET
from generator.maps.look import side_colour
from generator.position import position_drawing
from generator.position.happenings import arrows, fights, losses
from modules.definition.places import hex_grid
from modules.engine.position import BoardEvent, PlacedCounter

SVG = "{http://www.w3.org/2000/svg}"
HEX_MM = 14.0
GAME = small_game()
MAP = "mill"
FRAME = HexFrame(hex_grid(GAME.maps[MAP].grid), HEX_MM)
CARDS = battle()
PATH = ("0204", "0304", "0404")
WENT = BoardEvent("move", "raider", "R-hirdman-1", PATH)
FLED = BoardEvent("retreat", "shire", "S-fyrd-2", ("0504", "0604"))
FOUGHT = BoardEvent("fought", "raider", "R-hirdman-1", ("0404", "0504"))
DEAD = BoardEvent("lost", "shire", "S-fyrd-4", ("0504",))
STAND = (PlacedCounter("R-hirdman-1", "raider", "0404"), PlacedCounter("S-fyrd-2", "shire", "0604"))


def draw(*happened: BoardEvent, placed: tuple[PlacedCounter, ...] = STAND) -> etree._Element:
    return etree.fromstring(position_drawing(GAME, MAP, placed, happened=happened).svg.encode())


def layer(root: etree._Element) -> etree._Element:
    (found,) = root.xpath("//*[@id='happenings']")
    return found


def shafts(root: etree._Element, side: str) -> list[etree._Element]:
    """The lines in a side's colour."""
    colour = side_colour(TAPESTRY, GAME, side)
    return [
        n for n in layer(root).iter(f"{SVG}path") if n.get("stroke") == colour and n.get("fill") == "none"
    ]


def points(data: str) -> list[tuple[float, float]]:
    numbers = [float(n) for n in re.findall(r"-?[0-9.]+", data)]
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def test_an_arrow_runs_along_the_path_of_a_move_beside_the_ids() -> None:
    (shaft,) = shafts(draw(WENT), "raider")
    line = points(shaft.get("d", ""))
    for place in PATH[:-1]:
        x, y = FRAME.centre(place)
        assert min(max(abs(px - x), abs(py - y)) for px, py in line) < 0.3 * HEX_MM, place
        above = y - ID_OFFSET * HEX_MM
        assert not any(abs(px - x) < 0.18 * HEX_MM and abs(py - above) < 0.1 * HEX_MM for px, py in line), (
            place
        )
    x, y = FRAME.centre(PATH[-1])
    assert max(abs(line[-1][0] - x), abs(line[-1][1] - y)) > 0.42 * HEX_MM
    assert shaft.get("stroke-dasharray") is None


def test_nothing_covers_the_id_of_a_hex_with_counters() -> None:
    marked = PlacedCounter("R-hirdman-1", "raider", "0404", markers=tuple(GAME.game.markers))
    nodes = list(draw(WENT, placed=(marked, STAND[1])))
    captions = [i for i, n in enumerate(nodes) if n.tag == f"{SVG}text" and n.text in ("0404", "0604")]
    pieces = [i for i, n in enumerate(nodes) if n.tag in (f"{SVG}use", f"{SVG}circle") or n.text == "D"]
    assert len(captions) == 2 and min(captions) > max(i for i in pieces if i < captions[-1])


def test_what_lies_below_a_leader_and_a_leader_that_is_covered_is_listed() -> None:
    stack = (PlacedCounter("R-hirdman-1", "raider", "0404"), PlacedCounter("R-Orm", "raider", "0404"))
    words = " ".join(n.text or "" for n in draw(placed=stack).iter(f"{SVG}text"))
    assert "0404, below Orm: Hirdmen 1" in words
    other = " ".join(n.text or "" for n in draw(placed=stack[::-1]).iter(f"{SVG}text"))
    assert "0404, below Hirdmen 1: Orm" in other


def test_a_retreat_is_broken_and_a_casing_is_below() -> None:
    root = draw(FLED)
    (shaft,) = shafts(root, "shire")
    assert shaft.get("stroke-dasharray")
    lines = [n for n in layer(root).iter(f"{SVG}path") if n.get("d") == shaft.get("d")]
    assert float(lines[0].get("stroke-width", "0")) > float(lines[1].get("stroke-width", "0"))


def test_marks_on_a_map_lie_below_the_counters() -> None:
    root = draw(WENT, DEAD, FOUGHT)
    nodes = list(root)
    counter = next(i for i, n in enumerate(nodes) if n.tag == f"{SVG}use" and "counter-" in str(n.attrib))
    assert nodes.index(layer(root)) < counter


def test_the_names_of_losses_stand_there_and_many_are_counted() -> None:
    lost = [BoardEvent("lost", "shire", f"S-fyrd-{i}", ("0504",)) for i in range(1, 6)]
    words = [n.text for n in draw(*lost).iter(f"{SVG}text")]
    assert {"Fyrd 1", "Fyrd 2", "and 3 more"} <= {*words} and "Fyrd 3" not in words
    hidden = draw(BoardEvent("lost", "shire", "", ("0504",)))
    assert len(list(hidden.iter(f"{SVG}text"))) == len(list(draw(DEAD).iter(f"{SVG}text"))) - 1


def test_swords_stand_between_the_attacked_hex_and_the_attack() -> None:
    turned = [n.get("transform", "") for n in draw(FOUGHT).iter(f"{SVG}g")]
    moved = [points(" ".join(re.findall(r"translate\(([^)]+)\) rotate", each))) for each in turned]
    (ax, ay), (bx, by) = FRAME.centre("0404"), FRAME.centre("0504")
    middle = [pytest.approx((ax + bx) / 2, abs=0.01), pytest.approx((ay + by) / 2, abs=0.01)]
    assert sum(list(each[0]) == middle for each in moved if each) == 4  # two swords, each with its casing


def test_the_legend_names_what_there_was() -> None:
    words = [n.text for n in draw(WENT, DEAD).iter(f"{SVG}text")]
    assert {"moved", "lost"} <= set(words)
    assert not {"retreated", "fought"} & set(words)


def test_without_happenings_nothing_is_added() -> None:
    assert not draw().xpath("//*[@id='happenings']")


def test_places_off_the_map_are_left_out() -> None:
    root = draw(BoardEvent("move", "raider", "R-hirdman-1", ("0204", "elsewhere")), DEAD)
    assert not shafts(root, "raider")


def test_happenings_widen_what_is_cropped() -> None:
    far = BoardEvent("lost", "shire", "S-fyrd-4", ("1008",))
    near = position_drawing(GAME, MAP, STAND, crop=True)
    wide = position_drawing(GAME, MAP, STAND, happened=[far], crop=True)
    assert wide.width_mm > near.width_mm + 1 * HEX_MM


def test_what_is_alike_is_drawn_once() -> None:
    other = BoardEvent("move", "raider", "R-hirdman-2", PATH)
    assert arrows([WENT, other, FLED, WENT]) == [("move", "raider", PATH), ("retreat", "shire", FLED.path)]
    assert fights([FOUGHT, FOUGHT]) == {"0504": ("0404",)}
    assert losses([DEAD, WENT]) == {"0504": (DEAD,)}


def test_marks_on_a_board_lie_over_the_cards() -> None:
    happened = [
        BoardEvent("move", "norman", "", ("16", "15")),
        BoardEvent("move", "norman", "", ("37", "26")),
        BoardEvent("move", "saxon", "", ("left", "center")),
        BoardEvent("fought", "norman", "", ("15", "14")),
        BoardEvent("lost", "saxon", "", ("14",)),
        BoardEvent("lost", "saxon", "", ("15",)),
    ]
    placed = tuple(PlacedCounter("", "norman", place, face_down=True) for place in ("15", "26"))
    root = etree.fromstring(position_drawing(CARDS, "full", placed, happened=happened).svg.encode())
    nodes = list(root)
    last = max(i for i, n in enumerate(nodes) if n.tag == f"{SVG}use" and "back-" in str(n.attrib))
    assert nodes.index(layer(root)) > last
    lines = [
        n for n in layer(root).iter(f"{SVG}path") if n.get("stroke") == side_colour(TAPESTRY, CARDS, "norman")
    ]
    assert len(lines) >= 2
