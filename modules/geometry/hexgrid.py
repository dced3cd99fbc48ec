"""A numbered hex grid: ids, neighbours, distance, hexsides, facing and places on the sheet.

A hex id is made of two numbers, `a` (the one whose equal values form straight, unbroken lines of
hexes) and `b` (the position along such a line). Lines of one parity stand half a hex further along.
Any wargame's grid is told by: which way on the sheet each number grows, which parity is shifted and
toward which end, and in which order the two are written.

Inside, hexes are "doubled" coordinates (x, y): x = a, y = 2b plus 1 on shifted lines. Neighbours
are then (0, ±2) and (±1, ±1), and everything is whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import atan2, cos, radians, sin, sqrt, tau
from typing import Literal, NamedTuple

from modules.amounts import count_noun

Toward = Literal["right", "left", "up", "down"]
Parity = Literal["even", "odd"]
End = Literal["larger", "smaller"]
Doubled = tuple[int, int]

_ON_SHEET: dict[str, tuple[int, int]] = {"right": (1, 0), "left": (-1, 0), "up": (0, -1), "down": (0, 1)}
_STEPS: tuple[Doubled, ...] = ((0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1))


class GridError(ValueError):
    """A grid that cannot exist: axes not square to one another, no hexes, numbers too wide."""


class UnknownHex(KeyError):
    """A hex id that is not on the grid."""

    def __init__(self, hex_id: str) -> None:
        super().__init__(hex_id)
        self.hex_id = hex_id

    def __str__(self) -> str:
        return f"there is no hex {self.hex_id!r} on this map"


class Hexside(NamedTuple):
    """The side between two hexes, the smaller id first: the one canonical form. Made by `HexGrid.hexside`."""

    first: str
    second: str

    def __str__(self) -> str:
        return f"{self.first}/{self.second}"


@dataclass(frozen=True, slots=True)
class NumberAxis:
    """One of the two numbers of a hex id: its range (both ends included) and where it grows on the sheet."""

    first: int
    last: int
    toward: Toward


@dataclass(frozen=True, slots=True)
class HexGridSpec:
    """How a map is numbered. `order` tells which number is written first; `digits` pads each of them."""

    a: NumberAxis
    b: NumberAxis
    shifted: Parity = "even"
    shift: End = "larger"
    order: Literal["ab", "ba"] = "ab"
    digits: int = 2

    def __post_init__(self) -> None:
        horizontal = {"right", "left"}
        if (self.a.toward in horizontal) == (self.b.toward in horizontal):
            raise GridError("the two numbers must run along different axes: one across, one up or down")
        for name, axis in (("a", self.a), ("b", self.b)):
            if axis.last < axis.first:
                raise GridError(f"axis {name} ends at {axis.last}, before its first number {axis.first}")
            if axis.first < 0 or len(str(axis.last)) > self.digits:
                raise GridError(f"axis {name} does not fit {count_noun(self.digits, 'digit')}")


class HexGrid:
    """All hexes of one numbered grid.

    Sides and vertices are numbered 0-5 clockwise as seen on the sheet. Flat-topped hexes: side 0 is the
    top. Pointy-topped hexes: side 0 is the upper right. Vertex i lies between sides i and i+1.

    >>> grid = HexGrid(HexGridSpec(NumberAxis(1, 8, "right"), NumberAxis(1, 6, "down")))
    >>> grid.neighbours("0303")
    ('0302', '0402', '0403', '0304', '0203', '0202')
    >>> grid.distance("0101", "0405")
    6
    >>> str(grid.hexside("0304", "0303"))
    '0303/0304'
    """

    def __init__(self, spec: HexGridSpec) -> None:
        self.spec = spec
        self._doubled: dict[str, Doubled] = {}
        self._ids: dict[Doubled, str] = {}
        for a in range(spec.a.first, spec.a.last + 1):
            for b in range(spec.b.first, spec.b.last + 1):
                hex_id = self.id_of(a, b)
                place = (a, 2 * b + self._shift(a))
                self._doubled[hex_id] = place
                self._ids[place] = hex_id

    def _shift(self, a: int) -> int:
        if (a % 2 == 0) != (self.spec.shifted == "even"):
            return 0
        return 1 if self.spec.shift == "larger" else -1

    def id_of(self, a: int, b: int) -> str:
        """The id that stands for the numbers `a` and `b` (not checked against the range)."""
        numbers = (a, b) if self.spec.order == "ab" else (b, a)
        return "".join(f"{n:0{self.spec.digits}d}" for n in numbers)

    def numbers(self, hex_id: str) -> tuple[int, int]:
        """The numbers (a, b) of a hex. Raises UnknownHex."""
        x, y = self.doubled(hex_id)
        return x, (y - self._shift(x)) // 2

    def doubled(self, hex_id: str) -> Doubled:
        """The hex in doubled coordinates. Raises UnknownHex."""
        try:
            return self._doubled[hex_id]
        except KeyError:
            raise UnknownHex(hex_id) from None

    def at(self, place: Doubled) -> str | None:
        """The hex at doubled coordinates, or None off the map."""
        return self._ids.get(place)

    def __contains__(self, hex_id: object) -> bool:
        return hex_id in self._doubled

    def __len__(self) -> int:
        return len(self._doubled)

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """All hex ids, line by line."""
        return tuple(self._doubled)

    @cached_property
    def steps(self) -> tuple[Doubled, ...]:
        """The six steps to a neighbour in doubled coordinates, in the order of the sides."""
        return tuple(sorted(_STEPS, key=self._clockwise))

    def _clockwise(self, step: Doubled) -> float:
        x, y = self._to_sheet(*step)
        return round(atan2(x, -y) % tau, 9) % round(tau, 9)

    @property
    def flat_top(self) -> bool:
        """True where `a` runs across the sheet, so that hexes stand in columns with a flat top."""
        return self.spec.a.toward in ("right", "left")

    @cached_property
    def _neighbours(self) -> dict[str, tuple[str | None, ...]]:
        return {
            hex_id: tuple(self._ids.get((x + dx, y + dy)) for dx, dy in self.steps)
            for hex_id, (x, y) in self._doubled.items()
        }

    @cached_property
    def adjacency(self) -> dict[str, tuple[str, ...]]:
        """Each hex with the neighbours that are on the map, clockwise from side 0."""
        return {h: tuple(n for n in around if n is not None) for h, around in self._neighbours.items()}

    def neighbours(self, hex_id: str) -> tuple[str, ...]:
        """The adjacent hexes on the map, clockwise from side 0. Raises UnknownHex."""
        try:
            return self.adjacency[hex_id]
        except KeyError:
            raise UnknownHex(hex_id) from None

    def around(self, hex_id: str) -> tuple[str | None, ...]:
        """The hexes across sides 0-5, None at the map edge. Raises UnknownHex."""
        self.doubled(hex_id)
        return self._neighbours[hex_id]

    def across(self, hex_id: str, side: int) -> str | None:
        """The hex across side 0-5, or None at the map edge. Raises UnknownHex."""
        self.doubled(hex_id)
        return self._neighbours[hex_id][side % 6]

    def side_toward(self, hex_id: str, neighbour: str) -> int | None:
        """The side 0-5 of `hex_id` that faces an adjacent hex, or None where they are not adjacent."""
        around = self._neighbours[hex_id] if hex_id in self else ()
        return around.index(neighbour) if neighbour in around else None

    def open_sides(self, hex_id: str) -> tuple[int, ...]:
        """The sides that are map edge. Raises UnknownHex."""
        self.doubled(hex_id)
        return tuple(i for i, n in enumerate(self._neighbours[hex_id]) if n is None)

    @cached_property
    def _hexsides(self) -> dict[tuple[str, str], Hexside]:
        pairs = ((one, other) for one, around in self.adjacency.items() for other in around)
        return {pair: Hexside(min(pair), max(pair)) for pair in pairs}

    def hexside(self, one: str, other: str) -> Hexside:
        """The hexside between two hexes in canonical form. Raises GridError where they are not adjacent."""
        try:
            return self._hexsides[one, other]
        except KeyError:
            raise GridError(
                f"hexes {one} and {other} are not adjacent: there is no hexside between them"
            ) from None

    def distance(self, one: str, other: str) -> int:
        """Distance in hexes, the target counted and the start not. Raises UnknownHex."""
        try:
            (x1, y1), (x2, y2) = self._doubled[one], self._doubled[other]
        except KeyError as error:
            raise UnknownHex(error.args[0]) from None
        dx, dy = abs(x1 - x2), abs(y1 - y2)
        return dx if dy <= dx else (dx + dy) // 2

    def within(self, centre: str, radius: int) -> tuple[str, ...]:
        """All hexes at most `radius` hexes from `centre`, itself included, in id order of the map."""
        x0, y0 = self.doubled(centre)
        found = []
        for dx in range(-radius, radius + 1):
            reach = 2 * radius - abs(dx)
            for dy in range(-reach, reach + 1, 2):
                hex_id = self._ids.get((x0 + dx, y0 + dy))
                if hex_id is not None:
                    found.append(hex_id)
        return tuple(found)

    def straight(self, start: str, end: str) -> tuple[str, ...] | None:
        """The hexes from `start` to `end` along a line of hexes, both included; None off such a line."""
        (x1, y1), (x2, y2) = self.doubled(start), self.doubled(end)
        length = self.distance(start, end)
        if length == 0:
            return (start,)
        dx, dy = (x2 - x1), (y2 - y1)
        if dx % length or dy % length or (dx // length, dy // length) not in _STEPS:
            return None
        places = ((x1 + i * dx // length, y1 + i * dy // length) for i in range(length + 1))
        hexes = tuple(self._ids.get(place) for place in places)
        return None if None in hexes else tuple(h for h in hexes if h is not None)

    # --- on the sheet -----------------------------------------------------------------------------

    def _to_sheet(self, x: float, y: float) -> tuple[float, float]:
        along_a, along_b = x * sqrt(3) / 2, y / 2
        ax, ay = _ON_SHEET[self.spec.a.toward]
        bx, by = _ON_SHEET[self.spec.b.toward]
        return along_a * ax + along_b * bx, along_a * ay + along_b * by

    @cached_property
    def _origin(self) -> tuple[float, float]:
        ends = [self._to_sheet(*place) for place in self._doubled.values()]
        half_width, half_height = self._half_extent
        return min(x for x, _ in ends) - half_width, min(y for _, y in ends) - half_height

    @property
    def _half_extent(self) -> tuple[float, float]:
        corner, flat = 1 / sqrt(3), 0.5
        return (corner, flat) if self.flat_top else (flat, corner)

    def centre(self, hex_id: str) -> tuple[float, float]:
        """Centre on the sheet, x right and y down, in hexes (1 = flat side to flat side); the grid's own
        bounding box begins at (0, 0). Raises UnknownHex."""
        x, y = self._to_sheet(*self.doubled(hex_id))
        return x - self._origin[0], y - self._origin[1]

    def corner(self, hex_id: str, vertex: int) -> tuple[float, float]:
        """Vertex 0-5 on the sheet, in hexes as `centre`."""
        x, y = self.centre(hex_id)
        bearing = radians((30 if self.flat_top else 60) + 60 * (vertex % 6))
        return x + sin(bearing) / sqrt(3), y - cos(bearing) / sqrt(3)

    def side_ends(self, hex_id: str, side: int) -> tuple[tuple[float, float], tuple[float, float]]:
        """The two ends of side 0-5 on the sheet, clockwise, in hexes as `centre`."""
        return self.corner(hex_id, side - 1), self.corner(hex_id, side)

    @cached_property
    def size(self) -> tuple[float, float]:
        """Width and height of the whole grid, in hexes as `centre`."""
        centres = [self.centre(h) for h in self._doubled]
        half_width, half_height = self._half_extent
        return max(x for x, _ in centres) + half_width, max(y for _, y in centres) + half_height
