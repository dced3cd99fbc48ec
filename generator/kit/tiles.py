"""Maps and charts of a kit: at full size, cut into lettered tiles where the paper is too small.

Tiles share a strip with their neighbours. Ticks in the margin show where the strip ends, so that one
tile is trimmed and glued onto the other; an assembly page shows how they lie. A map on the back of another is
cut where that is: each tile bears on its back what lies there when the whole sheet is turned over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import sqrt
from typing import Any

from generator.drawing.document import Drawing
from generator.drawing.figures import Box
from generator.drawing.pdf import Chapter, Page, Tile, TilePlan, Window
from generator.drawing.svg import Pen, Point, num, pt
from generator.drawing.typeface import CAPS, SANS_BOLD, TEXT
from generator.kit.options import Options
from generator.kit.page import FOOT, INK, MARGIN, SOFT, Sheet
from modules.amounts import count_noun

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
_BOTH = (
    "The sheet has a map on each side: cut every tile out along all its edges first, so that no white paper "
    "is seen from either side."
)
_BEHIND = (
    "The other side of the same sheet, as its tiles lie when the whole is turned {}. Nothing is to be joined "
    "anew: what meets on the front meets here."
)
_EDGES = "Cut them at the ticks and lay them edge to edge."


@dataclass(frozen=True, slots=True)
class Cut:
    """A drawing on its way to paper: how it is cut, on which way round of the sheet. `uprights`: where, in mm
    from its left, it is cut from top to bottom besides at its sides. `back` is printed on the other side of
    the tiles; the smaller of the two lies in the middle."""

    drawing: Drawing
    sheet: Sheet
    plan: TilePlan
    uprights: tuple[float, ...] = ()
    back: Drawing | None = None

    @property
    def pages(self) -> int:
        """Tiles, and an assembly page where there is more than one; with a back twice as many."""
        return (len(self.plan.tiles) + (1 if self.in_parts else 0)) * (1 if self.back is None else 2)

    @property
    def in_parts(self) -> bool:
        return len(self.plan.tiles) > 1


def whole_hex(hex_mm: float) -> float:
    """What tiles must share, in mm, so that each hex of `hex_mm` from side to side is whole on one."""
    return round(hex_mm * 2 / sqrt(3) + _SPARE, 1)


def cut(
    drawing: Drawing,
    sheet: Sheet,
    overlap: float,
    uprights: tuple[float, ...] = (),
    back: Drawing | None = None,
) -> Cut:
    """The cut that needs the fewest tiles, upright where it makes no difference."""
    size = _size_of(drawing, back)
    ways = (sheet, sheet.turned)
    cuts = [Cut(drawing, way, _plan(size, way, overlap), uprights, back) for way in ways]
    return min(cuts, key=lambda each: len(each.plan.tiles))


def _size_of(front: Drawing, back: Drawing | None) -> tuple[float, float]:
    """The size of a paper that both sides fit."""
    other = back or front
    return max(front.width_mm, other.width_mm), max(front.height_mm, other.height_mm)


def _plan(size: tuple[float, float], sheet: Sheet, overlap: float) -> TilePlan:
    return TilePlan(*size, sheet.width, sheet.height, margin=MARGIN, foot=FOOT, overlap=overlap)


def poster(
    drawing: Drawing, sheet: Sheet, sections: tuple[int, int] = (1, 1), back: Drawing | None = None
) -> Cut:
    """The drawing on one page as large as it needs, or each of its `sections`, across and down, on one."""
    (across, down), size = sections, _size_of(drawing, back)
    width, height = size[0] / across + 2 * MARGIN, size[1] / down + 2 * MARGIN + FOOT
    way = replace(sheet, width=width, height=height)
    return Cut(drawing, way, _plan(size, way, 0.0), back=back)


def cut_pages(each: Cut, first: int, options: Options | None = None) -> list[Chapter]:
    """Chapters of a drawing from page number `first`: its assembly page, its tiles; each with its back behind
    it or, where the printer does not turn sheets over, after all fronts."""
    options = options or Options()
    title, made, faces = each.drawing.title, list[Chapter](), [_front(each)]
    if each.back is not None:
        title = f"{title}; {each.back.title}"
        faces.append(_back(each, each.back, options))
    if each.in_parts:
        pages = [_assembly(each, face, number) for number, face in enumerate(faces, start=first)]
        made.append((f"{title}: assembly", pages))
        first += len(pages)
    order = [(face, tile) for tile in each.plan.tiles for face in faces]
    if not options.turned:
        order.sort(key=lambda one: one[0].behind)
    tiles = enumerate(order, start=first)
    marks = options.marks
    made.append((title, [_tile_page(each, face, tile, number, marks) for number, (face, tile) in tiles]))
    return made


@dataclass(frozen=True)
class _Face:
    """One side of the paper: its picture with its title, where this begins on the paper, on which blank
    sheets it is printed. `behind`: it is the back, mirrored from `over` its upper edge or an upright one, and
    moved by an `offset` on its pages; lengths in mm."""

    title: str
    picture: Page
    begins: Point
    sheet: Sheet
    behind: bool = False
    over: bool = False
    offset: Point = (0.0, 0.0)

    def seen(self, part: Box, plan: TilePlan) -> Box:
        """The part of the paper that is seen through the front's part."""
        if not self.behind:
            return part
        if self.over:
            return part._replace(y=plan.height - part.y - part.height)
        return part._replace(x=plan.width - part.x - part.width)

    def place(self, part: Box, plan: TilePlan) -> Point:
        """Where on its page a tile of the front's part begins."""
        x, y = plan.live.x, plan.live.y
        if not self.behind:
            return x, y
        if self.over:
            y = self.sheet.height - y - part.height
        else:
            x = self.sheet.width - x - part.width
        return x + self.offset[0], y + self.offset[1]

    def window(self, part: Box, at: Point, scale: float = 1.0) -> Window:
        """A part of the paper at a place of a page."""
        inside = part._replace(x=part.x - self.begins[0], y=part.y - self.begins[1])
        return Window(self.picture, inside, at, scale)


