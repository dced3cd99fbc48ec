"""The mails about an entry that several sign: to who has yet to sign it, to all once it stands, and to who is
replaced by it.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from pbem.entry.bodies import Rollback, Substitute
from pbem.entry.entries import SignedEntry
from pbem.entry.shapes import REFEREE
from pbem.entry.slips import Notice
from pbem.errors import BadPicture
from pbem.judge.gathering import Gathered
from pbem.log import shown
from pbem.log.announcements import announced
from pbem.log.folder import LOG, Folder
from pbem.log.parties import Party
from pbem.log.verify import walked
from pbem.log.walk import Walk
from pbem.mail.write import Draft, fitted
from pbem.play import countersigning, peers
from pbem.play.desk import Desk
from pbem.post.outbox import Outbox
from pbem.rules.games import Build, rules_of
from pbem.rules.table import Table
from pbem.tell import letters, mailwords, slip_letters, threads, word_texts
from pbem.tell.letters import MOST_BYTES, MOST_ENTRIES, Picture, address


def send(
    folder: Folder,
    made: Gathered,
    now: int | None = None,
    picture: Picture | None = None,
    build: Build = rules_of,
) -> list[Path]:
    """Lay a mail into the outbox for each who is to sign an entry now; raises as `walked`, or OSError.

    With a rollback goes how the game stood then, with a `picture` of it. With it goes the order that is out,
    if there is one; a newcomer gets the whole log before it, in as many mails as it takes.
    """
    walk, files = walked(folder.log), []
    for role in made.asked:
        for number, bare in enumerate(_drafts(walk, made, role)):
            draft = replace(bare, date=now)
            if isinstance(made.entry.body, Rollback):
                draft = _with_what_stood(draft, folder, made.entry.body.to, role, picture, build)
            name = _asks(made, role, number)
            files.append(Outbox(folder.path).put(name, fitted(draft), list(draft.to)))
    return files


def _with_what_stood(
    draft: Draft, folder: Folder, to: int, role: str, picture: Picture | None, build: Build
) -> Draft:
    """The mail about a rollback, with how the game stood after entry `to` as its reader may see it."""
    desk = Desk(folder, build)
    table = Table.load(folder.log, build, to)
    if folder.role(table.walk.parties) == REFEREE and role != REFEREE:
        desk.seated(table, role)
    shown = None
    if picture is not None and role != REFEREE:
        with suppress(BadPicture):
            shown = picture(table, role, to)
    return replace(draft, text=f"{draft.text}\n{mailwords.stood(table)}", picture=shown)


def _drafts(walk: Walk, made: Gathered, role: str) -> list[Draft]:
    body, said = made.entry.body, announced(made.entry.body).text
    if not (isinstance(body, Substitute) and body.role == role):
        to = walk.parties[role]
        out = walk.entries[walk.batch.seq if walk.batch else len(walk.entries) :]
        asks = word_texts.proposal(said) if to.word else mailwords.proposal(made.entry, said)
        return [_draft(walk, made, to.mail, asks, () if to.word else (*out, made.signed))]
    if body.word:
        return [_draft(walk, made, body.mail, word_texts.proposal(said), ())]
    parts = _parts((*walk.entries, made.signed))
    texts = [mailwords.newcomer(made.entry, said, number + 1, len(parts)) for number in range(len(parts))]
    return [_draft(walk, made, body.mail, text, part) for text, part in zip(texts, parts, strict=True)]


def _draft(walk: Walk, made: Gathered, to: str, text: str, entries: tuple[SignedEntry, ...]) -> Draft:
    return Draft(
        sender=address(walk.parties[made.entry.author]),
        to=(to,),
        subject=mailwords.proposal_subject(walk, made.entry),
        text=text,
        entries=entries,
        automatic=False,
        references=(threads.of_game(walk),),
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
    for made in countersigning.waiting(folder, table):
        if made.missing == made.last:
            asked = Outbox(folder.path).find(_asks(made, made.asked[0], "*"))
            files += asked or send(folder, made, now, picture, build)
    return files


def _asks(made: Gathered, role: str, number: int | str) -> str:
    """The name of a mail that asks this role to sign, the how-manieth of those to him."""
    return f"{made.entry.seq:04d}-{role}-to-sign-{number}-{made.signed.head[:16]}"


def send_signed(folder: Folder, made: Gathered, now: int | None = None) -> list[Path]:
    """Lay an entry with the signature of the folder's owner into the outbox, for its author; with the last
    that was missing also a notice for all others, who then have seen that it is whole. From a newcomer the
    first alone, and nothing as long as his folder has no log that tells an address. Raises as `walked`, or
    OSError."""
    if not (folder.path / LOG).is_file():
        return []
    walk, entry = walked(folder.log), made.entry
    body = entry.body
    if isinstance(body, Substitute) and body.key == folder.key().public.line:
        return [_to_author(folder, walk, made, Party.of(body), now)]
    me = folder.role(walk.parties)
    files = [_to_author(folder, walk, made, walk.parties[me], now)]
    others = [role for role in walk.parties.active if role not in (me, entry.author)]
    if not made.missing and walk.parties.refereed and shown.is_own(folder, walk):
        said = Notice(game=walk.game, author=me, seq=entry.seq, prev=entry.prev, digest=made.signed.head)
        notice = shown.sign_paper(folder, walk.parties, said)
        files += slip_letters.send(folder, walk, others, slip_letters.WHOLE, notice, now=now)
    return files


def _to_author(folder: Folder, walk: Walk, made: Gathered, me: Party, now: int | None) -> Path:
    author = walk.parties[made.entry.author]
    draft = Draft(
        sender=address(me),
        to=(address(author),),
        subject=mailwords.move_subject(walk, made.entry),
        text=mailwords.signed(made.entry, announced(made.entry.body).text),
        entries=(made.signed,),
        automatic=False,
        references=(threads.of_game(walk),),
        date=now,
    )
    name = f"{made.entry.seq:04d}-{me.role}-signed-{made.signed.head[:16]}"
    return Outbox(folder.path).put(name, fitted(draft), [author.mail])


def send_completed(
    folder: Folder, table: Table, now: int | None = None, build: Build = rules_of
) -> list[Path]:
    """Lay the newest entry, which its author proposed and all have signed now, into his outbox for every
    other party, and what his program owes by it: the link that it burns for a new chain. Raises as
    `peers.take_in`, `letters.send_unasked`, or OSError."""
    files, walk = _send_whole(folder, table, now), table.walk
    if walk.parties.refereed:
        unasked = letters.send_unasked(folder, Table.load(folder.log, build), now)
        return [*files, unasked] if unasked else files
    exchange = peers.take_in(folder, [walk.entries[-1]], build, now)
    if exchange.file is not None:
        files.append(letters.send_answer(folder, exchange.receipt, folder.role(walk.parties), now))
    return files


def _send_whole(folder: Folder, table: Table, now: int | None = None) -> list[Path]:
    """The entry with the order that is out before it, for every other party, and word to who was replaced."""
    walk, parties = table.walk, table.walk.parties
    entry = walk.history[-1]
    first = walk.batch.seq if walk.batch else table.seq
    files = []
    for role in parties.active:
        if role == entry.author:
            continue
        draft = Draft(
            sender=address(parties[entry.author]),
            to=(address(parties[role]),),
            subject=mailwords.move_subject(walk, entry),
            text=f"{announced(entry.body).text}\n\nAll have signed this; take it in with `pbem receive`.\n",
            entries=tuple(table.entries(first, table.seq)),
            automatic=False,
            references=(threads.of_game(walk),),
            date=now,
        )
        name = f"{entry.seq:04d}-{role}-whole-{walk.head[:16]}"
        files.append(Outbox(folder.path).put(name, fitted(draft), [parties[role].mail]))
    return files + send_replaced(folder, table, table.seq, now)


def send_replaced(folder: Folder, table: Table, seq: int, now: int | None = None) -> list[Path]:
    """Tell who was replaced by entry `seq` that he was; nothing for another entry, or a new key of the same
    person. Raises OSError."""
    walk, parties = table.walk, table.walk.parties
    body = walk.history[seq].body
    if not isinstance(body, Substitute) or parties.former[body.role].mail == body.mail:
        return []
    old, author = parties.former[body.role], parties[walk.history[seq].author]
    draft = Draft(
        sender=address(author),
        to=(address(old),),
        subject=f"{mailwords.move_subject(walk, walk.history[seq])}: {body.role} has a new player",
        text=mailwords.replaced(body.role, body.name, [each for each in parties.active if each != body.role]),
        entries=tuple(table.entries(seq, seq)),
        automatic=False,
        references=(threads.of_game(walk),),
        date=now,
    )
    name = f"{seq:04d}-replaced-{body.role}-{walk.entries[seq].head[:16]}"
    return [Outbox(folder.path).put(name, fitted(draft), [old.mail])]
