"""Where the library finds the rules of this game's scenario: for a player a side, or as many as an option
says (17)."""

from __future__ import annotations

from modules.definition import Definition
from modules.year_of_the_comet.sequence import YearRules


def build(definition: Definition, name: str, options: frozenset[str]) -> YearRules:
    """The rules of a scenario; three play where no option says otherwise (17.1)."""
    scenario = definition.area_scenarios[name]
    counts = (scenario.options[option].players for option in options)
    players = next((count for count in counts if count is not None), len(scenario.order))
    return YearRules(definition, scenario, players)
