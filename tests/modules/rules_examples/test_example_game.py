"""The page of a whole game is as it is made, and shows each number with the lines that bear it."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from modules import library

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "scripts" / "pages"))

from example_game import GAME, PAGE, NumberedFile, page  # noqa: E402


def test_the_page_is_as_it_is_made_anew() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make it anew: scripts/pages/example_game.py"


def test_each_number_that_the_program_carries_out_has_its_lines_and_a_case() -> None:
    found = dict(re.findall(r"^###? ([\d.]+)[^\n]*\n(.*?)(?=^##|\Z)", page(), re.MULTILINE | re.DOTALL))
    ledger = library.definition(str(GAME)).ledger
    assert list(found) == list(ledger)
    for number, text in found.items():
        if "." in number:
            assert f'"{number}"' in text, number
        if ledger[number].by == "program" and "." in number and not number.startswith("9."):
            assert "\n- " in text, number


TEXT = """movement:
  march:
    budget: movement
    # Mud.
    instead: [{hexes: 1, rule: "6"}]
    rule: "3"
stacking:
  - {limit: 1, rule: "2"}
"""


@pytest.mark.parametrize(
    ("number", "lines"),
    [
        ("3", ["movement:", "  march:", "    budget: movement", "    # 6", '    rule: "3"']),
        ("6", ["movement:", "  march:", "    # Mud.", '    instead: [{hexes: 1, rule: "6"}]']),
        ("2", ["stacking:", '  - {limit: 1, rule: "2"}']),
    ],
)
def test_a_number_is_shown_with_the_keys_above_it_and_no_other_clause(
    number: str, lines: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "rules.yaml").write_text(TEXT, encoding="utf-8")
    monkeypatch.setattr("example_game.GAME", tmp_path)
    assert NumberedFile("rules.yaml", {}).show(number) == lines
