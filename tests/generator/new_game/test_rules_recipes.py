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
_START = re.compile(
    r"^In the phase `(.+?)`(?: on turn (\d+))?(?: with the option `(\w+)`)?, with (.+):\n", re.MULTILINE
)
_UNIT = re.compile(r"([\w-]+)((?: \w+)*?) in (\w+)")
_REFUSED = re.compile(r"- `(.+?)`(?: of (\w+))? is refused under rule ([\d.]+)(?:: (.+))?\.$")
_LEGAL = re.compile(r"- `(.+?)`(?: of (\w+))? is legal\.$")
_DIE = re.compile(r"- The die shows (\d+)\.$")
_ASKED = re.compile(r"- Then (\w+) is asked \(`(\w+)`\)\.$")
_TOLD = re.compile(r"- The program tells: (.+)\.$")
_WON = re.compile(r"- (\w+) has won \((.+)\)\.$")


@dataclass
class Recipe:
    """A recipe: the start game's style, what goes into each file, and its cases."""

    title: str
    style: str
    files: dict[str, str] = field(default_factory=dict)
    cases: list[dict[str, Any]] = field(default_factory=list)

    def case_list(self) -> list[Case]:
        """The cases, as the reader of cases takes them."""
        return [Case.model_validate(case, strict=False) for case in self.cases]


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
        starts = list(_START.finditer(body))
        assert starts, f"{title}: In the phase `...`, with ...:"
        ends = [*(start.start() for start in starts[1:]), len(body)]
        recipe.cases = [
            case_in(title, start, body[start.end() : end]) for start, end in zip(starts, ends, strict=True)
        ]
        found.append(recipe)
    return found


def case_in(title: str, start: re.Match[str], body: str) -> dict[str, Any]:
    side = start[1].partition(" ")[0]
    units = {unit: ", ".join((place, *state.split())) for unit, state, place in _UNIT.findall(start[4])}
    steps: list[dict[str, Any]] = []
    then: dict[str, Any] = {}
    for line in body.splitlines():
        if refused := _REFUSED.match(line):
            order, of, rule, says = refused.groups()
            steps.append({"refused": {"side": of or side, "order": order, "rule": rule, "says": says}})
        elif legal := _LEGAL.match(line):
            steps.append({"order": f"{legal[2] or side}: {legal[1]}"})
        elif die := _DIE.match(line):
            steps.append({"dice": [int(die[1])]})
        elif asked := _ASKED.match(line):
            steps.append({"asked": {"side": asked[1], "kind": asked[2]}})
        elif told := _TOLD.match(line):
            then["told"] = [*then.get("told", ()), told[1]]
        elif won := _WON.match(line):
            then |= {"winner": won[1], "level": won[2]}
        else:
            assert not line.startswith("- "), line
    rule = next((step["refused"]["rule"] for step in steps if "refused" in step), "1")
    case = {"rule": rule, "title": title, "phase": start[1], "turn": int(start[2] or 1)}
    options = [start[3]] if start[3] else []
    return {**case, "options": options, "units": units, "play": steps, "then": then}


def put_into(base: dict[str, Any], more: dict[str, Any], longer: bool) -> dict[str, Any]:
    """Data of a file with a recipe's put into them: a mapping into a mapping, a list in the place of a list,
    or behind it; `null` takes a key away."""
    found = dict(base)
    for key, value in more.items():
        before = found.get(key)
        if value is None:
            found.pop(key, None)
        elif isinstance(value, dict) and isinstance(before, dict):
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


def test_there_are_enough_recipes_each_shows_both_sides_of_its_rule() -> None:
    assert len(RECIPES) >= 45
    for recipe in RECIPES:
        kinds = {kind for case in recipe.cases for step in case["play"] for kind in step}
        assert "order" in kinds, recipe.title
        assert "refused" in kinds or len({str(case["then"]) for case in recipe.cases}) > 1, recipe.title


@pytest.mark.parametrize("recipe", RECIPES, ids=lambda each: each.title)
def test_each_recipe_holds(recipe: Recipe, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = f"recipe_{RECIPES.index(recipe)}"
    cook(recipe, tmp_path / game)
    assert [str(each) for each in faults_of(tmp_path / game) if not each.warning] == []
    (scenario,) = load(tmp_path / game).scenarios
    monkeypatch.chdir(tmp_path)
    assert [problem_of(f"{game}/{scenario}", case) for case in recipe.case_list()] == [""] * len(recipe.cases)
