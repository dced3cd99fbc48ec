"""Large names of places on offer and numbers of options, over all else on a panel; frames of crops.

Their sizes are told in px of a picture that a phone shows in half its size.
"""

from __future__ import annotations

from collections.abc import Collection

from generator.drawing.figures import Box
from generator.drawing.svg import Canvas, Point
from generator.drawing.typeface import SANS_BOLD
from generator.position.offer import Offer
from generator.position.panels import Panel

_NAME_PX, _NUMBER_PX, _DISC_PX, _FRAME_PX = 30, 36, 24, 4
_MOST_UNITS = 12
"""If more units must choose, none is outlined: that would tell nothing."""
_MOST_NAMES = 12
"""If an overview has more names of places, it has none: they would hide the pieces."""


def draw_labels(canvas: Canvas, panel: Panel, offer: Offer, occupied: Collection[str]) -> None:
    """Draw what is to be chosen on a panel: outlines of units, names of places, numbers of options."""
    units = [place for place in offer.units if panel.shows(place)]
    if not panel.is_overview and len(units) <= _MOST_UNITS:
        for place in units:
            _outline(canvas, panel, place)
    labels = _Labels(canvas, panel)
    joined = panel.is_overview or panel.part.joins_labels
    numbers = {at: words for at, words in offer.numbers_by_place().items() if panel.shows(at)}
    for place, words in numbers.items() if joined else ():
        labels.name(place, place in occupied, words)
    names = [each for each in offer.places if panel.shows(each) and not (joined and each in numbers)]
    for place in names if not panel.is_overview or len(names) <= _MOST_NAMES else ():
        labels.name(place, place in occupied)
    for place, words in numbers.items() if not joined else ():
        labels.number(place, words, place in occupied)


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


class _Labels:
    """Names and numbers on a panel, each inside the picture. On an overview none hides another."""

    def __init__(self, canvas: Canvas, panel: Panel) -> None:
        self._canvas, self._panel = canvas, panel
        self._taken: list[Box] = []

    def name(self, place: str, occupied: bool, number: str = "") -> None:
        """The name of a place on a pale ground, after the number of an option if it has one."""
        panel, palette = self._panel, self._canvas.look.palette("map")
        tall, words = panel.mm(_NAME_PX), panel.part.place_name(place)
        wide = self._canvas.fonts.width(words, SANS_BOLD, tall) + 0.4 * tall
        disc = self._disc_width(number) if number else 0.0
        high = max(tall, 2 * panel.mm(_DISC_PX)) if number else tall
        box = self._inside(panel.part.name_seat(place, occupied), wide + disc, high)
        if panel.is_overview and any(_overlap(box, other) for other in self._taken):
            if not number:
                return
            box = self._aside(box)
        self._taken.append(box)
        x, y = box.x + disc + wide / 2, box.middle[1]
        self._canvas.rect(
            x - wide / 2, y - tall / 2, wide, tall, radius=0.25 * tall, fill=palette["halo"], fill_opacity=0.9
        )
        self._canvas.text(words, x, y, tall, SANS_BOLD, anchor="middle", align="middle", fill=palette["ink"])
        if number:
            self._draw_disc(number, (box.x + disc / 2, y))

    def number(self, place: str, words: str, occupied: bool) -> None:
        """Numbers of options alone."""
        wide, tall = self._disc_width(words), 2 * self._panel.mm(_DISC_PX)
        self._draw_disc(words, self._inside(self._panel.part.number_seat(place, occupied), wide, tall).middle)

    def _aside(self, box: Box) -> Box:
        """The same box below or above what it would hide, as near as there is room."""
        for step in range(1, 9):
            for down in (step, -step):
                moved = self._inside(
                    (box.middle[0], box.middle[1] + down * 0.6 * box.height), box.width, box.height
                )
                if not any(_overlap(moved, other) for other in self._taken):
                    return moved
        return box

    def _disc_width(self, words: str) -> float:
        size, radius = self._panel.mm(_NUMBER_PX), self._panel.mm(_DISC_PX)
        return max(2 * radius, self._canvas.fonts.width(words, SANS_BOLD, size) + radius)

    def _draw_disc(self, words: str, at: Point) -> None:
        """A dark disc, which grows wider for several numbers."""
        palette, (x, y) = self._canvas.look.palette("map"), at
        size, radius, wide = self._panel.mm(_NUMBER_PX), self._panel.mm(_DISC_PX), self._disc_width(words)
        self._canvas.rect(
            x - wide / 2, y - radius, wide, 2 * radius, radius=radius, fill=palette["ink"],
            stroke=palette["halo"], stroke_width=0.15 * radius,
        )  # fmt: skip
        self._canvas.text(words, x, y, size, SANS_BOLD, anchor="middle", align="middle", fill=palette["halo"])

    def _inside(self, at: Point, wide: float, tall: float) -> Box:
        room = self._panel.part.room
        left = min(max(at[0] - wide / 2, 0.0), max(room.width - wide, 0.0))
        return Box(left, min(max(at[1] - tall / 2, 0.0), max(room.height - tall, 0.0)), wide, tall)


def _overlap(one: Box, other: Box) -> bool:
    return (
        abs(one.middle[0] - other.middle[0]) < (one.width + other.width) / 2
        and abs(one.middle[1] - other.middle[1]) < (one.height + other.height) / 2
    )
