"""Ground: the tints of levels and terrain, merged to blobs with soft edges, and what grows on them."""

from __future__ import annotations

from functools import lru_cache

from generator.drawing.art import art
from generator.drawing.figures import Box, define_figure
from generator.drawing.strokes import noise, scatter
from generator.drawing.svg import Pen, Point, num
from generator.maps.contour import Relief
from generator.maps.frame import HexFrame
from generator.maps.look import SHAPED, TerrainLook, look_of, map_palette
from generator.maps.outline import Loop, soft_loop
from modules.definition.maps import Area
from modules.engine.board import Board
from modules.geometry.hexgrid import Doubled
from modules.geometry.outline import holds

ID_OFFSET = 0.245
"""A hex id's middle lies so far above the centre of its hex (hexes)."""

_SHADES = ((-0.03, "light", 0.55), (0.1, "shade", 0.1), (0.05, "shade", 0.16))
"""The light comes from the top left: copies of each level, moved by so much (hexes), as rim and as shadow."""

_SHORELINES = ((0.08, 0.8), (0.16, 0.5), (0.24, 0.25))
"""Lines in open water: so far off the bank (hexes), and how dark."""

_KEEP_OUT = ((-0.14, -ID_OFFSET, 0.15), (0.0, -ID_OFFSET, 0.15), (0.14, -ID_OFFSET, 0.15), (0.0, 0.0, 0.12))


def level_tint(board: Board, level: int) -> str:
    """The colour of a level: palette entries count from the lowest level of the map."""
    palette = map_palette()
    lowest, highest = level_range(board)
    return palette["clear"] if lowest == highest else palette[f"levels.{level - lowest + 1}"]


def ground_tint(board: Board, hex_id: str) -> str:
    """The colour that fills a hex: of its terrain, or where that is the map's ground, of its level."""
    name = board.terrain_name(hex_id)
    if name == board.map.ground or look_of(name).drawn in SHAPED:
        return level_tint(board, board.level(hex_id))
    return map_palette()[name if look_of(name).drawn == "open" else f"{name}.ground"]


@lru_cache(maxsize=8)
def level_range(board: Board) -> tuple[int, int]:
    """The lowest and the highest level of a map."""
    levels = [board.level(h) for h in board.grid.ids]
    return min(levels), max(levels)


@lru_cache(maxsize=1)
def level_relief(frame: HexFrame, board: Board) -> Relief:
    """The heights of a map's levels; kept from its tints to its hachures."""
    return Relief(frame, board.level, board.map.map)


@lru_cache(maxsize=8)
def area_marks(board: Board) -> dict[str, Area]:
    """The hexes that bear the mark of an area, with it; the first area's where several have one."""
    marked = {name: area for name, area in board.map.areas.items() if area.mark is not None}
    return {hex_id: area for name, area in reversed(marked.items()) for hex_id in board.area(name)}


@lru_cache(maxsize=8)
def coded(board: Board) -> frozenset[str]:
    """The hexes that bear the code of those who begin there."""
    return frozenset(hex_id for hex_id, area in area_marks(board).items() if area.palette is not None)


def draw_levels(pen: Pen, frame: HexFrame, board: Board, room: Box) -> None:
    """The ground over all of `room`, then each higher level on the one below it, with light and shade."""
    lowest, highest = level_range(board)
    pen.rect(room.x, room.y, room.width, room.height, fill=level_tint(board, lowest))
    if lowest == highest:
        return
    relief, palette, size = level_relief(frame, board), map_palette(), frame.hex_mm
    for level in range(lowest + 1, highest + 1):
        loops = _loops(relief, level)
        own = "".join(loop.data() for loop in loops)
        for reach, colour, opacity in _SHADES:
            moved = "".join(loop.data(reach * size, 1.3 * reach * size) for loop in loops)
            # Where the copy lies on the level itself, it is taken out: that is covered next, and takes time.
            fill = palette[f"relief.{colour}"]
            pen.path(own + moved, fill=fill, fill_opacity=opacity, fill_rule="evenodd")
        edge, tint = palette["contour"], level_tint(board, level)
        pen.path(own, fill=tint, fill_rule="evenodd", stroke=edge, stroke_width=0.016 * size)


