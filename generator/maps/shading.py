"""Shading: stippled dots on slopes that fall away from the light, denser where it is steeper.

The shade of a hex follows from the levels around it; between centres it changes evenly, so that dots thin out
down a slope as an engraver sets them. They lie below all that grows, and off ids and centre dots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache, lru_cache, partial

from generator.drawing.art import Look
from generator.drawing.strokes import chance, noise
from generator.drawing.svg import Pen, Point
from generator.maps.contour import Relief
from generator.maps.frame import HexFrame
from generator.maps.ground import level_range, level_relief
from generator.maps.growth import keep_out
from modules.engine.hexes.board import Board
from modules.geometry.hexgrid import Doubled

_LIGHT_FROM = (-0.6, -0.8)
_DOTS, _PATTERNS = 44, 6
"""Dots in a triangle of three centres where it is darkest, and in how many ways they are strewn."""

_DOT = 0.017
"""How wide a dot is (hexes). It is as long, and no circle: these take twice the time, and look alike."""

_LEAST, _MOST = 0.1, 0.85
"""Shade (levels a hex, away from the light) that has no dots yet, and that has all of them."""

_Triangle = tuple[Doubled, Doubled, Doubled]
_Circle = tuple[float, float, float]


def draw_shading(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """The dots on all slopes around the `shown` hexes; on a map of one level none."""
    lowest, highest = level_range(board)
    if lowest == highest:
        return
    relief, parts, left, top = level_relief(frame, board), ["M0 0"], 0, 0  # in tenths of a mm
    wide = 10 * _DOT * frame.hex_mm
    long = max(1, round(wide))
    shades = {place: _shade(relief, place) for place in frame.places}
    clear = cache(partial(_kept_clear, pen.look, frame, board))  # six triangles ask for each place
    for place, hex_id in frame.places.items():
        if hex_id not in shown:
            continue
        around = frame.around(place)
        for triangle in ((place, around[0], around[1]), (place, around[1], around[2])):
            if any(shades.get(corner, 0.0) > 0 for corner in triangle):
                for x, y in _dots(frame, triangle, shades, clear):
                    right, down = round(10 * x), round(10 * y)
                    parts.append(f"m{right - left} {down - top}h{long}")
                    left, top = right + long, down
    if len(parts) > 1:
        pen.path(
            "".join(parts), fill="none", stroke=pen.look.palette("map")["relief.shade"], stroke_opacity=0.5,
            stroke_width=wide, transform="scale(0.1)",
        )  # fmt: skip


def _shade(relief: Relief, place: Doubled) -> float:
    """How much a place lies in the shade, from 0 to 1: ground that rises toward the light falls away from it
    on this side."""
    x, y = relief.slope(place)
    turned = x * _LIGHT_FROM[0] + y * _LIGHT_FROM[1]
    return max(0.0, min(1.0, (turned - _LEAST) / (_MOST - _LEAST)))


@lru_cache(maxsize=1)
def _patterns() -> list[list[tuple[float, float, float]]]:
    """Points in a triangle as shares of its corners, each next one where there is most room."""
    found = []
    for number in range(_PATTERNS):
        draws = noise(f"stipple {number}")
        u, v, points = next(draws), next(draws), []
        for _ in range(_DOTS):
            u, v = (u + 0.7548776662) % 1.0, (v + 0.5698402910) % 1.0  # the plastic number: an even spread
            one, two = (u, v) if u + v <= 1 else (1 - u, 1 - v)
            points.append((1 - one - two, one, two))
        found.append(points)
    return found


def _kept_clear(look: Look, frame: HexFrame, board: Board, place: Doubled) -> list[_Circle]:
    """Circles of a place that dots keep off: their middles and squared radii (mm)."""
    return [(x, y, 0.7 * r * r) for x, y, r in keep_out(look, frame, board, place)]


def _dots(
    frame: HexFrame,
    triangle: _Triangle,
    shades: Mapping[Doubled, float],
    clear: Callable[[Doubled], list[_Circle]],
) -> Iterator[Point]:
    (ax, ay), (bx, by), (cx, cy) = (frame.at(place) for place in triangle)
    one, two, three = (_DOTS * shades.get(place, 0.0) for place in triangle)
    keep = [each for place in triangle for each in clear(place)]
    pattern = _patterns()[int(chance(f"stipple{triangle[0]}{triangle[2]}") * _PATTERNS)]
    most = max(one, two, three)
    for number, (a, b, c) in enumerate(pattern):
        if number >= most:
            return
        if a * one + b * two + c * three > number:
            x, y = a * ax + b * bx + c * cx, a * ay + b * by + c * cy
            for kx, ky, square in keep:
                if (x - kx) ** 2 + (y - ky) ** 2 <= square:
                    break
            else:
                yield x, y
