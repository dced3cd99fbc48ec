"""JSON Schemas of the YAML files, made from the types, so that editors complete and check them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from modules.definition.explain import said_of, types_within
from modules.definition.files import BY_KEY, FOLDERS, SINGLE, TRIED
from modules.definition.formats.special import KEY, Special, parts_of


def schemas(games: Iterable[str] = ()) -> dict[str, str]:
    """File name of each schema to its JSON text (draft 2020-12).

    Of these games, files with a part of the game's own (`special`) have another schema each, named for the
    game as well; the general ones let no such part stand.
    """
    kinds = {PurePosixPath(name).stem: (kind, "") for name, kind in SINGLE.items()}
    kinds |= {folder: (kind, folder) for folder, kind in {**FOLDERS, **TRIED}.items()}
    kinds |= {f"{folder}_{key}": (kind, folder) for (folder, key), kind in BY_KEY.items()}
    made = {name: _general(kind) for name, (kind, _) in kinds.items()}
    for game in games:
        parts = parts_of(game)
        own = {name: of for name, of in kinds.items() if of[1] in parts and KEY in of[0].model_fields}
        made |= {f"{game}_{name}": _with_part(kind, parts[folder]) for name, (kind, folder) in own.items()}
    return {f"{name}.schema.json": _text(name, schema) for name, schema in made.items()}


def _general(kind: type[BaseModel]) -> dict[str, Any]:
    schema = _described(kind.model_json_schema(), kind)
    if KEY in kind.model_fields:
        del schema["properties"][KEY], schema["$defs"][Special.__name__]
    return schema


def _with_part(kind: type[BaseModel], part: type[Special]) -> dict[str, Any]:
    refs, found = models_json_schema([(kind, "validation"), (part, "validation")])
    defs = _described(found, kind, part)["$defs"]
    del defs[Special.__name__]
    schema: dict[str, Any] = defs.pop(kind.__name__)
    schema["properties"][KEY] = {"allOf": [refs[part, "validation"]], "description": said_of(kind)[KEY]}
    if any(field.is_required() for field in part.model_fields.values()):
        schema["required"] = [*schema["required"], KEY]
    return {**schema, "$defs": defs}


def _described(schema: dict[str, Any], *kinds: type[BaseModel]) -> dict[str, Any]:
    """A schema of these types with what each property is in words."""
    within = {each.__name__: each for kind in kinds for each in types_within(kind)}
    for name, part in [(kinds[0].__name__, schema), *schema.get("$defs", {}).items()]:
        said = said_of(within[name]) if name in within else {}
        for field, told in part.get("properties", {}).items():
            if not said.get(field):
                continue
            if "$ref" in told:
                part["properties"][field] = {"allOf": [told], "description": said[field]}
            else:
                told["description"] = said[field]
    return schema


def _text(name: str, schema: dict[str, Any]) -> str:
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": f"Senlac {name}"}
    return json.dumps(whole, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
