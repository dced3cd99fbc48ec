"""The sheet of a map of areas: the map to its frame, and on the sea and on land out of play a title, the turn
track, tables, the key and the compass."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from math import cos, pi, sin
from typing import Literal

from generator.areas import ground, lettering, points, ways
from generator.areas.frame import AreaFrame
from generator.areas.placing import Label, labels
from generator.areas.relief import draw_relief
from generator.charts import areas
from generator.charts.players import sequence_chart
from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.figures import Box, draw_figure
from generator.drawing.panel import Chart, TextAs
from generator.drawing.svg import Canvas, Pen, Point, num, path_data, pt
from generator.drawing.typeface import CAPS, SANS, SANS_BOLD, TEXT, TITLE
from generator.maps.look import side_colour
from modules.definition.formats.areas import AreaMapFile, SheetPanel
from modules.definition.formats.scenarios import AreaScenario
from modules.definition.model import Definition

_KM_PER_MILE = 1.609344
_MILES = (50, 20, 10, 5, 2, 1, 0)
_BAR = 4.2
"""Steps of the scale, and how long it may be, in radii of the compass above it."""

_POINTS = (("N", 0, -1), ("E", 1, 0), ("S", 0, 1), ("W", -1, 0))
_STARS = (
    (0.08, 0.16, 0.5),
    (0.17, 0.78, 0.4),
    (0.31, 0.12, 0.35),
    (0.92, 0.72, 0.5),
    (0.94, 0.14, 0.4),
    (0.06, 0.5, 0.35),
    (0.66, 0.1, 0.4),
)
"""Stars of the title's sky: their place as shares of its width and height, and their radius in mm."""


_SEAT, _EDGE_MM = pt(12), 1.6
"""The lettering in the margin, and how far beyond the map its frame reaches into it."""


_Laid = tuple[tuple[Box, ...], dict[str, Point]]
"""The boxes that panels take, and where markers stand on their tracks."""


