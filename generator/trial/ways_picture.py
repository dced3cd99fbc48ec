"""The ways of one unit as a picture: the map around it, the places in reach lit, with what each costs."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

from generator.cache.files import write_bytes
from generator.drawing.lettering import halo_text
from generator.drawing.raster import png
from generator.drawing.svg import Canvas
from generator.drawing.typeface import SANS_BOLD
from generator.look import look_of
from generator.maps.look import side_colour
from generator.position import scene_of
from generator.position.hexes import HexScene
from generator.trial.unit_ways import UnitWays

ENDINGS: Final = (".svg", ".png")
_DPI: Final = 150
_COST: Final = 0.24
"""How tall the cost of a place is (hexes)."""
_SMALL: Final = 0.19
"""The same where counters lie."""
_ASIDE, _RAISED = 0.4, 0.08
"""How far to the left of the centre, and above it, the cost stands where counters lie (hexes)."""


def write_ways(ways: UnitWays, out: Path) -> None:
    """Draw the ways as SVG or PNG, by the ending of `out`. Raises OSError, and as `position_drawing`."""
    look = look_of(ways.position.definition)
    if out.suffix.lower() == ".svg":
        write_bytes(out, draw_ways(ways, "paths").svg().encode())
    else:
        write_bytes(out, png(look, draw_ways(ways, "text").svg(), dpi=_DPI))


def draw_ways(ways: UnitWays, text_as: Literal["text", "paths"]) -> Canvas:
    """The map around the places in reach, with what each costs."""
    scene, title = _scene(ways), f"The ways of {ways.unit}"
    canvas = Canvas(scene.look, scene.room.width, scene.room.height, title=title, text_as=text_as)
    _draw(canvas, scene, ways)
    return canvas


def _scene(ways: UnitWays) -> HexScene:
    position = ways.position
    scene = scene_of(look_of(position.definition), position.definition, position.scenario.map)
    if not isinstance(scene, HexScene):
        raise TypeError("a scenario on hexes is drawn on hexes")
    return scene.around([ways.here, *(each.place for each in ways.reached)])


def _draw(canvas: Canvas, scene: HexScene, ways: UnitWays) -> None:
    placed = ways.position.placed
    occupied = {each.place for each in placed}
    scene.ground(canvas)
    _light(canvas, scene, ways)
    for spot in scene.spots(placed):
        scene.piece(canvas, spot)
    scene.captions(canvas, placed, ())
    _write_costs(canvas, scene, ways, occupied)
    allowances = [(f"{each.way} ({each.rule})", each.told) for each in ways.allowances]
    facts = [(ways.unit, ways.position.head), *allowances, ("In the hexes", "the cost of coming there")]
    scene.strip([each for each in placed if each.place in scene.board.grid], (), facts).below(canvas)


def _light(canvas: Canvas, scene: HexScene, ways: UnitWays) -> None:
    """A veil over what is out of reach, and a line in the side's colour around what is within."""
    look, frame = canvas.look, scene.frame
    pale = look.palette("map")["halo"]
    colour = side_colour(look, ways.position.definition, ways.position.side)
    lit = {each.place for each in ways.reached} | {ways.here}
    for place in scene.board.grid.ids:
        where = scene.board.grid.doubled(place)
        if place not in lit:
            canvas.polygon(frame.outline(where), fill=pale, fill_opacity=0.62)
        elif place != ways.here:
            canvas.polygon(
                frame.outline(where, 0.03),
                fill=colour,
                fill_opacity=0.12,
                stroke=colour,
                stroke_width=0.03 * frame.hex_mm,
            )
    if ways.here in scene.board.grid:
        box = scene.outline(ways.here)
        edge = {"fill": "none", "stroke": colour, "stroke_width": 0.06 * frame.hex_mm}
        canvas.rect(box.x, box.y, box.width, box.height, radius=0.1 * frame.hex_mm, **edge)


def _write_costs(canvas: Canvas, scene: HexScene, ways: UnitWays, occupied: set[str]) -> None:
    """What it costs to come to each place: in the middle of an empty hex, on a label at the left edge of the
    counters of any other, where it hides no value."""
    palette, frame = canvas.look.palette("map"), scene.frame
    for each in ways.reached:
        if each.place not in scene.board.grid:
            continue
        (x, y), words = frame.centre(each.place), _fractions(each.cost)
        size = (_SMALL if each.place in occupied else _COST) * frame.hex_mm
        if each.place in occupied:
            x, y = x - _ASIDE * frame.hex_mm, y - _RAISED * frame.hex_mm
            wide, tall = canvas.fonts.width(words, SANS_BOLD, size) + 0.5 * size, 1.25 * size
            edge = {"stroke": palette["ink"], "stroke_width": 0.06 * size}
            canvas.rect(
                x - wide / 2, y - tall / 2, wide, tall, radius=0.3 * tall, fill=palette["halo"], **edge
            )
            canvas.text(words, x, y, size, SANS_BOLD, anchor="middle", align="middle", fill=palette["ink"])
        else:
            ink, halo = palette["ink"], palette["halo"]
            halo_text(
                canvas, words, x, y, size, SANS_BOLD, ink=ink, halo=halo, width=size / 3, align="middle"
            )


def _fractions(cost: str) -> str:
    """A cost in few letters: `1½` for `1 1/2`, and `2` for `2 hexes`."""
    return cost.removesuffix(" hexes").removesuffix(" hex").replace(" 1/2", "½").replace("1/2", "½")
