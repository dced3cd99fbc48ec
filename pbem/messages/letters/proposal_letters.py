"""The mails about an entry that several sign: to who has yet to sign it, to all once it stands, and to who is
replaced by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pbem.entry.bodies import Adopt, Claim, Rollback, Substitute
from pbem.entry.entries import SignedEntry
from pbem.entry.field_types import REFEREE
from pbem.entry.peer_notices import ObservedNotice
from pbem.errors import BadPicture
from pbem.judge.shared_entries import SharedEntry
from pbem.log.announcements import describe_announcement
from pbem.log.log_verifier import LogVerifier
from pbem.log.parties import Party
from pbem.log.party import disclosures
from pbem.log.party.folder import LOG, Folder
from pbem.log.verification import verify_entries
from pbem.mail.author_text import MARK
from pbem.mail.writer import Draft, compose_fitting
from pbem.messages import letter_text, mail_word_text, request_text
from pbem.messages.letters import adoption_letters, game_letters, mail_threads, notice_letters, peer_letters
from pbem.messages.letters.game_letters import MOST_BYTES, MOST_ENTRIES, Picture, address
from pbem.play.agreements import countersignatures, side_requests, takebacks
from pbem.play.host import peer_exchange
from pbem.play.host.referee_desk import RefereeDesk
from pbem.post.outbox import Outbox
from pbem.rules import rules_lookup
from pbem.rules.rules_lookup import Build, rules_of
from pbem.rules.table import Table


def send(
    folder: Folder,
    made: SharedEntry,
    now: int | None = None,
    picture: Picture | None = None,
    build: Build = rules_of,
) -> list[Path]:
    """Lay a mail into the outbox for each who is to sign an entry now; raises as `walked`, or OSError.

    With a rollback goes how the game stood then, with a `picture` of it. With it goes the order that is out,
    if there is one; a newcomer gets the whole log before it, in as many mails as it takes.
    """
    verifier = verify_entries(folder.log)
    return [
        file for role in made.asked_roles for file in _ask(folder, verifier, made, role, now, picture, build)
    ]


def send_unasked(
    folder: Folder,
    made: SharedEntry,
    now: int | None = None,
    picture: Picture | None = None,
    build: Build = rules_of,
) -> list[Path]:
    """As `send`, to those alone that were not asked before."""
    verifier, outbox = verify_entries(folder.log), Outbox(folder.path)
    asked = [role for role in made.asked_roles if not outbox.find(_asks(made, role, "*"))]
    return [file for role in asked for file in _ask(folder, verifier, made, role, now, picture, build)]


def _ask(
    folder: Folder,
    verifier: LogVerifier,
    made: SharedEntry,
    role: str,
    now: int | None,
    picture: Picture | None,
    build: Build,
) -> list[Path]:
    """The mails that ask one role to sign. A side by mail word has one code for it, and is asked nothing once
    it has agreed."""
    code, outbox = "", Outbox(folder.path)
    if takebacks.takes_code(verifier, made, role):
        if side_requests.has_said_yes(folder, role, made.signed_entry.head):
            return []
        if found := outbox.find(_asks(made, role, "*")):
            return found
        code = takebacks.offer_code(folder, verifier, made, role, now or 0)
    files = []
    for number, bare in enumerate(_drafts(verifier, made, role, code)):
        draft = replace(bare, date=now)
        if isinstance(made.entry.body, Adopt):
            draft = adoption_letters.add_version(draft, folder, made.entry.body, role, picture, build)
        if isinstance(made.entry.body, Substitute) and made.entry.body.role == role and number == 0:
            draft = replace(draft, game=rules_lookup.travelling_file(rules_lookup.played_game(verifier)))
        if isinstance(made.entry.body, Rollback):
            draft = _add_position(draft, folder, made.entry.body.to, role, picture, build)
            falling = [it for it in takebacks.list_standing(verifier) if it.seq > made.entry.body.to]
            draft = replace(draft, text=f"{draft.text}\n{request_text.falling_text(falling)}")
        files.append(outbox.put(_asks(made, role, number), compose_fitting(draft), list(draft.to)))
    return files


def _add_position(
    draft: Draft, folder: Folder, to: int, role: str, picture: Picture | None, build: Build
) -> Draft:
    """The mail about a rollback, with how the game stood after entry `to` as its reader may see it."""
    desk = RefereeDesk(folder, build)
    table = Table.load(folder.log, build, to)
    if folder.role(table.verifier.parties) == REFEREE and role != REFEREE:
        desk.seat_table(table, role)
    shown = None
    if picture is not None and role != REFEREE:
        with suppress(BadPicture):
            shown = picture(table, role, to)
    return replace(draft, text=f"{draft.text}\n{letter_text.rollback_text(table)}", picture=shown)


def _drafts(verifier: LogVerifier, made: SharedEntry, role: str, code: str = "") -> list[Draft]:
    body, said = made.entry.body, describe_announcement(made.entry.body).text
    if not (isinstance(body, Substitute) and body.role == role):
        to = verifier.parties[role]
        out = verifier.entries[verifier.batch.seq if verifier.batch else len(verifier.entries) :]
        asks = mail_word_text.proposal_text(said) if to.word else letter_text.proposal_text(made.entry, said)
        if code:
            text = f"{MARK}\n\n{request_text.agree_text(said, code)}"
            bare = _draft(verifier, made, to.mail, text, ())
            return [replace(bare, subject=letter_text.agree_subject(verifier, made.entry))]
        return [_draft(verifier, made, to.mail, asks, () if to.word else (*out, made.signed_entry))]
    if body.word:
        return [_draft(verifier, made, body.mail, mail_word_text.proposal_text(said), ())]
    parts = _parts((*verifier.entries, made.signed_entry))
    texts = [
        letter_text.newcomer_text(made.entry, said, number + 1, len(parts)) for number in range(len(parts))
    ]
    return [_draft(verifier, made, body.mail, text, part) for text, part in zip(texts, parts, strict=True)]


def _draft(
    verifier: LogVerifier, made: SharedEntry, to: str, text: str, entries: tuple[SignedEntry, ...]
) -> Draft:
    return Draft(
        sender=address(verifier.parties[made.entry.author]),
        to=(to,),
        subject=letter_text.proposal_subject(verifier, made.entry),
        text=text,
        entries=entries,
        automatic=False,
        references=(mail_threads.game_thread(verifier),),
    )


def _parts(entries: Sequence[SignedEntry]) -> list[tuple[SignedEntry, ...]]:
    """Entries in the portions that mails hold."""
    parts: list[list[SignedEntry]] = [[]]
    size = 0
    for signed in entries:
        size += len(signed.to_record())
        if parts[-1] and (len(parts[-1]) == MOST_ENTRIES or size > MOST_BYTES):
            parts.append([])
            size = len(signed.to_record())
        parts[-1].append(signed)
    return [tuple(part) for part in parts]


def send_to_last(
    folder: Folder,
    table: Table,
    now: int | None = None,
    picture: Picture | None = None,
    build: Build = rules_of,
) -> list[Path]:
    """Lay what all others have signed into the outbox, for who has to act next and signs last, if he was not
    asked before; the mails. Raises as `send`."""
    files = []
    for made in countersignatures.list_waiting(folder, table):
        if made.missing == made.last:
            asked = Outbox(folder.path).find(_asks(made, made.asked_roles[0], "*"))
            files += asked or send(folder, made, now, picture, build)
    return files


def _asks(made: SharedEntry, role: str, number: int | str) -> str:
    """The name of a mail that asks this role to sign, the how-manieth of those to him."""
    return f"{made.entry.seq:04d}-{role}-to-sign-{number}-{made.signed_entry.head[:16]}"


def send_signed(folder: Folder, made: SharedEntry, now: int | None = None) -> list[Path]:
    """Lay an entry with the signature of the folder's owner into the outbox, for its author; with the last
    that was missing also a notice for all others, who then have seen that it is whole. From a newcomer the
    first alone, and nothing as long as his folder has no log that tells an address. Raises as `walked`, or
    OSError."""
    if not (folder.path / LOG).is_file():
        return []
    verifier, entry = verify_entries(folder.log), made.entry
    body = entry.body
    if isinstance(body, Substitute) and body.key == folder.key().public.line:
        return [_to_author(folder, verifier, made, Party.from_person(body), now)]
    me = folder.role(verifier.parties)
    files = [_to_author(folder, verifier, made, verifier.parties[me], now)]
    others = [role for role in verifier.parties.active if role not in (me, entry.author)]
    if not made.missing and verifier.parties.has_referee and disclosures.is_own(folder, verifier):
        said = ObservedNotice(
            game=verifier.game, author=me, seq=entry.seq, prev=entry.prev, digest=made.signed_entry.head
        )
        notice = disclosures.sign_paper(folder, verifier.parties, said)
        files += notice_letters.send_slip(folder, verifier, others, notice_letters.WHOLE, notice, now=now)
    return files


def has_sent_signed(folder: Folder, made: SharedEntry, role: str) -> bool:
    """Whether the mail with the signature of a role lies in the outbox, or has gone."""
    return bool(Outbox(folder.path).find(_name_signed(made, role)))


def _name_signed(made: SharedEntry, role: str) -> str:
    return f"{made.entry.seq:04d}-{role}-signed-{made.signed_entry.head[:16]}"


def _to_author(folder: Folder, verifier: LogVerifier, made: SharedEntry, me: Party, now: int | None) -> Path:
    author = verifier.parties[made.entry.author]
    draft = Draft(
        sender=address(me),
        to=(address(author),),
        subject=letter_text.move_subject(verifier, made.entry),
        text=letter_text.signed_text(made.entry, describe_announcement(made.entry.body).text),
        entries=(made.signed_entry,),
        automatic=False,
        references=(mail_threads.game_thread(verifier),),
        date=now,
    )
    name = _name_signed(made, me.role)
    return Outbox(folder.path).put(name, compose_fitting(draft), [author.mail])


def send_completed(
    folder: Folder, table: Table, now: int | None = None, build: Build = rules_of
) -> list[Path]:
    """Lay the newest entry, which its author proposed and all have signed now, into his outbox for every
    other party, and what his program owes by it: the link that it burns for a new chain. Raises as
    `peer_exchange.take_in`, `game_letters.send_unasked`, or OSError."""
    verifier = table.verifier
    if isinstance(verifier.history[-1].body, Claim):
        # Who is claimed against will not write the end: it goes with the claim.
        peer_exchange.take_in(folder, [verifier.entries[-1]], build, now)
        return _send_whole(folder, Table.load(folder.log, build), table.seq, now)
    files = _send_whole(folder, table, table.seq, now)
    if verifier.parties.has_referee:
        unasked = game_letters.send_unasked(folder, Table.load(folder.log, build), now)
        return [*files, unasked] if unasked else files
    exchange = peer_exchange.take_in(folder, [verifier.entries[-1]], build, now)
    if exchange.file is not None:
        files += peer_letters.send_answer(folder, exchange.receipt, folder.role(verifier.parties), now)
    return files


def _send_whole(folder: Folder, table: Table, seq: int, now: int | None = None) -> list[Path]:
    """Entry `seq` with the order that is out before it, for every other party, and word to who was
    replaced."""
    verifier, parties = table.verifier, table.verifier.parties
    entry = verifier.history[seq]
    first = verifier.batch.seq if verifier.batch else seq
    if isinstance(entry.body, Claim) and verifier.history[seq - 1].link is not None:
        first -= 1  # the order that was never answered, or the newest answer
    files = []
    for role in parties.active:
        if role == entry.author:
            continue
        draft = Draft(
            sender=address(parties[entry.author]),
            to=(address(parties[role]),),
            subject=letter_text.move_subject(verifier, entry),
            text=f"{describe_announcement(entry.body).text}\n\nAll have signed this; take it in "
            "with `pbem receive`.\n",
            entries=tuple(table.entries(first, table.seq)),
            automatic=False,
            references=(mail_threads.game_thread(verifier),),
            date=now,
        )
        name = f"{entry.seq:04d}-{role}-whole-{verifier.head[:16]}"
        files.append(Outbox(folder.path).put(name, compose_fitting(draft), [parties[role].mail]))
    return files + send_replaced(folder, table, seq, now)


def send_replaced(folder: Folder, table: Table, seq: int, now: int | None = None) -> list[Path]:
    """Tell who was replaced by entry `seq` that he was; nothing for another entry, or a new key of the same
    person. Raises OSError."""
    verifier, parties = table.verifier, table.verifier.parties
    body = verifier.history[seq].body
    if not isinstance(body, Substitute) or parties.former[body.role].mail == body.mail:
        return []
    old, author = parties.former[body.role], parties[verifier.history[seq].author]
    draft = Draft(
        sender=address(author),
        to=(address(old),),
        subject=f"{letter_text.move_subject(verifier, verifier.history[seq])}: {body.role} has a new player",
        text=letter_text.replaced_text(
            body.role, body.name, [each for each in parties.active if each != body.role]
        ),
        entries=tuple(table.entries(seq, seq)),
        automatic=False,
        references=(mail_threads.game_thread(verifier),),
        date=now,
    )
    name = f"{seq:04d}-replaced-{body.role}-{verifier.entries[seq].head[:16]}"
    return [Outbox(folder.path).put(name, compose_fitting(draft), [old.mail])]
