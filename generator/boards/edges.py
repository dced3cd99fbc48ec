"""The two edges of a board, for players who lay their cards on a table: strips for its left and its right.

Toward the squares an edge names every row. Outside lie three sections: an end for each side, turned to its
player, and between them the turn chart (left edge) or the sequence of a player's turn (right edge).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from generator.boards.frame import CELL_MM, SquareFrame
from generator.boards.sheet import (
    NoSuchBoard,
    TextAs,
    draw_banner,
    draw_row,
    scenario_on,
)
from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.figures import Box
from generator.drawing.panel import cited
from generator.drawing.svg import Canvas, Pen, pt
from generator.drawing.typeface import CAPS, SANS_BOLD, TEXT, TEXT_BOLD, TEXT_ITALIC
from generator.maps.look import side_colour
from modules.definition.model import Definition

Hand = Literal["left", "right"]
HANDS: tuple[Hand, Hand] = ("left", "right")
WIDTH_MM = 66.0
_ROWS_MM = 24.0
_PAD = 3.0
_TITLE = 9.0


@dataclass(frozen=True, slots=True)
class _Parts:
    """The boxes of an edge: the strip of row names, the ends of both sides and the middle, top to bottom."""

    rows: Box
    top: Box
    middle: Box
    bottom: Box


def edge_drawings(
    look: Look, definition: Definition, board_name: str, *, text_as: TextAs = "text"
) -> tuple[Drawing, Drawing]:
    """The left and the right edge of a board, as long as its rows. Raises as `sheet.board_sheet`."""
    if board_name not in definition.boards:
        known = ", ".join(definition.boards)
        raise NoSuchBoard(f"{definition.name} has no board {board_name!r}; it has {known or 'none'}")
    left, right = (_edge(look, definition, board_name, hand, text_as) for hand in HANDS)
    return left, right


def _edge(look: Look, definition: Definition, board_name: str, hand: Hand, text_as: TextAs) -> Drawing:
    board = definition.boards[board_name]
    frame = SquareFrame(board, CELL_MM)
    tall, palette = frame.grid_box.height, look.palette("map")
    canvas = Canvas(look, WIDTH_MM, tall, title=f"{board.title}: {hand} edge", text_as=text_as)
    canvas.rect(0, 0, WIDTH_MM, tall, fill=palette["paper"])
    parts = _parts(frame, hand)
    for row in range(1, board.grid.rows + 1):
        box = Box(parts.rows.x, (row - 1) * frame.cell[1], parts.rows.width, frame.cell[1]).inset(1.2)
        draw_row(canvas, definition, frame, box, row)
    ends = {frame.at_top(side): side for side in board.homes}
    _end(canvas, definition, ends[True], parts.top, turned=True)
    _end(canvas, definition, ends[False], parts.bottom, turned=False)
    sectors = list(board.sectors.values())
    sector = sectors[0] if hand == "left" else sectors[-1]
    middle = _captioned(canvas, parts.middle, f"{sector.name} sector")
    if hand == "left":
        _turns(canvas, definition, board_name, middle)
    else:
        _sequence(canvas, definition, middle)
    edge = Box(0, 0, WIDTH_MM, tall).inset(0.5)
    canvas.rect(
        edge.x, edge.y, edge.width, edge.height, fill="none", stroke=palette["frame"], stroke_width=0.7
    )
    return Drawing(f"edge-{board_name}-{hand}", canvas.title, canvas.svg(), WIDTH_MM, tall)


def _parts(frame: SquareFrame, hand: Hand) -> _Parts:
    tall = frame.grid_box.height
    rows_left = WIDTH_MM - _ROWS_MM - 1 if hand == "left" else 1.0
    outer = _PAD if hand == "left" else _ROWS_MM + _PAD
    wide = WIDTH_MM - _ROWS_MM - 2 * _PAD
    end = 0.24 * tall
    return _Parts(
        Box(rows_left, 0, _ROWS_MM, tall),
        Box(outer, _PAD, wide, end - 1.5 * _PAD),
        Box(outer, end + 0.5 * _PAD, wide, tall - 2 * end - _PAD),
        Box(outer, tall - end + 0.5 * _PAD, wide, end - 1.5 * _PAD),
    )


def _end(canvas: Canvas, definition: Definition, side: str, box: Box, *, turned: bool) -> None:
    """The end of a side: its banner and name, upright for its player."""
    colour, game = side_colour(canvas.look, definition, side), definition.game.sides[side]
    x, y = box.middle
    pen = canvas.move(x, y, turn=180.0) if turned else canvas.move(x, y)
    wide, tall = box.width, box.height
    pen.rect(
        -wide / 2,
        -tall / 2,
        wide,
        tall,
        radius=2,
        fill=canvas.look.palette("map")["halo"],
        stroke=colour,
        stroke_width=0.9,
    )
    draw_banner(pen, definition, side, Box(-wide * 0.46, -0.46 * tall, 0.92 * wide, 0.56 * tall))
    fonts, ink = canvas.fonts, canvas.look.palette("map")["ink"]
    size = fonts.fit(game.name, CAPS, 0.86 * wide, pt(24), pt(8))
    pen.text(game.name, 0, 0.24 * tall, size, CAPS, anchor="middle", align="middle", fill=colour)
    words = f"The {game.short} end"
    size = fonts.fit(words, TEXT_ITALIC, 0.86 * wide, pt(13), pt(7))
    pen.text(words, 0, 0.36 * tall, size, TEXT_ITALIC, anchor="middle", align="middle", fill=ink)


def _captioned(pen: Pen, box: Box, words: str) -> Box:
    """The frame of the middle section with the sector's caption; what is left of it."""
    palette, fonts = pen.look.palette("map"), pen.canvas.fonts
    pen.rect(
        box.x,
        box.y,
        box.width,
        box.height,
        radius=2,
        fill=palette["halo"],
        stroke=palette["frame"],
        stroke_width=0.5,
    )
    size = fonts.fit(words, CAPS, box.width - 3, pt(15), pt(7))
    pen.text(
        words,
        box.x + box.width / 2,
        box.y + 6,
        size,
        CAPS,
        anchor="middle",
        align="middle",
        fill=palette["accent"],
    )
    return Box(box.x + 2, box.y + 11, box.width - 4, box.height - 13)


