"""Entries and papers as text that survives mail: base64 between BEGIN and END lines, and the *.pbem file.

Decoding keeps only the base64 alphabet between the lines, after taking out HTML tags and entities, so
quoting, wrapping, flowed text and HTML do no harm. Four check bytes tell damage on the way from forgery.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Literal

from modules.amounts import count_noun
from pbem import errors
from pbem.disk import atomic_files
from pbem.entry.entries import SignedEntry
from pbem.reason_codes import Code

MAX_ENTRIES = 64
MAX_TEXT = 1_048_576
"""Characters of text, and bytes of a *.pbem file, that are looked at."""

Kind = Literal["ENTRY", "PAPER", "BOX", "GAME"]
ENTRY: Final = "ENTRY"
"""What stands in the log of a game."""
PAPER: Final = "PAPER"
"""What passes between the parties before there is a game. The same record, signed for another purpose."""
BOX: Final = "BOX"
"""Bytes that the referee alone can open; the digest of a box stands in an entry, so it needs no signature."""
GAME: Final = "GAME"
"""The file that carries a game; its digests stand in what is signed, so it needs no signature."""

_COLUMNS = 64
_CHECK_BYTES = 4
_MARKUP = re.compile(r"<[^<>]*+>|&[A-Za-z0-9#]{1,10};")
_OTHER = re.compile(r"[^A-Za-z0-9+/=]+")
_GAP = r"[\s>]{1,20}"
_MARKERS: Final = {
    kind: tuple(re.compile(f"-----{word}{_GAP}SENLAC{_GAP}{kind}-----") for word in ("BEGIN", "END"))
    for kind in (ENTRY, PAPER, BOX, GAME)
}
_ANY_MARKER = re.compile(rf"-----(BEGIN|END)({_GAP}SENLAC{_GAP}(?:ENTRY|PAPER|BOX|GAME))-----")


@dataclass(frozen=True, slots=True)
class Piece:
    """What stands after one BEGIN line, not decoded yet; `inside` is None where the END line is missing."""

    kind: Kind
    number: int
    quoted: bool
    """Whether the BEGIN line is one of a mail that is answered: there is a `>` before it."""
    inside: str | None

    def open(self) -> SignedEntry:
        """Decode it; raises ArmorMissing, ArmorDamaged or BadRecord. Signatures are not checked here."""
        return SignedEntry.from_record(self.bytes())

    def bytes(self) -> bytes:
        """What was armored; raises ArmorMissing or ArmorDamaged."""
        what = f"{self.kind.lower()} {self.number}"
        if self.inside is None:
            raise errors.MissingArmor(f"the END line of {what} in this text is missing")
        return _unpack(self.inside, what)


def encode(signed: SignedEntry, kind: Kind = ENTRY) -> str:
    """The armored text of one entry or paper, ending in a newline."""
    return _armor(signed.to_record(), kind)


def encode_box(box: bytes) -> str:
    """The armored text of a box."""
    return _armor(box, BOX)


def encode_game(data: bytes) -> str:
    """The armored text of the file that carries a game."""
    return _armor(data, GAME)


def _armor(record: bytes, kind: Kind) -> str:
    text = base64.b64encode(record + _check_bytes(record)).decode("ascii")
    lines = [text[at : at + _COLUMNS] for at in range(0, len(text), _COLUMNS)]
    return "\n".join([f"-----BEGIN SENLAC {kind}-----", *lines, f"-----END SENLAC {kind}-----", ""])


def decode(text: str, kind: Kind = ENTRY) -> SignedEntry:
    """The one entry in a text, whatever stands around it; raises ArmorMissing, ArmorDamaged, BadRecord."""
    found = decode_all(text, kind)
    if len(found) != 1:
        raise errors.MissingArmor(f"{count_noun(len(found), 'entry')} in this text, expected one")
    return found[0]


def decode_all(text: str, kind: Kind = ENTRY) -> list[SignedEntry]:
    """Every entry in a text, in order, none left out; an empty list where there is no BEGIN line.

    Raises `too-large`, ArmorMissing (a BEGIN without its END, or more than 64 entries), ArmorDamaged or
    BadRecord. The signatures are not checked here.
    """
    return [piece.open() for piece in pieces(text, kind)]


def boxes(text: str) -> list[bytes]:
    """The boxes in a text that are whole, each once; damaged ones are passed over: an entry names what is
    missing. Raises as `pieces`."""
    return _whole_pieces(text, BOX)


def games(text: str) -> list[bytes]:
    """The files of games in a text that are whole, each once, as `boxes`: what is signed names the one that
    counts."""
    return _whole_pieces(text, GAME)


def _whole_pieces(text: str, kind: Kind) -> list[bytes]:
    found: dict[bytes, None] = {}
    for piece in pieces(text, kind):
        try:
            found[piece.bytes()] = None
        except (errors.MissingArmor, errors.DamagedArmor):
            continue
    return list(found)


def pieces(text: str, kind: Kind = ENTRY) -> Iterator[Piece]:
    """What stands after each BEGIN line of a text, in order; raises `too-large`, ArmorMissing (more than
    64).
    """
    if len(text) > MAX_TEXT:
        raise errors.Refusal(
            Code.TOO_LARGE, f"{count_noun(len(text), 'character')}; at most {MAX_TEXT} are read"
        )
    begin, end = _MARKERS[kind]
    begins = list(begin.finditer(text))
    if len(begins) > MAX_ENTRIES:
        raise errors.MissingArmor(
            f"{count_noun(len(begins), 'entry')} in one text; at most {MAX_ENTRIES} are read"
        )
    limits = [*(found.start() for found in begins), len(text)][1:]
    for number, (found, limit) in enumerate(zip(begins, limits, strict=True), 1):
        stop = end.search(text, found.end(), limit)
        line = text[text.rfind("\n", 0, found.start()) + 1 : found.start()]
        yield Piece(kind, number, ">" in line, text[found.end() : stop.start()] if stop else None)


def has_armor(text: str) -> bool:
    """Whether there is a BEGIN line of either kind in a text.

    >>> has_armor("Good evening!")
    False
    """
    return any(begin.search(text) for begin, _ in _MARKERS.values())


def defuse(text: str) -> str:
    """The text with its BEGIN and END lines made harmless, where somebody else's words are repeated.

    >>> defuse("-----BEGIN SENLAC ENTRY-----")
    '[BEGIN SENLAC ENTRY]'
    """
    return _ANY_MARKER.sub(r"[\1\2]", text)


def text(signed: Iterable[SignedEntry], boxes: Iterable[bytes] = ()) -> bytes:
    """What stands in a move file: the armored entries one after another, and boxes."""
    return "".join([*map(encode, signed), *map(encode_box, boxes)]).encode("ascii")


def write(path: Path, signed: Iterable[SignedEntry], boxes: Iterable[bytes] = ()) -> None:
    """Write a move file (*.pbem) with this `text`. Replaces the file."""
    atomic_files.replace(path, text(signed, boxes))


def read(path: Path) -> list[SignedEntry]:
    """The entries of a move file; raises as `decode_all`, and ArmorMissing if it has none."""
    with path.open("rb") as file:
        return entries(file.read(MAX_TEXT + 1), path.name)


def entries(data: bytes, name: str) -> list[SignedEntry]:
    """The entries in the bytes of a move file of this name; raises as `read`."""
    found = decode_all(data[: MAX_TEXT + 1].decode("ascii", "replace"))
    if not found:
        raise errors.MissingArmor(f"{name} holds no entry: there is no BEGIN line")
    return found


def _unpack(inside: str, what: str) -> bytes:
    text = _OTHER.sub("", _MARKUP.sub("", inside))
    damaged = f"the text of {what} was damaged on the way; send the *.pbem file instead"
    try:
        data = binascii.a2b_base64(text.encode("ascii"), strict_mode=True)
    except binascii.Error as error:
        raise errors.DamagedArmor(damaged) from error
    record, check = data[:-_CHECK_BYTES], data[-_CHECK_BYTES:]
    if _check_bytes(record) != check or base64.b64encode(data).decode("ascii") != text:
        raise errors.DamagedArmor(damaged)
    return record


def _check_bytes(record: bytes) -> bytes:
    return hashlib.sha256(record).digest()[:_CHECK_BYTES]
