"""Finding the art: what is missing or wrong is named with its file."""

from __future__ import annotations

from pathlib import Path

import pytest
from looks import TAPESTRY

from generator.art_folder import Choice
from generator.drawing.art import FaultyArtError, Look, MissingArtError, UnknownColourError, look_with


def room(tmp_path: Path, file: str, text: str) -> Look:
    path = tmp_path / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return look_with(Choice((tmp_path,)))


def test_missing_palette_is_named_with_what_is_there(tmp_path: Path) -> None:
    look = room(tmp_path, "palettes/sides.yaml", 'ink: "#000000"\n')
    with pytest.raises(MissingArtError, match=r"art/palettes/maps\.yaml is missing; there is sides\.yaml"):
        look.palette("maps")


def test_missing_font_file_is_named(tmp_path: Path) -> None:
    listed = "fonts:\n- {family: Senlac Sans, weight: 600, style: normal, file: Lost.ttf}\n"
    with pytest.raises(MissingArtError, match=r"art/fonts/Lost\.ttf is missing"):
        _ = room(tmp_path, "fonts/fonts.yaml", listed).fonts


@pytest.mark.parametrize("value", ["red", "#FFF", "'#12345'", "7"])
def test_a_colour_must_be_rrggbb(tmp_path: Path, value: str) -> None:
    look = room(tmp_path, "palettes/bad.yaml", f"norman:\n  name: Normans\n  ground: {value}\n")
    with pytest.raises(FaultyArtError, match=r"bad\.yaml: norman\.ground"):
        look.palette("bad")


def test_unknown_colour_names_palette_and_choices() -> None:
    with pytest.raises(UnknownColourError, match="palette map has no colour 'lava'; it has paper"):
        _ = TAPESTRY.palette("map")["lava"]
    with pytest.raises(UnknownColourError, match="'dane'; it has anglo_saxon, breton"):
        TAPESTRY.palette("sides").under("dane")


def test_lists_are_numbered_from_one() -> None:
    levels = TAPESTRY.palette("map").under("levels")
    assert list(levels) == ["1", "2", "3", "4", "5", "6", "7"]


SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10">\n{}\n</svg>'


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('<path class="fill lead" d="M0 0L1 1"/>', r"odd\.svg:2: .*'fill lead'"),
        ('<path class="fill ink"/>', r"odd\.svg:2"),
        ('<circle cx="3" cy="3" r="0" fill="url(#sky)"/>', r"odd\.svg:2: its fill is a gradient"),
        ("<text>A</text>", r"odd\.svg:2: a figure cannot hold <text>: turn letters into paths"),
        ('<g clip-path="url(#a)"/>', r"odd\.svg:2: a figure cannot hold a clip-path"),
        ("", "nothing in it is painted"),
    ],
)
def test_a_figure_holds_known_paths_only(tmp_path: Path, body: str, words: str) -> None:
    look = room(tmp_path, "figures/odd.svg", SVG.format(body))
    with pytest.raises(FaultyArtError, match=words):
        look.figure("odd")


@pytest.mark.parametrize("box", ["", "0 0 10", "0 0 0 10"])
def test_a_figure_needs_a_box(tmp_path: Path, box: str) -> None:
    text = SVG.format('<path class="fill cloth" d="M0 0L1 1"/>').replace("0 0 10 10", box)
    with pytest.raises(FaultyArtError, match="viewBox"):
        room(tmp_path, "figures/odd.svg", text).figure("odd")
