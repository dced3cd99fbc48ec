"""Lengths as files write them: in mm, or with their unit."""

import re
from typing import Annotated, Any

from pydantic import BeforeValidator, WithJsonSchema

_LENGTH = re.compile(r"(\d{1,4}(?:\.\d{1,3})?) ?(mm|cm|in)?\Z")
_MM = {"mm": 1.0, "cm": 10.0, "in": 25.4}
_MOST_MM = 3000.0
_LEAST_HEX_MM, _MOST_HEX_MM = 4.0, 150.0
_LEAST_COUNTER_MM, _MOST_COUNTER_MM = 8.0, 60.0


def _length(value: Any) -> float:
    found = None if isinstance(value, bool) else _LENGTH.match(str(value))
    if found is None:
        raise ValueError("expected a length such as 14, 14.5mm or 34in")
    length = float(found[1]) * _MM[found[2] or "mm"]
    if length > _MOST_MM:
        raise ValueError(f"expected at most {_MOST_MM:g} mm")
    return length


def _hex(value: Any) -> float:
    length = _length(value)
    if not _LEAST_HEX_MM <= length <= _MOST_HEX_MM:
        raise ValueError(f"expected a hex of {_LEAST_HEX_MM:g} to {_MOST_HEX_MM:g} mm")
    return length


Length = Annotated[
    float,
    BeforeValidator(_length),
    WithJsonSchema(
        {"anyOf": [{"type": "integer"}, {"type": "string", "pattern": _LENGTH.pattern[:-2] + "$"}]}
    ),
]
"""A length in mm, written with its unit or as a whole number of mm."""


HexLength = Annotated[Length, BeforeValidator(_hex)]
"""The size of a hex from flat side to flat side."""


def _counter(value: Any) -> float:
    length = _length(value)
    if not _LEAST_COUNTER_MM <= length <= _MOST_COUNTER_MM:
        raise ValueError(f"expected a counter of {_LEAST_COUNTER_MM:g} to {_MOST_COUNTER_MM:g} mm")
    return length


CounterLength = Annotated[Length, BeforeValidator(_counter)]
"""The side of a counter."""
