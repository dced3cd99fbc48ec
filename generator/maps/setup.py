"""Set-up on the map: marked hexes, areas in which a side is free to set up, edges over which counters enter.

A hex with a given counter bears its nation's letter in a corner of the side's colour; one that is suggested
where the player may choose bears it in outline. Areas are edged in the side's colour and named. All of it is
read from the scenario.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import dist

from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.lettering import halo_text
from generator.drawing.svg import Pen, Point, num, path_data, pt
from generator.drawing.typeface import SANS_BOLD
from generator.maps.frame import HexFrame, Vertex
from generator.maps.ground import coded
from generator.maps.ids import id_box
from generator.maps.labels import label_boxes
from generator.maps.look import side_colour, terrain_look, troops_colour
from generator.maps.outline import chains, middle
from modules.definition.formats.scenarios import HexScenario, SetUp, Zone
from modules.definition.model import Definition
from modules.engine.hexes.board import Board

_Hexside = tuple[Vertex, Vertex]
"""Its two ends, the lesser first."""

MARK_MM = 2.9
"""The side of a marked corner."""

_NAME, _SPACING = pt(7), 0.1
"""The type of the names of areas, in mm."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A hex marked with a letter in a colour; `given`: the counter must stand there."""

    hex: str
    letter: str
    colour: str
    given: bool


@dataclass(frozen=True, slots=True)
class Region:
    """Hexes in which a side may set up, with the words that name them: all of its counters, or some (`few`),
    or only with an option."""

    hexes: frozenset[str]
    words: str
    colour: str
    option: bool = False
    few: bool = False


def nation_colour(look: Look, definition: Definition, nation: str) -> str:
    """The colour of a nation's marks: that of its counters, or of their stripe where it is darker.

    Raises UnknownColourError.
    """
    return troops_colour(look, definition.game.nations[nation].palette)


# --- what the scenario says ----------------------------------------------------------------------------


def marks_of(look: Look, definition: Definition, scenario: HexScenario, board: Board) -> tuple[Mark, ...]:
    """The marked hexes of a scenario; one that several counters share is marked once, by the first, and one
    with a code on the map not at all."""
    told = coded(board)
    found: dict[str, Mark] = {}
    for setup in scenario.setup:
        for counter_id, hex_id in setup.at.items():
            nation = definition.counters[counter_id].nation
            letter, colour = definition.game.nations[nation].letter, nation_colour(look, definition, nation)
            if hex_id in board.grid and hex_id not in told:
                found.setdefault(hex_id, Mark(hex_id, letter, colour, given=not setup.zones))
    return tuple(found.values())


def regions_of(look: Look, definition: Definition, scenario: HexScenario, board: Board) -> tuple[Region, ...]:
    """The areas of free set-ups, each once: first those of the set-ups, then those of options; without those
    that codes on the map tell."""
    found: dict[frozenset[str], Region] = {}
    for setup in scenario.setup:
        for region in _regions(look, definition, board, setup):
            found.setdefault(region.hexes, region)
    for key, option in scenario.options.items():
        for side, free in option.frees.items():
            words = f"Option {key}: {definition.game.sides[side].short} set-up"
            colour = side_colour(look, definition, side)
            for zone in free.zones:
                hexes = _hexes(board, zone)
                found.setdefault(hexes, Region(hexes, words + _levels(zone), colour, option=True))
    told = coded(board)
    return tuple(region for region in found.values() if region.hexes and not region.hexes <= told)


def _regions(look: Look, definition: Definition, board: Board, setup: SetUp) -> Iterator[Region]:
    colour, who = side_colour(look, definition, setup.side), definition.game.sides[setup.side].short
    for zone in setup.zones:
        names = [board.map.areas[name].name for name in zone.areas if name in board.map.areas]
        if zone.counters is not None:
            counters = dict.fromkeys(definition.counters[each].name for each in zone.counters)
            who_stands = ", ".join(counters) if len(counters) < 3 else ", ".join(names)
            yield Region(_hexes(board, zone), who_stands + _levels(zone), colour, few=True)
        elif zone.levels or zone.hexes or not names:
            yield Region(_hexes(board, zone), f"{who} set-up{_levels(zone)}", colour)
        else:
            for area in zone.areas:
                words = board.map.areas[area].name
                yield Region(_hexes(board, zone.model_copy(update={"areas": (area,)})), words, colour)


def _hexes(board: Board, zone: Zone) -> frozenset[str]:
    """The hexes of a zone, but for those in which nobody can stand."""
    return frozenset(h for h in board.zone(zone) if board.terrain_of(h).mp != "prohibited")


def _levels(zone: Zone) -> str:
    if not zone.levels:
        return ""
    levels = sorted(zone.levels)
    return f", level{'s' if len(levels) > 1 else ''} {', '.join(map(str, levels))}"


