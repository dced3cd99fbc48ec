"""The mails of mail word, laid into the outbox: an invitation with its code, a draft with its code, and what
a code came to. They go to the address in the charter or invitation, whoever wrote and whatever he wants.

A draft's mail is the only place where its code stands in clear. Of these mails a side gets only so many a
day: somebody who writes in its name could else have its mailbox filled.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from pbem.entry.bodies import Contact
from pbem.entry.field_types import REFEREE
from pbem.entry.setup_papers import Invitation, Paper
from pbem.log.party.folder import Folder
from pbem.mail.author_text import MARK
from pbem.mail.letter import Unread
from pbem.mail.writer import Draft, compose
from pbem.messages import charter_text, letter_text, mail_word_text
from pbem.messages.letters import game_letters, mail_threads
from pbem.messages.letters.game_letters import GameLetters, Occasion, PictureFields
from pbem.play.orders.mail_word_drafts import UnderstoodDraft
from pbem.post.faults import NameTaken
from pbem.post.outbox import Outbox
from pbem.rules.table import Table
from pbem.setup import mail_word_joins

MOST: Final = 30
"""Mails of this kind to a side, a day."""
MOST_ELSEWHERE: Final = 10
"""Addresses of strangers that are told a day that nobody plays from there."""
UNCHANGED: Final = "nothing has changed"
"""In the subject of an answer to a mail that changed nothing."""
_DAY: Final = 86_400
_FIRST: Final = Draft("", (), "", "", automatic=False)


def find_answers(boxes: GameLetters, side: str, tag: str) -> list[Path]:
    """What a mail of this name was answered with before."""
    return boxes.find_mails(f"*-word-{side}-{tag}")


def is_flooded(boxes: GameLetters, side: str, now: int | None) -> bool:
    """Whether a side was sent as many of these mails today, in UTC, as it may get. Those of `red-guard` do
    not count for `red`."""
    name = f"{_day(now)}-word-{side}"
    return sum(file.stem.rpartition("-")[0] == name for file in boxes.find_mails(f"{name}-*")) >= MOST


def _day(now: int | None) -> str:
    return f"{(now or 0) // _DAY:06d}"


def send_draft(
    boxes: GameLetters,
    side: str,
    made: UnderstoodDraft,
    code: str,
    why: Occasion,
    told: str = "",
    unread: Sequence[Unread] = (),
) -> Path | None:
    """The mail with a draft and its code; the picture shows what the draft would do, or the game as it is.
    `told`: what was understood of a log; `unread`: what of the mail was not read."""
    table = boxes.desk.table()
    drawn = boxes.draw(made.table, side, table.seq)
    text = mail_word_text.draft_text(table, made, code, told, unread)
    return _put(boxes, table, side, "draft of your orders", text, why, why.tag, drawn)


def send_text(
    boxes: GameLetters,
    side: str,
    text: str,
    why: Occasion,
    *,
    once: bool = False,
    word: str = UNCHANGED,
) -> Path | None:
    """A short answer to a side, with its subject in a `word`; `once`: the same text only once at each place
    in the log."""
    table = boxes.desk.table()
    same = hashlib.sha256(f"{table.seq}\n{text}".encode()).hexdigest()[:16]
    if once and (before := find_answers(boxes, side, same)):
        return before[0]
    return _put(boxes, table, side, word, text, why, same if once else why.tag)


def next_steps(boxes: GameLetters, side: str, now: int | None) -> list[str]:
    """What is asked of whom, as the side sees it."""
    table = boxes.desk.table()
    lines = letter_text.next_steps(boxes.desk.seat_table(table, side), side, now)
    boxes.desk.unseat_table(table)
    return lines


def send_named(boxes: GameLetters, side: str, name: str, text: str, why: Occasion, word: str) -> Path | None:
    """A mail to a side that answers no mail of its own, such as a question: once under its `name`."""
    table = boxes.desk.table()
    before = boxes.find_mails(name)
    return before[0] if before else _put(boxes, table, side, word, text, why, "", name=name)


def _put(
    boxes: GameLetters, table: Table, side: str, word: str, text: str, why: Occasion, tag: str,
    drawn: PictureFields | None = None, name: str = "",
) -> Path | None:  # fmt: skip
    party = table.verifier.parties[side]
    mail = Draft(
        sender=game_letters.address(table.verifier.parties[REFEREE]),
        to=(game_letters.address(party),),
        subject=f"{charter_text.title(table.game)} [{table.verifier.game[:8]}]: {word} (seq {table.seq})",
        text=f"{MARK}\n\n{text}",
        **(drawn or {}),
        **game_letters.thread_fields(table, why, answers=not name),
    )
    return boxes.put(name or f"{_day(why.now)}-word-{side}-{tag}", mail, party.mail)


def send_invitation(
    folder: Folder, invited: Paper[Invitation], asked: Contact, now: int | None = None
) -> Path:
    """The mail that asks somebody to play by mail word; with a new code if its mail was never written. Raises
    OSError."""
    before = mail_word_joins.find_offer(folder, invited, asked.role)
    count = 0 if before is None else before.count
    name = f"invitation-{asked.role}-{invited.digest[:16]}-{count}"
    if found := Outbox(folder.path).find(name):
        return found[0]
    code = mail_word_joins.offer(folder, invited, asked.role, count)
    agreed = charter_text.invitation_text(invited, asked.role)
    text = mail_word_text.invitation_text(asked, invited.said.signer, agreed, code)
    subject = charter_text.setup_subject(invited, f"will you play {asked.role}?")
    return _to_asked(folder, invited, asked, name, replace(_FIRST, subject=subject, text=text, date=now))


def send_before_game(
    folder: Folder,
    invited: Paper[Invitation],
    asked: Contact,
    text: str,
    tag: str = "",
    now: int | None = None,
) -> Path:
    """A short answer to who was invited: once to the mail `tag`, else the same words only once.

    Raises OSError.
    """
    tag = tag or hashlib.sha256(text.encode()).hexdigest()[:16]
    subject = charter_text.setup_subject(invited, "your invitation")
    draft = replace(_FIRST, subject=subject, text=text, automatic=True, date=now)
    return _to_asked(folder, invited, asked, f"word-{asked.role}-{tag}", draft)


def send_wrong_code(
    folder: Folder, invited: Paper[Invitation], asked: Contact, tag: str, now: int | None
) -> Path | None:
    """The answer to a mail `tag` with a wrong code of an invitation; None where that address got enough of
    them today. Raises OSError."""
    if len(Outbox(folder.path).find(f"word-{asked.role}-{_day(now)}-*")) >= MOST:
        return None
    return send_before_game(
        folder, invited, asked, mail_word_text.wrong_invitation_code_text(), f"{_day(now)}-{tag}", now
    )


def send_to_stranger(boxes: GameLetters, why: Occasion) -> Path | None:
    """Tell an address from which no player by mail word writes so, once a day; so many addresses a day, as
    anybody can write any."""
    to, table = str(why.letterhead and why.letterhead.sender), boxes.desk.table()
    name = _to_elsewhere(to, why.now)
    if boxes.find_mails(name) or len(boxes.find_mails(f"{_day(why.now)}-elsewhere-*")) >= MOST_ELSEWHERE:
        return next(iter(boxes.find_mails(name)), None)
    mail = Draft(
        sender=game_letters.address(table.verifier.parties[REFEREE]),
        to=(to,),
        subject=f"{charter_text.title(table.game)}: nothing has changed",
        text=f"{MARK}\n\n{mail_word_text.stranger_text()}",
        date=why.now,
        name=name,
    )
    return boxes.put(name, mail, to)


def send_to_stranger_before(
    folder: Folder, invited: Paper[Invitation], to: str, now: int | None = None
) -> Path | None:
    """The same before the game begins. Raises OSError."""
    name, outbox = _to_elsewhere(to, now), Outbox(folder.path)
    if outbox.find(name) or len(outbox.find(f"{_day(now)}-elsewhere-*")) >= MOST_ELSEWHERE:
        return next(iter(outbox.find(name)), None)
    host, title = invited.said.signer, charter_text.title(invited.said.body)
    mail = Draft(
        sender=f"{host.name} <{host.mail}>",
        to=(to,),
        subject=f"{title}: nothing has changed",
        text=f"{MARK}\n\n{mail_word_text.stranger_text()}",
        date=now,
        name=name,
    )
    return outbox.put(name, compose(mail), [to])


def _to_elsewhere(to: str, now: int | None) -> str:
    return f"{_day(now)}-elsewhere-{hashlib.sha256(to.lower().encode()).hexdigest()[:16]}"


def _to_asked(folder: Folder, invited: Paper[Invitation], asked: Contact, name: str, draft: Draft) -> Path:
    host = invited.said.signer
    mail = replace(
        draft,
        sender=f"{host.name} <{host.mail}>",
        to=(f"{asked.name} <{asked.mail}>",),
        text=f"{MARK}\n\n{draft.text}",
        references=(mail_threads.invitation_thread(invited),),
        name=name,
    )
    outbox = Outbox(folder.path)
    try:
        return outbox.put(name, compose(mail), [asked.mail])
    except NameTaken:
        # The same mail was answered before others had joined: that answer stands.
        return outbox.find(name)[0]
