"""Imposition: equal cells on a sheet, and where each one's back lies so that it meets its front.

`long` and `short`: backs stand on the next page, for a printer that turns the sheet about that edge.
`fold`: backs stand beside their fronts and meet them when the page is folded down its middle. `single`:
printed on one side of two sheets that are glued back to back, or cut singly for sleeves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Generic, Literal, TypeVar

from generator.drawing.figures import Box
from generator.drawing.svg import Pen
from generator.kit.page import Sheet

Duplex = Literal["long", "short", "fold", "single"]
_BESIDE_FOLD = 4.0
"""Between a fold and the pieces beside it, for bleed and cut marks."""

GUTTER = 4.0
"""Between groups of pieces whose colours differ, in mm: bleed on both sides, and paper for a blade that runs
astray."""

P = TypeVar("P")


class SheetTooSmallError(ValueError):
    """Paper on which not even one piece has room."""


@dataclass(frozen=True, slots=True)
class Grid:
    """Cells of one size (mm) in columns and rows; (left, top) is the first corner on the front. `spare` is
    what is free around them on every side, for bleed and cut marks."""

    sheet: Sheet
    duplex: Duplex
    cell: tuple[float, float]
    columns: int
    rows: int
    left: float
    top: float
    spare: float

    def front(self, row: int, column: int) -> Box:
        """A cell on the front."""
        width, height = self.cell
        return Box(self.left + column * width, self.top + row * height, width, height)

    def behind(self, box: Box) -> Box:
        """Where the back of a box lies on the page that holds the backs."""
        if self.upended:
            return Box(box.x, self.sheet.height - box.y - box.height, box.width, box.height)
        return Box(self.sheet.width - box.x - box.width, box.y, box.width, box.height)

    @property
    def upended(self) -> bool:
        """Whether the sheet is turned about its upper edge: backs then stand on their heads."""
        upright = self.sheet.height >= self.sheet.width
        return (self.duplex == "short" and upright) or (self.duplex == "long" and not upright)

    @property
    def back_sheet(self) -> Sheet:
        """The sheet of the backs."""
        return self.sheet.behind(self.upended)


def grid(sheet: Sheet, duplex: Duplex, cell: tuple[float, float], spare: float, top: bool = False) -> Grid:
    """As many cells as fit the live part of a sheet with `spare` mm around them, in the middle across, and
    in the middle down or, where `top` says so, as high as may be.

    Raises SheetTooSmallError where none fits.
    """
    live, middle = sheet.live, sheet.width / 2
    # Backs are mirrored about the middle of the paper, so that what one side lacks both do.
    reach = middle - live.x if duplex == "fold" else live.width
    inner = max(spare, _BESIDE_FOLD) if duplex == "fold" else spare
    columns = int((reach - spare - inner) / cell[0] + 1e-9)
    rows = int((live.height - 2 * spare) / cell[1] + 1e-9)
    if columns < 1 or rows < 1:
        where = f"half a page of {sheet.width:g}" if duplex == "fold" else f"{sheet.width:g}"
        raise SheetTooSmallError(
            f"{where} x {sheet.height:g} mm has no room for a piece of {cell[0]:g} x {cell[1]:g} mm besides "
            "margins, ruler and cut marks"
        )
    wide, tall = columns * cell[0], rows * cell[1]
    left = middle - inner - wide if duplex == "fold" else live.x + (live.width - wide) / 2
    down = (live.height - tall) / 2
    free = min(left - live.x, down, inner if duplex == "fold" else left - live.x)
    y = live.y + (spare if top else down)
    return Grid(sheet, duplex, cell, columns, rows, left, y, spare if top else free)


def fullest(sheets: Iterable[Sheet], duplex: Duplex, cell: tuple[float, float], spare: float) -> Grid:
    """The grid of most cells on any of the sheets; the first of equal ones. Raises SheetTooSmallError."""
    found: list[Grid] = []
    fault: SheetTooSmallError | None = None
    for sheet in sheets:
        try:
            found.append(grid(sheet, duplex, cell, spare))
        except SheetTooSmallError as none:
            fault = fault or none
    if fault is not None and not found:
        raise fault
    return max(found, key=lambda each: each.columns * each.rows)


@dataclass(frozen=True, slots=True)
class Laid(Generic[P]):
    """One sheet of pieces: rows of pieces in the cells of a grid."""

    grid: Grid
    rows: tuple[tuple[P, ...], ...]

    def fronts(self) -> Iterator[tuple[P, Box]]:
        """Each piece and its place on the front."""
        for row, line in enumerate(self.rows):
            for column, each in enumerate(line):
                yield each, self.grid.front(row, column)

    def backs(self) -> Iterator[tuple[P, Box]]:
        """Each piece and the place of its back."""
        for each, box in self.fronts():
            yield each, self.grid.behind(box)

    @property
    def area(self) -> Box:
        """What the pieces of the front cover."""
        width, height = self.grid.cell
        columns = max(len(row) for row in self.rows)
        return Box(self.grid.left, self.grid.top, columns * width, len(self.rows) * height)

    @property
    def count(self) -> int:
        return sum(len(row) for row in self.rows)


def laid(groups: Iterable[Sequence[P]], cells: Grid) -> Iterator[Laid[P]]:
    """The pieces on as many sheets as they need; every group begins a row."""
    lines = [
        tuple(group[i : i + cells.columns]) for group in groups for i in range(0, len(group), cells.columns)
    ]
    for i in range(0, len(lines), cells.rows):
        yield Laid(cells, tuple(lines[i : i + cells.rows]))


def apart(groups: Iterable[tuple[Sequence[P], Grid]], gutter: float = GUTTER) -> list[tuple[Laid[P], ...]]:
    """Pages of groups, each with its cells, from the top down: every group begins a row, `gutter` mm below
    the one before, or where its cells are of another size as far as the cut marks of both need."""
    pages: list[list[Laid[P]]] = [[]]
    for group, cells in groups:
        foot = cells.sheet.live.y + cells.sheet.live.height - cells.spare
        lines = [tuple(group[i : i + cells.columns]) for i in range(0, len(group), cells.columns)]
        while lines:
            top = _below(pages[-1][-1], cells, gutter) if pages[-1] else cells.top
            rows = int((foot - top) / cells.cell[1] + 1e-9)
            if rows < 1:
                pages.append([])
                continue
            pages[-1].append(Laid(replace(cells, top=top), tuple(lines[:rows])))
            lines = lines[rows:]
    return [tuple(page) for page in pages if page]


def _below(above: Laid[P], cells: Grid, gutter: float) -> float:
    """Where cells begin below those of another group, in mm."""
    alike = above.grid.cell == cells.cell
    return above.area.y + above.area.height + (gutter if alike else above.grid.spare + cells.spare)


def around(boxes: Iterable[Box]) -> Box:
    """The smallest box that holds all boxes."""
    found = list(boxes)
    x, y = min(box.x for box in found), min(box.y for box in found)
    right, bottom = max(box.x + box.width for box in found), max(box.y + box.height for box in found)
    return Box(x, y, right - x, bottom - y)


def within(part: Box, box: Box, turn: int = 0) -> Box:
    """Where a part of a piece lies on the page when the piece lies in a box, turned as by `lay`."""
    wide, tall = box.width, box.height
    if turn % 180:
        part = Box(wide - part.y - part.height, part.x, part.height, part.width)
    if turn % 360 >= 180:
        part = Box(wide - part.x - part.width, tall - part.y - part.height, part.width, part.height)
    return Box(box.x + part.x, box.y + part.y, part.width, part.height)


def lay(pen: Pen, symbol: str, box: Box, turn: int = 0) -> None:
    """A definition in a box, turned clockwise by a multiple of 90 degrees."""
    corners = {
        0: (box.x, box.y),
        90: (box.x + box.width, box.y),
        180: (box.x + box.width, box.y + box.height),
        270: (box.x, box.y + box.height),
    }
    pen.use(symbol, *corners[turn % 360], turn=float(turn % 360))
