"""Cells: tables drawn at exact sizes (combat results, terrain effects, tracks), in mm.

One table is set in one size of type: the largest, from the style's size down to its floor, at which every
cell fits its column and the whole fits its room. Below the floor it is an error that names the cell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.drawing.art import Palette
from generator.drawing.figures import Box
from generator.drawing.svg import Anchor, Pen, pt
from generator.drawing.typeface import CAPS, SANS, SANS_BOLD, TEXT, Face, Fonts, TextTooWideError
from modules.amounts import count_noun


class TableShapeError(ValueError):
    """Rows that do not fill the columns of their table."""


class TableTooTallError(ValueError):
    """A table that does not fit the height given to it even in its smallest type."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell; what is None comes from the style. `span` counts the columns that it covers."""

    text: str
    span: int = 1
    align: Anchor | None = None
    fill: str | None = None
    ink: str | None = None
    face: Face | None = None


Row = Sequence[Cell | str]


@dataclass(frozen=True)
class TableStyle:
    """How the type of a table is set; sizes in mm."""

    size: float = pt(9)
    floor: float = pt(6)
    leading: float = 1.18
    pad: float = 1.0
    body: Face = SANS
    head: Face = SANS_BOLD
    align: Anchor = "middle"
    caption_size: float = pt(12)
    note_size: float = pt(7)


@dataclass(frozen=True)
class Table:
    """Rows under columns of given widths (mm). The first `heads` rows and, if asked, column are heads.

    `row_height` is the least height of a row; text that wraps makes its row taller. `lead` is added to the
    height of each row that is no head.
    """

    widths: Sequence[float]
    rows: Sequence[Row]
    heads: int = 1
    head_column: bool = True
    caption: str = ""
    notes: Sequence[str] = ()
    row_height: float = 5.0
    left_columns: frozenset[int] = frozenset()
    lead: float = 0.0

    @property
    def width(self) -> float:
        return sum(self.widths)


@dataclass(frozen=True)
class _Placed:
    cell: Cell
    row: int
    column: int
    width: float
    face: Face
    lines: tuple[str, ...]


@dataclass(frozen=True)
class Layout:
    """A table set in its final size of type; heights in mm."""

    table: Table
    style: TableStyle
    size: float
    cells: tuple[_Placed, ...]
    row_heights: tuple[float, ...]
    caption_height: float
    note_lines: tuple[str, ...]

    @property
    def height(self) -> float:
        """Height of all, with caption and notes."""
        notes = len(self.note_lines) * self.style.note_size * self.style.leading
        return self.caption_height + sum(self.row_heights) + notes + (1.0 if self.note_lines else 0.0)


def lay_out(table: Table, style: TableStyle, fonts: Fonts, height: float | None = None) -> Layout:
    """The table in the largest type that fits its columns and `height` mm.

    Raises TableShapeError, TableTooTallError, or TextTooWideError naming the cell that is too narrow.
    """
    _check_shape(table)
    size = style.size
    while True:
        last = size <= style.floor
        try:
            done = _set(table, style, fonts, max(size, style.floor))
        except TextTooWideError:
            if last:
                raise
        else:
            if height is None or done.height <= height:
                return done
            if last:
                raise TableTooTallError(
                    f"table {table.caption!r} is {done.height:.1f} mm tall at its smallest size but has "
                    f"{height:.1f} mm; give it more room or shorten its texts"
                )
        size -= pt(0.25)


def _check_shape(table: Table) -> None:
    columns = len(table.widths)
    for number, row in enumerate(table.rows, 1):
        covered = sum(cell.span if isinstance(cell, Cell) else 1 for cell in row)
        if covered != columns:
            raise TableShapeError(
                f"table {table.caption!r}, row {number}: its cells cover {count_noun(covered, 'column')}, "
                f"the table has {columns}"
            )


def _set(table: Table, style: TableStyle, fonts: Fonts, size: float) -> Layout:
    placed: list[_Placed] = []
    heights = []
    for number, row in enumerate(table.rows):
        cells = _place_row(table, style, fonts, size, number, row)
        lines = max(len(c.lines) for c in cells)
        least = max(table.row_height, lines * size * style.leading + style.pad)
        heights.append(least + (table.lead if number >= table.heads else 0.0))
        placed.extend(cells)
    room = table.width - 2 * style.pad
    notes = [line for note in table.notes for line in fonts.wrap(note, TEXT, room, style.note_size)]
    caption = 0.0
    if table.caption:
        fonts.fit(table.caption, CAPS, room, style.caption_size, style.floor)
        caption = style.caption_size * 1.5
    return Layout(table, style, size, tuple(placed), tuple(heights), caption, tuple(notes))


