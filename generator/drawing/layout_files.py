"""Layouts as files of the art hold them, each read to the type that checks it."""

from __future__ import annotations

from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from generator.drawing.art import FaultyArtError, art, tree_of

_L = TypeVar("_L", bound=BaseModel)


def read_layout(kind: type[_L], folder: str, name: str) -> _L:
    """A layout of that kind, read from a YAML file in a folder of the art. Raises as `layout`."""
    return art().once((folder, name), lambda: _read_layout(kind, f"{folder}/{name}.yaml"))


def _read_layout(kind: type[_L], file: str) -> _L:
    try:
        return kind.model_validate(tree_of(art().read(file), file))
    except ValidationError as faults:
        told = "; ".join(_say(dict(fault)) for fault in faults.errors())
        raise FaultyArtError(f"art/{file}: {told}") from faults


def _say(fault: dict[str, Any]) -> str:
    return f"{'.'.join(str(step) for step in fault['loc'])}: {fault['msg']}"
