"""Font files as fontTools reads them, too: every glyph of every font that ships, and of fonts made here."""

from __future__ import annotations

from functools import cache
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.basePen import BasePen
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont
from hypothesis import given
from hypothesis import strategies as st

from generator.art_folder import find_art
from generator.drawing.font_files import FontFile, NotTrueType

SHIPPED = sorted((find_art() / "fonts").glob("*.ttf"))


class Noted(BasePen):
    """What fontTools draws, as contours of this project."""

    def __init__(self, glyphs: object) -> None:
        super().__init__(glyphs)
        self.found: list[tuple[object, list[object]]] = []

    def _moveTo(self, at):  # noqa: N802 - names that fontTools calls
        self.found.append((at, []))

    def _lineTo(self, at):  # noqa: N802
        self.found[-1][1].append(("l", (at,)))

    def _qCurveToOne(self, by, at):  # noqa: N802
        self.found[-1][1].append(("q", (by, at)))


def agree(data: bytes) -> None:
    """Both read the same: characters, widths, names, and the outline of each glyph."""
    theirs, ours = TTFont(BytesIO(data)), FontFile(data)
    order = theirs.getGlyphOrder()
    characters = {code: order.index(name) for code, name in theirs.getBestCmap().items()}
    assert ours.glyphs == {code: glyph for code, glyph in characters.items() if glyph}
    assert ours.advances == [theirs["hmtx"][name][0] for name in order]
    assert ours.units_per_em == theirs["head"].unitsPerEm
    assert [ours.name(number) for number in (1, 16)] == [theirs["name"].getDebugName(n) for n in (1, 16)]
    drawn = theirs.getGlyphSet()
    for glyph, name in enumerate(order):
        pen = Noted(drawn)
        drawn[name].draw(pen)
        assert len(ours.contours(glyph)) == len(pen.found), name
        for mine, other in zip(ours.contours(glyph), pen.found, strict=True):
            for one, two in zip(steps(mine), steps(other), strict=True):
                assert one == pytest.approx(two, abs=1), name


def steps(contour: Any) -> list[tuple[float, ...]]:
    """A contour as what follows on what, from its lowest point on: they begin where they like."""
    start, segments = contour
    closed = segments if segments and segments[-1][1][-1] == start else [*segments, ("l", (start,))]
    ends = [points[-1] for _, points in closed]
    lowest = min(range(len(ends)), key=lambda each: ends[each][::-1])
    turned = [*closed[lowest:], *closed[:lowest]]
    return [tuple(number for point in points for number in point) for _, points in turned]


@pytest.mark.whole
@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: file.stem)
def test_each_glyph_of_each_font_that_ships(file: Path) -> None:
    agree(file.read_bytes())


@cache
def built(*, far: bool = False) -> bytes:
    """A font of a square, a round letter without a point on its curve, and letters made of both."""
    square, round_, pair, turned = (TTGlyphPen({"square": None, "round": None}) for _ in range(4))
    for pen, points in ((square, [(0, 0), (0, 500), (500, 500), (500, 0)]),):
        pen.moveTo(points[0])
        for point in points[1:]:
            pen.lineTo(point)
        pen.closePath()
    round_.qCurveTo((100, 100), (100, 400), (400, 400), (400, 100), None)
    round_.closePath()
    pair.addComponent("square", (1, 0, 0, 1, 0, 0))
    pair.addComponent("round", (0.5, 0, 0, 0.5, 600, -20))
    turned.addComponent("square", (0, 0.75, -0.75, 0, 300, 10))
    empty = TTGlyphPen(None).glyph()
    glyphs = {
        "square": square.glyph(),
        "round": round_.glyph(),
        "pair": pair.glyph(),
        "turned": turned.glyph(),
    }
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder([".notdef", *glyphs])
    font.setupCharacterMap({0x41: "square", 0x42: "round", 0x43: "pair", 0x1F600 if far else 0x44: "turned"})
    font.setupGlyf({".notdef": empty, **glyphs})
    table = font.font["glyf"]
    for name in glyphs:
        table[name].recalcBounds(table)
    sides = {name: table[name].xMin for name in glyphs} | {".notdef": 0}
    font.setupHorizontalMetrics({name: (500 + 10 * n, side) for n, (name, side) in enumerate(sides.items())})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Test Face", "styleName": "Regular"})
    font.setupOS2()
    font.setupPost()
    out = BytesIO()
    font.save(out)
    return out.getvalue()


def opentype() -> bytes:
    """A font with outlines of the other kind."""
    font = FontBuilder(1000, isTTF=False)
    font.setupGlyphOrder([".notdef"])
    font.setupCharacterMap({})
    pen = T2CharStringPen(500, None)
    font.setupCFF("Test", {}, {".notdef": pen.getCharString()}, {})
    font.setupHorizontalMetrics({".notdef": (500, 0)})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Test"})
    out = BytesIO()
    font.save(out)
    return out.getvalue()


@pytest.mark.parametrize("far", [False, True])
def test_letters_of_curves_alone_and_of_other_letters(far: bool) -> None:
    """With characters beyond U+FFFF the table of characters is of form 12."""
    agree(built(far=far))


def test_what_is_no_truetype_font_is_told() -> None:
    for data, told in (
        (b"", "does not begin"),
        (b"no font at all" * 9, "does not begin"),
        (opentype(), "save it as TrueType"),
        (built()[: len(built()) // 2], "cut off"),
    ):
        with pytest.raises(NotTrueType, match=told):
            FontFile(data).contours(1)


@given(st.lists(st.tuples(st.integers(0, 10_000), st.integers(0, 255)), min_size=1, max_size=20))
def test_a_font_with_wrong_bytes_is_read_or_refused(wrong: list[tuple[int, int]]) -> None:
    """Nothing but NotTrueType is raised, and no few bytes name millions of letters."""
    data = bytearray(built(far=True))
    for at, byte in wrong:
        data[at % len(data)] = byte
    try:
        font = FontFile(bytes(data))
        assert len(font.glyphs) <= 0x110000
        font.name(1)
        for glyph in range(len(font.advances)):
            font.contours(glyph), font.top(glyph)
        font.cut("AB")
    except NotTrueType:
        pass
