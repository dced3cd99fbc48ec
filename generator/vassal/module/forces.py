"""The window of forces: boxes for pieces that are not on the map yet, a box for each kind of them.

Here they wait before a free set-up, at sea, or until they are raised; each box says what it holds. Markers
that lie in a box of a display without a window have it here too.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from generator.charts.entries import by_kind
from generator.drawing.art import Look
from generator.drawing.svg import Canvas, Pen
from generator.drawing.typeface import CAPS, SANS
from generator.vassal.format.buildfile import Component
from generator.vassal.format.maps import board, map_window, piece_layers
from generator.vassal.module.icons import icon
from generator.vassal.module.names import FORCES as FORCES
from generator.vassal.module.names import LAYERS, Rendering
from modules.definition import Definition
from modules.definition.formats.scenarios import AreaScenario, HexScenario

_COLUMNS = 10
_GAP, _HEAD, _MARGIN, _WORDS, _ROOM = 10, 40, 16, 18, 24
"""px of a screen; by the last a box is wider than a counter."""

_PX_PER_MM = 4.0
_LETTERS = (2.9, 1.2)
_MARKERS = "Markers"
NO_MARKERS: Mapping[str, str] = {}
_MIXED = 6
"""How many pieces stand in a box that does not tell their kind."""


@dataclass(frozen=True)
class ForcesBox:
    """A box of pieces of one kind: its words and its middle, in px."""

    words: str
    x: int
    y: int


@dataclass(frozen=True)
class Forces:
    """The window's board, in px: `places` by counter id, boxes, and headings with the height at which they
    stand; `cell` is the side of a box, `unit` the px for each px of a screen; `markers` are the places of
    markers by the word of the display's box."""

    places: Mapping[str, tuple[int, int]]
    boxes: Sequence[ForcesBox]
    heads: Sequence[tuple[str, int]]
    cell: int
    size: tuple[int, int]
    unit: int
    markers: Mapping[str, tuple[int, int]] = field(default_factory=dict)

    def marker_at(self, at: tuple[int, int]) -> str:
        """The word of the box for markers at these px; empty where there is none."""
        half = self.cell / 2
        inside = (n for n, mid in self.markers.items() if max(abs(at[i] - mid[i]) for i in (0, 1)) <= half)
        return next(inside, "")

    def mm(self, px: float) -> float:
        """A length on the drawing."""
        return px / self.unit / _PX_PER_MM


def lay_forces(
    definition: Definition,
    groups: Mapping[str, Sequence[str]],
    rendering: Rendering,
    *,
    secret: bool = False,
    markers: Mapping[str, str] = NO_MARKERS,
) -> Forces:
    """Lay the boxes for counters of a rendering; `groups` gives the counters under each heading. A counter
    that stands under two headings has its place under the first. Boxes of what is `secret` say nothing.
    `markers` are the names of boxes for these by their words."""
    gap, headed, margin, words_px = (px * rendering.unit for px in (_GAP, _HEAD, _MARGIN, _WORDS))
    cell, y = rendering.px + _ROOM * rendering.unit, margin
    places: dict[str, tuple[int, int]] = {}
    boxes, heads = [], []
    kinds_by = _mixed if secret else partial(by_kind, definition)
    rows = [(head, kinds_by(counters)) for head, counters in groups.items()]
    rows += [(_MARKERS, [(name, (place,)) for place, name in markers.items()])] if markers else []
    for head, kinds in rows:
        heads.append((head, y))
        y += headed
        for number, (name, here) in enumerate(kinds):
            row, column = divmod(number, _COLUMNS)
            x = margin + column * (cell + gap) + cell // 2
            middle = y + row * (cell + words_px + gap) + cell // 2
            words = f"{name} x{len(here)}" if name and len(here) > 1 else name
            boxes.append(ForcesBox(words, x, middle))
            places = dict.fromkeys(here, (x, middle)) | places
        y += -(-len(kinds) // _COLUMNS) * (cell + words_px + gap) + gap
    width = 2 * margin + _COLUMNS * (cell + gap) - gap
    marked = {place: places.pop(place) for place in markers}
    return Forces(places, boxes, heads, cell, (width, y + margin), rendering.unit, marked)


def _mixed(counters: Sequence[str]) -> list[tuple[str, Sequence[str]]]:
    """Stacks without a name."""
    return [("", counters[i : i + _MIXED]) for i in range(0, len(counters), _MIXED)]


def forces_svg(look: Look, forces: Forces) -> str:
    """The board as an SVG document."""
    width, height = (forces.mm(side) for side in forces.size)
    canvas, palette = Canvas(look, width, height, title=FORCES), look.palette("chart")
    canvas.rect(0, 0, width, height, fill=palette["paper"])
    left = _MARGIN / _PX_PER_MM
    for head, top in forces.heads:
        y, tall = forces.mm(top), (_HEAD - _GAP) / _PX_PER_MM
        canvas.rect(left, y, width - 2 * left, tall, fill=palette["head"])
        size = canvas.fonts.fit(head.upper(), CAPS, width - 2 * left - 4, tall * 0.5, 1.0)
        at = (left + 2, y + tall / 2)
        canvas.text(head.upper(), *at, size, CAPS, align="middle", fill=palette["head_ink"])
    for box in forces.boxes:
        _draw(canvas, box.words, (forces.mm(box.x), forces.mm(box.y)), forces.mm(forces.cell))
    return canvas.svg()


def _draw(pen: Pen, words: str, place: tuple[float, float], side: float) -> None:
    palette, (x, y) = pen.look.palette("chart"), place
    line = {"fill": palette["band"], "stroke": palette["frame"], "stroke_width": 0.3}
    pen.rect(x - side / 2, y - side / 2, side, side, radius=1, **line)
    if not words:
        return
    size = pen.canvas.fonts.fit(words, SANS, side + 1.5, *_LETTERS)
    at = (x, y + side / 2 + _WORDS / 2 / _PX_PER_MM)
    pen.text(words, *at, size, SANS, anchor="middle", align="middle", fill=palette["ink"])


def forces_window(image: str) -> Component:
    """The window as a component."""
    return map_window(
        FORCES,
        [board(FORCES, image)],
        [piece_layers(LAYERS)],
        default_boards=[(FORCES, 0, 0)],
        launch=True,
        buttonName=FORCES,
        icon=icon("forces"),
        tooltip="Show or hide the forces that are not on the map yet",
        markMoved="Never",
        moveToFormat="$pieceName$: $previousMap$ &rarr; $mapName$ *",
        moveWithinFormat="",
    )


def free_counters(scenario: HexScenario) -> frozenset[str]:
    """The counters that their players may place where they like, within zones."""
    found: set[str] = set()
    for setup in scenario.setup:
        for area in setup.zones:
            found |= set(setup.at) if area.counters is None else set(area.counters)
    return frozenset(found)


def musters(definition: Definition, scenario: AreaScenario) -> dict[tuple[str, str], list[str]]:
    """The blocks of a scenario by side and by where they begin: an area, or `anywhere`, `off_board`, `pool`.
    Of each entry of counters.yaml those come first that have a place."""
    entries: dict[str, list[str]] = {}
    for counter in definition.counters.values():
        entries.setdefault(counter.group, []).append(counter.id)
    found: dict[tuple[str, str], list[str]] = {}
    for setup in scenario.setup:
        waiting = {"anywhere": setup.anywhere, "off_board": setup.off_board, "pool": setup.pool}
        for place, muster in (*setup.at.items(), *waiting.items()):
            for group, number in muster.items():
                found.setdefault((setup.side, place), []).extend(entries[group][:number])
                entries[group] = entries[group][number:]
    return found
