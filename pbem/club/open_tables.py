"""The games of a club that are in hand: the inboxes of those that had mail last, each with its game on the
table; how many, is bounded, as a club has more games than a machine has memory."""

from __future__ import annotations

from collections import OrderedDict
from functools import partial
from pathlib import Path

from pbem.club.club_folder import ClubFolder
from pbem.messages.letters.game_letters import Picture
from pbem.robot.inbox import Inbox
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table

MOST = 64
"""Games whose tables are kept: of 500 entries one takes 4.6 MB, so that all stay below 300."""


class OpenTables:
    """The inboxes of a club's games; `pictured`: whether their mails bear the map."""

    def __init__(
        self, hall: ClubFolder, *, pictured: bool, build: Build = rules_of, most: int = MOST
    ) -> None:
        self._hall, self._build, self._most = hall, build, most
        self._picture = make_picture(hall.cache) if pictured else None
        self._kept: OrderedDict[str, Inbox] = OrderedDict()

    def inbox(self, name: str) -> Inbox:
        """Who takes in the mails of a game."""
        folder = self._hall.game(name)
        if name not in self._kept:
            self._kept[name] = Inbox(folder, self._picture, self._build)
        self._kept.move_to_end(name)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return self._kept[name]

    def table(self, name: str) -> Table:
        """A game as everybody knows it; raises as `RefereeDesk.table`."""
        return self.inbox(name).desk.table()

    def drop(self, name: str) -> None:
        """Forget a table that something went wrong at."""
        self._kept.pop(name, None)


def make_picture(cache: Path) -> Picture:
    """Draws the maps in mails, and keeps parts of them in one place for all games."""

    def drawn(table: Table, side: str | None, since: int) -> bytes:
        from pbem.messages import position_pictures  # drawing is only imported where something is drawn

        return position_pictures.mail_picture(table, side, since, cache)

    return partial(drawn)
