"""Ways: waters along hexsides, roads from hex to hex, and the bridges where a road crosses water."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import atan2, degrees

from generator.drawing.art import Look
from generator.drawing.figures import Box, draw_figure
from generator.drawing.strokes import Casing, cased
from generator.drawing.svg import Pen, Point, num
from generator.maps.courses import Course, course
from generator.maps.frame import HexFrame, Vertex
from generator.maps.ground import ground_tint
from generator.maps.look import terrain_look
from generator.maps.naming import Namer
from generator.maps.outline import chains, middle, soft_line
from generator.maps.roads import eased_road, road_points
from modules.engine.hexes.board import Board
from modules.geometry.hexgrid import Hexside

_BROAD = 0.17
"""A water wider than this (hexes) shows its current."""


def _casing(look: Look, name: str, hex_mm: float) -> Casing:
    palette, width = look.palette("map"), terrain_look(look, name).width * hex_mm
    return Casing(palette[f"{name}.casing"], palette[f"{name}.core"], width, width * 0.62)


def _waters(look: Look, board: Board) -> dict[str, list[tuple[str, str]]]:
    """Each water's hexsides; a crossing that stands in a water's place has that water below it."""
    found: dict[str, list[tuple[str, str]]] = {}
    for entry in board.map.hexsides:
        if terrain_look(look, entry.terrain).drawn == "watercourse":
            found.setdefault(entry.terrain, []).extend(entry.between)
    wet = {board.grid.hexside(*side) for sides in found.values() for side in sides}
    for one, other in _marked(look, board):
        if board.grid.hexside(one, other) in wet:
            continue
        for sides in found.values():
            if any(_meets(board, (one, other), side) for side in sides):
                sides.append((one, other))
                break
    return found


def _marked(look: Look, board: Board) -> Iterator[tuple[str, str]]:
    """The hexsides of the crossings that the map names."""
    for entry in board.map.hexsides:
        if terrain_look(look, entry.terrain).drawn == "crossing":
            yield from entry.between


def _meets(board: Board, one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two hexsides share a corner: one hex is of both, and the other two hexes are adjacent."""
    apart = set(one) ^ set(other)
    return len(apart) == 2 and board.grid.side_toward(*sorted(apart)) is not None


def _courses(
    look: Look, frame: HexFrame, board: Board, name: str, sides: list[tuple[str, str]]
) -> list[Course]:
    """A water's hexsides as courses that stay in place where they are crossed."""
    crossed = [(one, other) for _, one, other in bridged(look, board)] + [*_marked(look, board)]
    firm = {vertex for one, other in crossed for vertex in frame.between(one, other)}
    mouths = _mouths(look, frame, board)
    runs = chains(frame.between(one, other) for one, other in sides)
    return [course(frame, run, name, firm=firm, mouths=mouths) for run in runs]


def draw_waters(pen: Pen, frame: HexFrame, board: Board) -> None:
    """Streams and rivers along their hexsides: the green of their banks, the banks, the water of all of a
    kind, and threads of current in broad ones."""
    palette, size = pen.look.palette("map"), frame.hex_mm
    for name, sides in _waters(pen.look, board).items():
        courses, casing = _courses(pen.look, frame, board, name, sides), _casing(pen.look, name, size)
        green = "".join(each.outline(casing.width + 0.13 * size, size, uneven=0.3) for each in courses)
        pen.path(green, fill=palette["bank"], fill_opacity=0.75)
        shore = "".join(each.outline(casing.width, size, mouth=0.5, uneven=0.1) for each in courses)
        pen.path(shore, fill=casing.casing, stroke_linejoin="round")
        wet = "".join(each.outline(casing.core_width, size, mouth=1.0, uneven=0.1) for each in courses)
        pen.path(wet, fill=casing.core, stroke_linejoin="round")
        if casing.width > _BROAD * size:
            current = "".join(each.current(casing.core_width * 0.22) for each in courses)
            pen.path(
                current, fill="none", stroke=casing.casing, stroke_opacity=0.35, stroke_linecap="round",
                stroke_width=0.016 * size, stroke_dasharray=f"{num(0.22 * size)} {num(0.35 * size)}",
            )  # fmt: skip


def _mouths(look: Look, frame: HexFrame, board: Board) -> dict[Vertex, Point]:
    """Every corner of a hex of open water, and where in that hex a stream runs to that ends there."""
    found = {}
    for place, hex_id in frame.places.items():
        if terrain_look(look, board.terrain_name(hex_id)).drawn != "waves":
            continue
        (cx, cy) = frame.at(place)
        for vertex in (frame.vertex(place, i) for i in range(6)):
            x, y = frame.point(vertex)
            found[vertex] = (x + 0.45 * (cx - x), y + 0.45 * (cy - y))
    return found


