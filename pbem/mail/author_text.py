"""What the author of a mail typed himself: not what he quotes, forwards, attaches or signs his mails with.

Mail programs mark a quotation in many ways, some in none. So a quotation ends here where any of the usual
marks begins it, and `MARK`, a line near the top of our own mails, ends whatever follows. What is read as a
command must hold even if a whole mail of ours came back unmarked: see `play/orders/mail_word_codes`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Final

from pbem.mail import parser, parts

MAX_BYTES: Final = 65_536
"""Bytes of the text that is looked at."""
MAX_LINES: Final = 500
MAX_LINE: Final = 500
"""Characters of a line; a longer one is passed over."""
MARK: Final = "## Write above this line. What stands below it is not read. ##"
"""The line of ours above which an answer is written."""

PRESS: Final = "press "
"""How a line begins that is for the other players."""
MAX_PRESS: Final = 20
PROGRAM: Final = "---- For the program alone: nothing below this line needs to be read ----"
"""The line of ours below which nothing was typed by anybody."""

_SIGNATURE: Final = ("-- ", "--")
_QUOTED: Final = re.compile(
    r"""-{2,}+(?:[^-]|-(?!-)){1,60}-{2,}     # -----Original Message-----, and the same in other languages
    |_{10,}                                  # the rule that Outlook draws above what it quotes
    |(?:From|Von|De|Da|Van|Fra|Från|Od)[ ]?:[ ].+   # the first header of what is quoted without a rule
    """,
    re.VERBOSE,
)


def typed_lines(mail: parser.Part) -> tuple[str, ...]:
    """The lines of the first plain text of a mail that are its author's own, without empty ones at the ends.

    None for a mail of HTML alone: what is quoted in HTML cannot be told for certain. Raises as
    `parts.text_of`.
    """
    part = _body(mail)
    if part is None:
        return ()
    flowed = parser.parameter(part, "content-type", "format").lower() == "flowed"
    spaces = parser.parameter(part, "content-type", "delsp").lower() != "yes"
    lines = parts.words_of(part, MAX_BYTES).split("\n")
    return tuple(islice(_own_lines(_join_flowed(lines, spaces) if flowed else lines), MAX_LINES))


def press(lines: Iterable[str]) -> tuple[str, ...]:
    """What of the lines that somebody typed is for the other players."""
    found = (line[len(PRESS) :].strip() for line in lines if line.lower().startswith(PRESS))
    return tuple(islice(filter(None, found), MAX_PRESS))


def _body(part: parser.Part) -> parser.Part | None:
    """The plain text that a mail program shows first: nothing attached, nothing of a mail within the mail."""
    if part.get_content_maintype() == "multipart":
        bodies = (_body(each) for each in parser.list_inside(part))
        return next((body for body in bodies if body is not None), None)
    named = parser.parameter(part, "content-disposition", "filename")
    attached = str(part.get("content-disposition", "")).strip().lower().startswith("attachment")
    return None if part.get_content_type() != "text/plain" or named or attached else part


def _join_flowed(lines: Iterable[str], spaces: bool) -> Iterator[str]:
    """Flowed text (RFC 3676): a line that ends with a space goes on in the next, quotations stay apart."""
    before = ""
    for raw in lines:
        line = raw.removeprefix(" ")
        if raw.startswith(">") or line in _SIGNATURE:
            if before:
                yield before
            before = ""
            yield line
        elif line.endswith(" "):
            before += line if spaces else line[:-1]
        else:
            yield before + line
            before = ""
    if before:
        yield before


def _own_lines(lines: Iterable[str]) -> Iterator[str]:
    """Up to the signature or a quotation of all that follows, without the lines that are marked as quoted."""
    for raw in lines:
        if len(raw) > MAX_LINE:
            continue
        line = _clean(raw)
        if line.startswith((">", "|")):
            continue
        if raw in _SIGNATURE or MARK in line or line == PROGRAM or _QUOTED.fullmatch(line):
            return
        if line:
            yield line


def _clean(line: str) -> str:
    """White space becomes one space, what does not print is gone."""
    spaced = " ".join(unicodedata.normalize("NFC", line).split())
    return "".join(c for c in spaced if unicodedata.category(c)[0] != "C").strip()