# --- drawing -------------------------------------------------------------------------------------------


def draw_areas(
    pen: Pen, definition: Definition, scenario: HexScenario, frame: HexFrame, board: Board
) -> None:
    """The edges of the areas of a scenario. Raises UnknownColourError."""
    edges, told = pen.group(id="setup-areas"), _told_by_water(pen.look, frame, board)
    for region in regions_of(pen.look, definition, scenario, board):
        _draw_edge(edges, region, frame, told)


def draw_marks(
    canvas: Pen, definition: Definition, scenario: HexScenario, frame: HexFrame, board: Board
) -> None:
    """The names of a scenario's areas and its marked hexes. Raises UnknownColourError."""
    pen = canvas.group(id="setup")
    marked = mark_boxes(canvas.look, definition, scenario, frame, board)
    taken = [*label_boxes(canvas.look, frame, board, marked), *marked]
    ids = [id_box(canvas.look, frame, board, hex_id) for hex_id in frame.grid.ids]
    for region in regions_of(canvas.look, definition, scenario, board):
        taken.append(_name_place(pen, region, frame, taken, ids))
        _draw_name(pen, region, taken[-1].middle)
    for mark in marks_of(canvas.look, definition, scenario, board):
        draw_mark(pen, _corner(frame, mark), frame.centre(mark.hex), mark)


def mark_boxes(
    look: Look, definition: Definition, scenario: HexScenario, frame: HexFrame, board: Board
) -> tuple[Box, ...]:
    """Where a scenario's marked corners stand, in mm: no name may run there. Raises UnknownColourError."""
    found = []
    for mark in marks_of(look, definition, scenario, board):
        points = _lozenge(_corner(frame, mark), frame.centre(mark.hex))
        left, top = min(x for x, _ in points), min(y for _, y in points)
        right, bottom = max(x for x, _ in points), max(y for _, y in points)
        found.append(Box(left, top, right - left, bottom - top))
    return tuple(found)


def _corner(frame: HexFrame, mark: Mark) -> Point:
    return frame.outline(frame.grid.doubled(mark.hex), 0.02)[3]


def draw_mark(pen: Pen, corner: Point, centre: Point, mark: Mark) -> None:
    """A lozenge in a hex's corner, pointing at its centre, with its letter."""
    points = _lozenge(corner, centre)
    fill, ink = (
        (mark.colour, pen.look.palette("map")["halo"])
        if mark.given
        else (pen.look.palette("map")["halo"], mark.colour)
    )
    pen.polygon(
        points, fill=fill, fill_opacity=0.9, stroke=mark.colour, stroke_width=0.25, stroke_linejoin="round"
    )
    at = ((corner[0] + points[2][0]) / 2, (corner[1] + points[2][1]) / 2)
    pen.text(mark.letter, *at, pt(6), SANS_BOLD, anchor="middle", align="middle", fill=ink)


def _lozenge(corner: Point, centre: Point) -> list[Point]:
    """A lozenge from a hex's corner inward: the corner, a side, the far point, the other side."""
    dx, dy = centre[0] - corner[0], centre[1] - corner[1]
    far = (dx * dx + dy * dy) ** 0.5
    ux, uy = dx / far * MARK_MM, dy / far * MARK_MM
    # Of the two sides of 120 degrees that meet in a hex's corner, each lies 60 degrees from the way inward.
    turned = [(ux * 0.5 - k * uy, uy * 0.5 + k * ux) for k in (0.866, -0.866)]
    return [corner, _plus(corner, turned[0]), _plus(corner, (ux, uy)), _plus(corner, turned[1])]


def _plus(one: Point, other: Point) -> Point:
    return one[0] + other[0], one[1] + other[1]


def _told_by_water(look: Look, frame: HexFrame, board: Board) -> frozenset[_Hexside]:
    """Hexsides along which a water runs, or that bound open water: it tells the edge of an area by itself."""
    waters = (
        e for e in board.map.hexsides if terrain_look(look, e.terrain).drawn in ("watercourse", "crossing")
    )
    found = {_hexside(*frame.between(*pair)) for entry in waters for pair in entry.between}
    wet = {h for h in board.grid.ids if terrain_look(look, board.terrain_name(h)).drawn == "waves"}
    shores = ((one, other) for one in wet for other in board.grid.neighbours(one) if other not in wet)
    return frozenset(found | {_hexside(*frame.between(*pair)) for pair in shores})


