"""Names on maps: no letter covers an id, a dot, a mark of the set-up or another name, on any map of ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.look import look_of
from generator.maps import labels, setup
from generator.maps.frame import HexFrame
from generator.maps.ids import id_box
from generator.maps.look import terrain_look
from generator.maps.relief import numerals
from generator.maps.spatial_index import around
from generator.new_game.start import start_game
from generator.sheets.hexes import hex_size, scenario_of
from modules import library
from modules.definition import Definition
from modules.definition.loader import load
from modules.engine.hexes.board import Board

STYLES = ("tapestry", "modern", "gunpowder")
SHIPPED = tuple(
    (game, sheet) for game in library.games() for sheet in library.definition(game).printed_sheets
)


def covered(definition: Definition, sheet: str) -> list[str]:
    """What letters cover on the map of a sheet, with the name whose letters they are."""
    board, battle = Board(definition.maps[sheet], definition.terrain), scenario_of(definition, sheet)
    assert battle is not None
    frame = HexFrame(board.grid, hex_size(definition, sheet))
    dot = 0.03 * frame.hex_mm
    look = look_of(definition)
    marks = setup.mark_boxes(look, definition, battle, frame, board)
    names = labels.placed_labels(look, frame, board, marks)
    things = [(f"dot of {h}", around(frame.centre(h), dot, dot)) for h in frame.grid.ids]
    things += [(h, id_box(look, frame, board, h).inset(0.02 * frame.hex_mm)) for h in frame.grid.ids]
    things += [("a mark", box) for box in marks]
    lettered = [(name, box) for name in names for box in labels.letters(look, name)]
    found = [f"{name.words}: {what}" for name, box in lettered for what, thing in things if box.meets(thing)]
    return found + [
        f"{one.words}: {other.words}" for one, box in lettered for other, letter in lettered
        if one is not other and box.meets(letter)
    ]  # fmt: skip


@pytest.mark.parametrize(("game", "sheet"), SHIPPED)
def test_names_of_the_shipped_maps_cover_nothing(game: str, sheet: str) -> None:
    assert covered(library.definition(game), sheet) == []


@pytest.mark.parametrize("style", STYLES)
def test_names_of_a_new_game_cover_nothing(style: str, tmp_path: Path) -> None:
    start_game(tmp_path / "game", style=style)
    definition = load(tmp_path / "game")
    assert covered(definition, *definition.printed_sheets) == []


@pytest.mark.parametrize("style", STYLES)
def test_the_name_of_a_town_stands_beside_its_houses(style: str, tmp_path: Path) -> None:
    """And no number of a level stands on them."""
    start_game(tmp_path / "game", style=style)
    definition = load(tmp_path / "game")
    (name,) = definition.printed_sheets
    board, battle = Board(definition.maps[name], definition.terrain), scenario_of(definition, name)
    assert battle is not None
    frame = HexFrame(board.grid, hex_size(definition, name))
    look = look_of(definition)
    towns = {h for h in board.grid.ids if terrain_look(look, board.terrain_name(h)).drawn == "scatter"}
    assert not towns & set(numerals(look, board))
    marks = setup.mark_boxes(look, definition, battle, frame, board)
    for each in labels.placed_labels(look, frame, board, marks):
        if each.label.style == "place" and towns & {each.label.at, *board.grid.neighbours(each.label.at)}:
            box = each.box.inset(-0.65 * frame.hex_mm)
            assert any(box.holds(frame.centre(h)) for h in towns), each.words
