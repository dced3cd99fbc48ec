"""A game of the club is begun: by who waits for it, or by who asks others. The club is its referee, and every
player signs his seat himself, or says yes with the code that is sent to his address alone: so nobody plays
whom somebody else has named.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from modules import library
from pbem import errors
from pbem.begin import invitation, newgame
from pbem.begin.newgame import Plan
from pbem.club import stops
from pbem.club.hall import Hall
from pbem.club.index import Index
from pbem.club.settings import NAME, ClubFile
from pbem.codes import Code
from pbem.entry.shapes import REFEREE
from pbem.log.folder import Folder
from pbem.log.parties import Player
from pbem.rules import games
from pbem.tell import setup_letters


@dataclass(frozen=True, slots=True)
class Opener:
    """Begins games for the club that writes from `sender`."""

    hall: Hall
    index: Index
    settings: ClubFile
    sender: str

    def offered(self) -> list[str]:
        """GAME/SCENARIO of all that may be begun here."""
        return [name for name in _playable() if not self.settings.games or name in self.settings.games]

    def check(self) -> None:
        """Raise `bad-club-file` for a game of the settings that is none."""
        known = _playable()
        if strange := [name for name in self.settings.games if name not in known]:
            raise errors.Refusal(
                Code.BAD_CLUB_FILE,
                f"{self.hall.path / NAME}: games: {strange[0]!r} is no GAME/SCENARIO with rules; there are: "
                f"{', '.join(known)}",
            )

    def sides(self, game: str, options: Sequence[str] = ()) -> list[str]:
        """The seats of a game that is offered; raises UnknownGame."""
        if game not in self.offered():
            raise errors.UnknownGame(
                f"{game[:80]} is not played here; there are: {', '.join(self.offered())}"
            )
        plan = self._plan(game, {}, options, ())
        return [role for role in newgame.names(plan) if role != REFEREE]

    def begin(
        self,
        game: str,
        players: Mapping[str, Player],
        options: Sequence[str],
        word: Sequence[str],
        now: int,
    ) -> str:
        """Invite these players, by side, to a new game; its name. Of two seats with one address, or of an
        address that got enough invitations today, nothing is begun.

        Raises UnknownGame, `bad-player`, `club-limit` or what the files raise.
        """
        plan = self._plan(game, players, options, word)
        newgame.head_of(plan)
        newgame.check_word(plan, REFEREE)
        for each in players.values():
            self._check_wanted(each.mail, now)
        name = self.hall.add(games.split(game)[1])
        folder = self.hall.game(name)
        try:
            invited = invitation.invite(plan, REFEREE, folder)
            setup_letters.invitations(folder, invited, now)
        except errors.PbemError:
            _remove(folder)
            raise
        self.index.refresh([name])
        return name

    def _check_wanted(self, mail: str, now: int) -> None:
        """Raise `club-limit` for an address that wants no mail, or had its fill of invitations today."""
        if stops.why_stopped(self.hall, mail) is not None:
            raise errors.Refusal(Code.CLUB_LIMIT, f"{mail} takes no mail from here")
        most = self.settings.limits.invitations
        if self.index.count(f"invited {mail.lower()}", now) > most:
            raise errors.Refusal(Code.CLUB_LIMIT, f"{mail} was invited {most} times today, which is the most")

    def _plan(
        self, game: str, players: Mapping[str, Player], options: Sequence[str], word: Sequence[str]
    ) -> Plan:
        name, scenario = games.split(game)
        referee = {REFEREE: Player(self.settings.name, self.sender)}
        return Plan(name, scenario, tuple(options), {**referee, **players}, word=tuple(word))


@cache
def _playable() -> tuple[str, ...]:
    """GAME/SCENARIO of all that has rules here."""
    return tuple(
        f"{game}/{scenario}"
        for game in library.refereed()
        for scenario in [*library.definition(game).scenarios, *library.definition(game).campaigns]
    )


def _remove(folder: Folder) -> None:
    """Take away the folder of a game to which nobody was invited."""
    for path in sorted(folder.path.rglob("*"), reverse=True):
        _take_away(path)
    _take_away(folder.path)


def _take_away(path: Path) -> None:
    path.rmdir() if path.is_dir() else path.unlink()
