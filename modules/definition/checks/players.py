"""Checks of the players: that each is known once, and that every table has somebody for each side."""

from __future__ import annotations

from collections.abc import Collection

from modules.amounts import count_noun
from modules.definition.files import Files, known_word
from modules.definition.formats.game import GameFile
from modules.definition.formats.players import PlayersFile, Seat
from modules.definition.formats.scenarios import Scenario


def check_numbers(files: Files, file: str, scenario: Scenario, tables: Collection[int]) -> None:
    """Notes options for a number of players of whom there is no table."""
    for name, option in scenario.options.items():
        if option.players is not None and option.players not in tables:
            known = ", ".join(map(str, sorted(tables))) or "none"
            files.fault(
                file,
                ("options", name, "players"),
                f"players.yaml has no table of {option.players}: there is {known}",
            )


def check_players(
    files: Files, file: str, players: PlayersFile, game: GameFile, entries: Collection[str]
) -> None:
    """Notes the faults of `players.yaml`; `entries` are those of counters.yaml."""
    names = {side.name: key for key, side in game.sides.items()}
    for key, player in players.players.items():
        _check_words(files, file, key, player, game, entries)
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
            files.fault(
                file, ("tables", i), f"there is a table of {count_noun(len(table), 'player')} already"
            )
        played = {side for name in table for side in players.players[name].sides}
        for side in game.sides:
            if side not in played:
                files.fault(file, ("tables", i), f"nobody at this table plays {side}")


def _check_words(
    files: Files, file: str, key: str, player: Seat, game: GameFile, entries: Collection[str]
) -> None:
    for i, side in enumerate(player.sides):
        known_word(files, file, ("players", key, "sides", i), side, game.sides)
    for word, value, among in (
        ("leader", player.leader, entries),
        ("nation", player.nation, game.nations),
    ):
        if value is not None:
            known_word(files, file, ("players", key, word), value, among)
