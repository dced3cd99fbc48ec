"""A position drawn: counters on a map of hexes or of areas, or cards on a board of squares; what led to it;
the facts below.

Whoever draws the counters passes a function that defines a face in the canvas; `plain_face` is one that
needs no art. What lies nowhere on the map or board stands in a row for each of its places below it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.svg import Canvas
from generator.look import look_of
from generator.position.faces import DrawFace, FaceSymbol, counter_face, plain_face
from generator.position.happenings import places
from generator.position.scene import Scene, drawn
from generator.position.strip import Facts
from modules.definition.model import Definition
from modules.engine.position import BoardEvent, PlacedCounter

__all__ = [
    "BoardEvent",
    "DrawFace",
    "FaceSymbol",
    "Facts",
    "counter_face",
    "plain_face",
    "position_drawing",
    "scene_of",
]  # fmt: skip


def position_drawing(
    definition: Definition,
    map_name: str,
    placed: Sequence[PlacedCounter],
    *,
    happened: Sequence[BoardEvent] = (),
    face: DrawFace | None = None,
    facts: Facts = (),
    crop: bool = False,
    hex_mm: float | None = None,
    cell_mm: float | None = None,
    text_as: Literal["text", "paths"] = "text",
) -> Drawing:
    """The position on a map or board of that name. `facts` are (name, value) pairs, printed in a strip below.

    `happened`: what is drawn of the way to this position, moves as arrows; what lies off the map is left out.
    On a map: all or (`crop`) the part in use and two hexes around, in hexes of `hex_mm` (None: as printed).
    A board is always drawn whole, in squares `cell_mm` wide (else to be read on a screen).
    Raises UnknownLookError, UnknownColourError, CardError, UnknownSquareError, CounterError where `face` is
    not given and a counter cannot be drawn.
    """
    look = look_of(definition)
    scene = scene_of(look, definition, map_name, face, hex_mm=hex_mm, cell_mm=cell_mm)
    if crop:
        scene = scene.around([*(each.place for each in placed), *places(happened)])
    canvas = Canvas(look, scene.room.width, scene.room.height, title=scene.title, text_as=text_as)
    return drawn(scene, canvas, placed, happened, facts)


def scene_of(
    look: Look,
    definition: Definition,
    map_name: str,
    face: DrawFace | None = None,
    *,
    hex_mm: float | None = None,
    cell_mm: float | None = None,
) -> Scene:
    """The map or board of that name with its places, as `position_drawing` draws it."""
    draw_face = face or partial(counter_face, definition)
    if map_name in definition.boards:
        from generator.position.squares import CELL_WIDTH, SquareScene

        return SquareScene(look, definition, map_name, draw_face, cell_mm or CELL_WIDTH)
    if map_name in definition.area_maps:
        from generator.position.areas import AreaScene

        return AreaScene(look, definition, map_name, draw_face)
    from generator.maps.hexmap import HEX_MM
    from generator.position.hexes import HexScene

    return HexScene(look, definition, map_name, draw_face, hex_mm or HEX_MM)
