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
from pbem.mail.read import read as read_mail

_HEADER = re.compile(rb"(?:\xef\xbb\xbf)?\s*(?:From |[!-9;-~]+:[ \t])")
"""How a mail begins: with the first of its header lines."""

_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
"""How a text begins that some editors call `Unicode`."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """The entries, papers and boxes of one file, each kind in order. Nothing is checked yet."""

    entries: Sequence[SignedEntry]
    papers: Sequence[SignedEntry]
    boxes: Sequence[bytes] = ()


def read(path: Path) -> Parcel:
    """Open a file; raises a Refusal with the code of what is wrong with it."""
    with path.open("rb") as file:
        data = file.read(max(limits.MAX_BYTES, armor.MAX_TEXT) + 1)
    try:
        found = _of(data, path.suffix.lower() == ".eml")
    except (errors.ArmorMissing, errors.ArmorDamaged, errors.BadRecord, MailRefused) as error:
        raise errors.Refusal(error.code, f"{path}: {error}") from error
    if not found.entries and not found.papers:
        raise errors.ArmorMissing(f"{path.name} holds no entry and no paper: there is no BEGIN line")
    return found


def read_entries(path: Path) -> Parcel:
    """As `read`, of a file in which there has to be an entry; raises ArmorMissing too where papers alone are
    in it."""
    found = read(path)
    if not found.entries:
        raise errors.ArmorMissing(
            f"{path.name} holds no entry, but what is signed before a game or beside its log: `pbem join` "
            "takes in an invitation, `pbem receive` all else"
        )
    return found


def together(paths: Sequence[Path]) -> Parcel:
    """What several files hold, as if it were in one; raises as `read`."""
    found = [read(path) for path in paths]
    return Parcel(
        _once([one for each in found for one in each.entries]),
        _once([one for each in found for one in each.papers]),
        [box for each in found for box in each.boxes],
    )


def _of(data: bytes, saved_mail: bool) -> Parcel:
    """What stands in a text, else in what begins like a mail; in a file for mails the other way round."""
    if not _HEADER.match(data):
        return _of_text(data)
    found = _of_mail(data) if saved_mail else _of_text(data)
    return found if found.entries or found.papers else _of_mail(data)


def _of_text(data: bytes) -> Parcel:
    text = data.decode("utf-16" if data.startswith(_UTF16) else "ascii", "replace")
    papers = armor.decode_all(text, armor.PAPER)
    return Parcel(_once(armor.decode_all(text)), _once(papers), armor.boxes(text))


def _once(found: list[SignedEntry]) -> list[SignedEntry]:
    """A mail's text has each thing twice: in its body and attached."""
    return list(dict.fromkeys(found))


def _of_mail(data: bytes) -> Parcel:
    letter = read_mail(data, from_robot=True)
    return Parcel(letter.entries, letter.papers, letter.boxes)
