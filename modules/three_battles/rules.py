"""Where the library finds the rules of this game's scenarios and of its campaign."""

from __future__ import annotations

from modules.definition import Definition
from modules.three_battles.campaign import Campaign
from modules.three_battles.sequence import BattleRules


def build(definition: Definition, name: str, options: frozenset[str]) -> BattleRules | Campaign:
    """The rules of a scenario or campaign with these optional rules."""
    if name in definition.campaigns:
        return Campaign(definition, definition.campaigns[name], options)
    return BattleRules(definition, definition.hex_scenarios[name], options)
