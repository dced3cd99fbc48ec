"""What a page tells in words: scenarios, the numbers of the rules, rulings, and where the data come from."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

from generator.drawing.typography import name_of
from generator.preview.gallery import Gallery
from generator.preview.markup import table, tag, words
from modules.definition import Definition
from modules.definition.game import Parameter
from modules.definition.scenarios import AreaScenario, CardScenario, HexScenario, Scenario
from modules.provenance import ORIGINS, Datum, provenance


def scenarios_section(definition: Definition, _: Gallery) -> str:
    """The battles and campaigns: where they are fought, how long, who sets up first and who moves first."""
    sides = definition.game.sides
    rows = []
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
    found = table(("Scenario", "Date", "Map", "Turns", "Set-up in this order", "First player"), rows)
    found += _forces(definition)
    for campaign in definition.campaigns.values():
        battles = ", ".join(definition.scenarios[name].title for name in campaign.battles)
        found += tag("p", f"{tag('b', words(campaign.title))}: {words(battles)}")
    return found


def _forces(definition: Definition) -> str:
    """What each side has at the start of each battle, side by side: units, leaders, and their strength."""
    strength = definition.counters_file.strength
    values = [] if strength is None else [strength]
    rows = []
    for scenario in definition.hex_scenarios.values():
        for setup in scenario.setup:
            own = [definition.counters[each] for each in (*setup.at, *chain(*setup.boxes.values()))]
            units = [each for each in own if each.role == "unit"]
            sums = (sum(each.front.get(name, 0) for each in units) for name in values)
            leaders = str(len(own) - len(units))
            side = definition.game.sides[setup.side].name
            rows.append((scenario.title, side, str(len(units)), leaders, *map(str, sums)))
    heads = ("Battle", "Side", "Units", "Leaders", *(definition.game.values[name].name for name in values))
    return tag("h3", "Forces at the start") + table(heads, rows) if rows else ""


def _ground(definition: Definition, scenario: Scenario) -> str:
    if isinstance(scenario, HexScenario):
        return definition.maps[scenario.map].title
    if isinstance(scenario, AreaScenario):
        return definition.area_maps[scenario.area_map].title
    return definition.boards[scenario.board].title if isinstance(scenario, CardScenario) else ""


def numbers_section(definition: Definition, _: Gallery) -> str:
    """The numbers of the rules that stand in no table."""
    rows = list(_numbers("", definition.game.parameters))
    for scenario in definition.scenarios.values():
        rows += _numbers(scenario.title, scenario.parameters)
    return table(("What", "Number", "Where", "Rule", "Source"), rows) if rows else ""


def _numbers(where: str, parameters: dict[str, Parameter]) -> Iterator[tuple[str, ...]]:
    for each in parameters.values():
        yield each.name, str(each.value), where, each.rule, each.source


def rulings_section(definition: Definition, _: Gallery) -> str:
    """What holds where the rules are unclear, and why."""
    entries = []
    for name, each in definition.rulings.items():
        head = tag("summary", f"{words(name_of(name))} {tag('small', words(', '.join(each.rules)))}")
        told = tag("p", words(each.text)) + tag("p", words(each.source), class_="fine")
        entries.append(tag("details", head + told, class_="ruling"))
    return "".join(entries)


def provenance_section(definition: Definition, _: Gallery) -> str:
    """Every datum that names its source, by the kind of source, the least certain first."""
    found = provenance(definition.folder)
    return "".join(
        _origin(origin, [datum for datum in found if datum.origin == origin]) for origin in reversed(ORIGINS)
    )


def _origin(origin: str, data: list[Datum]) -> str:
    if not data:
        return ""
    rows = [(each.what, str(each.place), each.source) for each in data]
    head = tag("summary", f"{words(origin.capitalize())} {tag('small', str(len(data)))}")
    return tag("details", head + table(("What", "Where", "Source"), rows))
