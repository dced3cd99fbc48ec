"""PDF: sizes, boxes, text, bookmarks, tiles in their places, and equal bytes."""

from __future__ import annotations

import io
import itertools
from contextlib import closing
from dataclasses import replace

import pikepdf
import pypdfium2
import pytest
from hypothesis import given
from hypothesis import strategies as st
from looks import TAPESTRY

from generator.drawing.figures import Box
from generator.drawing.pdf import Page, PdfError, TileError, TilePlan, Window, book, pdf
from generator.drawing.svg import Canvas
from generator.drawing.typeface import SANS_BOLD

MM = 72 / 25.4


def sheet(words: str = "Harold 6-3", width: float = 210, height: float = 297) -> Canvas:
    canvas = Canvas(TAPESTRY, width, height)
    canvas.rect(10, 20, 30, 40, fill="#ff0000")
    canvas.text(words, 50, 50, 8, SANS_BOLD, fill="#000000")
    return canvas


def test_same_pages_same_bytes() -> None:
    pages = [Page.of(sheet(), "Front"), Page.of(sheet("Back"))]
    assert pdf(TAPESTRY, pages, "Counters") == pdf(TAPESTRY, pages, "Counters")


def test_page_has_its_size_boxes_text_and_fonts() -> None:
    page = Page(sheet().svg(), 210, 297, "Front", trim=Box(3, 3, 204, 291), bleed=Box(0, 0, 210, 297))
    data = pdf(TAPESTRY, [page], "Counters", "Senlac")
    with pikepdf.open(io.BytesIO(data)) as document:
        made = document.pages[0]
        assert [float(v) for v in made.mediabox] == pytest.approx([0, 0, 210 * MM, 297 * MM], abs=0.01)
        trim = [float(v) for v in made.obj.TrimBox]
        assert trim == pytest.approx([3 * MM, 3 * MM, 207 * MM, 294 * MM], abs=0.01)
        assert "CreationDate" not in document.trailer.Info
        assert str(document.trailer.Info.Title) == "Counters"
        assert str(document.trailer.Info.Author) == "Senlac"
        fonts = [
            str(o.FontName)
            for o in document.objects
            if isinstance(o, pikepdf.Dictionary) and "/FontFile2" in o
        ]
    assert any("SenlacSans-Bold" in name for name in fonts)
    with closing(pypdfium2.PdfDocument(data)) as opened, closing(opened[0].get_textpage()) as text:
        assert "Harold 6–3" in text.get_text_range()


def test_ink_lands_where_it_was_drawn() -> None:
    with closing(pypdfium2.PdfDocument(pdf(TAPESTRY, [Page.of(sheet())], "x"))) as document:
        image = document[0].render(scale=10 * 25.4 / 72).to_pil()
    assert image.getpixel((110, 210)) == (255, 0, 0)
    assert image.getpixel((390, 590)) == (255, 0, 0)
    assert image.getpixel((90, 210)) == (255, 255, 255)


def test_bookmarks_of_chapters() -> None:
    """A chapter of one page has no bookmark below its own."""
    chapters = [
        ("Counters", [Page.of(sheet(), "Fronts"), Page.of(sheet(), "Backs")]),
        ("Maps", [Page.of(sheet(), "Fulford")]),
    ]
    kit = book(TAPESTRY, chapters, "Kit")
    assert kit == book(TAPESTRY, chapters, "Kit")
    with closing(pypdfium2.PdfDocument(kit)) as document:
        found = [(b.level, b.get_title(), b.get_dest().get_index()) for b in document.get_toc()]
    assert found == [(0, "Counters", 0), (1, "Fronts", 0), (1, "Backs", 1), (0, "Maps", 2)]


def test_no_pages_and_broken_pages_are_one_clear_error() -> None:
    with pytest.raises(PdfError, match="at least one page"):
        pdf(TAPESTRY, [], "Nothing")
    with pytest.raises(PdfError, match="could not be typeset"):
        pdf(TAPESTRY, [Page("<svg", 10, 10)], "Broken")


