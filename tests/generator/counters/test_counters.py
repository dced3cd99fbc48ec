"""Counters: every face of a game can be drawn, says what its values are, and tells steps and sides apart."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import cache
from itertools import combinations, product

import pytest
from looks import TAPESTRY
from lxml import etree
from PIL import Image

from generator.art_folder import Choice, shipped_folders, styles
from generator.counters.layout import SIZES, Layout, Size, layout
from generator.counters.printed import (
    FACES_OF_A_COUNTER,
    CounterError,
    Side,
    counter_svg,
    counter_symbol,
    figure_called,
    marker,
    marker_svg,
    piece,
    piece_svg,
    pieces,
    side_mm,
    size_within,
)
from generator.drawing.art import FaultyArtError, MissingArtError, look_with
from generator.drawing.contrast import contrast, luminance, noting
from generator.drawing.raster import png
from generator.drawing.svg import Canvas
from generator.drawing.typography import name_of
from generator.look import look_of_style
from modules import library

GAME = library.definition("three_battles")
PIECES = pieces(TAPESTRY, GAME)
TWO_STEPS = [c.id for c in GAME.counters.values() if c.steps == 2]
ONE_STEP = [c.id for c in GAME.counters.values() if c.steps == 1]
SVG = "{http://www.w3.org/2000/svg}"


def words(svg: str) -> list[str]:
    return [node.text or "" for node in etree.fromstring(svg.encode()).iter(f"{SVG}text")]


def figures(svg: str) -> int:
    uses = etree.fromstring(svg.encode()).iter(f"{SVG}use")
    return sum("#figure-" in str(use.attrib.values()) for use in uses)


@cache
def picture(counter_id: str, face: Side, width: int = 200) -> Image.Image:
    data = png(TAPESTRY, counter_svg(TAPESTRY, GAME, counter_id, face).svg, width=width)
    return Image.open(io.BytesIO(data)).convert("RGBA")


def colour(counter_id: str, name: str) -> tuple[int, int, int, int]:
    red, green, blue = bytes.fromhex(
        TAPESTRY.palette("sides")[f"{piece(TAPESTRY, GAME, counter_id).palette}.{name}"][1:]
    )
    return red, green, blue, 255


def test_there_are_all_counters_and_markers() -> None:
    assert [p.id for p in PIECES if not p.marker] == list(GAME.counters)
    assert {p.id: p.count for p in PIECES if p.marker} == {n: m.count for n, m in GAME.game.markers.items()}


def test_every_face_is_drawn_at_its_size(subtests: pytest.Subtests) -> None:
    for each, face in product(PIECES, FACES_OF_A_COUNTER):
        with subtests.test(each.id, face=face):
            drawing = piece_svg(TAPESTRY, GAME, each, face)
            root = etree.fromstring(drawing.svg.encode())
            assert root.get("width") == f"{drawing.width_mm:g}mm" == "15.875mm"
            assert drawing.width_mm == drawing.height_mm == side_mm(TAPESTRY, each)
            assert drawing.svg == piece_svg(TAPESTRY, GAME, each, face).svg


@pytest.mark.parametrize("size", SIZES)
def test_every_face_fits_every_size(size: Size) -> None:
    for each in PIECES:
        for face in FACES_OF_A_COUNTER:
            assert piece_svg(TAPESTRY, GAME, each, face, size=size).width_mm == SIZES[size]


def test_the_front_says_the_values_and_who_it_is(subtests: pytest.Subtests) -> None:
    for counter_id in GAME.counters:
        with subtests.test(counter_id):
            said = words(counter_svg(TAPESTRY, GAME, counter_id, "front").svg)
            counter = GAME.counters[counter_id]
            for value in counter.front.values():
                assert any(re.fullmatch(rf"\(?{value}\)?", word) for word in said)
            nation = GAME.game.nations[counter.nation]
            assert nation.letter in said
            who = (
                counter.name
                if counter.role == "leader"
                else name_of(counter_id.removeprefix(f"{nation.letter}-"))
            )
            assert who in said


def test_the_reduced_side_says_the_reduced_values(subtests: pytest.Subtests) -> None:
    for counter_id in TWO_STEPS:
        with subtests.test(counter_id):
            counter = GAME.counters[counter_id]
            assert counter.back is not None
            said = words(counter_svg(TAPESTRY, GAME, counter_id, "back").svg)
            assert str(counter.back["combat"]) in said
            assert str(counter.front["combat"]) not in set(said) - {str(v) for v in counter.back.values()}


def test_the_reduced_side_has_fewer_figures_on_a_light_panel(subtests: pytest.Subtests) -> None:
    for counter_id in TWO_STEPS:
        with subtests.test(counter_id):
            front, back = (counter_svg(TAPESTRY, GAME, counter_id, face).svg for face in FACES_OF_A_COUNTER)
            assert 1 <= figures(back) < figures(front)
            at = (100, 194)
            assert picture(counter_id, "front").getpixel(at) == colour(counter_id, "ground")
            assert picture(counter_id, "back").getpixel(at) == colour(counter_id, "light")


def test_a_band_across_the_top_means_two_steps(subtests: pytest.Subtests) -> None:
    for counter_id in GAME.counters:
        with subtests.test(counter_id):
            top = picture(counter_id, "front").getpixel((100, 8))
            assert (top == colour(counter_id, "light")) == (counter_id in TWO_STEPS)
            assert picture(counter_id, "back").getpixel((100, 8)) == colour(counter_id, "ground")


def test_the_back_of_one_step_shows_no_value(subtests: pytest.Subtests) -> None:
    for counter_id in ONE_STEP:
        with subtests.test(counter_id):
            said = words(counter_svg(TAPESTRY, GAME, counter_id, "back").svg)
            counter = GAME.counters[counter_id]
            who = counter.name if counter.role == "leader" else GAME.game.nations[counter.nation].name
            assert " ".join(said) == who


def test_archers_have_their_strength_in_parentheses() -> None:
    assert "(2)" in words(counter_svg(TAPESTRY, GAME, "N-archer-1", "front").svg)
    assert "(5)" not in words(counter_svg(TAPESTRY, GAME, "N-foot-1", "front").svg)


@pytest.mark.parametrize("name", GAME.game.markers)
def test_markers_say_their_text(name: str) -> None:
    text = GAME.game.markers[name].text
    assert text is not None
    assert " ".join(words(marker_svg(TAPESTRY, GAME, name).svg)) == text
    assert piece_svg(TAPESTRY, GAME, marker(TAPESTRY, GAME, name), "back").svg.count("<text") == marker_svg(
        TAPESTRY, GAME, name
    ).svg.count("<text")


def test_corners_are_round_and_clear() -> None:
    image = picture("S-guard", "front")
    last = image.width - 1
    for at in ((0, 0), (last, 0), (0, last), (last, last)):
        assert image.getpixel(at) == (0, 0, 0, 0)
    assert image.getpixel((100, last))[3] == 255


@pytest.mark.parametrize("counter_id", ["S-guard", "N-archer-1", "F-Rogier"])
def test_words_keep_off_the_edge(counter_id: str) -> None:
    """Nothing but bands and grounds within 1 mm of the left and right edge: a column has few colours."""
    image = picture(counter_id, "front", 635)
    for x in (24, 610):
        column = [image.getpixel((x, y)) for y in range(60, 575)]
        known = {colour(counter_id, name) for name in ("ground", "stripe", "light")}
        assert sum(pixel not in known for pixel in column) <= 6  # the edges between the bands


# --- contrast ------------------------------------------------------------------------------------------


def test_contrast_is_that_of_wcag() -> None:
    assert contrast("#000000", "#ffffff") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)
    assert contrast("#ff0000", "#ffffff") == pytest.approx(3.998, abs=0.001)
    assert contrast("#0000ff", "#ffffff") == pytest.approx(8.592, abs=0.001)
    assert contrast("#123456", "#123456") == 1.0


@pytest.mark.parametrize(
    ("level", "linear"), [("0a", 0.003035), ("0b", 0.003347), ("80", 0.215861), ("bc", 0.502886)]
)
def test_a_grey_is_as_light_as_the_curve_of_srgb_says(level: str, linear: float) -> None:
    """IEC 61966-2-1: straight up to 0.04045, of the power 2.4 above it."""
    assert luminance(f"#{level * 3}") == pytest.approx(linear, abs=1e-6)


def test_too_little_contrast_is_noted(monkeypatch: pytest.MonkeyPatch) -> None:
    palette = TAPESTRY.palette("sides")
    dim = replace(palette, colours={**palette.colours, "norman.ink": "#6080a0"})
    monkeypatch.setitem(TAPESTRY._kept, ("palette", "sides"), dim)
    with noting() as found:
        counter_svg(TAPESTRY, GAME, "N-foot-1", "front")
    assert {each.where.rpartition(" ")[2] for each in found} >= {"'{combat}'", "'{movement}'"}
    assert str(found[0]).startswith("palette norman: #6080a0 on ") and "`accepted: `" in str(found[0])


# --- what cannot be drawn ------------------------------------------------------------------------------


def test_a_name_too_long_names_counter_and_field() -> None:
    king = piece(TAPESTRY, GAME, "S-Harold")
    long = replace(king, words={**king.words, "name": "Harold Godwineson, King of the English"})
    with pytest.raises(CounterError, match=r"counter S-Harold, front, field '\{name\}': text 'Harold God"):
        piece_svg(TAPESTRY, GAME, long, "front")


def test_a_missing_value_names_counter_and_field() -> None:
    lame = replace(piece(TAPESTRY, GAME, "S-fyrd-1"), front={"combat": 3})
    with pytest.raises(CounterError, match=r"counter S-fyrd-1, front, field '\{movement\}'.*no value"):
        piece_svg(TAPESTRY, GAME, lame, "front")


def test_a_letter_that_no_font_has_names_counter_and_field() -> None:
    king = piece(TAPESTRY, GAME, "S-Harold")
    with pytest.raises(CounterError, match=r"S-Harold, front, field '\{name\}'.*U\+4E00"):
        piece_svg(TAPESTRY, GAME, replace(king, words={**king.words, "name": "一"}), "front")


def test_unknown_figure_palette_and_layout() -> None:
    fyrd = piece(TAPESTRY, GAME, "S-fyrd-1")
    with pytest.raises(CounterError, match=r"S-fyrd-1, front, figure: art/figures/elephant\.svg is missing"):
        piece_svg(TAPESTRY, GAME, replace(fyrd, figure="elephant"), "front")
    with pytest.raises(CounterError, match=r"S-fyrd-1, front, palette.*'martian'"):
        piece_svg(TAPESTRY, GAME, replace(fyrd, palette="martian"), "front")
    with pytest.raises(MissingArtError, match=r"art/layouts/tank\.yaml is missing; there is archer"):
        piece_svg(TAPESTRY, GAME, replace(fyrd, layout="tank"), "front")


def test_unknown_counter_and_marker() -> None:
    with pytest.raises(CounterError, match="no counter 'S-nobody'"):
        counter_svg(TAPESTRY, GAME, "S-nobody", "front")
    with pytest.raises(CounterError, match="no marker 'rain'"):
        marker_svg(TAPESTRY, GAME, "rain")


def test_a_figure_is_found_by_the_word_of_a_definition() -> None:
    assert figure_called(TAPESTRY, "knight_charging").name == "knight-charging"
    assert figure_called(TAPESTRY, "broken").name == "glyphs/broken"


# --- inside other pictures -----------------------------------------------------------------------------


def ids_and_references(svg: str) -> tuple[list[str], set[str]]:
    root = etree.fromstring(svg.encode())
    ids = [node.get("id", "") for node in root.iter() if node.get("id")]
    references = set(re.findall(r'(?:href="#|url\(#)([^")]+)', svg))
    return ids, references


def test_symbols_have_ids_of_their_own_and_are_made_once() -> None:
    canvas = Canvas(TAPESTRY, 100, 40)
    for place, counter_id in enumerate(["S-guard", "S-huscarl-1", "N-archer-1", "S-guard"]):
        for row, face in enumerate(FACES_OF_A_COUNTER):
            canvas.use(counter_symbol(canvas, GAME, counter_id, face), place * 20, row * 20)
    ids, references = ids_and_references(canvas.svg())
    assert len(ids) == len(set(ids))
    assert references <= set(ids)
    assert sum(name.startswith("counter-") for name in ids) == 6


def test_a_symbol_looks_like_the_counter() -> None:
    canvas = Canvas(TAPESTRY, 15.875, 15.875)
    canvas.use(counter_symbol(canvas, GAME, "N-archer-1"), 0, 0)
    alone = Image.open(
        io.BytesIO(png(TAPESTRY, counter_svg(TAPESTRY, GAME, "N-archer-1", "front").svg, width=100))
    )
    within = Image.open(io.BytesIO(png(TAPESTRY, canvas.svg(), width=100)))
    assert alone.tobytes() == within.tobytes()


def test_sizes_of_one_counter_do_not_mix() -> None:
    canvas = Canvas(TAPESTRY, 40, 20)
    small, large = (counter_symbol(canvas, GAME, "S-guard", size=size) for size in ("1/2", "3/4"))
    assert small != large


def test_letters_as_outlines_for_viewers_without_the_fonts() -> None:
    svg = counter_svg(TAPESTRY, GAME, "N-archer-1", "front", text_as="paths").svg
    assert "<text" not in svg
    assert "font-family" not in svg


@pytest.mark.parametrize(
    ("limit", "size"), [(20.0, "5/8"), (15.9, "5/8"), (15.0, "9/16"), (13.3, "1/2"), (5.0, "1/2")]
)
def test_the_size_that_fits_a_hex(limit: float, size: Size) -> None:
    assert size_within(TAPESTRY, piece(TAPESTRY, GAME, "S-guard"), limit) == size


# --- layouts -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", styles())
def test_every_layout_reads_and_values_are_of_the_usual_size(style: str) -> None:
    look = look_of_style(style)
    for name in look.names("layouts", ".yaml"):
        found = layout(look, name.removesuffix(".yaml"))
        assert isinstance(found, Layout)
        for each in found.words:
            if each.value and each.ground in ("ground", "panel") and "{" in each.text:
                assert 14 <= each.size <= 20, name
            assert each.floor >= 5


def test_a_faulty_layout_names_file_and_place(tmp_path) -> None:
    (tmp_path / "layouts").mkdir()
    (tmp_path / "layouts" / "odd.yaml").write_text(
        "note: x\nsize: 5/8\nwords: [{text: a, at: [1, 2], size: 3}]\n"
    )
    choice = Choice((*shipped_folders("tapestry"), tmp_path))
    with pytest.raises(FaultyArtError, match=r"art/layouts/odd\.yaml: words\.0\.size"):
        layout(look_with(choice), "odd")


# --- markers -------------------------------------------------------------------------------------------

MARKERS = [
    (game, each)
    for game in (GAME, library.definition("hastings_pulsipher"))
    for each in pieces(TAPESTRY, game)
]
LOOKS = {each.id: (game, each) for game, each in MARKERS if each.marker}


def test_every_marker_has_a_figure_and_no_two_are_alike_without_their_words() -> None:
    """Colour and shape tell them apart too: in grey, with the caption covered."""
    grey: dict[str, Image.Image] = {}
    for name, (game, each) in LOOKS.items():
        assert each.figure is not None
        shot = png(TAPESTRY, piece_svg(TAPESTRY, game, each, "front").svg, width=94)  # 5/8 in at 150 dpi
        grey[name] = Image.open(io.BytesIO(shot)).convert("L").crop((0, 0, 94, 69)).resize((24, 18))
    for one, other in combinations(grey, 2):
        both = zip(grey[one].tobytes(), grey[other].tobytes(), strict=True)
        apart = sum(abs(a - b) for a, b in both) / (24 * 18)
        assert apart > 12, f"{one} and {other} differ by {apart:.1f} of 255"


def test_a_total_stands_large() -> None:
    root = etree.fromstring(marker_svg(TAPESTRY, GAME, "loss_10").svg.encode())
    sizes = {node.text: float(node.get("font-size", "0")) for node in root.iter(f"{SVG}text")}
    assert sizes["×10"] > 1.8 * sizes["LOSS"]


def test_a_look_that_is_not_known_is_told() -> None:
    with pytest.raises(
        CounterError, match=r"game\.yaml:\d+.*marker turn, front, shape: there is no shape 'egg'"
    ):
        piece_svg(TAPESTRY, GAME, replace(marker(TAPESTRY, GAME, "turn"), plate="egg"), "front")
