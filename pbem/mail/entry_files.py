"""What a file holds that somebody sent: entries and papers, in a *.pbem file, a text, or a saved mail."""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from pbem import errors
from pbem.entry import armor
from pbem.entry.entries import SignedEntry
from pbem.mail import limits
from pbem.mail.faults import MailRefused
from pbem.mail.reader import read as read_mail

_HEADER = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:From |[!-9;-~]+:[ \t])")
"""How a mail begins: with the first of its header lines."""

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How a text begins that some editors call `Unicode`."""


@dataclass(frozen=True, slots=True)
class ReceivedFile:
    """The entries, papers, boxes and files of games in one file, each kind in order. Nothing is checked
    yet."""

    entries: Sequence[SignedEntry]
    papers: Sequence[SignedEntry]
    boxes: Sequence[bytes] = ()
    games: Sequence[bytes] = ()


def read(path: Path) -> ReceivedFile:
    """Open a file; raises a Refusal with the code of what is wrong with it."""
    with path.open("rb") as file:
        return read_bytes(file.read(max(limits.MAX_BYTES, armor.MAX_TEXT) + 1), path)


def read_bytes(data: bytes, path: Path) -> ReceivedFile:
    """As `read`, of bytes that stood in a file of this name."""
    try:
        found = _parse_bytes(data, path.suffix.lower() == ".eml")
    except (errors.MissingArmor, errors.DamagedArmor, errors.BadRecord, MailRefused) as error:
        raise errors.Refusal(error.code, f"{path}: {error}") from error
    if not found.entries and not found.papers:
        raise errors.MissingArmor(f"{path.name} holds no entry and no paper: there is no BEGIN line")
    return found


def read_entries(path: Path) -> ReceivedFile:
    """As `read`, of a file in which there has to be an entry; raises ArmorMissing too where papers alone are
    in it."""
    found = read(path)
    if not found.entries:
        raise errors.MissingArmor(
            f"{path.name} holds no entry, but what is signed before a game or beside its log: `pbem join` "
            "takes in an invitation, `pbem receive` all else"
        )
    return found


def merge(paths: Sequence[Path]) -> ReceivedFile:
    """What several files hold, as if it were in one; raises as `read`."""
    found = [read(path) for path in paths]
    return ReceivedFile(
        _drop_repeats([one for each in found for one in each.entries]),
        _drop_repeats([one for each in found for one in each.papers]),
        [box for each in found for box in each.boxes],
        [game for each in found for game in each.games],
    )


def looks_like_mail(data: bytes) -> bool:
    """Whether bytes begin as those of a mail do."""
    return _HEADER.match(data) is not None


def as_text(data: bytes) -> str:
    """Bytes in which armor may stand as text, whichever editor has saved them."""
    return data.decode("utf-16" if data.startswith(_UTF16) else "ascii", "replace")


def _parse_bytes(data: bytes, saved_mail: bool) -> ReceivedFile:
    """What stands in a text, else in what begins like a mail; in a file for mails the other way round."""
    if not looks_like_mail(data):
        return _parse_text(data)
    found = _parse_mail(data) if saved_mail else _parse_text(data)
    return found if found.entries or found.papers else _parse_mail(data)


def _parse_text(data: bytes) -> ReceivedFile:
    text = as_text(data)
    papers = armor.decode_all(text, armor.PAPER)
    return ReceivedFile(
        _drop_repeats(armor.decode_all(text)), _drop_repeats(papers), armor.boxes(text), armor.games(text)
    )


def _drop_repeats(found: list[SignedEntry]) -> list[SignedEntry]:
    """A mail's text has each thing twice: in its body and attached."""
    return list(dict.fromkeys(found))


def _parse_mail(data: bytes) -> ReceivedFile:
    letter = read_mail(data, from_robot=True)
    return ReceivedFile(letter.entries, letter.papers, letter.boxes, letter.games)
