"""Where counters were attacked and lost, on the real map: the more in a hex, the larger its ring and disc."""

from __future__ import annotations

import base64
from collections.abc import Container, Mapping
from math import sqrt
from typing import Final

from generator.drawing.raster import png
from generator.maps.hexmap import draw_map
from modules.definition import Definition
from modules.engine.hexes.board import board_of

_HEX_MM: Final = 9.0
_DPI: Final = 80
_LOST, _FOUGHT = "#a01010", "#102a80"


def heat_png(
    definition: Definition, map_name: str, lost: Mapping[str, int], fought: Mapping[str, int]
) -> bytes | None:
    """The map as PNG: a red disc for the counters lost in a hex, a blue ring for the attacks on it. None for
    a game that is not played on hexes, or where nothing happened on the map."""
    if map_name not in definition.maps:
        return None
    picture = draw_map(board_of(definition.maps[map_name], definition.terrain), hex_mm=_HEX_MM)
    grid, canvas = picture.frame.grid, picture.canvas
    losses, fights = (_shares(counts, grid) for counts in (lost, fought))
    if not losses and not fights:
        return None
    for place, share in losses.items():
        radius = 0.5 * _HEX_MM * sqrt(share)
        canvas.circle(*picture.frame.centre(place), radius, fill=_LOST, fill_opacity=0.25 + 0.5 * share)
    for place, share in fights.items():
        radius = 0.5 * _HEX_MM * sqrt(share)
        canvas.circle(*picture.frame.centre(place), radius, fill="none", stroke=_FOUGHT, stroke_width=0.8)
    return png(picture.drawing().svg, dpi=_DPI)


def _shares(counts: Mapping[str, int], grid: Container[str]) -> dict[str, float]:
    """What each hex of the map has of the most that one has, in the order of their ids."""
    there = {place: count for place, count in sorted(counts.items()) if place in grid}
    return {place: count / max(there.values()) for place, count in there.items()}


def embedded(data: bytes) -> str:
    """The address of a picture that is in the page itself."""
    return "data:image/png;base64," + base64.b64encode(data).decode()
