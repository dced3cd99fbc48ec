"""A mail that came back (RFC 3464): to whom it could not be delivered for good, if it was one of ours.

Anybody can write such a report: it counts only where it bears the mark of a mail that was sent to that very
address. A Message-ID would not do: an answer has the one that follows from what it says, and the writer of a
question can work the answer out.
"""

from __future__ import annotations

import re
import secrets
from dataclasses import dataclass

from pbem.mail import faults, limits, parser

_RECIPIENT = re.compile(
    r"^Final-Recipient:[ \t]*rfc822[ \t]*;[ \t]*<?([^\s<>@\0]{1,64}@[^\s<>@\0]{1,253})>?\s*$", re.I | re.M
)
_ACTION = re.compile(r"^Action:\s*(\w+)", re.I | re.M)
_HEADER = "X-Senlac-Mark"
_MARK = re.compile(rf"^{_HEADER}:\s*([0-9a-f]{{32}})\s*$", re.I | re.M)
_MOST = 262_144
"""Bytes of a report that are looked at."""
_MOST_FAILED, _MOST_MARKS = 20, 2
"""Addresses and marks of one report that count: a mail of ours goes to one address, and bears one mark."""


@dataclass(frozen=True, slots=True)
class Bounce:
    """An address that a mail with this mark did not reach, for good."""

    mail: str
    mark: str


def new_mark() -> str:
    """What nobody but the receiver of a mail is shown: 32 hex digits from the system's random source."""
    return secrets.token_hex(16)


def add_mark(message: bytes, mark: str) -> bytes:
    """A mail as it goes out, with its mark among the headers, which a report gives back."""
    return f"{_HEADER}: {mark}\r\n".encode("ascii") + message


def find_bounces(data: bytes) -> list[Bounce]:
    """What a mail says came back; nothing for any other mail."""
    try:
        head = parser.parse_head(limits.head_of(data))
    except faults.MailRefused:
        return []
    kind = parser.parameter(head, "content-type", "report-type").lower()
    if head.get_content_type() != "multipart/report" or kind != "delivery-status":
        return []
    text = data[:_MOST].decode("utf-8", "replace").replace("\r\n", "\n")
    _, _, body = text.partition("\n\n")
    reports = re.split(r"\n(?=Final-Recipient:)", body, flags=re.I)[1:]
    marks = dict.fromkeys(mark.lower() for mark in _MARK.findall(body)[:_MOST_MARKS])
    failed = [
        found[1]
        for report in reports
        if (found := _RECIPIENT.match(report))
        and (action := _ACTION.search(report))
        and action[1].lower() == "failed"
    ]
    return [Bounce(mail, mark) for mail in failed[:_MOST_FAILED] for mark in marks]
