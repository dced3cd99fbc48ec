"""The mails of mail word, laid into the outbox: an invitation with its code, a draft with its code, and what
a code came to. They go to the address in the charter or invitation, whoever wrote and whatever he wants.

A draft's mail is the only place where its code stands in clear. Of these mails a side gets only so many a
day: somebody who writes in its name could else have its mailbox filled.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Final

from pbem.begin import word_joins
from pbem.entry.bodies import Contact
from pbem.entry.papers import Invitation, Paper
from pbem.entry.shapes import REFEREE
from pbem.log.folder import Folder
from pbem.mail.own_words import MARK
from pbem.mail.write import Draft, compose
from pbem.play.word_drafts import Understood
from pbem.post.faults import NameTaken
from pbem.post.outbox import Outbox
from pbem.rules.table import Table
from pbem.tell import charters, letters, mailwords, threads, word_texts
from pbem.tell.letters import Letters, Occasion

MOST: Final = 30
"""Mails of this kind to a side, a day."""
MOST_ELSEWHERE: Final = 10
"""Addresses of strangers that are told a day that nobody plays from there."""
_DAY: Final = 86_400
_FIRST: Final = Draft("", (), "", "", automatic=False)


def answered(boxes: Letters, side: str, tag: str) -> list[Path]:
    """What a mail of this name was answered with before."""
    return boxes.found(f"*-word-{side}-{tag}")


def too_many(boxes: Letters, side: str, now: int | None) -> bool:
    """Whether a side was sent as many of these mails today, in UTC, as it may get."""
    return len(boxes.found(f"{_day(now)}-word-{side}-*")) >= MOST


def _day(now: int | None) -> str:
    return f"{(now or 0) // _DAY:06d}"


def draft(
    boxes: Letters, side: str, made: Understood, code: str, why: Occasion, told: str = ""
) -> Path | None:
    """The mail with a draft and its code; the picture shows what the draft would do, or the game as it is.
    `told`: what was understood of a log."""
    table = boxes.desk.table()
    drawn = boxes.drawn(made.table, side, table.seq)
    text = word_texts.draft(table, made, code, told)
    return _put(boxes, table, side, "draft of your orders", text, why, why.tag, drawn)


def say(boxes: Letters, side: str, text: str, why: Occasion, *, once: bool = False) -> Path | None:
    """A short answer to a side; `once`: the same words only once at each place in the log."""
    table = boxes.desk.table()
    same = hashlib.sha256(f"{table.seq}\n{text}".encode()).hexdigest()[:16]
    if once and (before := answered(boxes, side, same)):
        return before[0]
    return _put(boxes, table, side, "nothing has changed", text, why, same if once else why.tag)


def next_steps(boxes: Letters, side: str, now: int | None) -> list[str]:
    """What is asked of whom, as the side sees it."""
    table = boxes.desk.table()
    lines = mailwords.next_steps(boxes.desk.seated(table, side), side, now)
    boxes.desk.unseat(table)
    return lines


def _put(
    boxes: Letters, table: Table, side: str, word: str, text: str, why: Occasion, tag: str,
    picture: bytes | None = None,
) -> Path | None:  # fmt: skip
    party = table.walk.parties[side]
    mail = Draft(
        sender=letters.address(table.walk.parties[REFEREE]),
        to=(letters.address(party),),
        subject=f"{charters.title(table.charter)} [{table.walk.game[:8]}]: {word} (seq {table.seq})",
        text=f"{MARK}\n\n{text}",
        picture=picture,
        **letters.threaded(table, why, answers=True),
    )
    return boxes.put(f"{_day(why.now)}-word-{side}-{tag}", mail, party.mail)


def invitation(folder: Folder, invited: Paper[Invitation], asked: Contact, now: int | None = None) -> Path:
    """The mail that asks somebody to play by mail word; with a new code if its mail was never written. Raises
    OSError."""
    before = word_joins.offered(folder, invited, asked.role)
    count = 0 if before is None else before.count
    name = f"invitation-{asked.role}-{invited.digest[:16]}-{count}"
    if found := Outbox(folder.path).find(name):
        return found[0]
    code = word_joins.offer(folder, invited, asked.role, count)
    agreed = charters.invitation_text(invited, asked.role)
    text = word_texts.invitation(asked, invited.said.signer, agreed, code)
    subject = charters.setup_subject(invited, f"will you play {asked.role}?")
    return _to_asked(folder, invited, asked, name, replace(_FIRST, subject=subject, text=text, date=now))


def before_game(
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
    subject = charters.setup_subject(invited, "your invitation")
    draft = replace(_FIRST, subject=subject, text=text, automatic=True, date=now)
    return _to_asked(folder, invited, asked, f"word-{asked.role}-{tag}", draft)


def wrong_code(
    folder: Folder, invited: Paper[Invitation], asked: Contact, tag: str, now: int | None
) -> Path | None:
    """The answer to a mail `tag` with a wrong code of an invitation; None where that address got enough of
    them today. Raises OSError."""
    if len(Outbox(folder.path).find(f"word-{asked.role}-{_day(now)}-*")) >= MOST:
        return None
    return before_game(folder, invited, asked, word_texts.wrong_invited(), f"{_day(now)}-{tag}", now)


def elsewhere(boxes: Letters, why: Occasion) -> Path | None:
    """Tell an address from which no player by mail word writes so, once a day; so many addresses a day, as
    anybody can write any."""
    to, table = str(why.letterhead and why.letterhead.sender), boxes.desk.table()
    name = _to_elsewhere(to, why.now)
    if boxes.found(name) or len(boxes.found(f"{_day(why.now)}-elsewhere-*")) >= MOST_ELSEWHERE:
        return next(iter(boxes.found(name)), None)
    mail = Draft(
        sender=letters.address(table.walk.parties[REFEREE]),
        to=(to,),
        subject=f"{charters.title(table.charter)}: nothing has changed",
        text=f"{MARK}\n\n{word_texts.elsewhere()}",
        date=why.now,
        name=name,
    )
    return boxes.put(name, mail, to)


def elsewhere_before(
    folder: Folder, invited: Paper[Invitation], to: str, now: int | None = None
) -> Path | None:
    """The same before the game begins. Raises OSError."""
    name, outbox = _to_elsewhere(to, now), Outbox(folder.path)
    if outbox.find(name) or len(outbox.find(f"{_day(now)}-elsewhere-*")) >= MOST_ELSEWHERE:
        return next(iter(outbox.find(name)), None)
    host, title = invited.said.signer, charters.title(invited.said.body)
    mail = Draft(
        sender=f"{host.name} <{host.mail}>",
        to=(to,),
        subject=f"{title}: nothing has changed",
        text=f"{MARK}\n\n{word_texts.elsewhere()}",
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
        references=(threads.of_invitation(invited),),
        name=name,
    )
    outbox = Outbox(folder.path)
    try:
        return outbox.put(name, compose(mail), [asked.mail])
    except NameTaken:
        # The same mail was answered before others had joined: that answer stands.
        return outbox.find(name)[0]
