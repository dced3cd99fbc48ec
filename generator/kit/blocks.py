"""Labels of blocks on sheets to be cut and stuck: the fronts, then as many backs in the sides' colours.

Labels of one nation stand together and begin a row, so that a cut a little off shows no other colour.
"""

from __future__ import annotations

from itertools import groupby

from generator.counters.blocks import block_pieces, face_of
from generator.counters.pieces import Piece, Side, side_mm
from generator.counters.printed import piece_symbol
from generator.drawing.art import art
from generator.drawing.figures import Box
from generator.drawing.svg import Canvas
from generator.kit.impose import Laid, grid, laid, stacked
from generator.kit.page import Sheet
from generator.kit.sheets import Look, Stack
from modules.definition import Definition

_BLEED = 1.5
_MARKS, _GAP = 7.0, 3.0


def plan_blocks(definition: Definition, sheet: Sheet) -> list[Stack[Piece]]:
    """The sheets of labels, each block once. Raises SheetTooSmallError and the errors of art."""
    nations = list(definition.game.nations)
    by_size: dict[float, list[Piece]] = {}
    for each in sorted(block_pieces(definition), key=lambda each: nations.index(each.nation)):
        by_size.setdefault(side_mm(each), []).append(each)
    found: list[Laid[Piece]] = []
    for side, group in by_size.items():
        cells = grid(sheet, "single", (side, side), _MARKS, top=True)
        alike = groupby(group, key=lambda each: each.palette)
        found += laid((list(some) for _, some in alike), cells)
    return stacked(found)


def block_look(definition: Definition) -> Look[Piece]:
    """How labels look on their sheets. To draw them raises CounterError and the errors of art."""
    palette = art().palette("sides")

    def bleeding(each: Piece, face: Side) -> list[tuple[Box, str]]:
        side = side_mm(each)
        shown = face_of(definition, each, face)
        return [(Box(0, 0, side, side).inset(-_BLEED), palette[f"{shown.palette}.ground"])]

    def symbol(canvas: Canvas, each: Piece, face: Side) -> str:
        return piece_symbol(canvas, definition, face_of(definition, each, face), face, corners="square")

    return Look(bleeding, symbol, lambda _: False, _BLEED, _GAP, _MARKS - _GAP)
