"""Whether a mail is for a folder. Two games may share a mailbox, and so may two folders of one game: a robot
touches what belongs to its own game and is meant for its own folder. It leaves all else unread where it lies.

The signature decides, with the part of the folder's owner in the game: an owner who answers an order reads it
whatever the mail says in From and To. An unsigned mail belongs to a game by the id in its subject, or comes
from a player by mail word.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from typing import Final

from pbem import errors
from pbem.entry import game_digests, setup_papers
from pbem.entry.bodies import Charter, Substitute
from pbem.entry.entries import NOTHING, Entry, SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.entry.verified_entries import verify_entry
from pbem.keys import signature
from pbem.keys.openssh_keys import PublicKey
from pbem.log.parties import SHARED, Parties
from pbem.log.party.folder import LOG, Folder
from pbem.log.verification import verify_entries
from pbem.mail import faults
from pbem.mail.letter import Letter, Letterhead
from pbem.mail.reader import read
from pbem.play.agreements import side_requests
from pbem.play.orders import mail_word_codes
from pbem.play.orders.mail_word_codes import Offer
from pbem.setup import invitation

ID_DIGITS = 8
"""Of the digest of a game, or of its invitation, in a subject."""
_IDS = re.compile(rf"\[([0-9a-f]{{{ID_DIGITS}}})\]", re.IGNORECASE)
_DATE = re.compile(r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])")
"""A day, such as 20261129, which a mail program or a person puts into a subject."""
_DAEMON = re.compile(
    r"(?:mail(?:er)?[-_.]?daemon|daemon|postmaster|microsoftexchange[0-9a-f]+|(?:double-)?bounces?)(?:[+-][^@]*)?@",
    re.IGNORECASE,
)
"""Names of mail programs that tell what became of a mail."""
_INVITATION, _TICKET, _JOIN = (
    f'"type":"{each.type}","v":{setup_papers.VERSION}}}'.encode()
    for each in (setup_papers.Invitation, setup_papers.Ticket, setup_papers.Join)
)
"""How the bytes of the papers before a game end."""


@dataclass(frozen=True, slots=True)
class MailOwner:
    """Whether something in a mail is for this game, and whether something is for none or another."""

    mine: bool
    others: bool


@dataclass(frozen=True, slots=True)
class MailOwnership:
    """By what a folder knows its mails: the digests of its game and of its invitation, its own address and
    those of all others who play, those from which it expects words, and what their codes lock."""

    ids: frozenset[str]
    me: str
    others: frozenset[str]
    writers: frozenset[str]
    reads_words: bool
    """Whether it is the folder of the referee, or of a host whose game has not begun."""
    offers: tuple[Offer, ...] = ()
    key: bytes = b""
    """The public key of the folder's owner."""
    hosts: bool = False
    answers: frozenset[str] = frozenset()
    """The roles whose orders the folder's owner answers."""
    referee: str = ""
    """The address of the referee, where the folder is another's."""
    is_party: bool = True
    held: frozenset[str] = field(default=frozenset(), compare=False)
    """The digests of the entries in the log: none before the game begins."""

    @classmethod
    def of_folder(cls, folder: Folder) -> MailOwnership:
        """What the folder knows now; raises what its log and its invitation raise."""
        ids, role, persons = set[str](), "", dict[str, tuple[str, bool]]()
        hosts = invitation.hosts(folder)
        if folder.invitation_file.is_file():
            invited = invitation.load_invitation(folder)
            role = invited.said.author if hosts else _read_joined_role(folder)
            ids |= {invited.digest} if role else set()
            persons = {it.role: (it.mail.lower(), bool(it.word)) for it in invited.said.body.parties}
        reads, answers, held = hosts, frozenset[str](), frozenset[str]()
        if (folder.path / LOG).is_file():
            verifier = verify_entries(folder.log)
            parties = verifier.parties
            ids.add(parties.game)
            persons = {it: (parties[it].mail.lower(), parties[it].word) for it in parties.roles}
            role = _role(folder, parties)
            reads = role == REFEREE
            answers = frozenset(it for it in parties.active if it != role == parties.closer(it))
            held = frozenset(each.head for each in verifier.entries)
        me, _ = persons.pop(role, ("", False))
        writers = {it: mail for it, (mail, word) in persons.items() if word}
        return cls(
            ids=frozenset(ids),
            me=me,
            others=frozenset(mail for mail, _ in persons.values()),
            writers=frozenset(writers.values()),
            reads_words=reads,
            offers=tuple(_offers(folder, writers)) if reads else (),
            key=PublicKey.load(folder.public_file).raw if folder.public_file.is_file() else b"",
            hosts=hosts,
            answers=answers,
            referee=persons.get(REFEREE, ("", False))[0],
            is_party=bool(role),
            held=held,
        )

    def find_owner(self, data: bytes) -> MailOwner:
        """Whose a mail is, in bytes."""
        try:
            letter = read(data, from_robot=True)
        except faults.MailRefused as refusal:
            return self._unreadable(refusal.letterhead)
        signed = [*letter.entries, *letter.papers]
        if not signed:
            return _NOT_MINE if self._is_from_daemon(letter) else self._words(letter)
        things = [each for each in signed if not (_invites(each) and self.is_owned(each))]
        mine = [each for each in things if self.is_owned(each)]
        if not mine or not self._is_for_me(letter, mine):
            return _NOT_MINE  # an invitation is for the person who was asked
        return MailOwner(mine=True, others=len(mine) < len(things) or self._is_for_closer(letter, mine))

    def is_owned(self, signed: SignedEntry) -> bool:
        """Whether a signed thing is of this game; a join is for the host alone."""
        return bool(_named_digests(signed) & self.ids) and (self.hosts or not signed.data.endswith(_JOIN))

    def _is_for_me(self, letter: Letter, things: list[SignedEntry]) -> bool:
        """Whether these, all of this game, are for the folder's owner. From and To decide only where nothing
        in the mail is new for one who answers: an order may come by an alias, as a blind copy, or from any
        address, and one that is left would be lost."""
        own = [each for each in things if self._is_own(each)]
        fresh = [each for each in things if each not in own and each.head not in self.held]
        if letter.by_program and self.reads_words and self.held:
            return False  # an answer, which is for a player
        if any(self._answers(each) for each in fresh):
            return True
        if not self.is_party:
            return any(self._replaces_by_me(each) for each in fresh) or not self._is_to_another(letter)
        if not fresh and not letter.by_program and (self._came_back(letter, bool(own)) or self._is_out(own)):
            return False
        if self.reads_words:
            return letter.sender.lower() != self.me or not self._is_to_another(letter)
        return not self._is_to_another(letter)

    def _came_back(self, head: Letterhead, has_own: bool) -> bool:
        """Whether a mail with nothing new is one that the folder's owner has written: a mail program says
        that it did not arrive, or whoever reads the same mailbox is to answer it."""
        sender = head.sender.lower()
        if self.reads_words and (sender == self.me or not self.held):
            return False
        if sender == self.me:
            return has_own
        return sender not in self.others and (has_own or self._is_from_daemon(head))

    def _is_out(self, own: list[SignedEntry]) -> bool:
        """Whether one of the owner's own things is an order whose dice nobody has rolled: an answer would
        bring these, so it is still on its way."""
        found = [_entry(each) for each in own if each.head not in self.held]
        return not self.reads_words and any(each is not None and each.link is not None for each in found)

    def _is_for_closer(self, letter: Letter, things: list[SignedEntry]) -> bool:
        """Whether this may be an order of another that the referee has still to read in the same mailbox: no
        answer of the referee's, and nothing that the referee has signed."""
        if not self.referee or letter.by_program or letter.sender.lower() == self.referee:
            return False
        fresh = [each for each in things if each.head not in self.held and not self._is_own(each)]
        found = [_entry(each) for each in fresh if each in letter.entries]
        orders = [each for each in found if each is not None and not isinstance(each.body, SHARED)]
        return bool(orders) and all(each.author != REFEREE for each in orders)

    def _answers(self, signed: SignedEntry) -> bool:
        """Whether a thing of another is for the folder's owner to answer."""
        if self.reads_words or signed.data.endswith(_JOIN):
            return True
        entry = _entry(signed) if self.answers else None
        return entry is not None and entry.author in self.answers

    def _is_own(self, signed: SignedEntry) -> bool:
        """Whether the folder's own key signed it, and no other."""
        for namespace in (signature.NAMESPACE, setup_papers.NAMESPACE):
            try:
                signers = {signature.verify(blob, signed.data, namespace) for blob in signed.signatures}
            except errors.PbemError:
                continue
            return signers == {self.key}
        return False

    def _replaces_by_me(self, signed: SignedEntry) -> bool:
        """Whether it makes the folder's owner, who is no party yet, one."""
        try:
            body = verify_entry(signed).entry.body
            return isinstance(body, Substitute) and PublicKey.parse(body.key).raw == self.key
        except errors.PbemError:
            return False

    def _is_to_another(self, head: Letterhead) -> bool:
        """Whether it was written to another party of this game, who may read the same mailbox."""
        return self.me not in head.to and bool(self.others.intersection(head.to))

    def _is_from_daemon(self, head: Letterhead) -> bool:
        return bool(_DAEMON.match(head.sender)) and head.sender.lower() not in self.others

    def _unreadable(self, head: Letterhead | None) -> MailOwner:
        """Of a mail that cannot be read: a referee answers the players of the game. A mail that does not name
        the game may be of another that they play."""
        if head is None or not self.reads_words:
            return _NOT_MINE
        if head.sender.lower() == self.me and self._is_to_another(head):
            return _NOT_MINE
        own, foreign = self._subject_ids(head)
        if own:
            return MailOwner(mine=True, others=bool(foreign))
        return MailOwner(head.sender.lower() in self.others and all(map(str.isdecimal, foreign)), others=True)

    def _words(self, letter: Letter) -> MailOwner:
        """Of an unsigned mail: a referee or host reads the answer to a mail of this game, and what a player
        by mail word writes who names no game. A code finds its game whatever the subject says; one that is
        none of this game may be of another, and so may eight digits in brackets."""
        if not self.reads_words or letter.sender.lower() == self.me:
            return _NOT_MINE
        own, foreign = self._subject_ids(letter)
        if own:
            return MailOwner(mine=True, others=bool(foreign))
        if letter.sender.lower() not in self.writers:
            return _NOT_MINE
        codes = mail_word_codes.find_codes(letter.words)
        if any(offer.is_code(code) or offer.is_earlier_code(code) for offer in self.offers for code in codes):
            return MailOwner(mine=True, others=False)
        if not all(map(str.isdecimal, foreign)):
            return _NOT_MINE
        return MailOwner(mine=True, others=bool(codes or foreign))

    def _subject_ids(self, head: Letterhead) -> tuple[set[str], set[str]]:
        """The ids in a subject: of this game, and of others. A date is no id, unless this game has it."""
        said = {each.lower() for each in _IDS.findall(head.subject)}
        own = said & {each[:ID_DIGITS] for each in self.ids}
        return own, {each for each in said - own if not _DATE.fullmatch(each)}


