"""What the program knows of a game that it plays for somebody: all, what clauses say, or nothing."""

from __future__ import annotations

from modules import library
from modules.free_table.ledger_text import tell_player_limits


def tell_limits(game: str, scenario: str) -> str:
    """What the program cannot do as a player, in a sentence without its full stop; empty where it can do all
    that the rules ask for. Raises as `library.definition`."""
    return "" if game in library.games() else tell_player_limits(library.definition(game), scenario)
