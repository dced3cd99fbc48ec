"""What a mail says once it is read. Nothing in it is trusted but what is signed."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from pbem.entry.entries import SignedEntry


@dataclass(frozen=True, slots=True, kw_only=True)
class Letterhead:
    """What an answer needs: known of a mail as soon as its headers are read, before all else."""

    id: str
    """The Message-ID with its angle brackets, or `sha256:HEX64` of the mail's bytes if it has none that is
    well formed. Anybody can write another mail's: a repetition is told by what is signed, not by this."""
    sender: str
    """The address of the one From header, its domain in lower case; only where the answer goes."""
    name: str = ""
    """The display name of that header without the signs that mean something in one, at most 60 characters;
    empty where there is none, or it holds an address. Anybody can write any: it names nobody before a code
    has proved the address."""
    subject: str
    """Decoded, in one line, control characters gone, at most 200 characters."""
    to: tuple[str, ...] = ()
    """The addresses in To and Cc, in lower case, at most 40: whom its author meant."""
    references: tuple[str, ...]
    """For the answer's References, at most 20; the last is for In-Reply-To. None without a Message-ID."""
    offset: int | None = None
    """Minutes by which its author's clock is ahead of UTC, as its one Date header says; None where there is
    none that does. Anybody can write any."""
    by_program: bool = False
    """Whether it says that a robot of this program wrote it by itself. Anybody can write that."""


class UnreadKind(StrEnum):
    """Why text that somebody may have typed is not among the words of a letter."""

    HTML_ONLY = "html only"
    """The mail has HTML and no plain text: what is quoted in HTML cannot be told for certain."""
    HTML_PART = "html part"
    """HTML beside the plain text that does not say the same."""
    WINMAIL = "winmail.dat"
    """A file in which Outlook packs what another program cannot read."""
    DOCUMENT = "document"
    """A file of a word processor or the like."""
    LONG_LINE = "long line"
    """A line of more characters than are read."""
    MORE_LINES = "more lines"
    """Lines beyond the number that is read."""
    MORE_BYTES = "more bytes"
    """Text beyond the bytes that are read."""


@dataclass(frozen=True, slots=True)
class Unread:
    """Text of a mail that was not read; `detail`: the file's name, or how the line begins."""

    kind: UnreadKind
    detail: str = ""


@dataclass(frozen=True, slots=True)
class TextFile:
    """An attached text by its name, and its lines without empty ones."""

    name: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter(Letterhead):
    """A mail that was read: what was in it in armor, each thing once, in order of appearance."""

    entries: tuple[SignedEntry, ...]
    papers: tuple[SignedEntry, ...]
    words: tuple[str, ...] = ()
    """The lines that its author typed, where nothing is in armor: what he quotes or forwards is not his."""
    files: tuple[TextFile, ...] = ()
    """Attached texts, such as orders.txt, where nothing is in armor."""
    unread: tuple[Unread, ...] = ()
    """What its author may have typed beside the words, and was not read."""
    press: tuple[str, ...] = ()
    """What its author typed for the other players. Nobody has signed it."""
    logs: tuple[bytes, ...] = ()
    """Attached logs of VASSAL, where nothing is in armor."""
    boxes: tuple[bytes, ...] = ()
    """What is for the referee's eyes; nothing says whose, but the digest in an entry."""
    games: tuple[bytes, ...] = ()
    """Files of games. Anybody can attach one: only that which a signed thing names by its digests counts."""
