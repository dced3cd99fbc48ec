"""Replacements and recovery at the table by mouse: a unit is dragged to where it comes back, others are
clicked."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml
from hands_by_mouse import HandsByMouse, try_game
from real_table import RealTable

from modules.game_registry import HERE

pytestmark = pytest.mark.whole
MEADOW = HERE / "engine" / "stacks" / "examples" / "game"
DEPOT = {
    "rule": "10.1", "side": "blue", "points": [{"points": 3}], "saved": False, "once_a_unit": True,
    "new": [{"rule": "10.2", "at": ["west"], "reduced": False}], "restore": [{"rule": "10.3"}],
}  # fmt: skip
RULES = {
    "rules": 1, "book": "Tests",
    "phases": {
        "movement": {"rule": "10", "does": "rebuild", "by": ["depot"]},
        "combat": {"rule": "7", "does": "recover", "by": ["rally"]},
    },
    "rebuild": {"depot": DEPOT},
    "recovery": {"rally": {"rule": "7.1", "state": "disordered", "most": 1}},
}  # fmt: skip


@pytest.fixture
def hands(at_table: Callable[..., Any], tmp_path: Path) -> HandsByMouse:
    game = tmp_path / "meadow"
    shutil.copytree(MEADOW, game)
    (game / "rules.yaml").write_text(yaml.safe_dump(RULES, sort_keys=False), encoding="utf-8")
    noon = game / "scenarios" / "noon.yaml"
    text = noon.read_text(encoding="utf-8")
    assert ', A-inf: "0203"' in text
    noon.write_text(text.replace(', A-inf: "0203"', ""), encoding="utf-8")
    source = try_game(game, "noon", tmp_path / "kept")
    while source.session.board.play.state.phase == "setup":
        source.session.give("done")
    for line in ("hand 2 flip B-inf-1", "hand 2 mark B-inf-2 disordered", "done"):
        source.session.give(line)
    table = RealTable(source.session, source)
    return HandsByMouse(at_table(table), table)


def give(hands: HandsByMouse, line: str) -> None:
    hands.mouse.settle()
    hands.mouse.give(hands.table.session.whole.rules.grammar.parse(line))
    hands.mouse.settle()
    assert hands.given == line


def test_a_unit_comes_in_and_others_are_restored_or_recover(hands: HandsByMouse) -> None:
    give(hands, "rebuild A-inf 0203")
    give(hands, "restore B-inf-1")
    hands.press("Done")
    give(hands, "recover B-inf-2")
    state = hands.table.session.board.play.state
    assert state.at["A-inf"] == "0203"
    assert not state.faces
