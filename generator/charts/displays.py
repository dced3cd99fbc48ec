"""Displays: where the counters of a side that have left the map are kept, sized by how many there are."""

from __future__ import annotations

from generator.charts.tracks import BOX_MM
from generator.counters.blazon import sign_of
from generator.counters.printed import figure_called
from generator.drawing.art import Look, MissingArtError
from generator.drawing.figures import Box, draw_figure
from generator.drawing.panel import HEAD, PAD, Chart, Panel, TextAs, stretched
from modules.definition.formats.game import Side
from modules.definition.formats.scenarios import HexScenario
from modules.definition.model import Definition

_STACK = 6
"""So many counters stand in a stack that does not fall."""

_FAINT = 0.16


def fighting(scenario: HexScenario, side: str) -> list[str]:
    """The counters of a side in a scenario: those set up, on the map and off it, then those that enter."""
    own = [setup for setup in scenario.setup if setup.side == side]
    found = [counter for setup in own for counter in setup.at]
    found += [counter for setup in own for begin in setup.boxes.values() for counter in begin]
    return found + [counter for entry in scenario.entries if entry.side == side for counter in entry.counters]


def eliminated_chart(
    look: Look,
    definition: Definition,
    scenario: HexScenario,
    side: str,
    *,
    width: float = 97.0,
    height: float = 0.0,
    text_as: TextAs = "text",
) -> Chart:
    """A box for a side's eliminated units, as tall as their stacks need or as `height` (mm); its banner or
    shield stands faintly in it. Raises UnknownColourError."""
    words = definition.game.sides[side]
    panel = Panel(look, f"eliminated-{side}", f"{words.name}: eliminated units", width, "", text_as)
    stacks = max(1, -(-len(fighting(scenario, side)) // _STACK))
    rows = -(-stacks // max(1, int(panel.room / BOX_MM)))
    panel.y += rows * BOX_MM
    chart = stretched(panel.done(), height)
    _emblem(panel, words, Box(PAD, HEAD + 1, panel.room, chart.canvas.height - HEAD - 2))
    return chart


def _emblem(panel: Panel, side: Side, room: Box) -> None:
    try:
        figure = figure_called(panel.look, sign_of(panel.look, side))
    except MissingArtError:
        return
    colours = panel.look.palette("sides").under(side.palette)
    pen = panel.pen.group(opacity=_FAINT)
    draw_figure(pen, figure, room.inset(0.06 * room.height), colours)


def sides_of(definition: Definition, scenario: HexScenario) -> list[str]:
    """The sides that fight in a scenario, in the order of the game."""
    return [side for side in definition.game.sides if side in scenario.sides]
