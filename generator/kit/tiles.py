"""Maps and charts of a kit: at full size, cut into lettered tiles where the paper is too small.

Tiles share a strip with their neighbours. Ticks in the margin show where the strip ends, so that one
tile is trimmed and glued onto the other; an assembly page shows how they lie.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from generator.drawing import Drawing
from generator.figures import Box
from generator.kit.page import FOOT, INK, MARGIN, SOFT, Sheet
from generator.pdf import Page, Tile, TilePlan, pdf, tiled
from generator.svg import Canvas, Pen, num, pt
from generator.typeface import CAPS, SANS_BOLD, TEXT

_SPARE = 0.4
"""What tiles share beyond a hex's width from corner to corner, in mm."""

_GAP, _TICK = 0.5, 2.0
_ACROSS = (
    "Lay a row from left to right: cut every tile but the first along its left edge and glue it over the "
    "strip of its neighbour; then join the rows in the same way."
)
_DOWN = (
    "Cut every tile but the first along its upper edge and glue it over the strip of the tile above; then "
    "cut out what is on them."
)


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


def cut_pages(each: Cut, first: int) -> list[tuple[str, bytes]]:
    """PDFs of a drawing with their bookmarks, from page number `first`: its assembly page, its tiles."""
    parts = []
    title = each.drawing.title
    if each.in_parts:
        parts.append((f"{title}: assembly", pdf([_assembly(each, first)], title)))
        first += 1

    def overlay(tile: Tile, plan: TilePlan) -> Canvas:
        number = first + plan.tiles.index(tile)
        canvas = each.sheet.canvas(f"{title}, tile {tile.letter}" if each.in_parts else title, number)
        if each.in_parts:
            _marks(canvas, tile, plan, each.uprights)
        return canvas

    picture = Page(each.drawing.svg, each.drawing.width_mm, each.drawing.height_mm)
    parts.append((title, tiled(picture, each.plan, title, overlay)))
    return parts


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


def _assembly(each: Cut, number: int) -> Page:
    """How the tiles lie: their letters on a small plan, the shared strips tinted."""
    sheet, plan = each.sheet, each.plan
    words = f"{each.drawing.title}: assembly"
    canvas = sheet.canvas(words, number)
    live = sheet.live
    canvas.text(words, live.x, live.y + 8, pt(16), CAPS, fill=INK)
    join = _DOWN if plan.columns == 1 else _ACROSS
    told = (
        f"{len(plan.tiles)} tiles make a sheet of {plan.width:.0f} x {plan.height:.0f} mm. Each shares a "
        f"strip of {plan.overlap:g} mm with its neighbours. {join}"
    )
    y = live.y + 16
    for line in canvas.fonts.wrap(told, TEXT, live.width, pt(11)):
        canvas.text(line, live.x, y, pt(11), TEXT, fill=INK)
        y += pt(14)
    room = Box(live.x, y + 4, live.width, live.y + live.height - y - 4)
    scale = min(room.width / plan.width, room.height / plan.height, 0.5)
    _diagram(canvas.move(room.x + (room.width - plan.width * scale) / 2, room.y), plan, scale)
    return sheet.page(canvas, words)


def _diagram(pen: Pen, plan: TilePlan, scale: float) -> None:
    boxes = [_scaled(tile.window, scale) for tile in plan.tiles]
    for box in boxes:
        pen.rect(box.x, box.y, box.width, box.height, fill="#f0e7cf", fill_opacity=1.0)
    for box in boxes:
        # Tinted twice where two tiles lie on one another.
        pen.rect(box.x, box.y, box.width, box.height, fill="#a08a5a", fill_opacity=0.25)
    for tile, box in zip(plan.tiles, boxes, strict=True):
        pen.rect(box.x, box.y, box.width, box.height, fill="none", stroke=SOFT, stroke_width=0.25)
        size = min(12.0, box.height / 2)
        pen.text(tile.letter, *box.middle, size, SANS_BOLD, anchor="middle", align="middle", fill=INK)


def _scaled(box: Box, scale: float) -> Box:
    return Box(box.x * scale, box.y * scale, box.width * scale, box.height * scale)
