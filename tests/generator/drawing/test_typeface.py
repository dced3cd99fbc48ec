"""Typefaces: faults are loud, and measured widths are those that are drawn."""

from __future__ import annotations

import io

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looks import TAPESTRY
from PIL import Image

from generator.drawing.raster import png
from generator.drawing.svg import Canvas
from generator.drawing.typeface import (
    SANS,
    SANS_BOLD,
    TEXT,
    Face,
    MissingGlyphError,
    TextTooWideError,
    UnknownFaceError,
)

FONTS = TAPESTRY.fonts
WORDS = st.lists(
    st.text("abcdefghijklmnopqrstuvwxyzÆðþé", min_size=1, max_size=9), min_size=1, max_size=12
).map(" ".join)


def drawn_width(words: str, face: Face, text_as: str) -> float:
    """Width of the ink of a text of size 20 mm, in mm."""
    canvas = Canvas(TAPESTRY, 300, 40, text_as=text_as)
    canvas.text(words, 10, 30, 20, face, fill="#000000")
    box = Image.open(io.BytesIO(png(TAPESTRY, canvas.svg(), width=3000))).getchannel("A").getbbox()
    assert box is not None
    return (box[2] - box[0]) / 10


@pytest.mark.parametrize("face", FONTS.faces, ids=str)
@pytest.mark.parametrize("text_as", ["text", "paths"])
def test_measured_width_is_drawn_width(face: Face, text_as: str) -> None:
    words = "Harold 6-3"
    assert drawn_width(words, face, text_as) == pytest.approx(FONTS.width(words, face, 20), rel=0.04)


@pytest.mark.parametrize("face", FONTS.faces, ids=str)
def test_outline_and_text_look_alike(face: Face) -> None:
    pictures = []
    for text_as in ("text", "paths"):
        canvas = Canvas(TAPESTRY, 60, 20, text_as=text_as)
        canvas.text("Hn 8-3", 30, 10, 10, face, anchor="middle", align="middle", fill="#000000")
        pictures.append(Image.open(io.BytesIO(png(TAPESTRY, canvas.svg(), width=300))).getchannel("A"))
    different = sum(1 for a, b in zip(*(p.tobytes() for p in pictures), strict=True) if abs(a - b) > 96)
    assert different < 300 * 100 * 0.03


def test_unknown_family_weight_and_style_fail() -> None:
    for face in (Face("senlac sans", 700), Face("Senlac Sans", 400), Face("Senlac Sans", 700, "italic")):
        with pytest.raises(UnknownFaceError, match=f"no typeface {face}"):
            FONTS.width("x", face, 5)


def test_missing_character_names_text_and_character() -> None:
    with pytest.raises(MissingGlyphError, match=r"text 'A → B'.*'→' \(U\+2192\)"):
        Canvas(TAPESTRY, 10, 10).text("A → B", 1, 1, 3, SANS, fill="#000000")


def test_capitals_height_is_measured() -> None:
    for face in FONTS.faces:
        assert 0.6 < FONTS[face].cap_height < 0.8, face


def test_fit_shrinks_to_its_floor_and_no_further() -> None:
    full = FONTS.width("Stamford Bridge", SANS_BOLD, 4)
    assert FONTS.fit("Stamford Bridge", SANS_BOLD, full + 0.1, 4, 2) == 4
    assert FONTS.fit("Stamford Bridge", SANS_BOLD, full / 2 + 0.01, 4, 2) == pytest.approx(2, abs=0.05)
    with pytest.raises(TextTooWideError, match="'Stamford Bridge'"):
        FONTS.fit("Stamford Bridge", SANS_BOLD, full / 2 - 0.1, 4, 2)


@settings(max_examples=60, deadline=None)
@given(words=WORDS, room=st.floats(20, 80))
def test_wrapping_keeps_every_word_and_the_room(words: str, room: float) -> None:
    lines = FONTS.wrap(words, TEXT, room, 3)
    assert " ".join(lines).split() == words.split()
    assert all(FONTS.width(line, TEXT, 3) <= room for line in lines)


def test_wrapping_refuses_a_word_too_long_and_keeps_breaks() -> None:
    assert FONTS.wrap("one\ntwo", TEXT, 50, 3) == ["one", "two"]
    with pytest.raises(TextTooWideError, match="'Gesiþcundman'"):
        FONTS.wrap("a Gesiþcundman", TEXT, 8, 3)
