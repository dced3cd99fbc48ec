"""Signatures as `ssh-keygen -Y sign` writes them (OpenSSH PROTOCOL.sshsig), in one form only.

Only ssh-ed25519 with sha512 and one namespace: that of the entries of a log, or another that the caller
names. A signature is then a fixed frame around a public key (32 bytes) and an Ed25519 signature (64
bytes); any other frame is refused, and the refusal says which field is the wrong one.
"""

from __future__ import annotations

import base64
import binascii
import functools
import hashlib
from typing import NoReturn

from pbem import errors
from pbem.keys.openssh_keys import PrivateKey, PublicKey
from pbem.reason_codes import Code

NAMESPACE = "senlac-entry-v1"
"""What the signatures of entries are made for; a signature for another namespace is refused."""
_HASH = b"sha512"
_BEGIN = "-----BEGIN SSH SIGNATURE-----"
_END = "-----END SSH SIGNATURE-----"
_COLUMNS = 70
_GROUP_ORDER = 2**252 + 27742317777372353535851937790883648493


def _string(data: bytes) -> bytes:
    return len(data).to_bytes(4, "big") + data


_HEAD = b"SSHSIG\0\0\0\x01" + b"\0\0\0\x33" + b"\0\0\0\x0bssh-ed25519\0\0\0\x20"
_KEY_END = len(_HEAD) + 32


@functools.cache
def _purpose(namespace: str) -> bytes:
    return _string(namespace.encode("ascii")) + _string(b"") + _string(_HASH)


def _middle(namespace: str) -> bytes:
    """What stands between the public key and the signature."""
    return _purpose(namespace) + b"\0\0\0\x53" + b"\0\0\0\x0bssh-ed25519\0\0\0\x40"


SIZE = _KEY_END + len(_middle(NAMESPACE)) + 64
"""Bytes of every signature blob of an entry that is accepted."""


def sign(key: PrivateKey, message: bytes, namespace: str = NAMESPACE) -> bytes:
    """The signature blob (binary) over the message."""
    return _HEAD + key.public.raw + _middle(namespace) + key.sign(_signed_data(message, namespace))


def verify(blob: bytes, message: bytes, namespace: str = NAMESPACE) -> bytes:
    """Check a signature blob; returns the 32 bytes of the public key that made it.

    Whether that key is the author's is the caller's question. Raises `signature-format`,
    `signature-algorithm`, `signature-namespace`, `signature-malleable`, `signature-wrong` or `weak-key`.
    """
    middle = _middle(namespace)
    end = _KEY_END + len(middle)
    if len(blob) != end + 64 or not blob.startswith(_HEAD) or blob[_KEY_END:end] != middle:
        _explain(blob, namespace)
    raw, signature = blob[len(_HEAD) : _KEY_END], blob[end:]
    if int.from_bytes(signature[32:], "little") >= _GROUP_ORDER:
        raise errors.Refusal(
            Code.SIGNATURE_MALLEABLE, "the signature was altered: its S is not below the group order"
        )
    if not PublicKey(raw).accepts(signature, _signed_data(message, namespace)):
        raise errors.Refusal(Code.SIGNATURE_WRONG, "the signature does not fit these bytes and the key in it")
    return raw


def signer(blob: bytes) -> bytes:
    """The public key in a blob that was verified before."""
    return blob[len(_HEAD) : _KEY_END]


def armor(blob: bytes) -> str:
    """The text that `ssh-keygen -Y sign` writes to a .sig file, for `ssh-keygen -Y verify -s`."""
    text = base64.b64encode(blob).decode("ascii")
    lines = [text[at : at + _COLUMNS] for at in range(0, len(text), _COLUMNS)]
    return "\n".join([_BEGIN, *lines, _END, ""])


def dearmor(text: str) -> bytes:
    """The blob of a .sig file, only if OpenSSH would write it so; raises `signature-format`."""
    lines = text.splitlines()
    if len(lines) < 3 or lines[0] != _BEGIN or lines[-1] != _END:
        raise errors.Refusal(Code.SIGNATURE_FORMAT, "not an SSH signature: the BEGIN or END line is missing")
    try:
        blob = binascii.a2b_base64("".join(lines[1:-1]).encode("ascii"), strict_mode=True)
    except (binascii.Error, UnicodeEncodeError) as error:
        raise errors.Refusal(Code.SIGNATURE_FORMAT, f"the signature's base64 is damaged: {error}") from error
    if armor(blob) != text:
        raise errors.Refusal(Code.SIGNATURE_FORMAT, "the signature's text is not as OpenSSH writes it")
    return blob


def _signed_data(message: bytes, namespace: str) -> bytes:
    return b"SSHSIG" + _purpose(namespace) + _string(hashlib.sha512(message).digest())


def _explain(blob: bytes, wanted: str) -> NoReturn:
    """Name the first field of a refused frame that is not as it must be."""
    if not blob.startswith(b"SSHSIG\0\0\0\x01"):
        raise errors.Refusal(Code.SIGNATURE_FORMAT, "not an SSHSIG signature of version 1")
    key, rest = _take(blob[10:])
    namespace, rest = _take(rest)
    reserved, rest = _take(rest)
    hashed, rest = _take(rest)
    signature, rest = _take(rest)
    for name, held in (("key", _take(key)[0]), ("signature", _take(signature)[0])):
        if held != b"ssh-ed25519":
            raise errors.Refusal(
                Code.SIGNATURE_ALGORITHM, f"the {name} is {_quote(held)}; only ssh-ed25519 is accepted"
            )
    if namespace != wanted.encode("ascii"):
        raise errors.Refusal(Code.SIGNATURE_NAMESPACE, f"signed for {_quote(namespace)}, not for {wanted}")
    if hashed != _HASH:
        raise errors.Refusal(
            Code.SIGNATURE_ALGORITHM, f"hashed with {_quote(hashed)}; only sha512 is accepted"
        )
    if reserved or rest:
        raise errors.Refusal(Code.SIGNATURE_FORMAT, "the signature has spare bytes")
    raise errors.Refusal(Code.SIGNATURE_FORMAT, "the key or the signature in it has the wrong length")


def _take(data: bytes) -> tuple[bytes, bytes]:
    size = int.from_bytes(data[:4], "big")
    if len(data) < 4 or len(data) - 4 < size:
        raise errors.Refusal(Code.SIGNATURE_FORMAT, "the signature is cut short")
    return data[4 : 4 + size], data[4 + size :]


def _quote(data: bytes) -> str:
    return repr(data[:40].decode("ascii", "replace"))
