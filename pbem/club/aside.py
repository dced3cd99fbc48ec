"""A game in trouble rests, and all others go on: its folder does not hold, or its rules fail. Its mails are
kept, the operator is told, and `pbem club resume` gives them to it again."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from pathlib import Path

from pbem.club.hall import Hall
from pbem.disk import whole


def rests(hall: Hall, name: str) -> bool:
    """Whether a game was set aside."""
    return hall.aside_file(name).is_file()


def set_aside(hall: Hall, name: str, why: str) -> None:
    """Let a game rest; raises OSError."""
    whole.DISK.make_directory(hall.path / "aside")
    whole.replace(hall.aside_file(name), why.encode(), mode=0o600)


def keep(hall: Hall, data: bytes) -> Path:
    """Keep a mail, once; raises OSError."""
    place = hall.aside_mails
    whole.DISK.make_directory(place)
    digest = hashlib.sha256(data).hexdigest()[:32]
    if (before := next(place.glob(f"*-{digest}.eml"), None)) is not None:
        return before
    number = max((int(file.name[:6]) for file in place.glob("*.eml")), default=0) + 1
    file = place / f"{number:06d}-{digest}.eml"
    whole.replace(file, data, mode=0o600)
    return file


def resume(hall: Hall, name: str) -> None:
    """Let a game go on; raises OSError."""
    whole.DISK.unlink(hall.aside_file(name))


def kept(hall: Hall) -> Iterator[tuple[Path, bytes]]:
    """The mails that were kept, in the order in which they came."""
    for file in sorted(hall.aside_mails.glob("*.eml")):
        yield file, file.read_bytes()
