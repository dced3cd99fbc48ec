"""Lettering: the grid, centre dots, hex ids and names on the map."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from generator.drawing.art import art
from generator.drawing.figures import Box
from generator.drawing.lettering import halo_text
from generator.drawing.svg import Pen, path_data, pt
from generator.drawing.typeface import CAPS, SANS, SANS_BOLD, TEXT_BOLD, TEXT_ITALIC, Face, Fonts
from generator.maps import ground
from generator.maps.frame import HexFrame
from generator.maps.ground import ID_OFFSET, ground_tint
from generator.maps.look import map_palette, troops_colour
from generator.maps.outline import chains, polylines
from modules.definition.maps import Label, MapFile
from modules.engine.board import Board


def draw_grid(pen: Pen, frame: HexFrame, shown: frozenset[str]) -> None:
    """All hexsides of the `shown` hexes as one path, each hexside once."""
    edges = dict.fromkeys(
        (min(ends), max(ends))
        for hex_id in frame.grid.ids
        if hex_id in shown
        for ends in (frame.side_ends(frame.grid.doubled(hex_id), side) for side in range(6))
    )
    pen.path(
        polylines(chains(edges), frame.point), id="grid", fill="none", stroke=map_palette()["grid"],
        stroke_width=pt(0.6), stroke_opacity=0.6, stroke_linejoin="round", stroke_linecap="round",
    )  # fmt: skip


def draw_dots(pen: Pen, frame: HexFrame, shown: frozenset[str]) -> None:
    """The centre dot of every hex, as one path of round ends."""
    data = "".join(f"{path_data([frame.centre(h)])}h0" for h in frame.grid.ids if h in shown)
    pen.path(data, fill="none", stroke=map_palette()["dot"], stroke_width=pt(1.5), stroke_linecap="round")


def id_size(hex_mm: float) -> float:
    """Type of the hex ids in mm: 5.5 to 7 pt."""
    return min(max(hex_mm * 0.175, pt(5.5)), pt(7))


def draw_ids(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """Every hex's id above its centre; on a road on a plate, for a road has two dark edges."""
    palette, size = map_palette(), id_size(frame.hex_mm)
    halo = {"stroke": palette["halo"], "stroke_width": size * 0.16, "stroke_opacity": 0.45}
    plates = pen.group(id="id-plates", fill=palette["halo"], fill_opacity=0.85)
    ids = pen.group(id="hex-ids", fill=palette["id"], paint_order="stroke", stroke_linejoin="round", **halo)
    on_road = {h for road in board.map.roads for h in road.path}
    for hex_id in frame.grid.ids:
        if hex_id not in shown:
            continue
        x, y = frame.centre(hex_id)
        y -= ID_OFFSET * frame.hex_mm
        if hex_id in on_road:
            wide, tall = _width(pen.canvas.fonts, hex_id, size) + 0.5 * size, 0.95 * size
            plates.rect(x - wide / 2, y - tall / 2, wide, tall, radius=0.25 * size)
        _write_id(ids, hex_id, x, y, size)


def _write_id(pen: Pen, words: str, x: float, y: float, size: float) -> None:
    """An id centred on a point. As outlines, each digit is defined once: a map has thousands."""
    canvas = pen.canvas
    if canvas.text_as == "text":
        pen.text(words, x, y, size, SANS, anchor="middle", align="middle")
        return
    widths = [_width(canvas.fonts, digit, size) for digit in words]
    x -= sum(widths) / 2
    for digit, wide in zip(words, widths, strict=True):
        name = f"id-digit-{digit}"
        if name not in canvas.definitions:
            canvas.define(name).text(digit, 0, 0, size, SANS, align="middle")
        pen.use(name, x, y)
        x += wide


@lru_cache(maxsize=256)
def _width(fonts: Fonts, words: str, size: float) -> float:
    return fonts.width(words, SANS, size)


