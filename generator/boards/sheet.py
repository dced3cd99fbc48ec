"""The whole board as a sheet: squares in their sectors, the sides' rows named left and right, a title."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from generator.boards.frame import CELL_MM, SquareFrame
from generator.boards.ground import draw_ground
from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.figures import Box, draw_figure
from generator.drawing.svg import Canvas, Pen, pt
from generator.drawing.typeface import CAPS, SANS, SANS_BOLD, TEXT_ITALIC, TITLE
from generator.maps.look import side_colour
from modules.definition.formats.scenarios import CardScenario
from modules.definition.model import Definition

MARGIN = 6.0
SIDE = 0.32
"""Width of the margins that name the rows, as a share of a square's width."""

HEAD = 0.2
"""Height of the title, as a share of a square's height."""

TextAs = Literal["text", "paths"]


class NoSuchBoard(KeyError):
    """A board that the game does not have; the message names those that it has."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class BoardSheet:
    """A board as a drawing, and the frame that tells where each square lies on it (mm)."""

    drawing: Drawing
    frame: SquareFrame


def scenario_on(definition: Definition, board_name: str) -> CardScenario | None:
    """The first scenario that is played on a board."""
    return next((s for s in definition.card_scenarios.values() if s.board == board_name), None)


def board_sheet(
    look: Look,
    definition: Definition,
    board_name: str,
    *,
    cell: tuple[float, float] = CELL_MM,
    text_as: TextAs = "text",
) -> BoardSheet:
    """A board with its margins. Raises NoSuchBoard, UnknownColourError, TextTooWideError."""
    if board_name not in definition.boards:
        known = ", ".join(definition.boards)
        raise NoSuchBoard(f"{definition.name} has no board {board_name!r}; it has {known or 'none'}")
    board = definition.boards[board_name]
    side, head = SIDE * cell[0], HEAD * cell[1]
    frame = SquareFrame(board, cell, MARGIN + side, MARGIN + head)
    box = frame.box
    wide, tall = box.width + 2 * (side + MARGIN), box.height + head + 2 * MARGIN
    canvas = Canvas(look, wide, tall, title=f"Board: {board.title}", text_as=text_as)
    palette = look.palette("map")
    canvas.rect(0, 0, wide, tall, fill=palette["paper"])
    draw_ground(canvas, definition, frame)
    draw_margins(canvas, definition, frame)
    _title(canvas, definition, frame, head)
    for inset, width in ((1.2, 0.7), (2.1, 0.25)):
        edge = Box(0, 0, wide, tall).inset(inset)
        pen: Pen = canvas
        pen.rect(
            edge.x, edge.y, edge.width, edge.height, fill="none", stroke=palette["frame"], stroke_width=width
        )  # fmt: skip
    return BoardSheet(Drawing(f"board-{board_name}", canvas.title, canvas.svg(), wide, tall), frame)


def board_drawing(
    look: Look, definition: Definition, board_name: str, *, text_as: TextAs = "text"
) -> Drawing:
    """A board as a document. Raises as `board_sheet`."""
    return board_sheet(look, definition, board_name, text_as=text_as).drawing


def row_names(frame: SquareFrame) -> Iterator[tuple[int, str, str]]:
    """Each row's number with whose home it is and its name there; both empty on neutral ground."""
    names = {
        row: (side, name)
        for side, home in frame.board.homes.items()
        for row, name in zip(home.rows, home.names or ("",) * len(home.rows), strict=True)
    }
    for row in range(1, frame.board.grid.rows + 1):
        side, name = names.get(row, ("", ""))
        yield row, side, name


def draw_margins(pen: Pen, definition: Definition, frame: SquareFrame) -> None:
    """Left and right of the squares the number of each row and whose row it is."""
    wide, box = SIDE * frame.cell[0], frame.grid_box
    for left in (box.x - wide, box.x + box.width):
        for row in range(1, frame.board.grid.rows + 1):
            at = Box(left, frame.row_top(row), wide, frame.cell[1]).inset(0.012 * frame.cell[0])
            draw_row(pen, definition, frame, at, row)


def hill_name(frame: SquareFrame, row: int) -> str:
    """The name of the higher ground on which a row lies, or nothing."""
    hill = frame.board.hill
    return hill.name if hill is not None and row in hill.rows else ""


def draw_row(pen: Pen, definition: Definition, frame: SquareFrame, box: Box, row: int) -> None:
    """A row's label in a box: its number, the side whose row it is in set-up, its name, and a hill's.

    All rows have the same type: the largest that fits the longest of them.
    """
    palette, fonts = pen.look.palette("map"), pen.canvas.fonts
    middle, y = box.middle
    told = [(_short(definition, side), name, hill_name(frame, n)) for n, side, name in row_names(frame)]
    side = next(side for n, side, _ in row_names(frame) if n == row)
    colour = side_colour(pen.look, definition, side) if side else palette["grid"]
    pen.rect(
        box.x, box.y, box.width, box.height, radius=0.06 * box.width, fill=palette["halo"], stroke=colour,
        stroke_width=0.02 * box.width,
    )  # fmt: skip
    tall, room = box.height, 0.9 * box.width
    lift = 0.17 * tall if side else 0.0
    pen.text(
        str(row), middle, y - lift, min(0.26 * tall, 0.6 * box.width), SANS_BOLD, anchor="middle",
        align="middle", fill=colour if side else palette["ink"],
    )  # fmt: skip
    for part, (down, face) in enumerate(((0.12, CAPS), (0.25, TEXT_ITALIC), (0.4, SANS))):
        size = min(fonts.fit(words[part], face, room, 0.12 * tall, 0.03 * tall) for words in told)
        at, words = (middle, y + down * tall), told[row - 1][part]
        if words:
            pen.text(words, *at, size, face, anchor="middle", align="middle", fill=palette["ink"])


def _short(definition: Definition, side: str) -> str:
    return definition.game.sides[side].short if side else ""


def _title(pen: Pen, definition: Definition, frame: SquareFrame, head: float) -> None:
    palette, fonts, box = pen.look.palette("map"), pen.canvas.fonts, frame.box
    y, third = MARGIN + 0.45 * head, box.width / 3
    size = fonts.fit(definition.game.title, TITLE, 1.4 * third, 0.75 * head, pt(8))
    pen.text(definition.game.title, box.x, y, size, TITLE, align="middle", fill=palette["accent"])
    size = fonts.fit(frame.board.title, CAPS, third, 0.65 * head, pt(8))
    pen.text(
        frame.board.title, box.x + box.width, y, size, CAPS, anchor="end", align="middle", fill=palette["ink"]
    )  # fmt: skip


def draw_banner(pen: Pen, definition: Definition, side: str, box: Box) -> None:
    """A side's banner in a box."""
    palette = definition.game.sides[side].palette
    draw_figure(pen, pen.look.figure(f"banners/{palette}"), box, pen.look.palette("sides").under(palette))
