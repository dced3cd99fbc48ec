"""SVG: same calls give same bytes, ids hold, embedded pictures keep theirs apart."""

from __future__ import annotations

import math
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from looks import TAPESTRY
from lxml import etree

from generator.cache.files import write_bytes
from generator.drawing.raster import png
from generator.drawing.svg import Canvas, DrawingError, IdError, num, pt
from generator.drawing.typeface import SANS

XLINK = "{http://www.w3.org/1999/xlink}href"


def sample(colour: str = "#aa0000") -> Canvas:
    canvas = Canvas(TAPESTRY, 20, 10, title="A <sample> & more")
    canvas.define("dot-mark").circle(0, 0, 1, fill=colour)
    clip = canvas.clip("left-half", "M0 0H10V10H0Z")
    canvas.group(clip_path=clip, id="both-dots").use("dot-mark", 10, 5, scale=2)
    canvas.text("Harold & Tostig", 1, 9, pt(6), SANS, fill="#000000")
    return canvas


def test_same_calls_same_bytes() -> None:
    assert sample().svg() == sample().svg()


def test_document_has_size_view_box_and_title() -> None:
    root = etree.fromstring(sample().svg().encode())
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == ("20mm", "10mm", "0 0 20 10")
    assert root.findtext("{*}title") == "A <sample> & more"
    assert etree.fromstring(Canvas(TAPESTRY, 60, 60, unit="px").svg().encode()).get("width") == "60px"


def test_whatever_words_say_is_read_back() -> None:
    told = "a < b & \"c\" > 'd'\n\te\r"
    canvas = Canvas(TAPESTRY, 20, 10)
    canvas.path("M0 0", stroke_linecap=told)
    root = etree.fromstring(canvas.svg().encode())
    assert [each.get("stroke-linecap") for each in root.iter("{*}path")] == [told]


def test_letters_are_outlined_alike_whether_embedded_or_not() -> None:
    sheet, canvas = (Canvas(TAPESTRY, 20, 10, text_as="paths") for _ in range(2))
    canvas.text("Harold", 1, 9, pt(6), SANS, fill="#000000")
    sheet.embed(canvas, 0, 0)
    shapes = [
        [e.get("d") for e in etree.fromstring(c.svg().encode()).iter("{*}path")] for c in (canvas, sheet)
    ]
    assert shapes[0] == shapes[1] != [None]


def test_references_are_xlink_and_resolve() -> None:
    root = etree.fromstring(sample().svg().encode())
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    assert all(len(i) >= 3 for i in ids)
    assert [e.get(XLINK) for e in root.iter("{*}use")] == ["#dot-mark"]
    assert all(e.get("href") is None for e in root.iter())


@pytest.mark.parametrize("name", ["ab", "", "1abc", "a b c", "a#bc", "ünd"[:2]])
def test_ids_that_some_renderer_refuses(name: str) -> None:
    with pytest.raises(IdError):
        Canvas(TAPESTRY, 1, 1).define(name)


def test_ids_are_unique_and_uses_defined() -> None:
    canvas = sample()
    with pytest.raises(IdError, match="'dot-mark' is already taken"):
        canvas.group(id="dot-mark")
    with pytest.raises(IdError, match="'no-such'"):
        canvas.use("no-such", 0, 0)


def test_named_colours_and_nonsense_are_refused() -> None:
    canvas = Canvas(TAPESTRY, 1, 1)
    with pytest.raises(DrawingError, match="fill 'red'"):
        canvas.rect(0, 0, 1, 1, fill="red")
    with pytest.raises(DrawingError):
        canvas.line(0, 0, math.nan, 1, stroke="#000000")
    with pytest.raises(DrawingError):
        Canvas(TAPESTRY, 0, 5)


@given(st.floats(-1e6, 1e6))
def test_numbers_are_plain_and_near(value: float) -> None:
    text = num(value)
    assert "e" not in text
    assert text != "-0"
    assert abs(float(text) - value) <= 0.0005001


def test_embedding_shares_what_is_equal_and_parts_what_differs() -> None:
    sheet = Canvas(TAPESTRY, 60, 20)
    for i in range(2):
        sheet.embed(sample("#aa0000"), 20 * i, 0)
    sheet.embed(sample("#0000aa"), 40, 0)
    root = etree.fromstring(sheet.svg().encode())
    ids = [e.get("id") for e in root.iter() if e.get("id")]
    assert len(ids) == len(set(ids))
    uses = [e.get(XLINK) for e in root.iter("{*}use")]
    assert uses[0] == uses[1] == "#dot-mark"
    assert uses[2] not in (uses[0], None)
    assert {u[1:] for u in uses} <= set(ids)


def test_an_embedded_picture_looks_as_alone() -> None:
    sheet = Canvas(TAPESTRY, 20, 10)
    sheet.define("dot-mark").rect(0, 0, 1, 1, fill="#00ff00")
    sheet.embed(sample(), 0, 0)
    assert png(TAPESTRY, sheet.svg(), width=200) == png(TAPESTRY, sample().svg(), width=200)


def test_embedding_leaves_the_other_picture_alone() -> None:
    other = sample()
    before = other.svg()
    sheet = Canvas(TAPESTRY, 20, 10)
    sheet.define("dot-mark").rect(0, 0, 1, 1, fill="#00ff00")
    sheet.embed(other, 0, 0)
    assert other.svg() == before


def test_text_as_paths_holds_no_text() -> None:
    canvas = Canvas(TAPESTRY, 20, 10, text_as="paths")
    canvas.text("7-3", 10, 5, 4, SANS, anchor="middle", fill="#000000")
    root = etree.fromstring(canvas.svg().encode())
    assert root.find(".//{*}text") is None
    assert root.find(".//{*}path") is not None


def test_a_failed_write_leaves_the_old_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a" / "counter.svg"
    sample().save(path)
    before = path.read_bytes()

    def broken(*_: object, **__: object) -> None:
        raise OSError("disk full")

    monkeypatch.setattr(os, "fdopen", broken)
    with pytest.raises(OSError, match="disk full"):
        write_bytes(path, b"half")
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def test_apostrophes_are_printed_curved_and_measured_so() -> None:
    canvas = Canvas(TAPESTRY, 40, 10, title="Words")
    canvas.text("Duke's", 2, 5, 3, SANS)
    assert "Duke’s" in canvas.svg()
    assert canvas.fonts.width("Duke's", SANS, 3) == canvas.fonts.width("Duke’s", SANS, 3)