def _place_row(
    table: Table, style: TableStyle, fonts: Fonts, size: float, number: int, row: Row
) -> list[_Placed]:
    placed = []
    column = 0
    for given in row:
        cell = given if isinstance(given, Cell) else Cell(given)
        width = sum(table.widths[column : column + cell.span])
        head = number < table.heads or (table.head_column and column == 0)
        face = cell.face or (style.head if head else style.body)
        try:
            lines = fonts.wrap(cell.text, face, width - 2 * style.pad, size)
        except TextTooWideError as fault:
            raise TextTooWideError(
                f"table {table.caption!r}, row {number + 1}, column {column + 1}: {fault}", fault.words
            ) from fault
        placed.append(_Placed(cell, number, column, width, face, tuple(lines)))
        column += cell.span
    return placed


def draw_table(
    pen: Pen, x: float, y: float, table: Table, style: TableStyle | None = None, height: float | None = None
) -> Box:
    """Draw a table with its top left corner at (x, y); returns the box it takes. Raises as `lay_out`."""
    done = lay_out(table, style or TableStyle(), pen.canvas.fonts, height)
    place = pen.move(x, y)
    _draw_caption(place, done)
    _draw_grounds(place, done)
    _draw_rules(place, done)
    for cell in done.cells:
        _draw_words(place, done, cell)
    _draw_notes(place, done)
    return Box(x, y, table.width, done.height)


def _colours(pen: Pen) -> Palette:
    return pen.look.palette("chart")


def _top(done: Layout, row: int) -> float:
    return done.caption_height + sum(done.row_heights[:row])


def _left(done: Layout, column: int) -> float:
    return sum(done.table.widths[:column])


def _is_head(done: Layout, cell: _Placed) -> bool:
    return cell.row < done.table.heads


def _draw_caption(pen: Pen, done: Layout) -> None:
    if not done.table.caption:
        return
    fonts, style = pen.canvas.fonts, done.style
    room = done.table.width - 2 * style.pad
    size = fonts.fit(done.table.caption, CAPS, room, style.caption_size, style.floor)
    middle = done.table.width / 2
    pen.text(
        done.table.caption, middle, style.caption_size, size, CAPS, anchor="middle", fill=_colours(pen)["ink"]
    )


def _draw_grounds(pen: Pen, done: Layout) -> None:
    colours = _colours(pen)
    for row, height in enumerate(done.row_heights):
        band = colours["band"] if (row - done.table.heads) % 2 else colours["paper"]
        ground = colours["head"] if row < done.table.heads else band
        pen.rect(0, _top(done, row), done.table.width, height, fill=ground)
    for cell in done.cells:
        if cell.cell.fill:
            left, top = _left(done, cell.column), _top(done, cell.row)
            pen.rect(left, top, cell.width, done.row_heights[cell.row], fill=cell.cell.fill)


def _draw_rules(pen: Pen, done: Layout) -> None:
    colours, width = _colours(pen), done.table.width
    thin = {"stroke": colours["rule"], "stroke_width": 0.15}
    for row in range(done.table.heads + 1, len(done.row_heights)):
        pen.line(0, _top(done, row), width, _top(done, row), **thin)
    for cell in done.cells:
        if cell.column:
            left, top = _left(done, cell.column), _top(done, cell.row)
            pen.line(left, top, left, top + done.row_heights[cell.row], **thin)
    if done.table.head_column:
        left = done.table.widths[0]
        heavy = {"stroke": colours["frame"], "stroke_width": 0.35}
        pen.line(left, _top(done, done.table.heads), left, _top(done, len(done.row_heights)), **heavy)
    body = sum(done.row_heights)
    pen.rect(0, done.caption_height, width, body, fill="none", stroke=colours["frame"], stroke_width=0.35)


def _draw_words(pen: Pen, done: Layout, cell: _Placed) -> None:
    style, size = done.style, done.size
    left, top = _left(done, cell.column), _top(done, cell.row)
    by_column: Anchor = "start" if cell.column in done.table.left_columns else style.align
    anchor = cell.cell.align or by_column
    x = left + {"start": style.pad, "middle": cell.width / 2, "end": cell.width - style.pad}[anchor]
    head = _colours(pen)["head_ink"] if _is_head(done, cell) else _colours(pen)["ink"]
    middle = top + done.row_heights[cell.row] / 2
    for i, line in enumerate(cell.lines):
        y = middle + (i - (len(cell.lines) - 1) / 2) * size * style.leading
        pen.text(line, x, y, size, cell.face, anchor=anchor, align="middle", fill=cell.cell.ink or head)


def _draw_notes(pen: Pen, done: Layout) -> None:
    y = _top(done, len(done.row_heights)) + 1.0
    for line in done.note_lines:
        pen.text(line, done.style.pad, y, done.style.note_size, TEXT, align="top", fill=_colours(pen)["ink"])
        y += done.style.note_size * done.style.leading
