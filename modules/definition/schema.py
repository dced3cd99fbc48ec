"""JSON Schemas of the YAML files, made from the types, so that editors complete and check them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import PurePosixPath
from typing import Any

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from modules.definition.files import BY_KEY, FOLDERS, SINGLE
from modules.definition.ledger import LedgerFile
from modules.definition.special import KEY, Special, parts_of


def schemas(games: Iterable[str] = ()) -> dict[str, str]:
    """File name of each schema to its JSON text (draft 2020-12).

    Of these games, files with a part of the game's own (`special`) have another schema each, named for the
    game as well; the general ones let no such part stand.
    """
    kinds = {PurePosixPath(name).stem: (kind, "") for name, kind in SINGLE.items()}
    kinds |= {folder: (kind, folder) for folder, kind in FOLDERS.items()}
    kinds |= {f"{folder}_{key}": (kind, folder) for (folder, key), kind in BY_KEY.items()}
    kinds["ledger"] = (LedgerFile, "")
    made = {name: _general(kind) for name, (kind, _) in kinds.items()}
    for game in games:
        parts = parts_of(game)
        own = {name: of for name, of in kinds.items() if of[1] in parts and KEY in of[0].model_fields}
        made |= {f"{game}_{name}": _with_part(kind, parts[folder]) for name, (kind, folder) in own.items()}
    return {f"{name}.schema.json": _text(name, schema) for name, schema in made.items()}


def _general(kind: type[BaseModel]) -> dict[str, Any]:
    schema = kind.model_json_schema()
    if KEY in kind.model_fields:
        del schema["properties"][KEY], schema["$defs"][Special.__name__]
    return schema


def _with_part(kind: type[BaseModel], part: type[Special]) -> dict[str, Any]:
    refs, found = models_json_schema([(kind, "validation"), (part, "validation")])
    defs = found["$defs"]
    del defs[Special.__name__]
    schema: dict[str, Any] = defs.pop(kind.__name__)
    schema["properties"][KEY] = refs[part, "validation"]
    if any(field.is_required() for field in part.model_fields.values()):
        schema["required"] = [*schema["required"], KEY]
    return {**schema, "$defs": defs}


def _text(name: str, schema: dict[str, Any]) -> str:
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": f"Senlac {name}"}
    return json.dumps(whole, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
