"""Large names of places on offer and numbers of options, over all else on a panel; frames of crops.

Their sizes are told in px of a picture that a phone shows in half its size.
"""

from __future__ import annotations

from collections.abc import Collection

from generator.drawing.svg import Canvas, Point
from generator.drawing.typeface import SANS_BOLD
from generator.position.offer import Offer
from generator.position.panels import Panel

_NAME_PX, _NUMBER_PX, _DISC_PX, _FRAME_PX = 30, 36, 24, 4
_MOST_UNITS = 12
"""If more units must choose, none is outlined: that would tell nothing."""
_MOST_NAMES = 12
"""The most names of places on an overview."""


def draw_labels(canvas: Canvas, panel: Panel, offer: Offer, occupied: Collection[str]) -> None:
    """Draw what is to be chosen on a panel: outlines of units, names of places, numbers of options."""
    numbers = {at: words for at, words in offer.numbers_by_place().items() if panel.shows(at)}
    units = [place for place in offer.units if panel.shows(place)]
    if not panel.is_overview and len(units) <= _MOST_UNITS:
        for place in units:
            _outline(canvas, panel, place)
    names = [place for place in offer.places if panel.shows(place)]
    if not panel.is_overview or len(names) <= _MOST_NAMES:
        for place in names:
            _name(canvas, panel, place, place in occupied)
    for place, words in numbers.items():
        at = panel.part.number_seat(place, place in occupied)
        _number(canvas, panel, words, at)


def draw_frames(canvas: Canvas, panel: Panel) -> None:
    """Draw on an overview which parts of it the crops show."""
    palette, room, wide = canvas.look.palette("map"), panel.part.room, panel.mm(_FRAME_PX)
    for frame in panel.frames:
        for colour, share in ((palette["halo"], 2.0), (palette["ink"], 1.0)):
            canvas.rect(
                frame.x - room.x, frame.y - room.y, frame.width, frame.height, fill="none", stroke=colour,
                stroke_width=share * wide,
            )  # fmt: skip


def _outline(canvas: Canvas, panel: Panel, place: str) -> None:
    box, wide = panel.part.outline(place), panel.mm(_FRAME_PX)
    palette = canvas.look.palette("map")
    for colour, share in ((palette["ink"], 2.2), (palette["halo"], 1.2)):
        canvas.rect(
            box.x, box.y, box.width, box.height, radius=2 * wide, fill="none", stroke=colour,
            stroke_width=share * wide,
        )  # fmt: skip


def _name(canvas: Canvas, panel: Panel, place: str, occupied: bool) -> None:
    """The name of a place on a pale ground, inside the picture."""
    palette, tall, words = canvas.look.palette("map"), panel.mm(_NAME_PX), panel.part.place_name(place)
    wide = canvas.fonts.width(words, SANS_BOLD, tall) + 0.4 * tall
    x, y = _inside(panel, panel.part.name_seat(place, occupied), wide, tall)
    canvas.rect(
        x - wide / 2, y - tall / 2, wide, tall, radius=0.25 * tall, fill=palette["halo"], fill_opacity=0.9
    )
    canvas.text(words, x, y, tall, SANS_BOLD, anchor="middle", align="middle", fill=palette["ink"])


def _number(canvas: Canvas, panel: Panel, words: str, at: Point) -> None:
    """Numbers of options on a dark disc, which grows wider for several."""
    palette, size, radius = canvas.look.palette("map"), panel.mm(_NUMBER_PX), panel.mm(_DISC_PX)
    wide = max(2 * radius, canvas.fonts.width(words, SANS_BOLD, size) + radius)
    x, y = _inside(panel, at, wide, 2 * radius)
    canvas.rect(
        x - wide / 2, y - radius, wide, 2 * radius, radius=radius, fill=palette["ink"],
        stroke=palette["halo"], stroke_width=0.15 * radius,
    )  # fmt: skip
    canvas.text(words, x, y, size, SANS_BOLD, anchor="middle", align="middle", fill=palette["halo"])


def _inside(panel: Panel, at: Point, wide: float, tall: float) -> Point:
    room = panel.part.room
    return (
        min(max(at[0], wide / 2), max(room.width - wide / 2, wide / 2)),
        min(max(at[1], tall / 2), max(room.height - tall / 2, tall / 2)),
    )
