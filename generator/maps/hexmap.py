"""A hex map drawn: all layers of a board, from the ground up, inside a neat line.

The picture begins at the neat line's corner; `HexPicture.frame` tells where each hex lies on it, so
that VASSAL's grid, counters and print tiles fall on the printed hexes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.figures import Box
from generator.drawing.svg import Canvas, DrawingError, Pen
from generator.maps import country, ground, growth, labels, lettering, margins, relief, setup, shading, ways
from generator.maps.frame import HexFrame
from modules.definition.formats.scenarios import HexScenario
from modules.definition.model import Definition
from modules.engine.hexes.board import Board

HEX_MM = 14.0
"""The size of a hex on a map that is drawn by itself, flat side to flat side."""

TextAs = Literal["text", "paths"]


@dataclass(frozen=True, slots=True)
class HexPicture:
    """A map as a canvas that can be embedded, with the place of every hex on it."""

    canvas: Canvas
    frame: HexFrame
    drawing_name: str

    def drawing(self) -> Drawing:
        """The picture as a document."""
        canvas = self.canvas
        return Drawing(self.drawing_name, canvas.title, canvas.svg(), canvas.width, canvas.height)


def draw_map(
    look: Look,
    board: Board,
    *,
    hex_mm: float = HEX_MM,
    window: Box | None = None,
    text_as: TextAs = "text",
) -> HexPicture:
    """The map of a board alone, or the part of it in a `window` (mm on the whole map).

    Raises UnknownLookError for terrain that art/terrain.yaml does not draw, UnknownColourError for a
    colour that the palette of maps lacks, DrawingError for a size that is not positive.
    """
    if hex_mm <= 0:
        raise DrawingError(f"a hex of {hex_mm} mm has no area")
    whole = HexFrame(board.grid, hex_mm).box
    room = window or whole
    canvas = Canvas(look, room.width, room.height, title=board.map.title, text_as=text_as)
    frame = HexFrame(board.grid, hex_mm, -room.x, -room.y)
    layers(canvas, frame, board, Box(0, 0, room.width, room.height))
    return HexPicture(canvas, frame, f"map-{board.map.map}")


def draw_framed(
    canvas: Canvas,
    definition: Definition,
    board: Board,
    frame: HexFrame,
    battle: HexScenario | None,
    paper: Box,
) -> None:
    """A map in its frame on `paper`, with its exits and, for a scenario, with its set-up and its entries."""
    shown = visible(frame, frame.box)
    land_layers(canvas, frame, board, shown)
    taken: tuple[Box, ...] = ()
    if battle is not None:  # under the names, which must stay readable
        setup.draw_areas(canvas, definition, battle, frame, board)
        taken = setup.mark_boxes(canvas.look, definition, battle, frame, board)
    name_layers(canvas, frame, board, shown, taken)
    if battle is not None:
        setup.draw_marks(canvas, definition, battle, frame, board)
    margins.draw_frame(canvas, frame.box, paper)
    margins.draw_note(canvas, frame, board, battle)
    margins.draw_exits(canvas, frame, board, definition)
    if battle is not None:
        margins.draw_entries(canvas, frame, board, definition, battle)


def layers(pen: Pen, frame: HexFrame, board: Board, room: Box) -> None:
    """Every layer of the map but its set-up.

    Costly parts outside `room` are left out, but ground and lines run over its edge: the picture must end
    there, or what is drawn next must cover it (a clip path would cost time).
    """
    shown = visible(frame, room)
    land_layers(pen, frame, board, shown)
    name_layers(pen, frame, board, shown)


def land_layers(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """Ground, lines and the hexes with their ids."""
    terrain_layers(pen, frame, board, shown)
    lettering.draw_dots(pen, frame, shown)
    relief.draw_numerals(pen, frame, board, shown)
    lettering.draw_area_marks(pen, frame, board, shown)
    lettering.draw_ids(pen, frame, board, shown)


def name_layers(
    pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str], taken: tuple[Box, ...] = ()
) -> None:
    """The names of waters, roads and places; those of waters and roads keep clear of what is `taken` and of
    the marks of areas."""
    names = labels.label_boxes(pen.look, frame, board, taken)
    barred = (*taken, *lettering.area_mark_boxes(frame, board))
    ways.draw_water_names(pen, frame, board, barred, names)
    ways.draw_road_names(pen, frame, board, barred, names)
    labels.draw_labels(pen, frame, board, shown, taken)


def terrain_layers(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """What the ground is made of, without letters and marks: also drawn as samples in a key."""
    box = frame.box
    ground.draw_levels(pen, frame, board, Box(box.x, box.y, box.width, box.height))
    shading.draw_shading(pen, frame, board, shown)
    country.draw_country(pen, frame, board, shown)
    growth.draw_terrain(pen, frame, board, shown)
    relief.draw_hachures(pen, frame, board, shown)
    relief.draw_scarps(pen, frame, board, shown)
    lettering.draw_grid(pen, frame, shown)
    relief.draw_crests(pen, frame, board)
    ways.draw_waters(pen, frame, board)
    ways.draw_roads(pen, frame, board)
    ways.draw_crossings(pen, frame, board)


def visible(frame: HexFrame, room: Box) -> frozenset[str]:
    """The hexes of which a box shows any part."""
    reach = 0.6 * frame.hex_mm
    found = []
    for hex_id in frame.grid.ids:
        x, y = frame.centre(hex_id)
        if (
            room.x - reach < x < room.x + room.width + reach
            and room.y - reach < y < room.y + room.height + reach
        ):
            found.append(hex_id)
    return frozenset(found)
