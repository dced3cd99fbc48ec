"""Labels of wooden blocks: a front for each block with its strengths around it, a plain back for each side.

A block stands upright with its label toward its owner. Its full strength is on top; turned counter-clockwise
a step, the next strength is. The back tells no more than the side, so that nations within it are hidden too.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from generator.counters.blazon import sign_of
from generator.counters.pieces import CounterError, Piece, Side, piece
from generator.counters.printed import piece_svg
from generator.drawing.art import Look
from generator.drawing.document import Drawing
from modules.definition import Definition

_BACK = "blocks/unit"
"""The layout of all backs."""


def block_pieces(look: Look, definition: Definition) -> tuple[Piece, ...]:
    """Every block in the order of the file."""
    return tuple(
        piece(look, definition, each.id) for each in definition.counters.values() if each.form == "block"
    )


def block_back(look: Look, definition: Definition, side: str) -> Piece:
    """What the back of a side's blocks shows: its emblem. Raises CounterError for an unknown side."""
    if side not in definition.game.sides:
        raise CounterError(f"{definition.name} has no side {side!r}")
    found = definition.game.sides[side]
    words = {"letter": found.letter, "name": found.name, "nation": found.name, "label": ""}
    return Piece(side, found.name, found.palette, "", _BACK, None, words, side, shield=sign_of(look, found))


def face_of(look: Look, definition: Definition, each: Piece, face: Side) -> Piece:
    """The piece whose `face` is that of a block: its own for the front, its side's for the back."""
    return each if face == "front" else block_back(look, definition, definition.counters[each.id].side)


def block_svg(
    look: Look, definition: Definition, block_id: str, *, text_as: Literal["text", "paths"] = "text"
) -> Drawing:
    """The front of a block's label, named as its id. Raises CounterError and the errors of art."""
    return piece_svg(look, definition, piece(look, definition, block_id), "front", text_as=text_as)


def back_svg(
    look: Look, definition: Definition, side: str, *, text_as: Literal["text", "paths"] = "text"
) -> Drawing:
    """The back of a side's blocks, `back-<side>`. Raises as `block_svg`."""
    drawing = piece_svg(look, definition, block_back(look, definition, side), "back", text_as=text_as)
    return replace(drawing, name=f"back-{side}")


def block_sides(definition: Definition) -> tuple[str, ...]:
    """The sides that have blocks, in the order of the file."""
    return tuple(dict.fromkeys(each.side for each in definition.counters.values() if each.form == "block"))
