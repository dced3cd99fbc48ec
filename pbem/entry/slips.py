"""What the parties of a game in progress sign for each other outside of its log: a refusal, a notice, a
receipt.

Papers like those before the game (`papers`): the same version and namespace. Their author's key is the one
that he has in the game; who reads a slip holds it against the log's parties.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar, Final

from pydantic import Field

from pbem import errors
from pbem.codes import Code
from pbem.entry import canonical
from pbem.entry.entries import SignedEntry
from pbem.entry.papers import NAMESPACE, VERSION
from pbem.entry.shapes import Array, Count, Hex, Maybe, Misfit, Record, Role, Seq, ShortText, Time, Token
from pbem.keys import signature
from pbem.keys.openssh import PrivateKey


class Slip(Record):
    """What every slip says: of which game it is, and who has signed it."""

    game: Hex
    author: Role

    def encode(self) -> bytes:
        """The bytes that are signed; raises as `canonical.encode`."""
        return canonical.encode({"v": VERSION, "type": self.type, **self.plain()})


class Refusal(Slip):
    """The bytes of this `digest` do not stand at place `seq`: why, and of an order which line (from 0) breaks
    which rule."""

    type: ClassVar[str] = "refusal"
    seq: Seq
    digest: Hex
    code: Token
    line: Maybe[Count] = None
    rule: Maybe[ShortText] = None


class Notice(Slip):
    """Its author has signed an entry of this `digest` for place `seq` after the head `prev`, and it is
    out."""

    type: ClassVar[str] = "notice"
    seq: Seq
    prev: Hex
    digest: Hex


class Receipt(Slip):
    """Its author's log ends with entry `seq`, and this is all that he holds of `of` for the next place.

    Signed by `of` himself it asks for one; `asked` is the digest of what asked for this one.
    """

    type: ClassVar[str] = "receipt"
    of: Role
    seq: Seq
    head: Hex
    digests: Annotated[Array[Hex], Field(max_length=64)]
    at: Time
    asked: Maybe[Hex] = None

    @property
    def asks(self) -> bool:
        """Whether its author asks for receipts of what others hold of him."""
        return self.author == self.of


AnySlip = Refusal | Notice | Receipt
TYPES: Final[dict[str, type[Refusal] | type[Notice] | type[Receipt]]] = {
    each.type: each for each in (Refusal, Notice, Receipt)
}
"""The class of each type of slip."""


@dataclass(frozen=True, slots=True)
class OpenedSlip:
    """A slip whose signature fits; `signer` is the raw public key, `digest` the SHA-256 of its bytes."""

    said: AnySlip
    signed: SignedEntry
    signer: bytes

    @property
    def digest(self) -> str:
        """By which an entry or another slip names it."""
        return self.signed.head


def sign(said: AnySlip, key: PrivateKey) -> OpenedSlip:
    """A slip signed by its author; raises as `canonical.encode`."""
    data = said.encode()
    return OpenedSlip(said, SignedEntry(data, (signature.sign(key, data, NAMESPACE),)), key.public.raw)


def is_slip(signed: SignedEntry) -> bool:
    """Whether these bytes say that they are a slip; nothing else is checked."""
    try:
        value = canonical.decode(signed.data)
    except errors.PbemError:
        return False
    return isinstance(value, dict) and value.get("type") in TYPES


def open_slip(signed: SignedEntry) -> OpenedSlip:
    """Check signature, bytes and shape. Whether the signer is the author is for who knows the parties.

    Raises as `signature.verify` and `canonical.decode`, or BadPaper.
    """
    if len(signed.signatures) != 1:
        raise errors.Refusal(Code.SIGNATURE_FORMAT, f"{len(signed.signatures)} signatures; a paper has one")
    if len(signed.data) > canonical.MAX_BYTES:
        raise errors.Refusal(
            Code.TOO_LARGE, f"{len(signed.data)} bytes; at most {canonical.MAX_BYTES} are allowed"
        )
    signer = signature.verify(signed.signatures[0], signed.data, NAMESPACE)
    value = canonical.decode(signed.data)
    fields = value if isinstance(value, dict) else {}
    kind, version = fields.pop("type", None), fields.pop("v", None)
    if not isinstance(kind, str) or kind not in TYPES:
        raise errors.BadPaper(f"papers of type {str(kind)[:40]!r} do not pass between the parties of a game")
    if version != VERSION or isinstance(version, bool):
        raise errors.BadPaper(f"{kind}.v: expected {VERSION}, found {str(version)[:40]!r}")
    try:
        return OpenedSlip(TYPES[kind].read(fields), signed, signer)
    except Misfit as misfit:
        raise errors.BadPaper(f"{kind}{misfit}") from misfit
