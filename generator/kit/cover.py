"""The front matter of a kit: cover with contents and how to print, and the list of pieces with counts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from generator.art import art
from generator.cells import Row, Style, Table, draw_table
from generator.counters import Piece, figure_called, pieces
from generator.figures import Box, draw_figure
from generator.kit.page import INK, SOFT, Sheet
from generator.pdf import Page
from generator.svg import Canvas, pt
from generator.typeface import CAPS, TEXT, TEXT_BOLD, TEXT_ITALIC, UNCIAL, Face
from modules.definition import Definition

_ROWS_A_PAGE = 36
_STEPS = (
    "Print at 100 % (“actual size”). On every page the boxes at the foot must be 50 mm and 2 in wide.",
    "Counters: print on both sides, flipped on the long edge, on heavy paper, or glue the sheet onto card. "
    "Hold it against the light: fronts and backs must meet. Where a printer sets backs aside, print the kit "
    "anew with --back-offset.",
    "Cut with a steel rule along the cut marks of the front, first all rows, then the single counters.",
    "Maps and charts: print on one side. An assembly page tells how the tiles of a map are joined.",
)


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the contents: what it is, its first and last page, and how to print it."""

    what: str
    first: int
    last: int
    how: str

    @property
    def pages(self) -> str:
        return str(self.first) if self.first == self.last else f"{self.first}–{self.last}"


def front_matter(definition: Definition) -> int:
    """How many pages come before the counters: an even number, so that fronts lie on right-hand pages."""
    lists = -(-len(_lines(definition)) // _ROWS_A_PAGE)
    return 1 + lists + (1 + lists) % 2


def cover_pages(definition: Definition, sheet: Sheet, contents: Sequence[Entry]) -> list[Page]:
    """The cover, the list of pieces, and a blank page if the number would be odd."""
    made = [_cover(definition, sheet, contents)]
    lines = _lines(definition)
    for i in range(0, len(lines), _ROWS_A_PAGE):
        made.append(_list(definition, sheet, lines[i : i + _ROWS_A_PAGE], len(made) + 1))
    while len(made) < front_matter(definition):
        made.append(sheet.page(sheet.canvas("Notes", len(made) + 1), "Notes"))
    return made


class _Column:
    """Text set from the top of a page downwards."""

    def __init__(self, canvas: Canvas, sheet: Sheet) -> None:
        self.canvas, self.x, self.width = canvas, sheet.live.x, sheet.live.width
        self.y = sheet.live.y

    def line(self, words: str, face: Face, size: float, after: float, ink: str = INK) -> None:
        """One line, smaller where it would be too wide."""
        size = self.canvas.fonts.fit(words, face, self.width, size, pt(9))
        self.y += size
        self.canvas.text(words, self.x, self.y, size, face, fill=ink)
        self.y += after

    def paragraph(self, words: str, face: Face, size: float, after: float, indent: float = 0.0) -> None:
        """Lines as many as the words need."""
        for line in self.canvas.fonts.wrap(words, face, self.width - indent, size):
            self.y += size * 1.25
            self.canvas.text(line, self.x + indent, self.y, size, face, fill=INK)
        self.y += after


def _cover(definition: Definition, sheet: Sheet, contents: Sequence[Entry]) -> Page:
    game = definition.game
    canvas = sheet.canvas("Print and play", 1)
    column = _Column(canvas, sheet)
    column.y += 8
    column.line(game.title, UNCIAL, pt(34), 3)
    column.line(f"Print and play, version {game.version}", TEXT_ITALIC, pt(14), 4, SOFT)
    column.paragraph(game.summary, TEXT, pt(12), 8)
    column.line("Contents", CAPS, pt(14), 2)
    rows: list[Row] = [("What", "Pages", "Print")]
    rows += [(entry.what, entry.pages, entry.how) for entry in contents]
    widths = (column.width - 70, 25.0, 45.0)
    table = Table(widths, rows, heads=1, head_column=False, left_columns=frozenset({0, 2}))
    column.y += draw_table(canvas, column.x, column.y, table, Style(size=pt(10), body=TEXT)).height + 8
    column.line("How to make it", CAPS, pt(14), 0)
    for number, step in enumerate(_STEPS, start=1):
        canvas.text(f"{number}", column.x, column.y + pt(11) * 1.25, pt(11), TEXT_BOLD, fill=INK)
        column.paragraph(step, TEXT, pt(11), 1.5, indent=6)
    column.y += 6
    _shields(canvas, column, definition)
    for words in (game.credits.design, game.credits.published, game.credits.notice):
        column.paragraph(words, TEXT_ITALIC, pt(9), 1)
    return sheet.page(canvas, "Cover")


def _shields(canvas: Canvas, column: _Column, definition: Definition) -> None:
    """The nations' shields side by side, for want of a picture on the box."""
    nations = list(definition.game.nations.values())
    step = column.width / len(nations)
    box = Box(column.x, column.y, step, min(38.0, step))
    for number, nation in enumerate(nations):
        place = replace(box, x=box.x + number * step)
        colours = art().palette("sides").under(nation.palette)
        draw_figure(canvas, figure_called(f"shields/{nation.palette}"), place, colours)
        middle, below = place.middle[0], box.y + box.height + 6
        size = canvas.fonts.fit(nation.name, CAPS, step - 2, pt(11), pt(5))
        canvas.text(nation.name, middle, below, size, CAPS, anchor="middle", fill=INK)
    column.y += box.height + 14


def _lines(definition: Definition) -> list[tuple[str, str, str, int]]:
    """Kinds of pieces: nation, name, values front and back, count."""
    nations, found = definition.game.nations, []
    for key, alike in groupby(pieces(definition), key=_kind):
        group = list(alike)
        first = group[0]
        nation = "Marker" if first.marker else nations[first.nation].name
        found.append((nation, first.words["name"], key[-1], sum(each.count for each in group)))
    return found


def _kind(each: Piece) -> tuple[str, ...]:
    name = each.id if each.marker else each.words["name"]
    return each.nation, name, each.figure or "", _values(each)


def _values(each: Piece) -> str:
    front = "-".join(str(value) for value in each.front.values())
    return front if each.back is None else f"{front} / {'-'.join(str(value) for value in each.back.values())}"


def _list(
    definition: Definition, sheet: Sheet, lines: Sequence[tuple[str, str, str, int]], number: int
) -> Page:
    canvas = sheet.canvas("Pieces", number)
    column = _Column(canvas, sheet)
    column.line("Pieces", CAPS, pt(14), 3)
    total = sum(each.count for each in pieces(definition))
    rows: list[Row] = [("Nation", "Piece", "Values, front / reduced", "Number")]
    rows += [(nation, name, values, str(count)) for nation, name, values, count in lines]
    rows.append(("All", "", "", str(total)))
    widths = (40.0, column.width - 115, 50.0, 25.0)
    table = Table(
        widths, rows, heads=1, head_column=False, left_columns=frozenset({0, 1}),
        notes=["Values in the order of the game's counter file: " + _value_names(definition)],
    )  # fmt: skip
    room = sheet.live.y + sheet.live.height - column.y
    draw_table(canvas, column.x, column.y, table, Style(size=pt(10), body=TEXT), height=room)
    return sheet.page(canvas, "Pieces")


def _value_names(definition: Definition) -> str:
    sets = {tuple(each.front): None for each in definition.counters.values()}
    names = definition.game.values
    return "; ".join("-".join(names[value].name.lower() for value in each) for each in sets) + "."
