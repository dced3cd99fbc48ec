"""The shapes that the YAML files of the art must have; every mistake in one is told with its place.

A game's own art may be a stranger's. A file without the shape is one error that names the file, the keys that
lead there, what was found and what is expected. It is never met while something is drawn. For example
`looks.woods.count: found 'x': expected a whole number`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, TypeVar

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, ValidationError

from generator.art_folder import FaultyArtError
from generator.drawing.typeface import ROLES_OF_TYPE
from modules.amounts import count_noun

_M = TypeVar("_M", bound=BaseModel)

_MOST_TOLD = 5
"""So many mistakes of a file are told at once."""


class Shape(BaseModel):
    """A part of a file of the art: an unknown key is a mistake."""

    model_config = ConfigDict(extra="forbid", frozen=True, defer_build=True, allow_inf_nan=False)


def _role(word: str) -> str:
    if word not in ROLES_OF_TYPE:
        raise ValueError(f"one of {', '.join(ROLES_OF_TYPE)}")
    return word


Word = Annotated[str, Field(min_length=1, max_length=200)]
"""A name, or a few words."""
Coordinate = Annotated[float, Field(ge=-500, le=500)]
"""Where something stands: in mm on a card, in hundredths of the side of a counter."""
Extent = Annotated[float, Field(gt=0, le=500)]
"""How wide or high something is, in the same unit."""
Role = Annotated[str, AfterValidator(_role)]
"""The use of a typeface, such as `title`."""


class _Noted(Shape):
    """A part with further keys, which tell people where something comes from."""

    model_config = ConfigDict(extra="ignore")


class FontEntry(_Noted):
    """A font of fonts.yaml. `file` is looked at by what opens it."""

    family: Word
    weight: int = Field(ge=1, le=1000)
    style: Literal["normal", "italic"] = "normal"
    file: Any
    for_: tuple[Role, ...] = Field(default=(), alias="for")


class FontsFile(_Noted):
    """fonts.yaml: `roles` says which role is set in the typeface of another."""

    fonts: tuple[FontEntry, ...] = ()
    roles: dict[Role, Role] = Field(default_factory=dict)


class StyleFile(Shape):
    """style.yaml, as `Style` explains it."""

    title: Word | None = None
    frieze: bool | None = None
    emblem: Word | None = None
    turn_marker: Word | None = None
    card_back: Word | None = None
    shields: tuple[Word, ...] = ()
    night: bool | None = None


class MarkerEntry(Shape):
    """A look of markers.yaml; its colours are looked at as those of palettes are."""

    palette: Word | None = None
    figure: Word | None = None
    layout: Word | None = None
    shape: Word | None = None
    colours: dict[str, Any] = Field(default_factory=dict)


class MarkersFile(Shape):
    """markers.yaml."""

    looks: dict[str, MarkerEntry]


class LeadersFile(Shape):
    """leaders.yaml: the palette of each leader with a sign of their own."""

    palettes: dict[str, Word]


def parse_shape(kind: type[_M], tree: Mapping[str, Any], file: str, context: object = None) -> _M:
    """The data of a file of the art as its type, whose validators are given the `context`. Raises
    FaultyArtError."""
    try:
        return kind.model_validate(tree, context=context)
    except ValidationError as error:
        faults = [_say(dict(fault)) for fault in error.errors(include_url=False)[:_MOST_TOLD]]
        raise FaultyArtError(f"art/{file}: {'; '.join(faults)}") from error


def quote_value(value: object) -> str:
    """A value of a file as a message shows it."""
    if value is None:
        return "nothing"
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, (list, tuple)):
        return "a list"
    told = repr(value)
    return told if len(told) <= 60 else f"{told[:50]}... ({count_noun(len(told), 'character')})"


_EXPECTED = {
    "string_type": "text (put it in quotes if it is a number)",
    "string_too_short": "some text",
    "tuple_type": "a list",
    "dict_type": "a mapping (`key: value` lines)",
    "model_type": "a mapping (`key: value` lines)",
    "bool_type": "true or false",
    "bool_parsing": "true or false",
    "int_type": "a whole number",
    "int_parsing": "a whole number",
    "int_from_float": "a whole number",
    "float_type": "a number",
    "float_parsing": "a number",
    "finite_number": "a number",
}


_LIMITS = (
    ("less than or equal to", "at most"),
    ("greater than or equal to", "at least"),
    ("greater than", "above"),
)


def _say(fault: dict[str, Any]) -> str:
    """One of pydantic's errors with the keys that lead there."""
    where = ".".join(str(step) for step in fault["loc"] if step != "[key]")
    kind = fault["type"]
    if kind == "missing":
        return f"{where}: it is missing"
    if kind == "extra_forbidden":
        return f"{where}: this key is not known: leave it out"
    expected = _EXPECTED.get(kind) or str(fault["msg"]).removeprefix("Value error, ")
    for theirs, ours in _LIMITS:
        expected = expected.replace(theirs, ours)
    expected = expected.removeprefix("Input should be ")
    return f"{where}: found {quote_value(fault['input'])}: expected {expected}"
