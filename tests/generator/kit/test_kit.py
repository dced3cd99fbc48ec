"""The kit as a document: order of pages, contents, rulers, margins, boxes, bookmarks, bytes; its tiles."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pikepdf
import pypdfium2
import pytest
from kits import Measured, MeasuredPage, game, kit, measured
from looks import TAPESTRY
from lxml import etree
from PIL import Image, ImageChops, ImageStat

from generator.cards import card_pieces
from generator.counters.printed import pieces
from generator.drawing.document import Drawing
from generator.drawing.figures import Box
from generator.drawing.marks import RULER_HEIGHT
from generator.drawing.pdf import TilePlan
from generator.drawing.raster import png
from generator.kit import cover
from generator.kit.boards import cut_edges, edge_count
from generator.kit.cover import cover_pages, steps
from generator.kit.impose import Duplex
from generator.kit.inks import greyed
from generator.kit.make import Kit, make_kit, write_kit
from generator.kit.options import PART_NAMES, Options
from generator.kit.page import FOOT, MARGIN, PAPERS, REACH, Paper, Sheet
from generator.kit.register import CORNERS
from generator.kit.tiles import Cut, cut, cut_pages, whole_hex
from generator.maps.frame import HexFrame
from generator.sheets.pictures import framed_map

MILL, PLAIN, CARDS, LARGE = "mill", "plain", "hastings_pulsipher", "three_battles"
PAPER: list[Paper] = ["a4", "letter"]
LETTER = Options("letter")
FINE = 600
ORDER = [
    "Cover", "Print test", "Counters", "Cards", "Markers", "Map", "Board edges", "The board", "Charts",
    "Player aids", "Rules in brief", "Guide", "Rulings", "List of parts",
]  # fmt: skip


def kits() -> list[Measured]:
    """A kit of hexes on each paper, and one of cards."""
    return [measured(MILL), measured(MILL, LETTER), measured(CARDS)]


# --- pages ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [MILL, CARDS])
def test_the_sections_stand_in_their_order(name: str) -> None:
    heads = [words for level, words, _ in measured(name).outline if level == 0 and words != "Notes"]
    places = [next(i for i, part in enumerate(ORDER) if words.startswith(part)) for words in heads]
    assert places == sorted(places)
    assert {"Cover", "Print test", "Counters and markers", "Charts and tracks", "List of parts"} <= {*heads}


@pytest.mark.parametrize("name", [MILL, CARDS])
def test_fronts_stand_on_odd_pages(name: str) -> None:
    fronts = [page.number for page in measured(name) if ",front" in page.title]
    assert fronts and all(number % 2 == 0 for number in fronts)


def test_pages_have_the_paper_and_their_number() -> None:
    for document, paper, name in zip(kits(), (*PAPER, "a4"), (MILL, MILL, CARDS), strict=True):
        for number, page in enumerate(document, start=1):
            assert sorted((page.width, page.height)) == pytest.approx(sorted(PAPERS[paper]), abs=0.01)
            assert f"page{number}of{len(document)}" in page.title
            assert f",version{game(name).game.version}" in page.text.replace(" ", "")


def test_nothing_is_in_the_outer_margin() -> None:
    for document in kits():
        assert all(page.margin_is_white(REACH) for page in document)


def test_the_ruler_of_every_page_is_true() -> None:
    for document in kits():
        for page in document:
            sides = [(each.width, each.height) for each in page.lines]
            for wide in (50.0, 50.8):
                # pdfium counts a line of 0.1 mm around a box twice
                found = [max(size) - 0.2 for size in sides if min(size) == pytest.approx(4.7, abs=0.02)]
                assert any(long == pytest.approx(wide, abs=0.02) for long in found), page.title


def test_the_ruler_is_true_in_ink() -> None:
    page = measured(MILL)[0]
    boxes = page.shot(Box(MARGIN - 2, page.height - MARGIN - RULER_HEIGHT + 3.5, 56, 2.0), FINE)
    for y, length in ((0.1, 50.0), (1.7, 50.8)):
        row = round(y * FINE / 25.4)
        dark = [x for x in range(boxes.width) if boxes.getpixel((x, row)) < 160]
        assert (dark[-1] - dark[0]) * 25.4 / FINE == pytest.approx(length, abs=0.1)


def test_contents_and_bookmarks_name_the_right_pages() -> None:
    for document in kits():
        cover = document[0].text
        for level, words, page in document.outline:
            tiles = f"{words}: assembly" in {other for _, other, _ in document.outline}
            if level or words in ("Cover", "Notes") or tiles:
                continue
            line = cover[cover.index(words.partition(": assembly")[0], cover.index("Contents")) :]
            assert re.search(rf"\b{page + 1}\b", line[: line.index(" side")]), words


def test_the_cover_counts_what_is_in_the_kit() -> None:
    cover = measured(CARDS)[0].text
    both = sum(each.count for each in pieces(TAPESTRY, game(CARDS)))
    cards = sum(each.count for each in card_pieces(TAPESTRY, game(CARDS)))
    assert f"Cards {cards} " in cover
    assert f"Counters and markers {both} " in cover  # on one sheet, as that saves one
    assert "version" in measured(CARDS).document.get_metadata_value("Title")


def test_the_armies_of_the_cover_march_from_their_own_sides() -> None:
    """Colours that only the first side has stand in the picture's left half, the other's in its right."""
    definition, linen = game(MILL), TAPESTRY.palette("chart")["linen"]
    cover = cover_pages(definition, Sheet(TAPESTRY, *PAPERS["a4"], "test", 16), [], Options())[0].svg
    (field,) = (each for each in etree.fromstring(cover.encode()).iter() if each.get("fill") == linen)
    x, y, wide, tall = (float(field.get(name)) for name in ("x", "y", "width", "height"))
    page = Image.open(io.BytesIO(png(TAPESTRY, cover, dpi=254))).convert("RGB")
    halves = [
        page.crop(tuple(round(10 * mm) for mm in (at, y + 0.2 * tall, at + wide / 2, y + 0.8 * tall)))
        for at in (x, x + wide / 2)
    ]
    inks = [{rgb for _, rgb in half.getcolors(1 << 20)} for half in halves]
    shades = [
        {
            tuple(bytes.fromhex(colour[1:]))
            for colour in TAPESTRY.palette("sides").under(nation.palette).values()
        }
        for nation in definition.game.nations.values()
    ]
    for number, ink in enumerate(inks):
        mine, others = shades[number] - shades[1 - number], shades[1 - number] - shades[number]
        assert len(ink & mine) >= 5
        assert not ink & others


def test_the_list_of_parts_counts_all_and_has_a_box_for_each() -> None:
    (page,) = measured(CARDS).titled("List of parts")
    edges, aids = 2, len(game(CARDS).game.sides)
    assert f"All {kit(CARDS).cards + kit(CARDS).pieces + edges + aids}" in page.text
    boxes = [p for p in page.paths if (p.width, p.height) == pytest.approx((3.25, 3.25), abs=0.26)]
    units = {each.group for each in game(CARDS).counters.values()}
    events = [card for deck in game(CARDS).decks.values() for card in deck.cards]
    assert len(boxes) == len(units) + len(events) + len(game(CARDS).game.markers) + 1 + aids
    for name, count in (("Hold Fast", 1), ("Reinforcements", 3), ("Wound", 16)):
        assert f"{name} {count} " in page.text


def test_each_side_has_its_aid_with_tables_and_sequence() -> None:
    for name in (MILL, CARDS):
        definition = game(name)
        for side in definition.game.sides.values():
            text = " ".join(page.text for page in measured(name).titled(f"Player aid: {side.name}"))
            words = [phase.name for phase in definition.game.sequence]
            words += [entry.name.upper() for entry in definition.tables.odds.values()]
            words += ["TERRAIN EFFECTS"] if definition.maps else []
            words += ["MODIFIERS"] if definition.tables.modifiers else []
            assert all(each in text for each in words), (name, side.name)


def test_the_back_of_the_cover_tells_whose_the_game_is() -> None:
    behind, last = measured(CARDS)[1].text, measured(CARDS)[len(measured(CARDS)) - 1].text
    thanks = game(CARDS).game.credits
    assert all(
        " ".join(words.split()) in behind for words in (thanks.design, thanks.published, thanks.notice)
    )
    assert "List of parts" in last and thanks.design not in last


def test_credits_that_find_no_room_behind_the_cover_have_a_page(monkeypatch: pytest.MonkeyPatch) -> None:
    options = Options(only=("cover", "credits"))
    kits = [pypdfium2.PdfDocument(make_kit(game(MILL), options).data)]
    monkeypatch.setattr(cover, "_ABOVE_CREDITS", 200.0)
    kits.append(pypdfium2.PdfDocument(make_kit(game(MILL), options).data))
    told = [[page.get_textpage().get_text_range() for page in kit] for kit in kits]
    assert [["Made with" in page for page in each] for each in told] == [[False, True], [False, False, True]]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (Options(only=("credits",)), "paper A4, duplex long, only credits"),
        (
            Options("letter", "fold", only=("maps", "credits"), overlap=18.5, marks=False),
            "paper Letter, duplex fold, tiles that share 18.5 mm, no cut marks, only maps, credits",
        ),
        (
            Options(only=("test", "credits"), back_offset=(0.5, -0.25), ink_saver=True, greyscale=True),
            "paper A4, duplex long, backs moved 0.5 mm to the right and −0.25 mm down, little ink, greys, "
            "only test, credits",
        ),
    ],
)
def test_the_last_page_tells_how_the_kit_was_made(options: Options, told: str) -> None:
    document = measured(MILL, options)
    assert f"Made with: {told}." in document[len(document) - 1].text


def test_the_back_of_the_cover_tells_the_steps_that_this_kit_needs() -> None:
    def heads(name: str, options: Options) -> list[str]:
        return [re.split(r"[:(,.]", step)[0].strip() for step in steps(TAPESTRY, game(name), options)]

    common = ["Print at 100 %", "Print the test page first; it tells whether the printer is true"]
    cut_out = [
        "Cut with a steel rule along the cut marks of the front",
        "Counters look best with their corners clipped",
    ]
    last = [
        "Charts and player aids",
        "Check all pieces against the list of parts",
        "You also need a die of 6 sides",
    ]
    assert heads(MILL, Options()) == [*common, "Counters and markers", *cut_out, "Maps", *last]
    cards = [*common, "Cards", *cut_out, "Board edges", *last]
    assert heads(CARDS, Options()) == cards
    tiled, whole = (
        next(s for s in steps(TAPESTRY, game(MILL), Options(poster=on)) if s.startswith("Maps:"))
        for on in (False, True)
    )
    assert tiled == "Maps: print on one side. An assembly page tells how the tiles of a map are joined."
    assert whole == "Maps: each is one page at full size, for a copy shop's plotter; print at 100 %."
    assert "Cut with a steel rule along the edges of the pieces" in heads(MILL, Options(marks=False))


# --- the print test ------------------------------------------------------------------------------------


@pytest.mark.parametrize("paper", PAPER)
@pytest.mark.parametrize("duplex", ["long", "short", "fold"])
def test_the_crosses_of_the_print_test_meet_the_scales(paper: Paper, duplex: Duplex) -> None:
    document = measured(MILL, Options(paper, duplex, only=("test",)))
    width, height = PAPERS[paper]
    if duplex == "fold":
        marks = crosses(document[0])
        fronts, backs = ([m for m in marks if (m.x < width / 2) == left] for left in (True, False))
    else:
        fronts, backs = crosses(document[0]), crosses(document[1])
    assert len(fronts) == len(backs) == (2 if duplex == "fold" else 4)
    seen = {mid(cross, width, height, duplex) for cross in fronts}
    assert seen == {mid(scale) for scale in backs}
    assert max(x for x, _ in seen) - width / 2 == pytest.approx(CORNERS[0], abs=0.05)


def test_the_fold_of_the_print_test_keeps_to_its_frame_and_off_the_words() -> None:
    page = measured(MILL, Options(duplex="fold", only=("test",)))[0]
    (frame,) = (each for each in page.lines if each.height == pytest.approx(220.3, abs=0.02))
    folds = [each for each in page.lines if each.width < 1 and abs(each.middle[0] - page.width / 2) < 0.1]
    above, below = sorted((each for each in folds if each.height > 15), key=lambda each: each.y)
    assert frame.y < above.y and above.height > 20
    assert above.y + above.height < page.height / 2 < below.y and below.height > 90
    assert below.y + below.height == pytest.approx(frame.y + frame.height, abs=0.2)
    over = [page.words_in(Box(fold.x - 0.3, fold.y, 1.0, fold.height)) for fold in (above, below)]
    assert over == ["", "2"]  # of the ruler in inches, which lies across the fold with its middle


def test_a_back_offset_moves_the_scales_where_the_printer_puts_the_crosses() -> None:
    by = (0.6, -0.4)
    plain, moved = (
        measured(MILL, Options(back_offset=offset, only=("test",))) for offset in ((0.0, 0.0), by)
    )
    for number, (right, down) in enumerate(((0.0, 0.0), by)):
        for old, new in zip(crosses(plain[number]), crosses(moved[number]), strict=True):
            assert (new.x - old.x, new.y - old.y) == pytest.approx((right, down), abs=0.01)


def crosses(page: MeasuredPage) -> list[Box]:
    """What is as tall as wide and drawn by lines: the crosses and scales of the print test."""
    return [each for each in page.lines if 11 < each.width < 25 and abs(each.width - each.height) < 0.01]


def mid(mark: Box, width: float = 0.0, height: float = 0.0, duplex: str = "") -> tuple[float, float]:
    """The middle of a mark, or where it shines through."""
    x, y = mark.middle
    if duplex == "short":
        y = height - y
    elif duplex:
        x = width - x
    return round(x, 1), round(y, 1)


def test_the_squares_and_rulers_of_the_print_test_are_true() -> None:
    page = measured(MILL, Options(only=("test",)))[0]
    sizes = [(each.width, each.height) for each in page.lines]
    for side in (50.0, 50.8):
        assert any(size == pytest.approx((side + 0.3, side + 0.3), abs=0.02) for size in sizes)
    for long in (110.0, 101.6):
        assert any(size[0] - 0.2 == pytest.approx(long, abs=0.05) and size[1] < 4 for size in sizes)


# --- the document --------------------------------------------------------------------------------------


@pytest.mark.whole
@pytest.mark.parametrize("options", [None, Options("letter", "short", ink_saver=True, greyscale=True)])
def test_same_game_same_bytes_and_sound(options: Options | None) -> None:
    made = kit(MILL, options)
    assert make_kit(game(MILL), options).data == made.data
    with pikepdf.open(io.BytesIO(made.data)) as document:
        assert document.check_pdf_syntax() == []
        assert str(document.trailer.Info.Title) == "The mill bridge: print and play, version 0.1.0"
        assert "CreationDate" not in document.trailer.Info
        objects = list(document.objects)
        images = [o for o in objects if isinstance(o, pikepdf.Stream) and o.get("/Subtype") == "/Image"]
        fonts = [o for o in objects if isinstance(o, pikepdf.Dictionary) and "/FontDescriptor" in o]
        assert images == []
        assert fonts
        assert all({"/FontFile2", "/FontFile3"} & set(each.FontDescriptor.keys()) for each in fonts)


def test_every_page_has_its_boxes_one_within_the_other() -> None:
    for document in kits():
        for page, boxes in zip(document, document.boxes, strict=True):
            trim, bleed = boxes["/TrimBox"], boxes["/BleedBox"]
            whole = (-0.01, -0.01, page.width + 0.01, page.height + 0.01)
            for outer, inner in ((whole, bleed), (bleed, trim)):
                assert outer[0] <= inner[0] + 0.01 and outer[1] <= inner[1] + 0.01
                assert outer[2] >= inner[2] - 0.01 and outer[3] >= inner[3] - 0.01


@pytest.mark.whole
def test_a_kit_of_three_maps_is_small() -> None:
    made = kit(LARGE, LETTER)
    assert len(made.data) < 5_000_000
    tiles = sum(len(of_map(name, LETTER).plan.tiles) for name in game(LARGE).maps)
    assert made.tiles == tiles
    heads = [words for level, words, _ in measured(LARGE, LETTER).outline if level == 0]
    maps = [f"Map: {each.title}{words}" for each in game(LARGE).maps.values() for words in (": assembly", "")]
    assert [words for words in heads if words.startswith("Map")] == maps


def test_a_kit_that_stands_is_not_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    out = tmp_path / "kit.pdf"
    drawn: list[str] = []

    def draw(*_: object, **__: object) -> Kit:
        drawn.append("kit")
        return kit(MILL)

    monkeypatch.setattr("generator.kit.make.make_kit", draw)
    made = write_kit(game(MILL), out)
    again = write_kit(game(MILL), out)
    assert drawn == ["kit"] and (made.drawn, again.drawn) == (True, False)
    assert (again.data, again.pages, again.tiles) == (out.read_bytes(), made.pages, made.tiles)
    with pikepdf.open(out) as document:
        assert len(document.pages) == made.pages
    for options in (LETTER, Options(duplex="fold"), Options(greyscale=True), Options()):
        assert write_kit(game(MILL), out, options).drawn
    out.write_bytes(out.read_bytes().replace(b"%PDF-1", b"%PDF-2"))
    write_kit(game(MILL), out)
    assert len(drawn) == 6


# --- tiles ---------------------------------------------------------------------------------------------


@cache
def drawn(map_name: str) -> tuple[Drawing, HexFrame]:
    return framed_map(TAPESTRY, game(LARGE), map_name)


def of_map(map_name: str, options: Options) -> Cut:
    drawing, frame = drawn(map_name)
    return cut(drawing, Sheet(TAPESTRY, *PAPERS[options.paper], "test", 16), whole_hex(frame.hex_mm))


@pytest.mark.parametrize("map_name", game(LARGE).maps)
def test_every_hex_is_whole_on_a_tile_and_the_tiles_are_the_map(map_name: str) -> None:
    drawing, frame = drawn(map_name)
    for paper in PAPER:
        plan = cut(drawing, Sheet(TAPESTRY, *PAPERS[paper], "test", 16), whole_hex(frame.hex_mm)).plan
        assert len(plan.tiles) > 1
        windows = [tile.window for tile in plan.tiles]
        for hex_id in frame.grid.ids:
            corners = frame.outline(frame.grid.doubled(hex_id))
            assert any(
                all(0 <= x - w.x <= w.width and 0 <= y - w.y <= w.height for x, y in corners) for w in windows
            ), (map_name, paper, hex_id)
        steps = [
            (x / 20 * drawing.width_mm, y / 20 * drawing.height_mm) for x in range(21) for y in range(21)
        ]
        near = 1e-6
        assert all(
            any(-near <= x - w.x <= w.width + near and -near <= y - w.y <= w.height + near for w in windows)
            for x, y in steps
        )


@pytest.mark.whole
def test_a_tile_shows_its_part_of_the_map() -> None:
    """The middle of a tile fits the map best where the plan puts it: within a pixel of 200 dpi, 0.13 mm."""
    drawing, _ = drawn("hastings")
    each = of_map("hastings", LETTER)
    live, tile = each.plan.live, each.plan.tiles[4]
    half = 30.0
    x, y = tile.window.width / 2 - half, tile.window.height / 2 - half
    outline = measured(LARGE, LETTER).outline
    first = next(page for level, words, page in outline if (level, words) == (0, "Map: Hastings"))
    printed = measured(LARGE, LETTER)[first + 4].shot(Box(live.x + x, live.y + y, 2 * half, 2 * half), 200)
    whole = Image.open(io.BytesIO(png(TAPESTRY, drawing.svg, dpi=200))).convert("L")
    left, top = (round(mm * 200 / 25.4) for mm in (tile.window.x + x, tile.window.y + y))

    def unlike(aside: tuple[int, int]) -> float:
        at = (left + aside[0], top + aside[1])
        part = whole.crop((*at, at[0] + printed.width, at[1] + printed.height))
        return ImageStat.Stat(ImageChops.difference(printed, part)).mean[0]

    steps = range(-3, 4)
    best = min(((dx, dy) for dx in steps for dy in steps), key=unlike)
    assert max(abs(step) for step in best) <= 1


def tiled() -> tuple[TilePlan, list[MeasuredPage]]:
    """The plan of a map of two rows and three columns, and its printed tiles in their order."""
    drawing, frame = framed_map(TAPESTRY, game(PLAIN), "mill")
    plan = cut(drawing, Sheet(TAPESTRY, *PAPERS["a4"], "test", 16), whole_hex(frame.hex_mm)).plan
    pages = [page for page in measured(PLAIN, Options(only=("maps",))) if "assembly" not in page.title]
    return plan, pages


def test_tiles_in_two_rows_stand_on_their_paper_each_with_its_part_of_the_map() -> None:
    plan, pages = tiled()
    assert (plan.rows, plan.columns) == (2, 3)
    assert [page.title.rpartition(",")[2].split("·")[0] for page in pages] == [
        "tileA1", "tileA2", "tileA3", "tileB1", "tileB2", "tileB3",
    ]  # fmt: skip
    boxes = measured(PLAIN, Options(only=("maps",))).boxes
    ids = set()
    for page, tile in zip(pages, plan.tiles, strict=True):
        left, low, right, high = boxes[page.number]["/TrimBox"]
        assert (left, page.height - high) == pytest.approx((MARGIN, MARGIN), abs=0.02)
        assert (right - left, high - low) == pytest.approx((tile.window.width, tile.window.height), abs=0.02)
        assert low >= MARGIN + FOOT - 0.02
        assert page.margin_is_white(REACH)
        found = page.words_in(Box(left, page.height - high, right - left, high - low))
        ids |= {f"{a:02}{b:02}" for a in range(1, 33) for b in range(1, 25) if f"{a:02}{b:02}" in found}
    assert len(ids) == 32 * 24


def test_each_tile_has_its_cut_marks_at_its_corners_and_at_what_it_shares() -> None:
    """Left and right of a tile in the lower row stand marks for the strip of the row above, and so on."""
    plan, pages = tiled()
    left, top, share = plan.live.x, plan.live.y, plan.overlap
    for page, tile in zip(pages, plan.tiles, strict=True):
        right, bottom = left + tile.window.width, top + tile.window.height
        across = {
            left,
            right,
            *([left + share] if tile.column else []),
            *([right - share] if tile.column < 2 else []),
        }
        down = {top, bottom, *([top + share] if tile.row else [bottom - share])}
        for edge in (top - 1.5, bottom + 1.5):
            assert page.ticks(Box(left - 1, edge - 0.2, right - left + 2, 0.4)) == pytest.approx(
                sorted(across), abs=0.1
            )
        for edge in (left - 1.5, right + 1.5):
            found = page.ticks_down(Box(edge - 0.2, top - 1, 0.4, bottom - top + 2))
            assert found == pytest.approx(sorted(down), abs=0.1)


def test_the_assembly_page_tints_what_tiles_share() -> None:
    """Two strips from top to bottom and one across, each as wide as the overlap at the page's scale."""
    drawing, frame = framed_map(TAPESTRY, game(PLAIN), "mill")
    made = cut(drawing, Sheet(TAPESTRY, *PAPERS["a4"], "test", 16), whole_hex(frame.hex_mm))
    ((_, (assembly,)), _) = cut_pages(made, 1)
    rects = [
        each for each in etree.fromstring(assembly.svg.encode()).iter() if each.get("fill-opacity") == "0.35"
    ]
    strips = [tuple(float(each.get(name)) for name in ("x", "y", "width", "height")) for each in rects]
    plan, scale = made.plan, strips[0][3] / made.plan.height
    right, below = plan.tiles[1].window.x, plan.tiles[3].window.y
    wanted = [(right, 0, plan.overlap, plan.height), (2 * right, 0, plan.overlap, plan.height)]
    wanted.append((0, below, plan.width, plan.overlap))
    assert [tuple(each / scale for each in strip) for strip in strips] == [
        pytest.approx(strip, abs=0.02) for strip in wanted
    ]


