"""Sheets of pieces, drawn: fronts and backs with bleed, the cuts between pieces, cut marks and folds.

The outer pieces bleed over the cut, as far as printers reach. Cut marks and cuts stand on fronts only, for a
back may lie a little aside; a fold shows as a dashed line.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Generic

from generator.counters.printed import Side
from generator.drawing.figures import Box
from generator.drawing.marks import HAIRLINE, cut_marks
from generator.drawing.pdf import Page
from generator.drawing.svg import Canvas, Pen, num, pt
from generator.drawing.typeface import SANS
from generator.kit.impose import Grid, Laid, P, around, lay, within
from generator.kit.options import KitOptionError, Offset
from generator.kit.page import INK, REACH, SOFT, Sheet

REGISTRATION = 4.0
"""The side of a registration mark, in mm."""

_Faces = tuple[Side, ...]
_STROKE = 0.5
_FOLD = "fold here, printed sides out"


@dataclass(frozen=True)
class Printing(Generic[P]):
    """How pieces look: what of a face bleeds, the definition of a face in a canvas, and whether the piece
    lies on its side in its cell.

    `bleeding` gives boxes that reach beyond the piece, from its top left corner, with their colours. In mm:
    how far it bleeds, where cut marks begin, how long they are; no length: no marks and no cuts.
    """

    bleeding: Callable[[P, Side], Sequence[tuple[Box, str]]]
    symbol: Callable[[Canvas, P, Side], str]
    aside: Callable[[P], bool]
    bleed: float
    gap: float
    mark: float
    machine: bool = False

    @property
    def free(self) -> float:
        """How far from the pieces registration marks end, in mm: beside the cut marks, off the bleed."""
        return max(self.gap + self.mark, self.bleed + REGISTRATION)

    def turn(self, piece: P, face: Side, grid: Grid) -> int:
        """By how many degrees a face is turned clockwise on its page."""
        front = 90 if self.aside(piece) else 0
        return front if face == "front" else (180 if grid.upended else 0) - front


Stack = tuple[Laid[P], ...]
"""What stands on one sheet of paper."""


def page_count(sheets: Sequence[Stack[P]], *, backs: bool = True) -> int:
    """How many pages sheets need, with or without the backs of their pieces."""
    return len(list(_order(sheets, backs)))


def sheet_pages(
    sheets: Sequence[Stack[P]],
    printing: Printing[P],
    name: str,
    first: int,
    offset: Offset = (0.0, 0.0),
    *,
    backs: bool = True,
) -> list[Page]:
    """The pages of sheets from page number `first`, with or without the `backs`.

    `offset`: mm right and down by which backs on pages of their own are moved, for a printer that sets them
    aside. Raises the errors of drawing the pieces.
    """
    made: list[Page] = []
    for number, faces in _order(sheets, backs):
        which = f" {number + 1}" if len(sheets) > 1 else ""
        words = f"{name}{which}, {' and '.join(faces)}"
        made.append(_page(sheets[number], printing, faces, words, first + len(made), offset))
    return made


def registration(pen: Pen, box: Box) -> None:
    """The marks by which a cutting machine finds a sheet: a square at the upper left of a box, angles at the
    upper right and the lower left."""
    side, right, low = REGISTRATION, box.x + box.width, box.y + box.height
    pen.rect(box.x, box.y, side, side, fill="#000000")
    angles = f"M{num(right - side)} {num(box.y)}H{num(right)}v{num(side)}"
    angles += f"M{num(box.x)} {num(low - side)}V{num(low)}h{num(side)}"
    pen.path(angles, fill="none", stroke="#000000", stroke_width=_STROKE)


def check_offset(sheets: Sequence[Stack[P]], offset: Offset, name: str) -> None:
    """Raise KitOptionError where backs that are moved would lie where printers do not reach."""
    for stack in sheets:
        grid = stack[0].grid
        paper, backs = grid.sheet, grid.behind(around(each.area for each in stack))
        moved = Box(backs.x + offset[0], backs.y + offset[1], backs.width, backs.height)
        free = min(
            moved.x, moved.y, paper.width - moved.x - moved.width, paper.height - moved.y - moved.height
        )  # fmt: skip
        if free < REACH:
            raise KitOptionError(
                f"--back-offset: moved this far, the backs of the {name.lower()} come within {free:.1f} mm "
                f"of the paper's edge, but printers leave a margin of {REACH:g} mm"
            )


def _order(sheets: Sequence[Stack[P]], backs: bool) -> Iterator[tuple[int, _Faces]]:
    """Which sheet's faces stand on each page."""
    if not backs:
        yield from ((number, ("front",)) for number in range(len(sheets)))
        return
    duplex = sheets[0][0].grid.duplex if sheets else "long"
    if duplex == "single":
        yield from ((number, ("front",)) for number in range(len(sheets)))
        yield from ((number, ("back",)) for number in range(len(sheets)))
        return
    for number in range(len(sheets)):
        if duplex == "fold":
            yield number, ("front", "back")
        else:
            yield number, ("front",)
            yield number, ("back",)


