"""The kit, measured: backs meet fronts, all pieces are there, every hex is on a tile, rulers are true."""

from __future__ import annotations

import io
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat
from smaller import hastings

from generator.counters import Piece, pieces
from generator.figures import Box
from generator.kit.counters import BLEED, plan_counters
from generator.kit.impose import Laid, SheetTooSmallError
from generator.kit.make import Kit, make_kit, write_kit
from generator.kit.page import MARGIN, PAPERS, Paper, Sheet
from generator.kit.tiles import cut, whole_hex
from generator.marks import RULER_HEIGHT
from generator.pictures import framed_map
from generator.raster import png
from modules import library

GAME = hastings()
WHOLE = library.definition("three_battles")
PAPER: list[Paper] = ["a4", "letter"]
MM = 72 / 25.4
FRONT, BACK = 2, 3  # the counters' pages, counted from 0
FINE = 600


@cache
def kit(paper: Paper) -> Kit:
    return make_kit(GAME, paper)


@cache
def pdf(paper: Paper) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(kit(paper).data)


def sheet(paper: Paper) -> Sheet:
    return Sheet(*PAPERS[paper], "test", 16)


@cache
def counters(paper: Paper) -> Laid[Piece]:
    _, frame = framed_map(GAME, "hastings")
    ((only,),) = plan_counters(GAME, sheet(paper), limit=0.95 * frame.hex_mm)
    return only


def shot(paper: Paper, page: int, box: Box, dpi: int) -> Image.Image:
    """A part of a page in grey; the box in mm from its top left corner."""
    made = pdf(paper)[page]
    width, height = (size / MM for size in made.get_size())
    sides = (box.x, height - box.y - box.height, width - box.x - box.width, box.y)
    return made.render(scale=dpi / 72, crop=tuple(side * MM for side in sides)).to_pil().convert("L")


@cache
def text_of(paper: Paper, page: int) -> Any:
    return pdf(paper)[page].get_textpage()


def sample(paper: Paper) -> list[int]:
    """All pages, but of the tiles, which one function makes, only the first and the last: they are slow."""
    first = 5
    last = first + kit(paper).tiles - 1
    return [page for page in range(kit(paper).pages) if not first < page < last]


def left_of(paper: Paper, page: int, words: str) -> list[tuple[float, float]]:
    """Where each occurrence of whole words begins: x and y of its first letter in mm from the top left."""
    text, height = text_of(paper, page), pdf(paper)[page].get_size()[1]
    search, found = text.search(words, match_case=True, match_whole_word=True), []
    while (hit := search.get_next()) is not None:
        left, _, _, top = text.get_charbox(hit[0])
        found.append((left / MM, (height - top) / MM))
    return found


# --- pieces --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPER)
def test_the_sheets_hold_what_the_definition_counts(paper: Paper) -> None:
    wanted = {each.id: each.count for each in pieces(GAME)}
    on_sheet: dict[str, int] = {}
    for each, _ in counters(paper).fronts():
        on_sheet[each.id] = on_sheet.get(each.id, 0) + 1
    assert on_sheet == wanted
    markers = sum(marker.count for marker in GAME.game.markers.values())
    assert kit(paper).pieces == len(GAME.counters) + markers


@pytest.mark.parametrize("paper", PAPER)
def test_each_piece_is_printed_once_on_the_front(paper: Paper) -> None:
    labels = Counter(
        each.name if each.role == "leader" else each.id.partition("-")[2] for each in GAME.counters.values()
    )
    for label, alike in labels.items():
        assert len(left_of(paper, FRONT, label)) == alike
    for marker in GAME.game.markers.values():
        assert marker.text is not None
        if " " not in marker.text:
            assert len(left_of(paper, FRONT, marker.text)) == marker.count
            assert len(left_of(paper, BACK, marker.text)) == marker.count


