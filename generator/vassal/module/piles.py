"""The display of eliminated cards and leaders: one pile a side, spread out so that all are seen.

A pile tells nothing of a card that nobody has seen, as a cell of its own would.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.cards import card_pieces
from generator.drawing.art import Look
from generator.drawing.svg import Canvas
from generator.drawing.typeface import CAPS
from generator.vassal.format.buildfile import Component, component
from modules.definition import Definition

_MARGIN, _GAP, _LABEL = 18, 16, 24
_PX_PER_MM = 4.0
_LETTERS = 3.4


@dataclass(frozen=True)
class PilePlan:
    """By side: where the first piece of its pile lies, in px, and from where to where its band reaches; each
    further piece lies `step` px to the right. `unit` is the px for each px of a screen."""

    places: Mapping[str, tuple[int, int]]
    bands: Mapping[str, tuple[int, int]]
    size: tuple[int, int]
    step: int
    unit: int


def lay_piles(look: Look, definition: Definition, scale: float, unit: int) -> PilePlan:
    """Lay the display for cards drawn at `scale` px a mm; `unit` is the px for each px of a screen."""
    margin, gap, label = (px * unit for px in (_MARGIN, _GAP, _LABEL))
    cards = [each for each in card_pieces(look, definition) if each.side]
    width = round(max((each.width_mm for each in cards), default=0) * scale)
    height = round(max((each.height_mm for each in cards), default=0) * scale)
    most = max(sum(c.side == side for c in definition.counters.values()) for side in definition.game.sides)
    step, y = width // unit // 3 * unit, margin
    places, bands = {}, {}
    for side in definition.game.sides:
        bands[side] = (y, y + label + height + gap)
        places[side] = (margin + gap + width // 2, y + label + height // 2)
        y = bands[side][1] + gap
    wide = 2 * (margin + gap) + width + (most - 1) * step
    return PilePlan(places, bands, (wide, y - gap + margin), step, unit)


def piles_svg(look: Look, definition: Definition, piles: PilePlan, title: str) -> str:
    """The display as an SVG document."""
    per_mm = _PX_PER_MM * piles.unit
    width, height = (side / per_mm for side in piles.size)
    canvas, palette = Canvas(look, width, height, title=title), look.palette("chart")
    canvas.rect(0, 0, width, height, fill=palette["paper"])
    left = _MARGIN / _PX_PER_MM
    for side, band in piles.bands.items():
        top, bottom = (edge / per_mm for edge in band)
        box = (left, top, width - 2 * left, bottom - top)
        canvas.rect(*box, radius=1.5, fill=palette["band"], stroke=palette["frame"], stroke_width=0.3)
        words = f"{definition.game.sides[side].name}: eliminated"
        at = (2 * left, top + _LABEL / 2 / _PX_PER_MM)
        canvas.text(words, *at, _LETTERS, CAPS, align="middle", fill=palette["ink"])
    return canvas.svg()


def pile_spread(piles: PilePlan) -> Component:
    """How VASSAL shows stacks in the display, in px of a screen."""
    step = piles.step // piles.unit
    return component("module.map.StackMetrics", unexSepX=step, unexSepY=0, exSepX=2 * step, exSepY=0)
