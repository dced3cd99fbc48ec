"""What every drawing function of the generator gives: an SVG document with its size on paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


class Part(NamedTuple):
    """Where a drawing lies on a `whole` one, from its left upper corner in mm: its pixels are some of those,
    which are rendered once for all parts."""

    whole: Drawing
    left: float
    top: float


@dataclass(frozen=True, slots=True)
class Drawing:
    """One picture. `name` is a file name without ending, `title` is for people; sizes are in mm.

    `svg` is a whole document whose user unit is 1 mm and whose width and height are `width_mm` and
    `height_mm`, without external references.
    """

    name: str
    title: str
    svg: str
    width_mm: float
    height_mm: float
    part: Part | None = None
