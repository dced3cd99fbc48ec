"""The straight line between two hex centres: which hexes it crosses and which hexsides it runs along.

Exact: in coordinates (3x, y) of the doubled grid every centre and vertex is a whole number, so that a
line along a hexside is told from one that only comes near it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from modules.geometry.hexgrid import Doubled, HexGrid, Hexside

_CORNERS = ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))


@dataclass(frozen=True, slots=True)
class Sightline:
    """From one hex to another, both left out.

    `hexes`: those that the line crosses, near to far. `crossed`: hexsides that it crosses.
    `along`: hexsides that it runs along, each the pair of hexes on its two sides; the map's own edge is none.
    """

    hexes: tuple[str, ...]
    crossed: tuple[Hexside, ...]
    along: tuple[Hexside, ...]


def sightline(grid: HexGrid, start: str, end: str) -> Sightline:
    """The line from centre to centre. Raises UnknownHex for a hex that is not on the grid.

    >>> from modules.geometry.hexgrid import HexGridSpec, NumberAxis
    >>> grid = HexGrid(HexGridSpec(NumberAxis(1, 8, "right"), NumberAxis(1, 6, "down")))
    >>> sightline(grid, "0202", "0405").hexes
    ('0304',)
    """
    here, there = grid.doubled(start), grid.doubled(end)
    inside: list[tuple[Fraction, str]] = []
    for place in _around_line(here, there):
        hex_id = grid.at(place)
        span = _span(here, there, place)
        if hex_id is not None and span is not None and span[0] < span[1]:
            inside.append((span[0], hex_id))
    on_line = [hex_id for _, hex_id in sorted(inside)]
    crossed, along = [], []
    for one, other in pairwise(on_line):
        if grid.side_toward(one, other) is not None:
            crossed.append(grid.hexside(one, other))
        else:
            along.append(_between(grid, one, other))
    return Sightline(tuple(on_line[1:-1]), tuple(crossed), tuple(a for a in along if a is not None))


def _around_line(here: Doubled, there: Doubled) -> list[Doubled]:
    (x1, y1), (x2, y2) = here, there
    parity = (x1 + y1) % 2
    places = []
    for x in range(min(x1, x2), max(x1, x2) + 1):
        low, high = min(y1, y2) - 2, max(y1, y2) + 2
        if x1 != x2:
            middle = Fraction((y2 - y1) * (x - x1), x2 - x1) + y1
            slack = 2 + abs(Fraction(y2 - y1, x2 - x1))
            low, high = int(middle - slack) - 1, int(middle + slack) + 1
        places += [(x, y) for y in range(low, high + 1) if (x + y) % 2 == parity]
    return places


def _span(here: Doubled, there: Doubled, place: Doubled) -> tuple[Fraction, Fraction] | None:
    """The part (0 to 1) of the line that lies in the open hexagon at `place`; None where there is none."""
    start = (3 * (here[0] - place[0]), here[1] - place[1])
    run = (3 * (there[0] - here[0]), there[1] - here[1])
    low, high = Fraction(0), Fraction(1)
    for (cx, cy), (nx, ny) in zip(_CORNERS, _CORNERS[1:] + _CORNERS[:1], strict=True):
        edge = (nx - cx, ny - cy)
        # The corners run one way round, so that inside is where this cross product is positive.
        at_start = edge[0] * (start[1] - cy) - edge[1] * (start[0] - cx)
        slope = edge[0] * run[1] - edge[1] * run[0]
        if slope == 0:
            if at_start <= 0:
                return None
        elif slope > 0:
            low = max(low, Fraction(-at_start, slope))
        else:
            high = min(high, Fraction(-at_start, slope))
    return (low, high) if low < high else None


def _between(grid: HexGrid, one: str, other: str) -> Hexside | None:
    """The hexside that joins two hexes two apart which share no side: its two hexes are adjacent to both."""
    shared = sorted(set(grid.neighbours(one)) & set(grid.neighbours(other)))
    return grid.hexside(shared[0], shared[1]) if len(shared) == 2 else None
