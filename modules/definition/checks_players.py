"""Checks of the players: that each is known once, and that every table has somebody for each side."""

from __future__ import annotations

from modules.definition.files import Files, known_word
from modules.definition.game import GameFile
from modules.definition.players import PlayersFile


def check_players(files: Files, file: str, players: PlayersFile, game: GameFile) -> None:
    """Notes the faults of `players.yaml`."""
    names = {side.name: key for key, side in game.sides.items()}
    for key, player in players.players.items():
        for i, side in enumerate(player.sides):
            known_word(files, file, ("players", key, "sides", i), side, game.sides)
        path = ("players", key, "name")
        if key in game.sides and player.name is not None:
            files.fault(file, path, f"the player {key!r} is called as his side: leave out the name")
        if key not in game.sides and player.name is None:
            files.fault(file, ("players", key), f"no side is called {key!r}: the player needs a name")
        if player.name is not None and names.setdefault(player.name, key) != key:
            files.fault(file, path, f"{names[player.name]!r} is called so already")
    sizes: dict[int, int] = {}
    for i, table in enumerate(players.tables):
        sound = [
            known_word(files, file, ("tables", i, j), name, players.players) for j, name in enumerate(table)
        ]
        if not all(sound):
            continue
        if len(set(table)) < len(table):
            files.fault(file, ("tables", i), "a player sits at this table twice")
        if sizes.setdefault(len(table), i) != i:
            files.fault(file, ("tables", i), f"there is a table of {len(table)} players already")
        played = {side for name in table for side in players.players[name].sides}
        for side in game.sides:
            if side not in played:
                files.fault(file, ("tables", i), f"nobody at this table plays {side}")
