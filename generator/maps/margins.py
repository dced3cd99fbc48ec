"""Margins: what stands around a map: neat frame, exits, entries, compass rose, scale bar, title cartouche."""

from __future__ import annotations

from typing import Literal

from generator.drawing.art import art
from generator.drawing.figures import Box, draw_figure
from generator.drawing.panel import cited
from generator.drawing.svg import Pen, Point, path_data, pt
from generator.drawing.typeface import CAPS, SANS, SANS_BOLD, TEXT, TEXT_ITALIC, UNCIAL
from generator.maps.frame import HexFrame
from generator.maps.look import map_palette, side_colour
from generator.sheets.frieze import draw_frieze
from modules.definition.maps import Exit
from modules.definition.model import Definition
from modules.definition.places import area_holds
from modules.definition.scenarios import Entry, HexScenario
from modules.engine.board import Board

Edge = Literal["top", "right", "bottom", "left"]
BAND = 6.0
"""Width of the band around the map that holds exits, in mm."""

_POINTS = ("north", "east", "south", "west")
_NICE = (1, 2, 5, 10, 20, 25, 50, 100)


def draw_frame(pen: Pen, room: Box, sheet: Box) -> None:
    """Paper over all of the sheet but the map, then a double line around the band."""
    palette = map_palette()
    hole = [(room.x, room.y), (room.x + room.width, room.y)]
    hole += [(room.x + room.width, room.y + room.height), (room.x, room.y + room.height)]
    right, bottom = sheet.x + sheet.width, sheet.y + sheet.height
    edge = [(sheet.x, sheet.y), (right, sheet.y), (right, bottom), (sheet.x, bottom)]
    pen.path(path_data(edge, True) + path_data(hole, True), fill=palette["paper"], fill_rule="evenodd")
    outer = room.inset(-BAND)
    for box, width in ((room, 0.6), (outer, 0.7), (outer.inset(0.9), 0.25)):
        ink = palette["frame"]
        pen.rect(box.x, box.y, box.width, box.height, fill="none", stroke=ink, stroke_width=width)


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
        colour = side_colour(definition, way.sides[0])
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
    ink, start = map_palette()["ink"], 4 if forward else -4
    place.text(words, start, 0, size, TEXT_ITALIC, anchor=anchor, align="middle", fill=ink)


# --- entries -------------------------------------------------------------------------------------------


def draw_entries(
    pen: Pen, frame: HexFrame, board: Board, definition: Definition, battle: HexScenario
) -> None:
    """In the band, along the hexes over which counters enter: a bar in the side's colour that tells who
    enters from which turn on, with arrows into the map."""
    for entry in battle.entries:
        by_edge: dict[Edge, list[str]] = {}
        for hex_id in _entry_hexes(board, entry):
            if frame.grid.open_sides(hex_id):
                by_edge.setdefault(_edge_of(frame, hex_id, entry, board), []).append(hex_id)
        who = definition.game.sides[entry.side].short
        for edge, hexes in by_edge.items():
            words = f"{who} entry, from turn {entry.turn} ({cited(entry.rule)})"
            _entry(pen, frame, edge, hexes, words, side_colour(definition, entry.side))


def _entry_hexes(board: Board, entry: Entry) -> list[str]:
    areas = [board.map.areas[name] for name in entry.areas]
    return [
        h
        for h in board.grid.ids
        if h in entry.hexes or any(area_holds(area, h, board.grid) for area in areas)
    ]


def _edge_of(frame: HexFrame, hex_id: str, entry: Entry, board: Board) -> Edge:
    """The edge over which counters enter a hex; in a corner of the map, that of most hexes of the entry."""
    found = [exit_edge(frame, h) for h in _entry_hexes(board, entry) if frame.grid.open_sides(h)]
    usual = max(dict.fromkeys(found), key=found.count)
    x, y = frame.centre(hex_id)
    box, near = frame.box, frame.hex_mm * 1.1
    there = {
        "left": x - box.x, "right": box.x + box.width - x, "top": y - box.y, "bottom": box.y + box.height - y,
    }  # fmt: skip
    return usual if there[usual] < near else exit_edge(frame, hex_id)


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
    ink = map_palette()["halo"]
    write = place.move(0, 1.1 - BAND / 2 - 1.0, turn=180) if flip else place.move(0, 1.1 - BAND / 2 - 1.0)
    write.text(words, 0, 0, size, SANS_BOLD, anchor="middle", align="middle", fill=ink)


