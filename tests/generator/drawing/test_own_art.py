"""A game's own art over that of its style: palettes, figures of a drawing program, pictures, fonts, looks."""

from __future__ import annotations

import io
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from fontTools.ttLib import TTFont
from looks import TAPESTRY
from PIL import Image

from generator.art_folder import find_art
from generator.checking.faults import faults_of
from generator.counters.printed import counter_svg
from generator.drawing.art import UnknownColourError
from generator.drawing.figure_files import svg_figure
from generator.drawing.raster import png
from generator.look import look_of
from generator.new_game.start import start_game
from generator.sheets.hexes import map_sheet
from modules.definition import Definition, load

GEORGIAN = "გორა"


@pytest.fixture
def folder(tmp_path: Path) -> Iterator[Path]:
    start_game(tmp_path / "mine", style="modern")
    (tmp_path / "mine" / "art").mkdir()
    yield tmp_path / "mine"


def write(folder: Path, file: str, text: str) -> None:
    path = folder / "art" / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def change(folder: Path, file: str, old: str, new: str) -> None:
    text = (folder / file).read_text(encoding="utf-8")
    assert old in text
    (folder / file).write_text(text.replace(old, new), encoding="utf-8")


def face(game: Definition, counter: str) -> str:
    return counter_svg(look_of(game), game, counter, "front").svg


def test_a_palette_replaces_colours_one_by_one(folder: Path) -> None:
    write(folder, "palettes/sides.yaml", 'field_grey: {ground: "#c0ffee"}\n')
    game = load(folder)
    assert "#c0ffee" in face(game, "G-inf-1")
    assert "#c0ffee" not in face(game, "F-inf-1")
    assert "field_grey" not in TAPESTRY.palette("sides").groups, "outside of the game nothing has changed"


def test_a_changed_file_is_read_again(folder: Path) -> None:
    write(folder, "palettes/sides.yaml", 'field_grey: {ground: "#c0ffee"}\n')
    face(load(folder), "G-inf-1")
    write(folder, "palettes/sides.yaml", 'field_grey: {ground: "#bada55"}\n')
    assert "#bada55" in face(load(folder), "G-inf-1")
    assert load(folder).digest


SAVED = """<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
  viewBox="0 0 20 10"><defs/><g transform="translate(10 0) scale(2)" inkscape:label="cloth">
  <rect x="0" y="1" width="3" height="2" style="fill:#123456;stroke:none"/></g>
  <circle cx="4" cy="5" r="2" style="fill:#abcdef;stroke:#102030;stroke-width:0.5px"/></svg>"""


def test_a_figure_as_a_drawing_program_saves_it() -> None:
    figure = svg_figure("saved", SAVED.encode())
    assert [stroke.role for stroke in figure.strokes] == ["cloth", "#abcdef", "#102030"]
    assert figure.strokes[0].data == "M10 2L16 2L16 6L10 6Z"
    assert figure.strokes[2].width == 0.5


def test_a_picture_for_one_counter(folder: Path) -> None:
    shown = io.BytesIO()
    Image.new("RGB", (8, 8), "#ff0000").save(shown, "PNG")
    (folder / "art" / "figures").mkdir()
    (folder / "art" / "figures" / "tiger.png").write_bytes(shown.getvalue())
    change(folder, "counters.yaml", "F-char: {nation: french,", "F-char: {picture: tiger, nation: french,")
    assert faults_of(folder) == []
    pixels = Image.open(io.BytesIO(png(TAPESTRY, face(load(folder), "F-char"), width=100))).convert("RGB")
    assert pixels.getpixel((50, 40)) == (255, 0, 0)


def test_what_is_wrong_in_own_art_is_told_in_its_file(folder: Path) -> None:
    write(folder, "palettes/sides.yaml", "field_grey:\n  ground: green\n")
    write(folder, "figures/odd.svg", SAVED.replace("<circle", "<text/><circle"))
    write(folder, "figure/lost.svg", SAVED)
    told = {str(fault).partition(":")[0]: str(fault) for fault in faults_of(folder)}
    assert "art/palettes/sides.yaml:2:" in told["art/palettes/sides.yaml"]
    assert "turn letters into paths" in told["art/figures/odd.svg"]
    assert "warning: nobody reads this file" in told["art/figure/lost.svg"]


