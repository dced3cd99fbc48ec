"""Schemas for editors: those of a game's files, with the figures, layouts and palettes of all styles to
choose from by name, and those of the art that a game may bring: layouts of counters and cards, palettes.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from generator.art_folder import parsed, styles
from generator.cards.layout import CardLayout
from generator.counters.layout import Layout
from generator.drawing.art import Look
from generator.look import look_of_style
from modules.definition.schema import schemas

_TYPES: dict[str, type[BaseModel]] = {"art_layouts": Layout, "art_card_layouts": CardLayout}
_DRAFT = "https://json-schema.org/draft/2020-12/schema"


def all_schemas(games: Iterable[str]) -> dict[str, str]:
    """File name of each schema to its JSON text."""
    named = {"figure": _figures(), "layout": _names("layouts"), "palette": _palettes()}
    found = {name: json.loads(text) for name, text in schemas(games).items()}
    for schema in found.values():
        _complete(schema, named)
    for name, kind in _TYPES.items():
        found[f"{name}.schema.json"] = _described(kind.model_json_schema()) | {"title": f"Senlac {name}"}
    found["art_palettes.schema.json"] = _of_palettes()
    return {
        name: json.dumps({"$schema": _DRAFT, **schema}, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
        for name, schema in found.items()
    }


# --- names -----------------------------------------------------------------------------------------------


def _of_all_styles(names: Callable[[Look], Iterable[str]]) -> list[str]:
    """What the art of any style has, each name once."""
    found: set[str] = set()
    for style in styles():
        found |= {*names(look_of_style(style))}
    return sorted(found)


@cache
def _figures() -> list[str]:
    return _of_all_styles(lambda look: [name.replace("-", "_") for name in look.figures()])


@cache
def _names(folder: str) -> list[str]:
    return _of_all_styles(lambda look: [name.removesuffix(".yaml") for name in look.names(folder, ".yaml")])


@cache
def _palettes() -> list[str]:
    return _of_all_styles(lambda look: {key.partition(".")[0] for key in look.palette("sides").colours})


def _complete(node: Any, named: dict[str, list[str]]) -> None:
    """Names to choose from at each property that takes one; names of a game's own art are as good."""
    if isinstance(node, list):
        for each in node:
            _complete(each, named)
        return
    if not isinstance(node, dict):
        return
    for name, told in node.get("properties", {}).items():
        if name in named and isinstance(told, dict) and "$ref" not in told:
            told["examples"] = named[name]
    for each in node.values():
        _complete(each, named)


# --- the art -----------------------------------------------------------------------------------------------


@cache
def _said() -> dict[str, str]:
    return dict(parsed((Path(__file__).parent / "art_words.yaml").read_text(encoding="utf-8")))


def _described(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema of a layout with what each property is in words."""
    for part in (schema, *schema.get("$defs", {}).values()):
        for name, told in part.get("properties", {}).items():
            if "$ref" in told:
                part["properties"][name] = told = {"allOf": [told]}
            elif name == "at" and told.get("type") == "array":  # or a name of places.yaml
                part["properties"][name] = told = {"anyOf": [told, {"type": "string"}]}
            told["description"] = _said()[name]
    return schema


def _of_palettes() -> dict[str, Any]:
    """Palettes: colours, in groups as deep as one likes. Names of the shipped ones are completed."""
    colour = {"type": "string", "pattern": "^#[0-9a-fA-F]{6}$", "description": "A colour, as #rrggbb."}
    deeper = {"$ref": "#/$defs/of"}
    group = {"type": "object", "description": _said()["group"], "additionalProperties": deeper}
    of = {"anyOf": [colour, {"type": "array", "items": colour}, group, {"type": "string"}]}
    roles = {name: {**colour, "description": _said()["role"]} for name in _roles()}
    nation = {"anyOf": [{**group, "properties": roles}, deeper], "description": _said()["group"]}
    return {
        "title": "Senlac art_palettes", "type": "object", "additionalProperties": deeper,
        "properties": dict.fromkeys(_palettes(), nation), "$defs": {"of": of},
    }  # fmt: skip


def _roles() -> Iterator[str]:
    yield from _of_all_styles(
        lambda look: {key.partition(".")[2] for key in look.palette("sides").colours if key.count(".") == 1}
    )
