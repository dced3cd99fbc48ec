"""Contrast: how well words are told from what they stand on (WCAG 2.2)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache

READABLE, NUMBER_READABLE = 4.5, 7.0
"""Least contrast of words, and of values that are read at arm's length."""


@cache
def contrast(one: str, other: str) -> float:
    """The contrast ratio of two "#rrggbb" colours, 1 to 21 (WCAG 2.2, relative luminance)."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def luminance(colour: str) -> float:
    """How light a "#rrggbb" colour is, 0 to 1 (WCAG 2.2, relative luminance)."""
    parts = [part / 255 for part in bytes.fromhex(colour[1:])]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


@dataclass(frozen=True, slots=True)
class Faint:
    """Words that are hard to read: the palette, both colours, their contrast and the one that they need, and
    where they stand."""

    palette: str
    ground: str
    ink: str
    found: float
    wanted: float
    where: str

    def __str__(self) -> str:
        return (
            f"palette {self.palette}: {self.ink} on {self.ground} has a contrast of {self.found:.1f} "
            f"({self.where}); {self.wanted:g} can be read: change one of the colours, or accept it in the "
            "palette with `accepted: ` and the reason"
        )


_noted: ContextVar[list[Faint] | None] = ContextVar("noted", default=None)


@contextmanager
def noting() -> Iterator[list[Faint]]:
    """Within it all words that are hard to read are noted."""
    found: list[Faint] = []
    before = _noted.set(found)
    try:
        yield found
    finally:
        _noted.reset(before)


def note_faint(palette: str, ground: str, ink: str, wanted: float, where: str) -> None:
    """Notes words where they are hard to read, for whoever is `noting`; what is drawn is drawn."""
    found = _noted.get()
    if found is not None and contrast(ground, ink) < wanted:
        found.append(Faint(palette, ground, ink, contrast(ground, ink), wanted, where))