def test_a_poster_is_the_whole_map_on_one_page() -> None:
    document = measured(MILL, Options(only=("maps",), poster=True))
    sizes = [framed_map(TAPESTRY, game(MILL), name)[0] for name in game(MILL).maps]
    assert len(document) == len(sizes)
    for page, drawing in zip(document, sizes, strict=True):
        trim = document.boxes[page.number]["/TrimBox"]
        assert trim[2] - trim[0] == pytest.approx(drawing.width_mm, abs=0.02)
        assert trim[3] - trim[1] == pytest.approx(drawing.height_mm, abs=0.02)
        assert page.width == pytest.approx(drawing.width_mm + 2 * MARGIN, abs=0.02)


def test_tiles_share_what_is_asked_for() -> None:
    words = measured(CARDS, Options(only=("boards",), overlap=20.0)).titled("Board edges: assembly")[0].text
    assert "Each shares a strip of 20 mm with its neighbours" in words


def test_edges_that_two_boards_share_are_printed_once_and_others_under_the_names_of_their_battles() -> None:
    alike, sheet = game(CARDS), Sheet(TAPESTRY, *PAPERS["a4"], "test")
    small = alike.scenarios["small"].model_copy(update={"turns": 5})
    other = replace(alike, scenarios={**alike.scenarios, "small": small})
    assert [each.drawing.title for each in cut_edges(alike, sheet)] == ["Board edges"]
    assert [each.drawing.title for each in cut_edges(other, sheet)] == [
        f"Board edges: {each.title}" for each in other.card_scenarios.values()
    ]
    assert (edge_count(TAPESTRY, alike), edge_count(TAPESTRY, other)) == (2, 4)


