"""A new game: a small complete one to start from, whose files teach by their comments.

`template/` is the game as it is copied; `start` copies it into a folder under a name and title of its own.
"""

from generator.new_game.start import HEXES, NEW_GAME_FAULTS, start_game

__all__ = ["HEXES", "NEW_GAME_FAULTS", "start_game"]
