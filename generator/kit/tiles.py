"""Maps and charts of a kit: at full size, cut into lettered tiles where the paper is too small.

Tiles share a strip with their neighbours. Ticks in the margin show where the strip ends, so that one
tile is trimmed and glued onto the other; an assembly page shows how they lie.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from generator.drawing.document import Drawing
from generator.drawing.figures import Box
from generator.drawing.pdf import Chapter, Page, Tile, TilePlan, Window
from generator.drawing.svg import Pen, num, pt
from generator.drawing.typeface import CAPS, SANS_BOLD, TEXT
from generator.kit.page import FOOT, INK, MARGIN, SOFT, Sheet

_SPARE = 0.4
"""What tiles share beyond a hex's width from corner to corner, in mm."""

_GAP, _TICK = 0.5, 2.0
_STRIP = "#a5352a"
"""The tint of what two tiles share."""

_ACROSS = (
    "Lay a row from left to right: cut every tile but the first along its left edge and glue it over the "
    "strip of its neighbour; then join the rows in the same way."
)
_DOWN = (
    "Cut every tile but the first along its upper edge and glue it over the strip of the tile above; then "
    "cut out what is on them."
)
_EDGES = "Cut them at the ticks and lay them edge to edge."


@dataclass(frozen=True, slots=True)
class Cut:
    """A drawing on its way to paper: how it is cut, on which way round of the sheet. `uprights`: where, in mm
    from its left, it is cut from top to bottom besides at its sides."""

    drawing: Drawing
    sheet: Sheet
    plan: TilePlan
    uprights: tuple[float, ...] = ()

    @property
    def pages(self) -> int:
        """Tiles, and an assembly page where there is more than one."""
        return len(self.plan.tiles) + (1 if self.in_parts else 0)

    @property
    def in_parts(self) -> bool:
        return len(self.plan.tiles) > 1


def whole_hex(hex_mm: float) -> float:
    """What tiles must share, in mm, so that each hex of `hex_mm` from side to side is whole on one."""
    return round(hex_mm * 2 / sqrt(3) + _SPARE, 1)


def cut(drawing: Drawing, sheet: Sheet, overlap: float, uprights: tuple[float, ...] = ()) -> Cut:
    """The cut that needs the fewest tiles, upright where it makes no difference."""
    cuts = [Cut(drawing, way, _plan(drawing, way, overlap), uprights) for way in (sheet, sheet.turned)]
    return min(cuts, key=lambda each: len(each.plan.tiles))


def _plan(drawing: Drawing, sheet: Sheet, overlap: float) -> TilePlan:
    size = (drawing.width_mm, drawing.height_mm, sheet.width, sheet.height)
    return TilePlan(*size, margin=MARGIN, foot=FOOT, overlap=overlap)


def poster(drawing: Drawing, sheet: Sheet, sections: tuple[int, int] = (1, 1)) -> Cut:
    """The drawing on one page as large as it needs, or each of its `sections`, across and down, on one."""
    across, down = sections
    width, height = drawing.width_mm / across + 2 * MARGIN, drawing.height_mm / down + 2 * MARGIN + FOOT
    way = replace(sheet, width=width, height=height)
    return Cut(drawing, way, _plan(drawing, way, 0.0))


def cut_pages(each: Cut, first: int, marks: bool = True) -> list[Chapter]:
    """Chapters of a drawing from page number `first`: its assembly page, its tiles with their `marks`."""
    title, made = each.drawing.title, list[Chapter]()
    picture = Page(each.drawing.svg, each.drawing.width_mm, each.drawing.height_mm)
    if each.in_parts:
        made.append((f"{title}: assembly", [_assembly(each, picture, first)]))
        first += 1
    tiles = enumerate(each.plan.tiles, start=first)
    made.append((title, [_tile_page(each, picture, tile, number, marks) for number, tile in tiles]))
    return made


def _tile_page(each: Cut, picture: Page, tile: Tile, number: int, marks: bool) -> Page:
    plan, title = each.plan, each.drawing.title
    canvas = each.sheet.canvas(f"{title}, tile {tile.letter}" if each.in_parts else title, number)
    if each.in_parts and marks:
        _marks(canvas, tile, plan, each.uprights)
    trim = Box(plan.live.x, plan.live.y, tile.window.width, tile.window.height)
    page = each.sheet.page(canvas, f"Tile {tile.letter}" if each.in_parts else title, trim)
    return replace(page, below=Window(picture, tile.window, (plan.live.x, plan.live.y)))


