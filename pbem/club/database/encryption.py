"""What lies in the database closed: files of games (keys, dice chains, packs) and mails, with one key of 32
bytes that each worker gets at its start. Who steals a copy of the database reads logs, names and addresses in
it, which every player of a game has too, and nothing else.

AES-256-GCM, a nonce of 12 random bytes first; bound to its place, so that a row moved to another one is not
opened there. With 500,000 rows a day a key may serve for more than ten years (2^32 rows).
"""

from __future__ import annotations

import base64
import hashlib
import secrets
from pathlib import Path

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from pbem.disk import atomic_files
from pbem.errors import Refusal
from pbem.reason_codes import Code

_NONCE = 12
_BYTES = 32
_TITLE = "senlac-club-key/1"


class Sealer:
    """Closes and opens with one key. `id` names the key and tells nothing of it."""

    def __init__(self, key: bytes) -> None:
        self._cipher = AESGCM(key)
        self.id = hashlib.sha256(b"senlac-club-key-id\0" + key).hexdigest()[:16]

    @classmethod
    def load(cls, file: Path) -> Sealer:
        """The key in a file; raises `club-key`, or OSError."""
        title, _, text = file.read_text(encoding="ascii", errors="replace").strip().partition(" ")
        try:
            key = base64.b64decode(text, validate=True)
        except ValueError:
            key = b""
        if title != _TITLE or len(key) != _BYTES:
            raise Refusal(Code.CLUB_KEY, f"{file} is no key of a club; `pbem club key FILE` makes one")
        return cls(key)

    def seal(self, data: bytes, *place: str) -> bytes:
        """Close what lies at a place."""
        nonce = secrets.token_bytes(_NONCE)
        return nonce + self._cipher.encrypt(nonce, data, _bound(place))

    def open(self, data: bytes, *place: str) -> bytes:
        """Open it; raises `club-key` for what another key closed, or what lay at another place."""
        try:
            return self._cipher.decrypt(data[:_NONCE], data[_NONCE:], _bound(place))
        except (InvalidTag, ValueError):  # the latter for a row that was cut short
            raise Refusal(
                Code.CLUB_KEY, f"{' '.join(place)} in the database is not what was put there with this key"
            ) from None


def make(file: Path) -> Sealer:
    """A new key in a new file that its owner alone can read; raises FileExists or OSError."""
    key = secrets.token_bytes(_BYTES)
    atomic_files.write_new(file, f"{_TITLE} {base64.b64encode(key).decode()}\n".encode(), mode=0o600)
    return Sealer(key)


def _bound(place: tuple[str, ...]) -> bytes:
    return "\0".join(place).encode()
