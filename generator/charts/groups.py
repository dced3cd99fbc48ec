"""Counters that are alike and set up alike: one of them in small, its name, how many of it, and where."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from generator.counters.printed import piece, piece_symbol, side_mm
from generator.drawing.panel import PAD, Panel
from generator.drawing.svg import pt
from generator.drawing.typeface import SANS, TEXT_BOLD
from modules.definition.model import Definition

COUNTER_MM = 10.0
"""A counter is shown this large: its figure can be made out, the small print on it cannot and need not."""

CELL_MM = 41.0
"""So wide a group is at least, where numbers of hexes follow its name."""

_PITCH = 11.0


@dataclass(frozen=True, slots=True)
class Group:
    """So many counters like this one, and the words below its name, in most cases for where."""

    counter: str
    count: int
    where: str = ""


def draw_groups(panel: Panel, definition: Definition, groups: Sequence[Group], cell: float = CELL_MM) -> None:
    """Groups in rows of as many as the panel has room for, each at least `cell` mm wide.

    Raises CounterError, UnknownColourError.
    """
    columns = max(1, int(panel.room / cell))
    for i in range(0, len(groups), columns):
        _row(panel, definition, groups[i : i + columns], panel.room / columns)


def _row(panel: Panel, definition: Definition, groups: Sequence[Group], wide: float) -> None:
    """Small counters side by side, their values left out, each with its name, its number and its words."""
    palette, fonts = panel.palette, panel.pen.fonts
    size, tallest = pt(7.5), _PITCH
    for i, group in enumerate(groups):
        left = PAD + i * wide
        each = piece(panel.look, definition, group.counter).without_values()
        symbol = piece_symbol(panel.pen.canvas, definition, each)
        panel.pen.use(symbol, left, panel.y, COUNTER_MM / side_mm(panel.look, each))
        x, room = left + COUNTER_MM + 1.4, wide - COUNTER_MM - 2.6
        count = f" ×{group.count}" if group.count > 1 else ""
        lines = [
            (line, TEXT_BOLD)
            for line in fonts.wrap(definition.counters[group.counter].name + count, TEXT_BOLD, room, size)
        ]
        lines += [(line, SANS) for line in fonts.wrap(group.where, SANS, room, size) if line]
        step = size * 1.16
        y = panel.y + max(0.0, (COUNTER_MM - len(lines) * step) / 2)
        for line, face in lines:
            panel.pen.text(line, x, y + 0.3, size, face, align="top", fill=palette["ink"])
            y += step
        tallest = max(tallest, len(lines) * step + 1.0)
    panel.y += tallest + panel.seam()
    panel.cut()
