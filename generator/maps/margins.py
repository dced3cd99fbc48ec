"""Margins: what stands around a map: neat frame, exits, entries."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from generator.drawing.figures import Box
from generator.drawing.panel import cited
from generator.drawing.svg import Pen, Point, path_data, pt
from generator.drawing.typeface import SANS_BOLD, TEXT_ITALIC
from generator.maps.frame import HexFrame
from generator.maps.look import side_colour
from modules.definition.formats.maps import Exit
from modules.definition.formats.scenarios import Entry, HexScenario
from modules.definition.model import Definition
from modules.definition.places import area_holds
from modules.engine.hexes.board import Board

Edge = Literal["top", "right", "bottom", "left"]
_EDGES: tuple[Edge, ...] = ("bottom", "top", "left", "right")
_NAME_MM = 70.0
"""Room for the name of an exit, to either side of it."""

BAND = 6.0
"""Width of the band around the map that holds exits, in mm."""


def draw_frame(pen: Pen, room: Box, sheet: Box) -> None:
    """Paper over all of the sheet but the map, then a double line around the band."""
    palette = pen.look.palette("map")
    hole = [(room.x, room.y), (room.x + room.width, room.y)]
    hole += [(room.x + room.width, room.y + room.height), (room.x, room.y + room.height)]
    over = sheet.inset(-1.0)  # else the ground below shows as a hair along the edge of the paper
    right, bottom = over.x + over.width, over.y + over.height
    edge = [(over.x, over.y), (right, over.y), (right, bottom), (over.x, bottom)]
    pen.path(path_data(edge, True) + path_data(hole, True), fill=palette["paper"], fill_rule="evenodd")
    outer = room.inset(-BAND)
    for box, width in ((room, 0.6), (outer, 0.7), (outer.inset(0.9), 0.25)):
        ink = palette["frame"]
        pen.rect(box.x, box.y, box.width, box.height, fill="none", stroke=ink, stroke_width=width)


NOTE = "The dot in a hex decides its terrain. Fields, hedges, paths and pictures are no terrain."
"""What a player should know who looks at a map."""


def draw_note(pen: Pen, frame: HexFrame, board: Board, battle: HexScenario | None) -> None:
    """The note in the band, at an end of an edge where nobody enters or leaves."""
    room, size = frame.box, pt(7)
    wide = pen.canvas.fonts.width(NOTE, TEXT_ITALIC, size) + 6
    for edge in _EDGES:
        upright = edge in ("left", "right")
        start, long = (room.y, room.height) if upright else (room.x, room.width)
        busy = list(_busy(frame, board, battle, edge))
        for low, high in ((start, start + wide), (start + long - wide, start + long)):
            if wide <= long and all(high < a or b < low for a, b in busy):
                along = (low + high) / 2
                at = {
                    "top": (along, room.y - BAND / 2), "bottom": (along, room.y + room.height + BAND / 2),
                    "left": (room.x - BAND / 2, along), "right": (room.x + room.width + BAND / 2, along),
                }[edge]  # fmt: skip
                place = pen.move(*at, turn={"left": -90.0, "right": 90.0}.get(edge, 0.0))
                ink = pen.look.palette("map")["ink"]
                place.text(NOTE, 0, 0, size, TEXT_ITALIC, anchor="middle", align="middle", fill=ink)
                return


def _busy(
    frame: HexFrame, board: Board, battle: HexScenario | None, edge: Edge
) -> Iterator[tuple[float, float]]:
    """From where to where an edge has exits, with room for their names, or entries (mm)."""
    axis = 1 if edge in ("left", "right") else 0
    for way in board.map.exits.values():
        if exit_edge(frame, way.hex) == edge:
            at = frame.centre(way.hex)[axis]
            yield at - _NAME_MM, at + _NAME_MM
    for entry in battle.entries if battle is not None else ():
        for hex_id, over in _edges(frame, entry, board).items():
            if over == edge:
                at = frame.centre(hex_id)[axis]
                yield at - frame.hex_mm, at + frame.hex_mm


# --- exits ---------------------------------------------------------------------------------------------


def exit_edge(frame: HexFrame, hex_id: str) -> Edge:
    """The edge of the map to which the open sides of a hex lead."""
    ways = [frame.direction(side) for side in frame.grid.open_sides(hex_id)]
    x, y = sum(dx for dx, _ in ways), sum(dy for _, dy in ways)
    if abs(x) > abs(y):
        return "right" if x > 0 else "left"
    return "bottom" if y > 0 else "top"


def draw_exits(pen: Pen, frame: HexFrame, board: Board, definition: Definition) -> None:
    """An arrow in the band for every exit, in the colour of the side that may leave, with its name."""
    for way in board.map.exits.values():
        colour = side_colour(pen.look, definition, way.sides[0])
        who = ", ".join(definition.game.sides[side].short for side in way.sides)
        _exit(pen, frame, way, f"{way.name} ({who})", colour)


def _exit(pen: Pen, frame: HexFrame, way: Exit, words: str, colour: str) -> None:
    edge, (x, y) = exit_edge(frame, way.hex), frame.centre(way.hex)
    room, size = frame.box, pt(9)
    turn = {"top": 0, "bottom": 0, "left": -90, "right": 90}[edge]
    at = {
        "top": (x, room.y - BAND / 2),
        "bottom": (x, room.y + room.height + BAND / 2),
        "left": (room.x - BAND / 2, y),
        "right": (room.x + room.width + BAND / 2, y),
    }[edge]
    place = pen.move(*at, turn=turn)
    points: list[Point] = [(-2.4, 1.7), (2.4, 1.7), (0, -2.4)]
    down = -1 if edge == "bottom" else 1
    place.polygon([(px, down * py) for px, py in points], fill=colour)
    along = (y if edge in ("left", "right") else x) - (room.y if edge in ("left", "right") else room.x)
    length = room.height if edge in ("left", "right") else room.width
    # The name runs toward the middle of its edge, so that it never leaves the sheet.
    forward = (along < length / 2) != (edge == "left")
    anchor: Literal["start", "end"] = "start" if forward else "end"
    ink, start = pen.look.palette("map")["ink"], 4 if forward else -4
    place.text(words, start, 0, size, TEXT_ITALIC, anchor=anchor, align="middle", fill=ink)


# --- entries -------------------------------------------------------------------------------------------


def draw_entries(
    pen: Pen, frame: HexFrame, board: Board, definition: Definition, battle: HexScenario
) -> None:
    """In the band, along the hexes over which counters enter: a bar in the side's colour that tells who
    enters from which turn on, with arrows into the map."""
    for entry in battle.entries:
        by_edge: dict[Edge, list[str]] = {}
        for hex_id, edge in _edges(frame, entry, board).items():
            by_edge.setdefault(edge, []).append(hex_id)
        who = definition.game.sides[entry.side].short
        for edge, hexes in by_edge.items():
            words = f"{who} entry, from turn {entry.turn} ({cited(entry.rule)})"
            _entry(pen, frame, edge, hexes, words, side_colour(pen.look, definition, entry.side))


def _entry_hexes(board: Board, entry: Entry) -> list[str]:
    areas = [board.map.areas[name] for name in entry.areas]
    return [
        h
        for h in board.grid.ids
        if h in entry.hexes or any(area_holds(area, h, board.grid) for area in areas)
    ]


def _edges(frame: HexFrame, entry: Entry, board: Board) -> dict[str, Edge]:
    """Over which edge counters enter each hex; in a corner of the map, over that of most of the hexes."""
    found = {h: exit_edge(frame, h) for h in _entry_hexes(board, entry) if frame.grid.open_sides(h)}
    edges = list(found.values())
    usual: Edge = max(dict.fromkeys(edges), key=edges.count, default="top")
    return {hex_id: usual if _is_near(frame, hex_id, usual) else edge for hex_id, edge in found.items()}


def _is_near(frame: HexFrame, hex_id: str, edge: Edge) -> bool:
    x, y = frame.centre(hex_id)
    box = frame.box
    there = {
        "left": x - box.x, "right": box.x + box.width - x, "top": y - box.y, "bottom": box.y + box.height - y,
    }  # fmt: skip
    return there[edge] < frame.hex_mm * 1.1


def _entry(pen: Pen, frame: HexFrame, edge: Edge, hexes: list[str], words: str, colour: str) -> None:
    upright, room = edge in ("left", "right"), frame.box
    at = sorted(frame.centre(h)[1 if upright else 0] for h in hexes)
    start, end = at[0] - 0.45 * frame.hex_mm, at[-1] + 0.45 * frame.hex_mm
    line = {
        "left": room.x, "right": room.x + room.width, "top": room.y, "bottom": room.y + room.height,
    }[edge]  # fmt: skip
    # Drawn as a bar above the map and turned to its edge; x runs to the right of who looks out of the map.
    turn = {"top": 0, "right": 90, "bottom": 180, "left": -90}[edge]
    place = pen.move(*((line, (start + end) / 2) if upright else ((start + end) / 2, line)), turn=turn)
    half, flip = (end - start) / 2, edge == "bottom"
    place.rect(-half, 1.1 - BAND, 2 * half, BAND - 2.0, radius=0.8, fill=colour)
    count = max(2, round(2 * half / (4 * frame.hex_mm)))
    for i in range(count):
        x = -half + (i + 0.5) * 2 * half / count
        place.polygon([(x - 2.2, -1.2), (x + 2.2, -1.2), (x, 2.8)], fill=colour)
    size = pen.canvas.fonts.fit(words, SANS_BOLD, 2 * half - 2, pt(8.5), pt(5))
    ink = pen.look.palette("map")["halo"]
    write = place.move(0, 1.1 - BAND / 2 - 1.0, turn=180) if flip else place.move(0, 1.1 - BAND / 2 - 1.0)
    write.text(words, 0, 0, size, SANS_BOLD, anchor="middle", align="middle", fill=ink)
