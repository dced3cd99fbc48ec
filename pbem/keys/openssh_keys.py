"""OpenSSH Ed25519 keys: make, load, name by fingerprint. No other key type is accepted.

Key files are those of `ssh-keygen -t ed25519`: NAME (mode 0600) and NAME.pub. They are written atomically
and never over an existing file. `cryptography` is imported on first use only.
"""

from __future__ import annotations

import base64
import binascii
import functools
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pbem import errors
from pbem.disk import atomic_files
from pbem.reason_codes import Code

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

ALGORITHM = "ssh-ed25519"
_WIRE_PREFIX = b"\0\0\0\x0bssh-ed25519\0\0\0\x20"
_MAGIC = b"openssh-key-v1\0"
_SIGNATURE = 64
_KNOWN: dict[bytes, bool] = {}
"""Signatures that were checked in this process, by a digest of key, signature and message."""
_MOST_KNOWN = 16_384
_FIELD = 2**255 - 19
# The y coordinates of the eight points of small order: under such a key one signature fits every message.
_ORDER_8_Y = 0x05FC536D880238B13933C6D305ACDFD5F098EFF289F4C345B027B2C28F95E826
_SMALL_ORDER_Y = frozenset({0, 1, _FIELD - 1, _ORDER_8_Y, _FIELD - _ORDER_8_Y})


@dataclass(frozen=True, slots=True)
class PublicKey:
    """A public key: its 32 bytes, checked to be a key that binds its holder."""

    raw: bytes

    def __post_init__(self) -> None:
        if len(self.raw) != 32:
            raise errors.BadKeyFile(Code.BAD_KEY_FILE, f"an Ed25519 key has 32 bytes, not {len(self.raw)}")
        y = int.from_bytes(self.raw, "little") & (2**255 - 1)
        if y >= _FIELD or y in _SMALL_ORDER_Y:
            raise errors.BadKeyFile(
                Code.WEAK_KEY, "this public key would accept signatures that nobody made; make a new key"
            )

    @classmethod
    def parse(cls, line: str) -> PublicKey:
        """Read `ssh-ed25519 BASE64 [comment]`, a line of a .pub file; raises BadKeyFile or `weak-key`."""
        words = line.split(None, 2)
        if len(words) < 2 or words[0] != ALGORITHM:
            raise errors.BadKeyFile(Code.BAD_KEY_FILE, f"not an {ALGORITHM} public key: {line[:40]!r}")
        try:
            wire = binascii.a2b_base64(words[1].encode("ascii"), strict_mode=True)
        except (binascii.Error, UnicodeEncodeError) as error:
            raise errors.BadKeyFile(
                Code.BAD_KEY_FILE, f"the public key's base64 is damaged: {error}"
            ) from error
        key = cls(wire[len(_WIRE_PREFIX) :])
        if key.line != f"{ALGORITHM} {words[1]}":
            raise errors.BadKeyFile(Code.BAD_KEY_FILE, "the public key's base64 does not hold an Ed25519 key")
        return key

    @classmethod
    def load(cls, path: Path) -> PublicKey:
        """Read a .pub file; raises BadKeyFile or `weak-key`."""
        return cls.parse(_read(path).decode("utf-8-sig", "replace"))

    @property
    def wire(self) -> bytes:
        """The key as SSH sends it: two length-prefixed strings."""
        return _WIRE_PREFIX + self.raw

    @property
    def line(self) -> str:
        """`ssh-ed25519 BASE64`, without a comment; the form in a charter."""
        return f"{ALGORITHM} {base64.b64encode(self.wire).decode('ascii')}"

    @property
    def fingerprint(self) -> str:
        """`SHA256:...` as `ssh-keygen -l` prints it."""
        digest = hashlib.sha256(self.wire).digest()
        return "SHA256:" + base64.b64encode(digest).decode("ascii").rstrip("=")

    def accepts(self, signature: bytes, message: bytes) -> bool:
        """Whether the 64-byte Ed25519 signature is this key's over the message."""
        if len(signature) != _SIGNATURE:
            return False
        # A program that reads a log again need not do this sum again.
        asked = hashlib.sha256(self.raw + signature + message).digest()
        if asked not in _KNOWN:
            if len(_KNOWN) == _MOST_KNOWN:
                _KNOWN.clear()
            _KNOWN[asked] = _accepts(self.raw, signature, message)
        return _KNOWN[asked]


