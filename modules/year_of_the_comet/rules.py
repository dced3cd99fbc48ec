"""Where the library finds the rules of this game's scenario: for three players, or as many as an option
says."""

from __future__ import annotations

from typing import Final

from modules.definition import Definition
from modules.year_of_the_comet.sequence import YearRules

PLAYERS: Final = {"two": 2, "four": 4, "five": 5, "six": 6, "seven": 7}
"""The options, and how many play (17)."""


def build(definition: Definition, name: str, options: frozenset[str]) -> YearRules:
    """The rules of a scenario; three play where no option says otherwise (17.1)."""
    players = next((PLAYERS[option] for option in options), 3)
    return YearRules(definition, definition.area_scenarios[name], players)
