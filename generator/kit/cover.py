"""The cover of a kit: what is in it and how it is printed and made, whose it is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from generator.art import art
from generator.cells import Row, Style, Table, draw_table
from generator.counters import figure_called
from generator.figures import Box, draw_figure
from generator.kit.impose import Duplex
from generator.kit.page import INK, SOFT, Sheet
from generator.pdf import Page
from generator.svg import Canvas, pt
from generator.typeface import CAPS, TEXT, TEXT_BOLD, TEXT_ITALIC, UNCIAL, Face
from modules.definition import Definition

_AT_FULL_SIZE = (
    "Print at 100 % (“actual size”). On every page the boxes at the foot must be 50 mm and 2 in wide."
)
_AND_MEET = "Hold it against the light: fronts and backs must meet."
_BOTH_SIDES = (
    "print on both sides, flipped on the {} edge, on heavy paper, or glue the sheet onto card. "
    + _AND_MEET
    + " "
    "Where a printer sets backs aside, print the kit anew with --back-offset."
)
_PIECES: dict[Duplex, str] = {
    "long": _BOTH_SIDES.format("long"),
    "short": _BOTH_SIDES.format("short"),
    "fold": "print on one side, fold each sheet along its dashed line, printed sides out, and glue the "
    "halves together. " + _AND_MEET,
    "single": "print on one side: all fronts, then their backs in the same order. Glue front and back sheet "
    "back to back; or cut both out and put them into sleeves.",
}
PRINTED: dict[Duplex, str] = {
    "long": "two-sided, long edge",
    "short": "two-sided, short edge",
    "fold": "one side, folded",
    "single": "one side, backs apart",
}
"""How the sheets of pieces are printed, for the contents."""

ONE_SIDED = "one side"
OPTIONAL = "one side, if you like"


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


def steps(definition: Definition, duplex: Duplex) -> list[str]:
    """How the kit is printed and made, step by step."""
    cards, maps = bool(definition.card_scenarios), bool(definition.maps or definition.area_maps)
    found = [_AT_FULL_SIZE]
    if cards:
        found.append("Print the test page first; it tells whether the printer is true, and how to mend it.")
    found.append(f"{'Cards and counters' if cards else 'Counters'}: {_PIECES[duplex]}")
    single = "pieces" if cards else "counters"
    found.append(
        f"Cut with a steel rule along the cut marks of the front, first all rows, then the single {single}."
    )
    if maps:
        found.append(
            "Maps and charts: print on one side. An assembly page tells how the tiles of a map are joined."
        )
    if definition.boards:
        found.append(
            "Board edges and charts: print on one side. Join the tiles of the edges and cut them out; they "
            f"lie to the left and right of the cards. You also need a die of {definition.game.die} sides."
        )
    return found


def cover(definition: Definition, sheet: Sheet, contents: Sequence[Entry], duplex: Duplex) -> Page:
    """The first page of a kit."""
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
    for number, step in enumerate(steps(definition, duplex), start=1):
        canvas.text(f"{number}", column.x, column.y + pt(11) * 1.25, pt(11), TEXT_BOLD, fill=INK)
        column.paragraph(step, TEXT, pt(11), 1.5, indent=6)
    column.y += 6
    _shields(canvas, column, definition)
    for words in (game.credits.design, game.credits.published, game.credits.notice):
        column.paragraph(words, TEXT_ITALIC, pt(9), 1)
    return sheet.page(canvas, "Cover")


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
