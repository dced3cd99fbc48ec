"""Each recipe for rules.yaml holds on its start game: what is refused is refused by its number."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.checking.faults import faults_of
from generator.new_game import start_game
from modules.cases import Case, problem_of
from modules.definition import load

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "modules" / "docs" / "how-to" / "rules-recipes.md"
_LONGER = ("sequence", "roads")
"""Lists of other files than rules.yaml that a recipe adds to."""
_START = re.compile(r"In the phase `(.+?)`(?: on turn (\d+))?, with (.+):\n")
_UNIT = re.compile(r"([\w-]+)((?: \w+)*?) in (\w+)")
_REFUSED = re.compile(r"- `(.+)` is refused under rule ([\d.]+)(?:: (.+))?\.$")
_LEGAL = re.compile(r"- `(.+)` is legal\.$")


@dataclass
class Recipe:
    """A recipe: the start game's style, what goes into each file, and its case."""

    title: str
    style: str
    files: dict[str, str] = field(default_factory=dict)
    case: dict[str, Any] = field(default_factory=dict)

    def case_of(self) -> Case:
        """The case, as the reader of cases takes it."""
        return Case.model_validate(self.case, strict=False)


def read_recipes(text: str) -> list[Recipe]:
    found = []
    for part in re.split(r"^### ", text, flags=re.MULTILINE)[1:]:
        title, body = part.split("\n", 1)
        recipe = Recipe(title, "modern" if "`--style modern`" in body else "tapestry")
        for block in re.findall(r"(?:^(?:    .*)?\n)+", body, flags=re.MULTILINE):
            lines = "\n".join(line[4:] for line in block.splitlines())
            for each in re.split(r"^(?=# \S+\.yaml$)", lines.strip("\n"), flags=re.MULTILINE):
                named = re.match(r"# (\S+\.yaml)\n", each)
                if each.strip():
                    recipe.files[named[1] if named else "rules.yaml"] = each
        recipe.case = case_in(title, body)
        found.append(recipe)
    return found


def case_in(title: str, body: str) -> dict[str, Any]:
    start = _START.search(body)
    assert start is not None, f"{title}: In the phase `...`, with ...:"
    side = start[1].partition(" ")[0]
    units = {unit: ", ".join((place, *state.split())) for unit, state, place in _UNIT.findall(start[3])}
    steps: list[dict[str, Any]] = []
    for line in body[start.end() :].splitlines():
        if refused := _REFUSED.match(line):
            step = {"side": side, "order": refused[1], "rule": refused[2], "says": refused[3]}
            steps.append({"refused": step})
        elif legal := _LEGAL.match(line):
            steps.append({"order": f"{side}: {legal[1]}"})
        else:
            assert not line.startswith("- "), line
    rule = next((step["refused"]["rule"] for step in steps if "refused" in step), "1")
    turn = int(start[2] or 1)
    return {"rule": rule, "title": title, "phase": start[1], "turn": turn, "units": units, "play": steps}


def put_into(base: dict[str, Any], more: dict[str, Any], longer: bool) -> dict[str, Any]:
    """Data of a file with a recipe's put into them: a mapping into a mapping, a list in the place of a list,
    or behind it."""
    found = dict(base)
    for key, value in more.items():
        before = found.get(key)
        if isinstance(value, dict) and isinstance(before, dict):
            found[key] = put_into(before, value, longer)
        elif longer and key in _LONGER and isinstance(before, list):
            found[key] = [*before, *value]
        else:
            found[key] = value
    return found


def cook(recipe: Recipe, folder: Path) -> None:
    """Make the start game with what the recipe puts into it."""
    start_game(folder, style=recipe.style)
    for name, text in recipe.files.items():
        file = folder / name
        data = put_into(yaml.safe_load(file.read_text("utf-8")), yaml.safe_load(text), name != "rules.yaml")
        file.write_text(yaml.safe_dump(data, sort_keys=False, allow_unicode=True), encoding="utf-8")


RECIPES = read_recipes(PAGE.read_text(encoding="utf-8"))


def test_there_are_enough_recipes_each_with_a_refusal_and_a_legal_order() -> None:
    assert len(RECIPES) >= 20
    for recipe in RECIPES:
        kinds = {kind for step in recipe.case["play"] for kind in step}
        assert kinds == {"refused", "order"}, recipe.title


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda each: each.title)
def test_each_recipe_holds(recipe: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = f"recipe_{RECIPES.index(recipe)}"
    cook(recipe, tmp_path / game)
    assert [str(each) for each in faults_of(tmp_path / game) if not each.warning] == []
    (scenario,) = load(tmp_path / game).scenarios
    monkeypatch.chdir(tmp_path)
    assert problem_of(f"{game}/{scenario}", recipe.case_of()) == ""
