"""The proof of a kit: every kind of piece with its number, its front left of its back, at its size."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable

import pytest
from looks import TAPESTRY
from lxml import etree
from measuring import words_of

from generator.cards import card_pieces
from generator.counters.blocks import block_pieces, block_sides
from generator.counters.printed import pieces, side_mm
from generator.drawing.figures import Box
from generator.drawing.svg import Canvas
from generator.kit.options import Options
from generator.kit.proof import Proved, proof, proved
from modules import library

SVG, HREF = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}href"
BETWEEN = 0.8
"""Between the front and the back of a piece, in mm."""


def square(name: str) -> Callable[[Canvas, str], str]:
    def symbol(canvas: Canvas, face: str) -> str:
        canvas.define(f"{name}-{face}")
        return f"{name}-{face}"

    return symbol


def places(svg: str) -> dict[str, tuple[float, float]]:
    """Where the corner of each face is, in mm."""
    found = {}
    for use in etree.fromstring(svg.encode()).findall(f"{SVG}use"):
        x, y = map(float, re.findall(r"[\d.]+", use.get("transform", "")))
        found[use.get(HREF, "").removeprefix("#")] = (x, y)
    return found


def apart(one: Box, other: Box) -> bool:
    return (
        min(one.x + one.width, other.x + other.width) <= max(one.x, other.x) + 1e-6
        or min(one.y + one.height, other.y + other.height) <= max(one.y, other.y) + 1e-6
    )


def test_front_and_back_stand_side_by_side_over_their_name_and_nothing_over_another() -> None:
    """Three rows of one heading, of pieces that are not as tall as one another, and a second heading."""
    sizes = {f"kind{n}": (20.0 + 3 * n, 30.0 - n) for n in range(14)}
    kinds = [Proved(name, 1 + (name == "kind3"), *size, square(name)) for name, size in sizes.items()]
    canvas = proof(TAPESTRY, "Mill", {"Counters": kinds[:11], "Markers": kinds[11:]})
    at, words = places(canvas.svg()), {word.text: word.box for word in words_of(canvas.svg())}
    assert list(words)[:2] == ["Mill: front and back of every piece", "Counters: 12"]
    assert "Markers: 3" in words
    assert "kind3 × 2" in words
    boxes = list(words.values())
    for name, (width, height) in sizes.items():
        (x, y), back = at[f"{name}-front"], at[f"{name}-back"]
        assert back == pytest.approx((x + width + BETWEEN, y))
        boxes += [Box(x, y, width, height), Box(*back, width, height)]
        told = words.get(name) or words[f"{name} × 2"]
        assert told.x + told.width / 2 == pytest.approx(x + width + BETWEEN / 2)
        assert 0 < told.y - y - height < 2
    assert all(apart(one, other) for one, other in itertools.combinations(boxes, 2))
    assert all(box.x >= 8 and box.x + box.width <= canvas.width - 8 + 1e-6 for box in boxes)
    assert 0 < canvas.height - max(box.y + box.height for box in boxes) < 15


def test_a_row_is_as_full_as_it_can_be() -> None:
    """404 mm take ten pairs of 2 x 17.1 + 0.8 mm that stand 5 mm apart, and no eleventh."""
    kinds = [Proved(f"kind{n}", 1, 17.1, 30.0, square(f"kind{n}")) for n in range(11)]
    at = places(proof(TAPESTRY, "Mill", {"Counters": kinds}).svg())
    rows = sorted({y for _, y in at.values()})
    assert [sum(y == row for _, y in at.values()) for row in rows] == [20, 2]


def told(name: str, count: int) -> str:
    return f"{name} × {count}" if count > 1 else name


def test_a_proof_names_every_kind_with_its_number_and_shows_it_at_its_size() -> None:
    game = library.definition("hastings_pulsipher")
    groups = proved(TAPESTRY, game, Options())
    counters = [each for each in pieces(TAPESTRY, game) if not each.marker]
    markers = [each for each in pieces(TAPESTRY, game) if each.marker]
    cards = card_pieces(TAPESTRY, game)
    svg = proof(TAPESTRY, "Hastings", groups).svg()
    words = [word.text for word in words_of(svg)]
    assert words[1:] == [
        f"Counters: {sum(each.count for each in counters)}",
        *(told(each.id, each.count) for each in counters),
        f"Cards: {sum(each.count for each in cards)}",
        *(told(each.name, each.count).replace("'", "’") for each in cards),
        f"Markers: {sum(each.count for each in markers)}",
        *(told(each.name, each.count) for each in markers),
    ]
    sizes = [(each.width, each.height) for each in groups["Cards"]]
    assert sizes == [(each.width_mm, each.height_mm) for each in cards]
    squares = zip(groups["Counters"] + groups["Markers"], counters + markers, strict=True)
    assert all(each.width == each.height == side_mm(TAPESTRY, piece) for each, piece in squares)
    # Nothing has the same on both sides, so no picture is both a front and a back.
    drawn = etree.fromstring(svg.encode()).findall(f"{SVG}use")
    fronts, backs = ({use.get(HREF) for use in drawn[first::2]} for first in (0, 1))
    assert not fronts & backs


def test_blocks_are_proved_as_the_labels_that_are_glued_on_them() -> None:
    game = library.definition("year_of_the_comet")
    blocks = block_pieces(TAPESTRY, game)
    found = proved(TAPESTRY, game, Options(only=("blocks",)))
    assert [(each.name, each.count, each.width, each.height) for each in found["Blocks"]] == [
        (each.id, each.count, side_mm(TAPESTRY, each), side_mm(TAPESTRY, each)) for each in blocks
    ]
    assert list(found) == ["Blocks"]
    faces = places(proof(TAPESTRY, "Comet", found).svg())
    assert len(faces) == len(blocks) + len(block_sides(game)), "backs tell the side alone"
