"""Schemas for editors: the shipped art keeps them, names can be completed, every property is told."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml

from generator.checking.schemas import all_schemas
from generator.new_game import start_game
from generator.new_game.start import starts

ART = Path(__file__).parents[3] / "art"
_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""Ten times as fast, where the library was built with it."""
SCHEMAS = {name: json.loads(text) for name, text in all_schemas(()).items()}
FOLDERS = {
    "layouts/*.yaml": "art_layouts", "layouts/cards/*.yaml": "art_card_layouts",
    "palettes/*.yaml": "art_palettes",
}  # fmt: skip


def properties(node: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    if isinstance(node, dict):
        yield from node.get("properties", {}).items()
    for each in node.values() if isinstance(node, dict) else node if isinstance(node, list) else ():
        yield from properties(each)


def test_every_property_is_told_and_names_can_be_completed() -> None:
    for name, schema in SCHEMAS.items():
        untold = [
            key for key, each in properties(schema) if isinstance(each, dict) and "description" not in each
        ]
        assert untold == [], name
    kinds = dict(properties(SCHEMAS["game.schema.json"]["$defs"]["Kind"]))
    assert {"fyrd", "nato/armour", "grenadier"} <= {*kinds["figure"]["examples"]}
    assert {"unit", "nato", "regiment"} <= {*kinds["layout"]["examples"]}


@pytest.mark.whole
@pytest.mark.parametrize("pattern", FOLDERS)
def test_the_art_that_ships_keeps_its_schemas(pattern: str) -> None:
    files = [*ART.glob(pattern), *ART.glob(f"styles/*/{pattern}")]
    assert files
    for file in files:
        said = yaml.load(file.read_text(encoding="utf-8"), Loader=_LOADER)
        jsonschema.validate(said, SCHEMAS[f"{FOLDERS[pattern]}.schema.json"])


@pytest.mark.parametrize(("style", "grid"), starts())
def test_each_file_of_a_new_game_names_its_schema(style: str, grid: str, tmp_path: Path) -> None:
    for file in start_game(tmp_path / "game", style=style, grid=grid):
        if file.suffix != ".yaml":
            continue
        text = file.read_text(encoding="utf-8")
        found = re.match(r"# yaml-language-server: \$schema=(\S+)\n", text)
        assert found is not None
        schema = (file.parent / found[1]).resolve()
        assert schema.parent == tmp_path / "schemas"
        assert schema.name in SCHEMAS


@pytest.mark.parametrize(("style", "grid"), starts())
def test_the_schema_lets_the_cases_of_a_new_game_stand(style: str, grid: str, tmp_path: Path) -> None:
    """An editor marks nothing in them, and a misspelt key."""
    start_game(tmp_path / "game", style=style, grid=grid)
    keeps = jsonschema.Draft202012Validator(SCHEMAS["cases.schema.json"])
    for file in (tmp_path / "game" / "cases").glob("*.yaml"):
        said = yaml.load(file.read_text(encoding="utf-8"), _LOADER)
        assert [error.message for error in keeps.iter_errors(said)] == []
        said["cases"][0]["them"] = said["cases"][0].pop("then")
        assert not keeps.is_valid(said)
