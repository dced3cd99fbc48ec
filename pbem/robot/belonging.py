"""Whether a mail is for the game of a folder. Two games may share a mailbox: a robot touches what belongs to
its own game by what is signed, and leaves all else unread where it lies.

An unsigned mail belongs to a game by the id in its subject, or comes from a player by mail word.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256

from pbem import errors
from pbem.begin import invitation
from pbem.entry import papers
from pbem.entry.bodies import Charter
from pbem.entry.entries import NOTHING, SignedEntry, open_entry
from pbem.entry.shapes import REFEREE
from pbem.log.folder import LOG, Folder
from pbem.log.parties import Parties
from pbem.log.verify import walked
from pbem.mail import faults
from pbem.mail.letter import Letter, Letterhead
from pbem.mail.read import read

ID_DIGITS = 8
"""Of the digest of a game, or of its invitation, in a subject."""
_BROUGHT = tuple(
    f'"type":"{each.type}","v":{papers.VERSION}}}'.encode() for each in (papers.Invitation, papers.Ticket)
)
"""How the bytes of what an invitation brings end."""
_IDS = re.compile(rf"\[([0-9a-f]{{{ID_DIGITS}}})\]")


@dataclass(frozen=True, slots=True)
class Whose:
    """Whether something in a mail is for this game, and whether something is for none or another."""

    mine: bool
    others: bool


@dataclass(frozen=True, slots=True)
class Known:
    """By what a folder knows its mails: the digests of its game and of its invitation, and the addresses from
    which it expects words."""

    ids: frozenset[str]
    writers: frozenset[str]
    reads_words: bool

    @classmethod
    def of(cls, folder: Folder) -> Known:
        """What the folder knows now; raises what its log and its invitation raise."""
        ids, persons, reads = set[str](), list[tuple[str, bool]](), False
        if folder.invitation_file.is_file():
            invited = invitation.kept(folder)
            ids.add(invited.digest)
            persons += [(each.mail, bool(each.word)) for each in invited.said.body.asked]
            reads = invitation.hosts(folder)
        if (folder.path / LOG).is_file():
            parties = walked(folder.log).parties
            ids.add(parties.game)
            persons = [(parties[role].mail, bool(parties[role].word)) for role in parties.roles]
            reads = _is_referees(folder, parties)
        return cls(frozenset(ids), frozenset(mail.lower() for mail, word in persons if word), reads)

    def whose(self, data: bytes) -> Whose:
        """Whose a mail is, in bytes."""
        try:
            letter = read(data, from_robot=True)
        except faults.MailRefused as refusal:
            mine = self.reads_words and refusal.letterhead is not None and self._is_named(refusal.letterhead)
            return Whose(mine, not mine)
        signed = [*letter.entries, *letter.papers]
        things = [each for each in signed if not (_invites(each) and _named(each) & self.ids)]
        if signed and not things:
            return Whose(mine=False, others=True)  # it is for the person who was asked
        found = [bool(_named(each) & self.ids) for each in things]
        mine = any(found) if things else self._is_for_me(letter)
        return Whose(mine, not all(found) if things else not mine)

    def _is_for_me(self, letter: Letter) -> bool:
        """Whether an unsigned mail is for a referee or host: it answers a mail of this game, or comes from
        somebody who plays by mail word and names no game."""
        if not self.reads_words:
            return False
        named = bool(_IDS.search(letter.subject))
        return self._is_named(letter) if named else letter.sender.lower() in self.writers

    def _is_named(self, head: Letterhead) -> bool:
        return any(each[:ID_DIGITS] in _IDS.findall(head.subject) for each in self.ids)


def _is_referees(folder: Folder, parties: Parties) -> bool:
    try:
        return folder.role(parties) == REFEREE
    except errors.StrangeFolder:
        return False


def own(known: Known, things: Iterable[SignedEntry]) -> list[SignedEntry]:
    """What of these is for this game."""
    return [signed for signed in things if _named(signed) & known.ids]


def _invites(signed: SignedEntry) -> bool:
    """Whether this is an invitation or a ticket, which a reply may quote."""
    return signed.data.endswith(_BROUGHT)


def _named(signed: SignedEntry) -> set[str]:
    """The digests that a signed thing names: of its game, or of the invitation to it."""
    try:
        said = json.loads(signed.data)
    except ValueError:
        return set()
    if not isinstance(said, dict):
        return set()
    if said.get("type") == "invitation":
        return {signed.head}
    names = {name for name in (said.get("game"), said.get("invitation")) if isinstance(name, str)}
    return _begun_by(signed) if names == {NOTHING} else names


def _begun_by(signed: SignedEntry) -> set[str]:
    """The game that a charter begins, and the invitation that it came from."""
    try:
        entry = open_entry(signed).entry
    except errors.PbemError:
        return {signed.head}
    if not isinstance(entry.body, Charter):
        return {signed.head}
    invited = papers.invitation_of(entry.author, entry.body).encode()
    return {signed.head, sha256(invited).hexdigest()}
