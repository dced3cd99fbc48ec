"""The guide to counters: every value of every layout is told, and no words cover others."""

from __future__ import annotations

from itertools import combinations

import pytest
from looks import TAPESTRY
from lxml import etree
from samples import sample

from generator.charts.guide import examples, guide_chart, guide_charts, notes, signs_chart
from generator.counters.layout import layout
from generator.counters.pieces import pieces
from generator.drawing.svg import pt
from generator.drawing.typeface import Face
from modules import library
from modules.definition import Definition

SVG = "{http://www.w3.org/2000/svg}"
GAMES = {
    "three_battles": library.definition("three_battles"),
    "hastings_pulsipher": library.definition("hastings_pulsipher"),
    "tactical": sample("tactical"),
}
A4_ROOM = 265.0
"""mm of a page that charts may fill, with margins and foot."""


def texts(svg: str) -> list[etree._Element]:
    """The texts of the chart itself, those of its counters apart."""
    return list(etree.fromstring(svg.encode()).findall(f"{SVG}text"))


def said(svg: str) -> str:
    return " ".join(node.text or "" for node in texts(svg))


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Definition:
    return GAMES[request.param]


def test_every_layout_with_values_has_an_example(game: Definition) -> None:
    used = {each.layout for each in pieces(TAPESTRY, game) if each.front}
    assert {each.layout for each in examples(TAPESTRY, game)} == used


def test_every_value_of_an_example_is_named_with_its_unit_and_rule(game: Definition) -> None:
    drawn = " ".join(said(chart.drawing().svg) for chart in guide_charts(TAPESTRY, game)).replace(" ", "")
    for each in examples(TAPESTRY, game):
        printed = " ".join(
            words.text for words in layout(TAPESTRY, each.layout).words if "front" in words.shows
        )
        for name in each.front:
            if f"{{{name}}}" in printed:
                value = game.game.values[name]
                assert f"{value.name}{value.unit}({value.rule})".replace(" ", "") in drawn


def test_the_light_band_and_the_facing_are_told() -> None:
    told = [
        note.name for note in notes(TAPESTRY, GAMES["tactical"], examples(TAPESTRY, GAMES["tactical"])[0])
    ]
    assert told[:2] == ["Light band", "Facing"]
    archer = next(each for each in examples(TAPESTRY, GAMES["three_battles"]) if each.layout == "archer")
    assert "Light band" not in [note.name for note in notes(TAPESTRY, GAMES["three_battles"], archer)]


def test_no_text_lies_on_another_or_beyond_the_edge(game: Definition) -> None:
    for chart in guide_charts(TAPESTRY, game):
        boxes = [_box(node) for node in texts(chart.drawing().svg)]
        for left, top, right, bottom in boxes:
            assert left >= 1 and right <= chart.canvas.width - 1 and top > 0
            assert bottom < chart.canvas.height
        for one, other in combinations(boxes, 2):
            apart = one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
            assert apart, (one, other)


def _box(node: etree._Element) -> tuple[float, float, float, float]:
    face = Face(
        node.get("font-family", ""), int(node.get("font-weight", "400")), node.get("font-style") or "normal"
    )
    size = float(node.get("font-size", "0"))
    wide = TAPESTRY.fonts.width(node.text or "", face, size)
    shift = {"middle": 0.5, "end": 1.0}.get(node.get("text-anchor", ""), 0.0)
    left, foot = float(node.get("x", "0")) - shift * wide, float(node.get("y", "0"))
    return left, foot - 0.65 * size, left + wide, foot


def test_words_are_of_a_readable_size(game: Definition) -> None:
    for chart in guide_charts(TAPESTRY, game):
        assert min(float(node.get("font-size", "0")) for node in texts(chart.drawing().svg)) >= pt(6.5)


@pytest.mark.parametrize("width", [93.0, 97.0])
def test_every_chart_fits_a_page(game: Definition, width: float) -> None:
    assert max(chart.canvas.height for chart in guide_charts(TAPESTRY, game, width=width)) <= A4_ROOM


def test_nations_troops_and_markers_are_named(game: Definition) -> None:
    words = said(signs_chart(TAPESTRY, game).drawing().svg).replace(" ", "")
    for nation in game.game.nations.values():
        assert f"{nation.name}({nation.letter})".replace(" ", "") in words
    for marker in game.game.markers.values():
        assert f"{marker.name}({marker.count})".replace(" ", "") in words
    kinds = {counter.kind for counter in game.counters.values() if counter.form == "counter"}
    for kind in kinds:
        assert game.game.kinds[kind].name.replace(" ", "") in words


def test_the_same_bytes_each_time(game: Definition) -> None:
    first, second = (
        [c.drawing().svg for c in guide_charts(TAPESTRY, game, text_as="paths")] for _ in range(2)
    )
    assert first == second
    assert all("<text" not in svg for svg in first)


def test_a_second_chart_has_a_name_of_its_own() -> None:
    names = [chart.name for chart in guide_charts(TAPESTRY, GAMES["tactical"])]
    assert names == ["guide", "guide-2", "signs"]
    assert guide_chart(TAPESTRY, GAMES["tactical"], examples(TAPESTRY, GAMES["tactical"])[:1]).name == "guide"


@pytest.mark.parametrize("name", [*GAMES, "year_of_the_comet"])
def test_a_leader_line_ends_on_the_counter_and_crosses_no_text_of_its_row(name: str) -> None:
    played = GAMES.get(name) or library.definition(name)
    for each in examples(TAPESTRY, played):
        told = notes(TAPESTRY, played, each)
        assert all(0 <= x <= 100 and 0 <= y <= 100 for n in told for x, y in (n.left, n.right)), each.id
        for hand in ("left", "right"):
            beside = [n for n in told if not n.below and (n.middle < 50) == (hand == "left")]
            rows = [getattr(note, hand)[1] for note in beside]
            assert len(rows) == len(set(rows)), (each.id, hand)
