"""A game of the club is begun: by who waits for it, or by who asks others. The club is its referee, and every
player signs his seat himself, or says yes with the code that is sent to his address alone: so nobody plays
whom somebody else has named.
"""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from modules.amounts import count_noun
from pbem import errors
from pbem.club import offered_games, stopped_addresses
from pbem.club.club_folder import ClubFolder
from pbem.club.game_index import Index
from pbem.club.settings import NAME, ClubFile
from pbem.entry import canonical_json
from pbem.entry.bodies import Contact
from pbem.entry.field_types import REFEREE
from pbem.log.parties import Player
from pbem.log.party.folder import Folder
from pbem.messages.letters import setup_letters
from pbem.reason_codes import Code
from pbem.rules import rules_lookup
from pbem.setup import invitation, new_game
from pbem.setup.new_game import Plan


@dataclass(frozen=True, slots=True)
class Opener:
    """Begins games for the club that writes from `sender`."""

    hall: ClubFolder
    index: Index
    settings: ClubFile
    sender: str

    def list_scenarios(self) -> list[str]:
        """GAME/SCENARIO of all that may be begun here."""
        known = offered_games.list_scenarios(self.hall.path)
        return [name for name in known if not self.settings.games or name in self.settings.games]

    def check_settings(self) -> None:
        """Raise `bad-club-file` for a game of the settings, or a file in `games/`, that is none."""
        offered_games.check_files(self.hall.path)
        known = offered_games.list_scenarios(self.hall.path)
        if strange := [name for name in self.settings.games if name not in known]:
            raise errors.Refusal(
                Code.BAD_CLUB_FILE,
                f"{self.hall.path / NAME}: games: {strange[0]!r} is no GAME/SCENARIO with rules; there are: "
                f"{', '.join(known)}",
            )

    def sides(self, game: str, options: Sequence[str] = ()) -> list[str]:
        """The seats of a game that is offered; raises UnknownGame."""
        if game not in self.list_scenarios():
            raise errors.UnknownGame(
                f"{game[:80]} is not played here; there are: {', '.join(self.list_scenarios())}"
            )
        plan = self._plan(game, {}, options, ())
        return [role for role in new_game.names(plan) if role != REFEREE]

    def begin(
        self,
        game: str,
        players: Mapping[str, Player],
        options: Sequence[str],
        word: Sequence[str],
        now: int,
        prepared: Callable[[str], None],
        *,
        asked: Collection[str],
    ) -> str:
        """Invite these players, by side, to a new game; its name. Of two seats with one address, or of an
        address that got enough invitations today, nothing is begun. `asked`: the addresses that have asked
        for their seat themselves, and confirmed it; others can use up no invitations of theirs.

        `prepared` is told the digest of the invitation once the game is prepared whole, and before it is one
        of the club's: with that `find_begun` goes on. Raises UnknownGame, `bad-player`, `club-limit` or what
        the files raise.
        """
        plan = self._plan(game, players, options, word)
        new_game.head_of(plan)
        new_game.check_word(plan, REFEREE)
        check_apart(players)
        invited = [each for each in players.values() if each.mail not in asked]
        for each in players.values():
            self.check(each)
        for each in invited:
            self._check_room(each, now)
        digest = self._prepare(plan, now)
        prepared(digest)
        name = self._add(game)
        for each in invited:
            self.index.count(_invitation_key(each), now)
        return name

    def find_begun(self, game: str, digest: str) -> str | None:
        """The name of the game with an invitation of this digest, if that was prepared whole before the
        process died; raises OSError."""
        if not digest:
            return None
        self.index.refresh()
        if (name := self.index.find_by_invitation(digest)) is not None:
            return name
        draft = self.hall.draft
        whole = draft.invitation_file.is_file() and invitation.load_invitation(draft).digest == digest
        return self._add(game) if whole else None

    def _prepare(self, plan: Plan, now: int) -> str:
        """Lay a game into the draft, with the mails to its players; the digest of its invitation."""
        draft = self.hall.draft
        _remove(draft)
        draft.path.mkdir(0o700, parents=True)
        try:
            invited = invitation.invite(plan, REFEREE, draft)
            setup_letters.invitations(draft, invited, now)
        except errors.PbemError:
            _remove(draft)
            raise
        return invited.digest

    def _add(self, game: str) -> str:
        name = self.hall.add(rules_lookup.split(game)[1])
        self.index.refresh([name])
        return name

    def check(self, player: Player) -> None:
        """Raise `bad-player` for somebody whose name or address no invitation can bear, `club-limit` for one
        that wants no mail. Nothing is said of an address."""
        try:
            canonical_json.encode(Contact(role=REFEREE, name=player.name, mail=player.mail).to_plain())
        except errors.PbemError as error:
            raise errors.Refusal(Code.BAD_PLAYER, str(error)) from error
        if stopped_addresses.why_stopped(self.hall, player.mail) is not None:
            raise errors.Refusal(Code.CLUB_LIMIT, f"{player.name} takes no mail from here")

    def _check_room(self, player: Player, now: int) -> None:
        """Raise `club-limit` for somebody who had their fill of invitations today."""
        most = self.settings.limits.invitations
        if self.index.count_today(_invitation_key(player), now) >= most:
            raise errors.Refusal(
                Code.CLUB_LIMIT,
                f"{player.name} was invited {count_noun(most, 'time')} today, which is the most",
            )

    def _plan(
        self, game: str, players: Mapping[str, Player], options: Sequence[str], word: Sequence[str]
    ) -> Plan:
        named, scenario = rules_lookup.split(game)
        name = offered_games.find_word(self.hall.path, named)
        referee = {REFEREE: Player(self.settings.name, self.sender)}
        return Plan(name, scenario, tuple(options), {**referee, **players}, word=tuple(word))


def check_apart(players: Mapping[str, Player]) -> None:
    """Raise `bad-player` for one address in two seats: hosts take capitals and small letters for the same."""
    mails = Counter(each.mail.lower() for each in players.values())
    for side, each in players.items():
        if mails[each.mail.lower()] > 1:
            raise errors.Refusal(
                Code.BAD_PLAYER, f"{each.name} has two seats, {side} is one: name somebody else"
            )


def _invitation_key(player: Player) -> str:
    """What is counted of invitations."""
    return f"invited {player.mail.lower()}"


def _remove(draft: Folder) -> None:
    """Take away what was prepared and is no game."""
    if draft.path.exists():
        shutil.rmtree(draft.path)
