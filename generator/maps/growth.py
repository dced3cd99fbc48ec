"""Growth: the blobs of each terrain with soft edges, and what grows or flows on them.

Nothing that is strewn reaches into the id or the dot of a hex: these tell its terrain.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from math import dist

from generator.drawing.art import Look
from generator.drawing.figures import define_figure
from generator.drawing.strokes import noise, scatter
from generator.drawing.svg import Pen, Point, num
from generator.maps.contour import Contour, Relief
from generator.maps.frame import HexFrame
from generator.maps.ground import outlines
from generator.maps.ids import id_at
from generator.maps.look import SHAPED, TerrainLook, terrain_look
from modules.engine.hexes.board import Board
from modules.geometry.hexgrid import Doubled
from modules.geometry.outline import Polygon

_SHORELINES = ((0.08, 0.8), (0.16, 0.5), (0.24, 0.25))
"""Lines in open water: so far off the bank (hexes), and how dark."""

_ID_ROOM = ((-0.14, 0.15), (0.0, 0.15), (0.14, 0.15))
_DOT_ROOM = 0.12
"""Circles that stay empty, in hexes: about an id, so far beside its middle with their radius, and a dot."""

_LONE = ((-0.24, 0.06), (0.23, 0.1), (0.0, 0.27))
"""Where glyphs stand in a place that has room for none elsewhere, off its centre (hexes)."""

_RIM = 0.75
"""How far crowns along the edge of a wood stand apart (of their height)."""

_RIPPLES = 9
"""Lines of water in a hex of a marsh."""


def draw_terrain(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """The blobs of every terrain that is not the map's ground, and the glyphs of the `shown` hexes."""
    regions: dict[str, list[Doubled]] = {}
    for place, hex_id in frame.places.items():
        regions.setdefault(board.terrain_name(hex_id), []).append(place)
    for name in board.terrain:
        if name in regions and name != board.map.ground and terrain_look(pen.look, name).drawn not in SHAPED:
            _Region(pen, frame, board, name, regions[name], shown).draw()


def spots(
    look: Look, frame: HexFrame, board: Board, terrain: TerrainLook, place: Doubled, rise: float
) -> list[tuple[float, float]]:
    """Where glyphs of a height `rise` (mm) stand in a place: none reaches into the id or the dot."""
    size, near = frame.hex_mm, 0.28 if terrain.drawn == "canopy" else 0.4
    keep = [(x, y + rise * 0.15, r + rise * near) for x, y, r in keep_out(look, frame, board, place)]
    spacing = size / max(terrain.count, 1) ** 0.5
    outline = frame.outline(place, 0.0 if terrain.drawn == "canopy" else 0.06)
    margin = 0.0 if terrain.drawn == "canopy" else 0.02 * size
    return scatter(outline, f"{terrain.name}{place}", spacing, keep_out=keep, margin=margin)


def keep_out(look: Look, frame: HexFrame, board: Board, place: Doubled) -> list[tuple[float, float, float]]:
    """Circles in a place that stay empty (mm): about its id and its dot; none off the grid."""
    hex_id = frame.grid.at(place)
    if hex_id is None:
        return []
    size, (x, y), (ix, iy) = frame.hex_mm, frame.at(place), id_at(look, frame, board, hex_id)
    about_id = [(ix + dx * size, iy, r * size) for dx, r in _ID_ROOM]
    return [*about_id, (x, y, _DOT_ROOM * size)]


