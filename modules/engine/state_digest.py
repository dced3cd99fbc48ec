"""A digest of a state: the SHA-256 of its one canonical text, equal for equal states on every machine."""

from __future__ import annotations

import hashlib
import json
from dataclasses import fields, is_dataclass
from fractions import Fraction
from typing import Any


def digest(state: object) -> str:
    """64 hex characters. Raises TypeError for a value that has no canonical text (a float, an object)."""
    return hashlib.sha256(canonical(state).encode()).hexdigest()


def canonical(state: object) -> str:
    """The canonical text: JSON with sorted keys, dataclasses as mappings, sets sorted."""
    return json.dumps(_to_plain(state), sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def _to_plain(value: Any) -> Any:
    if value is None or isinstance(value, (str, int)):
        return value
    if is_dataclass(value) and not isinstance(value, type):
        return {f.name: _to_plain(getattr(value, f.name)) for f in fields(value) if f.compare}
    if isinstance(value, dict):
        return {str(k): _to_plain(v) for k, v in value.items()}
    if isinstance(value, (tuple, list)):
        return [_to_plain(v) for v in value]
    if isinstance(value, (set, frozenset)):
        return sorted(_to_plain(v) for v in value)
    if isinstance(value, Fraction):
        return str(value)
    raise TypeError(f"{type(value).__name__} has no canonical text")
