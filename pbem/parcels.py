"""What a file holds that somebody sent: entries and papers, in a *.pbem file, a text, or a saved mail."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from pbem import armor, errors
from pbem.entries import SignedEntry


@dataclass(frozen=True, slots=True)
class Parcel:
    """The entries and papers of one file, in order."""

    entries: list[SignedEntry]
    papers: list[SignedEntry]


def read(path: Path) -> Parcel:
    """Open a file; raises ArmorMissing for one that holds nothing, or as `armor.decode_all`."""
    with path.open("rb") as file:
        text = file.read(armor.MAX_TEXT + 1).decode("ascii", "replace")
    found = Parcel(armor.decode_all(text), armor.decode_all(text, armor.PAPER))
    if not found.entries and not found.papers:
        raise errors.ArmorMissing(f"{path.name} holds no entry and no paper: there is no BEGIN line")
    return found
