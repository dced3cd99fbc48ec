"""Orders of battle: each side's counters at the start, how many of them, and where they are set up."""

from __future__ import annotations

from collections.abc import Sequence

from generator.charts.groups import Group, draw_groups
from generator.drawing.art import Look
from generator.drawing.panel import PAD, Chart, Panel, TextAs, cited
from generator.drawing.svg import pt
from generator.drawing.typeface import SANS
from generator.drawing.typography import DASH
from generator.maps.setup import MARK_MM, Mark, draw_mark, nation_colour
from modules.amounts import count_noun
from modules.definition.formats.maps import Area, MapFile
from modules.definition.formats.scenarios import (
    Apart,
    Behind,
    Beyond,
    Condition,
    Fill,
    HexScenario,
    SetUp,
    Together,
    Zone,
)
from modules.definition.model import Definition
from modules.definition.places import zone_of

_HEX_RUNS = 3


def setup_chart(
    look: Look,
    definition: Definition,
    scenario: HexScenario,
    side: str,
    *,
    width: float = 97.0,
    text_as: TextAs = "text",
    spread: float = 0.0,
) -> Chart:
    """The counters that a side sets up before the first turn, with its marks on the map and its conditions.

    Raises CounterError, UnknownColourError.
    """
    setup = next(each for each in scenario.setup if each.side == side)
    title = f"{definition.game.sides[side].name}: set-up"
    panel = Panel(look, f"setup-{side}", title, width, setup.rule, text_as, spread)
    each_map = definition.maps[scenario.map]
    _key(panel, definition, setup, each_map)
    groups = _groups(definition, setup, each_map)
    draw_groups(panel, definition, groups)
    for zone in _general(setup):
        panel.paragraph(f"Set-up area: {_place(zone, each_map)} ({cited(zone.rule)}).", size=pt(8))
    for condition in setup.conditions:
        panel.paragraph(_told(definition, each_map, condition), size=pt(8))
    return panel.done()


def has_setup(scenario: HexScenario, side: str) -> bool:
    """Whether a side has counters at the start, on the map or in places off it."""
    return any(setup.side == side and (setup.at or setup.boxes) for setup in scenario.setup)


# --- the counters --------------------------------------------------------------------------------------


def _groups(definition: Definition, setup: SetUp, each_map: MapFile) -> list[Group]:
    found: dict[tuple[str, str], list[str]] = {}
    for counter_id in definition.counters:
        if counter_id in setup.at:
            zone = zone_of(setup.zones, counter_id)
            where = "" if zone is None or zone.counters is None else _place(zone, each_map)
            found.setdefault((definition.counters[counter_id].group, where), []).append(counter_id)
    made = []
    for (_, where), counters in found.items():
        told = where if setup.zones else runs([setup.at[each] for each in counters])
        made.append(Group(counters[0], len(counters), told))
    return made + _off_map(definition, setup)


def _off_map(definition: Definition, setup: SetUp) -> list[Group]:
    """What begins in places off the map, with the name of each."""
    made = []
    for place, begin in setup.boxes.items():
        groups: dict[str, list[str]] = {}
        for counter_id in begin:
            groups.setdefault(definition.counters[counter_id].group, []).append(counter_id)
        made += [Group(alike[0], len(alike), definition.boxes[place].name) for alike in groups.values()]
    return made


def runs(hexes: Sequence[str]) -> str:
    """Hex numbers in short: those of one row that follow one another as `1720–1725`."""
    found: list[list[str]] = []
    for hex_id in sorted(set(hexes)):
        if found and int(hex_id) == int(found[-1][-1]) + 1:
            found[-1].append(hex_id)
        else:
            found.append([hex_id])
    parts = []
    for run in found:
        parts += run if len(run) < _HEX_RUNS else [f"{run[0]}{DASH}{run[-1]}"]
    return ", ".join(parts)