# --- cartouche -----------------------------------------------------------------------------------------


def draw_compass(pen: Pen, x: float, y: float, radius: float, up: str) -> None:
    """A rose centred on (x, y) whose letters tell which point of the compass lies which way."""
    palette = map_palette()
    colours = {"outline": palette["frame"], "light": palette["paper"]}
    box = Box(x - radius, y - radius, 2 * radius, 2 * radius)
    draw_figure(pen, art().figure("glyphs/compass"), box, colours)
    first = _POINTS.index(up)
    for i, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        name = _POINTS[(first + i) % 4]
        size, face = (pt(15), CAPS) if name == "north" else (pt(8), SANS_BOLD)
        fill = palette["accent"] if name == "north" else palette["frame"]
        away = radius + (3.4 if name == "north" else 2.2)
        at = (x + dx * away, y + dy * away)
        pen.text(name[0].upper(), *at, size, face, anchor="middle", align="middle", fill=fill)


def scale_steps(hex_mm: float, metres_per_hex: int, room: float) -> tuple[int, int]:
    """Metres of one step of a scale bar and how many of them: a round step, all within `room` mm."""
    per_mm = metres_per_hex / hex_mm
    wanted = room / 3 * per_mm
    power = 1
    while power * 100 <= wanted:
        power *= 10
    step = max((n * power for n in _NICE if n * power <= wanted), default=1)
    return step, max(1, int(room * 0.95 / (step / per_mm)))


def draw_scale(pen: Pen, x: float, y: float, room: float, hex_mm: float, metres_per_hex: int) -> None:
    """A scale bar at most `room` mm long with its left end at (x, y), and what a hex measures."""
    palette = map_palette()
    step, count = scale_steps(hex_mm, metres_per_hex, room)
    long = step * hex_mm / metres_per_hex
    unit, per = ("km", 1000) if step % 1000 == 0 else ("m", 1)
    dark = palette["frame"]
    for i in range(count):
        fill = palette["paper" if i % 2 else "frame"]
        pen.rect(x + i * long, y, long, 1.8, fill=fill, stroke=dark, stroke_width=0.25)
    ink = palette["ink"]
    for i in range(count + 1):
        words = f"{i * step // per}{f' {unit}' if i == count else ''}"
        pen.text(words, x + i * long, y - 1, pt(8), SANS, anchor="middle", fill=ink)
    at = (x + count * long / 2, y + 2.8)
    words = f"1 hex = {metres_per_hex} m"
    pen.text(words, *at, pt(8), TEXT_ITALIC, anchor="middle", align="top", fill=ink)


CARTOUCHE_MM = 54.0
"""The least height of a cartouche."""

_WORDS_TALL = 33.0


def draw_cartouche(pen: Pen, box: Box, definition: Definition, name: str, battle: HexScenario | None) -> None:
    """The title of the game, the name of the map, the day of the battle and a frieze, in a double frame.

    Raises TextTooWideError, UnknownColourError, MissingArtError.
    """
    palette, fonts = map_palette(), pen.canvas.fonts
    for frame, width in ((box, 0.8), (box.inset(1.2), 0.25)):
        pen.rect(
            frame.x, frame.y, frame.width, frame.height, radius=1.5, fill=palette["paper"],
            stroke=palette["frame"], stroke_width=width,
        )  # fmt: skip
    middle, room = box.x + box.width / 2, box.width - 8
    tall = min(box.height - _WORDS_TALL, 0.27 * room) if battle is not None else 0.0
    top = box.y + max(0.0, box.height - _WORDS_TALL - tall) / 2
    size = fonts.fit(definition.game.title, UNCIAL, room, pt(18), pt(7))
    words = definition.game.title
    pen.text(words, middle, top + 9.5, size, UNCIAL, anchor="middle", fill=palette["accent"])
    size = fonts.fit(name, CAPS, room, pt(30), pt(9))
    pen.text(name, middle, top + 21.5, size, CAPS, anchor="middle", fill=palette["ink"])
    if battle is not None:
        size = fonts.fit(battle.date, TEXT, room, pt(11), pt(6))
        pen.text(battle.date, middle, top + 28, size, TEXT, anchor="middle", fill=palette["ink"])
        draw_frieze(pen, definition, battle, Box(box.x + 3.2, top + 31, box.width - 6.4, tall - 1.5))
