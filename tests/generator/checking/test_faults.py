"""Faults: what `senlac check` passes can be drawn, and what cannot be drawn is told once, at its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.checking.faults import faults_of
from generator.drawing.art import art
from generator.drawing.typeface import TEXT, MissingGlyphError
from generator.kit.make import make_kit
from generator.new_game import start_game
from generator.preview import make_preview
from modules.definition import load

LAVA = '  lava: {where: hex, name: Lava, letter: l, mp: 3, rule: "2.1", source: rulebook 2.1}\n  road: {'


@pytest.fixture
def game(tmp_path: Path) -> Path:
    start_game(tmp_path / "mygame")
    return tmp_path / "mygame"


def change(game: Path, file: str, old: str, new: str) -> int:
    """The line of what was put in the place of the first `old`."""
    text = (game / file).read_text(encoding="utf-8")
    assert old in text
    (game / file).write_text(text.replace(old, new, 1), encoding="utf-8")
    return text[: text.index(old)].count("\n") + 1


@pytest.mark.parametrize(
    ("file", "old", "new", "says"),
    [
        ("maps/mill.yaml", "Beacon", "漢字", "no character '漢'"),
        ("maps/mill.yaml", "name: Brook", "name: Ωbrook", "no character 'Ω'"),
        ("maps/mill.yaml", "title: The mill", f"title: The mill {'W' * 90}", "shorten it"),
        ("game.yaml", "summary: Raiders", "summary: Ω", "no character 'Ω'"),
        ("game.yaml", 'title: "Mygame', 'title: "Ω', "no character 'Ω'"),
        ("game.yaml", "hint: Attack", "hint: ☃", "no character '☃'"),
        ("game.yaml", "name: Hirdmen", 'name: "Hird\\0men"', "U+0000"),
        ("game.yaml", "name: Hirdmen", "name: ☃", "no character '☃'"),
        ("tables.yaml", "Nothing happens.", "N" * 110, "shorten it"),
        ("scenarios/mill_bridge.yaml", "date: A", f"date: {'W ' * 50}", "shorten it"),
        ("counters.yaml", "name: Orm", "name: Orm the son of Thorkel the tall", "shorten it"),
    ],
)
def test_a_text_that_cannot_be_printed_is_one_fault_where_it_stands(
    game: Path, file: str, old: str, new: str, says: str
) -> None:
    line = change(game, file, old, new)
    (fault,) = faults_of(game)
    assert (fault.place.file, fault.place.line) == (file, line)
    assert says in fault.message


def test_terrain_without_a_look_is_told_where_a_map_has_it(game: Path) -> None:
    line = change(game, "terrain.yaml", "  road: {", LAVA)
    assert faults_of(game) == []
    change(game, "maps/mill.yaml", '"ww........"', '"wwl......."')
    (fault,) = faults_of(game)
    assert (fault.place.file, fault.place.line) == ("terrain.yaml", line)
    assert "how to draw the terrain 'lava'" in fault.message


def test_faults_of_vassal_yaml_are_told_with_the_others(game: Path) -> None:
    (game / "vassal.yaml").write_text("states:\n  disordered: {key: H, kimds: [fyrd]}\n")
    change(game, "maps/mill.yaml", "Beacon", "漢字")
    beacon, vassal = faults_of(game)
    assert beacon.place.file == "maps/mill.yaml"
    assert str(vassal) == "vassal.yaml:2:24: unknown key `kimds`"


def test_a_name_of_blanks_is_no_crash(game: Path) -> None:
    line = change(game, "game.yaml", "raider: {name: Raiders, side", 'raider: {name: " ", side')
    (fault,) = faults_of(game)
    assert fault.place.line == line
    assert "VASSAL drops blanks" in fault.message
    assert make_kit(load(game)).pages
    assert make_preview(load(game)).sections


@pytest.mark.parametrize("character", ["\0", "\r", "\n", "\x1f"])
def test_no_typeface_has_control_characters(character: str) -> None:
    for face in art().fonts.faces:
        with pytest.raises(MissingGlyphError) as told:
            art().fonts[face].check(f"a{character}")
        assert told.value.words == character
    assert art().fonts.width(" ", TEXT, 1.0) > 0