def draw_area_marks(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """The mark of an area in each of its hexes, below the dot, in a ring; a code in the colour of those who
    begin there."""
    palette, size = map_palette(), min(frame.hex_mm * 0.2, pt(8))
    if not ground.area_marks(board):
        return
    pen = pen.group(id="area-marks")
    for hex_id, area in ground.area_marks(board).items():
        if hex_id in shown:
            x, y = frame.centre(hex_id)
            y += 0.27 * frame.hex_mm
            ink = palette["accent"] if area.palette is None else troops_colour(area.palette)
            pen.circle(x, y, 0.11 * frame.hex_mm, fill=palette["halo"], stroke=ink, stroke_width=0.2)
            pen.text(area.mark or "", x, y, size, SANS_BOLD, anchor="middle", align="middle", fill=ink)


def area_mark_boxes(frame: HexFrame, board: Board) -> Iterator[Box]:
    """Where the marks of areas stand, in mm."""
    half = 0.12 * frame.hex_mm
    for hex_id in ground.area_marks(board):
        x, y = frame.centre(hex_id)
        yield Box(x - half, y + 0.27 * frame.hex_mm - half, 2 * half, 2 * half)


# --- names ---------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Style:
    face: Face
    height: float
    spacing: float
    colour: str
    capitals: bool = False


_STYLES: dict[str, _Style] = {
    "hill": _Style(CAPS, 0.40, 0.10, "place", capitals=True),
    "region": _Style(CAPS, 0.36, 0.30, "place", capitals=True),
    "place": _Style(TEXT_BOLD, 0.35, 0.01, "place"),
    "water": _Style(TEXT_ITALIC, 0.42, 0.06, "water_name"),
    "road": _Style(TEXT_ITALIC, 0.36, 0.03, "place"),
}


def _labels(board: Board) -> list[Label]:
    """The labels of a map but those that give the name of a water along hexsides, which stands along it."""
    waters = {entry.name for entry in board.map.hexsides}
    return [each for each in board.map.labels if each.style != "water" or each.text not in waters]


def map_words(entry: MapFile) -> Iterator[tuple[str, Face]]:
    """What is written on a map's ground, each with the typeface that it is set in."""
    for label in entry.labels:
        style = _STYLES[label.style]
        yield (label.text.upper() if style.capitals else label.text), style.face
    names = [*(each.name for each in entry.hexsides), *(each.name for each in entry.roads)]
    yield from ((name, TEXT_ITALIC) for name in names if name is not None)  # along lines: naming.py


def label_boxes(frame: HexFrame, board: Board) -> list[Box]:
    """Where the map's labels stand, in mm."""
    found, size, fonts = [], frame.hex_mm, art().fonts
    for label in _labels(board):
        style, (x, y) = _STYLES[label.style], frame.centre(label.at)
        words = label.text.upper() if style.capitals else label.text
        height = style.height * size
        wide = fonts.width(words, style.face, height, style.spacing * size)
        found.append(Box(x - wide / 2, y + _label_drop(frame) - height / 2, wide, height))
    return found


def _label_drop(frame: HexFrame) -> float:
    """How far below the centre of its hex a label's middle lies, in mm.

    Ids stand above each centre: the free band runs from there to the ids of the next row, which with
    staggered columns is half a hex lower, and with staggered rows most of a hex.
    """
    return (0.005 if frame.grid.flat_top else 0.12) * frame.hex_mm


def draw_labels(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """The names that the map places: centred on their hex in the band between the rows of ids."""
    palette, size = map_palette(), frame.hex_mm
    middle = _label_drop(frame)
    for label in _labels(board):
        if label.at not in shown:
            continue
        style, (x, y) = _STYLES[label.style], frame.centre(label.at)
        words = label.text.upper() if style.capitals else label.text
        halo_text(
            pen, words, x, y + middle, style.height * size, style.face, align="middle",
            ink=palette[style.colour], halo=ground_tint(board, label.at), width=0.06 * size,
            spacing=style.spacing * size,
        )  # fmt: skip
