"""What a page tells in words: scenarios, the numbers of the rules, rulings, and where the data come from."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

from generator.drawing.typography import name_of
from generator.preview.gallery import Gallery
from modules.definition import Definition
from modules.definition.formats.game import Parameter
from modules.definition.formats.scenarios import AreaScenario, CardScenario, HexScenario, Scenario
from modules.provenance import ORIGINS, provenance

Rows: TypeAlias = list[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class Battles:
    """Rows of the battles; what each side has at the start of each, under `heads`; campaigns with their
    battles."""

    battles: Rows
    heads: tuple[str, ...]
    forces: Rows
    campaigns: list[tuple[str, str]]


def scenarios_section(definition: Definition, _: Gallery) -> Battles:
    """The battles and campaigns: where they are fought, how long, who sets up first and who moves first."""
    sides = definition.game.sides
    rows: Rows = []
    for each in definition.scenarios.values():
        order = ", ".join(sides[side].name for side in each.sides)
        rows.append(
            (
                each.title,
                each.date,
                _ground(definition, each),
                str(each.turns),
                order,
                sides[each.first_player].name,
            )
        )
    campaigns = [
        (each.title, ", ".join(definition.scenarios[name].title for name in each.battles))
        for each in definition.campaigns.values()
    ]
    return Battles(rows, *_forces(definition), campaigns)


def _forces(definition: Definition) -> tuple[tuple[str, ...], Rows]:
    """What each side has at the start of each battle, side by side: units, leaders, and their strength."""
    strength = definition.counters_file.strength
    values = [] if strength is None else [strength]
    rows: Rows = []
    for scenario in definition.hex_scenarios.values():
        for setup in scenario.setup:
            own = [definition.counters[each] for each in (*setup.at, *chain(*setup.boxes.values()))]
            units = [each for each in own if each.role == "unit"]
            sums = (sum(each.front.get(name, 0) for each in units) for name in values)
            leaders = str(len(own) - len(units))
            side = definition.game.sides[setup.side].name
            rows.append((scenario.title, side, str(len(units)), leaders, *map(str, sums)))
    heads = ("Battle", "Side", "Units", "Leaders", *(definition.game.values[name].name for name in values))
    return heads, rows


def _ground(definition: Definition, scenario: Scenario) -> str:
    if isinstance(scenario, HexScenario):
        return definition.maps[scenario.map].title
    if isinstance(scenario, AreaScenario):
        return definition.area_maps[scenario.area_map].title
    return definition.boards[scenario.board].title if isinstance(scenario, CardScenario) else ""


def numbers_section(definition: Definition, _: Gallery) -> Rows:
    """The numbers of the rules that stand in no table."""
    rows: Rows = list(_numbers("", definition.game.parameters))
    for scenario in definition.scenarios.values():
        rows += _numbers(scenario.title, scenario.parameters)
    return rows


def _numbers(where: str, parameters: dict[str, Parameter]) -> Iterator[tuple[str, ...]]:
    for each in parameters.values():
        yield each.name, str(each.value), where, each.rule, each.source


def rulings_section(definition: Definition, _: Gallery) -> list[dict[str, str]]:
    """What holds where the rules are unclear, and why."""
    return [
        {"name": name_of(name), "rules": ", ".join(each.rules), "text": each.text, "source": each.source}
        for name, each in definition.rulings.items()
    ]


def provenance_section(definition: Definition, _: Gallery) -> list[tuple[str, Rows]]:
    """Every datum that names its source, by the kind of source, the least certain first."""
    found: dict[str, Rows] = {origin: [] for origin in reversed(ORIGINS)}
    for datum in provenance(definition.folder):
        found[datum.origin].append((datum.what, str(datum.place), datum.source))
    return [(origin.capitalize(), rows) for origin, rows in found.items() if rows]
