"""Labels of blocks: strengths around the edges, backs that tell the side alone, in builds and kits."""

from __future__ import annotations

import io
import math
import re
from dataclasses import replace

import pytest
from kits import kit, measured
from looks import TAPESTRY
from lxml import etree
from PIL import Image

from generator.building import build
from generator.charts.guide import examples, notes
from generator.counters.blocks import back_svg, block_back, block_pieces, block_sides, block_svg, face_of
from generator.counters.layout import layout
from generator.counters.pieces import CounterError, pieces, side_mm
from generator.counters.printed import piece_svg
from generator.drawing.raster import png
from generator.drawing.svg import pt
from generator.drawing.typeface import SANS_BOLD, TEXT_BOLD
from generator.kit.blocks import block_steps, plan_blocks
from generator.kit.cover import steps
from generator.kit.options import Options
from generator.kit.page import PAPERS, Sheet
from modules import library

GAME = library.definition("year_of_the_comet")
BLOCKS = block_pieces(TAPESTRY, GAME)
SVG = "{http://www.w3.org/2000/svg}"
_DESCENT = 0.26
"""How far g and y of the text face reach below the line, as a share of its size."""


def edge_strengths(svg: str) -> dict[int, list[str]]:
    """The numbers of each edge by the turn of its group, in degrees clockwise."""
    found: dict[int, list[str]] = {}
    for group in etree.fromstring(svg.encode()).iter(f"{SVG}g"):
        transform = group.get("transform", "")
        if transform.startswith("translate(11 11)"):
            turn = re.search(r"rotate\((\d+)\)", transform)
            words = [text.text or "" for text in group.iter(f"{SVG}text")]
            found[int(turn[1]) if turn else 0] = [*words, "." * len(group.findall(f"{SVG}path"))]
    return found


def test_the_game_has_its_blocks() -> None:
    assert len(BLOCKS) == 56
    assert block_sides(GAME) == ("english", "viking", "norman")
    assert not [each for each in pieces(TAPESTRY, GAME) if not each.marker]


def test_every_label_is_a_sticker_of_nineteen_to_twenty_three_mm(subtests: pytest.Subtests) -> None:
    for each in BLOCKS:
        with subtests.test(each.id):
            drawing = block_svg(TAPESTRY, GAME, each.id)
            assert 19 <= drawing.width_mm == drawing.height_mm == side_mm(TAPESTRY, each) <= 23


@pytest.mark.parametrize(
    ("block", "wanted"), [("E-carl-1", (4, 3, 2, 1)), ("E-fyrd-1", (3, 2, 1)), ("E-Harold", (1,))]
)
def test_a_step_counter_clockwise_brings_the_next_strength_on_top(
    block: str, wanted: tuple[int, ...]
) -> None:
    """What is turned clockwise on the label is upright once the block is turned back by as much."""
    turned = {90 * i: [str(strength), "." * strength] for i, strength in enumerate(wanted)}
    assert edge_strengths(block_svg(TAPESTRY, GAME, block).svg) == turned


def test_the_picture_has_each_strength_at_its_edge() -> None:
    shot = Image.open(
        io.BytesIO(png(TAPESTRY, block_svg(TAPESTRY, GAME, "E-fyrd-1").svg, width=220))
    ).convert("RGB")
    ink = tuple(bytes.fromhex(TAPESTRY.palette("sides")["anglo_saxon.ink"][1:]))
    boxes = {
        "top": (40, 8, 180, 30),
        "right": (190, 40, 212, 180),
        "bottom": (40, 190, 180, 212),
        "left": (8, 40, 30, 180),
    }
    counted = {
        edge: sum(count for count, rgb in shot.crop(box).getcolors(9999) if rgb == ink)
        for edge, box in boxes.items()
    }
    assert counted["top"] > counted["bottom"] > 0
    assert counted["right"] > counted["bottom"]
    assert counted["left"] == 0


def test_fire_name_and_move_are_printed_and_archers_bear_a_dot() -> None:
    def said(block: str) -> list[str]:
        return [
            t.text for t in etree.fromstring(block_svg(TAPESTRY, GAME, block).svg.encode()).iter(f"{SVG}text")
        ]

    assert {"E", "F2", "House-carls", "4", "Carl 1"} <= set(said("E-carl-1"))
    assert "•" in said("B-archer-1")
    assert "•" not in said("B-foot-1")
    assert "6" in said("E-Earls")


def test_a_back_tells_the_side_and_nothing_else() -> None:
    backs = {side: back_svg(TAPESTRY, GAME, side) for side in block_sides(GAME)}
    assert len({drawing.svg for drawing in backs.values()}) == 3
    assert [drawing.name for drawing in backs.values()] == ["back-english", "back-viking", "back-norman"]
    for drawing in backs.values():
        assert "<text" not in drawing.svg
    norman = [each for each in BLOCKS if GAME.counters[each.id].side == "norman"]
    assert {face_of(TAPESTRY, GAME, each, "back").palette for each in norman} == {"norman"}
    with pytest.raises(CounterError, match="no side 'danes'"):
        block_back(TAPESTRY, GAME, "danes")