def _front(each: Cut) -> _Face:
    return _Face(each.drawing.title, *_in_the_middle(each, each.drawing), each.sheet)


def _back(each: Cut, drawing: Drawing, options: Options) -> _Face:
    upright = each.sheet.height >= each.sheet.width
    over = options.turned and (options.duplex == "short") == upright
    middle = _in_the_middle(each, drawing)
    sheet = each.sheet.behind(over)
    return _Face(drawing.title, *middle, sheet, behind=True, over=over, offset=options.back_offset)


def _in_the_middle(each: Cut, drawing: Drawing) -> tuple[Page, Point]:
    """The picture, and where it begins on the paper."""
    wide, tall = drawing.width_mm, drawing.height_mm
    begins = ((each.plan.width - wide) / 2, (each.plan.height - tall) / 2)
    return Page(drawing.svg, wide, tall), begins


def _tile_page(each: Cut, face: _Face, tile: Tile, number: int, marks: bool) -> Page:
    plan, title = each.plan, face.title
    behind = ", back" if face.behind else ""
    canvas = face.sheet.canvas(f"{title}, tile {tile.letter}{behind}" if each.in_parts else title, number)
    if each.in_parts and marks and not face.behind:
        _marks(canvas, tile, plan, each.uprights)
    x, y = face.place(tile.window, plan)
    trim = Box(x, y, tile.window.width, tile.window.height)
    page = face.sheet.page(canvas, f"Tile {tile.letter}{behind}" if each.in_parts else title, trim)
    return replace(page, below=face.window(face.seen(tile.window, plan), (x, y)))


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


def _assembly(each: Cut, face: _Face, number: int) -> Page:
    """How the tiles lie: their letters on the small picture, the shared strips tinted."""
    sheet, plan = face.sheet, each.plan
    words = f"{face.title}: assembly"
    canvas = sheet.canvas(words, number)
    live = sheet.live
    canvas.text(words, live.x, live.y + 8, pt(16), CAPS, fill=INK)
    join = _DOWN if plan.columns == 1 else _ACROSS
    size = f"{count_noun(len(plan.tiles), 'tile')} make a sheet of {plan.width:.0f} x {plan.height:.0f} mm."
    told = f"{size} {_EDGES}"
    if plan.overlap:
        told = f"{size} Each shares a strip of {plan.overlap:g} mm with its neighbours. {join}"
    if face.behind:
        told = _BEHIND.format("over its upper edge" if face.over else "like a page of a book")
    elif each.back is not None:
        told = f"{told} {_BOTH}"
    y = live.y + 16
    for line in canvas.fonts.wrap(told, TEXT, live.width, pt(11)):
        canvas.text(line, live.x, y, pt(11), TEXT, fill=INK)
        y += pt(14)
    room = Box(live.x, y + 2, live.width, live.y + live.height - y - 2)
    scale = min(room.width / plan.width, room.height / plan.height, 0.5)
    left = room.x + (room.width - plan.width * scale) / 2
    _diagram(canvas.move(left, room.y), face, plan, scale)
    whole = Box(0, 0, plan.width, plan.height)
    return replace(sheet.page(canvas, words), below=face.window(whole, (left, room.y), scale))


def _diagram(pen: Pen, face: _Face, plan: TilePlan, scale: float) -> None:
    """The outlines of the tiles with their letters, and the strips where two lie on one another."""
    wide, tall = plan.width * scale, plan.height * scale
    shared: dict[str, Any] = {"fill": _STRIP, "fill_opacity": 0.35}
    for tile in plan.tiles:
        first = tile.window._replace(width=plan.overlap, height=plan.overlap)
        strip = _scaled(face.seen(first, plan), scale)
        if tile.row == 0 and tile.column:
            pen.rect(strip.x, 0, strip.width, tall, **shared)
        if tile.column == 0 and tile.row:
            pen.rect(0, strip.y, wide, strip.height, **shared)
    size = min(12.0, _scaled(plan.tiles[0].window, scale).height / 3)
    for tile in plan.tiles:
        box = _scaled(face.seen(tile.window, plan), scale)
        pen.rect(box.x, box.y, box.width, box.height, fill="none", stroke=INK, stroke_width=0.35)
        x, y = box.middle
        pen.circle(x, y, 0.85 * size, fill="#ffffff", fill_opacity=0.85, stroke=SOFT, stroke_width=0.25)
        pen.text(tile.letter, x, y, size, SANS_BOLD, anchor="middle", align="middle", fill=INK)


def _scaled(box: Box, scale: float) -> Box:
    return Box(box.x * scale, box.y * scale, box.width * scale, box.height * scale)
