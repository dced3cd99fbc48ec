"""A position drawn: counters on a hex map, or cards on a board of squares, and the facts of the day below.

Whoever draws the counters passes a function that defines a face in the canvas; `plain_face` is one that
needs no art. What lies nowhere on the map or board stands in a row for each of its places below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from generator.drawing import Drawing
from generator.maps import hexmap
from generator.position.faces import DrawFace, FaceSymbol, counter_face, plain_face
from generator.position.hexes import hex_position
from generator.position.squares import CELL_WIDTH, square_position
from generator.position.strip import Facts
from modules.definition.model import Definition
from modules.engine.position import Placed

__all__ = ["DrawFace", "FaceSymbol", "Facts", "counter_face", "plain_face", "position_drawing"]


def position_drawing(
    definition: Definition,
    map_name: str,
    placed: Sequence[Placed],
    *,
    face: DrawFace | None = None,
    facts: Facts = (),
    crop: bool = False,
    hex_mm: float = hexmap.HEX_MM,
    cell_mm: float = CELL_WIDTH,
    text_as: hexmap.TextAs = "text",
) -> Drawing:
    """The position on a map or board of that name. `facts` are (name, value) pairs, printed in a strip below.

    On a map: all of it or (`crop`) the occupied part and two hexes around, in hexes of `hex_mm`. A board is
    always drawn whole, in squares `cell_mm` wide. Raises UnknownLookError, UnknownColourError, CardError,
    UnknownSquareError, CounterError where `face` is not given and a counter cannot be drawn.
    """
    draw_face = face or partial(counter_face, definition)
    if map_name in definition.boards:
        return square_position(definition, map_name, placed, draw_face, facts, cell_mm, text_as)
    return hex_position(definition, map_name, placed, draw_face, facts, crop, hex_mm, text_as)
