"""Every trait of VASSAL as data (`traits.yaml`): its name, its fields and their kinds, its menu commands.

The typed traits of `traits` are those that modules of this house write; this table knows all the others too,
as far as a linter or a reader of saves needs it. Kinds: text, int, double, bool, color, key, keys, list,
image, images, sound, expression, access and sides (who may), style (of a mask), constraints and commands (of
a property), piece and gpid (of a marker to place), rest.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files

import yaml

from generator.vassal.format.codec import split


@dataclass(frozen=True)
class TraitField:
    """One field: its name here and how VASSAL reads it."""

    name: str
    kind: str


@dataclass(frozen=True)
class TraitType:
    """One trait. `least` fields must stand in the type; `menu` pairs fields of a menu text and its key."""

    prefix: str
    name: str
    type: tuple[TraitField, ...]
    state: tuple[TraitField, ...]
    least: int
    menu: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class TraitText:
    """A trait taken apart: the values of its fields in order, and what VASSAL would not read (`surplus`)."""

    kind: TraitType
    values: Mapping[str, str]
    state: Mapping[str, str]
    surplus: tuple[str, ...]


@cache
def trait_table() -> Mapping[str, TraitType]:
    """All traits by their prefix, which ends with a semicolon."""
    raw = yaml.safe_load(files("generator.vassal.format").joinpath("traits.yaml").read_text("utf-8"))
    return {f"{prefix};": _trait_type(f"{prefix};", entry) for prefix, entry in raw.items()}


def _trait_type(prefix: str, entry: Mapping[str, object]) -> TraitType:
    menu = entry.get("menu", ())
    pairs = [str(pair).split("/") for pair in menu] if isinstance(menu, list) else []
    return TraitType(
        prefix,
        str(entry["name"]),
        _fields(str(entry["type"])),
        _fields(str(entry.get("state", ""))),
        int(str(entry.get("least", 0))),
        tuple((text, key) for text, key in pairs),
    )


def _fields(text: str) -> tuple[TraitField, ...]:
    found = [item.partition(":") for item in text.split()]
    return tuple(TraitField(name, kind or "text") for name, _, kind in found)


@lru_cache(maxsize=4096)
def take_apart(type_text: str, state: str) -> TraitText | None:
    """A trait by its fields, or None if VASSAL has no trait with this prefix."""
    prefix, _, body = type_text.partition(";")
    kind = trait_table().get(f"{prefix};")
    if kind is None or not type_text.startswith(kind.prefix):
        return None
    values, surplus = _values(body, kind.type)
    return TraitText(kind, values, _values(state, kind.state)[0], surplus)


def _values(text: str, expected: tuple[TraitField, ...]) -> tuple[dict[str, str], tuple[str, ...]]:
    if expected and expected[0].kind == "rest":
        return {expected[0].name: text}, ()
    tokens = split(text, ";")
    if expected and expected[-1].kind == "rest":
        head = len(expected) - 1
        tokens = [*tokens[:head], ";".join(tokens[head:])] if len(tokens) > head else tokens
    found = {field.name: token for field, token in zip(expected, tokens, strict=False)}
    return found, tuple(tokens[len(expected) :])
