"""Tables keep their millimetres, wrap, shrink to a floor, and refuse below it."""

from __future__ import annotations

import dataclasses
import io

import pypdfium2
import pytest
from looks import TAPESTRY
from measuring import words_of
from PIL import Image

from generator.drawing.pdf import Page, pdf
from generator.drawing.raster import png
from generator.drawing.svg import Canvas, pt
from generator.drawing.tables import (
    Cell,
    Table,
    TableShapeError,
    TableStyle,
    TableTooTallError,
    draw_table,
    lay_out,
)
from generator.drawing.typeface import CAPS, SANS_BOLD, TextTooWideError

FONTS = TAPESTRY.fonts
CRT = Table(
    widths=[9, 8, 8, 8],
    caption="Combat",
    rows=[["Die", "1-2", "1-1", "2-1"], ["1", "DR", "DR", "DL"], ["6", "AL", "AR", "EX"]],
    notes=["AL: the attacker loses a step."],
)


def test_columns_and_frame_are_exact() -> None:
    canvas = Canvas(TAPESTRY, 60, 60)
    box = draw_table(canvas, 10, 10, CRT)
    assert (box.x, box.y, box.width) == (10, 10, 33)
    image = Image.open(io.BytesIO(png(TAPESTRY, canvas.svg(), width=1200))).getchannel("A")
    ink = image.getbbox()
    assert ink is not None
    assert (ink[0] / 20, ink[2] / 20) == pytest.approx((10, 43), abs=0.25)
    assert ink[3] / 20 <= box.y + box.height + 0.3


def test_every_word_is_printed_in_reading_order() -> None:
    canvas = Canvas(TAPESTRY, 60, 60)
    draw_table(canvas, 10, 10, CRT)
    page = pypdfium2.PdfDocument(pdf(TAPESTRY, [Page.of(canvas)], "CRT"))[0]
    words = page.get_textpage().get_text_range().split()
    wanted = ["Die", "1–2", "1–1", "2–1", "1", "DR", "DR", "DL", "6", "AL", "AR", "EX"]
    assert [w for w in words if w in wanted] == wanted


def test_rows_are_as_tall_as_asked_and_grow_with_wrapped_text() -> None:
    low = lay_out(CRT, TableStyle(), FONTS)
    assert low.row_heights == (5.0, 5.0, 5.0)
    effects = Table(
        widths=[15, 30], rows=[["Terrain", "Effect"], ["Marsh", "Attackers in the marsh are halved, " * 3]]
    )
    high = lay_out(effects, TableStyle(), FONTS)
    assert high.row_heights[0] == 5.0
    assert high.row_heights[1] > 10
    assert high.size == TableStyle().size


def test_a_tight_table_shrinks_as_a_whole() -> None:
    column = FONTS.width("2-1", SANS_BOLD, pt(7.5)) + 2 * TableStyle().pad
    narrow = dataclasses.replace(CRT, widths=[9, column, column, column], caption="")
    done = lay_out(narrow, TableStyle(), FONTS)
    assert done.size == pytest.approx(pt(7.5), abs=pt(0.3))
    for cell in done.cells:
        for line in cell.lines:
            assert FONTS.width(line, cell.face, done.size) <= cell.width - 2 * TableStyle().pad + 1e-9


def test_a_caption_keeps_the_padding_of_its_table() -> None:
    """As wide as fits between the pads it has its full size; what is wider shrinks and stays there."""
    style, words = TableStyle(pad=4.0), "Combat results"
    wide = FONTS.width(words, CAPS, style.caption_size)
    for width, full in ((wide + 2 * style.pad + 0.1, True), (wide + style.pad, False)):
        canvas = Canvas(TAPESTRY, 60, 60)
        draw_table(canvas, 0, 0, Table(widths=[width], caption=words, rows=[["1"]]), style)
        (caption,) = (word for word in words_of(canvas.svg()) if word.text == words)
        assert (caption.size == pytest.approx(style.caption_size, abs=0.001)) is full
        assert style.pad - 0.01 <= caption.box.x
        assert caption.box.x + caption.box.width <= width - style.pad + 0.01


def test_below_the_floor_the_cell_is_named() -> None:
    narrow = dataclasses.replace(CRT, widths=[9, 8, 8, 3.0])
    with pytest.raises(TextTooWideError, match=r"table 'Combat', row 1, column 4: text '2-1'"):
        lay_out(narrow, TableStyle(), FONTS)


def test_a_height_is_kept_or_refused() -> None:
    effects = Table(widths=[15, 30], rows=[["Terrain", "Effect"], ["Marsh", "Attackers are halved. " * 8]])
    full = lay_out(effects, TableStyle(), FONTS)
    tight = lay_out(effects, TableStyle(), FONTS, height=full.height - 4)
    assert tight.height <= full.height - 4
    assert tight.size < full.size
    with pytest.raises(TableTooTallError, match=r"is [0-9.]+ mm tall"):
        lay_out(effects, TableStyle(), FONTS, height=8)


def test_rows_must_fill_the_columns() -> None:
    for row in (["1", "DR"], ["1", "DR", "DR", "DL", "DL"]):
        with pytest.raises(TableShapeError, match="row 2"):
            lay_out(dataclasses.replace(CRT, rows=[CRT.rows[0], row]), TableStyle(), FONTS)


def test_spans_and_colours_of_single_cells() -> None:
    table = Table(
        widths=[10, 10, 10], rows=[["", Cell("Odds", span=2)], ["1", Cell("DR", fill="#00ff00"), "DL"]]
    )
    canvas = Canvas(TAPESTRY, 30, 10)
    draw_table(canvas, 0, 0, table)
    image = Image.open(io.BytesIO(png(TAPESTRY, canvas.svg(), width=300))).convert("RGB")
    assert image.getpixel((115, 65)) == (0, 255, 0)
    assert image.getpixel((215, 65)) != (0, 255, 0)