_NOT_MINE: Final = MailOwner(mine=False, others=True)


def _offers(folder: Folder, writers: Iterable[str]) -> Iterator[Offer]:
    """What players by mail word were asked, each with a code."""
    for role in writers:
        own = folder.word(role)
        found = (mail_word_codes.load_offer(file) for file in (own.offer_file, own.invitation_offer_file))
        yield from (offer for offer in found if offer is not None)
        yield from side_requests.list_offers(folder, role)


def _role(folder: Folder, parties: Parties) -> str:
    try:
        return folder.role(parties)
    except errors.StrangeFolder:
        return ""


def _read_joined_role(folder: Folder) -> str:
    """The role as which the owner of a folder has joined, or nothing; raises what the file raises."""
    if not folder.join_file.is_file():
        return ""
    return setup_papers.open_join(invitation.read(folder.join_file)).said.person.role


def _entry(signed: SignedEntry) -> Entry | None:
    """The contents of an entry, whoever has signed it; None where it cannot be read."""
    try:
        return Entry.decode(signed.data)
    except errors.PbemError:
        return None


def _invites(signed: SignedEntry) -> bool:
    """Whether this is an invitation or a ticket, which a reply may quote."""
    return signed.data.endswith((_INVITATION, _TICKET))


def _named_digests(signed: SignedEntry) -> set[str]:
    """The digests that a signed thing names: of its game, or of the invitation to it."""
    game, invitation, is_invitation = game_digests.find_digests(signed)
    if is_invitation:
        return {signed.head}
    names = {name for name in (game, invitation) if name is not None}
    return _begun_games(signed) if names == {NOTHING} else names


def _begun_games(signed: SignedEntry) -> set[str]:
    """The game that a charter begins, and the invitation that it came from."""
    try:
        entry = verify_entry(signed).entry
    except errors.PbemError:
        return {signed.head}
    if not isinstance(entry.body, Charter):
        return {signed.head}
    invited = setup_papers.invitation_of(entry.author, entry.body).encode()
    return {signed.head, sha256(invited).hexdigest()}
