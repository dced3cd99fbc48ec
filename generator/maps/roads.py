"""Roads: where they run, from hex centre to hex centre, eased, and on over the map edge."""

from __future__ import annotations

from generator.drawing.svg import Point
from generator.maps.courses import curved
from generator.maps.frame import HexFrame


def _beyond(frame: HexFrame, before: str, last: str) -> Point | None:
    """Where a road that ends at the map edge runs off the map; None where it ends within it."""
    (x1, y1), (x2, y2) = frame.centre(before), frame.centre(last)
    sides = frame.grid.open_sides(last)
    if not sides:
        return None
    onward = [(x2 - x1) * dx + (y2 - y1) * dy for dx, dy in map(frame.direction, sides)]
    best = max(range(len(sides)), key=lambda i: onward[i])
    if onward[best] < 0.3 * frame.hex_mm:
        return None
    dx, dy = frame.direction(sides[best])
    return x2 + dx * 1.5 * frame.hex_mm, y2 + dy * 1.5 * frame.hex_mm


def road_points(frame: HexFrame, path: tuple[str, ...]) -> list[Point]:
    """A road's hex centres, run on over the map edge at either end."""
    first, last = _beyond(frame, path[1], path[0]), _beyond(frame, path[-2], path[-1])
    points = [frame.centre(h) for h in path]
    return [*([first] if first else []), *points, *([last] if last else [])]


def eased_road(points: list[Point]) -> list[Point]:
    """A road that does not follow every zigzag of hex centres; it still passes through its hexsides."""
    inner = [
        ((a[0] + 2 * b[0] + c[0]) / 4, (a[1] + 2 * b[1] + c[1]) / 4)
        for a, b, c in zip(points, points[1:], points[2:], strict=False)
    ]
    return [points[0], *inner, points[-1]]


def run_of(frame: HexFrame, path: tuple[str, ...]) -> list[Point]:
    """Points close together on a road as it is drawn."""
    return list(curved(eased_road(road_points(frame, path)), pieces=8))