@given(
    width=st.floats(30, 2000), height=st.floats(30, 2000), overlap=st.floats(0, 12), margin=st.floats(5, 15)
)
def test_tiles_cover_the_picture_and_fit_the_paper(
    width: float, height: float, overlap: float, margin: float
) -> None:
    plan = TilePlan(width, height, 210, 297, margin=margin, overlap=overlap)
    assert len(plan.tiles) == plan.rows * plan.columns
    assert len({t.letter for t in plan.tiles}) == len(plan.tiles)
    across = [t.window for t in plan.tiles if t.row == 0]
    down = [t.window for t in plan.tiles if t.column == 0]
    assert across[0].x == 0
    assert across[-1].x + across[-1].width == pytest.approx(width)
    assert down[-1].y + down[-1].height == pytest.approx(height)
    for left, right in itertools.pairwise(across):
        assert left.x + left.width - right.x == pytest.approx(overlap)
    for above, below in itertools.pairwise(down):
        assert above.y + above.height - below.y == pytest.approx(overlap)
    assert (plan.live.x, plan.live.y) == (margin, margin)
    for tile in plan.tiles:
        assert plan.live.x + tile.window.width <= plan.paper_width - margin + 1e-6
        assert plan.live.y + tile.window.height <= plan.paper_height - margin - plan.foot + 1e-6


@pytest.mark.parametrize(("more", "tiles"), [((0, 0), (1, 1)), ((0.1, 0), (1, 2)), ((0, 0.1), (2, 1))])
def test_a_picture_as_large_as_the_room_on_the_paper_is_one_tile(
    more: tuple[float, float], tiles: tuple[int, int]
) -> None:
    """Of A4 there are 210 - 2 x 10 and 297 - 2 x 10 - 12 mm between margins and foot."""
    plan = TilePlan(190 + more[0], 265 + more[1], 210, 297, margin=10, foot=12)
    assert (plan.rows, plan.columns) == tiles


def test_paper_smaller_than_the_overlap_is_refused() -> None:
    with pytest.raises(TileError, match="overlap"):
        TilePlan(500, 500, 30, 297, margin=12, overlap=8)


def tiles(picture: Canvas, plan: TilePlan) -> bytes:
    """A picture in tiles, each with its letter over it."""
    whole, pages = Page.of(picture), []
    for tile in plan.tiles:
        over = Canvas(TAPESTRY, plan.paper_width, plan.paper_height)
        over.text(f"Tile {tile.letter}", 20, plan.paper_height - 5, 4, SANS_BOLD, fill="#000000")
        below = Window(whole, tile.window, (plan.live.x, plan.live.y))
        pages.append(replace(Page.of(over), below=below))
    return pdf(TAPESTRY, pages, "Map")


def test_a_tile_shows_its_part_of_the_picture_at_full_size() -> None:
    picture = Canvas(TAPESTRY, 300, 200)
    picture.rect(0, 0, 300, 200, fill="#eeeeee")
    picture.rect(200, 150, 10, 10, fill="#0000ff")
    plan = TilePlan(300, 200, 210, 148, margin=10, overlap=8)
    data = tiles(picture, plan)
    assert data == tiles(picture, plan)
    seen = 0
    with closing(pypdfium2.PdfDocument(data)) as document:
        assert len(document) == len(plan.tiles) == 4
        for page, tile in zip(document, plan.tiles, strict=True):
            with closing(page), closing(page.get_textpage()) as text:
                assert f"Tile {tile.letter}" in text.get_text_range()
                image = page.render(scale=10 * 25.4 / 72).to_pil()
            x, y = 205 - tile.window.x + plan.live.x, 155 - tile.window.y + plan.live.y
            within = (
                tile.window.x <= 200 and tile.window.x + tile.window.width >= 210 and tile.window.y <= 150
            )
            if within and tile.window.y + tile.window.height >= 160:
                seen += 1
                assert image.getpixel((int(x * 10), int(y * 10))) == (0, 0, 255)
                assert image.getpixel((int((x - 5.5) * 10), int(y * 10))) == (238, 238, 238)
            assert image.getpixel((50, 50)) == (255, 255, 255)
    assert seen >= 1


def test_a_window_may_show_its_picture_smaller() -> None:
    picture = Canvas(TAPESTRY, 300, 200)
    picture.rect(200, 150, 10, 10, fill="#0000ff")
    below = Window(Page.of(picture), Box(100, 100, 200, 100), (20, 30), 0.5)
    with closing(
        pypdfium2.PdfDocument(pdf(TAPESTRY, [replace(Page.of(sheet()), below=below)], "x"))
    ) as document:
        image = document[0].render(scale=10 * 25.4 / 72).to_pil()
    assert image.getpixel((725, 575)) == (0, 0, 255)
    assert image.getpixel((765, 575)) == (255, 255, 255)


def test_a_tiled_picture_is_stored_once_and_no_page_of_it_is_left() -> None:
    picture = Canvas(TAPESTRY, 900, 600)
    for i in range(3000):
        picture.circle((i * 37) % 900, (i * 91) % 600, 1.234, fill="#336699")
    whole = len(pdf(TAPESTRY, [Page.of(picture)], "Map"))
    assert len(tiles(picture, TilePlan(900, 600, 210, 297))) < 1.6 * whole + 20_000
