"""Zones of control by facing: the hexes in front of a counter as a layer below its face, which turns with it.

VASSAL's own area of effect lies all round (`AreaOfEffect.getArea` asks the grid for all within a radius). So
these hexes are a picture, inside the rotator; a shape as large as the counter keeps them from taking clicks.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import cos, radians, sin, sqrt

from generator.drawing.art import Look
from generator.drawing.raster import Shot
from generator.drawing.svg import Canvas
from generator.vassal.format.keys import ctrl
from generator.vassal.format.traits import Embellishment, RawTrait, Trait
from generator.vassal.module.data import VassalFile, ZoneOfControl
from generator.vassal.module.names import ZONE_COLOUR, ZONE_OPACITY, ZONE_TEXT, Rendering

_IMAGE = "front-hexes"
_LAYER = "Front"
_REACH = 1.6
"""Half the side of the picture, in hexes from flat side to flat side: the farthest corner lies at 1.58."""


def front_layer(zone: ZoneOfControl, rendering: Rendering) -> tuple[Trait, Trait]:
    """The layer, to stand inside a counter's face, and the shape, to stand outside it."""
    half, image = rendering.px // 2, rendering.image(_IMAGE)
    # VASSAL lists the image that a shape was traced from: one that names none ends in an exception.
    square = f"dM -{half} -{half} L {half} -{half} L {half} {half} L -{half} {half} Z N {image}"
    layer = Embellishment(
        activate_text=ZONE_TEXT, activate_keystroke=ctrl(zone.key), images=(image,),
        name=_LAYER, always_active=False, level=-1,
    )  # fmt: skip
    return layer, RawTrait(f"nonRect2;1.0;{square}")


def front_shots(
    file: VassalFile, rendering: Rendering, hex_px: float, *, flat_top: bool
) -> Iterator[tuple[str, Shot]]:
    """The picture of the hexes in front of a counter that looks up, where the game has such."""
    zone = file.zone_of_control
    if zone is not None and zone.front is not None:
        shown = front_svg(rendering.look, zone.front, flat_top=flat_top)
        yield rendering.image(_IMAGE), Shot(rendering.look, shown, width=2 * round(_REACH * hex_px))


def front_svg(look: Look, front: int, *, flat_top: bool) -> str:
    """So many hexes in front of a counter that looks up; it is in the middle. A hex is 1 mm wide."""
    canvas = Canvas(look, 2 * _REACH, 2 * _REACH, title="Front hexes")
    red, green, blue = (int(part) for part in ZONE_COLOUR.split(","))
    for number in range(front):
        x, y = _at(60 * (number - (front - 1) / 2), 1)
        corners = [_at(60 * corner + (30 if flat_top else 0), 1 / sqrt(3)) for corner in range(6)]
        places = [(_REACH + x + right, _REACH + y + down) for right, down in corners]
        canvas.polygon(places, fill=f"#{red:02x}{green:02x}{blue:02x}", fill_opacity=ZONE_OPACITY / 100)
    return canvas.svg()


def _at(bearing: float, distance: float) -> tuple[float, float]:
    angle = radians(bearing)
    return distance * sin(angle), -distance * cos(angle)
