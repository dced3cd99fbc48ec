"""Whether a mail is for the game of a folder. Two games may share a mailbox: a robot touches what belongs to
its own game by what is signed, and leaves all else unread where it lies.

An unsigned mail belongs to a game by the id in its subject, or comes from a player by mail word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from hashlib import sha256
from typing import Final

from pbem import errors
from pbem.begin import invitation
from pbem.entry import naming, papers
from pbem.entry.bodies import Charter
from pbem.entry.entries import NOTHING, SignedEntry, open_entry
from pbem.entry.shapes import REFEREE
from pbem.log.folder import LOG, Folder
from pbem.log.parties import Parties
from pbem.log.verify import walked
from pbem.mail import faults
from pbem.mail.letter import Letter, Letterhead
from pbem.mail.read import read
from pbem.play import word_codes
from pbem.play.word_codes import Offer

ID_DIGITS = 8
"""Of the digest of a game, or of its invitation, in a subject."""
_IDS = re.compile(rf"\[([0-9a-f]{{{ID_DIGITS}}})\]", re.IGNORECASE)
_DAEMON = re.compile(r"(?:mailer-daemon|postmaster)@", re.IGNORECASE)
_BROUGHT = tuple(
    f'"type":"{each.type}","v":{papers.VERSION}}}'.encode() for each in (papers.Invitation, papers.Ticket)
)
"""How the bytes of what an invitation brings end."""


@dataclass(frozen=True, slots=True)
class Whose:
    """Whether something in a mail is for this game, and whether something is for none or another."""

    mine: bool
    others: bool


@dataclass(frozen=True, slots=True)
class Known:
    """By what a folder knows its mails: the digests of its game and of its invitation, its own address and
    those of all others who play, those from which it expects words, and what their codes lock."""

    ids: frozenset[str]
    me: str
    others: frozenset[str]
    writers: frozenset[str]
    reads_words: bool
    offers: tuple[Offer, ...] = ()
    referee: str = ""
    """The address of the referee, where the folder is another's."""

    @classmethod
    def of(cls, folder: Folder) -> Known:
        """What the folder knows now; raises what its log and its invitation raise."""
        ids, me, reads, persons = set[str](), "", False, dict[str, tuple[str, bool]]()
        if folder.invitation_file.is_file():
            invited = invitation.kept(folder)
            ids.add(invited.digest)
            persons = {it.role: (it.mail.lower(), bool(it.word)) for it in invited.said.body.asked}
            reads = invitation.hosts(folder)
            me = invited.said.signer.mail.lower() if reads else ""
        if (folder.path / LOG).is_file():
            parties = walked(folder.log).parties
            ids.add(parties.game)
            persons = {it: (parties[it].mail.lower(), parties[it].word) for it in parties.roles}
            role = _role(folder, parties)
            me, _ = persons.pop(role, ("", False))
            reads = role == REFEREE
        writers = {it: mail for it, (mail, word) in persons.items() if word}
        return cls(
            frozenset(ids),
            me,
            frozenset(mail for mail, _ in persons.values()),
            frozenset(writers.values()),
            reads,
            tuple(_offers(folder, writers)) if reads else (),
            persons.get(REFEREE, ("", False))[0],
        )

    def whose(self, data: bytes) -> Whose:
        """Whose a mail is, in bytes."""
        try:
            letter = read(data, from_robot=True)
        except faults.MailRefused as refusal:
            return self._unreadable(refusal.letterhead)
        came_back = _DAEMON.match(letter.sender) and letter.sender.lower() not in self.others
        if came_back or self._is_to_another(letter):
            return _NOT_MINE
        signed = [*letter.entries, *letter.papers]
        if not signed:
            return self._words(letter)
        things = [each for each in signed if not (_invites(each) and _named(each) & self.ids)]
        if not things:
            return _NOT_MINE  # it is for the person who was asked
        found = [bool(_named(each) & self.ids) for each in things]
        return Whose(any(found), not all(found))

    def _is_to_another(self, head: Letterhead) -> bool:
        """Whether it was written to another party of this game, who may read the same mailbox: by the owner
        of this folder, or by the referee. What anybody else writes may have come here by an alias, or as a
        blind copy: an order that is left would be lost."""
        written = head.sender.lower() in {self.me, self.referee} - {""}
        return written and self.me not in head.to and bool(self.others.intersection(head.to))

    def _unreadable(self, head: Letterhead | None) -> Whose:
        """Of a mail that cannot be read: a referee answers the players of the game. A mail that does not name
        the game may be of another that they play."""
        if head is None or not self.reads_words or self._is_to_another(head):
            return _NOT_MINE
        if _IDS.search(head.subject):
            return self._named(head)
        return Whose(head.sender.lower() in self.others, others=True)

    def _words(self, letter: Letter) -> Whose:
        """Of an unsigned mail: a referee or host reads the answer to a mail of this game, and what a player
        by mail word writes who names no game. A code that is none of this game may be of another."""
        if not self.reads_words or letter.sender.lower() == self.me:
            return _NOT_MINE
        if _IDS.search(letter.subject):
            return self._named(letter)
        if letter.sender.lower() not in self.writers:
            return _NOT_MINE
        codes = word_codes.said(letter.words)
        known = any(offer.fits(code) or offer.knew(code) for offer in self.offers for code in codes)
        return Whose(mine=True, others=bool(codes) and not known)

    def _named(self, head: Letterhead) -> Whose:
        """Of a mail with ids in its subject."""
        said = {each.lower() for each in _IDS.findall(head.subject)}
        own = {each[:ID_DIGITS] for each in self.ids}
        return Whose(bool(said & own), bool(said - own))


_NOT_MINE: Final = Whose(mine=False, others=True)


def _offers(folder: Folder, writers: Iterable[str]) -> Iterator[Offer]:
    """What players by mail word were asked, each with a code."""
    for role in writers:
        own = folder.word(role)
        found = (word_codes.kept(file) for file in (own.offer_file, own.invited_file))
        yield from (offer for offer in found if offer is not None)


def _role(folder: Folder, parties: Parties) -> str:
    try:
        return folder.role(parties)
    except errors.StrangeFolder:
        return ""


def own(known: Known, things: Iterable[SignedEntry]) -> list[SignedEntry]:
    """What of these is for this game."""
    return [signed for signed in things if _named(signed) & known.ids]


def _invites(signed: SignedEntry) -> bool:
    """Whether this is an invitation or a ticket, which a reply may quote."""
    return signed.data.endswith(_BROUGHT)


def _named(signed: SignedEntry) -> set[str]:
    """The digests that a signed thing names: of its game, or of the invitation to it."""
    game, invitation, is_invitation = naming.named(signed)
    if is_invitation:
        return {signed.head}
    names = {name for name in (game, invitation) if name is not None}
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
