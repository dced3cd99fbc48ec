"""How much of a mail is read at all: counted in its bytes before anything is parsed.

Python's parser of mail is linear in the bytes of a body but not in those of a header, and keeps all in
memory several times. With these numbers the worst mail takes a fraction of half a second (`scripts/bench`).
"""

from __future__ import annotations

import re
from typing import Final

from modules.amounts import count_noun
from pbem.entry import armor
from pbem.mail import faults
from pbem.reason_codes import Code

MAX_BYTES: Final = 3_145_728
MAX_LINES: Final = 49_152
MAX_HEAD: Final = 65_536
"""Bytes of the mail's own headers together."""
MAX_HEADERS: Final = 1_000
"""Headers of the mail and all its parts."""
MAX_HEADER: Final = 16_384
"""Bytes of one header that is not taken apart, such as References."""
MAX_SUBJECT: Final = 4_096
MAX_TAKEN_APART: Final = 1_024
"""Bytes of From, and of one header about content: taking them apart takes quadratic time."""
MAX_ABOUT_CONTENT: Final = 8_192
"""Bytes of all headers about content together, so of all Content-Type of all parts."""
MAX_SPECIALS: Final = 100
"""Characters of `SPECIALS` in From or one header about content: more words than that no real one has."""
SPECIALS: Final = ' ();:,<>@".\\'
MAX_PARTS: Final = 64
MAX_DEPTH: Final = 8
MAX_TEXT: Final = armor.MAX_TEXT
"""Bytes of a text with entries, and so its characters."""
MAX_MARKS: Final = 50_000
"""Tags and entities of all HTML with entries."""

_EMPTY_LINE = re.compile(rb"(?>\r\n|\n|\r){2}")


def head_of(data: bytes) -> bytes:
    """The bytes of the headers with the empty line after them; raises `mail-headers-too-large`."""
    found = _EMPTY_LINE.search(data, 0, MAX_HEAD)
    if found:
        return data[: found.end()]
    if len(data) > MAX_HEAD:
        raise faults.BadHeaders(
            Code.MAIL_HEADERS_TOO_LARGE,
            f"the headers are longer than {MAX_HEAD} bytes, or no empty line ends them",
        )
    return data


def check_size(data: bytes) -> None:
    """Raises MailTooLarge or `mail-nul-byte`."""
    if len(data) > MAX_BYTES:
        raise faults.MailTooLarge(
            f"the mail has {count_noun(len(data), 'byte')}, at most {MAX_BYTES} are read; send "
            "it without pictures"
        )
    lines = data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
    if lines > MAX_LINES:
        raise faults.MailTooLarge(
            f"the mail has {count_noun(lines, 'line')}, at most {MAX_LINES} are read; delete the quoted text"
        )
    at = data.find(b"\0")
    if at >= 0:
        raise faults.MailRefused(
            Code.MAIL_NUL_BYTE,
            f"byte {at} of the mail is a NUL, which a mail must not contain; send it again",
        )
