"""The layout of a sheet for which the game gives none: the map top left, panels right of it and below it.

So many columns are taken as make the smallest sheet; the panels run down them in their usual order.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from generator.sheets.layout import COLUMN
from generator.sheets.panels import Panels
from modules.definition.formats.sheets import PANELS, Cell, PanelName

_MOST_COLUMNS = 4
_STEP = 4.0
_FLATTEST = 2.3
"""A sheet is at most so many times as wide as it is high, where it can be helped."""

_COMPASS_WIDE = 44.0
_APART = frozenset({"map", "compass", "scale", "guide", "table"})
"""What does not stand in the columns by itself; the guide to the counters is a chart beside the sheet."""


@dataclass(frozen=True, slots=True)
class _Block:
    """A cell that stands in a column, and its height there in mm."""

    cell: Cell
    height: float


def automatic_layout(panels: Panels, map_size: tuple[float, float], gap: float) -> Cell:
    """The cells of a sheet with every panel that has something to tell."""
    blocks = list(_blocks(panels))
    sheets = [_with_columns(blocks, count, map_size, gap) for count in range(1, _MOST_COLUMNS + 1)]
    return min(sheets, key=lambda sheet: _cost(*sheet[0]))[1]


def _cost(width: float, height: float) -> float:
    return width * height * (1.0 if width <= _FLATTEST * height else 2.0)


def _blocks(panels: Panels) -> Iterator[_Block]:
    compass = Cell(across=(Cell(panel="compass", size=_COMPASS_WIDE), "scale"))
    names: list[PanelName] = [name for name in PANELS if name not in _APART]
    for name in names:
        plans = panels.called(name)
        if plans:
            height = sum(plan.make(COLUMN, 0.0, 0.0).canvas.height for plan in plans)
            yield _Block(Cell(panel=name), height + 3.0 * (len(plans) - 1))
        if name == "title":
            yield _Block(compass, panels.called("compass")[0].make(_COMPASS_WIDE, 0.0, 0.0).canvas.height)


def _with_columns(
    blocks: Sequence[_Block], count: int, map_size: tuple[float, float], gap: float
) -> tuple[tuple[float, float], Cell]:
    """The sheet with so many columns beside the map, as low as can be, and its size."""
    below = max(1, int((map_size[0] + gap) / (COLUMN + gap)))
    height = max(map_size[1], *(block.height for block in blocks))
    while True:
        rooms = [height] * count + [height - map_size[1] - gap] * below
        columns = _filled(blocks, rooms, gap)
        if columns is not None:
            break
        height += _STEP
    beside, under = columns[:count], [column for column in columns[count:] if column]
    stack = (
        Cell(panel="map") if not under else Cell(down=("map", Cell(across=tuple(_column(c) for c in under))))
    )
    sides = tuple(_column(column, COLUMN) for column in beside if column)
    width = max(map_size[0], COLUMN) + len(sides) * (COLUMN + gap)
    return (width, height), Cell(across=(stack, *sides))


def _filled(blocks: Sequence[_Block], rooms: Sequence[float], gap: float) -> list[list[_Block]] | None:
    """The blocks in their order down columns of these heights; None where they do not fit."""
    columns: list[list[_Block]] = [[] for _ in rooms]
    at, used = 0, 0.0
    for block in blocks:
        while at < len(rooms) and used + block.height > rooms[at]:
            at, used = at + 1, 0.0
        if at == len(rooms):
            return None
        columns[at].append(block)
        used += block.height + gap
    return columns


def _column(blocks: Sequence[_Block], size: float | None = None) -> Cell:
    return Cell(down=tuple(block.cell for block in blocks), size=size)