def _marks(pen: Pen, tile: Tile, plan: TilePlan, uprights: tuple[float, ...]) -> None:
    """Ticks at the tile's corners, where the strip that it shares with a neighbour ends, and at cuts."""
    left, top = plan.live.x, plan.live.y
    right, bottom = left + tile.window.width, top + tile.window.height
    xs, ys = [left, right], [top, bottom]
    xs += [left + plan.overlap] * (tile.column > 0) + [right - plan.overlap] * (
        tile.column < plan.columns - 1
    )
    ys += [top + plan.overlap] * (tile.row > 0) + [bottom - plan.overlap] * (tile.row < plan.rows - 1)
    inside = (x - tile.window.x for x in uprights)
    xs += [left + x for x in inside if 0 < x < tile.window.width]
    ticks = [
        f"M{num(x)} {num(y)}v{num(way * _TICK)}"
        for x in xs
        for y, way in ((top - _GAP, -1), (bottom + _GAP, 1))
    ]
    ticks += [
        f"M{num(x)} {num(y)}h{num(way * _TICK)}"
        for y in ys
        for x, way in ((left - _GAP, -1), (right + _GAP, 1))
    ]
    pen.path("".join(ticks), fill="none", stroke="#000000", stroke_width=0.15)


def _assembly(each: Cut, picture: Page, number: int) -> Page:
    """How the tiles lie: their letters on the small picture, the shared strips tinted."""
    sheet, plan = each.sheet, each.plan
    words = f"{each.drawing.title}: assembly"
    canvas = sheet.canvas(words, number)
    live = sheet.live
    canvas.text(words, live.x, live.y + 8, pt(16), CAPS, fill=INK)
    join = _DOWN if plan.columns == 1 else _ACROSS
    size = f"{len(plan.tiles)} tiles make a sheet of {plan.width:.0f} x {plan.height:.0f} mm."
    told = f"{size} {_EDGES}"
    if plan.overlap:
        told = f"{size} Each shares a strip of {plan.overlap:g} mm with its neighbours. {join}"
    y = live.y + 16
    for line in canvas.fonts.wrap(told, TEXT, live.width, pt(11)):
        canvas.text(line, live.x, y, pt(11), TEXT, fill=INK)
        y += pt(14)
    room = Box(live.x, y + 2, live.width, live.y + live.height - y - 2)
    scale = min(room.width / plan.width, room.height / plan.height, 0.5)
    left = room.x + (room.width - plan.width * scale) / 2
    _diagram(canvas.move(left, room.y), plan, scale)
    whole = Box(0, 0, plan.width, plan.height)
    return replace(sheet.page(canvas, words), below=Window(picture, whole, (left, room.y), scale))


def _diagram(pen: Pen, plan: TilePlan, scale: float) -> None:
    """The outlines of the tiles with their letters, and the strips where two lie on one another."""
    wide, tall = plan.width * scale, plan.height * scale
    shared: dict[str, Any] = {"fill": _STRIP, "fill_opacity": 0.35}
    for tile in plan.tiles:
        box, strip = _scaled(tile.window, scale), plan.overlap * scale
        if tile.row == 0 and tile.column:
            pen.rect(box.x, 0, strip, tall, **shared)
        if tile.column == 0 and tile.row:
            pen.rect(0, box.y, wide, strip, **shared)
    size = min(12.0, _scaled(plan.tiles[0].window, scale).height / 3)
    for tile in plan.tiles:
        box = _scaled(tile.window, scale)
        pen.rect(box.x, box.y, box.width, box.height, fill="none", stroke=INK, stroke_width=0.35)
        x, y = box.middle
        pen.circle(x, y, 0.85 * size, fill="#ffffff", fill_opacity=0.85, stroke=SOFT, stroke_width=0.25)
        pen.text(tile.letter, x, y, size, SANS_BOLD, anchor="middle", align="middle", fill=INK)


def _scaled(box: Box, scale: float) -> Box:
    return Box(box.x * scale, box.y * scale, box.width * scale, box.height * scale)
