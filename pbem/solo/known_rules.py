"""What the program knows of a game that it plays for somebody: all, what clauses say, or nothing."""

from __future__ import annotations

from modules import library
from modules.free_table.ledger_text import tell_player_limits
from pbem.rules.rules_lookup import report_unknown


def tell_limits(game: str, scenario: str) -> str:
    """What the program cannot do as a player, in a sentence without its full stop; empty where it can do all
    that the rules ask for. Raises UnknownGame."""
    if game in library.games():
        return ""
    with report_unknown():
        definition = library.definition(game)
        library.scenario(definition, scenario)
        return tell_player_limits(definition, scenario)
