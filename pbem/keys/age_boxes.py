"""A text for one party's eyes: an age file for its SSH key, such as `age -d -i key` opens.

It is written with coins that the caller gives instead of random ones, so that whoever learns the coins can
see that it held what it should: the same text, key and coins give the same bytes. Opened is with `pyrage`.
The format is age-encryption.org/v1 with one `ssh-ed25519` stanza.
"""

from __future__ import annotations

import base64
import hashlib
import hmac

from modules.amounts import count_noun
from pbem import errors
from pbem.dice.dice_stream import hash_lines
from pbem.keys.openssh_keys import PublicKey

_INFO = b"age-encryption.org/v1/ssh-ed25519"
_FIELD = 2**255 - 19
MAX_TEXT = 65_536
"""Bytes that are sealed at once: one chunk of an age file."""


def seal(text: bytes, key: PublicKey, coins: str) -> bytes:
    """The age file of up to `MAX_TEXT` bytes. `coins`: 64 secret hex digits, used for no other text."""
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    if len(text) > MAX_TEXT:
        raise ValueError(f"{count_noun(len(text), 'byte')}; at most {MAX_TEXT} are sealed")
    file_key, share, nonce = (
        bytes.fromhex(hash_lines(f"senlac-box-{what}/1", coins)) for what in ("key", "share", "nonce")
    )
    file_key, nonce = file_key[:16], nonce[:16]
    header = b"\n".join([b"age-encryption.org/v1", *_stanza(file_key, key, share), b"---"])
    mac = hmac.digest(_derive(file_key, b"", b"header"), header, "sha256")
    body = ChaCha20Poly1305(_derive(file_key, nonce, b"payload")).encrypt(bytes(11) + b"\1", text, None)
    return header + b" " + _base64(mac) + b"\n" + nonce + body


def _stanza(file_key: bytes, key: PublicKey, share: bytes) -> tuple[bytes, bytes]:
    """The two lines from which the key's holder gets the file key."""
    from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
    from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

    def exchange(private: bytes, public: bytes) -> bytes:
        ours = X25519PrivateKey.from_private_bytes(private)
        return ours.exchange(X25519PublicKey.from_public_bytes(public))

    theirs = _montgomery(key.raw)
    sent = X25519PrivateKey.from_private_bytes(share).public_key().public_bytes_raw()
    shared = exchange(_derive(b"", key.wire, _INFO), exchange(share, theirs))
    wrapped = ChaCha20Poly1305(_derive(shared, sent + theirs, _INFO)).encrypt(bytes(12), file_key, None)
    tag = hashlib.sha256(key.wire).digest()[:4]
    return b"-> ssh-ed25519 " + _base64(tag) + b" " + _base64(sent), _base64(wrapped)


def unseal(sealed: bytes, key_file: bytes) -> bytes:
    """The text of an age file, by the bytes of an OpenSSH private key file; raises Unreadable."""
    import pyrage

    try:
        return bytes(pyrage.decrypt(sealed, [pyrage.ssh.Identity.from_buffer(key_file)]))
    except (pyrage.DecryptError, pyrage.IdentityError) as error:
        raise errors.Unreadable(f"does not open with this key: {error}") from error


def _montgomery(raw: bytes) -> bytes:
    """The X25519 public key that belongs to an Ed25519 one: u = (1 + y) / (1 - y)."""
    y = int.from_bytes(raw, "little") & (2**255 - 1)
    return ((1 + y) * pow(1 - y, -1, _FIELD) % _FIELD).to_bytes(32, "little")


def _derive(secret: bytes, salt: bytes, info: bytes) -> bytes:
    """HKDF-SHA-256, 32 bytes."""
    return hmac.digest(hmac.digest(salt or bytes(32), secret, "sha256"), info + b"\1", "sha256")


def _base64(data: bytes) -> bytes:
    return base64.b64encode(data).rstrip(b"=")
