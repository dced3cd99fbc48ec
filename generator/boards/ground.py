"""The ground of a board: level and high rows, the slope between them, squares with their ids, sectors."""

from __future__ import annotations

from typing import Any

from generator.boards.frame import SquareFrame
from generator.counters.blazon import sign_of
from generator.counters.printed import figure_called
from generator.drawing.figures import Box, draw_figure
from generator.drawing.lettering import halo_text
from generator.drawing.strokes import hachures
from generator.drawing.svg import Pen
from generator.drawing.typeface import CAPS, SANS_BOLD, TEXT_ITALIC
from generator.maps.look import side_colour
from modules.definition.model import Definition

_ID = 0.072
"""The size of a square's id, as a share of the square's width."""


def draw_ground(pen: Pen, definition: Definition, frame: SquareFrame) -> None:
    """The squares, from the ground up, with the leaders' places of both sides."""
    box, palette = frame.grid_box, pen.look.palette("map")
    pen.rect(box.x, box.y, box.width, box.height, fill=palette["clear"])
    _hill(pen, frame)
    _squares(pen, frame)
    _sectors(pen, frame)
    for side in frame.board.homes:
        for sector in frame.board.sectors:
            _leader_place(pen, definition, frame, side, sector)


def _hill(pen: Pen, frame: SquareFrame) -> None:
    """Higher rows: a tint and, where they end, hachures that say the same without colour."""
    hill, box, palette = frame.board.hill, frame.grid_box, pen.look.palette("map")
    if hill is None:
        return
    tall = frame.cell[1]
    for row in hill.rows:
        pen.rect(box.x, frame.row_top(row), box.width, tall, fill=palette["levels.4"])
    for row in hill.rows:
        for below, edge in ((row + 1, frame.row_top(row) + tall), (row - 1, frame.row_top(row))):
            if below in hill.rows or not 1 <= below <= frame.board.grid.rows:
                continue
            high = (box.x + box.width / 2, frame.row_top(row) + tall / 2)
            hachures(
                pen, (box.x, edge), (box.x + box.width, edge), high, colour=palette["hachure"],
                length=0.09 * tall, spacing=0.03 * frame.cell[0], thick=0.014 * frame.cell[0], key="hill",
            )  # fmt: skip


def _squares(pen: Pen, frame: SquareFrame) -> None:
    """The outline of each square, a faint card in it, and its id in the strip below the card."""
    palette, wide = pen.look.palette("map"), frame.cell[0]
    for square in frame.squares:
        box, card = frame.square(square), frame.card(square)
        line: dict[str, Any] = {"fill": "none", "stroke": palette["grid"]}
        pen.rect(box.x, box.y, box.width, box.height, stroke_width=0.006 * wide, **line)
        pen.rect(
            card.x, card.y, card.width, card.height, radius=0.033 * wide, stroke_width=0.003 * wide, **line,
            stroke_dasharray=f"{0.02 * wide:.3g} {0.02 * wide:.3g}",
        )  # fmt: skip
        below = (card.y + card.height + box.y + box.height) / 2
        high = frame.board.hill is not None and int(square[1]) in frame.board.hill.rows
        halo_text(
            pen, square, box.x + 0.075 * wide, below, _ID * wide, SANS_BOLD, align="middle",
            ink=palette["id"], halo=palette["levels.4" if high else "clear"], width=0.04 * wide,
        )  # fmt: skip


def _sectors(pen: Pen, frame: SquareFrame) -> None:
    """The outline of each sector; between two the gap is as pale as paper, with a line of dashes."""
    palette, wide, box = pen.look.palette("map"), frame.cell[0], frame.grid_box
    right = box.x
    sectors = [frame.sector(name) for name in frame.board.sectors]
    for sector in sectors:
        if sector.x > right + 1e-6 and right > box.x:
            pen.rect(right, sector.y, sector.x - right, sector.height, fill=palette["paper"])
            middle = (right + sector.x) / 2
            pen.line(
                middle, sector.y, middle, sector.y + sector.height, stroke=palette["accent"],
                stroke_width=0.014 * wide, stroke_dasharray=f"{0.09 * wide:.3g} {0.05 * wide:.3g}",
            )  # fmt: skip
        right = sector.x + sector.width
    for sector in sectors:  # over the gaps, which would cover half of their lines
        pen.rect(
            sector.x, sector.y, sector.width, sector.height, fill="none", stroke=palette["frame"],
            stroke_width=0.014 * wide,
        )  # fmt: skip


def _leader_place(pen: Pen, definition: Definition, frame: SquareFrame, side: str, sector: str) -> None:
    """Whose place it is, by shield and colour, and the sector's name; the leader stands in the middle."""
    box, palette = frame.leader(side, sector), pen.look.palette("map")
    colour = side_colour(pen.look, definition, side)
    inner = box.inset(0.06 * box.height)
    pen.rect(
        inner.x, inner.y, inner.width, inner.height, radius=0.1 * box.height, fill=palette["paper"],
        stroke=colour, stroke_width=0.03 * box.height,
    )  # fmt: skip
    game, size = definition.game.sides[side], 0.26 * box.height
    shield = Box(inner.x + 0.12 * box.height, inner.y, 0.6 * box.height, inner.height).inset(
        0.07 * box.height
    )
    colours = pen.look.palette("sides").under(game.palette)
    draw_figure(pen, figure_called(pen.look, sign_of(pen.look, game)), shield, colours)
    left = shield.x + shield.width + 0.25 * box.height
    name, middle = frame.board.sectors[sector].name, inner.y + inner.height / 2
    pen.text(
        f"{name} sector", left, middle - 0.17 * box.height, size, CAPS, align="middle", fill=palette["ink"]
    )
    pen.text(
        f"{game.short} leader", left, middle + 0.2 * box.height, 0.8 * size, TEXT_ITALIC, align="middle",
        fill=colour,
    )  # fmt: skip
    _stand(pen, leader_spot(frame, side, sector))


def leader_spot(frame: SquareFrame, side: str, sector: str) -> Box:
    """The square in a leader's place on which his pawn stands."""
    box = frame.leader(side, sector)
    size = 0.84 * box.height
    return Box(box.x + box.width * 0.62 - size / 2, box.y + (box.height - size) / 2, size, size)


def broken_spot(frame: SquareFrame, side: str, sector: str) -> Box:
    """Where the marker of a broken sector lies, beside the leader's square."""
    spot = leader_spot(frame, side, sector)
    return Box(spot.x + 1.3 * spot.width, spot.y, spot.width, spot.height)


def _stand(pen: Pen, spot: Box) -> None:
    rule = pen.look.palette("map")["grid"]
    dash = f"{0.1 * spot.width:.3g} {0.1 * spot.width:.3g}"
    pen.rect(
        spot.x, spot.y, spot.width, spot.height, radius=0.1 * spot.width, fill="none", stroke=rule,
        stroke_width=0.02 * spot.width, stroke_dasharray=dash,
    )  # fmt: skip
