"""A new game: complete, without faults, drawn by every command; its folder and title are checked."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from looks import TAPESTRY
from lxml import etree

from generator.building import build
from generator.checking.faults import faults_of
from generator.new_game.start import (
    TEMPLATES,
    FolderNotEmptyError,
    GameNameError,
    GameTitleError,
    start_game,
)
from generator.sheets.hexes import map_sheet
from modules.definition import load
from modules.provenance import provenance

TEMPLATE = TEMPLATES / "tapestry"


def test_no_name_of_the_map_lies_over_a_hex_number(tmp_path: Path) -> None:
    start_game(tmp_path / "mygame")
    root = etree.fromstring(map_sheet(TAPESTRY, load(tmp_path / "mygame"), "mill").drawing.svg.encode())
    words = [(e.text, float(e.get("x")), float(e.get("y"))) for e in root.iter("{*}text") if e.get("x")]
    ids = {(x, y) for text, x, y in words if text and re.fullmatch(r"\d{4}", text)}
    names = [(x, y) for text, x, y in words if text in ("West bank", "Mill", "BEACON")]
    assert len(ids) >= 80 and names
    assert not [(n, i) for n in names for i in ids if abs(n[0] - i[0]) < 6 and -2.2 < n[1] - i[1] < 2.2]


def test_it_is_complete_and_without_faults(tmp_path: Path) -> None:
    files = start_game(tmp_path / "mygame")
    assert {str(f.relative_to(tmp_path / "mygame")) for f in files} == {
        str(f.relative_to(TEMPLATE)) for f in TEMPLATE.rglob("*") if f.is_file()
    }
    assert faults_of(tmp_path / "mygame") == []
    game = load(tmp_path / "mygame")
    assert (game.name, game.game.title) == ("mygame", "Mygame")
    assert len(game.maps["mill"].terrain.rows) == 8
    assert [len(setup.at) for setup in game.scenarios["mill_bridge"].setup] == [8, 8]
    assert game.rulings
    assert provenance(tmp_path / "mygame")


def test_every_file_explains_itself() -> None:
    for file in TEMPLATES.rglob("*.yaml"):
        assert file.read_text(encoding="utf-8").startswith("# "), file


def test_all_its_pictures_can_be_drawn(tmp_path: Path) -> None:
    start_game(tmp_path / "mygame")
    made = build(load(tmp_path / "mygame"), tmp_path / "pictures", workers=1, dpi=40)
    assert {picture["what"] for picture in made.manifest["pictures"]} == {"counters", "maps", "charts"}


def test_its_rules_have_every_number_that_it_names() -> None:
    rules = (TEMPLATE / "RULES.md").read_text(encoding="utf-8")
    game = load(TEMPLATE)
    named = {phase.rule for phase in game.game.sequence} | {t.rule for t in game.terrain.values()}
    named |= {rule for ruling in game.rulings.values() for rule in ruling.rules}
    named |= {setup.rule for setup in game.scenarios["mill_bridge"].setup}
    assert [number for number in sorted(named) if f"{number} " not in rules] == []


def test_a_folder_that_holds_something_is_refused_and_left(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("mine")
    with pytest.raises(FolderNotEmptyError, match="name a new or empty folder"):
        start_game(tmp_path)
    assert [p.name for p in tmp_path.iterdir()] == ["notes.txt"]
    with pytest.raises(FolderNotEmptyError):
        start_game(tmp_path / "notes.txt")


def test_an_empty_folder_serves(tmp_path: Path) -> None:
    (tmp_path / "Mill Bridge").mkdir()
    start_game(tmp_path / "Mill Bridge")
    assert load(tmp_path / "Mill Bridge").name == "mill_bridge"


@pytest.mark.parametrize("name", ["1066", "☃", "a" * 41])
def test_a_name_that_no_game_can_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(GameNameError, match="begin the folder's name with a letter"):
        start_game(tmp_path / name)
    assert not (tmp_path / name).exists()


@pytest.mark.parametrize("title", ["", "  ", "Snow ☃", "two\nlines", "a" * 90])
def test_a_title_that_cannot_be_printed(tmp_path: Path, title: str) -> None:
    with pytest.raises(GameTitleError):
        start_game(tmp_path / "mygame", title)
    assert not (tmp_path / "mygame").exists()


@settings(max_examples=12, deadline=None)
@given(title=st.text(alphabet="aZ 1066:'\"\\#{}[]&*!|>%@`-é½,?", min_size=1, max_size=20))
def test_any_other_title_is_kept(tmp_path_factory: pytest.TempPathFactory, title: str) -> None:
    if title.strip():
        folder = tmp_path_factory.mktemp("titles") / "mygame"
        start_game(folder, title)
        assert load(folder).game.title == title
