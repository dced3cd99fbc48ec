"""Who sits at a table, and the board he is shown: his own, another side's if he may know it, everybody's."""

from __future__ import annotations

from typing import Any

from modules.engine.play import Play
from pbem import errors
from pbem.entry.bodies import Move
from pbem.entry.entries import Entry
from pbem.entry.shapes import REFEREE
from pbem.log.folder import Folder
from pbem.rules.board import Board, Knowledge, of_holder, of_player, of_side
from pbem.rules.table import Table
from pbem.secret.packs import Secret


def seen(table: Table, folder: Folder) -> Knowledge:
    """What the owner of a folder may know: all after the end, and the referee at any time.

    A folder without a key is nobody's. Raises StrangeFolder, BadSecretFile, DealWrong.
    """
    walk = table.walk
    published = walk.published
    if published is not None:
        return of_holder(walk.cards, Secret(published))
    if not folder.public_file.exists():
        return Knowledge()
    role = folder.role(walk.parties)
    if role == REFEREE:
        return of_holder(walk.cards, folder.secret(walk.cards.commitment))
    return of_player(walk.cards, role, folder)


def sit(table: Table, folder: Folder) -> None:
    """Show the table as the folder's owner may see it; raises as `seen`. Open games are seen by all alike."""
    if table.replay.rules.secret_packs:
        table.seat = board(table, seen(table, folder))


def for_side(table: Table, folder: Folder, side: str) -> Board | None:
    """The game as a side may see it, worked out by who may know that: all after the end, before it the
    referee; None for a game that all see alike. Raises as `seen`, and NotEntitled."""
    if not table.replay.rules.secret_packs:
        return None
    knows = seen(table, folder)
    if knows.packs is None:
        raise errors.NotEntitled(f"{folder.path} does not know what {side} may see")
    return board(table, knows if table.walk.ended else of_side(table.walk.cards, side, knows.packs))


def board(table: Table, knows: Knowledge, upto: int | None = None) -> Board:
    """The game on a table as `knows` shows it, all of its record or the first `upto` answers of it."""
    made = Board(table.replay.rules, knows)
    made.follow(table.replay.record[:upto])
    return made


class Follower:
    """A side's board of a game that goes on: it follows the table each time it is looked at."""

    def __init__(self, table: Table, side: str, folder: Folder) -> None:
        self._table, self._side, self._folder = table, side, folder
        self._board: Board | None = None
        self._done = 0

    def ahead(self) -> Play[Any]:
        """The side's game as it stands, for the side to try its orders on."""
        rules, record = self._table.replay.rules, self._table.replay.record
        if not rules.secret_packs:
            return Play.restore(rules, self._table.replay.play.snapshot())
        knows = of_player(self._table.walk.cards, self._side, self._folder)
        self._board = self._board or Board(rules, knows)
        self._board.knows = knows
        self._board.follow(record[self._done :])
        self._done = len(record)
        return Play.restore(rules, self._board.play.snapshot())


def judge(table: Table, folder: Folder, entry: Entry, before: int) -> None:
    """Judge an order by its author's cards, as its author or the referee, on a table that has taken it in;
    `before` is the length of the record without it.

    The public game lets a move pass that some card could make. Raises LineRefused, for its author's eyes.
    """
    if not table.replay.rules.secret_packs or not isinstance(entry.body, Move):
        return
    knows, cards = seen(table, folder), table.walk.cards
    if knows.packs is not None:
        knows = of_side(cards, entry.author, knows.packs)
    if knows.side == entry.author:
        made = Board(table.replay.rules, knows)
        made.follow(table.replay.record[:before])
        made.try_lines(entry, table.replay.record[before:])