class _Region:
    """All ground of one terrain on a map, as it is drawn in the `shown` hexes."""

    def __init__(
        self, pen: Pen, frame: HexFrame, board: Board, name: str, region: list[Doubled], shown: frozenset[str]
    ) -> None:
        self.pen, self.frame, self.board, self.terrain = pen, frame, board, terrain_look(pen.look, name)
        self.palette, self.size = pen.look.palette("map"), frame.hex_mm
        self.relief = Relief(frame, lambda hex_id: int(board.terrain_name(hex_id) == name), name)
        on_map = {place: h for place, h in frame.places.items() if frame.grid.at(place) == h}
        self.visible = [place for place in region if place not in on_map or on_map[place] in shown]

    def draw(self) -> None:
        """The blob and all on it."""
        name, size = self.terrain.name, self.size
        if self.terrain.drawn == "open":
            line = {"stroke": self.palette["contour"], "stroke_width": 0.02 * size}
            self.pen.path(outlines(self.relief, 1), fill=self.palette[name], **line)
        elif self.terrain.drawn == "waves":
            self._shores()
            self._waves()
        elif self.terrain.drawn == "canopy":
            self._blob(dotted=False)
            self._leaves()
            self._strew(rim=True)
        else:
            self._blob(dotted=self.terrain.drawn == "scatter")
            if self.terrain.drawn == "wet":
                self._ripples()
            self._strew(rim=False)

    def _colour(self, entry: str, other: str) -> str:
        """A colour of the terrain that a palette may leave out."""
        return self.palette.colours.get(f"{self.terrain.name}.{entry}") or self.palette[other]

    def _blob(self, *, dotted: bool) -> None:
        """The edge of a wood or a marsh is no line: the ground fades over two bands."""
        data, name = outlines(self.relief, 1), self.terrain.name
        ground, edge = self.palette[f"{name}.ground"], self.palette[f"{name}.edge"]
        soft = {"stroke": ground, "stroke_width": 0.2 * self.size, "stroke_opacity": 0.45}
        self.pen.path(data, fill=ground, fill_rule="evenodd", stroke_linejoin="round", **soft)
        if dotted:
            dots = {"stroke": edge, "stroke_width": 0.022 * self.size, "stroke_linecap": "round"}
            dash = f"{num(0.03 * self.size)} {num(0.09 * self.size)}"
            self.pen.path(data, fill="none", stroke_dasharray=dash, **dots)

    # --- water -----------------------------------------------------------------------------------------

    def _shores(self) -> None:
        """Open water: a bank, and within it lines along the shore as engravers draw them."""
        name, size = self.terrain.name, self.size
        bank = {"stroke": self.palette[f"{name}.edge"], "stroke_width": 0.05 * size}
        fill = self.palette[f"{name}.ground"]
        data = outlines(self.relief, 1)
        if f"{name}.bank" in self.palette.colours or "bank" in self.palette.colours:
            shore = {"stroke": self._colour("bank", "bank"), "stroke_width": 0.3 * size}
            self.pen.path(data, fill="none", stroke_opacity=0.5, stroke_linejoin="round", **shore)
        self.pen.path(data, fill=fill, fill_rule="evenodd", stroke_linejoin="round", **bank)
        for inward, opacity in _SHORELINES:
            line = {"stroke": self.palette[f"{name}.wave"], "stroke_width": 0.018 * size}
            self.pen.path(outlines(self.relief, 1, inward), fill="none", stroke_opacity=opacity, **line)

    def _waves(self) -> None:
        long = 0.2 * self.size
        body = f"q{num(long / 4)} {num(-long / 5)} {num(long / 2)} 0t{num(long / 2)} 0"
        data = "".join(
            f"M{num(x - long / 2)} {num(y)}{body}"
            for place in self.visible
            for x, y in spots(self.pen.look, self.frame, self.board, self.terrain, place, 0.0)
        )
        if data:
            wave = self.palette[f"{self.terrain.name}.wave"]
            self.pen.path(
                data, fill="none", stroke=wave, stroke_width=0.02 * self.size, stroke_linecap="round"
            )

    def _ripples(self) -> None:
        """Wet ground: level lines of water, each with a bright edge below it, as surveys draw a bog."""
        lines = {"dark": "", "pale": ""}
        for place in self.visible:
            for x, y, half in self._pools(place):
                lines["dark"] += f"M{num(x - half)} {num(y)}h{num(2 * half)}"
                lines["pale"] += f"M{num(x - 0.7 * half)} {num(y + 0.032 * self.size)}h{num(1.4 * half)}"
        for key, entry, other, width in (
            ("pale", "shine", "halo", 0.028), ("dark", "water", f"{self.terrain.name}.edge", 0.022),
        ):  # fmt: skip
            if lines[key]:
                self.pen.path(
                    lines[key], fill="none", stroke=self._colour(entry, other),
                    stroke_width=width * self.size, stroke_linecap="round",
                )  # fmt: skip

    def _pools(self, place: Doubled) -> Iterator[tuple[float, float, float]]:
        """The lines of water in a place: their middle and half their length (mm)."""
        size, draws = self.size, noise(f"{self.terrain.name}~{place}")
        keep = [(x, y, r - 0.02 * size) for x, y, r in keep_out(self.pen.look, self.frame, self.board, place)]
        outline = self.frame.outline(place, 0.0)
        for x, y in scatter(outline, f"{self.terrain.name}~{place}", size / _RIPPLES**0.5):
            half = size * (0.05 + 0.1 * next(draws))
            ends = ((x - half, y), (x, y), (x + half, y))
            if self._inside((x, y)) and all(dist(end, (a, b)) > r for end in ends for a, b, r in keep):
                yield x, y, half

    def _leaves(self) -> None:
        """Leaves below the crowns, as small arcs, so that the room about an id is no clearing."""
        reach, parts = 0.055 * self.size, []
        for place in self.visible:
            for x, y in scatter(self.frame.outline(place), f"leaves{place}", 0.17 * self.size):
                if self._inside((x, y)):
                    parts.append(
                        f"M{num(x - reach)} {num(y)}a{num(reach)} {num(reach)} 0 0 1 {num(2 * reach)} 0"
                    )
        if parts:
            line = {"stroke": self._colour("shade", f"{self.terrain.name}.edge"), "stroke_opacity": 0.55}
            self.pen.path("".join(parts), fill="none", stroke_width=0.022 * self.size, **line)

    # --- glyphs ----------------------------------------------------------------------------------------

    def _strew(self, *, rim: bool) -> None:
        """Glyphs in the hexes of a region, within its edges; crowns stand along its `rim` too."""
        terrain, height = self.terrain, self.terrain.height * self.size
        self._define(height)
        strewn: list[tuple[Point, str]] = []
        for place in self.visible:
            draws = noise(f"{terrain.name}:{place}")
            points = [
                p
                for p in spots(self.pen.look, self.frame, self.board, terrain, place, height)
                if self._inside(p)
            ]
            strewn += [
                (point, terrain.glyphs[int(next(draws) * len(terrain.glyphs))])
                for point in (points if points or rim else self._lone(place))
            ]
        if rim:
            for contour in self._edges:
                strewn.extend(self._along(contour, _RIM * height))
        for (x, y), glyph in sorted(strewn, key=lambda s: (s[0][1], s[0][0])):
            self.pen.use(f"ter-{glyph}", x, y + height * (0.5 if rim else 0.35))

    def _lone(self, place: Doubled) -> list[Point]:
        """Where glyphs stand in a region so small that none has room in it: a town of one hex has houses."""
        if self.frame.grid.at(place) is None:
            return []
        (x, y), size = self.frame.at(place), self.size
        return [(x + dx * size, y + dy * size) for dx, dy in _LONE]

    def _define(self, height: float) -> None:
        name = self.terrain.name
        colours = {"outline": self.palette[f"{name}.glyph"], "trim": self._colour("edge", f"{name}.edge")}
        light = self.palette.colours.get(f"{name}.light", self.palette["halo"])
        colours["light"] = light
        shade = "shade" if self.terrain.drawn == "canopy" else "roof"
        colours["cloth"] = self._colour(shade, f"{name}.edge" if shade == "shade" else "halo")
        for glyph in dict.fromkeys(self.terrain.glyphs):
            symbol = f"ter-{glyph}"
            if symbol not in self.pen.canvas.definitions:
                define_figure(
                    self.pen.canvas, symbol, self.pen.look.figure(f"glyphs/{glyph}"), height, colours
                )

    @cached_property
    def _edges(self) -> list[Contour]:
        return self.relief.contours(1, 0.04)

    @cached_property
    def _rooms(self) -> list[Polygon]:
        return [Polygon(edge.points) for edge in self._edges]

    def _inside(self, point: Point) -> bool:
        return sum(room.holds(point) for room in self._rooms) % 2 == 1

    def _along(self, contour: Contour, step: float) -> Iterator[tuple[Point, str]]:
        """Crowns along an edge, clear of ids and dots on either side of it."""
        draws, due = noise(f"rim{contour.edges[0]}"), 0.0
        points = contour.points
        seen = set(self.visible)
        for i, start in enumerate(points):
            end, places = points[(i + 1) % len(points)], contour.edges[i]
            long = dist(start, end)
            keep = [
                each for place in places for each in keep_out(self.pen.look, self.frame, self.board, place)
            ]
            while due < long:
                share = due / long
                at = (start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share)
                glyph = self.terrain.glyphs[int(next(draws) * len(self.terrain.glyphs))]
                due += step * (0.85 + 0.3 * next(draws))
                clear = all(dist(at, (x, y)) > r + 0.3 * step for x, y, r in keep)
                if clear and not seen.isdisjoint(places):
                    yield at, glyph
            due -= long
