"""What rules read of a game's files, as a digest of each file: a mended word changes none of them.

Words and looks are marked as `TOLD` in their types: names, titles, sources, figures, colours, places on a
sheet. All else counts, whether rules read it today or not. The entries of a mapping count in the order of the
file, for rules go by it; the keys of a part do not, nor a value that is its default, so that a part may get a
new key.
"""

from __future__ import annotations

import hashlib
import json
import types
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from typing import Annotated, Any, Final, TypeAlias, Union, get_args, get_origin, get_type_hints

from pydantic import BaseModel

from modules.definition.formats.fields import Told

Plain: TypeAlias = Any
"""A value as JSON has it: no floats."""

HEAD: Final = "senlac-data/1"


def digest(file: BaseModel) -> str | None:
    """64 hex digits, of all that counts in a file; None where that is nothing."""
    found = _part(file)
    if not found:
        return None
    text = json.dumps(found, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return hashlib.sha256(f"{HEAD}\n{text}\n".encode()).hexdigest()


def _part(part: BaseModel) -> dict[str, Plain]:
    kind = type(part)
    return {
        name: plain(value)
        for name, plain in _counted(kind).items()
        if (value := getattr(part, name)) != kind.model_fields[name].get_default(call_default_factory=True)
    }


@cache
def _counted(kind: type[BaseModel]) -> dict[str, Callable[[Any], Plain]]:
    """The fields of a type that count, each with what makes its value plain."""
    hints = get_type_hints(kind, include_extras=True)
    found = {name: _reader(hints[name]) for name in kind.model_fields}
    return {name: plain for name, plain in found.items() if plain is not None}


def _reader(hint: Any) -> Callable[[Any], Plain] | None:
    """What makes a value of this type plain; None for words and looks."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin is Annotated:
        return None if any(isinstance(mark, Told) for mark in inner[1:]) else _reader(inner[0])
    if origin in (Union, types.UnionType):
        readers = [_reader(each) for each in inner if each is not type(None)]
        if len(readers) == 1 and readers[0] is not None:
            return _or_none(readers[0])
        return _plain if any(readers) else None
    if origin is dict:
        value = _reader(inner[1])
        return list if value is None else lambda found: [[key, value(each)] for key, each in found.items()]
    if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
        item = _reader(inner[0])
        return None if item is None else lambda found: [item(each) for each in found if not _is_spot(each)]
    return _plain


def _or_none(plain: Callable[[Any], Plain]) -> Callable[[Any], Plain]:
    return lambda value: None if value is None else plain(value)


def _is_spot(value: Any) -> bool:
    """Whether this is a place on the earth by which a line is drawn, between the stops of it."""
    return isinstance(value, tuple) and any(isinstance(each, float) for each in value)


def _plain(value: Any) -> Plain:
    """A value of several types, or of one that says all: a part, a list, a number, a word."""
    if isinstance(value, BaseModel):
        return _part(value)
    if isinstance(value, tuple):
        return [_plain(each) for each in value]
    if isinstance(value, Fraction):
        return str(value)
    if value is None or isinstance(value, (str, int)):
        return value
    raise TypeError(f"{type(value).__name__} is nothing that rules read")
