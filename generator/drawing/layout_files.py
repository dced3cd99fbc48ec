"""Layouts as files of the art hold them, each read to the type that checks it."""

from __future__ import annotations

from typing import TypeVar

from pydantic import BaseModel

from generator.drawing.art import Look
from generator.drawing.shapes import parse_shape

_L = TypeVar("_L", bound=BaseModel)


def read_layout(look: Look, kind: type[_L], folder: str, name: str) -> _L:
    """A layout of that kind, read from a YAML file in a folder of the art. Raises as `layout`."""
    return look.once((folder, name), lambda: _read_layout(look, kind, f"{folder}/{name}.yaml"))


def _read_layout(look: Look, kind: type[_L], file: str) -> _L:
    return parse_shape(kind, look.top(file), file, look)
