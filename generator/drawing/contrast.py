"""Contrast: how well words are told from what they stand on (WCAG 2.2)."""

from __future__ import annotations

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
