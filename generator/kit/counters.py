"""Sheets of counters and of markers. Pieces of one nation stand together, a gutter away from those of
another, so that a cut a little off shows no enemy."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby

from generator.counters.layout import SIZES, AnySize
from generator.counters.printed import Piece, Side, piece_symbol, side_mm, size_within
from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.svg import Canvas
from generator.kit.impose import Duplex, Grid, apart, grid
from generator.kit.page import Sheet
from generator.kit.sheets import Printing, Stack
from modules.definition import Definition

BLEED = 1.5
_MARKS = 7.0
_GAP = 3.0


def plan_counters(
    wanted: Iterable[Piece], sheet: Sheet, duplex: Duplex = "long", limit: float = SIZES["3/4"]
) -> list[Stack[Piece]]:
    """The sheets of counters or markers, each in its number. Pieces are at most `limit` mm wide, so that they
    fit the hexes of the printed map. Raises SheetTooSmallError."""
    by_size: dict[AnySize, list[Piece]] = {}
    for each in wanted:
        by_size.setdefault(size_within(sheet.look, each, limit), []).append(each)
    groups: list[tuple[list[Piece], Grid]] = []
    for size, group in by_size.items():
        side = side_mm(sheet.look, group[0], size)
        cells = grid(sheet, duplex, (side, side), _MARKS, top=True)
        for _, some in groupby(group, key=lambda each: "" if each.marker else each.palette):
            groups.append(([each for each in some for _ in range(each.count)], cells))
    return apart(groups)


def counter_printing(look: Look, definition: Definition, limit: float = SIZES["3/4"]) -> Printing[Piece]:
    """How counters look on their sheets. To draw them raises CounterError and the errors of art."""
    palette = look.palette("sides")

    def bleeding(piece: Piece, face: Side) -> list[tuple[Box, str]]:
        side = side_mm(look, piece, size_within(look, piece, limit))
        return [(Box(0, 0, side, side).inset(-BLEED), palette[f"{piece.shown_on(face).palette}.ground"])]

    def symbol(canvas: Canvas, piece: Piece, face: Side) -> str:
        size = size_within(canvas.look, piece, limit)
        return piece_symbol(canvas, definition, piece, face, size=size, corners="square")

    return Printing(bleeding, symbol, lambda _: False, BLEED, _GAP, _MARKS - _GAP)