def test_what_is_wrong_in_art_on_counters_and_on_the_map_is_told_in_one_pass(folder: Path) -> None:
    write(folder, "figures/odd.svg", SAVED.replace("<circle", "<text/><circle"))
    write(folder, "palettes/sides.yaml", 'field_grey: {ink: "#a0a0a0"}\n')
    change(folder, "game.yaml", "figure: nato/antitank", "figure: odd")
    change(folder, "maps/canal.yaml", "text: Marquion", f"text: {GEORGIAN}")
    change(folder, "scenarios/canal.yaml", 'F-inf-2: "0607"', 'F-inf-2: "9907"')
    told = [(fault.place.file, fault.warning) for fault in faults_of(folder)]
    assert told == [
        ("art/figures/odd.svg", False),
        ("game.yaml", True),
        ("maps/canal.yaml", False),
        ("scenarios/canal.yaml", False),
    ]


def test_a_palette_that_lacks_colours_is_told_where_it_is_named(folder: Path) -> None:
    write(folder, "palettes/sides.yaml", 'snow: {ground: "#f8f8f8", ink: "#101010"}\n')
    change(folder, "game.yaml", "letter: B, palette: khaki", "letter: B, palette: snow")
    (fault,) = faults_of(folder)
    assert (
        str(fault).startswith("game.yaml:") and "palette snow of sides.yaml lacks stripe, " in fault.message
    )
    game = load(folder)
    with pytest.raises(UnknownColourError, match=r"palette sides\.snow has no colour 'light'"):
        counter_svg(look_of(game), game, "B-inf-1", "back")


def test_low_contrast_is_a_warning_that_can_be_accepted(folder: Path) -> None:
    write(folder, "palettes/sides.yaml", 'field_grey: {ink: "#a0a0a0"}\n')
    (warning,) = faults_of(folder)
    assert warning.warning and warning.place.file == "game.yaml" and "palette field_grey" in warning.message
    write(folder, "palettes/sides.yaml", 'field_grey: {ink: "#a0a0a0", accepted: winter camouflage}\n')
    assert faults_of(folder) == []


def test_a_font_of_the_games_own_sets_another_script(folder: Path) -> None:
    """A font that has Georgian letters: ours, with some of its letters under other numbers."""
    change(folder, "maps/canal.yaml", "text: Marquion", f"text: {GEORGIAN}")
    assert any("has no character" in fault.message for fault in faults_of(folder))
    font = TTFont(find_art() / "fonts" / "SenlacText-Bold.ttf")
    for table in font["cmap"].tables:
        table.cmap |= {ord(letter): table.cmap[ord("o")] for letter in GEORGIAN}
    for record in font["name"].names:
        if record.nameID in (1, 16):
            record.string = "Strategos"
    (folder / "art" / "fonts").mkdir()
    font.save(folder / "art" / "fonts" / "Strategos.ttf")
    write(
        folder, "fonts/fonts.yaml",
        "fonts:\n- {family: Strategos, weight: 700, file: Strategos.ttf, for: [text_bold, text]}\n",
    )  # fmt: skip
    assert faults_of(folder) == []
    game = load(folder)
    svg = map_sheet(look_of(game), game, "canal").drawing.svg
    assert f">{GEORGIAN}<" in svg and 'font-family="Strategos"' in svg


def test_a_font_under_another_name_is_refused(folder: Path) -> None:
    (folder / "art" / "fonts").mkdir()
    shutil.copy(find_art() / "fonts" / "SenlacText-Bold.ttf", folder / "art" / "fonts" / "Mine.ttf")
    write(folder, "fonts/fonts.yaml", "fonts:\n- {family: Mine, weight: 700, file: Mine.ttf}\n")
    assert [f.message for f in faults_of(folder) if "calls its family Senlac Text" in f.message]


def test_a_style_that_does_not_ship_is_told_at_its_word(folder: Path) -> None:
    change(folder, "game.yaml", "style: modern", "style: baroque")
    (fault,) = faults_of(folder)
    assert fault.place.file == "game.yaml" and "expected one of gunpowder, modern, tapestry" in fault.message
