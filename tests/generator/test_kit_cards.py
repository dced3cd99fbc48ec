"""The kit of a game of cards, measured in its PDF: backs behind fronts, all cards there, marks at cuts."""

from __future__ import annotations

import io
import re
from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from PIL import Image

from generator.cards import CARD_MM, card_pieces
from generator.counters import pieces
from generator.figures import Box
from generator.kit.impose import Duplex
from generator.kit.make import Kit, make_kit, write_kit
from generator.kit.page import PAPERS, REACH, Paper
from generator.kit.register import CORNERS
from modules import library

GAME = library.definition("hastings_pulsipher")
PAPER: list[Paper] = ["a4", "letter"]
DUPLEX: list[Duplex] = ["long", "short", "fold", "single"]
WAYS = [(paper, duplex) for paper in PAPER for duplex in DUPLEX]
SHORT, LONG = CARD_MM
MM = 72 / 25.4
ALIKE = 0.05
"""How far apart in mm a back and its front may lie."""


@cache
def kit(paper: Paper, duplex: Duplex) -> Kit:
    return make_kit(GAME, paper, duplex=duplex)


@cache
def pdf(paper: Paper, duplex: Duplex) -> pypdfium2.PdfDocument:
    return pypdfium2.PdfDocument(kit(paper, duplex).data)


