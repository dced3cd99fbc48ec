"""Where the library finds the rules of this game's scenarios."""

from __future__ import annotations

from modules.definition import Definition
from modules.hastings_pulsipher.sequence import CardRules


def build(definition: Definition, name: str, options: frozenset[str]) -> CardRules:  # noqa: ARG001 - it has none
    """The rules of a scenario; this game has no optional rules."""
    return CardRules(definition, definition.card_scenarios[name])
