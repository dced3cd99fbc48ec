"""What lies beside the map, laid out in rows below it: for each box or track one field with room for the most
pieces that ever lie there, and its name above it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.drawing.figures import Box
from generator.drawing.svg import Canvas, pt
from generator.drawing.typeface import SANS_BOLD
from generator.position.stacks import place_words
from modules.definition.model import Definition

_HEAD, _GAP = 5.0, 3.0
"""The height of a name above its field, and the room between two fields (mm)."""
_APART = 1.12
_NAME = pt(9)


@dataclass(frozen=True, slots=True)
class Field:
    """A place beside the map: its box in mm and its pieces in so many columns."""

    name: str
    box: Box
    columns: int

    def seat(self, number: int, size: tuple[float, float]) -> tuple[float, float]:
        """The middle of a piece by its number, from 0."""
        row, column = divmod(number, self.columns)
        wide, tall = (_APART * side for side in size)
        return self.box.x + (column + 0.5) * wide, self.box.y + _HEAD + (row + 0.5) * tall


class BesideRows:
    """The fields of places beside a map, each for the `most` pieces in it, from `top` down in a `width`."""

    def __init__(
        self,
        canvas: Canvas,
        definition: Definition,
        most: Mapping[str, int],
        size: tuple[float, float],
        top: float,
    ) -> None:
        self.size, self.fields = size, dict[str, Field]()
        x, y, low = _GAP, top + _GAP, top
        for place, count in most.items():
            name = place_words(definition, place)
            room = canvas.width - 2 * _GAP
            columns = max(1, min(count, int(room / (_APART * size[0]))))
            wide = max(
                _APART * size[0] * columns, min(room, canvas.fonts.width(name, SANS_BOLD, _NAME) + _GAP)
            )
            tall = _HEAD + _APART * size[1] * -(-count // columns)
            if x > _GAP and x + wide > canvas.width - _GAP:
                x, y = _GAP, low + _GAP
            self.fields[place] = Field(name, Box(x, y, wide, tall), columns)
            x, low = x + wide + _GAP, max(low, y + tall)
        self.bottom = low + _GAP if most else top

    def draw(self, canvas: Canvas, top: float) -> None:
        """The fields with their names, on a canvas whose upper edge lies at `top`."""
        map_ink, chart = canvas.look.palette("map"), canvas.look.palette("chart")
        canvas.rect(0, 0, canvas.width, canvas.height, fill=map_ink["paper"])
        for field in self.fields.values():
            x, y, wide, tall = field.box
            canvas.text(field.name, x, y - top, _NAME, SANS_BOLD, align="top", fill=chart["ink"])
            box = (x, y - top + _HEAD - 0.4, wide, tall - _HEAD + 0.8)
            canvas.rect(*box, radius=1, fill="none", stroke=chart["ink"], stroke_width=0.2)
