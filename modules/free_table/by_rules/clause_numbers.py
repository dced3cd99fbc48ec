"""What the program does with each key of rules.yaml, by a number that goes up when that changes.

A charter binds the numbers of the keys that its game uses. So a release that carries out one clause otherwise
asks only the games that have it to adopt that.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Final

import yaml
from pydantic import BaseModel

from modules.definition.formats.rules import RulesFile

FILE: Final = Path(__file__).with_name("clause_numbers.yaml")
EVERY: Final = "rules"
"""Stands for what the program does whatever the clauses are, such as when a hand may act."""
_SAY_NOTHING: Final = frozenset({"rule", "does", "book", "rules"})
"""Keys that are told, or that only lead to others."""


def keys_of(rules: RulesFile) -> tuple[str, ...]:
    """The keys that stand in a file, each once, as type and key: `zone_clause.stop`, `units.state`."""
    return tuple(sorted({EVERY, *_keys(rules)}))


def _keys(part: object) -> Iterator[str]:
    if isinstance(part, BaseModel):
        name = type_name(type(part))
        yield from (f"{name}.{key}" for key in part.model_fields_set - _SAY_NOTHING)
        for key in part.model_fields_set:
            yield from _keys(getattr(part, key))
        if "does" in part.model_fields_set:
            yield f"{name}.does"
    elif isinstance(part, dict | tuple):
        for each in part.values() if isinstance(part, dict) else part:
            yield from _keys(each)


def type_name(kind: type[BaseModel]) -> str:
    """The name of a type of clauses in a key: `zone_clause`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


@lru_cache(maxsize=1)
def numbers() -> dict[str, int]:
    """The number of each key."""
    found: dict[str, int] = yaml.safe_load(FILE.read_text(encoding="utf-8"))["numbers"]
    return found


def digest_keys(keys: tuple[str, ...], of_table: str) -> str:
    """The fingerprint of a game that has these keys, by that of the free table: 64 hex digits."""
    known = numbers()
    lines = [of_table, *(f"{key} {known[key]}" for key in keys)]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()
