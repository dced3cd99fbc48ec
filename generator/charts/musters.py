"""The set-up on a map of areas: whose pieces begin in which area, and which wait off the map."""

from __future__ import annotations

from collections.abc import Iterator

from generator.charts.groups import Group, draw_groups
from generator.drawing.art import Look
from generator.drawing.panel import Chart, Panel, TextAs, cited
from generator.drawing.svg import pt
from generator.drawing.typeface import SANS, TEXT_BOLD
from modules.definition.formats.areas import AreaMapFile
from modules.definition.formats.scenarios import AreaScenario, AreaSetUp, Muster
from modules.definition.model import Definition

_CELL, _BELOW = 29.0, 1.2
"""mm: the least width of a group, which stands under its place; the paper below a side."""

_WAITING = {
    "anywhere": "In any areas, as you like",
    "off_board": "Off the map, to enter",
    "pool": "In the pool, to be raised",
}
"""Where those stand who begin in no area, by the field of the set-up."""


def musters_chart(
    look: Look,
    definition: Definition,
    scenario: AreaScenario,
    *,
    width: float = 97.0,
    text_as: TextAs = "text",
) -> Chart:
    """The pieces of all sides in the order in which they set up, under the place where they begin.

    Raises CounterError, UnknownColourError.
    """
    panel = Panel(look, "setup", "Set-up", width, "", text_as)
    area_map = definition.area_maps[scenario.area_map]
    for setup in scenario.setup:
        side = definition.game.sides[setup.side].name
        panel.paragraph(f"{side} ({cited(setup.rule)})", face=TEXT_BOLD, size=pt(9.5))
        for place, muster in _places(setup, area_map):
            panel.paragraph(f"{place}:", face=SANS, size=pt(8.5))
            draw_groups(panel, definition, _groups(definition, muster), _CELL)
        panel.y += _BELOW
    if any(each.form == "block" for each in definition.counters.values()):
        panel.paragraph("All blocks begin at full strength.")
    return panel.done()


def _groups(definition: Definition, muster: Muster) -> list[Group]:
    """The pieces of a place, each kind with its nation, where that is not its side."""
    made = []
    for name, count in muster.items():
        counter = definition.first_of_group[name]
        nation = definition.game.nations[counter.nation].name
        own = nation == definition.game.sides[counter.side].name
        made.append(Group(counter.id, count, "" if own else nation))
    return made


def _places(setup: AreaSetUp, area_map: AreaMapFile) -> Iterator[tuple[str, Muster]]:
    """Each place with who begins in it, by its name for players: areas first."""
    yield from ((area_map.areas[code].name, muster) for code, muster in setup.at.items())
    waiting = {"anywhere": setup.anywhere, "off_board": setup.off_board, "pool": setup.pool}
    yield from ((_WAITING[name], muster) for name, muster in waiting.items() if muster)
