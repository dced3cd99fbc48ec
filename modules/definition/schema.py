"""JSON Schemas of the YAML files, made from the types, so that editors complete and check them."""

from __future__ import annotations

import json
from pathlib import PurePosixPath
from typing import Any

from modules.definition.files import BY_KEY, FOLDERS, SINGLE
from modules.definition.ledger import LedgerFile


def schemas() -> dict[str, str]:
    """File name of each schema to its JSON text (draft 2020-12)."""
    kinds = {PurePosixPath(name).stem: kind for name, kind in SINGLE.items()} | FOLDERS
    kinds |= {f"{folder}_{key}": kind for (folder, key), kind in BY_KEY.items()}
    kinds["ledger"] = LedgerFile
    return {f"{name}.schema.json": _text(name, kind.model_json_schema()) for name, kind in kinds.items()}


def _text(name: str, schema: dict[str, Any]) -> str:
    whole = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema, "title": f"Senlac {name}"}
    return json.dumps(whole, indent=2, ensure_ascii=False, sort_keys=True) + "\n"
