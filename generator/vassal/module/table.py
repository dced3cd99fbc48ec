"""The table beside a board of squares: places for packs, reserves, leaders not yet placed, and discards.

It is a board of its own that lies to the right of the board of squares. Who sits at the top of that has his
places at the top here, the other at the bottom; packs that both draw from lie between.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.cards import unit_deck
from generator.drawing.art import Look
from generator.drawing.svg import Canvas, Pen
from generator.drawing.typeface import CAPS
from generator.vassal.format.buildfile import Component
from generator.vassal.format.maps import board, region_grid
from generator.vassal.module.data import pack_names
from generator.vassal.module.names import TABLE as TABLE
from generator.vassal.module.names import Rendering
from generator.vassal.module.pack_names import card_px, discard_title, pack_title
from generator.vassal.module.squares import BoardPlan
from modules.definition import Definition

_MARGIN, _GAP, _LABEL = 18, 16, 38
_LINE = 24
"""A label's own height; below it there is room for a pack's topmost cards, which VASSAL draws higher up."""

_PX_PER_MM = 4.0
_LETTERS = (3.4, 1.0)


@dataclass(frozen=True)
class TablePlace:
    """A place for pieces; `title` is VASSAL's name of it; the middle is at (x, y). Lengths are px."""

    title: str
    x: int
    y: int
    width: int
    height: int

    @property
    def middle(self) -> tuple[int, int]:
        """Where a piece stands."""
        return self.x, self.y


@dataclass(frozen=True)
class TablePlan:
    """The table's places by their keys, which the functions below give, its size in px, and the px for each
    px of a screen."""

    places: Mapping[str, TablePlace]
    size: tuple[int, int]
    unit: int


def discard_place(pack: str) -> str:
    """The key of the place for cards of a pack that have been played; a pack stands under its name."""
    return f"discard {pack}"


def reserve_place(side: str, number: int) -> str:
    """The key of a place of a side's reserve, from 1 up."""
    return f"reserve {side} {number}"


def leader_place(counter_id: str) -> str:
    """The key of the place where a leader waits that is not yet on the board."""
    return f"leader {counter_id}"


def reserves(definition: Definition) -> dict[str, int]:
    """How many places each side needs for its reserve."""
    found = dict.fromkeys(definition.game.sides, 0)
    for scenario in definition.card_scenarios.values():
        for force in scenario.forces:
            found[force.side] = max(found[force.side], force.reserve)
    return found


# --- layout --------------------------------------------------------------------------------------------

_Wanted = tuple[str, str, int, int]
"""A place before it has one: key, title, width, height."""


def lay_table(
    definition: Definition, boards: Sequence[BoardPlan], scale: float, rendering: Rendering
) -> TablePlan:
    """Lay the table beside boards drawn at `scale` px a mm, for leaders of a rendering."""
    unit, margin = rendering.unit, _MARGIN * rendering.unit
    frame = boards[0].sheet.frame
    rows: dict[str, list[list[_Wanted]]] = {"top": [], "middle": [], "bottom": []}
    for side in definition.game.sides:
        at_top = side in frame.board.homes and frame.at_top(side)
        rows["top" if at_top else "bottom"].append(
            [*_of_side(rendering.look, definition, side, scale, rendering.px)]
        )
    rows["middle"] = [[*_of_pack(rendering.look, definition, pack, scale)] for pack in definition.decks]
    needed = {name: sum(_tall(row, unit) for row in group) for name, group in rows.items()}
    height = max(2 * margin + sum(needed.values()), *(plan.size[1] for plan in boards))
    tops = {
        "top": margin,
        "middle": (height - needed["middle"]) // 2,
        "bottom": height - margin - needed["bottom"],
    }
    places = dict(each for name, group in rows.items() for each in _placed(group, tops[name], unit))
    wide = max(place.x + place.width // 2 for place in places.values())
    return TablePlan(places, (wide + margin, height), unit)


def _of_side(
    look: Look, definition: Definition, side: str, scale: float, counter_px: int
) -> Iterator[_Wanted]:
    pack, name = unit_deck(side), definition.game.sides[side].name
    if pack in pack_names(definition):
        size = card_px(look, definition, pack, scale)
        yield pack, pack_title(definition, pack), *size
        for number in range(1, reserves(definition)[side] + 1):
            yield reserve_place(side, number), f"{name}: reserve {number}", *size
    for counter in definition.counters.values():
        if counter.side == side and counter.form == "counter":
            yield leader_place(counter.id), f"{name}: {counter.name}", 2 * counter_px, counter_px


def _of_pack(look: Look, definition: Definition, pack: str, scale: float) -> Iterator[_Wanted]:
    size, title = card_px(look, definition, pack, scale), pack_title(definition, pack)
    yield pack, title, *size
    yield discard_place(pack), discard_title(definition, pack), *size


def _tall(row: list[_Wanted], unit: int) -> int:
    return max((height for *_, height in row), default=0) + (_LABEL + _GAP) * unit


def _placed(group: list[list[_Wanted]], y: int, unit: int) -> Iterator[tuple[str, TablePlace]]:
    label, gap = _LABEL * unit, _GAP * unit
    for row in group:
        x, tall = _MARGIN * unit, _tall(row, unit) - label - gap
        for key, title, width, height in row:
            yield key, TablePlace(title, x + width // 2, y + label + tall // 2, width, height)
            x += width + gap
        y += _tall(row, unit)


# --- the board -----------------------------------------------------------------------------------------


def table_component(table: TablePlan, image: str) -> Component:
    """The table as a board, whose pieces stand in its places."""
    regions = [(place.title, *place.middle) for place in table.places.values()]
    return board(TABLE, image, region_grid(regions))


def table_svg(look: Look, table: TablePlan) -> str:
    """The table as an SVG document."""
    per_mm = _PX_PER_MM * table.unit
    width, height = (side / per_mm for side in table.size)
    canvas, palette = Canvas(look, width, height, title=TABLE), look.palette("chart")
    canvas.rect(0, 0, width, height, fill=palette["paper"])
    for place in table.places.values():
        _draw(canvas, place, per_mm)
    return canvas.svg()


def _draw(pen: Pen, place: TablePlace, per_mm: float) -> None:
    palette = pen.look.palette("chart")
    left, top = (place.x - place.width / 2) / per_mm, (place.y - place.height / 2) / per_mm
    width, height = place.width / per_mm, place.height / per_mm
    pen.rect(
        left, top, width, height, radius=1.5, fill=palette["band"], stroke=palette["frame"], stroke_width=0.3
    )  # fmt: skip
    size = pen.canvas.fonts.fit(place.title, CAPS, width, *_LETTERS)
    at = (place.x / per_mm, top - (_LABEL - _LINE / 2) / _PX_PER_MM)
    pen.text(place.title, *at, size, CAPS, anchor="middle", align="middle", fill=palette["ink"])
