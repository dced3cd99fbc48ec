"""What the program knows of a game that it plays against a person: all, what clauses say, or nothing."""

from __future__ import annotations

from typing import Final

from modules import library
from modules.definition.formats.scenarios import HexScenario

PASSES: Final = "the program knows no rules of this game, so it passes, and lets each outcome stand"
_SHOWN: Final = 12
"""Numbers by hand that are named; of more it is told how many there are."""


def tell_limits(game: str, scenario: str) -> str:
    """What the program cannot do as an opponent, in a sentence without its full stop; empty where it can do
    all that the rules ask for. Raises as `library.definition`."""
    if game in library.games():
        return ""
    definition = library.definition(game)
    if definition.rules_file is None or not isinstance(definition.scenarios[scenario], HexScenario):
        return PASSES
    by_hand = [number for number, entry in definition.ledger.items() if entry.by in ("hand", "half")]
    if not by_hand:
        return ""
    more = len(by_hand) - _SHOWN
    named = ", ".join(by_hand[:_SHOWN]) + (f" and {more} more" if more > 0 else "")
    return f"the program plays by the clauses of rules.yaml; by hand it does nothing, under {named}"
