"""One mistake in a new game is one fault at its place, and nothing that follows from it is told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from generator.checking.faults import faults_of
from generator.new_game import start_game
from modules.definition.files import MOST_FAULTS

COUNTERS, GAME, MAP, TERRAIN = "counters.yaml", "game.yaml", "maps/mill.yaml", "terrain.yaml"
BATTLE, TABLES, RULINGS = "scenarios/mill_bridge.yaml", "tables.yaml", "rulings.yaml"

MISTAKES = [
    (COUNTERS, "kind: fyrd", "kind: fird"),
    (COUNTERS, "nation: shire, kind: leader", "nation: shyre, kind: leader"),
    (COUNTERS, "values: {combat: 6", "values: {combatt: 6"),
    (COUNTERS, "strength: combat", "strength: fight"),
    (COUNTERS, "source: rulebook 5}", "source: rulbook 5}"),
    (COUNTERS, "of: [shire]", "of: [shyre]"),
    (GAME, "figure: fyrd", "figure: fird"),
    (GAME, "figure: huscarl, layout: unit", "figure: huscarl, layout: unitt"),
    (GAME, "side: shire, letter: S, palette: anglo_saxon", "side: shire, letter: S, palette: anglo_saxn"),
    (GAME, "kinds:\n  housecarl:", "kinds:\n  housekarl:"),
    (GAME, "sides:\n  shire:", "sides:\n  shyre:"),
    (GAME, "values:\n  combat:", "values:\n  kombat:"),
    (GAME, "figure: broken", "figure: brokken"),
    (MAP, '"01": "ww', '"01": "wq'),
    (MAP, "terrain: stream", "terrain: streem"),
    (MAP, "ground: clear", "ground: cleer"),
    (MAP, '"0104", "0204"', '"0104", "0904"'),
    (MAP, "map: mill", "map: mil"),
    (MAP, "west_bank:", "west_bnk:"),
    (TERRAIN, "letter: w", "letter: v"),
    (TERRAIN, "stream: {", "streem: {"),
    (BATTLE, 'S-Wulf: "0804"', 'S-Wulf: "1804"'),
    (BATTLE, "map: mill", "map: mil"),
    (BATTLE, "first_player: raider", "first_player: rader"),
    (BATTLE, "S-fyrd-5:", "S-fyrd-6:"),
    (BATTLE, ', S-fyrd-5: "0804"', ""),
    (TABLES, '"1": [AE, AR', '"1": [AX, AR'),
    (RULINGS, "text: A step", "txt: A step"),
]  # fmt: skip


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("new") / "game"
    start_game(folder)
    return folder


def told(folder: Path) -> list[str]:
    return [f"{fault.place.file}: {fault.message}" for fault in faults_of(folder)]


@pytest.fixture
def game(template: Path, tmp_path: Path) -> Path:
    shutil.copytree(template, tmp_path / "game")
    return tmp_path / "game"


@pytest.mark.parametrize(("file", "old", "new"), MISTAKES)
def test_a_mistake_is_one_fault(game: Path, file: str, old: str, new: str) -> None:
    path = game / file
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), encoding="utf-8")
    assert len(told(game)) == 1, told(game)


@pytest.mark.parametrize("file", [COUNTERS, TERRAIN, TABLES, RULINGS, MAP, BATTLE])
def test_a_missing_file_is_one_fault(game: Path, file: str) -> None:
    (game / file).unlink()
    assert len(told(game)) == 1, told(game)


def test_a_terrain_of_another_name_is_told_at_a_clause_that_names_it_too(
    game: Path,
) -> None:
    path = game / TERRAIN
    path.write_text(path.read_text(encoding="utf-8").replace("woods: {", "wods: {"), encoding="utf-8")
    assert [each.partition(": ")[0] for each in told(game)] == ["rules.yaml", TERRAIN]


def test_an_entry_of_another_name_is_told_where_it_is_named(game: Path) -> None:
    """The counters that are named nowhere else are those: nobody left them out."""
    path = game / COUNTERS
    path.write_text(path.read_text(encoding="utf-8").replace("S-fyrd:", "S-fird:"), encoding="utf-8")
    assert told(game) == [f"{BATTLE}: there is no counter 'S-fyrd-1' (and at 4 more places)"]


def test_a_counter_left_out_is_told_beside_a_name_that_the_other_side_has_wrong(game: Path) -> None:
    path = game / BATTLE
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(', S-fyrd-5: "0804"', "").replace("R-Orm", "R-Olm"), encoding="utf-8")
    messages = told(game)
    assert len(messages) == 2
    assert any("S-fyrd-5 is left out" in each for each in messages)
    assert any("there is no counter 'R-Olm'" in each for each in messages)


def test_of_many_counters_left_out_some_are_told(game: Path) -> None:
    """A game has few of them: hundreds bury all else that a check tells."""
    entry = "{nation: shire, kind: fyrd, values: {combat: 1, movement: 3}, source: rulebook 5}"
    entries = "".join(f"  S-more{n}: {entry}\n" for n in range(MOST_FAULTS + 5))
    text = (game / COUNTERS).read_text(encoding="utf-8")
    (game / COUNTERS).write_text(text[: text.index("sums:")] + entries + "sums: []\n", encoding="utf-8")
    found = [each for each in faults_of(game) if each.place.file == BATTLE]
    assert len(found) == MOST_FAULTS + 1
    assert all(each.warning for each in found)
    assert any(f"more than {MOST_FAULTS} warnings in this file" in each.message for each in found)