def _heading(pen: Pen, box: Box, words: str) -> Box:
    palette, fonts = pen.look.palette("map"), pen.canvas.fonts
    pen.rect(box.x, box.y, box.width, _TITLE, fill=palette["frame"])
    size = fonts.fit(words, CAPS, box.width - 2, pt(13), pt(7))
    at = (box.x + box.width / 2, box.y + _TITLE / 2)
    pen.text(words, *at, size, CAPS, anchor="middle", align="middle", fill=palette["paper"])
    return Box(box.x, box.y + _TITLE + 1, box.width, box.height - _TITLE - 1)


def _turns(pen: Pen, definition: Definition, board_name: str, box: Box) -> None:
    """The turn chart: a box for each turn of the scenario on this board."""
    battle, palette = scenario_on(definition, board_name), pen.look.palette("map")
    if battle is None:
        return
    room = _heading(pen, box, "Turn chart")
    note = 13.0
    step = (room.height - note) / battle.turns
    for turn in range(1, battle.turns + 1):
        y = room.y + (turn - 1) * step
        field = Box(room.x, y, room.width, step - 1)
        fill = palette["clear"] if turn % 2 else palette["paper"]
        pen.rect(
            field.x, field.y, field.width, field.height, fill=fill, stroke=palette["frame"], stroke_width=0.4
        )
        pen.text(
            str(turn),
            field.x + 4,
            field.y + field.height / 2,
            pt(30),
            SANS_BOLD,
            align="middle",
            fill=palette["id"],
        )
    first = definition.game.sides[battle.first_player].short
    last = definition.game.sides[[side for side in battle.sides if side != battle.first_player][-1]].short
    words = f"{first} first. The marker moves on at the end of the {last} half of a turn."
    _lines(pen, Box(room.x, room.y + room.height - note, room.width, note), words)


def _sequence(pen: Pen, definition: Definition, box: Box) -> None:
    """The phases of a player's turn."""
    palette, fonts = pen.look.palette("map"), pen.canvas.fonts
    room = _heading(pen, box, "Your turn")
    y = room.y + 3
    for number, phase in enumerate(definition.game.sequence, 1):
        pen.text(str(number), room.x, y, pt(22), SANS_BOLD, align="top", fill=palette["id"])
        y += 8.5
        for words, face, points, ink in (
            (phase.name, TEXT_BOLD, 15, palette["accent"]),
            (f"{phase.hint} ({cited(phase.rule)})", TEXT, 13.5, palette["ink"]),
        ):
            longest = max(words.split(), key=lambda word: fonts.width(word, face, 1.0))
            size = fonts.fit(longest, face, room.width, pt(points), pt(8))
            for line in fonts.wrap(words, face, room.width, size):
                pen.text(line, room.x, y, size, face, align="top", fill=ink)
                y += size * 1.16
            y += 1.2
        y += 6


def _lines(pen: Pen, box: Box, words: str) -> None:
    size = pt(8)
    for i, line in enumerate(pen.canvas.fonts.wrap(words, TEXT, box.width, size)):
        pen.text(
            line,
            box.x,
            box.y + 1 + i * 1.2 * size,
            size,
            TEXT,
            align="top",
            fill=pen.look.palette("map")["ink"],
        )
