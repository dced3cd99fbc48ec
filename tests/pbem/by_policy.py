"""The beginning of a game by policy, and how each party sees it."""

import pytest

from pbem.log.party.folder import Folder
from pbem.rules import seat_views
from pbem.rules.table import Table
from pbem.setup.new_game import Plan
from pbem.simulation.file_games import play_game

LAST = 70


class Enough(Exception):
    """Raised to end a game early."""


def begun(path, game, scenario, seed):
    """The first entries of a game by policy, with the referee's folder alone complete."""

    def stop(table):
        if table.seq >= LAST:
            raise Enough

    with pytest.raises(Enough):
        play_game(Plan(game, scenario, (), {}, seed=seed), path, stop)
    return path


def load(path, role="referee", upto=None):
    """The game as a party sees it, whose log is the referee's."""
    table = Table.load(Folder(path / "referee").log, upto=upto)
    seat_views.sit(table, Folder(path / role))
    return table
