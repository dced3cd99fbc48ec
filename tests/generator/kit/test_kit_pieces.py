"""Counters and cards in the PDF of a kit: backs behind their fronts in every way of printing, marks at the
cuts, all pieces there."""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise

import pytest
from kits import Face, Measured, game, kit, measured
from looks import TAPESTRY

from generator.cards import CARD_MM, card_pieces
from generator.counters.printed import pieces
from generator.drawing.figures import Box
from generator.drawing.svg import inch
from generator.drawing.typography import name_of
from generator.kit.cards import BLEED as CARD_BLEED
from generator.kit.cards import plan_cards
from generator.kit.counters import BLEED, plan_counters
from generator.kit.impose import Duplex, SheetTooSmallError
from generator.kit.options import Options
from generator.kit.page import REACH, Paper, Sheet

pytestmark = pytest.mark.whole

MILL, CARDS = "mill", "hastings_pulsipher"
PAPER: list[Paper] = ["a4", "letter"]
DUPLEX: list[Duplex] = ["long", "short", "fold", "single"]
WAYS = [(paper, duplex) for paper in PAPER for duplex in DUPLEX]
SIDE = inch(1 / 2)
SHORT, LONG = CARD_MM
ALIKE = 0.05
"""How far apart in mm a back and its front may lie."""


def counters(paper: Paper, duplex: Duplex, marks: bool = True) -> Measured:
    return measured(MILL, Options(paper, duplex, only=("counters", "markers"), marks=marks))


def cards(paper: Paper, duplex: Duplex) -> Measured:
    return measured(CARDS, Options(paper, duplex, only=("cards",)))


def split(document: Measured, title: str, size: tuple[float, float]) -> dict[str, list[Face]]:
    """The fronts and the backs of pieces of a size in the order of the pages; a card may lie on its side."""
    found: dict[str, list[Face]] = {"front": [], "back": []}
    for page in document.titled(title):
        side = page.title.split(",")[1].split("·")[0]
        for face in page.faces(*size):
            at = side
            if side == "frontandback":
                at = "front" if face.box.x < page.width / 2 - 1 else "back"
            found[at].append(face)
    return found


def behind(front: Face, document: Measured, duplex: Duplex) -> tuple[float, float]:
    """Where the back of a front must begin when the paper is turned or folded."""
    page, box = document[front.page], front.box
    upright = page.height > page.width
    if duplex == ("short" if upright else "long"):
        return box.x, page.height - box.y - box.height
    return page.width - box.x - box.width, box.y


def page_behind(front: Face, duplex: Duplex, sheets: int) -> int:
    return front.page + {"long": 1, "short": 1, "fold": 0, "single": sheets}[duplex]


def back_of(front: Face, backs: list[Face], document: Measured, duplex: Duplex, sheets: int) -> Face:
    x, y = behind(front, document, duplex)
    number = page_behind(front, duplex, sheets)
    near = [
        back
        for back in backs
        if back.page == number and abs(back.box.x - x) < ALIKE and abs(back.box.y - y) < ALIKE
    ]
    assert len(near) == 1, front
    return near[0]


def upright(face: Face) -> str:
    """The words of a face in lower case, read from its own upper edge."""
    words = face.words.lower()
    return words[::-1] if face.angle == 180 else words


# --- counters ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "duplex"), WAYS)
def test_the_back_of_each_counter_lies_behind_it(paper: Paper, duplex: Duplex) -> None:
    """Also in rows that are not full."""
    document, known = counters(paper, duplex), {each.id: each for each in pieces(TAPESTRY, game(MILL))}
    found = split(document, "Counters", (SIDE, SIDE))
    assert len(found["front"]) == len(found["back"]) == len(game(MILL).counters)
    last = [face.box.x for face in found["front"] if face.box.y == max(f.box.y for f in found["front"])]
    room = document[0].width / (2 if duplex == "fold" else 1)
    assert room - max(last) - SIDE > min(last) + SIDE  # the last row has room for more
    seen = set()
    for front in found["front"]:
        back = back_of(front, found["back"], document, duplex, 1)
        label = re.search(r"(?:Housecarl|Fyrd|Hirdman|Rider)\d|Wulf|Orm", front.words)
        assert label is not None, front
        (each,) = [each for each in known.values() if name_of(each.id[2:]).replace(" ", "") == label[0]]
        seen.add(each.id)
        nation = game(MILL).game.nations[each.nation].name
        wanted = {label[0], nation.replace(" ", "")} if each.back is None else {label[0]}
        assert any(words.lower() in upright(back) for words in wanted), (front, back)
    assert seen == set(game(MILL).counters)


@pytest.mark.parametrize(("paper", "duplex"), WAYS)
def test_markers_have_sheets_of_their_own_and_are_all_there(paper: Paper, duplex: Duplex) -> None:
    document = counters(paper, duplex)
    found = split(document, "Markers", (SIDE, SIDE))
    count = sum(marker.count for marker in game(MILL).game.markers.values())
    assert len(found["front"]) == len(found["back"]) == count
    for front in found["front"]:
        assert upright(back_of(front, found["back"], document, duplex, 1)) == upright(front)
    words = Counter(front.words for front in found["front"])
    assert words == {each.text: each.count for each in game(MILL).game.markers.values()}


