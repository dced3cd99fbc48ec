"""What the author of a mail typed himself: not what he quotes, forwards, attaches or signs his mails with.

Mail programs mark a quotation in many ways, some in none. So a quotation ends here where any of the usual
marks begins it, and `MARK`, a line near the top of our own mails, ends whatever follows. What is read as a
command must hold even if a whole mail of ours came back unmarked: see `play/orders/mail_word_codes`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, takewhile
from typing import Final

from pbem.mail import html_text, limits, parser, parts
from pbem.mail.letter import TextFile, Unread, UnreadKind

MAX_BYTES: Final = 65_536
"""Bytes of each text that is looked at."""
MAX_LINES: Final = 500
MAX_LINE: Final = 500
"""Characters of a line; a longer one is told to its author as unread."""
MARK: Final = "## Write above this line. What stands below it is not read. ##"
"""The line of ours above which an answer is written."""

PRESS: Final = "press "
"""How a line begins that is for the other players."""
MAX_PRESS: Final = 20
PROGRAM: Final = "---- For the program alone: nothing below this line needs to be read ----"
"""The line of ours below which nothing was typed by anybody."""

_SIGNATURE: Final = ("-- ", "--")
_MARK_START: Final = "## Write above this line"
"""What is left of the mark at the end of a line that a program has broken."""
_MARKED: Final = re.compile(r"[A-Za-z]{0,3}[>|]")
"""A quoted line; some programs put the initials of whom they quote before the sign."""
_SHOWN: Final = 60
"""Characters of a line that is too long by which its author knows it again."""
_QUOTED: Final = re.compile(
    r"""-{2,}+(?:[^-]|-(?!-)){1,60}-{2,}     # -----Original Message-----, and the same in other languages
    |_{10,}                                  # the rule that Outlook draws above what it quotes
    |\*?(?:From|Von|De|Da|Van|Fra|Från|Od)[ ]?:\*?[ ].+  # the first header of what is quoted without a rule
    |(?:Begin[ ]forwarded[ ]message|Anfang[ ]der[ ]weitergeleiteten[ ]Nachricht):
    """,
    re.VERBOSE,
)


@dataclass(frozen=True, slots=True)
class TypedText:
    """The lines that the author of a mail typed, the texts that he attached, and what was not read."""

    lines: tuple[str, ...]
    files: tuple[TextFile, ...] = ()
    unread: tuple[Unread, ...] = ()


def typed_text(mail: parser.Part) -> TypedText:
    """The lines of all plain texts of a mail that are its author's own, without empty ones at the ends.

    Mail programs cut a text in pieces around a picture, and lists add a piece of their own: the pieces are
    read in their order, up to the first mark that ends a text. None for a mail of HTML alone: what is quoted
    in HTML cannot be told for certain. Raises as `parts.text_of`.
    """
    unread: list[Unread] = []
    lines = _take_lines((_raw_lines(piece, unread) for piece in _pieces(mail)), unread)
    kinds = {part.get_content_type() for part in parser.walk(mail) if not part.is_multipart()}
    if not lines and "text/html" in kinds:
        unread.append(Unread(UnreadKind.HTML_ONLY))
    elif any(html_text.text_of(parts.words_of(each, MAX_BYTES)[0]).strip() for each in _lone_pages(mail)):
        unread.append(Unread(UnreadKind.HTML_PART))
    files = tuple(_text_file(part, unread) for part in _attached_texts(mail))
    packed = (part for part in parser.walk(mail) if parts.is_winmail(part))
    unread += [Unread(UnreadKind.WINMAIL, parts.name_of(part) or "winmail.dat") for part in packed]
    documents = (part for part in parser.walk(mail) if parts.is_document(part))
    unread += [Unread(UnreadKind.DOCUMENT, parts.name_of(part)) for part in documents]
    return TypedText(lines, files, tuple(dict.fromkeys(unread)))


def shown_text(mail: parser.Part) -> str:
    """The plain text of a mail as its receiver's program shows it, with all that is quoted and signed in it,
    each line ended by a newline. Raises as `parts.text_of`."""
    found = (parts.words_of(piece, limits.MAX_TEXT)[0] for piece in _pieces(mail))
    return "".join(f"{line}\n" for text in found for line in text.splitlines())


def press(lines: Iterable[str]) -> tuple[str, ...]:
    """What of the lines that somebody typed is for the other players."""
    found = (line[len(PRESS) :].strip() for line in lines if line.lower().startswith(PRESS))
    return tuple(islice(filter(None, found), MAX_PRESS))


def _pieces(part: parser.Part) -> Iterator[parser.Part]:
    """The plain texts that a mail program shows: nothing attached, nothing of a mail within the mail. Of
    alternatives the first that has any."""
    if part.get_content_maintype() == "multipart":
        inside = [list(_pieces(each)) for each in parser.list_inside(part)]
        if part.get_content_subtype() == "alternative":
            inside = list(filter(None, inside))[:1]
        yield from chain.from_iterable(inside)
    elif part.get_content_type() == "text/plain" and not _is_file(part):
        yield part


def _lone_pages(part: parser.Part) -> Iterator[parser.Part]:
    """The HTML that stands in the mail without a plain text beside it that says the same."""
    if part.get_content_maintype() == "multipart":
        if part.get_content_subtype() != "alternative" or not any(_pieces(part)):
            yield from chain.from_iterable(map(_lone_pages, parser.list_inside(part)))
    elif part.get_content_type() == "text/html" and not _is_file(part):
        yield part


def _is_file(part: parser.Part) -> bool:
    attached = str(part.get("content-disposition", "")).strip().lower().startswith("attachment")
    return attached or bool(parts.name_of(part))


def _attached_texts(mail: parser.Part) -> Iterator[parser.Part]:
    """The attached texts; those of a mail within the mail are not its author's."""
    for part in parser.list_inside(mail) if mail.get_content_maintype() == "multipart" else (mail,):
        if part.get_content_maintype() == "multipart":
            yield from _attached_texts(part)
        elif parts.is_named_text(part):
            yield part


