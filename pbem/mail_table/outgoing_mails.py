"""The mails that wait in a player's outbox, for a player without settings of a mailbox: to copy, to open in a
mail program, to save as a file, and to note as sent.

For example, the mail with an order has a `mailto` whose body is its signed text, where that is short enough
for the address line of a mail program.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from threading import Event
from typing import Final
from urllib.parse import quote

from generator.local_server.local_page import CallRefused, Download
from pbem.entry import armor
from pbem.log.party.folder import Folder
from pbem.mail import author_text, headers, parser
from pbem.mail.letter import Letter
from pbem.mail.reader import read
from pbem.play.host.referee_desk import RefereeDesk
from pbem.post import outbox_flush
from pbem.post.outbox import Outbox, OutgoingMail
from pbem.post.post_settings import NAME, PostSettings
from pbem.post.robot_log import Tell
from pbem.post.stop_signal import Stop
from pbem.robot import unfinished_work
from pbem.table.story_json import Json

LONGEST_MAILTO: Final = 2_000 if sys.platform == "win32" else 12_000
"""Characters. Windows hands a program no longer address; elsewhere an order with its box has some 8,000."""


def describe_outbox(folder: Folder) -> list[Json]:
    """What waits, in short. Raises BadEnvelope for a file that is none of ours, or OSError."""
    return [_describe(mail) for mail in Outbox(folder.path).list_waiting()]


def describe_mails(folder: Folder) -> Json:
    """What waits, with its whole text. `whole`: the text alone brings all that is signed; else the file is to
    be sent. Raises as `describe_outbox`."""
    return {"mails": [_describe_whole(mail) for mail in Outbox(folder.path).list_waiting()]}


def _describe(mail: OutgoingMail) -> Json:
    return {"name": mail.name, "to": list(mail.undelivered or mail.to), "subject": _subject(mail)}


def _subject(mail: OutgoingMail) -> str:
    head = parser.parse_head(mail.message)
    return headers.one_line(str(head.get("subject", "")), headers.MAX_SUBJECT)


def find_subject(folder: Folder, name: str) -> str:
    """The subject of a mail of the outbox, wherever it lies by now; its name where it is nowhere. Raises as
    `describe_outbox`."""
    found = Outbox(folder.path).find(name)
    return _subject(OutgoingMail.decode(name, found[0].read_bytes())) if found else name


def _describe_whole(mail: OutgoingMail) -> Json:
    text, letter = author_text.shown_text(parser.parse(mail.message)), read(mail.message, from_robot=True)
    signed = _signed_texts(letter)
    whole = not letter.games and all(each in text for each in signed)
    said = _describe(mail)
    link = _link(said["to"], said["subject"], [text, _shorten(letter, signed)]) if whole else ""
    return {**said, "text": text, "mailto": link, "whole": whole, "bytes": len(mail.message)}


def _signed_texts(letter: Letter) -> list[str]:
    """What is signed in a mail, or closed by what is signed, in armor."""
    papers = [armor.encode(paper, armor.PAPER) for paper in letter.papers]
    return [*map(armor.encode, letter.entries), *map(armor.encode_box, letter.boxes), *papers]


def _shorten(letter: Letter, signed: Sequence[str]) -> str:
    """What a program reads of a mail, and nothing else."""
    words = [f"{author_text.PRESS}{line}\n" for line in letter.press] if signed else []
    return "".join([*words, *signed]) or "".join(f"{line}\n" for line in letter.words)


def _link(to: Sequence[str], subject: str, bodies: Sequence[str]) -> str:
    """The mail as an address of the kind `mailto` (RFC 6068), with the first of these bodies that is short
    enough for one; empty where none is."""
    people = ",".join(quote(each, safe="@") for each in to)
    lines = ("\r\n".join(body.splitlines()) for body in bodies)
    links = (
        f"mailto:{people}?subject={quote(subject, safe='')}&body={quote(each, safe='')}" for each in lines
    )
    return next((link for link in links if len(link) <= LONGEST_MAILTO), "")


def download_mail(folder: Folder, name: str) -> Download:
    """A mail that waits as a file that a mail program opens, to be sent."""
    mail = next((each for each in Outbox(folder.path).list_waiting() if each.name == name), None)
    if mail is None:
        raise CallRefused("stale", "This mail waits no more: it has been sent.")
    return Download(f"{mail.name}.eml", "message/rfc822", mail.draft)


def note_sent(folder: Folder, name: str) -> Json:
    """Move a mail that the player has sent to sent/; one that waits no more stays where it is. Not while
    another process sends."""
    outbox = Outbox(folder.path)
    with outbox.hold_sending() as mine:
        if not mine:
            raise CallRefused("busy", "The mails are being sent this moment. Look again when that is done.")
        waits = any(each.name == name for each in outbox.list_waiting())
        if waits:
            outbox.move_to_sent(name)
    return {"told": "Noted: you have sent this mail." if waits else "", **describe_mails(folder)}


def send_now(folder: Folder, now: int, tell: Tell, gone: Event) -> bool:
    """Send what waits by the settings in the folder, as `pbem send`; whether all was delivered. Stops after
    the mail in hand when `gone` is set. Raises what the settings and the server raise."""
    with RefereeDesk(folder).lock_folder():
        unfinished_work.finish(folder, now)
    post = PostSettings.read(folder.path / NAME)
    post.look_at_passwords()
    return outbox_flush.flush(Outbox(folder.path), post.sink(), _WaitOfPage(gone), tell) == 0


class _WaitOfPage(Stop):
    """The wish to stop of a page that waits: it has gone, or the server ends."""

    def __init__(self, gone: Event) -> None:
        super().__init__()
        self._gone = gone

    def is_set(self) -> bool:
        return self._gone.is_set() or super().is_set()
