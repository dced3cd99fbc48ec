"""A game in trouble rests, and all others go on: its folder does not hold, or its rules fail. Its mails are
kept, the operator is told, and `pbem club resume` gives them to it again."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pbem.club.club_folder import ClubFolder
from pbem.disk import atomic_files

_NAME: Final = re.compile(r"([0-9]{6,})-[0-9a-f]{32}(?:-([0-9a-z]+))?\.eml")
"""Of a mail that is kept: number, digest, and of one that anybody may have written whose room it takes. Files
of other programs are passed over."""
MOST: Final = 64_000_000
"""Bytes of mails that are kept in all, but for those that a player has signed."""
OF_GAME: Final = 8_000_000
"""Bytes of these that are kept for one game."""
OF_DESK: Final = "desk"
"""Whose room a mail takes at which the desk failed, in place of a game's number."""


def is_full(hall: ClubFolder, more: int, whose: str) -> bool:
    """Whether there is no room for a mail of so many bytes that anybody may have written: `whose` is the
    number of a game, or `OF_DESK`."""
    held = [
        (found[2], file.stat().st_size)
        for file in hall.quarantined_mails.glob("*.eml")
        if (found := _NAME.fullmatch(file.name)) and found[2]
    ]
    own = sum(size for of, size in held if of == whose)
    most = MOST if whose == OF_DESK else OF_GAME
    return own + more > most or sum(size for _, size in held) + more > MOST


def is_quarantined(hall: ClubFolder, name: str) -> bool:
    """Whether a game was set aside."""
    return hall.quarantine_file(name).is_file()


def quarantine(hall: ClubFolder, name: str, why: str) -> None:
    """Let a game rest; raises OSError."""
    atomic_files.DISK.make_directory(hall.path / "aside")
    atomic_files.replace(hall.quarantine_file(name), why.encode(), mode=0o600)


def keep_mail(hall: ClubFolder, data: bytes, whose: str = "") -> Path:
    """Keep a mail, once; `whose`: the room that it takes, as in `is_full`; a player's own takes none. Raises
    OSError."""
    place = hall.quarantined_mails
    atomic_files.DISK.make_directory(place)
    digest = hashlib.sha256(data).hexdigest()[:32]
    if (before := next(place.glob(f"*-{digest}*.eml"), None)) is not None:
        return before
    names = (_NAME.fullmatch(file.name) for file in place.iterdir())
    number = max((int(name[1]) for name in names if name), default=0) + 1
    file = place / f"{number:06d}-{digest}{whose and f'-{whose}'}.eml"
    atomic_files.replace(file, data, mode=0o600)
    return file


def resume(hall: ClubFolder, name: str) -> None:
    """Let a game go on; raises OSError."""
    atomic_files.DISK.unlink(hall.quarantine_file(name))


def kept_mails(hall: ClubFolder) -> Iterator[tuple[Path, bytes]]:
    """The mails that were kept, in the order in which they came."""
    for file in sorted(hall.quarantined_mails.glob("*.eml")):
        if _NAME.fullmatch(file.name):
            yield file, file.read_bytes()
