"""Where counters were lost, on the real map: the more in a hex, the larger and darker its disc."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from math import sqrt
from typing import Final

from generator.drawing.raster import png
from generator.maps.hexmap import draw_map
from modules.definition import Definition
from modules.engine.hexes.board import board_of

_HEX_MM: Final = 9.0
_DPI: Final = 80
_INK: Final = "#a01010"


def heat_png(definition: Definition, map_name: str, places: Mapping[str, int]) -> bytes | None:
    """The map as PNG; None for a game that is not played on hexes, or without losses on the map."""
    if map_name not in definition.maps:
        return None
    picture = draw_map(board_of(definition.maps[map_name], definition.terrain), hex_mm=_HEX_MM)
    there = {place: count for place, count in places.items() if place in picture.frame.grid}
    if not there:
        return None
    most = max(there.values())
    for place, count in sorted(there.items()):
        x, y = picture.frame.centre(place)
        radius = 0.5 * _HEX_MM * sqrt(count / most)
        picture.canvas.circle(x, y, radius, fill=_INK, fill_opacity=0.25 + 0.5 * count / most)
    return png(picture.drawing().svg, dpi=_DPI)


def embedded(data: bytes) -> str:
    """The address of a picture that is in the page itself."""
    return "data:image/png;base64," + base64.b64encode(data).decode()