@pytest.mark.parametrize("paper", PAPER)
def test_the_letters_of_a_reduced_back_lie_behind_those_of_its_front(paper: Paper) -> None:
    plan, seen = counters(paper), 0
    places = {each.id: box for each, box in plan.fronts()}
    for counter in GAME.counters.values():
        if counter.steps == 2 and counter.nation == "saxon":
            label = counter.id.partition("-")[2]
            ((x, y),) = left_of(paper, FRONT, label)
            ((back_x, back_y),) = left_of(paper, BACK, label)
            cell = places[counter.id]
            mirrored = PAPERS[paper][0] - cell.x - cell.width
            assert back_x - mirrored == pytest.approx(x - cell.x, abs=0.05)
            assert back_y == pytest.approx(y, abs=0.05)
            seen += 1
    assert seen == 8


def ink_at(paper: Paper, page: int, y: float) -> tuple[float, float]:
    """Left and right end of the ink on a line across the page at a height of y mm, cut marks left out."""
    free = counters(paper).area.x - BLEED - 1.0
    line = shot(paper, page, Box(free, y, PAPERS[paper][0] - 2 * free, 0.5), FINE)
    columns = [x for x in range(line.width) if line.getpixel((x, line.height // 2)) < 250]
    return free + columns[0] * 25.4 / FINE, free + (columns[-1] + 1) * 25.4 / FINE


@pytest.mark.parametrize("paper", PAPER)
def test_each_row_of_backs_covers_its_fronts(paper: Paper) -> None:
    """Also rows that are not full; 600 dpi tell 0.04 mm apart."""
    plan = counters(paper)
    side, area, width = plan.grid.cell[0], plan.area, PAPERS[paper][0]
    assert any(len(row) < len(plan.rows[0]) for row in plan.rows)
    for number, row in enumerate(plan.rows):
        y = area.y + (number + 0.5) * side
        left, right = ink_at(paper, FRONT, y)
        back_left, back_right = ink_at(paper, BACK, y)
        assert left == pytest.approx(area.x - BLEED, abs=0.05)
        assert right == pytest.approx(area.x + len(row) * side + BLEED, abs=0.05)
        assert width - back_right == pytest.approx(left, abs=0.05)
        assert width - back_left == pytest.approx(right, abs=0.05)


def test_a_back_offset_moves_the_backs_alone() -> None:
    moved = pypdfium2.PdfDocument(make_kit(GAME, "a4", back_offset=(0.7, -0.4)).data)
    for page, by in ((FRONT, (0.0, 0.0)), (BACK, (0.7, -0.4))):
        text, plain = moved[page].get_textpage(), pdf("a4")[page].get_textpage()
        for old, new in zip(first_box(plain, "guard"), first_box(text, "guard"), strict=True):
            assert (new[0] - old[0], old[1] - new[1]) == pytest.approx(by, abs=0.02)


def first_box(text: Any, words: str) -> list[tuple[float, float]]:
    hit = text.search(words).get_next()
    left, _, _, top = text.get_charbox(hit[0])
    return [(left / MM, top / MM)]


@pytest.mark.parametrize("paper", PAPER)
def test_cut_marks_stand_on_fronts_only(paper: Paper) -> None:
    grid = counters(paper).area
    above = Box(grid.x - 1, grid.y - 6.5, grid.width + 2, 3.0)
    assert shot(paper, FRONT, above, 150).getextrema()[0] < 100
    assert shot(paper, BACK, above, 150).getextrema() == (255, 255)


def test_paper_too_small_for_a_counter() -> None:
    with pytest.raises(SheetTooSmallError, match="no room for a piece"):
        plan_counters(GAME, Sheet(40, 60, "test"))


# --- pages ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPER)
def test_pages_have_the_paper_and_their_number(paper: Paper) -> None:
    assert len(pdf(paper)) == kit(paper).pages
    for number in sample(paper):
        size = tuple(side / MM for side in pdf(paper)[number].get_size())
        assert sorted(size) == pytest.approx(sorted(PAPERS[paper]), abs=0.01)
        text = "".join(text_of(paper, number).get_text_range().split())
        assert f"page{number + 1}of{kit(paper).pages}" in text
        assert f"{GAME.game.title},version{GAME.game.version}".replace(" ", "") in text


@pytest.mark.parametrize("paper", PAPER)
def test_nothing_is_in_the_outer_margin(paper: Paper) -> None:
    for number in sample(paper):
        page = pdf(paper)[number].render(scale=1.0).to_pil().convert("L")
        inner = int(5 * MM)
        page.paste(255, (inner, inner, page.width - inner, page.height - inner))
        assert page.getextrema() == (255, 255), f"page {number + 1}"


@pytest.mark.parametrize("paper", PAPER)
def test_the_ruler_of_every_page_is_true(paper: Paper) -> None:
    for number in sample(paper):
        height = pdf(paper)[number].get_size()[1] / MM
        top = height - MARGIN - RULER_HEIGHT + 3.5
        boxes = shot(paper, number, Box(MARGIN - 2, top, 56, 2.0), FINE)
        for y, length in ((0.1, 50.0), (1.7, 50.8)):
            row = round(y * FINE / 25.4)
            dark = [x for x in range(boxes.width) if boxes.getpixel((x, row)) < 160]
            assert (dark[-1] - dark[0]) * 25.4 / FINE == pytest.approx(length, abs=0.1)


@pytest.mark.parametrize("paper", PAPER)
def test_title_bookmarks_and_boxes(paper: Paper) -> None:
    with pikepdf.open(io.BytesIO(kit(paper).data)) as document:
        assert str(document.trailer.Info.Title) == f"{GAME.game.title}: print and play"
        with document.open_outline() as outline:
            heads = [str(item.title) for item in outline.root]
            assert [str(c.title) for c in outline.root[1].children] == ["Counters, front", "Counters, back"]
        assert heads == ["Cover", "Counters", "Map: Hastings: assembly", "Map: Hastings", "Charts"]
        grid = counters(paper).area
        for page in (FRONT, BACK):
            trim = [float(value) / MM for value in document.pages[page].obj.TrimBox]
            assert trim[2] - trim[0] == pytest.approx(grid.width, abs=0.01)
            assert trim[3] - trim[1] == pytest.approx(grid.height, abs=0.01)
            bleed = [float(value) / MM for value in document.pages[page].obj.BleedBox]
            assert bleed[0] == pytest.approx(trim[0] - BLEED, abs=0.01)


def test_the_contents_name_the_right_pages() -> None:
    cover = pdf("a4")[0].get_textpage().get_text_range()
    tiles, pages = kit("a4").tiles, kit("a4").pages
    assert "Counters" in cover
    assert "3–4" in cover
    assert f"Map: Hastings, assembly and {tiles} tiles" in cover
    assert f"5–{5 + tiles}" in cover
    assert f"{6 + tiles}–{pages}" in cover


def test_the_list_of_pieces_adds_up() -> None:
    said = pdf("a4")[1].get_textpage().get_text_range().split()
    assert str(kit("a4").pieces) in said


def test_same_game_same_bytes() -> None:
    assert make_kit(GAME, "letter").data == kit("letter").data


def test_a_kit_that_stands_is_not_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "kit.pdf"
    drawn: list[str] = []

    def draw(*_: object, **__: object) -> Kit:
        drawn.append("kit")
        return kit("a4")

    monkeypatch.setattr("generator.kit.make.make_kit", draw)
    made = write_kit(GAME, out, "a4")
    again = write_kit(GAME, out, "a4")
    assert drawn == ["kit"] and (made.drawn, again.drawn) == (True, False)
    assert (again.data, again.pages, again.tiles) == (out.read_bytes(), made.pages, made.tiles)
    assert len(pikepdf.open(out).pages) == made.pages
    write_kit(GAME, out, "letter")
    write_kit(GAME, out, "a4")
    out.write_bytes(out.read_bytes().replace(b"%PDF-1", b"%PDF-2"))
    write_kit(GAME, out, "a4")
    assert len(drawn) == 4


def test_letters_are_text_in_embedded_fonts() -> None:
    with pikepdf.open(io.BytesIO(kit("a4").data)) as document:
        images = [
            o for o in document.objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"
        ]
        fonts = [o for o in document.objects if isinstance(o, pikepdf.Dictionary) and "/FontFile2" in o]
    assert images == []
    assert fonts


# --- tiles ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WHOLE.maps)
def test_every_hex_is_whole_on_a_tile(name: str) -> None:
    drawing, frame = framed_map(WHOLE, name)
    for paper in PAPER:
        plan = cut(drawing, sheet(paper), whole_hex(frame.hex_mm)).plan
        assert len(plan.tiles) > 1
        windows = [tile.window for tile in plan.tiles]
        for hex_id in frame.grid.ids:
            corners = frame.outline(frame.grid.doubled(hex_id))
            assert any(
                all(0 <= x - w.x <= w.width and 0 <= y - w.y <= w.height for x, y in corners) for w in windows
            ), (name, paper, hex_id)


@cache
def whole_kit() -> Kit:
    return make_kit(WHOLE, "letter")


def test_a_kit_of_three_battles_has_all_maps_and_stays_small() -> None:
    made = whole_kit()
    assert len(made.data) < 5_000_000
    tiles = 0
    for name in WHOLE.maps:
        drawing, frame = framed_map(WHOLE, name)
        tiles += len(cut(drawing, sheet("letter"), whole_hex(frame.hex_mm)).plan.tiles)
    assert made.tiles == tiles
    with pikepdf.open(io.BytesIO(made.data)) as document, document.open_outline() as outline:
        heads = [str(item.title) for item in outline.root]
    maps = [f"Map: {each.title}{words}" for each in WHOLE.maps.values() for words in (": assembly", "")]
    assert heads == ["Cover", "Counters", *maps, "Charts"]


def test_a_long_list_of_pieces_runs_on_and_fits() -> None:
    document = pypdfium2.PdfDocument(whole_kit().data)
    pages = [document[i].get_textpage().get_text_range() for i in (1, 2)]
    assert all("Pieces" in words for words in pages)
    assert str(whole_kit().pieces) in pages[1].split()
    for page in (document[1], document[2]):
        foot = page.get_size()[1] / MM - MARGIN - RULER_HEIGHT
        below = page.render(scale=150 / 72).to_pil().convert("L")
        band = below.crop((0, round((foot - 3) * 150 / 25.4), below.width, round((foot - 2) * 150 / 25.4)))
        assert band.getextrema() == (255, 255)


def test_a_tile_shows_its_part_of_the_map() -> None:
    """The middle of a tile fits the map best where the plan puts it: within a pixel of 200 dpi, 0.13 mm."""
    drawing, frame = framed_map(GAME, "hastings")
    each = cut(drawing, sheet("a4"), whole_hex(frame.hex_mm))
    live, tile = each.plan.live, each.plan.tiles[4]
    half = 30.0
    x, y = tile.window.width / 2 - half, tile.window.height / 2 - half
    printed = shot(
        "a4", 5 + each.plan.tiles.index(tile), Box(live.x + x, live.y + y, 2 * half, 2 * half), 200
    )
    whole = Image.open(io.BytesIO(png(drawing.svg, dpi=200))).convert("L")
    left, top = (round(mm * 200 / 25.4) for mm in (tile.window.x + x, tile.window.y + y))

    def unlike(aside: tuple[int, int]) -> float:
        at = (left + aside[0], top + aside[1])
        part = whole.crop((*at, at[0] + printed.width, at[1] + printed.height))
        return ImageStat.Stat(ImageChops.difference(printed, part)).mean[0]

    steps = range(-5, 6)
    best = min(((dx, dy) for dx in steps for dy in steps), key=unlike)
    assert max(abs(step) for step in best) <= 1