def _accepts(raw: bytes, signature: bytes, message: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature

    try:
        _load_public(raw).verify(signature, message)
    except InvalidSignature:
        return False
    return True


@functools.lru_cache(maxsize=256)
def _load_public(raw: bytes) -> Ed25519PublicKey:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    return Ed25519PublicKey.from_public_bytes(raw)


class PrivateKey:
    """A private key in memory; `public` is its other half. Its text form never shows the secret."""

    __slots__ = ("_key", "public")

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public = PublicKey(key.public_key().public_bytes_raw())

    def __repr__(self) -> str:
        return f"PrivateKey({self.public.fingerprint})"

    @classmethod
    def generate(cls) -> PrivateKey:
        """A new key from the system's random source."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.generate())

    @classmethod
    def from_seed(cls, seed: bytes) -> PrivateKey:
        """The key of a 32-byte seed: for simulated games and test vectors, where it must be repeatable."""
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return cls(Ed25519PrivateKey.from_private_bytes(seed))

    @classmethod
    def load(cls, path: Path, passphrase: str | None = None) -> PrivateKey:
        """Read a private key file of OpenSSH's own format.

        Raises BadKeyFile, `passphrase-needed`, `wrong-passphrase` or `passphrase-unsupported`.
        """
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
        from cryptography.hazmat.primitives.serialization import load_ssh_private_key

        data = _read(path)
        encrypted = is_encrypted(path)
        if passphrase is None and encrypted:
            raise errors.Refusal(Code.PASSPHRASE_NEEDED, f"{path} is encrypted; give its passphrase")
        if passphrase is not None and encrypted:
            _require_bcrypt()
        secret = passphrase.encode() if passphrase is not None and encrypted else None
        try:
            key = load_ssh_private_key(data, secret)
        except (ValueError, TypeError) as error:
            if secret is not None:
                raise errors.Refusal(
                    Code.WRONG_PASSPHRASE, f"{path} does not open with this passphrase"
                ) from error
            raise errors.BadKeyFile(Code.BAD_KEY_FILE, f"{path} is not an OpenSSH private key") from error
        if not isinstance(key, Ed25519PrivateKey):
            raise errors.BadKeyFile(
                Code.BAD_KEY_FILE, f"{path} is not an Ed25519 key; make one with `ssh-keygen -t ed25519`"
            )
        return cls(key)

    def sign(self, message: bytes) -> bytes:
        """The 64-byte Ed25519 signature over the message; the same for the same message."""
        return self._key.sign(message)

    def save(self, path: Path, *, comment: str = "", passphrase: str | None = None) -> None:
        """Write `path` (mode 0600) and `path`.pub; raises FileExists rather than overwrite either.

        With a passphrase the private key is encrypted as OpenSSH does it; raises `passphrase-unsupported`
        if `bcrypt` is not installed.
        """
        public = path.with_name(path.name + ".pub")
        if public.exists():
            raise errors.FileExists(f"{public} exists already and is never overwritten; choose another name")
        atomic_files.write_new(path, self.text(passphrase), mode=0o600)
        atomic_files.write_new(public, f"{self.public.line} {comment}".strip().encode() + b"\n")

    def text(self, passphrase: str | None = None) -> bytes:
        """The private key file as OpenSSH writes it; raises `passphrase-unsupported`."""
        from cryptography.hazmat.primitives import serialization as ssh

        encryption: ssh.KeySerializationEncryption = ssh.NoEncryption()
        if passphrase is not None:
            _require_bcrypt()
            encryption = ssh.BestAvailableEncryption(passphrase.encode())
        return self._key.private_bytes(ssh.Encoding.PEM, ssh.PrivateFormat.OpenSSH, encryption)


def openssh_text(seed: bytes) -> bytes:
    """The private key file of a 32-byte seed, always the same bytes: for simulated games.

    OpenSSH writes a random check number into a key file; here it follows from the seed.
    """
    public = PrivateKey.from_seed(seed).public
    check = hashlib.sha256(b"check" + seed).digest()[:4] * 2
    inner = (
        check + _string(ALGORITHM.encode()) + _string(public.raw) + _string(seed + public.raw) + _string(b"")
    )
    inner += bytes(range(1, 1 + -len(inner) % 8))
    outer = (
        _string(b"none") * 2 + _string(b"") + (1).to_bytes(4, "big") + _string(public.wire) + _string(inner)
    )
    text = base64.b64encode(_MAGIC + outer)
    lines = [text[at : at + 70] for at in range(0, len(text), 70)]
    return b"\n".join(
        [b"-----BEGIN OPENSSH PRIVATE KEY-----", *lines, b"-----END OPENSSH PRIVATE KEY-----", b""]
    )


def _string(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError as error:
        raise errors.BadKeyFile(Code.BAD_KEY_FILE, f"{path}: {error.strerror}") from error


def is_encrypted(path: Path) -> bool:
    """Whether an OpenSSH private key names another cipher than `none`; raises BadKeyFile."""
    outer = _outer(_read(path))
    return bool(outer) and not outer.startswith(_string(b"none"))


def public_of(path: Path) -> PublicKey:
    """The public half of a private key file, in which it stands unencrypted; raises BadKeyFile or `weak-
    key`.
    """
    rest = _outer(_read(path))
    for _ in range(3):  # the cipher, the key derivation, its options
        rest = rest[4 + int.from_bytes(rest[:4], "big") :]
    wire = rest[8 : 8 + int.from_bytes(rest[4:8], "big")]
    if not wire.startswith(_WIRE_PREFIX):
        raise errors.BadKeyFile(
            Code.BAD_KEY_FILE,
            f"{path} is not an Ed25519 private key of OpenSSH; make one with `ssh-keygen -t ed25519`",
        )
    return PublicKey(wire[len(_WIRE_PREFIX) :])


def _outer(data: bytes) -> bytes:
    """What stands in a private key file after the words by which it is known; empty in any other file."""
    lines = [line for line in data.splitlines() if b"-" not in line]
    try:
        blob = base64.b64decode(b"".join(lines))
    except binascii.Error:
        return b""
    return blob.removeprefix(_MAGIC) if blob.startswith(_MAGIC) else b""


def _require_bcrypt() -> None:
    from importlib.util import find_spec

    if find_spec("bcrypt") is None:
        raise errors.Refusal(
            Code.PASSPHRASE_UNSUPPORTED, "encrypted keys need the package bcrypt: `pip install bcrypt`"
        )