def _page(
    stack: Stack[P], printing: Printing[P], faces: _Faces, words: str, number: int, offset: Offset
) -> Page:
    grid, trim = stack[0].grid, around(each.area for each in stack)
    paper = grid.sheet
    if faces == ("back",):
        paper = grid.back_sheet
        behind = grid.behind(trim)
        trim = Box(behind.x + offset[0], behind.y + offset[1], behind.width, behind.height)
    canvas = paper.canvas(words, number)
    for face in faces:
        _fill(canvas, stack, printing, face, offset if faces == ("back",) else (0.0, 0.0))
    if "front" in faces and printing.mark:
        if printing.machine:
            registration(canvas, trim.inset(-printing.free))
        for _, alike in groupby(stack, key=lambda each: each.grid.cell):
            _cuts(canvas, list(alike), printing)
    if len(faces) == 2:
        _fold(canvas, paper.width / 2, trim, grid.spare)
        trim = around((trim, grid.behind(trim)))
    return paper.page(canvas, words, trim, _reached(trim.inset(-printing.bleed), paper))


def _reached(box: Box, paper: Sheet) -> Box:
    """As much of a box as printers reach."""
    x, y = max(box.x, REACH), max(box.y, REACH)
    right, bottom = (
        min(box.x + box.width, paper.width - REACH),
        min(box.y + box.height, paper.height - REACH),
    )
    return Box(x, y, right - x, bottom - y)


def _fill(canvas: Canvas, stack: Stack[P], printing: Printing[P], face: Side, offset: Offset) -> None:
    paper = stack[0].grid.sheet
    cells = [
        (one, box, printing.turn(one, face, each.grid))
        for each in stack
        for one, box in (each.fronts() if face == "front" else each.backs())
    ]
    for one, cell, turn in cells:
        for part, colour in printing.bleeding(one, face):
            box = within(part, cell, turn)
            moved = Box(box.x + offset[0], box.y + offset[1], box.width, box.height)
            box = _reached(moved, paper)
            canvas.rect(box.x, box.y, box.width, box.height, fill=colour)
    pen = canvas.move(*offset)
    for one, cell, turn in cells:
        lay(pen, printing.symbol(pen.canvas, one, face), cell, turn)


def _cuts(canvas: Canvas, alike: Sequence[Laid[P]], printing: Printing[P]) -> None:
    """The cuts of groups of one size below one another, and their marks around all of them."""
    for each in alike:
        for _, box in each.fronts():
            # On the cut itself: it guides a blade between pieces of one colour and leaves with it.
            canvas.rect(box.x, box.y, box.width, box.height, fill="none", stroke=INK, stroke_width=HAIRLINE)
    wide, tall = alike[0].grid.cell
    columns = max(len(row) for each in alike for row in each.rows)
    xs = [alike[0].area.x + i * wide for i in range(columns + 1)]
    ys = [each.area.y + i * tall for each in alike for i in range(len(each.rows) + 1)]
    cut_marks(canvas, xs, ys, gap=printing.gap, length=printing.mark)


def draw_fold(pen: Pen, x: float, top: float, bottom: float) -> None:
    """The line along which a page is folded; all in mm."""
    pen.line(x, top, x, bottom, stroke=INK, stroke_width=0.2, stroke_dasharray="3 1.5")


def _fold(canvas: Canvas, x: float, pieces: Box, spare: float) -> None:
    top, bottom = pieces.y - spare, pieces.y + pieces.height + spare
    draw_fold(canvas, x, top, bottom)
    beside = canvas.move(x + 1.0, (top + bottom) / 2, turn=90)
    beside.text(_FOLD, 0.0, 0.0, pt(6), SANS, anchor="middle", fill=SOFT)
