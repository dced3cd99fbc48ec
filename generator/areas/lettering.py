"""Lettering: towns and their glyphs, areas' names with the badge of their letter, names of lands and seas."""

from __future__ import annotations

from generator.areas.frame import AreaFrame
from generator.areas.ground import tint
from generator.areas.placing import BADGE_MM, NAME_MM, SPACING_MM, Label, seat_box
from generator.counters.face import figure_called
from generator.drawing.figures import Box, draw_figure
from generator.drawing.lettering import halo_text
from generator.drawing.svg import Pen, Point, num, pt
from generator.drawing.typeface import CAPS, SANS_BOLD, TEXT_ITALIC
from modules.definition.model import Definition


def draw_seats(pen: Pen, frame: AreaFrame) -> None:
    """The town of every area."""
    colours = pen.look.palette("areas").under("seat")
    for area, entry in frame.map.areas.items():
        draw_figure(pen, figure_called(pen.look, entry.glyph), seat_box(frame, area), colours)


def draw_names(pen: Pen, frame: AreaFrame, placed: dict[str, Label]) -> None:
    """The name of every area in capitals, with its badge."""
    palette = pen.look.palette("areas")
    for area, label in placed.items():
        entry = frame.map.areas[area]
        draw_badge(pen, *label.badge, entry.letter)
        halo_text(
            pen, entry.name.upper(), *label.name, label.share * NAME_MM, CAPS, ink=palette["letters"],
            halo=palette[f"tints.{tint(frame, area)}"], width=1.1, anchor="start", align="middle",
            spacing=SPACING_MM,
        )  # fmt: skip


def draw_badge(pen: Pen, x: float, y: float, letter: str, size: float = BADGE_MM) -> None:
    """A letter on a disc: the more it is worth, the darker the disc and the more rings it has."""
    palette, radius = pen.look.palette("areas"), size / 2
    fill = palette.colours.get(f"badge.{letter}", palette["badge.C"])
    pale = letter == "D"
    pen.circle(x, y, radius, fill=palette["badge.edge"])
    if letter in "AB":
        pen.circle(x, y, radius - 0.25, fill=palette["badge.rim"])
    pen.circle(x, y, radius - (0.65 if letter in "AB" else 0.35), fill=fill)
    if letter == "A":
        ring = {"fill": "none", "stroke": palette["badge.rim"], "stroke_width": 0.2}
        pen.circle(x, y, radius - 0.95, **ring)
    ink = palette["badge.edge"] if pale else palette["badge.ink"]
    pen.text(letter, x, y, size * 0.58, SANS_BOLD, anchor="middle", align="middle", fill=ink)


def draw_ships(pen: Pen, frame: AreaFrame, definition: Definition) -> None:
    """Ships in the colours of their sides, for the eye."""
    for ship in frame.map.ships:
        x, y = frame.at(ship.at)
        figure = pen.look.figure("ship")
        tall = ship.length * figure.height / figure.width
        box = Box(x - ship.length / 2, y - tall / 2, ship.length, tall)
        colours = pen.look.palette("sides").under(definition.game.sides[ship.side].palette)
        draw_figure(pen, figure, box, colours, mirror=ship.toward == "left")


def draw_far_names(pen: Pen, frame: AreaFrame) -> None:
    """The names of seas and of lands out of play, letter-spaced."""
    palette = pen.look.palette("areas")
    for sea in frame.map.seas:
        size, spacing = (pt(22), 2.2) if sea.size == "large" else (pt(10), 0.5)
        _far(
            pen,
            frame.at(sea.at),
            sea.name,
            size,
            spacing,
            palette["sea.letters"],
            palette["sea.near"],
            sea.turn,
        )
    for land in frame.map.lands.values():
        if land.at is not None:
            _far(
                pen, frame.at(land.at), land.name.upper(), pt(17), 2.4, palette["out.letters"],
                palette["out.ground"], land.turn,
            )  # fmt: skip


def _far(
    pen: Pen, at: Point, words: str, size: float, spacing: float, ink: str, halo: str, turn: int
) -> None:
    face = CAPS if words.isupper() else TEXT_ITALIC
    x, y = at
    halo_text(
        pen, words, 0, 0, size, face, ink=ink, halo=halo, align="middle", spacing=spacing, width=size / 8,
        transform=f"translate({num(x)} {num(y)}) rotate({turn})",
    )  # fmt: skip