def test_all_counters_of_a_large_game_are_printed_in_their_number() -> None:
    """Each is told by what stands on its stripe: its nation's letter, then its name or its id without it."""
    options, large = Options(only=("counters", "markers")), game("three_battles")
    fronts = [page for page in measured("three_battles", options) if "front" in page.title]
    faces = [(page, face.box) for page in fronts for face in page.faces(SIDE, SIDE)]
    markers = sum(marker.count for marker in large.game.markers.values())
    assert len(faces) == len(large.counters) + markers == kit("three_battles", options).pieces
    stripes = Counter(page.words_in(Box(box.x, box.y, SIDE, 0.24 * SIDE)) for page, box in faces)
    for words, count in Counter(
        f"{each.id[0]}{each.name if each.role == 'leader' else name_of(each.id[2:]).replace(' ', '')}"
        for each in large.counters.values()
    ).items():
        assert stripes[words] == count, words


def test_a_back_offset_moves_the_backs_alone() -> None:
    by = (0.7, -0.4)
    moved = measured(MILL, Options(back_offset=by, only=("counters", "markers")))
    for old, new in zip(counters("a4", "long"), moved, strict=True):
        right, down = by if "back" in new.title else (0.0, 0.0)
        for one, other in zip(old.faces(SIDE, SIDE), new.faces(SIDE, SIDE), strict=True):
            assert (other.box.x - one.box.x, other.box.y - one.box.y) == pytest.approx(
                (right, down), abs=0.01
            )
            assert one.words == other.words