def _key(panel: Panel, definition: Definition, setup: SetUp, each_map: MapFile) -> None:
    """The letters that mark this side's hexes on the map, but for hexes with a code."""
    coded = {h for area in each_map.areas.values() if area.palette is not None for h in area.hexes or ()}
    marked = [counter for counter, hex_id in setup.at.items() if hex_id not in coded]
    if not marked:
        return
    size = pt(8)
    x, y = PAD, panel.y + MARK_MM / 2 + 0.2
    end = panel.width - PAD
    nations = dict.fromkeys(definition.counters[each].nation for each in marked)
    for nation in nations:
        letter, name = definition.game.nations[nation].letter, definition.game.nations[nation].name
        words = name if not setup.zones else f"{name}, suggested"
        mark = Mark("", letter, nation_colour(panel.look, definition, nation), given=not setup.zones)
        wide = 5.6 + panel.pen.fonts.width(words, SANS, size)
        if x > PAD and x + wide > end:
            x, y = PAD, y + MARK_MM + 1.0
            panel.y += MARK_MM + 1.0
        corner = (x + 1.2, y + MARK_MM / 2)
        draw_mark(panel.pen, corner, (corner[0] + 5.0, corner[1] - 8.66), mark)
        panel.pen.text(words, x + 5.6, y, size, SANS, align="middle", fill=panel.palette["ink"])
        x += wide + 4.4
    panel.y += MARK_MM + 1.6


# --- where ---------------------------------------------------------------------------------------------


def _general(setup: SetUp) -> list[Zone]:
    return [zone for zone in setup.zones if zone.counters is None][:1]


def _place(zone: Zone, each_map: MapFile) -> str:
    """Where a zone lets counters stand, in words."""
    parts = []
    names = [_called(each_map.areas[name]) for name in zone.areas if name in each_map.areas]
    if names:
        parts.append(" or ".join(names))
    if zone.levels:
        levels = sorted(zone.levels)
        parts.append(f"level{'s' if len(levels) > 1 else ''} {', '.join(map(str, levels))}")
    if zone.hexes:
        parts.append(runs(zone.hexes))
    return ", ".join(parts) or "anywhere"


def _called(area: Area) -> str:
    """An area by its name, and the code of those who begin there."""
    return area.name if area.palette is None else f"{area.name} ({area.mark})"


def _told(definition: Definition, each_map: MapFile, condition: Condition) -> str:
    """A condition of a free set-up in words, with its rule."""
    game, rule = definition.game, cited(condition.rule)
    if isinstance(condition, Fill):
        but = [definition.terrain[name].name.lower() for name in condition.but]
        area = each_map.areas[condition.area].name
        return f"{area}: a unit in every hex{' but ' + ', '.join(but) if but else ''} ({rule})."
    if isinstance(condition, Behind):
        return f"{game.kinds[condition.units].name}: each directly behind another unit ({rule})."
    if isinstance(condition, Beyond):
        toward = {"a": each_map.grid.a, "b": each_map.grid.b}[condition.axis].toward
        way = {"right": "right of", "left": "left of", "up": "above", "down": "below"}[toward]
        nation, other = game.nations[condition.nation].name, game.nations[condition.other].name
        return f"{nation}: all {way} the {other} ({rule})."
    if isinstance(condition, Together):
        of = "of his own nationality" if condition.nation == "own" else "of his side"
        return f"Leaders: each with a unit {of} ({rule})."
    if isinstance(condition, Apart):
        return _apart(definition, condition)
    of = "nationality" if condition.of == "nation" else "formation"
    return f"Each counter beside another of its {of} ({rule})."


def _apart(definition: Definition, condition: Apart) -> str:
    names = ", ".join(dict.fromkeys(definition.counters[each].name for each in condition.counters))
    return (
        f"{names}: at least {count_noun(condition.hexes, 'hex')} from every other unit "
        f"({cited(condition.rule)})."
    )
