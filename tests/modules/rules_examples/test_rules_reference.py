"""The reference of rules.yaml is as it is made, shows each key, and each of its examples holds."""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest
import yaml

from generator.checking.faults import faults_of
from modules.cases import problem_of

ROOT = Path(__file__).parents[3]
sys.path.insert(0, str(ROOT / "scripts" / "pages"))

from rules_reference import GAME, PAGE, TYPES, Example, page, put_into, read_examples  # noqa: E402

EXAMPLES = read_examples()


def test_the_page_is_as_it_is_made_anew() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "make it anew: scripts/pages/rules_reference.py"


def test_each_key_has_an_example() -> None:
    keys = {
        f"{kind.__name__}.{key}" for kind in TYPES for key in kind.__annotations__ if key in kind.model_fields
    }
    assert {key for example in EXAMPLES for key in example.shows} == keys


def test_rules_are_put_into_others() -> None:
    base = {"zones": [1], "movement": {"march": {"budget": 1, "roads": "used"}}, "book": "a"}
    found = put_into(base, {"zones": [2], "movement": {"march": {"budget": None, "hexes": 2}}, "book": None})
    assert found == {"zones": [2], "movement": {"march": {"roads": "used", "hexes": 2}}}


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda each: each.case.title)
def test_each_example_holds(example: Example, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = f"meadow_{EXAMPLES.index(example)}"
    shutil.copytree(GAME, tmp_path / game)
    text = yaml.safe_dump(example.rules, sort_keys=False)
    (tmp_path / game / "rules.yaml").write_text(text, encoding="utf-8")
    assert [str(each) for each in faults_of(tmp_path / game) if not each.warning] == []
    monkeypatch.chdir(tmp_path)
    assert problem_of(f"{game}/noon", example.case) == ""
