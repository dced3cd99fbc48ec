"""A checked definition as bytes, and back without YAML and without checks: for who keeps it where nobody else
can write. Of what is read back nothing is called but the types of definitions."""

from __future__ import annotations

import io
import pickle
from dataclasses import fields
from fractions import Fraction
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from modules.definition.model import Definition

_PARTS = tuple(field.name for field in fields(Definition) if field.name != "folder")
_PROTOCOL = 5
_BROKEN = (
    pickle.UnpicklingError, EOFError, ImportError, AttributeError, LookupError, TypeError, ValueError,
)  # fmt: skip
"""What reading bytes that somebody has changed may raise."""


def packed(definition: Definition) -> bytes:
    """The bytes of a definition, without the folder in which it lies."""
    parts = {name: getattr(definition, name) for name in _PARTS}
    return pickle.dumps(parts, _PROTOCOL)


class NotPacked(Exception):
    """Bytes that are no packed definition."""


def unpacked(data: bytes, folder: Path) -> Definition:
    """The definition in these bytes, as it lies in a folder. Raises NotPacked for any others."""
    try:
        return Definition(folder=folder, **_Parts(io.BytesIO(data)).load())
    except _BROKEN as error:
        raise NotPacked(str(error)) from error


class _Parts(pickle.Unpickler):
    """Knows the types of definitions, and no other name."""

    def find_class(self, module: str, name: str) -> Any:
        found = super().find_class(module, name) if module.startswith("modules.") else None
        if isinstance(found, type) and issubclass(found, BaseModel):
            return found
        if (module, name) == ("fractions", "Fraction"):
            return Fraction
        raise pickle.UnpicklingError(f"{module}.{name} is no part of a definition")
