"""Mistakes of a game's own art, of words that name art, and of its map are told in one pass, each once."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.checking.faults import faults_of
from generator.new_game.start import start_game

SOUND = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 60"><rect width="80" height="40"/></svg>'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    start_game(folder, style="modern")
    (folder / "art" / "figures").mkdir(parents=True)
    changed(folder / "game.yaml", "figure: nato/armour", "figure: tiger")
    return folder


def changed(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert text.count(old) == 1
    file.write_text(text.replace(old, new), encoding="utf-8")


def told(folder: Path) -> list[tuple[str, str]]:
    return [(fault.place.file, fault.message) for fault in faults_of(folder)]


def test_a_faulty_figure_hides_no_other_mistake(folder: Path) -> None:
    (folder / "art" / "figures" / "tiger.svg").write_text(SOUND.replace("<rect", '<filter id="f"/><rect'))
    changed(folder / "game.yaml", "letter: A, palette: navy", "letter: A, palette: navyy")
    changed(folder / "game.yaml", "nato/artillery", "nato/artilery")
    changed(folder / "maps" / "canal.yaml", '"0108", "0207"', '"0108", "0209"')
    files = [file for file, _ in told(folder)]
    assert files == ["art/figures/tiger.svg", "game.yaml", "game.yaml", "maps/canal.yaml"]


def test_a_faulty_palette_hides_no_missing_figure(folder: Path) -> None:
    (folder / "art" / "palettes").mkdir()
    (folder / "art" / "palettes" / "sides.yaml").write_text("navy: {ground: '#112244'\n")
    files = dict(told(folder))
    assert set(files) == {"art/palettes/sides.yaml", "game.yaml"}
    assert "tiger" in files["game.yaml"]


def test_a_side_without_colours_is_told_once_and_not_at_each_of_its_cards(folder: Path) -> None:
    (folder / "art" / "figures" / "tiger.svg").write_text(SOUND)
    changed(folder / "game.yaml", "letter: A, palette: navy", "letter: A, palette: navyy")
    ((file, message),) = told(folder)
    assert file == "game.yaml"
    assert message.startswith("found 'navyy': expected a palette of sides.yaml")
