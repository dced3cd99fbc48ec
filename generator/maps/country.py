"""Country: fields, hedges, paths, grass and vignettes on bare ground.

They tell no terrain, which a note beside the map says: they lie over the corners of hexes and fill none.

Which there are is data, `country:` in art/terrain.yaml, so that each style and each game has its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from math import cos, dist, radians, sin

from generator.drawing.art import ROLES, Look
from generator.drawing.figures import Box, define_figure, draw_figure
from generator.drawing.strokes import chance, noise
from generator.drawing.svg import Pen, Point, num
from generator.maps.frame import HexFrame, Vertex
from generator.maps.ground import level_range
from generator.maps.look import terrain_file, terrain_look
from generator.maps.outline import middle
from generator.maps.spatial_index import Near, around
from modules.engine.hexes.board import Board
from modules.geometry.hexgrid import Doubled

_FIELD, _GRASS = 1.25, 0.085
"""How high a patch of fields and a tuft are (hexes)."""

_APART, _FARMS, _GRASSY = 2.5, 0.6, 0.45
"""How far patches of fields lie apart at least (hexes), at how many of the places for one there is one, and
at how many other corners of hexes grass."""

_PATH = 4.2
"""Fields so near each other (hexes) may have a path between them."""


_VIGNETTE, _EMPTY = 3.0, 2
"""How high a vignette is (hexes), and how many rings of bare ground it wants around it."""

_HEXES_EACH, _VIGNETTES = 160, 3
"""A map has a vignette for each so many hexes, and at most so many."""


def country(look: Look) -> Mapping[str, Sequence[str]]:
    """The figures of `country:` in art/terrain.yaml by kind. Raises MissingArtError, FaultyArtError."""
    return terrain_file(look).country or {}


def draw_country(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """Fields, paths and grass around the corners of the `shown` hexes that lie in open country."""
    fields, tufts = _Strewn(pen, frame, "field", _FIELD), _Strewn(pen, frame, "grass", _GRASS)
    group = pen.group(id="country", fill_opacity=0.6)
    bare = _bare(pen.look, frame, board)
    bare -= _vignettes(group, frame, board, bare)
    farms = list(_farms(frame, board, bare)) if fields.names else []
    _paths(group, frame, farms, bare)
    for at, place in farms:
        fields.put(group, at, f"field{place}", _turn(place))
    if tufts.names:
        near = [place for place, hex_id in frame.places.items() if place in bare and hex_id in shown]
        size = frame.hex_mm
        tilled = Near(size, [(at, around(at, size, size)) for at, _ in farms])
        for vertex in dict.fromkeys(frame.vertex(place, corner) for place in near for corner in range(6)):
            if chance(f"grass{vertex}") < _GRASSY:
                at = _beside(frame, vertex)
                if all(dist(at, field) > size for field in tilled.to(at)):
                    tufts.put(group, at, f"grass{vertex}", 0.0)


def _bare(look: Look, frame: HexFrame, board: Board) -> frozenset[Doubled]:
    """Places of the map's ground without roads, waters and houses."""
    if terrain_look(look, board.map.ground).drawn != "open":
        return frozenset()
    busy = {h for road in board.map.roads for h in road.path}
    busy |= {h for entry in board.map.hexsides for pair in entry.between for h in pair}
    at = frame.places.items()
    return frozenset(p for p, h in at if h not in busy and board.terrain_name(h) == board.map.ground)