@pytest.mark.parametrize("paper", PAPER)
def test_counters_bleed_over_the_outer_cut_and_their_boxes_say_so(paper: Paper) -> None:
    document = counters(paper, "long")
    for page in document.titled("Counters"):
        faces = [face.box for face in page.faces(SIDE, SIDE)]
        trim, bleed = (document.boxes[page.number][name] for name in ("/TrimBox", "/BleedBox"))
        assert trim[0] == pytest.approx(min(box.x for box in faces), abs=ALIKE)
        assert trim[2] == pytest.approx(max(box.x + SIDE for box in faces), abs=ALIKE)
        assert page.height - trim[3] == pytest.approx(min(box.y for box in faces), abs=ALIKE)
        assert [bleed[0] - trim[0], bleed[3] - trim[3]] == pytest.approx([-BLEED, BLEED], abs=0.01)
        line = page.shot(Box(trim[0] - 3, faces[0].y + SIDE / 2, 4, 0.2), 1200)
        ink = [x for x in range(line.width) if line.getpixel((x, line.height // 2)) < 200]
        assert trim[0] - 3 + ink[0] * 25.4 / 1200 == pytest.approx(trim[0] - BLEED, abs=ALIKE)


def test_paper_too_small_for_a_counter() -> None:
    with pytest.raises(SheetTooSmallError, match=r"40 x 60 mm has no room for a piece of 1"):
        plan_counters(pieces(TAPESTRY, game(MILL)), Sheet(TAPESTRY, 40, 60, "test"))


def test_paper_too_small_for_a_card() -> None:
    with pytest.raises(SheetTooSmallError, match=r"74 x 105 mm has no room for a piece of 63\.5 x 88\.9 mm"):
        plan_cards(game(CARDS), Sheet(TAPESTRY, 74, 105, "test"))
    with pytest.raises(SheetTooSmallError, match=r"half a page of 105 x 148 mm has no room"):
        plan_cards(game(CARDS), Sheet(TAPESTRY, 105, 148, "test"), "fold")


# --- cards ---------------------------------------------------------------------------------------------


def pack(front: Face) -> str:
    """What the back of a card must say: the id of a unit card tells its side."""
    if "Eventcards" in front.words:
        return "eventcards"
    return "saxons" if "S-" in front.words else "normans"


@pytest.mark.parametrize(("paper", "duplex"), WAYS)
def test_the_back_of_each_card_lies_behind_it(paper: Paper, duplex: Duplex) -> None:
    document = cards(paper, duplex)
    found = all_cards(paper, duplex)
    sheets = len({face.page for face in found["front"]})
    assert len(found["front"]) == len(found["back"]) == kit(CARDS).cards
    for front in found["front"]:
        assert pack(front) in upright(back_of(front, found["back"], document, duplex, sheets))
    on = Counter(face.page for face in found["front"])
    assert duplex == "fold" or min(on.values()) < max(on.values())


def all_cards(paper: Paper, duplex: Duplex) -> dict[str, list[Face]]:
    return split(cards(paper, duplex), "Cards", (SHORT, LONG))


@pytest.mark.parametrize(("paper", "duplex"), WAYS)
def test_every_card_is_there_in_its_number(paper: Paper, duplex: Duplex) -> None:
    fronts = all_cards(paper, duplex)["front"]
    for each in card_pieces(TAPESTRY, game(CARDS)):
        if each.side:
            on = [face for face in fronts if re.search(rf"{each.id}(?!\d)", face.words)]
        else:
            first = game(CARDS).decks[each.deck].cards[each.id].choices[0].text
            on = [face for face in fronts if "".join(first.split()) in face.words]
        assert len(on) == each.count, each.id


@pytest.mark.parametrize(("paper", "most"), [("a4", 9), ("letter", 8)])
def test_as_many_cards_on_a_page_as_leave_room_for_their_bleed(paper: Paper, most: int) -> None:
    fronts = all_cards(paper, "long")["front"]
    assert max(Counter(face.page for face in fronts).values()) == most
    first = [face.box for face in fronts if face.page == fronts[0].page]
    for across, size in (("x", SHORT), ("y", LONG)):
        places = sorted({round(getattr(box, across), 2) for box in first})
        assert all(b - a == pytest.approx(size, abs=0.02) for a, b in pairwise(places))
    page = cards(paper, "long")[fronts[0].page]
    left, y = min(box.x for box in first), first[0].y + LONG / 2
    line = page.shot(Box(left - 5, y, 6, 0.2), 1200)
    ink = [x for x in range(line.width) if line.getpixel((x, line.height // 2)) < 200]
    assert left - 5 + ink[0] * 25.4 / 1200 == pytest.approx(left - CARD_BLEED, abs=ALIKE)


@pytest.mark.parametrize(("paper", "duplex"), WAYS)
def test_nothing_is_where_printers_do_not_reach(paper: Paper, duplex: Duplex) -> None:
    for document in (cards(paper, duplex), counters(paper, duplex)):
        assert all(page.margin_is_white(REACH) for page in document)


def test_backs_that_are_moved_bleed_no_nearer_to_the_edge() -> None:
    moved = measured(CARDS, Options(back_offset=(-4.0, -4.0), only=("cards",)))
    assert all(page.margin_is_white(REACH) for page in moved)


# --- marks ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("paper", "duplex"), WAYS)
def test_cut_marks_stand_at_the_edges_of_pieces_and_on_fronts_only(paper: Paper, duplex: Duplex) -> None:
    for document, title, size in (
        (cards(paper, duplex), "Cards", (SHORT, LONG)),
        (counters(paper, duplex), "Counters", (SIDE, SIDE)),
    ):
        front, *more = document.titled(title)
        boxes = [face.box for face in front.faces(*size)]
        if duplex == "fold":
            boxes = [box for box in boxes if box.x < front.width / 2 - 1]
        xs = sorted({round(x, 2) for box in boxes for x in (box.x, box.x + size[0])})
        edges = [x for i, x in enumerate(xs) if i == 0 or x - xs[i - 1] > 0.1]
        for band in bands(boxes, size, title):
            assert front.ticks(band) == pytest.approx(edges, abs=ALIKE)
        if duplex in ("long", "short"):
            for band in bands([face.box for face in more[0].faces(*size)], size, title):
                assert more[0].shot(band, 600).getextrema()[0] > 250


def bands(boxes: list[Box], size: tuple[float, float], title: str) -> list[Box]:
    """Where marks stand above and below pieces, beyond their bleed."""
    out = 3.5 if title == "Cards" else 5.0
    left, right = min(box.x for box in boxes), max(box.x for box in boxes) + size[0]
    ys = min(box.y for box in boxes) - out, max(box.y for box in boxes) + size[1] + out
    return [Box(left - 1, y - 0.1, right - left + 2, 0.2) for y in ys]


def test_without_marks_there_are_no_cuts_either() -> None:
    page = counters("a4", "long", marks=False).titled("Counters")[0]
    top = min(face.box.y for face in page.faces(SIDE, SIDE))
    assert page.shot(Box(10, top - 8, page.width - 20, 6), 150).getextrema() == (255, 255)
    marked, plain = (
        len(counters("a4", "long", marks).titled("Counters")[0].lines) for marks in (True, False)
    )
    assert marked - plain == len(game(MILL).counters) + 1


@pytest.mark.parametrize("paper", PAPER)
def test_a_fold_runs_down_the_middle_between_fronts_and_backs(paper: Paper) -> None:
    found = all_cards(paper, "fold")
    page = cards(paper, "fold")[found["front"][0].page]
    fold = page.width / 2
    boxes = [face.box for face in found["front"] if face.page == page.number]
    top, bottom = min(b.y for b in boxes), max(b.y + LONG for b in boxes)
    strip = page.shot(Box(fold - 0.3, top, 0.6, bottom - top), 300)
    dark = [strip.getpixel((strip.width // 2, y)) < 128 for y in range(strip.height)]
    assert 0.5 < sum(dark) / len(dark) < 0.85  # dashes
    assert all(box.x + SHORT < fold - 3 for box in boxes)
    assert "fold here" in page.text
