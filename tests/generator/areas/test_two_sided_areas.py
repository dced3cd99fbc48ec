"""Two maps of areas on one paper: checked, and printed as one sheet."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.kit.make import make_kit
from generator.kit.options import Options
from generator.new_game.start import start_game
from generator.sheets.pictures import papers_of
from modules.definition import DefinitionError
from modules.definition.loader import load


def two_maps(folder: Path, **changed: str) -> Path:
    """The campaign on places and links, with a copy of its map on the back; `changed`: words of the copy."""
    start_game(folder, title="Two rivers", style="gunpowder", grid="points")
    file = folder / "areas" / "weser.yaml"
    text = file.read_text(encoding="utf-8")
    copy = text.replace("area_map: weser\n", "area_map: elbe\n").replace("  - {panel: turns", "#")
    for old, new in changed.items():
        assert f"{old}: " in copy
        copy = copy.replace(f"{old}: ", f"{old}: {new}", 1)
    (folder / "areas" / "elbe.yaml").write_text(copy, encoding="utf-8")
    file.write_text(text.replace("area_map: weser\n", "area_map: weser\nback: elbe\n"), encoding="utf-8")
    return folder


def test_the_kit_prints_both_on_one_paper(tmp_path: Path) -> None:
    game = load(two_maps(tmp_path / "game"))
    assert papers_of(game) == [("weser", "elbe")]
    kit = make_kit(game, Options(only=("maps",)))
    assert kit.pages == 2 * (kit.tiles + 1)  # tiles and assembly, each with its back


def test_two_sides_of_different_papers_are_refused(tmp_path: Path) -> None:
    with pytest.raises(DefinitionError, match="both sides are one paper: give 'elbe' the same size"):
        load(two_maps(tmp_path / "game", margin="1"))


def test_a_map_is_not_its_own_back(tmp_path: Path) -> None:
    folder = two_maps(tmp_path / "game")
    (folder / "areas" / "elbe.yaml").unlink()
    file = folder / "areas" / "weser.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("back: elbe", "back: weser"), encoding="utf-8")
    with pytest.raises(DefinitionError, match="a map cannot be its own back"):
        load(folder)
