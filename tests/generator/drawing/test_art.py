"""Finding the art: what is missing or wrong is named with its file."""

from __future__ import annotations

import pickle
import shutil
from pathlib import Path

import pytest
from looks import TAPESTRY

from generator.art_folder import Choice, find_art
from generator.drawing.art import FaultyArtError, Look, MissingArtError, UnknownColourError, look_with
from generator.drawing.raster import png
from generator.look import look_of_style


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


# --- the look as a value ---------------------------------------------------------------------------------


def test_a_look_goes_to_another_process_as_its_choice() -> None:
    modern = look_of_style("modern")
    _ = modern.fonts
    sent = pickle.dumps(modern)
    assert len(sent) < 2000, "what was read stays here"
    assert b"_hash" not in sent, "it is another there"
    assert pickle.loads(sent) == modern != TAPESTRY


def test_one_choice_is_one_look_whose_files_are_read_once() -> None:
    modern = look_of_style("modern")
    assert look_of_style("modern") is modern
    assert modern.fonts is modern.fonts
    assert modern.palette("sides") is modern.palette("sides")


def test_a_repainted_look_is_another_and_leaves_the_first_alone() -> None:
    black = TAPESTRY.repainted(lambda palette, name, colour: "#000000" if palette == "sides" else colour)
    assert black != TAPESTRY and len({black, TAPESTRY}) == 2
    assert set(black.palette("sides").colours.values()) == {"#000000"}
    assert black.palette("map").colours == TAPESTRY.palette("map").colours
    assert len(set(TAPESTRY.palette("sides").colours.values())) > 20
    assert black.fonts is TAPESTRY.fonts, "what is read from files is the same"


def test_a_picture_that_is_kept_is_not_taken_for_that_of_another_look(tmp_path: Path) -> None:
    """The same SVG is set in the typeface of the look that it is rendered with."""
    (tmp_path / "fonts").mkdir()
    shutil.copy(
        find_art() / "fonts" / "SenlacText-Regular.ttf", tmp_path / "fonts" / "SenlacSans-SemiBold.ttf"
    )
    svg = (
        '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="12">'
        '<text x="1" y="10" font-size="10" font-family="Senlac Sans" font-weight="600">mil</text></svg>'
    )
    listed = "fonts:\n- {family: Senlac Sans, weight: 600, style: normal, file: SenlacSans-SemiBold.ttf}\n"
    other = room(tmp_path, "fonts/fonts.yaml", listed)
    assert png(TAPESTRY, svg, width=40) != png(other, svg, width=40)