def test_a_name_that_does_not_fit_names_the_block_and_its_line() -> None:
    earl = next(each for each in BLOCKS if each.id == "E-Earls")
    long = replace(earl, words={**earl.words, "name": "Edwin of Mercia & Morkere of Northumbria"})
    with pytest.raises(
        CounterError, match=r"year_of_the_comet/counters\.yaml:\d+:\d+: .*E-Earls, front, field '\{name\}'"
    ):
        piece_svg(TAPESTRY, GAME, long, "front")


def test_a_build_has_all_labels_and_a_back_for_each_side(tmp_path) -> None:
    built = build(GAME, tmp_path, only=["blocks"], dpi=40, workers=1)
    names = {name.removesuffix(".png") for name in built.files if name.endswith(".png")}
    assert names == {f"blocks/{each.id}-front" for each in BLOCKS} | {
        f"blocks/back-{side}" for side in block_sides(GAME)
    }


def test_the_kit_has_each_label_once_on_each_paper() -> None:
    for width, height in PAPERS.values():
        plan = plan_blocks(GAME, Sheet(TAPESTRY, width, height, "x"))
        laid = [one.id for stack in plan for each in stack for one, _ in each.fronts()]
        assert sorted(laid) == sorted(each.id for each in BLOCKS)


def test_labels_stand_before_markers_and_are_counted() -> None:
    made = measured(GAME.name, Options(only=("blocks", "markers")))
    assert kit(GAME.name, Options(only=("blocks", "markers"))).pieces == 60
    labels, markers = made.titled("Block labels"), made.titled("Markers")
    assert labels and markers and labels[-1].number < markers[0].number
    assert sum(page.text.count("Fyrdmen") for page in labels) == 23


def test_the_guide_tells_how_a_block_is_read() -> None:
    shown = {each.layout: each for each in examples(TAPESTRY, GAME)}
    assert set(shown) == {"blocks/unit", "blocks/leader"}
    told = {note.name: note.told for note in notes(TAPESTRY, GAME, shown["blocks/unit"])}
    assert {"Strength", "Fire", "Fires first", "Movement allowance"} <= set(told)
    assert "counter-clockwise" in told["Strength"]


def test_strengths_keep_off_the_panel() -> None:
    for name in ("blocks/unit", "blocks/leader"):
        plan = layout(TAPESTRY, name)
        assert plan.strengths is not None and plan.panel_box is not None
        tall = (
            TAPESTRY.fonts[next(f for f in TAPESTRY.fonts.faces if f.weight == 700)].cap_height
            * plan.strengths.size
            * 25.4
            / 72
        )
        deep = plan.strengths.middle + tall / 2 / plan.side * 100
        assert deep <= plan.panel_box[1]
        assert math.isclose(plan.panel_box[0] * 2 + plan.panel_box[2], 100)


@pytest.mark.parametrize("name", ["blocks/unit", "blocks/leader"])
def test_a_label_may_be_cut_a_millimetre_off_and_its_name_ends_within_the_panel(name: str) -> None:
    plan = layout(TAPESTRY, name)
    assert plan.strengths is not None and plan.panel_box is not None and plan.mm is not None
    share, size = plan.mm / 100, pt(plan.strengths.size)
    assert plan.strengths.middle * share - TAPESTRY.fonts[SANS_BOLD].cap_height * size / 2 >= 1.0
    (words,) = (each for each in plan.words if each.text == "{name}")
    size = pt(words.size)
    low = words.at[1] * share + TAPESTRY.fonts[TEXT_BOLD].cap_height * size / 2 + _DESCENT * size
    assert low <= (plan.panel_box[1] + plan.panel_box[3]) * share


def test_the_kit_prints_no_backs_of_blocks() -> None:
    pages = measured(GAME.name, Options(only=("blocks",))).titled("Block labels")
    assert len(pages) == len(plan_blocks(GAME, Sheet(TAPESTRY, *PAPERS["a4"], "x")))
    assert all("back" not in page.title for page in pages)


def test_the_kit_says_which_blocks_and_dice_it_needs() -> None:
    """2.1: 28 red, 14 green, 14 blue; 12.2: a die for each strength of the block that fires."""
    told = " ".join(block_steps(TAPESTRY, GAME))
    wood = "14 green (Vikings), 14 blue (Normans, Bretons, Franco-Flemish) and 28 red (English)"
    assert f"56 wooden blocks, {wood}, of 25 x 25 mm" in told
    assert "22 mm square and have no backs" in told
    assert "You also need 4 dice of 6 sides." in steps(TAPESTRY, GAME, Options())
    assert set(block_steps(TAPESTRY, GAME)) <= set(steps(TAPESTRY, GAME, Options()))
    other = library.definition("three_battles")
    assert block_steps(TAPESTRY, other) == [] and "You also need a die of 6 sides." in steps(
        TAPESTRY, other, Options()
    )
