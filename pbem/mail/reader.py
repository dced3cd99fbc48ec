"""The bytes of a mail become a letter, or a refusal, whatever the bytes are.

In this order: the headers alone, under limits; is it from a program; who wrote it; how large is it all;
then the parts, under limits; then what is in armor. From the third step on a refusal can be answered.
"""

from __future__ import annotations

import codecs

from pbem.mail import armor_collection, author_text, faults, headers, limits, parser, parts
from pbem.mail.letter import Letter


def read(data: bytes, *, from_robot: bool = False) -> Letter:
    """Read a mail as it came from the wire or a file, lines ended by CRLF, LF or CR.

    `from_robot`: mails that a referee's robot wrote by itself are read as well. That is for a player's
    side, which answers nothing by itself; without it they are ignored as all automatic mail.

    Nothing in the letter is checked: signatures and places are for who takes it in. Raises a MailRefused,
    one class a cause, and nothing else; takes at most half a second and 200 MB for any input.
    """
    mail = data.removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n")
    head = parser.parse_head(limits.head_of(mail))
    headers.refuse_automatic(head, from_robot)
    letterhead = headers.letterhead(head, data)
    try:
        limits.check_size(mail)
        parsed = parser.parse(mail)
        parts.check_structure(parsed)
        armored = armor_collection.collect_armor(parsed)
        is_armored = bool(armored.entries or armored.papers)
        typed = author_text.typed_text(parsed)
        logs = () if is_armored else armor_collection.logs(parsed)
    except faults.MailRefused as refusal:
        refusal.letterhead = letterhead
        raise
    return Letter(
        id=letterhead.id,
        sender=letterhead.sender,
        name=letterhead.name,
        subject=letterhead.subject,
        to=letterhead.to,
        references=letterhead.references,
        offset=letterhead.offset,
        by_program=letterhead.by_program,
        entries=armored.entries,
        papers=armored.papers,
        words=() if is_armored else typed.lines,
        files=() if is_armored else typed.files,
        unread=() if is_armored else typed.unread,
        logs=logs,
        press=author_text.press(typed.lines),
        boxes=armored.boxes,
        games=armored.games,
    )
