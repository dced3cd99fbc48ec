"""Ways: waters along hexsides, roads from hex to hex, and the bridges where a road crosses water."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from math import atan2, degrees, dist, sqrt

from generator.art import art
from generator.figures import Box, draw_figure
from generator.ink import Casing, cased, stream, text_along
from generator.maps.frame import HexFrame, Vertex
from generator.maps.ground import ground_tint
from generator.maps.lettering import label_boxes
from generator.maps.look import look_of, map_palette
from generator.maps.outline import chains, middle, soft_line
from generator.svg import Pen, Point, num, path_data
from generator.typeface import TEXT_ITALIC
from modules.engine.board import Board
from modules.geometry.hexgrid import Hexside

_SWEEP = 8 / sqrt(3)
"""Hexes of way along hexsides after which each zigzag, along or across the columns, is whole again."""


def _casing(name: str, hex_mm: float) -> Casing:
    palette, width = map_palette(), look_of(name).width * hex_mm
    return Casing(palette[f"{name}.casing"], palette[f"{name}.core"], width, width * 0.62)


def _waters(board: Board) -> dict[str, list[tuple[str, str]]]:
    """Each water's hexsides; a crossing that stands in a water's place has that water below it."""
    found: dict[str, list[tuple[str, str]]] = {}
    for entry in board.map.hexsides:
        if look_of(entry.terrain).drawn == "watercourse":
            found.setdefault(entry.terrain, []).extend(entry.between)
    wet = {board.grid.hexside(*side) for sides in found.values() for side in sides}
    for one, other in _marked(board):
        if board.grid.hexside(one, other) in wet:
            continue
        for sides in found.values():
            if any(_meets(board, (one, other), side) for side in sides):
                sides.append((one, other))
                break
    return found


def _marked(board: Board) -> Iterator[tuple[str, str]]:
    """The hexsides of the crossings that the map names."""
    for entry in board.map.hexsides:
        if look_of(entry.terrain).drawn == "crossing":
            yield from entry.between


def _meets(board: Board, one: tuple[str, str], other: tuple[str, str]) -> bool:
    """Whether two hexsides share a corner: one hex is of both, and the other two hexes are adjacent."""
    apart = set(one) ^ set(other)
    return len(apart) == 2 and board.grid.side_toward(*sorted(apart)) is not None


def draw_waters(pen: Pen, frame: HexFrame, board: Board) -> None:
    """Streams and rivers: casing and core along their hexsides, with a slight wobble."""
    size = frame.hex_mm
    for name, sides in _waters(board).items():
        runs = chains(frame.between(one, other) for one, other in sides)
        paths = [stream([frame.point(v) for v in run], name, 0.05 * size, 0.29 * size) for run in runs]
        casing = _casing(name, size)
        cased(pen, paths, casing)
        mouths = "".join(path_data(mouth) for mouth in _mouths(frame, board, runs))
        if mouths:
            look = {"stroke": casing.core, "stroke_width": casing.core_width, "stroke_linecap": "round"}
            pen.path(mouths, fill="none", **look)


def _mouths(frame: HexFrame, board: Board, runs: list[list[Vertex]]) -> Iterator[list[Point]]:
    """From each end of a watercourse that meets a hex of open water a short way into that hex."""
    ends = {run[i] for run in runs for i in (0, -1)}
    for place, hex_id in frame.places.items():
        if look_of(board.terrain_name(hex_id)).drawn != "waves":
            continue
        for vertex in (frame.vertex(place, i) for i in range(6)):
            if vertex in ends:
                (x, y), (cx, cy) = frame.point(vertex), frame.at(place)
                yield [(x, y), (x + 0.3 * (cx - x), y + 0.3 * (cy - y))]


def draw_water_names(pen: Pen, frame: HexFrame, board: Board) -> None:
    """The name of each water beside its longest run."""
    for entry in board.map.hexsides:
        if entry.name is None or look_of(entry.terrain).drawn != "watercourse":
            continue
        runs = chains(frame.between(one, other) for one, other in entry.between)
        points = [frame.point(v) for v in max(runs, key=len)]
        halo = ground_tint(board, entry.between[len(entry.between) // 2][0])
        _name_along(pen, frame, board, entry.name, points, look_of(entry.terrain).width, "water_name", halo)


def _crowded(frame: HexFrame, board: Board) -> list[Box]:
    """Where no name may run: over labels, bridges and fords."""
    size = frame.hex_mm
    crossings = [(one, other) for _, one, other in bridged(board)] + [*_marked(board)]
    points = [_across(frame, one, other)[0] for one, other in crossings]
    squares = [Box(x - 0.7 * size, y - 0.7 * size, 1.4 * size, 1.4 * size) for x, y in points]
    return squares + [box.inset(-0.5 * size) for box in label_boxes(frame, board)]


def _name_along(
    pen: Pen, frame: HexFrame, board: Board, name: str, points: list[Point],
    width: float, colour: str, halo: str,
) -> None:  # fmt: skip
    """A name along the straightest free part of a line `width` wide, in smaller type where the line is short;
    without room, none. A width below 0 puts it below the line: a road through hex centres has ids above.
    """
    crowded = _crowded(frame, board)
    size = frame.hex_mm
    for height, spacing in ((0.3, 0.08), (0.26, 0.02), (0.2, 0.0)):
        need = 1.25 * pen.canvas.fonts.width(name, TEXT_ITALIC, height * size, spacing * size)
        # Beyond its name a line still steadies it: the ends of a stretch are eased over less of the way.
        stretch = _straightest(points, need + 4 * size, need, crowded) or _straightest(
            points, need, need, crowded
        )
        if stretch is None:
            continue
        lift = width / 2 + 0.12 if width > 0 else width / 2 - 0.06 - 0.7 * height
        text_along(
            pen, name, stretch, height * size, TEXT_ITALIC, ink=map_palette()[colour], halo=halo,
            lift=lift * size, spacing=spacing * size, ease=_SWEEP * size,
        )  # fmt: skip
        return


def _straightest(points: list[Point], length: float, name: float, crowded: list[Box]) -> list[Point] | None:
    """The part of a line whose ends lie at least `length` apart, in whose middle a `name` crosses the least
    of what is `crowded`, over the fewest legs, the most central of these; None where the line is too short.
    """
    best: tuple[int, float, float, list[Point]] | None = None
    for start in range(len(points)):
        for end in range(start + 2, len(points) + 1):
            part = points[start:end]
            if dist(part[0], part[-1]) < length:
                continue
            way = sum(dist(a, b) for a, b in pairwise(part)) / dist(part[0], part[-1])
            hits = _hits(middle(part[0], part[-1]), part, name, crowded)
            rank = (hits, round(way, 3), abs(start + end - len(points)), part)
            best = rank if best is None or rank < best else best
            break
    return best[3] if best else None


def _hits(centre: Point, part: list[Point], name: float, crowded: list[Box]) -> int:
    near = [point for point in part if dist(point, centre) <= name / 2]
    return sum(any(_within(box, point) for point in near) for box in crowded)


def _within(box: Box, point: Point) -> bool:
    return 0 <= point[0] - box.x <= box.width and 0 <= point[1] - box.y <= box.height


# --- roads ---------------------------------------------------------------------------------------------


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


def draw_roads(pen: Pen, frame: HexFrame, board: Board) -> None:
    """Roads through the middles of the hexsides that they cross, each kind with all casings first."""
    kinds = dict.fromkeys(road.terrain for road in board.map.roads)
    for name in reversed(kinds):
        paths = [soft_line(road_points(frame, r.path)) for r in board.map.roads if r.terrain == name]
        cased(pen, paths, _casing(name, frame.hex_mm))


def draw_road_names(pen: Pen, frame: HexFrame, board: Board) -> None:
    """The name of each road along it."""
    for road in board.map.roads:
        if road.name is not None:
            points = [frame.centre(h) for h in road.path]
            halo = ground_tint(board, road.path[len(road.path) // 2])
            _name_along(pen, frame, board, road.name, points, -look_of(road.terrain).width, "place", halo)


# --- crossings -----------------------------------------------------------------------------------------


def bridged(board: Board) -> Iterator[tuple[str, str, str]]:
    """Hexsides where a road crosses water without a feature that says how: road, and the two hexes."""
    water = {board.grid.hexside(*side) for sides in _waters(board).values() for side in sides}
    marked = {board.grid.hexside(*side) for side in _marked(board)}
    seen: set[Hexside] = set()
    for road in board.map.roads:
        for one, other in pairwise(road.path):
            side = board.grid.hexside(one, other)
            if side in water and side not in marked and side not in seen:
                seen.add(side)
                yield road.terrain, one, other


def draw_crossings(pen: Pen, frame: HexFrame, board: Board) -> None:
    """A bridge wherever a road crosses water, and the bridges and fords that the map names."""
    for name, one, other in bridged(board):
        _bridge(pen, frame, one, other, look_of(name).width)
    for entry in board.map.hexsides:
        if look_of(entry.terrain).drawn != "crossing":
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
    palette, size = map_palette(), frame.hex_mm
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
    colours = {"outline": map_palette()[name], "light": map_palette()["halo"]}
    draw_figure(place, art().figure(f"glyphs/{name}"), Box(-size / 2, -size / 2, size, size), colours)
