"""Where hexes lie on a picture, in mm: centres, corners, sides, also of places just off the grid.

Places are doubled coordinates (see modules.geometry.hexgrid), so that ground can run on beyond the
printed hexes to the edge of the map. Vertices have whole-number keys: the same for all hexes that meet.
"""

from __future__ import annotations

from functools import cached_property
from math import cos, radians, sin, sqrt

from generator.drawing.figures import Box
from generator.drawing.svg import Point
from modules.geometry import HexGrid
from modules.geometry.hexgrid import Doubled

Vertex = tuple[int, int]


class HexFrame:
    """A grid at a size: `hex_mm` from flat side to flat side, its bounding box beginning at (left, top)."""

    def __init__(self, grid: HexGrid, hex_mm: float, left: float = 0.0, top: float = 0.0) -> None:
        self.grid, self.hex_mm, self.left, self.top = grid, hex_mm, left, top
        self.steps = grid.steps
        start = 0 if grid.flat_top else 30
        self._centres: dict[Doubled, Point] = {}
        self._around: dict[Doubled, tuple[Doubled, ...]] = {}
        self._bearings = [radians(start + 60 * i) for i in range(6)]
        self._corners = [radians(start + 30 + 60 * i) for i in range(6)]
        self._offsets = [(sin(b) / sqrt(3), -cos(b) / sqrt(3)) for b in self._corners]
        # Vertices lie on a lattice: multiples of 1/(2 root 3) along the flat sides, of 1/2 across them.
        fine, coarse = 2 * sqrt(3), 2.0
        self._lattice = (fine, coarse) if grid.flat_top else (coarse, fine)

    @cached_property
    def _matrix(self) -> tuple[float, float, float, float]:
        """Doubled coordinates to hexes on the sheet, from two steps and where they lead."""
        (ax, ay), (bx, by) = self.steps[0], self.steps[1]
        (ux, uy), (vx, vy) = (self.direction(i) for i in (0, 1))
        det = ax * by - bx * ay
        return (
            (ux * by - vx * ay) / det,
            (vx * ax - ux * bx) / det,
            (uy * by - vy * ay) / det,
            (vy * ax - uy * bx) / det,
        )

    @cached_property
    def _origin(self) -> Point:
        first = self.grid.ids[0]
        x, y = self._linear(self.grid.doubled(first))
        cx, cy = self.grid.centre(first)
        return cx - x, cy - y

    def _linear(self, place: Doubled) -> Point:
        a, b, c, d = self._matrix
        return a * place[0] + b * place[1], c * place[0] + d * place[1]

    def _in_hexes(self, place: Doubled) -> Point:
        if place not in self._centres:
            x, y = self._linear(place)
            self._centres[place] = x + self._origin[0], y + self._origin[1]
        return self._centres[place]

    def direction(self, side: int) -> Point:
        """The unit vector on the sheet (y down) that leaves a hex across side 0-5."""
        bearing = self._bearings[side % 6]
        return sin(bearing), -cos(bearing)

    def at(self, place: Doubled) -> Point:
        """The centre of a place, in mm."""
        x, y = self._in_hexes(place)
        return self.left + x * self.hex_mm, self.top + y * self.hex_mm

    def centre(self, hex_id: str) -> Point:
        """The centre of a hex, in mm. Raises UnknownHex."""
        return self.at(self.grid.doubled(hex_id))

    def vertex(self, place: Doubled, vertex: int) -> Vertex:
        """The key of vertex 0-5 of a place; vertex i lies between sides i and i+1."""
        x, y = self._in_hexes(place)
        dx, dy = self._offsets[vertex % 6]
        return round((x + dx) * self._lattice[0]), round((y + dy) * self._lattice[1])

    def point(self, vertex: Vertex) -> Point:
        """Where a vertex lies, in mm."""
        fx, fy = self._lattice
        return self.left + vertex[0] / fx * self.hex_mm, self.top + vertex[1] / fy * self.hex_mm

    def outline(self, place: Doubled, inset: float = 0.0) -> list[Point]:
        """The six corners of a place in mm, drawn in by `inset` hexes from each side."""
        x, y = self.at(place)
        reach = self.hex_mm * (1 - 2 * inset)
        return [(x + dx * reach, y + dy * reach) for dx, dy in self._offsets]

    def neighbour(self, place: Doubled, side: int) -> Doubled:
        """The place across side 0-5."""
        dx, dy = self.steps[side % 6]
        return place[0] + dx, place[1] + dy

    def around(self, place: Doubled) -> tuple[Doubled, ...]:
        """The places across sides 0-5."""
        if place not in self._around:
            x, y = place
            self._around[place] = tuple((x + dx, y + dy) for dx, dy in self.steps)
        return self._around[place]

    def side_ends(self, place: Doubled, side: int) -> tuple[Vertex, Vertex]:
        """The keys of the two ends of side 0-5, clockwise."""
        return self.vertex(place, side - 1), self.vertex(place, side)

    def between(self, one: str, other: str) -> tuple[Vertex, Vertex]:
        """The two ends of the hexside between two adjacent hexes, clockwise around the first."""
        side = self.grid.side_toward(one, other)
        return self.side_ends(self.grid.doubled(one), -1 if side is None else side)

    @property
    def box(self) -> Box:
        """The bounding box of the grid, in mm."""
        width, height = self.grid.size
        return Box(self.left, self.top, width * self.hex_mm, height * self.hex_mm)

    @cached_property
    def places(self) -> dict[Doubled, str]:
        """All places that the map's box shows: the hexes, and a ring off the grid, each with the hex whose
        ground it continues."""
        found = {self.grid.doubled(h): h for h in self.grid.ids}
        for hex_id in self.grid.ids:
            place = self.grid.doubled(hex_id)
            for side in self.grid.open_sides(hex_id):
                found.setdefault(self.neighbour(place, side), hex_id)
        return found
