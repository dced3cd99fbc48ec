"""Counter sheets of a kit: fronts, and on the next page their backs for a flip on the long edge.

Pieces of one colour stand together and start a new row, so that a cut a little off shows no other
colour; the outer ones bleed over the cut. Cut marks stand on fronts only.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from generator.art import art
from generator.counter_layout import SIZES, Size
from generator.counters import Piece, Side, piece_symbol, pieces, size_within
from generator.figures import Box
from generator.kit.page import INK, Sheet
from generator.marks import HAIRLINE, cut_marks
from generator.pdf import Page
from generator.svg import Canvas
from modules.definition import Definition

BLEED = 1.5
_MARKS = 7.0


class SheetTooSmallError(ValueError):
    """Paper on which not even one counter has room."""


@dataclass(frozen=True, slots=True)
class CounterSheet:
    """One sheet of pieces of one size: rows of pieces, the grid's first corner on the front, in mm."""

    size: Size
    left: float
    top: float
    paper_width: float
    rows: tuple[tuple[Piece, ...], ...]

    def cells(self, face: Side) -> Iterator[tuple[Piece, Box]]:
        """Each piece and its place on the page; on the back mirrored about the page's upright middle."""
        for row, line in enumerate(self.rows):
            for column, each in enumerate(line):
                x, y = self.left + column * self.side, self.top + row * self.side
                if face == "back":
                    x = self.paper_width - x - self.side
                yield each, Box(x, y, self.side, self.side)

    @property
    def side(self) -> float:
        """The side of a piece in mm."""
        return SIZES[self.size]

    @property
    def grid(self) -> Box:
        """What the pieces of the front cover."""
        columns = max(len(row) for row in self.rows)
        return Box(self.left, self.top, columns * self.side, len(self.rows) * self.side)

    @property
    def count(self) -> int:
        return sum(len(row) for row in self.rows)


def plan_counters(definition: Definition, sheet: Sheet, limit: float = SIZES["3/4"]) -> list[CounterSheet]:
    """The counter sheets of a game; markers stand on them in their number. Pieces are at most `limit` mm
    wide, so that they fit the hexes of the printed map. Raises SheetTooSmallError."""
    found: list[CounterSheet] = []
    by_size: dict[Size, list[Piece]] = {}
    for each in pieces(definition):
        by_size.setdefault(size_within(each, limit), []).append(each)
    for size, group in by_size.items():
        found += _sheets(group, size, sheet)
    return found


def _sheets(group: Sequence[Piece], size: Size, sheet: Sheet) -> Iterator[CounterSheet]:
    live, side = sheet.live, SIZES[size]
    columns, rows = (int((room - 2 * _MARKS) / side + 1e-9) for room in (live.width, live.height))
    if columns < 1 or rows < 1:
        raise SheetTooSmallError(
            f"{sheet.width:g} x {sheet.height:g} mm has no room for a counter of {side:g} mm"
        )
    lines: list[tuple[Piece, ...]] = []
    for _, alike in groupby(group, key=lambda each: (each.marker, each.palette)):
        each_one = [each for each in alike for _ in range(each.count)]
        lines += [tuple(each_one[i : i + columns]) for i in range(0, len(each_one), columns)]
    left = (sheet.width - columns * side) / 2
    for i in range(0, len(lines), rows):
        yield CounterSheet(size, left, live.y + _MARKS, sheet.width, tuple(lines[i : i + rows]))


def counter_pages(
    definition: Definition,
    plan: Sequence[CounterSheet],
    sheet: Sheet,
    first: int,
    back_offset: tuple[float, float] = (0.0, 0.0),
) -> list[Page]:
    """Front and back of each sheet, from page number `first`. `back_offset`: mm right and down, what a
    printer's backs need to meet their fronts. Raises CounterError and the errors of art."""
    made = []
    for number, each in enumerate(plan, start=1):
        name = f"Counters {number}" if len(plan) > 1 else "Counters"
        page = first + 2 * (number - 1)
        made.append(_front(definition, each, sheet, f"{name}, front", page))
        made.append(_back(definition, each, sheet, f"{name}, back", page + 1, back_offset))
    return made


def _front(definition: Definition, each: CounterSheet, sheet: Sheet, words: str, number: int) -> Page:
    canvas = sheet.canvas(words, number)
    _fill(canvas, definition, each, "front", (0.0, 0.0))
    grid = each.grid
    for _, box in each.cells("front"):
        # On the cut itself: it guides a blade between counters of one colour and leaves with it.
        canvas.rect(box.x, box.y, box.width, box.height, fill="none", stroke=INK, stroke_width=HAIRLINE)
    xs = [grid.x + i * each.side for i in range(round(grid.width / each.side) + 1)]
    ys = [grid.y + i * each.side for i in range(len(each.rows) + 1)]
    cut_marks(canvas, xs, ys, gap=3.0, length=_MARKS - 3.0)
    return sheet.page(canvas, words, grid, grid.inset(-BLEED))


def _back(
    definition: Definition,
    each: CounterSheet,
    sheet: Sheet,
    words: str,
    number: int,
    offset: tuple[float, float],
) -> Page:
    canvas = sheet.canvas(words, number)
    _fill(canvas, definition, each, "back", offset)
    grid = each.grid
    trim = Box(sheet.width - grid.x - grid.width + offset[0], grid.y + offset[1], grid.width, grid.height)
    return sheet.page(canvas, words, trim, trim.inset(-BLEED))


def _fill(
    canvas: Canvas, definition: Definition, each: CounterSheet, face: Side, offset: tuple[float, float]
) -> None:
    palette, pen = art().palette("sides"), canvas.move(*offset)
    cells = list(each.cells(face))
    for one, box in cells:
        wide = box.inset(-BLEED)
        pen.rect(wide.x, wide.y, wide.width, wide.height, fill=palette[f"{one.palette}.ground"])
    for one, box in cells:
        pen.use(piece_symbol(canvas, definition, one, face, size=each.size, corners="square"), box.x, box.y)
