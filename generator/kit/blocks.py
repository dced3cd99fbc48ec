"""Labels of blocks on sheets to be cut and stuck, and how that is done: one on the face of each block.

Nothing is stuck on the other face: it is of wood in the side's colour, which is all that a back may tell.
Labels of one nation stand together, a gutter away from those of another, so that a cut a little off shows no
other colour.
"""

from __future__ import annotations

from collections import Counter as Tally
from itertools import groupby

from generator.counters.blocks import block_pieces, face_of
from generator.counters.pieces import Piece, Side, side_mm
from generator.counters.printed import piece_symbol
from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.svg import Canvas
from generator.kit.impose import Grid, apart, grid
from generator.kit.page import Sheet
from generator.kit.sheets import Printing, Stack
from modules.amounts import count_noun
from modules.definition import Definition

_BLEED = 1.5
_MARKS, _GAP = 7.0, 3.0
_RIM = 3.0
"""By how many mm a block is wider than its label."""


def plan_blocks(definition: Definition, sheet: Sheet) -> list[Stack[Piece]]:
    """The sheets of labels, each block once. Raises SheetTooSmallError and the errors of art."""
    nations = list(definition.game.nations)
    by_size: dict[float, list[Piece]] = {}
    for each in sorted(block_pieces(sheet.look, definition), key=lambda each: nations.index(each.nation)):
        by_size.setdefault(side_mm(sheet.look, each), []).append(each)
    groups: list[tuple[list[Piece], Grid]] = []
    for side, group in by_size.items():
        cells = grid(sheet, "single", (side, side), _MARKS, top=True)
        groups += ((list(some), cells) for _, some in groupby(group, key=lambda each: each.palette))
    return apart(groups)


def block_printing(look: Look, definition: Definition) -> Printing[Piece]:
    """How labels look on their sheets. To draw them raises CounterError and the errors of art."""
    palette = look.palette("sides")

    def bleeding(each: Piece, face: Side) -> list[tuple[Box, str]]:
        side = side_mm(look, each)
        shown = face_of(look, definition, each, face)
        return [(Box(0, 0, side, side).inset(-_BLEED), palette[f"{shown.palette}.ground"])]

    def symbol(canvas: Canvas, each: Piece, face: Side) -> str:
        return piece_symbol(
            canvas, definition, face_of(canvas.look, definition, each, face), face, corners="square"
        )

    return Printing(bleeding, symbol, lambda _: False, _BLEED, _GAP, _MARKS - _GAP)


def block_steps(look: Look, definition: Definition) -> list[str]:
    """What to do with the labels, and which blocks and dice a game of blocks needs; empty without blocks."""
    blocks = block_pieces(look, definition)
    if not blocks:
        return []
    label = max(side_mm(look, each) for each in blocks)
    wood = label + _RIM
    own = Tally(definition.counters[each.id].side for each in blocks)
    needed = [
        f"{own[name]} {side.wood or side.name} ({_nations(definition, name)})"
        for name, side in definition.game.sides.items()
        if own[name]
    ]
    return [
        f"Block labels: print on one side, on self-adhesive paper, or on plain paper and glue it; they are "
        f"{label:g} mm square and have no backs.",
        f"You need {count_noun(len(blocks), 'wooden block')}, "
        f"{' and '.join((', '.join(needed[:-1]), needed[-1]))}, of "
        f"{wood:g} x {wood:g} mm and half as thick, so that they stand.",
        "Stick one label on one face of each block of its side, in the middle and square to the edges, and "
        "nothing on the other face: its colour is all that others may see.",
        "In play a block stands with its label toward its owner and its strength on the upper edge; a "
        "quarter turn to the left is a step lost.",
    ]


def _nations(definition: Definition, side: str) -> str:
    """Whose labels go on a side's blocks: those of allies have colours of their own."""
    return ", ".join(nation.name for nation in definition.game.nations.values() if nation.side == side)
