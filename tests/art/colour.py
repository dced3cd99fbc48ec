"""Colour arithmetic for the tests: contrast (WCAG 2), CIE L*a*b*, colour-blind sight (Machado 2009)."""

from __future__ import annotations

import math

SIGHT = {
    "full": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}


def linear(colour: str) -> list[float]:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]


def luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def lab(colour: str, sight: str = "full") -> tuple[float, float, float]:
    seen = [sum(m * c for m, c in zip(row, linear(colour), strict=True)) for row in SIGHT[sight]]
    x = 0.4124 * seen[0] + 0.3576 * seen[1] + 0.1805 * seen[2]
    y = 0.2126 * seen[0] + 0.7152 * seen[1] + 0.0722 * seen[2]
    z = 0.0193 * seen[0] + 0.1192 * seen[1] + 0.9505 * seen[2]
    fx, fy, fz = (
        v ** (1 / 3) if v > 0.008856 else 7.787 * v + 16 / 116
        for v in (max(x, 0) / 0.9505, max(y, 0), max(z, 0) / 1.089)
    )
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def difference(one: str, other: str, sight: str = "full") -> float:
    """Distance of two colours in CIE L*a*b* (about 2 is just seen) to an eye."""
    return math.dist(lab(one, sight), lab(other, sight))
