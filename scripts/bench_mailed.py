"""Games that are played by mail for the figures: the referee's folder, its mails with moves, and the folder
as it was before one of them.
"""

from __future__ import annotations

import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

import bench_sizes

from pbem.entry.field_types import REFEREE
from pbem.log.party.folder import LOG, Folder
from pbem.mail.reader import read
from pbem.setup.new_game import Plan
from pbem.simulation.mail_games import MAILDIR, play_game

NOW = 1_100_000_000
SHORT = ("hastings_pulsipher", "small")
"""The shortest scenario: the least that is played."""


class _Enough(Exception):
    """So much of a game is played as is asked for."""


def referee_of(game: str, scenario: str, out: Path, sizes: bench_sizes.Sizes) -> Folder:
    """The referee's folder of a game that is played to its end; of the least sizes the shortest game, until
    its log has as many entries as these have mails."""

    def told(table: Any) -> None:
        if table.seq > sizes.mails:
            raise _Enough

    if sizes.whole:
        return play_game(Plan(game, scenario, [], {}, 1), out).folders[REFEREE]
    with suppress(_Enough):
        play_game(Plan(*SHORT, [], {}, 1), out, told)
    return Folder(out / REFEREE)


def moves(referee: Folder) -> dict[int, bytes]:
    """The mails with moves that the referee has read, by the place of the move in the log."""
    files = (referee.path / MAILDIR / ".Handled" / "cur").iterdir()
    mails = [file.read_bytes() for file in files]
    found = {}
    for mail in mails:
        letter = read(mail)
        if letter.entries:
            found[int(letter.entries[-1].data.partition(b'"seq":')[2].partition(b",")[0])] = mail
    return found


def before(referee: Folder, seq: int, where: Path) -> Folder:
    """The referee's folder as it was before entry `seq`."""
    shutil.rmtree(where, ignore_errors=True)
    where.mkdir()
    for file in referee.path.iterdir():
        if file.is_file():
            shutil.copy(file, where)
    lines = (referee.path / LOG).read_bytes().split(b"\n")
    (where / LOG).write_bytes(b"\n".join(lines[: seq + 1]) + b"\n")
    return Folder(where)
