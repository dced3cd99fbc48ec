"""Palettes: named colours of the art, from one file or from several laid over one another."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from generator.art_folder import FaultyArtError
from generator.drawing.shapes import quote_value

COLOUR = re.compile(r"#[0-9a-f]{6}")
WORDS = ("name", "note", "accepted")
"""Keys of a palette that hold words for people: `accepted` is why a contrast that is too low may stand."""


class UnknownColourError(KeyError):
    """A palette has no colour of that name; the message names the palette and what it has."""

    def __str__(self) -> str:
        return str(self.args[0])


class _Group(dict[str, str]):
    """Colours below one name; one that is missing is told with that name."""

    def __init__(self, name: str, colours: Mapping[str, str]) -> None:
        super().__init__(colours)
        self._name = name

    def __missing__(self, key: str) -> str:
        raise UnknownColourError(f"{self._name} has no colour {key!r}; it has {', '.join(self)}")


@dataclass(frozen=True)
class Palette:
    """Named colours of one file; nested names are joined by a dot ("shire.ground"). `accepted` has the reason
    of each group whose contrasts are as they are on purpose."""

    name: str
    colours: Mapping[str, str]
    accepted: Mapping[str, str] = field(default_factory=dict)

    def __getitem__(self, key: str) -> str:
        """The colour "#rrggbb" of a name. Raises UnknownColourError."""
        try:
            return self.colours[key]
        except KeyError:
            known = ", ".join(self.colours)
            raise UnknownColourError(f"palette {self.name} has no colour {key!r}; it has {known}") from None

    def under(self, prefix: str) -> dict[str, str]:
        """The colours below one name: under("shire") gives ground, stripe, ink and so on."""
        if prefix not in self._below:
            below = f"{prefix}."
            found = {k.removeprefix(below): v for k, v in self.colours.items() if k.startswith(below)}
            if not found:
                groups = ", ".join(sorted({k.split(".")[0] for k in self.colours if "." in k}))
                raise UnknownColourError(f"palette {self.name} has no colours of {prefix!r}; it has {groups}")
            self._below[prefix] = found
        return _Group(f"palette {self.name}.{prefix}", self._below[prefix])

    @cached_property
    def _below(self) -> dict[str, dict[str, str]]:
        """What `under` has found: every counter asks for the same few."""
        return {}

    @property
    def groups(self) -> tuple[str, ...]:
        """The first parts of all nested names, in the order of the file."""
        return tuple(dict.fromkeys(k.split(".")[0] for k in self.colours if "." in k))

    def also(self, names: Mapping[str, str]) -> Palette:
        """With the colours of some names under other names too, where these have none of their own."""
        more = dict(self.colours)
        for name, other in names.items():
            if name in more or any(key.startswith(f"{name}.") for key in more):
                continue
            below = f"{other}."
            more |= {
                name + key[len(other) :]: colour
                for key, colour in self.colours.items()
                if key == other or key.startswith(below)
            }
        return Palette(self.name, more, self.accepted)


def palette_of(tree: Mapping[str, Any], name: str, file: str) -> Palette:
    """The palette that the data of a file are. Raises FaultyArtError."""
    accepted = {
        group: str(entry["accepted"])
        for group, entry in tree.items()
        if isinstance(entry, Mapping) and isinstance(entry.get("accepted"), str)
    }
    return Palette(name, dict(flatten(tree, file)), accepted)


def flatten(tree: Any, file: str, prefix: str = "") -> Iterator[tuple[str, str]]:
    """Colours by dotted name; words that are not colours (`WORDS`) may stand beside them."""
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from flatten(value, file, f"{prefix}{key}.")
        elif isinstance(value, (list, tuple)):
            yield from flatten(dict(enumerate(value, 1)), file, f"{prefix}{key}.")
        elif key in WORDS:
            continue
        elif isinstance(value, str) and COLOUR.fullmatch(value):
            yield f"{prefix}{key}", value
        else:
            raise FaultyArtError(
                f"art/{file}: {prefix}{key}: found {quote_value(value)}: write a colour as '#rrggbb'"
            )


Repaint = Callable[[str, str, str], str]
"""A colour instead of a palette's: by the palette's name, the colour's name, the colour."""
