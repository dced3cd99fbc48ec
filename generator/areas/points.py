"""Places and links: a map without areas, on which pieces stand on squares and move along lines between
them."""

from __future__ import annotations

from math import dist

from generator.areas.frame import AreaFrame
from generator.areas.placing import BADGE_MM, GAP_MM, NAME_MM, SPACING_MM, Label, taken_box
from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.strokes import Casing, cased
from generator.drawing.svg import Pen, Point, path_data
from generator.drawing.typeface import CAPS

LINK_MM = 1.3
_BELOW = 1.2
"""How far below its place a name stands."""


def place_labels(look: Look, frame: AreaFrame) -> dict[str, Label]:
    """The names of all places: each below its square, or above it where a link leaves less room below."""
    found = {}
    for place, entry in frame.map.areas.items():
        box = taken_box(frame, place)
        wide = BADGE_MM + GAP_MM + look.fonts.width(entry.name.upper(), CAPS, NAME_MM, SPACING_MM)
        left = box.middle[0] - wide / 2
        below = Box(left, box.y + box.height + _BELOW, wide, BADGE_MM)
        above = Box(left, box.y - _BELOW - BADGE_MM, wide, BADGE_MM)
        if entry.name_at is not None:
            x, y = frame.at(entry.name_at)
            below = above = Box(x - wide / 2, y - BADGE_MM / 2, wide, BADGE_MM)
        best = min((below, above), key=lambda room: _crossed(frame, place, room))
        found[place] = Label(place, best, False)
    return found


def _crossed(frame: AreaFrame, place: str, room: Box) -> int:
    """How much of links lies below a name, at points 1 mm apart."""
    count = 0
    for one, other in (tuple(border) for border in frame.map.graph.borders if place in border):
        start, end = frame.seat(one), frame.seat(other)
        steps = max(1, round(dist(start, end)))
        for i in range(steps):
            at = (start[0] + (end[0] - start[0]) * i / steps, start[1] + (end[1] - start[1]) * i / steps)
            count += room.holds(at)
    return count


def draw_land(pen: Pen, frame: AreaFrame) -> None:
    """One land over the whole map."""
    room = frame.room
    pen.rect(room.x, room.y, room.width, room.height, fill=pen.look.palette("map")["clear"])


def draw_links(pen: Pen, frame: AreaFrame) -> None:
    """Every link that no road runs along, from place to place."""
    lines = [path_data([frame.seat(one), frame.seat(other)]) for one, other in frame.map.borders.between]
    cased(pen, lines, _link_casing(pen.look))


def draw_link(pen: Pen, start: Point, end: Point) -> None:
    """A link as a sample."""
    cased(pen, [path_data([start, end])], _link_casing(pen.look))


def _link_casing(look: Look) -> Casing:
    palette = look.palette("map")
    return Casing(palette["track.casing"], palette["track.core"], LINK_MM + 0.7, LINK_MM)


def draw_places(pen: Pen, frame: AreaFrame) -> None:
    """The squares on which pieces stand, tinted so that linked places differ."""
    palette, ink = pen.look.palette("areas"), pen.look.palette("map")
    for place in frame.map.areas:
        box = taken_box(frame, place)
        tint = palette[f"tints.{frame.tints[place] + 1}"]
        band = palette[f"bands.{frame.tints[place] + 1}"]
        pen.rect(box.x + 0.7, box.y + 0.9, box.width, box.height, radius=2.2, fill=ink["shadow"])
        pen.rect(
            box.x, box.y, box.width, box.height, radius=2.2, fill=tint, stroke=ink["frame"], stroke_width=0.7
        )
        inner = box.inset(1.2)
        pen.rect(
            inner.x,
            inner.y,
            inner.width,
            inner.height,
            radius=1.4,
            fill="none",
            stroke=band,
            stroke_width=0.7,
        )
