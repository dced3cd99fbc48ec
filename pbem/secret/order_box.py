"""An order that nobody is to read yet: its text, its box for the referee, the file where its side keeps it.

    text    the salt, then the order's lines, each with a newline at its end; then newlines up to whole pages
    box     the text as an age file for the referee's SSH key, with coins that follow from the salt

All boxes of one order are as long, so that their length tells nothing. Who is shown salt and lines, when the
seal is opened, can make the same box and see that it held them.
"""

from __future__ import annotations

import base64
import binascii
import re
import secrets
from dataclasses import dataclass
from typing import Final

from pbem import errors, refusals
from pbem.dice.stream import hash_lines
from pbem.disk import whole
from pbem.entry.entries import seal_commit
from pbem.keys.age import MAX_TEXT, seal, unseal
from pbem.keys.openssh import PublicKey
from pbem.log.folder import Folder

PAGE: Final = 4096
"""Bytes to a multiple of which a text is filled up."""
_SALT: Final = re.compile(r"[0-9a-f]{64}")
_FIRST: Final = "senlac-sealed/1"


@dataclass(frozen=True, slots=True)
class Sealed:
    """What a side has sealed for a choice of a game. `salt`: 64 hex digits, its secret until the opening."""

    game: str
    author: str
    choice: str
    salt: str
    lines: tuple[str, ...]

    @property
    def commit(self) -> str:
        """The `commit` of the seal."""
        return seal_commit(self.game, self.author, self.choice, self.salt, list(self.lines))

    def box(self, key: PublicKey) -> str:
        """The `box` of the seal for the referee with this key; empty if it is too long for one."""
        text = "".join(f"{line}\n" for line in (self.salt, *self.lines)).encode()
        text += b"\n" * (-len(text) % PAGE)
        if len(text) > MAX_TEXT:
            return ""
        coins = hash_lines("senlac-order-box/1", self.game, self.author, self.choice, self.salt)
        return base64.b64encode(seal(text, key, coins)).decode("ascii")


def opened(box: str, key_file: bytes) -> tuple[str, tuple[str, ...]]:
    """Salt and lines in a box, by the bytes of the referee's key file; raises Unreadable."""
    try:
        text = unseal(base64.b64decode(box, validate=True), key_file).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError) as error:
        raise errors.Unreadable(f"holds no order: {error}") from error
    salt, *lines = text.rstrip("\n").split("\n")
    return salt, tuple(lines)


def keep(folder: Folder, sealed: Sealed) -> None:
    """Write the side's own file; it takes the place of one for the same choice."""
    file = folder.sealed_file(sealed.choice)
    whole.DISK.make_directory(file.parent)
    text = "".join(f"{line}\n" for line in (_FIRST, sealed.salt, *sealed.lines))
    whole.replace(file, text.encode(), mode=0o600)


def kept(folder: Folder, game: str, author: str, choice: str) -> Sealed | None:
    """What the folder's owner has sealed for a choice, or None; raises SealLost for a damaged file."""
    file = folder.sealed_file(choice)
    if not file.is_file():
        return None
    first, *rest = file.read_text(encoding="utf-8", errors="replace").removesuffix("\n").split("\n")
    if first != _FIRST or not rest or not _SALT.fullmatch(rest[0]):
        raise refusals.SealLost(f"{file} is damaged: without its salt your sealed order cannot be opened")
    return Sealed(game, author, choice, rest[0], tuple(rest[1:]))


def new_salt() -> str:
    """A salt from the system's random source."""
    return secrets.token_hex(32)
