"""Ground: the tints of levels and terrain, merged to blobs with soft edges, and what grows on them."""

from __future__ import annotations

from generator.art import art
from generator.figures import Box, define_figure
from generator.ink import noise, scatter
from generator.maps.frame import HexFrame
from generator.maps.look import TerrainLook, look_of, map_palette
from generator.maps.outline import inset, loops, soft_loop
from generator.svg import Pen, Point, num
from modules.engine.board import Board
from modules.geometry.hexgrid import Doubled

ID_OFFSET = 0.245
"""A hex id's middle lies so far above the centre of its hex (hexes)."""

_KEEP_OUT = ((-0.14, -ID_OFFSET, 0.15), (0.0, -ID_OFFSET, 0.15), (0.14, -ID_OFFSET, 0.15), (0.0, 0.0, 0.12))


def level_tint(board: Board, level: int) -> str:
    """The colour of a level: palette entries count from the lowest level of the map."""
    palette = map_palette()
    lowest, highest = level_range(board)
    return palette["clear"] if lowest == highest else palette[f"levels.{level - lowest + 1}"]


def ground_tint(board: Board, hex_id: str) -> str:
    """The colour that fills a hex: of its terrain, or where that is the map's ground, of its level."""
    name = board.terrain_name(hex_id)
    if name == board.map.ground:
        return level_tint(board, board.level(hex_id))
    return map_palette()[name if look_of(name).drawn == "open" else f"{name}.ground"]


def level_range(board: Board) -> tuple[int, int]:
    """The lowest and the highest level of a map."""
    levels = [board.level(h) for h in board.grid.ids]
    return min(levels), max(levels)


def draw_levels(pen: Pen, frame: HexFrame, board: Board, room: Box) -> None:
    """The ground over all of `room`, then each higher level on the one below it."""
    lowest, highest = level_range(board)
    pen.rect(room.x, room.y, room.width, room.height, fill=level_tint(board, lowest))
    contour = map_palette()["contour"]
    for level in range(lowest + 1, highest + 1):
        region = [place for place, h in frame.places.items() if board.level(h) >= level]
        data = "".join(soft_loop([frame.point(v) for v in loop]) for loop in loops(frame, region))
        pen.path(data, fill=level_tint(board, level), stroke=contour, stroke_width=0.012 * frame.hex_mm)


def draw_terrain(pen: Pen, frame: HexFrame, board: Board, shown: frozenset[str]) -> None:
    """The blobs of every terrain that is not the map's ground, and the glyphs of the `shown` hexes."""
    regions: dict[str, list[Doubled]] = {}
    for place, hex_id in frame.places.items():
        regions.setdefault(board.terrain_name(hex_id), []).append(place)
    for name in board.terrain:
        if name in regions and name != board.map.ground:
            _draw_region(pen, frame, name, regions[name], shown)


def _draw_region(pen: Pen, frame: HexFrame, name: str, region: list[Doubled], shown: frozenset[str]) -> None:
    look, palette = look_of(name), map_palette()
    if look.drawn == "open":
        ground, edge = palette[name], palette["contour"]
    else:
        ground, edge = palette[f"{name}.ground"], palette[f"{name}.edge"]
    data = "".join(_blob(frame, loop, name) for loop in loops(frame, region))
    pen.path(data, fill=ground, stroke=edge, stroke_width=0.02 * frame.hex_mm, stroke_linejoin="round")
    visible = [place for place in region if place not in _ids(frame) or _ids(frame)[place] in shown]
    if look.drawn == "scatter":
        _strew(pen, frame, look, visible)
    elif look.drawn == "waves":
        _waves(pen, frame, look, visible)


def _ids(frame: HexFrame) -> dict[Doubled, str]:
    return {place: h for place, h in frame.places.items() if frame.grid.at(place) == h}


def _blob(frame: HexFrame, loop: list[tuple[int, int]], name: str) -> str:
    """A region's edge a little inside the hexsides, as uneven as the edge of a wood."""
    points = inset([frame.point(v) for v in loop], 0.035 * frame.hex_mm)
    wobbly = []
    for vertex, (x, y) in zip(loop, points, strict=True):
        draws = noise(f"{name}{vertex}")
        reach = 0.07 * frame.hex_mm
        wobbly.append((x + (next(draws) - 0.5) * reach, y + (next(draws) - 0.5) * reach))
    return soft_loop(wobbly)


def _keep_out(frame: HexFrame, place: Doubled) -> list[tuple[float, float, float]]:
    if frame.grid.at(place) is None:
        return []
    (x, y), size = frame.at(place), frame.hex_mm
    return [(x + dx * size, y + dy * size, r * size) for dx, dy, r in _KEEP_OUT]


def _spots(frame: HexFrame, look: TerrainLook, place: Doubled, rise: float) -> list[tuple[float, float]]:
    """Where glyphs of a height `rise` (mm) stand in a hex: none reaches into the id or the dot."""
    size = frame.hex_mm
    keep = [(x, y + rise * 0.15, r + rise * 0.4) for x, y, r in _keep_out(frame, place)]
    spacing = size / max(look.count, 1) ** 0.5
    outline = frame.outline(place, 0.06)
    return scatter(outline, f"{look.name}{place}", spacing, keep_out=keep, margin=0.02 * size)


def _strew(pen: Pen, frame: HexFrame, look: TerrainLook, region: list[Doubled]) -> None:
    palette, height = map_palette(), look.height * frame.hex_mm
    colours = {"outline": palette[f"{look.name}.glyph"]}
    for role, entry in (("light", "light"), ("cloth", "roof")):
        colours[role] = palette.colours.get(f"{look.name}.{entry}", palette["halo"])
    for glyph in dict.fromkeys(look.glyphs):
        symbol = f"ter-{glyph}"
        if symbol not in pen.canvas.definitions:
            define_figure(pen.canvas, symbol, art().figure(f"glyphs/{glyph}"), height, colours)
    spots: list[tuple[Point, str]] = []
    for place in region:
        draws = noise(f"{look.name}:{place}")
        points = _spots(frame, look, place, height)
        spots.extend((point, look.glyphs[int(next(draws) * len(look.glyphs))]) for point in points)
    for (x, y), glyph in sorted(spots, key=lambda s: (s[0][1], s[0][0])):
        pen.use(f"ter-{glyph}", x, y + height * 0.35)


def _waves(pen: Pen, frame: HexFrame, look: TerrainLook, region: list[Doubled]) -> None:
    long = 0.2 * frame.hex_mm
    body = f"q{num(long / 4)} {num(-long / 5)} {num(long / 2)} 0t{num(long / 2)} 0"
    data = "".join(
        f"M{num(x - long / 2)} {num(y)}{body}" for place in region for x, y in _spots(frame, look, place, 0.0)
    )
    if data:
        wave = map_palette()[f"{look.name}.wave"]
        pen.path(data, fill="none", stroke=wave, stroke_width=0.02 * frame.hex_mm, stroke_linecap="round")