def _draw_edge(pen: Pen, region: Region, frame: HexFrame, told: frozenset[_Hexside]) -> None:
    """Its edge on the map, drawn on the inner side of its outermost hexsides; each hexside has the same
    dashes, so that those of areas on both sides of it keep step."""
    edges = _edges(region, frame)
    share, wide, dashes = (
        (0.45, 0.35, 4) if region.option else (0.4, 0.4, 3) if region.few else (0.62, 0.6, 2)
    )
    data = []
    for run in chains(edges):
        inner = _drawn_in(run, edges, frame, wide / 2 + 0.1)
        for (one, other), leg in zip(pairwise(run), pairwise(inner), strict=True):
            if edges[_hexside(one, other)][1] and _hexside(one, other) not in told:
                data.append(path_data([(round(x, 2), round(y, 2)) for x, y in leg]))
    if not data:
        return
    period = frame.hex_mm / 3**0.5 / dashes
    dash = {"stroke_dasharray": f"{num(share * period)} {num((1 - share) * period)}"}
    pen.path(
        "".join(data), fill="none", stroke=region.colour, stroke_width=wide, stroke_opacity=0.8,
        stroke_dashoffset=num(share * period / 2), **dash,
    )  # fmt: skip


def _edges(region: Region, frame: HexFrame) -> dict[_Hexside, tuple[Point, bool]]:
    """The outermost hexsides of an area: the centre of the hex inside each, and whether the map goes on
    beyond it."""
    grid, found = frame.grid, dict[_Hexside, tuple[Point, bool]]()
    for hex_id in grid.ids:
        if hex_id in region.hexes:
            place = grid.doubled(hex_id)
            inside = {
                grid.side_toward(hex_id, other) for other in grid.neighbours(hex_id) if other in region.hexes
            }
            open_sides = grid.open_sides(hex_id)
            for side in set(range(6)) - inside:
                found[_hexside(*frame.side_ends(place, side))] = frame.at(place), side not in open_sides
    return found


def _hexside(one: Vertex, other: Vertex) -> _Hexside:
    return min(one, other), max(one, other)


def _drawn_in(
    run: Sequence[Vertex], edges: Mapping[_Hexside, tuple[Point, bool]], frame: HexFrame, by: float
) -> list[Point]:
    """A closed run of hexsides moved `by` mm toward the centres of the hexes inside it."""
    inward = [
        _direction(middle(frame.point(one), frame.point(other)), edges[_hexside(one, other)][0])
        for one, other in pairwise(run)
    ]
    found = []
    for vertex, before, after in zip(run, [inward[-1], *inward], [*inward, inward[0]], strict=True):
        (x, y), share = frame.point(vertex), by / (1 + before[0] * after[0] + before[1] * after[1])
        found.append((x + share * (before[0] + after[0]), y + share * (before[1] + after[1])))
    return found


def _direction(start: Point, end: Point) -> Point:
    """The unit vector from a point to another."""
    long = dist(start, end)
    return (end[0] - start[0]) / long, (end[1] - start[1]) / long


def _draw_name(pen: Pen, region: Region, at: Point) -> None:
    halo_text(
        pen, region.words, *at, _NAME, SANS_BOLD, align="middle", ink=region.colour,
        halo=pen.look.palette("map")["halo"], width=0.9, spacing=_SPACING,
    )  # fmt: skip


def _name_place(pen: Pen, region: Region, frame: HexFrame, taken: Sequence[Box], ids: Sequence[Box]) -> Box:
    """Where its name stands: on its upper edge, within the map, clear of what is `taken` and of `ids` where
    that can be, as near to three quarters of its width as can be: counters stand in the middle. An option's
    area, whose upper edge is often that of another, is named on its lower one where the upper is near a
    name."""
    wide = pen.canvas.fonts.width(region.words, SANS_BOLD, _NAME, _SPACING) + 2
    centres = [frame.centre(h) for h in frame.grid.ids if h in region.hexes]
    left, right = min(x for x, _ in centres), max(x for x, _ in centres)
    top, bottom = min(y for _, y in centres), max(y for _, y in centres)
    room, size = frame.box, frame.hex_mm

    def box(at: Point, way: float) -> Box:
        x = min(max(at[0], room.x + wide / 2), room.x + room.width - wide / 2)
        y = min(max(at[1] + way * size / 2, room.y + _NAME), room.y + room.height - _NAME)
        return Box(x - wide / 2, y - 0.7 * _NAME, wide, 1.4 * _NAME)

    places = sorted(centres, key=lambda at: (abs(at[0] - left - 0.75 * (right - left)), at))
    upper = [box(at, -1) for at in places if at[1] < top + 0.6 * size]
    lower = [box(at, 1) for at in places if at[1] > bottom - 0.6 * size]
    clear, tries = (-size, [upper[0], *lower, *upper]) if region.option else (0.0, upper)
    free = [b for b in tries if not any(b.meets(other.inset(clear)) for other in taken)] or upper[:1]

    def covered(b: Box) -> int:
        inner = b.inset(0.2 * _NAME)
        return sum(map(inner.meets, ids))

    return next((b for b in free if not covered(b)), None) or min(free, key=covered)