@dataclass(frozen=True)
class Path:
    """A filled path of a page: its box in mm from the top left corner."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Face:
    """A face of a card on a page: its place in mm, what is written on it, which way its letters run."""

    page: int
    box: Path
    words: str
    angle: int


def paths(page: pypdfium2.PdfPage) -> list[Path]:
    """All filled paths."""
    height, found = page.get_size()[1], []
    for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH]):
        mode, stroked = pdfium.c_int(), pdfium.c_int()
        pdfium.FPDFPath_GetDrawMode(item, mode, stroked)
        left, bottom, right, top = item.get_bounds()
        if mode.value:
            found.append(Path(left / MM, (height - top) / MM, (right - left) / MM, (top - bottom) / MM))
    return found


def words_in(page: pypdfium2.PdfPage, box: Path) -> tuple[str, int]:
    """The words within a box, and the direction of its first letter in degrees."""
    text, height = page.get_textpage(), page.get_size()[1]
    bottom = height - (box.y + box.height) * MM
    sides = (box.x * MM, bottom, (box.x + box.width) * MM, height - box.y * MM)
    words = squashed(text.get_text_bounded(*sides))
    for number in range(text.count_chars()):
        x, y = text.get_charbox(number)[:2]
        if sides[0] < x < sides[2] and sides[1] < y < sides[3]:
            return words, round(pdfium.FPDFText_GetCharAngle(text, number) * 57.29578) % 360
    return words, 0


@cache
def faces(paper: Paper, duplex: Duplex) -> dict[str, list[Face]]:
    """The fronts and the backs of cards in the order of the pages: what is as large as a card is one."""
    found: dict[str, list[Face]] = {"front": [], "back": []}
    for number, page in enumerate(pdf(paper, duplex)):
        title = page_title(page)
        if not title.startswith("Cards"):
            continue
        middle = page.get_size()[0] / MM / 2
        boxes = {(round(p.x, 1), round(p.y, 1)): p for p in paths(page) if is_card(p)}
        for box in boxes.values():
            side = title.split(",")[1].split("·")[0]
            if side == "frontandback":
                side = "front" if box.x < middle - 1 else "back"
            found[side].append(Face(number, box, *words_in(page, box)))
    return found


def is_card(path: Path) -> bool:
    return abs(path.width - SHORT) < 0.02 and abs(path.height - LONG) < 0.02


def squashed(words: str) -> str:
    """Words without spaces: those between letters that are set apart or turned mean nothing."""
    return "".join(words.split())


def page_title(page: pypdfium2.PdfPage) -> str:
    """What the foot of a page calls it, with its number, without spaces."""
    found = re.search(r"version[\d.]+(\D.*?·page\d+of\d+)", squashed(page.get_textpage().get_text_range()))
    assert found is not None
    return found[1]


def behind(front: Face, paper: Paper, duplex: Duplex) -> tuple[float, float]:
    """Where the back of a front must begin when the paper is turned or folded."""
    width, height = PAPERS[paper]
    if duplex == "short":
        return front.box.x, height - front.box.y - LONG
    if duplex == "fold":
        width = max(pdf(paper, duplex)[front.page].get_size()) / MM
    return width - front.box.x - SHORT, front.box.y


def page_behind(front: Face, duplex: Duplex, sheets: int) -> int:
    return front.page + {"long": 1, "short": 1, "fold": 0, "single": sheets}[duplex]


def pack(front: Face) -> str:
    """What the back of a card must say: the id of a unit card tells its side."""
    if "Eventcards" in front.words:
        return "Eventcards"
    return "Saxons" if "S-" in front.words else "Normans"


# --- cards ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "duplex"), WAYS)
def test_every_back_lies_behind_its_front(paper: Paper, duplex: Duplex) -> None:
    found = faces(paper, duplex)
    sheets = len({face.page for face in found["front"]})
    backs = {(face.page, round(face.box.x), round(face.box.y)): face for face in found["back"]}
    assert len(found["front"]) == len(found["back"]) == len(backs) == 54
    for front in found["front"]:
        x, y = behind(front, paper, duplex)
        near = [
            back
            for back in found["back"]
            if back.page == page_behind(front, duplex, sheets)
            and abs(back.box.x - x) < ALIKE
            and abs(back.box.y - y) < ALIKE
        ]
        assert len(near) == 1, front
        words = near[0].words.lower()
        assert pack(front).lower() in (words[::-1] if near[0].angle == 180 else words)


@pytest.mark.parametrize(("paper", "duplex"), WAYS)
def test_a_card_turned_over_sideways_shows_its_back_upright(paper: Paper, duplex: Duplex) -> None:
    for face in faces(paper, duplex)["front"]:
        assert face.angle == (0 if pack(face) == "Eventcards" else 90)
    for face in faces(paper, duplex)["back"]:
        wide = not {"eventcards", "sdractneve"} & {
            w for w in ("eventcards", "sdractneve") if w in face.words.lower()
        }
        assert face.angle == ((90 if wide else 180) if duplex == "short" else (270 if wide else 0))


@pytest.mark.parametrize(("paper", "duplex"), WAYS)
def test_every_card_is_there_in_its_number(paper: Paper, duplex: Duplex) -> None:
    fronts = faces(paper, duplex)["front"]
    for each in card_pieces(GAME):
        if each.side:
            on = [face for face in fronts if re.search(rf"{each.id}(?!\d)", face.words)]
        else:
            first = GAME.decks[each.deck].cards[each.id].choices[0]
            on = [face for face in fronts if squashed(first.text) in face.words]
        assert len(on) == each.count, each.id
    largest = max(GAME.card_scenarios.values(), key=lambda each: sum(map(size_of, each.forces)))
    units = Counter(pack(face) for face in fronts)
    assert units["Saxons"] + units["Normans"] == sum(map(size_of, largest.forces))
    assert kit(paper, duplex).cards == len(fronts)


def size_of(force: object) -> int:
    """How many cards a force has."""
    forms = {each.group: each.form for each in GAME.counters.values()}
    return sum(count for group, count in force.counters.items() if forms[group] == "card")  # type: ignore[attr-defined]


@pytest.mark.parametrize("paper", PAPER)
def test_nine_cards_on_a_page_and_the_last_is_not_full(paper: Paper) -> None:
    on = Counter(face.page for face in faces(paper, "long")["front"])
    assert max(on.values()) == 9
    last = [face for face in faces(paper, "long")["front"] if face.page == max(on)]
    assert len(last) == 2
    assert any(count not in (2, 9) for count in on.values())


@pytest.mark.parametrize("paper", PAPER)
def test_cards_touch_and_their_corners_are_level(paper: Paper) -> None:
    page = min(face.page for face in faces(paper, "long")["front"])
    boxes = [face.box for face in faces(paper, "long")["front"] if face.page == page]
    for across, size in (("x", SHORT), ("y", LONG)):
        places = sorted({round(getattr(box, across), 2) for box in boxes})
        assert len(places) == 3
        assert all(b - a == pytest.approx(size, abs=0.02) for a, b in pairwise(places))


# --- marks ---------------------------------------------------------------------------------------------


def shot(page: pypdfium2.PdfPage, box: Box, dpi: int) -> Image.Image:
    """A part of a page in grey; the box in mm from its top left corner."""
    width, height = (size / MM for size in page.get_size())
    sides = (box.x, height - box.y - box.height, width - box.x - box.width, box.y)
    return page.render(scale=dpi / 72, crop=tuple(side * MM for side in sides)).to_pil().convert("L")


def ticks(page: pypdfium2.PdfPage, box: Box, dpi: int = 1200) -> list[float]:
    """Where, in mm from the page's left, something dark crosses a flat box from top to bottom."""
    line = shot(page, box, dpi)
    row = [line.getpixel((x, line.height // 2)) < 128 for x in range(line.width)]
    starts = [x for x in range(1, len(row)) if row[x] and not row[x - 1]]
    ends = [x for x in range(1, len(row)) if row[x - 1] and not row[x]]
    return [box.x + (a + b) / 2 * 25.4 / dpi for a, b in zip(starts, ends, strict=True)]


@pytest.mark.parametrize(("paper", "duplex"), [("a4", "long"), ("letter", "long"), ("a4", "fold")])
def test_cut_marks_stand_at_the_edges_of_cards(paper: Paper, duplex: Duplex) -> None:
    """Above the cards and below them, beyond the bleed; on fronts only."""
    found = faces(paper, duplex)
    number = found["front"][0].page
    page, boxes = pdf(paper, duplex)[number], [f.box for f in found["front"] if f.page == number]
    edges = sorted({round(x, 2) for box in boxes for x in (box.x, box.x + SHORT)})
    out = 0.95 if paper == "letter" else 1.9  # where the marks are, beyond the bleed
    top, bottom = min(box.y for box in boxes), max(box.y + LONG for box in boxes)
    for y in (top - out, bottom + out):
        band = Box(edges[0] - 1, y - 0.1, edges[-1] - edges[0] + 2, 0.2)
        assert ticks(page, band) == pytest.approx(edges, abs=ALIKE)
        if duplex == "long":
            back = Box(PAPERS[paper][0] - band.x - band.width, band.y, band.width, band.height)
            assert ticks(pdf(paper, duplex)[number + 1], back) == []


@pytest.mark.parametrize("paper", PAPER)
def test_cards_bleed_over_the_outer_cut_and_no_further(paper: Paper) -> None:
    fronts = [face.box for face in faces(paper, "long")["front"]]
    page = pdf(paper, "long")[faces(paper, "long")["front"][0].page]
    left, y = min(box.x for box in fronts), fronts[0].y + LONG / 2
    bleed = 1.5 if paper == "a4" else 0.625
    line = shot(page, Box(left - 3, y, 4, 0.2), 1200)
    ink = [x for x in range(line.width) if line.getpixel((x, line.height // 2)) < 200]
    assert left - 3 + ink[0] * 25.4 / 1200 == pytest.approx(left - bleed, abs=ALIKE)


@pytest.mark.parametrize("paper", PAPER)
def test_a_fold_runs_down_the_middle_between_fronts_and_backs(paper: Paper) -> None:
    found = faces(paper, "fold")
    page = pdf(paper, "fold")[found["front"][0].page]
    fold = page.get_size()[0] / MM / 2
    boxes = [face.box for face in found["front"] if face.page == found["front"][0].page]
    top, bottom = min(b.y for b in boxes), max(b.y + LONG for b in boxes)
    strip = shot(page, Box(fold - 0.3, top, 0.6, bottom - top), 300)
    dark = [strip.getpixel((strip.width // 2, y)) < 128 for y in range(strip.height)]
    assert 0.5 < sum(dark) / len(dark) < 0.85  # dashes
    assert all(box.x + SHORT < fold - 3 for box in boxes)
    assert "fold here" in page.get_textpage().get_text_range()


@pytest.mark.parametrize(("paper", "duplex"), [("a4", "long"), ("letter", "long"), ("letter", "fold")])
def test_nothing_is_where_printers_do_not_reach(paper: Paper, duplex: Duplex) -> None:
    for number, page in enumerate(pdf(paper, duplex)):
        picture = page.render(scale=2.0).to_pil().convert("L")
        inner = int(REACH * MM * 2)
        picture.paste(255, (inner, inner, picture.width - inner, picture.height - inner))
        assert picture.getextrema()[0] > 250, f"page {number + 1}"


@pytest.mark.parametrize(("paper", "duplex"), WAYS)
def test_every_page_has_its_ruler_and_number(paper: Paper, duplex: Duplex) -> None:
    pages = kit(paper, duplex).pages
    assert len(pdf(paper, duplex)) == pages
    for number, page in enumerate(pdf(paper, duplex), start=1):
        assert f"page{number}of{pages}" in page_title(page)
        sides = {(round(p.width, 1), round(p.height, 1)) for p in paths(page)}
        # With the line around it on both sides; beside cards on Letter it stands on end.
        assert {(50.2, 4.7), (51.0, 4.7)} <= sides or {(4.7, 50.2), (4.7, 51.0)} <= sides


# --- printers that are off -----------------------------------------------------------------------------


def test_a_back_offset_moves_backs_and_scales_but_no_front() -> None:
    moved = pypdfium2.PdfDocument(make_kit(GAME, "a4", back_offset=(0.6, -0.4)).data)
    plain = pdf("a4", "long")
    for number in range(2, 8):
        by = (0.6, -0.4) if number % 2 else (0.0, 0.0)
        old, new = (large(document[number]) for document in (plain, moved))
        assert len(old) == len(new) > 0
        for a, b in zip(old, new, strict=True):
            assert (b.x - a.x, b.y - a.y) == pytest.approx(by, abs=0.01)


def large(page: pypdfium2.PdfPage) -> list[Path]:
    """Cards of a page, or the crosses and scales of the print test."""
    height = page.get_size()[1] / MM
    all_paths = [path for path in paths(page) if is_card(path)]
    if all_paths:
        return all_paths
    return [path for path in crosses(page) if path.y < height - 30]


def crosses(page: pypdfium2.PdfPage) -> list[Path]:
    """What is as tall as wide and drawn by lines: the crosses and scales of the print test."""
    height, found = page.get_size()[1], []
    for item in page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH]):
        left, bottom, right, top = item.get_bounds()
        wide, tall = (right - left) / MM, (top - bottom) / MM
        if 11 < wide < 25 and abs(wide - tall) < 0.01:
            found.append(Path(left / MM, (height - top) / MM, wide, tall))
    return found


@pytest.mark.parametrize("paper", PAPER)
@pytest.mark.parametrize("duplex", ["long", "short", "fold"])
def test_the_crosses_of_the_print_test_meet_the_scales(paper: Paper, duplex: Duplex) -> None:
    document = pdf(paper, duplex)
    assert page_title(document[2]).startswith("Printtest")
    width, height = PAPERS[paper]
    if duplex == "fold":
        marks = crosses(document[2])
        fronts, backs = ([m for m in marks if (m.x < width / 2) == left] for left in (True, False))
    else:
        fronts, backs = crosses(document[2]), crosses(document[3])
    assert len(fronts) == len(backs) == (2 if duplex == "fold" else 4)
    seen = {mid(cross, width, height, duplex) for cross in fronts}
    assert seen == {mid(scale) for scale in backs}
    assert max(x for x, _ in seen) - width / 2 == pytest.approx(CORNERS[0], abs=ALIKE)


def mid(mark: Path, width: float = 0.0, height: float = 0.0, duplex: str = "") -> tuple[float, float]:
    """The middle of a mark, or where it shines through."""
    x, y = mark.x + mark.width / 2, mark.y + mark.height / 2
    if duplex == "short":
        y = height - y
    elif duplex:
        x = width - x
    return round(x, 1), round(y, 1)


# --- the document --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "duplex"), [("a4", "short"), ("letter", "fold")])
def test_same_game_same_bytes_and_sound(paper: Paper, duplex: Duplex) -> None:
    assert make_kit(GAME, paper, duplex=duplex).data == kit(paper, duplex).data
    with pikepdf.open(io.BytesIO(kit(paper, duplex).data)) as document:
        assert document.check_pdf_syntax() == []
        dictionaries = [each for each in document.objects if isinstance(each, pikepdf.Dictionary)]
        fonts = [each for each in dictionaries if each.get("/Type") == "/Font" and "/FontDescriptor" in each]
        assert fonts
        assert all({"/FontFile2", "/FontFile3"} & set(each.FontDescriptor.keys()) for each in fonts)


@pytest.mark.parametrize("duplex", DUPLEX)
def test_contents_and_bookmarks_name_the_right_pages(duplex: Duplex) -> None:
    document = pdf("a4", duplex)
    on = sorted({face.page + 1 for side in faces("a4", duplex).values() for face in side})
    assert f"Cards {on[0]}–{on[-1]} " in " ".join(document[0].get_textpage().get_text_range().split())
    with pikepdf.open(io.BytesIO(kit("a4", duplex).data)) as opened, opened.open_outline() as outline:
        heads = [str(item.title) for item in outline.root]
    grids = [f"The board at a glance: {each.title}" for each in GAME.card_scenarios.values()]
    edges = ["Board edges: assembly", "Board edges"]
    assert heads == ["Cover", "Print test", "Cards", "Counters", *edges, *grids, "Charts"]


def test_the_list_of_parts_counts_all_and_has_a_box_for_each() -> None:
    page = pdf("a4", "long")[1]
    words = " ".join(page.get_textpage().get_text_range().split())
    total = kit("a4", "long").cards + kit("a4", "long").pieces + 2  # edges
    assert f"All {total}" in words
    boxes = [p for p in paths(page) if (p.width, p.height) == pytest.approx((3.5, 3.5), abs=0.01)]
    units = {each.group for each in GAME.counters.values()}
    events = [card for deck in GAME.decks.values() for card in deck.cards]
    assert len(boxes) == len(units) + len(events) + len(GAME.game.markers) + 1
    for name, count in (("Hold Fast", 1), ("Reinforcements", 3), ("Wound", 16)):
        assert f"{name} {count} " in words


def test_counters_are_as_many_as_the_game_has_and_share_a_sheet() -> None:
    pages = [page for page in pdf("a4", "long") if page_title(page).startswith("Counters")]
    assert [page_title(page).split("·")[0] for page in pages] == ["Counters,front", "Counters,back"]
    assert kit("a4", "long").pieces == sum(each.count for each in pieces(GAME))
    text = pages[0].get_textpage().get_text_range()
    assert text.count("WOUND") == GAME.game.markers["wound"].count
    assert "Harold" in text
    assert "William" in text


def test_each_way_of_printing_is_a_file_of_its_own(tmp_path) -> None:
    out = tmp_path / "kit.pdf"
    made = write_kit(GAME, out, "a4", duplex="fold")
    again = write_kit(GAME, out, "a4", duplex="fold")
    assert (made.drawn, again.drawn) == (True, False)
    assert again.cards == made.cards == 54
    assert write_kit(GAME, out, "a4", duplex="single").drawn
