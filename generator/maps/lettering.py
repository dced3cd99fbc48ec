"""Lettering: the grid, centre dots, hex ids and the marks of areas."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from generator.drawing.figures import Box
from generator.drawing.svg import Pen, num, path_data, pt
from generator.drawing.typeface import SANS, SANS_BOLD, Fonts
from generator.maps import ground
from generator.maps.frame import HexFrame
from generator.maps.ids import id_at, on_a_road
from generator.maps.look import troops_colour
from generator.maps.outline import chains, polylines
from modules.engine.hexes.board import Board


def draw_grid(pen: Pen, frame: HexFrame, shown: frozenset[str]) -> None:
    """All hexsides of the `shown` hexes as one path, each hexside once."""
    edges = dict.fromkeys(
        (min(ends), max(ends))
        for hex_id in frame.grid.ids
        if hex_id in shown
        for ends in (frame.side_ends(frame.grid.doubled(hex_id), side) for side in range(6))
    )
    pen.path(
        polylines(chains(edges), frame.point), id="grid", fill="none", stroke=pen.look.palette("map")["grid"],
        stroke_width=pt(0.6), stroke_opacity=0.6, stroke_linejoin="round", stroke_linecap="round",
    )  # fmt: skip


def draw_dots(pen: Pen, frame: HexFrame, shown: frozenset[str]) -> None:
    """The centre dot of every hex, as one path of round ends."""
    data = "".join(f"{path_data([frame.centre(h)])}h0" for h in frame.grid.ids if h in shown)
    pen.path(
        data, fill="none", stroke=pen.look.palette("map")["dot"], stroke_width=pt(1.5), stroke_linecap="round"
    )


def id_size(hex_mm: float) -> float:
    """Type of the hex ids in mm: 5.5 to 7 pt."""
    return min(max(hex_mm * 0.175, pt(5.5)), pt(7))


ID_LAYERS = ("id-plates", "id-halos", "hex-ids")
"""The groups that hold the ids and nothing else: a map without them is the same in all else."""


_HALO, _HALO_ENDS = 0.9, 0.25
"""How tall the halo of an id is, and how far inside of the id its round ends begin (heights of its type). A
stroke around each letter takes a quarter of the time in which a map is rendered."""


def draw_ids(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """Every hex's id; where it must stand on a road on a plate, for a road has two dark edges."""
    palette, size = pen.look.palette("map"), id_size(frame.hex_mm)
    plates = pen.group(id=ID_LAYERS[0], fill=palette["halo"], fill_opacity=0.85)
    halos = pen.group(id=ID_LAYERS[1], fill="none", stroke=palette["halo"], stroke_opacity=0.3)
    ids = pen.group(id=ID_LAYERS[2], fill=palette["id"])
    on_road, around = {h for road in board.map.roads for h in road.path}, []
    for hex_id in frame.grid.ids:
        if hex_id not in shown:
            continue
        x, y = id_at(pen.look, frame, board, hex_id)
        wide = _width(pen.canvas.fonts, hex_id, size)
        if hex_id in on_road and on_a_road(pen.look, frame, board, hex_id):
            plates.rect(
                x - wide / 2 - 0.25 * size,
                y - 0.475 * size,
                wide + 0.5 * size,
                0.95 * size,
                radius=0.25 * size,
            )
        around.append(
            f"M{num(x - wide / 2 + _HALO_ENDS * size)} {num(y)}h{num(wide - 2 * _HALO_ENDS * size)}"
        )
        _write_id(ids, hex_id, x, y, size)
    halos.path("".join(around), stroke_width=_HALO * size, stroke_linecap="round")


def _write_id(pen: Pen, words: str, x: float, y: float, size: float) -> None:
    """An id centred on a point. As outlines, each two digits are defined once: a map has thousands."""
    canvas = pen.canvas
    if canvas.text_as == "text":
        pen.text(words, x, y, size, SANS, anchor="middle", align="middle")
        return
    x -= _width(canvas.fonts, words, size) / 2
    for digits in (words[at : at + 2] for at in range(0, len(words), 2)):
        name = f"id-{digits}"
        if name not in canvas.definitions:
            canvas.define(name).text(digits, 0, 0, size, SANS, align="middle")
        pen.use(name, x, y)
        x += _width(canvas.fonts, digits, size)


@lru_cache(maxsize=256)
def _width(fonts: Fonts, words: str, size: float) -> float:
    return fonts.width(words, SANS, size)


def draw_area_marks(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """The mark of an area in each of its hexes, below the dot, in a ring; a code in the colour of those who
    begin there."""
    palette, size = pen.look.palette("map"), min(frame.hex_mm * 0.2, pt(8))
    if not ground.area_marks(board):
        return
    pen = pen.group(id="area-marks")
    for hex_id, area in ground.area_marks(board).items():
        if hex_id in shown:
            x, y = frame.centre(hex_id)
            y += 0.27 * frame.hex_mm
            ink = palette["accent"] if area.palette is None else troops_colour(pen.look, area.palette)
            pen.circle(x, y, 0.11 * frame.hex_mm, fill=palette["halo"], stroke=ink, stroke_width=0.2)
            pen.text(area.mark or "", x, y, size, SANS_BOLD, anchor="middle", align="middle", fill=ink)


def area_mark_boxes(frame: HexFrame, board: Board) -> Iterator[Box]:
    """Where the marks of areas stand, in mm."""
    half = 0.12 * frame.hex_mm
    for hex_id in ground.area_marks(board):
        x, y = frame.centre(hex_id)
        yield Box(x - half, y + 0.27 * frame.hex_mm - half, 2 * half, 2 * half)