def _vignettes(pen: Pen, frame: HexFrame, board: Board, bare: frozenset[Doubled]) -> frozenset[Doubled]:
    """Figures in the emptiest quarters of a map, as faint as its fields; the places that they cover."""
    names, put, covered = country(pen.look).get("vignette", ()), list[Point](), set[Doubled]()
    if not names:
        return frozenset()
    labelled = [frame.centre(label.at) for label in board.map.labels]
    palette, tall = pen.look.palette("map"), _VIGNETTE * frame.hex_mm
    inner = frame.box.inset(0.6 * tall)
    rooms = [p for p in bare if inner.holds(frame.at(p)) and _roomy(frame, board, p, bare)]
    colours = dict.fromkeys(ROLES, palette["country.soil"]) | {"outline": palette["country.furrow"]}
    for number in range(min(len(board.grid.ids) // _HEXES_EACH, _VIGNETTES)):
        far = [(min((dist(frame.at(p), at) for at in (*labelled, *put)), default=tall * 3), p) for p in rooms]
        room, place = max(far, default=(0.0, (0, 0)))
        if room < 1.3 * tall:
            break
        x, y = frame.at(place)
        box = Box(x - 0.6 * tall, y - tall / 2, 1.2 * tall, tall)
        draw_figure(pen, pen.look.figure(names[number % len(names)]), box, colours)
        put.append((x, y))
        covered |= {each for each in bare if dist(frame.at(each), (x, y)) < tall}
    return frozenset(covered)


def _roomy(frame: HexFrame, board: Board, place: Doubled, bare: frozenset[Doubled]) -> bool:
    """Whether the ground is bare and level for some rings around a place."""
    near = {place}
    for _ in range(_EMPTY):
        if not all(_even(frame, board, each, bare) for each in near):
            return False
        near |= {beside for each in near for beside in frame.around(each)}
    return True


def _even(frame: HexFrame, board: Board, place: Doubled, bare: frozenset[Doubled]) -> bool:
    """Whether the ground is bare around a place, and as high as there."""
    level = board.level(frame.places[place])
    return all(each in bare and board.level(frame.places[each]) == level for each in frame.around(place))


def _turn(place: Doubled) -> float:
    """How fields around a place are turned, in degrees."""
    return 15.0 * int(24 * chance(f"turned{place}"))


def _farms(frame: HexFrame, board: Board, bare: frozenset[Doubled]) -> Iterator[tuple[Point, Doubled]]:
    """Where fields lie: over a corner, on even ground on the two lowest levels, apart from each other."""
    lowest, put = level_range(board)[0], list[Point]()
    for place in sorted(bare, key=lambda each: chance(f"farm{each}")):
        level = board.level(frame.places[place])
        if level > lowest + 1 or not _even(frame, board, place, bare):
            continue
        draws = noise(f"tilled{place}")
        at = frame.point(frame.vertex(place, int(6 * next(draws))))
        if all(dist(at, other) > _APART * frame.hex_mm for other in put):
            put.append(at)
            if next(draws) < _FARMS:
                yield at, place


def _paths(
    pen: Pen, frame: HexFrame, farms: Sequence[tuple[Point, Doubled]], bare: frozenset[Doubled]
) -> None:
    """Dotted paths from one field to the next, each a soft bow, where no other ground lies between."""
    size, data = frame.hex_mm, []
    middles = {place: frame.at(place) for place in frame.places if place not in bare}
    for number, (one, place) in enumerate(farms):
        near = [other for other, _ in farms[:number] if dist(one, other) < _PATH * size]
        if not near:
            continue
        other, bow = min(near, key=lambda each: dist(one, each)), 0.4 * (chance(f"path{place}") - 0.5)
        (x, y), (dx, dy) = middle(one, other), (other[0] - one[0], other[1] - one[1])
        bend = (x - bow * dy, y + bow * dx)
        if all(dist(bend, each) > size and dist((x, y), each) > size for each in middles.values()):
            data.append(
                f"M{num(one[0])} {num(one[1])}Q{num(bend[0])} {num(bend[1])} {num(other[0])} {num(other[1])}"
            )
    if data:
        hedge = pen.look.palette("map")["country.hedge"]
        pen.path(
            "".join(data), fill="none", stroke=hedge, stroke_width=0.035 * size,
            stroke_dasharray=f"{num(0.1 * size)} {num(0.07 * size)}",
        )  # fmt: skip


def _beside(frame: HexFrame, vertex: Vertex) -> Point:
    draws, (x, y) = noise(f"beside{vertex}"), frame.point(vertex)
    return x + (next(draws) - 0.5) * 0.3 * frame.hex_mm, y + (next(draws) - 0.5) * 0.2 * frame.hex_mm


class _Strewn:
    """Figures of one kind of country, defined when the first of each is put on the map."""

    def __init__(self, pen: Pen, frame: HexFrame, kind: str, height: float) -> None:
        self.pen, self.height, self.names = pen, height * frame.hex_mm, country(pen.look).get(kind, ())
        palette = pen.look.palette("map")
        roles = {"light": "soil", "trim": "furrow", "cloth": "hedge", "outline": "furrow"}
        self.colours = {role: palette[f"country.{entry}"] for role, entry in roles.items()}

    def put(self, group: Pen, at: Point, key: str, turn: float) -> None:
        """One of the figures with its middle at a point, turned by so many degrees."""
        name = self.names[int(chance(key) * len(self.names))]
        symbol = f"country-{name.replace('/', '-')}"
        if symbol not in self.pen.canvas.definitions:
            define_figure(self.pen.canvas, symbol, group.look.figure(name), self.height, self.colours)
        spun, half = radians(turn), self.height / 2
        group.use(symbol, at[0] - half * sin(spun), at[1] + half * cos(spun), turn=turn)
