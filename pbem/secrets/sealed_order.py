"""An order that nobody is to read yet: its text, and its box for the referee.

    text    the salt, then the order's lines, each with a newline at its end; then newlines up to whole pages
    box     the text as an age file for the referee's SSH key, with coins that follow from the salt

All boxes of one order are as long, so that their length tells nothing. Who is shown salt and lines, when the
seal is opened, can make the same box and see that it held them.
"""

from __future__ import annotations

import base64
import binascii
import secrets
from dataclasses import dataclass
from typing import Final

from pbem import errors
from pbem.dice.dice_stream import hash_lines
from pbem.entry.entries import seal_commit
from pbem.keys.age_boxes import MAX_TEXT, seal, unseal
from pbem.keys.openssh_keys import PublicKey

PAGE: Final = 4096
"""Bytes to a multiple of which a text is filled up."""


@dataclass(frozen=True, slots=True)
class SealedOrder:
    """What a side has sealed for a choice of a game. `salt`: 64 hex digits, its secret until the opening."""

    game: str
    author: str
    choice: str
    salt: str
    lines: tuple[str, ...]

    @property
    def commit(self) -> str:
        """The `commit` of the seal."""
        return seal_commit(self.game, self.author, self.choice, self.salt, self.lines)

    def box(self, key: PublicKey) -> str:
        """The `box` of the seal for the referee with this key; empty if it is too long for one."""
        text = "".join(f"{line}\n" for line in (self.salt, *self.lines)).encode()
        text += b"\n" * (-len(text) % PAGE)
        if len(text) > MAX_TEXT:
            return ""
        coins = hash_lines("senlac-order-box/1", self.game, self.author, self.choice, self.salt)
        return base64.b64encode(seal(text, key, coins)).decode("ascii")


def open_box(box: str, key_file: bytes) -> tuple[str, tuple[str, ...]]:
    """Salt and lines in a box, by the bytes of the referee's key file; raises Unreadable."""
    try:
        text = unseal(base64.b64decode(box, validate=True), key_file).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError) as error:
        raise errors.Unreadable(f"holds no order: {error}") from error
    salt, *lines = text.rstrip("\n").split("\n")
    return salt, tuple(lines)


def new_salt() -> str:
    """A salt from the system's random source."""
    return secrets.token_hex(32)