def draw_water_names(
    pen: Pen, frame: HexFrame, board: Board, taken: Sequence[Box] = (), names: Sequence[Box] = ()
) -> None:
    """The name of each water along hexsides, beside its longest course, clear of what is `taken` and of other
    `names`."""
    namer = Namer(pen, frame, board, _crowded(pen.look, frame, board, taken, names))
    for entry in board.map.hexsides:
        if entry.name is None or terrain_look(pen.look, entry.terrain).drawn != "watercourse":
            continue
        courses = _courses(pen.look, frame, board, entry.terrain, list(entry.between))
        points = max(courses, key=lambda each: len(each.points)).points
        halo = ground_tint(pen.look, board, entry.between[len(entry.between) // 2][0])
        width = terrain_look(pen.look, entry.terrain).width * frame.hex_mm
        namer.write(entry.name, points, width, ink=pen.look.palette("map")["water_name"], halo=halo)


def _crowded(
    look: Look, frame: HexFrame, board: Board, taken: Sequence[Box], names: Sequence[Box]
) -> list[Box]:
    """Where no name may run: over labels, bridges and fords, and what else is `taken`."""
    size = frame.hex_mm
    crossings = [(one, other) for _, one, other in bridged(look, board)] + [*_marked(look, board)]
    points = [_across(frame, one, other)[0] for one, other in crossings]
    squares = [Box(x - 0.7 * size, y - 0.7 * size, 1.4 * size, 1.4 * size) for x, y in points]
    barred = [box.inset(-0.3 * size) for box in names]
    return squares + barred + [box.inset(-0.2 * size) for box in taken]


# --- roads ---------------------------------------------------------------------------------------------


def draw_roads(pen: Pen, frame: HexFrame, board: Board) -> None:
    """Roads through the middles of the hexsides that they cross, each kind with all casings first."""
    kinds = dict.fromkeys(road.terrain for road in board.map.roads)
    for name in reversed(kinds):
        paths = [
            soft_line(eased_road(road_points(frame, r.path))) for r in board.map.roads if r.terrain == name
        ]
        cased(pen, paths, _casing(pen.look, name, frame.hex_mm))


def draw_road_names(
    pen: Pen, frame: HexFrame, board: Board, taken: Sequence[Box] = (), names: Sequence[Box] = ()
) -> None:
    """The name of each road beside it, clear of what is `taken` and of other `names`."""
    namer = Namer(pen, frame, board, _crowded(pen.look, frame, board, taken, names))
    for road in board.map.roads:
        if road.name is not None:
            halo = ground_tint(pen.look, board, road.path[len(road.path) // 2])
            width = terrain_look(pen.look, road.terrain).width * frame.hex_mm
            points = eased_road([frame.centre(h) for h in road.path])
            namer.write(road.name, points, width, ink=pen.look.palette("map")["place"], halo=halo)


# --- crossings -----------------------------------------------------------------------------------------


def bridged(look: Look, board: Board) -> Iterator[tuple[str, str, str]]:
    """Hexsides where a road crosses water without a feature that says how: road, and the two hexes."""
    water = {board.grid.hexside(*side) for sides in _waters(look, board).values() for side in sides}
    marked = {board.grid.hexside(*side) for side in _marked(look, board)}
    seen: set[Hexside] = set()
    for road in board.map.roads:
        for one, other in pairwise(road.path):
            side = board.grid.hexside(one, other)
            if side in water and side not in marked and side not in seen:
                seen.add(side)
                yield road.terrain, one, other


def draw_crossings(pen: Pen, frame: HexFrame, board: Board) -> None:
    """A bridge wherever a road crosses water, and the bridges and fords that the map names."""
    for name, one, other in bridged(pen.look, board):
        _bridge(pen, frame, one, other, terrain_look(pen.look, name).width)
    for entry in board.map.hexsides:
        if terrain_look(pen.look, entry.terrain).drawn != "crossing":
            continue
        for one, other in entry.between:
            if entry.terrain == "bridge":
                _bridge(pen, frame, one, other, 0.16)
            else:
                _glyph(pen, frame, one, other, entry.terrain)


def _across(frame: HexFrame, one: str, other: str) -> tuple[Point, float]:
    (x1, y1), (x2, y2) = frame.centre(one), frame.centre(other)
    return middle((x1, y1), (x2, y2)), degrees(atan2(y2 - y1, x2 - x1))


def _bridge(pen: Pen, frame: HexFrame, one: str, other: str, road_width: float) -> None:
    palette, size = pen.look.palette("map"), frame.hex_mm
    (x, y), turn = _across(frame, one, other)
    half, long, splay = (road_width / 2 + 0.02) * size, 0.17 * size, 0.05 * size
    place = pen.move(x, y, turn=turn)
    place.rect(-long, -half, 2 * long, 2 * half, fill=palette["bridge.core"])
    rails = "".join(
        f"M{num(-long - splay)} {num(s * (half + splay))}L{num(-long)} {num(s * half)}H{num(long)}"
        f"L{num(long + splay)} {num(s * (half + splay))}"
        for s in (-1, 1)
    )
    width = 0.035 * size
    place.path(
        rails, fill="none", stroke=palette["bridge.casing"], stroke_width=width, stroke_linecap="round"
    )


def _glyph(pen: Pen, frame: HexFrame, one: str, other: str, name: str) -> None:
    size = 0.4 * frame.hex_mm
    (x, y), turn = _across(frame, one, other)
    place = pen.move(x, y, turn=turn)
    colours = {"outline": pen.look.palette("map")[name], "light": pen.look.palette("map")["halo"]}
    draw_figure(place, pen.look.figure(f"glyphs/{name}"), Box(-size / 2, -size / 2, size, size), colours)
