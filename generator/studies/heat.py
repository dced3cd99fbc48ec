"""Where counters were attacked and lost, on the real map: the more in a place, the larger the mark."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from math import sqrt
from typing import Final

from generator.drawing.raster import png
from generator.drawing.svg import Canvas, Point
from generator.look import look_of
from generator.maps.look import side_colour
from generator.position import scene_of
from generator.position.scene import Scene
from modules.definition import Definition
from modules.engine.position import PlacedCounter

_WIDE: Final = 900
"""Px."""
_LARGEST: Final = 0.4
"""The radius of what is the most, in parts of the room that a counter takes."""
_LOST, _FOUGHT = "#a01010", "#102a80"


def heat_png(
    definition: Definition, map_name: str, lost: Mapping[str, int], fought: Mapping[str, int]
) -> bytes | None:
    """The map as PNG: a red disc for the counters lost in a place, a blue ring for the attacks on it. None
    where nothing happened on the map. Raises what drawing a map raises."""
    look = look_of(definition)
    scene = scene_of(look, definition, map_name)
    side = next(iter(definition.game.sides))
    losses, fights = (_shares(scene, side, counts) for counts in (lost, fought))
    if not losses and not fights:
        return None
    canvas = Canvas(look, scene.room.width, scene.room.height, title=scene.title)
    scene.ground(canvas)
    largest = _LARGEST * min(
        scene.extent(scene.spots([PlacedCounter("", side, next(iter(losses | fights)))])[0])
    )
    for (x, y), share in losses.values():
        canvas.circle(x, y, largest * sqrt(share), fill=_LOST, fill_opacity=0.25 + 0.5 * share)
    for (x, y), share in fights.values():
        canvas.circle(x, y, largest * sqrt(share), fill="none", stroke=_FOUGHT, stroke_width=0.08 * largest)
    return png(look, canvas.svg(), width=_WIDE)


def _shares(scene: Scene, side: str, counts: Mapping[str, int]) -> dict[str, tuple[Point, float]]:
    """Where each place of the map is in which a counter lies, and what it has of the most that one has, in
    the order of their ids."""
    there = {place: scene.spots([PlacedCounter("", side, place)]) for place in sorted(counts)}
    most = max((counts[place] for place, spots in there.items() if spots), default=1)
    return {place: (spots[0].at, counts[place] / most) for place, spots in there.items() if spots}


def colour_of(definition: Definition, side: str) -> str:
    """The colour of a side on its maps and in plots. Raises UnknownColourError."""
    return side_colour(look_of(definition), definition, side)


def embedded(data: bytes) -> str:
    """The address of a picture that is in the page itself."""
    return "data:image/png;base64," + base64.b64encode(data).decode()