def draw_terrain(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """The blobs of every terrain that is not the map's ground, and the glyphs of the `shown` hexes."""
    regions: dict[str, list[Doubled]] = {}
    for place, hex_id in frame.places.items():
        regions.setdefault(board.terrain_name(hex_id), []).append(place)
    for name in board.terrain:
        if name in regions and name != board.map.ground and look_of(name).drawn not in SHAPED:
            _draw_region(pen, frame, board, name, regions[name], shown)


def _draw_region(
    pen: Pen, frame: HexFrame, board: Board, name: str, region: list[Doubled], shown: frozenset[str]
) -> None:
    look, palette, size = look_of(name), map_palette(), frame.hex_mm
    relief = Relief(frame, lambda hex_id: int(board.terrain_name(hex_id) == name), name)
    data = outlines(relief, 1)
    ids = _ids(frame)
    visible = [place for place in region if place not in ids or ids[place] in shown]
    if look.drawn == "open":
        pen.path(data, fill=palette[name], stroke=palette["contour"], stroke_width=0.02 * size)
    elif look.drawn == "waves":
        _shores(pen, look, relief, size)
        _waves(pen, frame, look, visible)
    else:
        # The edge of a wood or a marsh is no line: the ground fades over two bands.
        ground = palette[f"{name}.ground"]
        soft = {"stroke": ground, "stroke_width": 0.2 * size, "stroke_opacity": 0.45}
        pen.path(data, fill=ground, fill_rule="evenodd", stroke_linejoin="round", **soft)
        dots = {"stroke": palette[f"{name}.edge"], "stroke_width": 0.022 * size, "stroke_linecap": "round"}
        pen.path(data, fill="none", stroke_dasharray=f"{num(0.03 * size)} {num(0.09 * size)}", **dots)
        _strew(pen, frame, look, visible, [contour.points for contour in relief.contours(1, 0.04)])


def _shores(pen: Pen, look: TerrainLook, relief: Relief, size: float) -> None:
    """Open water: a bank, and within it lines along the shore as engravers draw them."""
    palette, name = map_palette(), look.name
    bank = {"stroke": palette[f"{name}.edge"], "stroke_width": 0.05 * size, "stroke_linejoin": "round"}
    pen.path(outlines(relief, 1), fill=palette[f"{name}.ground"], fill_rule="evenodd", **bank)
    for inward, opacity in _SHORELINES:
        line = {"stroke": palette[f"{name}.wave"], "stroke_width": 0.018 * size, "stroke_opacity": opacity}
        pen.path(outlines(relief, 1, inward), fill="none", **line)


def outlines(relief: Relief, level: int, inward: float = 0.0) -> str:
    """Path data of the edges of a level."""
    return "".join(loop.data() for loop in _loops(relief, level, inward))


def _loops(relief: Relief, level: int, inward: float = 0.0) -> list[Loop]:
    return [soft_loop(contour.points) for contour in relief.contours(level, inward)]


def _ids(frame: HexFrame) -> dict[Doubled, str]:
    return {place: h for place, h in frame.places.items() if frame.grid.at(place) == h}


def _keep_out(frame: HexFrame, place: Doubled) -> list[tuple[float, float, float]]:
    if frame.grid.at(place) is None:
        return []
    (x, y), size = frame.at(place), frame.hex_mm
    return [(x + dx * size, y + dy * size, r * size) for dx, dy, r in _KEEP_OUT]


def spots(frame: HexFrame, look: TerrainLook, place: Doubled, rise: float) -> list[tuple[float, float]]:
    """Where glyphs of a height `rise` (mm) stand in a place: none reaches into the id or the dot."""
    size = frame.hex_mm
    keep = [(x, y + rise * 0.15, r + rise * 0.4) for x, y, r in _keep_out(frame, place)]
    spacing = size / max(look.count, 1) ** 0.5
    outline = frame.outline(place, 0.06)
    return scatter(outline, f"{look.name}{place}", spacing, keep_out=keep, margin=0.02 * size)


def _strew(
    pen: Pen, frame: HexFrame, look: TerrainLook, region: list[Doubled], edges: list[tuple[Point, ...]]
) -> None:
    """Glyphs in the hexes of a region, within its edges."""
    palette, height = map_palette(), look.height * frame.hex_mm
    colours = {"outline": palette[f"{look.name}.glyph"]}
    for role, entry in (("light", "light"), ("cloth", "roof")):
        colours[role] = palette.colours.get(f"{look.name}.{entry}", palette["halo"])
    for glyph in dict.fromkeys(look.glyphs):
        symbol = f"ter-{glyph}"
        if symbol not in pen.canvas.definitions:
            define_figure(pen.canvas, symbol, art().figure(f"glyphs/{glyph}"), height, colours)
    strewn: list[tuple[Point, str]] = []
    for place in region:
        draws = noise(f"{look.name}:{place}")
        points = spots(frame, look, place, height)
        for point in points:
            glyph = look.glyphs[int(next(draws) * len(look.glyphs))]
            if sum(holds(edge, point) for edge in edges) % 2:
                strewn.append((point, glyph))
    for (x, y), glyph in sorted(strewn, key=lambda s: (s[0][1], s[0][0])):
        pen.use(f"ter-{glyph}", x, y + height * 0.35)


def _waves(pen: Pen, frame: HexFrame, look: TerrainLook, region: list[Doubled]) -> None:
    long = 0.2 * frame.hex_mm
    body = f"q{num(long / 4)} {num(-long / 5)} {num(long / 2)} 0t{num(long / 2)} 0"
    data = "".join(
        f"M{num(x - long / 2)} {num(y)}{body}" for place in region for x, y in spots(frame, look, place, 0.0)
    )
    if data:
        wave = map_palette()[f"{look.name}.wave"]
        pen.path(data, fill="none", stroke=wave, stroke_width=0.02 * frame.hex_mm, stroke_linecap="round")
