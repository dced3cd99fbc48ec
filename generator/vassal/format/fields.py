"""How a dataclass becomes a `;` list of VASSAL and back: the machinery below the traits.

A subclass of `Record` lists VASSAL's fields in VASSAL's order; the annotation of each says how it is
written. `dump` and `load` are exact opposites for whatever VASSAL itself writes in its present version;
`load` gives None for anything else (older, shorter forms), which callers then keep as raw text.
"""

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Annotated, Any, Self, get_type_hints

from generator.vassal.format.codec import join, join_or_empty, split, split_or_empty
from generator.vassal.format.errors import TraitError
from generator.vassal.format.keys import is_color, is_key

STATE = {"vassal": "state"}
"""Metadata of a dataclass field that belongs to a trait's state, not to its type."""


@dataclass(frozen=True)
class Kind:
    """One way to write a value: what it must be, how it is written and read."""

    name: str
    accepts: Callable[[Any], bool]
    write: Callable[[Any], str]
    read: Callable[[str], Any]


def _read_bool(text: str) -> bool:
    if text not in ("true", "false"):
        raise ValueError(text)
    return text == "true"


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def is_text(value: object) -> bool:
    """Whether VASSAL can keep the text: at a trailing backslash its own encoder joins two fields."""
    return isinstance(value, str) and not value.endswith("\\")


def _is_list(value: object) -> bool:
    return isinstance(value, tuple) and value != ("",) and all(is_text(item) for item in value)


def _is_key_list(value: object) -> bool:
    return _is_list(value) and all(is_key(item) and item for item in value)  # type: ignore[attr-defined]


def _write_list(value: tuple[str, ...]) -> str:
    return join_or_empty(value, ",")


def _read_list(text: str) -> tuple[str, ...]:
    return tuple(split_or_empty(text, ","))


TEXT = Kind("a text without a backslash at its end", is_text, str, str)
INTEGER = Kind("a whole number", _is_int, str, int)
DOUBLE = Kind("a decimal number", lambda v: isinstance(v, float), repr, float)
BOOLEAN = Kind("true or false", lambda v: isinstance(v, bool), lambda v: str(v).lower(), _read_bool)
LIST = Kind("a tuple of texts, not of one empty text", _is_list, _write_list, _read_list)
KEY = Kind('a keystroke "code,modifiers" or ""', lambda v: is_text(v) and is_key(v), str, str)
KEYS = Kind("a tuple of keystrokes", _is_key_list, _write_list, _read_list)
COLOR = Kind('a colour "r,g,b" or ""', lambda v: is_text(v) and is_color(v), str, str)

Key = Annotated[str, KEY]
Keys = Annotated[tuple[str, ...], KEYS]
Color = Annotated[str, COLOR]
Texts = Annotated[tuple[str, ...], LIST]

_PLAIN = {str: TEXT, int: INTEGER, float: DOUBLE, bool: BOOLEAN}


_KINDS: dict[tuple[type[Any], bool], dict[str, Kind]] = {}


def kinds(cls: type[Any], state: bool) -> dict[str, Kind]:
    """The kinds of a record's type fields, or of its state fields, in VASSAL's order."""
    if (cls, state) not in _KINDS:
        hints = get_type_hints(cls, include_extras=True)
        chosen = [item.name for item in fields(cls) if ("vassal" in item.metadata) is state]
        _KINDS[cls, state] = {name: _kind(hints[name]) for name in chosen}
    return _KINDS[cls, state]


def _kind(hint: Any) -> Kind:
    if hasattr(hint, "__metadata__"):
        found = hint.__metadata__[0]
        assert isinstance(found, Kind)  # noqa: S101 - a slip in this room, not in data
        return found
    return _PLAIN[hint]


@dataclass(frozen=True)
class Record:
    """A dataclass whose fields are checked as VASSAL fields when it is made (TraitError)."""

    def __post_init__(self) -> None:
        for name, kind in (kinds(type(self), False) | kinds(type(self), True)).items():
            value = getattr(self, name)
            if not kind.accepts(value):
                raise TraitError(f"{type(self).__name__}.{name} must be {kind.name}, not {value!r}")

    def dump(self, *, state: bool = False) -> str:
        """The type fields, or the state fields, as one `;` list ("" when there are none)."""
        items = kinds(type(self), state).items()
        return join([kind.write(getattr(self, name)) for name, kind in items], ";") if items else ""

    @classmethod
    def load(cls, type_text: str, state_text: str = "") -> Self | None:
        """The record with these fields, or None if VASSAL's present version would not write them so."""
        values = _read(type_text, kinds(cls, False)) | _read(state_text, kinds(cls, True))
        if len(values) != len(fields(cls)):
            return None
        try:
            record = cls(**values)
        except TraitError:
            return None
        same = record.dump() == type_text and record.dump(state=True) == state_text
        return record if same else None


def _read(text: str, expected: dict[str, Kind]) -> dict[str, Any]:
    if not expected:
        return {}
    tokens = split(text, ";")
    if len(tokens) != len(expected):
        return {}
    try:
        return {name: kind.read(token) for (name, kind), token in zip(expected.items(), tokens, strict=True)}
    except ValueError:
        return {}
