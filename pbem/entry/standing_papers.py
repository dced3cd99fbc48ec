"""What is signed outside of the log while a game goes on: standing orders, and the referee's receipt of them;
other papers of a game (`peer_notices`) are signed and opened in the same way.

A paper is one canonical JSON object `{"v":2,"type":...,"game":...,"author":...}` in the namespace of papers
(`setup_papers`). It names no key: its author's is the one that the log gives him.
"""

import base64
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import ClassVar, Final, Generic, TypeAlias, TypeVar

from modules.amounts import count_noun
from pbem import errors
from pbem.entry import canonical_json
from pbem.entry.bodies import CarriedClearPaper, CarriedSealedPaper, ClearPaper, SealedPaper
from pbem.entry.entries import SignedEntry
from pbem.entry.field_types import Base64, Hex, Misfit, Positive, Record, Role, Seq
from pbem.entry.setup_papers import NAMESPACE, VERSION
from pbem.keys import signature
from pbem.keys.openssh_keys import PrivateKey
from pbem.reason_codes import Code


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


Said: TypeAlias = SealedPaper | ClearPaper | Box | Receipt
TYPES: Final[dict[str, type[Said]]] = {each.type: each for each in (SealedPaper, ClearPaper, Box, Receipt)}
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
    """The bytes that are signed; raises as `canonical_json.encode`."""
    return canonical_json.encode({"v": VERSION, "type": said.type, **said.to_plain()})


def sign(said: S, key: PrivateKey) -> GamePaper[S]:
    """A paper signed by its author."""
    data = encode(said)
    return GamePaper(said, SignedEntry(data, (signature.sign(key, data, NAMESPACE),)), key.public.raw)


def is_one(signed: SignedEntry, types: Collection[str] = TYPES) -> bool:
    """Whether it says that it is a paper of one of these types; nothing is checked."""
    return any(signed.data.endswith(f'"type":"{kind}","v":{VERSION}}}'.encode()) for kind in types)


def open_paper(signed: SignedEntry) -> GamePaper[Said]:
    """A standing paper or what belongs to one; raises as `verify_paper`."""
    return verify_paper(signed, TYPES)


def verify_paper(signed: SignedEntry, types: Mapping[str, type[S]]) -> GamePaper[S]:
    """Check signature, bytes and shape. Whose key it must be is for who knows the log.

    Raises as `signature.verify` and `canonical_json.decode`, or BadPaper.
    """
    if len(signed.signatures) != 1:
        raise errors.Refusal(
            Code.SIGNATURE_FORMAT, f"{count_noun(len(signed.signatures), 'signature')}; a paper has one"
        )
    if len(signed.data) > canonical_json.MAX_BYTES:
        raise errors.Refusal(
            Code.TOO_LARGE,
            f"{count_noun(len(signed.data), 'byte')}; at most {canonical_json.MAX_BYTES} are allowed",
        )
    signer = signature.verify(signed.signatures[0], signed.data, NAMESPACE)
    value = canonical_json.decode(signed.data)
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


def embed_paper(paper: GamePaper[SealedPaper | ClearPaper]) -> CarriedSealedPaper | CarriedClearPaper:
    """A standing paper as an entry carries it: with its signature."""
    text = base64.b64encode(paper.signed.signatures[0]).decode("ascii")
    if isinstance(paper.said, ClearPaper):
        return CarriedClearPaper(**dict(paper.said), signature=text)
    return CarriedSealedPaper(**dict(paper.said), signature=text)


def extract_paper(said: CarriedSealedPaper | CarriedClearPaper) -> SignedEntry:
    """The paper that an entry carries, as it was signed."""
    kind = ClearPaper if isinstance(said, CarriedClearPaper) else SealedPaper
    data = canonical_json.encode({"v": VERSION, "type": kind.type, **_drop_box(said)})
    return SignedEntry(data, (base64.b64decode(said.signature, validate=True),))


def _drop_box(said: CarriedSealedPaper | CarriedClearPaper) -> dict[str, canonical_json.Value]:
    return {name: field for name, field in said.to_plain().items() if name != "signature"}
