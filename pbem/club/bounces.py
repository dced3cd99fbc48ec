"""A mail that came back (RFC 3464): to whom it could not be delivered for good, if it was one of ours.

Anybody can write such a report: it counts only where it bears the Message-ID of a mail that was sent to that
very address, which nobody else has been shown.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pbem.mail import faults, limits, parser

_RECIPIENT = re.compile(r"^Final-Recipient:\s*rfc822\s*;\s*<?([^\s<>]+@[^\s<>]+?)>?\s*$", re.I | re.M)
_ACTION = re.compile(r"^Action:\s*(\w+)", re.I | re.M)
_ID = re.compile(r"^Message-ID:\s*(<[^<>\s]+>)", re.I | re.M)
_MOST = 262_144
"""Bytes of a report that are looked at."""


@dataclass(frozen=True, slots=True)
class Bounce:
    """An address that a mail with this Message-ID did not reach, for good."""

    mail: str
    message_id: str


def bounces(data: bytes) -> list[Bounce]:
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
    ids = _ID.findall(body)
    failed = [
        found[1]
        for report in reports
        if (found := _RECIPIENT.match(report))
        and (action := _ACTION.search(report))
        and action[1].lower() == "failed"
    ]
    return [Bounce(mail, message_id) for mail in failed for message_id in dict.fromkeys(ids)]