def test_only_the_wanted_parts_are_printed() -> None:
    for part in PART_NAMES:
        if part in ("cards", "blocks", "boards"):
            continue
        document = measured(MILL, Options(only=(part,)))
        assert len(document) < 4
        assert document[0].title.endswith(f"page1of{len(document)}")


def colours_of(document: Measured) -> Any:
    """How far red, green and blue are apart on its pages at most."""
    worst = 0
    for page in document:
        red, green, blue = page.page.render(scale=0.7).to_pil().convert("RGB").split()
        worst = max(
            worst, *(ImageChops.difference(a, b).getextrema()[1] for a, b in ((red, green), (red, blue)))
        )
    return worst


def test_a_grey_kit_has_no_colour() -> None:
    assert colours_of(measured(MILL, Options("letter", "short", ink_saver=True, greyscale=True))) == 0
    assert colours_of(measured(MILL, LETTER)) > 50


def darkness(document: Measured) -> float:
    """How much ink all pages need, on average, 0 to 255."""
    pages = [page.page.render(scale=0.7).to_pil().convert("L") for page in document]
    return sum(255 - ImageStat.Stat(page).mean[0] for page in pages) / len(pages)


def test_a_colour_is_printed_in_the_grey_that_is_as_light() -> None:
    greys = [f"#{level:02x}{level:02x}{level:02x}" for level in range(256)]
    assert greyed(" ".join(greys)) == " ".join(greys)
    assert greyed("#ff0000 #00ff00 #0000ff") == "#7f7f7f #dcdcdc #4c4c4c"


def test_a_saving_kit_needs_little_more_than_half_the_ink() -> None:
    only = ("counters", "cards")
    plain, saving = (measured(CARDS, Options(only=only, ink_saver=on)) for on in (False, True))
    assert darkness(saving) < 0.6 * darkness(plain)
    assert [page.text for page in saving] == [page.text for page in plain]
