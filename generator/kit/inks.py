"""Ink: a kit with pale grounds for a printer of small purse, and a kit without colours.

To save ink the palettes are changed before anything is drawn, by what a colour is for: grounds become pale,
words on them dark, lines and figures stay. So the contrast of what is drawn is checked as ever. Colours are
taken out of what is drawn already: each becomes the grey of its luminance, which keeps all contrasts.
"""

from __future__ import annotations

import re
from functools import cache

from generator.drawing.art import PLAIN_PALETTE
from generator.drawing.contrast import luminance

_DARK = "#1a130c"
_WHITE = 255
_SHARES: dict[str, dict[str, float]] = {
    "sides": {"ground": 0.82},
    "chart": {"band": 0.6, "paper": 1.0, "tints": 0.5, "linen": 0.8},
    "map": {
        "paper": 1.0,
        "clear": 0.75,
        "levels": 0.6,
        "ground": 0.55,
        "light": 0.5,
        "core": 0.4,
        "glyph": 0.25,
        "frame": 0.7,
        "shadow": 0.6,
    },
    "areas": {"ground": 0.6, "near": 0.7, "tints": 0.6, "bands": 0.4, "hatch": 0.5, "shadow": 0.5},
}
"""How much white is added to a colour, by palette and by what it is for."""

_NO_SIDE = {"ground": 0.82, "stripe": 0.75}
"""The same for the palette of no side: its stripe is the back of cards, not the sign of a side."""

_COLOUR = re.compile(r"#[0-9a-f]{6}\b")


def pale(palette: str, name: str, colour: str) -> str:
    """A colour of a palette as it is printed to save ink; `name` is its dotted name."""
    shares = _SHARES.get(palette)
    if shares is None:
        return colour
    group, _, _ = name.partition(".")
    role = next(part for part in reversed(name.split(".")) if not part.isdigit())
    if palette == "sides":
        shares = _NO_SIDE if group == PLAIN_PALETTE else shares
        if role.endswith("ink") and role.removesuffix("ink").removesuffix("_") in ("", *shares):
            return _DARK
    share = shares.get(role, 0.0)
    parts = (round(part + (_WHITE - part) * share) for part in bytes.fromhex(colour[1:]))
    return f"#{bytes(parts).hex()}"


def greyed(svg: str) -> str:
    """A picture with every colour as grey as it is light."""
    return _COLOUR.sub(lambda found: _grey(found[0]), svg)


@cache
def _grey(colour: str) -> str:
    light = luminance(colour)
    part = light * 12.92 if light <= 0.0031308 else 1.055 * light ** (1 / 2.4) - 0.055
    return f"#{bytes([round(part * 255)] * 3).hex()}"
