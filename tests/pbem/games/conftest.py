"""Games by mail that several files look at, each played once: nobody writes into their folders."""

import shutil
from dataclasses import dataclass
from pathlib import Path

import pytest

from pbem.setup.new_game import Plan
from pbem.simulation.mail_games import MailGame, play_game

SIDES = ("saxon", "norman")


@dataclass(frozen=True)
class Kept:
    """A game of cards by mail, and [(place in the log, copy)] with the players' folders and mailboxes as they
    stood after every twelfth round and after the last before the secret was opened."""

    played: MailGame
    moments: list[tuple[int, Path]]


@pytest.fixture(scope="session")
def kept(tmp_path_factory):
    """Hidden cards are dealt, shown and opened at the end."""
    path, copies = tmp_path_factory.mktemp("played"), tmp_path_factory.mktemp("before-the-end")
    moments = []

    def told(table):
        if table.verifier.ended:
            return
        if len(moments) % 12 > 1:
            shutil.rmtree(moments[-1][1], ignore_errors=True)
        moments.append((table.seq, copies / str(table.seq)))
        for side in SIDES:
            shutil.copytree(path / side, moments[-1][1] / side)

    played = play_game(Plan("hastings_pulsipher", "small", [], {}, 5), path, told)
    return Kept(played, [moment for moment in moments if moment[1].exists()])
