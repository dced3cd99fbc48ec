"""Where the library finds the rules of this game's scenario."""

from __future__ import annotations

from modules.definition import Definition
from modules.hastings_berg.sequence import BattleRules


def build(definition: Definition, name: str, options: frozenset[str]) -> BattleRules:
    """The rules of a scenario with these optional rules."""
    return BattleRules(definition, definition.hex_scenarios[name], options)
