"""What is signed outside of the log while a game goes on: standing orders, and the referee's receipt of them;
other papers of a game (`slips`) are signed and opened in the same way.

A paper is one canonical JSON object `{"v":2,"type":...,"game":...,"author":...}` in the namespace of papers
(`papers`). It names no key: its author's is the one that the log gives him.
"""

import base64
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, TypeAlias, TypeVar

from modules.amounts import counted
from pbem import errors
from pbem.codes import Code
from pbem.entry import canonical
from pbem.entry.bodies import Clear, ClearCarried, Sealed, SealedCarried
from pbem.entry.entries import SignedEntry
from pbem.entry.papers import NAMESPACE, VERSION
from pbem.entry.shapes import Base64, Hex, Misfit, Positive, Record, Role, Seq
from pbem.keys import signature
from pbem.keys.openssh import PrivateKey


class Box(Record):
    """The lines of a sealed standing paper for the referee's eyes; `paper` is its digest."""

    type: ClassVar[str] = "standing-box"
    game: Hex
    author: Role
    paper: Hex
    box: Base64


class Receipt(Record):
    """The referee says that a side's paper of this number and digest came, when his log ended with `seq`."""

    type: ClassVar[str] = "receipt"
    game: Hex
    author: Role
    side: Role
    number: Positive
    paper: Hex
    seq: Seq


Said: TypeAlias = Sealed | Clear | Box | Receipt
TYPES: Final[dict[str, type[Said]]] = {each.type: each for each in (Sealed, Clear, Box, Receipt)}
"""The class of each type of paper."""

S = TypeVar("S", bound=Record)
S_co = TypeVar("S_co", bound=Record, covariant=True)


@dataclass(frozen=True, slots=True)
class GamePaper(Generic[S_co]):
    """One paper whose signature fits: `signer` is the raw public key."""

    said: S_co
    signed: SignedEntry
    signer: bytes

    @property
    def digest(self) -> str:
        """The SHA-256 of its bytes, 64 hex digits."""
        return self.signed.head


def encode(said: Record) -> bytes:
    """The bytes that are signed; raises as `canonical.encode`."""
    return canonical.encode({"v": VERSION, "type": said.type, **said.plain()})


def sign(said: S, key: PrivateKey) -> GamePaper[S]:
    """A paper signed by its author."""
    data = encode(said)
    return GamePaper(said, SignedEntry(data, (signature.sign(key, data, NAMESPACE),)), key.public.raw)


def is_one(signed: SignedEntry, types: Collection[str] = TYPES) -> bool:
    """Whether it says that it is a paper of one of these types; nothing is checked."""
    return any(signed.data.endswith(f'"type":"{kind}","v":{VERSION}}}'.encode()) for kind in types)


def open_paper(signed: SignedEntry) -> GamePaper[Said]:
    """A standing paper or what belongs to one; raises as `opened`."""
    return opened(signed, TYPES)


def opened(signed: SignedEntry, types: Mapping[str, type[S]]) -> GamePaper[S]:
    """Check signature, bytes and shape. Whose key it must be is for who knows the log.

    Raises as `signature.verify` and `canonical.decode`, or BadPaper.
    """
    if len(signed.signatures) != 1:
        raise errors.Refusal(
            Code.SIGNATURE_FORMAT, f"{counted(len(signed.signatures), 'signature')}; a paper has one"
        )
    if len(signed.data) > canonical.MAX_BYTES:
        raise errors.Refusal(
            Code.TOO_LARGE, f"{counted(len(signed.data), 'byte')}; at most {canonical.MAX_BYTES} are allowed"
        )
    signer = signature.verify(signed.signatures[0], signed.data, NAMESPACE)
    value = canonical.decode(signed.data)
    fields = value if isinstance(value, dict) else {}
    kind, version = fields.pop("type", None), fields.pop("v", None)
    if not isinstance(kind, str) or kind not in types:
        raise errors.BadPaper(f"papers of type {str(kind)[:40]!r} do not pass between the parties of a game")
    if version != VERSION or isinstance(version, bool):
        raise errors.BadPaper(f"{kind}.v: expected {VERSION}, found {str(version)[:40]!r}")
    try:
        return GamePaper(types[kind].read(fields), signed, signer)
    except Misfit as misfit:
        raise errors.BadPaper(f"{kind}{misfit}") from misfit


def carry(paper: GamePaper[Sealed | Clear]) -> SealedCarried | ClearCarried:
    """A standing paper as an entry carries it: with its signature."""
    text = base64.b64encode(paper.signed.signatures[0]).decode("ascii")
    if isinstance(paper.said, Clear):
        return ClearCarried(**dict(paper.said), signature=text)
    return SealedCarried(**dict(paper.said), signature=text)


def carried(said: SealedCarried | ClearCarried) -> SignedEntry:
    """The paper that an entry carries, as it was signed."""
    kind = Clear if isinstance(said, ClearCarried) else Sealed
    data = canonical.encode({"v": VERSION, "type": kind.type, **_without(said)})
    return SignedEntry(data, (base64.b64decode(said.signature, validate=True),))


def _without(said: SealedCarried | ClearCarried) -> dict[str, canonical.Value]:
    return {name: field for name, field in said.plain().items() if name != "signature"}
