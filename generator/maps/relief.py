"""Relief: what tells levels without colour: hachures that hang down from contours, and numerals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import hypot

from generator.drawing.art import Look
from generator.drawing.strokes import hachures, noise
from generator.drawing.svg import Pen, Point, num, pt
from generator.drawing.typeface import SANS_BOLD
from generator.maps.contour import Contour, Edge, Relief
from generator.maps.frame import HexFrame
from generator.maps.ground import area_marks, level_range, level_relief
from generator.maps.growth import spots
from generator.maps.ids import ID_OFFSET
from generator.maps.look import terrain_look
from modules.engine.hexes.board import Board
from modules.geometry.hexgrid import Doubled

_LIGHT_FROM = (-0.6, -0.8)
_NUMERAL_EVERY = 4
NUMERAL_DROP = 0.23
"""A level's number stands so far below the centre of its hex (hexes)."""

_TOOTH, _BROAD = 0.14, 0.06
"""How long a tooth of a scarp is, and how broad at its top (hexes)."""


def draw_hachures(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """Strokes that hang down from every contour, longer and denser where it is steep, bolder away from the
    light. They spare the ids, and hexsides with a crest, which has teeth of its own.
    """
    lowest, highest = level_range(board)
    if lowest == highest:
        return
    relief, crested = level_relief(frame, board), _crested(pen.look, board)
    strokes = [
        stroke
        for level in range(lowest + 1, highest + 1)
        for contour in relief.contours(level)
        for stroke in hang_down(relief, contour, f"{level}")
        if any(frame.places.get(place) in shown for place in stroke.edge)
        and {frame.places.get(place) for place in stroke.edge} not in crested
    ]
    pen.path("".join(map(_wedge, strokes)), fill=pen.look.palette("map")["hachure"])


@dataclass(frozen=True, slots=True)
class Stroke:
    """A hachure from a `top` on a contour to its `foot`, `thick` at the top (mm), and the places between
    which it hangs, the lower one first."""

    top: Point
    foot: Point
    thick: float
    edge: Edge


def hang_down(relief: Relief, contour: Contour, key: str) -> Iterator[Stroke]:
    """The hachures of a contour, by the steepness of the ground around each."""
    size = relief.frame.hex_mm
    draws = noise(f"{key}{contour.edges[0]}")
    due = 0.0
    for (start, end), edge in zip(_curve(contour.points), contour.edges, strict=True):
        rise = [sum(way) / 2 for way in zip(*map(relief.slope, edge), strict=True)]
        steep = min(hypot(*rise), 1.2)
        long, space = hypot(end[0] - start[0], end[1] - start[1]), (0.21 - 0.11 * steep) * size
        while due < long:
            at = (start[0] + (end[0] - start[0]) * due / long, start[1] + (end[1] - start[1]) * due / long)
            down = _downhill(start, end, rise)
            shade = 0.5 - 0.5 * (down[0] * _LIGHT_FROM[0] + down[1] * _LIGHT_FROM[1])
            reach = size * (0.06 + 0.13 * steep) * (0.75 + 0.5 * next(draws))
            foot = (at[0] + down[0] * reach, at[1] + down[1] * reach)
            thick = size * (0.014 + 0.02 * shade + 0.008 * steep)
            if not any(_near_id(relief.frame, place, foot) for place in edge):
                yield Stroke(at, foot, thick, edge)
            due += space * (0.8 + 0.4 * next(draws))
        due -= long


def _curve(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The part of a soft loop near each of its points, as a straight piece."""
    for i, (x, y) in enumerate(points):
        (ax, ay), (bx, by) = points[i - 1], points[(i + 1) % len(points)]
        yield ((ax + x) / 2, (ay + y) / 2), ((x + bx) / 2, (y + by) / 2)


def _downhill(start: Point, end: Point, rise: Sequence[float]) -> Point:
    """The unit vector across a piece of a contour, away from where the ground rises."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    long = hypot(dx, dy) or 1.0
    sign = -1.0 if dy * rise[0] - dx * rise[1] > 0 else 1.0
    return sign * dy / long, -sign * dx / long


def _near_id(frame: HexFrame, place: Doubled, point: Point) -> bool:
    (x, y), size = frame.at(place), frame.hex_mm
    return abs(point[0] - x) < 0.23 * size and abs(point[1] - y + ID_OFFSET * size) < 0.1 * size


def _wedge(stroke: Stroke) -> str:
    (x, y), (fx, fy) = stroke.top, stroke.foot
    long = hypot(fx - x, fy - y)
    across = (-(fy - y) / long * stroke.thick / 2, (fx - x) / long * stroke.thick / 2)
    legs = (fx - x - across[0], fy - y - across[1]), (x - fx - across[0], y - fy - across[1])
    corners = [(x + across[0], y + across[1]), *legs]
    begin, *rest = [" ".join(num(round(value, 2)) for value in corner) for corner in corners]
    return f"M{begin}l{' '.join(rest)}z"


# --- scarps --------------------------------------------------------------------------------------------


def draw_scarps(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """Steep ground: teeth all over its hexes that point down the slope, in rows as engravers draw rock."""
    relief, size = level_relief(frame, board), frame.hex_mm
    teeth: dict[str, list[str]] = {}
    for place, hex_id in frame.places.items():
        name = board.terrain_name(hex_id)
        if terrain_look(pen.look, name).drawn != "scarp" or hex_id not in shown:
            continue
        dx, dy = relief.slope(place)
        long = hypot(dx, dy)
        down = (-dx / long, -dy / long) if long else (0.0, 1.0)
        for x, y in spots(pen.look, frame, board, terrain_look(pen.look, name), place, _TOOTH * size):
            top, foot = (
                (x + s * _TOOTH * size * down[0], y + s * _TOOTH * size * down[1]) for s in (-0.5, 0.5)
            )
            teeth.setdefault(name, []).append(_wedge(Stroke(top, foot, _BROAD * size, (place, place))))
    for name, wedges in teeth.items():
        pen.path("".join(wedges), fill=pen.look.palette("map")[name])


# --- numerals and crests -------------------------------------------------------------------------------


def numerals(look: Look, board: Board) -> Iterator[str]:
    """Hexes to number with their level, so that from every hex one of its own level is near; where all near
    ones are crowded, rather beside a name or a water than on a road or among trees, and never on houses."""
    if level_range(board)[0] == level_range(board)[1]:
        return
    on_road = {h for road in board.map.roads for h in road.path}
    named = {h for label in board.map.labels for h in board.grid.within(label.at, 2)}
    wet = {h for entry in board.map.hexsides for pair in entry.between for h in pair}
    built = {
        h for h in board.grid.ids if terrain_look(look, board.terrain_name(h)).drawn in ("scatter", "canopy")
    }
    crowded = {h: 3 * (h in on_road or h in built) + (h in named) + (h in wet) for h in board.grid.ids}
    told: dict[int, set[str]] = {}
    marked, houses = (
        area_marks(board),
        {h for h in built if terrain_look(look, board.terrain_name(h)).drawn == "scatter"},
    )
    free = (h for h in board.grid.ids if h not in marked and h not in houses)
    for hex_id in sorted(free, key=crowded.__getitem__):
        near_one = told.setdefault(board.level(hex_id), set())
        if hex_id not in near_one:
            near_one.update(board.grid.within(hex_id, _NUMERAL_EVERY - 1))
            yield hex_id


def draw_numerals(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """The level's number or height below the centre of some hexes of each level."""
    palette, size = pen.look.palette("map"), max(min(frame.hex_mm * 0.2, pt(8.5)), pt(6))
    halo = {"stroke": palette["halo"], "stroke_width": size * 0.22, "stroke_opacity": 0.7}
    pen = pen.group(id="level-numerals", paint_order="stroke", stroke_linejoin="round", **halo)
    for hex_id in numerals(pen.look, board):
        if hex_id in shown:
            x, y = frame.centre(hex_id)
            pen.text(
                board.map.height(board.level(hex_id)), x, y + NUMERAL_DROP * frame.hex_mm, size, SANS_BOLD,
                anchor="middle", align="middle", fill=palette["hachure"],
            )  # fmt: skip


def _crested(look: Look, board: Board) -> list[set[str | None]]:
    """The hexsides with a crest, each as its two hexes."""
    entries = [each for each in board.map.hexsides if terrain_look(look, each.terrain).drawn == "crest"]
    return [{one, other} for entry in entries for one, other in entry.between]


def draw_crests(pen: Pen, frame: HexFrame, board: Board) -> None:
    """Hexsides of terrain that is drawn as a crest: teeth to the lower side, or to both on the level."""
    for entry in board.map.hexsides:
        if terrain_look(pen.look, entry.terrain).drawn != "crest":
            continue
        colour, size = pen.look.palette("map")[entry.terrain], frame.hex_mm
        for one, other in entry.between:
            start, end = (frame.point(v) for v in frame.between(one, other))
            pen.line(*start, *end, stroke=colour, stroke_width=size * 0.03, stroke_linecap="round")
            rise = board.level(one) - board.level(other)
            for hex_id in [h for h, wanted in ((one, rise <= 0), (other, rise >= 0)) if wanted]:
                hachures(
                    pen, start, end, frame.centre(hex_id), colour=colour, length=size * 0.13,
                    spacing=size * 0.11, thick=size * 0.03, key=f"{entry.terrain}{hex_id}",
                )  # fmt: skip