class NoSuchAreaMap(KeyError):
    """A map of areas that the game does not have; the message names those that it has."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True)
class AreaSheet:
    """A map of areas of a `size` (mm) and the frame that tells where each place lies on it; `lay` gives which
    boxes panels take and where markers stand on tracks. It is drawn when somebody first asks for it: most who
    plan with a sheet never look at it."""

    size: tuple[float, float]
    frame: AreaFrame
    place: Callable[[], dict[str, Label]]
    lay: Callable[[], _Laid]
    draw: Callable[[dict[str, Label]], Drawing]

    @cached_property
    def labels(self) -> dict[str, Label]:
        """Where the names of the areas stand."""
        return self.place()

    @cached_property
    def _laid(self) -> _Laid:
        return self.lay()

    @property
    def panels(self) -> tuple[Box, ...]:
        """The boxes that panels take. Raises as `drawing`."""
        return self._laid[0]

    @property
    def spots(self) -> dict[str, Point]:
        """Where markers stand on tracks. Raises as `drawing`."""
        return self._laid[1]

    @cached_property
    def drawing(self) -> Drawing:
        """The whole sheet. Raises UnknownColourError, MissingArtError, TextTooWideError."""
        return self.draw(self.labels)


def area_sheet(look: Look, definition: Definition, name: str, *, text_as: TextAs = "text") -> AreaSheet:
    """A map of areas with all that stands on its sheet. Raises NoSuchAreaMap."""
    if name not in definition.area_maps:
        known = ", ".join(definition.area_maps)
        raise NoSuchAreaMap(f"{definition.name} has no map of areas {name!r}; it has {known or 'none'}")
    area_map = definition.area_maps[name]
    paper = area_map.paper
    frame = AreaFrame(area_map, Box(0, 0, paper.width, paper.height).inset(paper.margin))

    def place() -> dict[str, Label]:
        return points.place_labels(look, frame) if area_map.of_points else labels(look, frame)

    def lay() -> _Laid:
        canvas = Canvas(look, paper.width, paper.height, text_as=text_as)
        return _panels(canvas, definition, area_map, text_as)

    def draw(placed: dict[str, Label]) -> Drawing:
        return _drawn(look, definition, name, frame, placed, text_as)

    return AreaSheet((paper.width, paper.height), frame, place, lay, draw)


def _drawn(
    look: Look,
    definition: Definition,
    name: str,
    frame: AreaFrame,
    placed: dict[str, Label],
    text_as: TextAs,
) -> Drawing:
    area_map, room = frame.map, frame.room
    paper = area_map.paper
    canvas = Canvas(look, paper.width, paper.height, title=f"Map: {area_map.title}", text_as=text_as)
    canvas.rect(0, 0, paper.width, paper.height, fill=look.palette("map")["paper"])
    corners = [(room.x, room.y), (room.x + room.width, room.y)]
    corners += [(room.x + room.width, room.y + room.height), (room.x, room.y + room.height)]
    clipped = canvas.group(clip_path=canvas.clip("map-room", path_data(corners, True)))
    draw_map(clipped, definition, frame, placed)
    _panels(canvas, definition, area_map, text_as)
    if area_map.rose is not None:
        x, y = area_map.rose.at
        draw_rose(canvas, x, y, area_map.rose.radius, frame.mm_per_km, room)
    _edge(canvas, room)
    _seats(canvas, definition, area_map)
    return Drawing(name, canvas.title, canvas.svg(), paper.width, paper.height)


def _panels(canvas: Canvas, definition: Definition, area_map: AreaMapFile, text_as: TextAs) -> _Laid:
    """Draws all panels."""
    spots: dict[str, Point] = {}
    return tuple(
        _panel(canvas, definition, area_map, each, text_as, spots) for each in area_map.panels
    ), spots


def draw_map(pen: Pen, definition: Definition, frame: AreaFrame, placed: dict[str, Label]) -> None:
    """The map from the sea up to the names; one of places and links has no sea."""
    of_points = frame.map.of_points
    if of_points:
        points.draw_land(pen, frame)
    else:
        ground.draw_sea(pen, frame, frame.room)
        ground.draw_land(pen, frame)
    ground.draw_rivers(pen, frame)
    draw_relief(pen, frame, placed)
    if of_points:
        points.draw_links(pen, frame)
    else:
        ground.draw_edges(pen, frame)
    lettering.draw_far_names(pen, frame)
    lettering.draw_ships(pen, frame, definition)
    ways.draw_roads(pen, frame)
    ways.draw_road_names(pen, frame, placed)
    ways.draw_arrows(pen, frame, definition)
    if of_points:
        points.draw_places(pen, frame)
    lettering.draw_seats(pen, frame)
    lettering.draw_names(pen, frame, placed)


def _edge(pen: Pen, room: Box) -> None:
    frame = pen.look.palette("map")["frame"]
    for box, width in ((room, 0.9), (room.inset(-1.6), 0.3)):
        pen.rect(box.x, box.y, box.width, box.height, fill="none", stroke=frame, stroke_width=width)


def _seats(pen: Pen, definition: Definition, area_map: AreaMapFile) -> None:
    """Where each side sits, in the white margin: at a corner along the upper or lower edge, its words upright
    for all."""
    paper = area_map.paper
    inset, half = paper.margin + 1.0, paper.margin / 2 - _EDGE_MM / 2
    for side, end in area_map.seats.items():
        words = f"{definition.game.sides[side].name} sit here"
        colour = side_colour(pen.look, definition, side)
        x, y, turn = paper.width / 2, half if "N" in end else paper.height - half, 0
        anchor: Literal["start", "middle", "end"] = "middle"
        if end in ("E", "W"):
            x, y = half if end == "W" else paper.width - half, paper.height / 2
            turn = -90 if end == "W" else 90
        elif len(end) > 1:
            x, anchor = (paper.width - inset, "end") if "E" in end else (inset, "start")
        own = pen.move(x, y, turn=turn)
        own.text(words, 0, 0, _SEAT, SANS_BOLD, anchor=anchor, align="middle", fill=colour)


def _panel(
    canvas: Canvas, definition: Definition, area_map: AreaMapFile, entry: SheetPanel, text_as: TextAs,
    spots: dict[str, Point],
) -> Box:  # fmt: skip
    """A panel in its place with a shadow; the box that it takes. Adds its `spots`."""
    x, y = entry.at
    if entry.panel == "title":
        box = Box(x, y, entry.width, 0.475 * entry.width)
        draw_title(canvas, definition, box)
        return box
    chart = _chart(canvas.look, definition, area_map, entry, text_as)
    wide, tall = chart.canvas.width, chart.canvas.height
    canvas.rect(
        x + 0.9, y + 1.1, wide, tall, fill=canvas.look.palette("areas")["arrow.shadow"], fill_opacity=0.6
    )
    canvas.embed(chart.canvas, x, y)
    spots |= {of: (x + right, y + down) for of, (right, down) in chart.spots.items()}
    return Box(x, y, wide, tall)


def _chart(
    look: Look, definition: Definition, area_map: AreaMapFile, entry: SheetPanel, text_as: TextAs
) -> Chart:
    width = float(entry.width)
    if entry.panel == "turns":
        return areas.turns_chart(
            look, definition, scenario_on(definition, area_map), width=width, text_as=text_as
        )
    if entry.panel == "letters":
        return areas.letters_chart(look, area_map, width=width, text_as=text_as)
    if entry.panel == "key":
        return areas.key_chart(look, definition, area_map, width=width, text_as=text_as)
    if entry.list is not None:
        found = definition.lists[entry.list]
        return areas.list_chart(look, entry.list, found, width=width, text_as=text_as)
    return sequence_chart(look, definition, width=width, text_as=text_as)


def scenario_on(definition: Definition, area_map: AreaMapFile) -> AreaScenario:
    """The first scenario that is played on a map of areas."""
    return next(s for s in definition.area_scenarios.values() if s.area_map == area_map.area_map)


def draw_title(pen: Pen, definition: Definition, box: Box) -> None:
    """The title of the game, on a night sky where the style has one, its credits below."""
    palette, paper, fonts = pen.look.palette("areas"), pen.look.palette("map"), pen.canvas.fonts
    game = definition.game
    shadow = palette["arrow.shadow"]
    pen.rect(box.x + 0.9, box.y + 1.1, box.width, box.height, radius=2, fill=shadow, fill_opacity=0.6)
    pen.rect(
        box.x, box.y, box.width, box.height, radius=2, fill=paper["paper"], stroke=paper["frame"],
        stroke_width=0.9,
    )  # fmt: skip
    sky = Box(box.x + 2.2, box.y + 2.2, box.width - 4.4, 0.70 * box.height)
    night = pen.look.style.night
    if night:
        pen.rect(sky.x, sky.y, sky.width, sky.height, radius=1.2, fill=palette["night"])
        _tailed_star(pen, sky)
    middle, room = box.x + box.width / 2, sky.width - 10
    first, _, rest = game.title.partition(":")
    upper = [first, rest.strip()] if rest else [game.title]
    y, ink = (0.66, palette["star"]) if night else (0.5, paper["accent"])
    y = sky.y + y * sky.height
    for i, (words, most) in enumerate(zip(upper, (46, 25), strict=False)):
        size = fonts.fit(words, TITLE, room * (0.5 if i == 0 and rest else 1.0), pt(most), pt(9))
        pen.text(words, middle, y, size, TITLE, anchor="middle", fill=ink)
        y += 0.26 * sky.height
    y = sky.y + sky.height + 5.2
    for words in (f"{game.credits.design} · {game.credits.published}", *_notice(pen, definition, room)):
        size = pt(9) if words.startswith(game.credits.design) else pt(6.5)
        size = fonts.fit(words, TEXT, room, size, pt(5))
        pen.text(words, middle, y, size, TEXT, anchor="middle", fill=paper["ink"])
        y += size * 1.3


def _notice(pen: Pen, definition: Definition, room: float) -> list[str]:
    return pen.canvas.fonts.wrap(definition.game.credits.notice, TEXT, room, pt(6.5))


def _tailed_star(pen: Pen, sky: Box) -> None:
    """A star with a tail over the upper part of the sky, and some others."""
    palette = pen.look.palette("areas")
    head = (sky.x + 0.80 * sky.width, sky.y + 0.21 * sky.height)
    reach = 0.62 * sky.width
    for i in range(9):
        bend = (i - 4) / 4
        start = (head[0], head[1] + bend * 1.6)
        end = (head[0] - reach * (1 - 0.35 * abs(bend)), head[1] - 0.05 * reach + bend * 0.085 * reach)
        turn = (head[0] - 0.45 * reach, head[1] + bend * 0.02 * reach)
        data = f"M{num(start[0])} {num(start[1])}Q{num(turn[0])} {num(turn[1])} {num(end[0])} {num(end[1])}"
        paint = {"stroke": palette["star"], "stroke_opacity": 0.9 - 0.12 * abs(bend) * 4, "fill": "none"}
        pen.path(data, stroke_width=0.9 - 0.14 * abs(i - 4), stroke_linecap="round", **paint)
    rays = []
    for i in range(16):
        long, half = (4.6 if i % 2 == 0 else 2.5), i * pi / 8
        rays.append((head[0] + long * cos(half), head[1] + long * sin(half)))
    pen.polygon(rays, fill=palette["star"])
    pen.circle(*head, 1.7, fill=palette["night"])
    pen.circle(*head, 1.0, fill=palette["star"])
    for across, down, size in _STARS:
        pen.circle(sky.x + across * sky.width, sky.y + down * sky.height, size, fill=palette["star"])


def draw_rose(pen: Pen, x: float, y: float, radius: float, mm_per_km: float, room: Box) -> None:
    """A compass, north up, and below it a scale of miles, all of it within a `room`."""
    palette = pen.look.palette("map")
    colours = {"outline": palette["frame"], "light": palette["paper"]}
    box = Box(x - radius, y - radius, 2 * radius, 2 * radius)
    draw_figure(pen, pen.look.figure("glyphs/compass"), box, colours)
    for letter, dx, dy in _POINTS:
        size, face, ink = (pt(15), CAPS, "accent") if letter == "N" else (pt(8), SANS_BOLD, "frame")
        away = radius + (3.6 if letter == "N" else 2.4)
        at = (x + dx * away, y + dy * away)
        pen.text(letter, *at, size, face, anchor="middle", align="middle", fill=palette[ink])
    fits = (each for each in _MILES if 2 * each * _KM_PER_MILE * mm_per_km <= _BAR * radius)
    step = next(fits, _MILES[-1])
    long = step * _KM_PER_MILE * mm_per_km
    last = pen.canvas.fonts.width(f"{2 * step} miles", SANS, pt(7.5)) / 2 + 2
    x = min(max(x, room.x + long + 3), room.x + room.width - long - last)
    top = min(y + radius + 11, room.y + room.height - 4)
    for i in range(2):
        fill = palette["paper" if i % 2 else "frame"]
        pen.rect(x + (i - 1) * long, top, long, 1.6, fill=fill, stroke=palette["frame"], stroke_width=0.25)
    for i in range(3):
        words = f"{i * step} miles" if i == 2 else str(i * step)
        pen.text(words, x + (i - 1) * long, top - 1, pt(7.5), SANS, anchor="middle", fill=palette["ink"])
