"""Entries: boxes beside the map for counters that enter during the game, a place for each kind of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from generator.charts.tracks import BOX_MM
from generator.drawing.art import Look
from generator.drawing.panel import PAD, Chart, Panel, TextAs
from generator.drawing.svg import Point, pt
from generator.drawing.typeface import SANS
from modules.definition.formats.scenarios import Entry
from modules.definition.model import Definition

_WORDS = 3.2
_WIDEST = 1.3
"""A box is at most so many times as wide as it need be."""

_MOST = 8
"""Counters in a stack at most."""


@dataclass(frozen=True, slots=True)
class EntryChart:
    """The box of one entry: `at` tells where on the chart each counter's middle lies, in mm; counters that
    differ only in their number are stacked."""

    chart: Chart
    at: dict[str, Point]


def entry_chart(
    look: Look, definition: Definition, entry: Entry, *, width: float = 97.0, text_as: TextAs = "text"
) -> EntryChart:
    """Places for the counters of an entry, by kind, with their number; headed by side, turn and rule.

    Raises TextTooWideError for a name that no place can hold.
    """
    title = f"{definition.game.sides[entry.side].short} entry, turn {entry.turn}"
    panel = Panel(look, f"entry-{entry.side}-{entry.turn}", title, width, entry.rule, text_as)
    kinds = by_kind(definition, entry.counters)
    rows = -(-len(kinds) // max(1, int(panel.room / BOX_MM)))
    columns = -(-len(kinds) // rows)
    wide = min(panel.room / columns, _WIDEST * BOX_MM)
    fonts, palette = panel.pen.fonts, panel.palette
    at: dict[str, Point] = {}
    for number, (name, counters) in enumerate(kinds):
        row, column = divmod(number, columns)
        x, y = PAD + column * wide, panel.y + row * (BOX_MM + _WORDS)
        ground, frame = palette["paper"], palette["frame"]
        panel.pen.rect(x, y, wide, BOX_MM, fill=ground, stroke=frame, stroke_width=0.35)
        words = name if len(counters) == 1 else f"{name} ×{len(counters)}"
        size = fonts.fit(words, SANS, wide - 0.6, pt(7), pt(5))
        middle = x + wide / 2
        below, ink = y + BOX_MM + _WORDS / 2, palette["ink"]
        panel.pen.text(words, middle, below, size, SANS, anchor="middle", align="middle", fill=ink)
        at |= dict.fromkeys(counters, (middle, y + BOX_MM / 2))
    panel.y += rows * (BOX_MM + _WORDS) + 1.0
    return EntryChart(panel.done(), at)


def by_kind(definition: Definition, counter_ids: Iterable[str]) -> list[tuple[str, Sequence[str]]]:
    """Names of kinds and their counters, in the order given, in stacks of a height that can be held; other
    values make another kind."""
    found: dict[tuple[str, ...], list[str]] = {}
    for counter_id in counter_ids:
        each = definition.counters[counter_id]
        key = (each.name, each.nation, each.kind, *map(str, (*each.front.items(), *each.strengths)))
        found.setdefault(key, []).append(counter_id)
    stacks: list[tuple[str, Sequence[str]]] = []
    for key, counters in found.items():
        high = -(-len(counters) // -(-len(counters) // _MOST))
        stacks += [(key[0], counters[i : i + high]) for i in range(0, len(counters), high)]
    return stacks