def _text_file(part: parser.Part, unread: list[Unread]) -> TextFile:
    return TextFile(parts.name_of(part), _take_lines([_raw_lines(part, unread)], unread, whole=True))


def _raw_lines(part: parser.Part, unread: list[Unread]) -> Iterator[str]:
    """The lines of a text as they came, flowed ones put together."""
    flowed = parser.parameter(part, "content-type", "format").lower() == "flowed"
    spaces = parser.parameter(part, "content-type", "delsp").lower() != "yes"
    text, cut = parts.words_of(part, MAX_BYTES)
    if cut:
        unread.append(Unread(UnreadKind.MORE_BYTES))
    lines = text.split("\n")
    yield from _join_flowed(lines, spaces) if flowed else lines


def _take_lines(
    pieces: Iterable[Iterable[str]], unread: list[Unread], whole: bool = False
) -> tuple[str, ...]:
    """So many lines as are read, and a note of what is left out."""
    found = list(islice(_own_lines(pieces, unread, whole), MAX_LINES + 1))
    if len(found) > MAX_LINES:
        unread.append(Unread(UnreadKind.MORE_LINES))
    return tuple(found[:MAX_LINES])


def _join_flowed(lines: Iterable[str], spaces: bool) -> Iterator[str]:
    """Flowed text (RFC 3676): a line that ends with a space goes on in the next, quotations stay apart.
    Pieces of more than is read stay as they are: their author typed a space at the end of each line."""
    before: list[str] = []
    for raw in lines:
        line = raw.removeprefix(" ")
        if raw.startswith(">") or line in _SIGNATURE:
            yield from _joined(before)
            before = []
            yield line
            continue
        before.append(line if spaces or not line.endswith(" ") else line[:-1])
        if not line.endswith(" "):
            yield from _joined(before)
            before = []
    yield from _joined(before)


def _joined(pieces: Sequence[str]) -> Sequence[str]:
    whole = "".join(pieces)
    return [whole] if pieces and len(whole) <= MAX_LINE else pieces


def _own_lines(pieces: Iterable[Iterable[str]], unread: list[Unread], whole: bool = False) -> Iterator[str]:
    """The lines of each piece up to its signature, of all up to a quotation of what follows, without lines
    that are marked as quoted; `whole`: of a file, which has no signature."""
    for raw in chain.from_iterable(map(_before_signature, pieces) if not whole else pieces):
        if len(raw) > MAX_LINE and not raw.lstrip().startswith((">", "|")):
            unread.append(Unread(UnreadKind.LONG_LINE, _clean(raw[:_SHOWN])))
            continue
        line = _clean(raw)
        if _MARKED.match(line):
            continue
        if not whole and (_MARK_START in line or line == PROGRAM or _QUOTED.fullmatch(line)):
            return
        if line:
            yield line


def _before_signature(lines: Iterable[str]) -> Iterator[str]:
    return takewhile(lambda raw: raw not in _SIGNATURE, lines)


def _clean(line: str) -> str:
    """White space becomes one space, what does not print is gone."""
    spaced = " ".join(unicodedata.normalize("NFC", line).split())
    return "".join(c for c in spaced if unicodedata.category(c)[0] != "C").strip()
