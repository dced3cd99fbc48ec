"""An entry of the game log: its fields, its exact bytes, its signatures, its one-line record.

What an entry says is read here; whether its signatures fit is asked at the border (`verified_entries`), and
nothing of an entry is believed before.
"""

from __future__ import annotations

import binascii
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

from pydantic import Field

from pbem import errors
from pbem.dice.dice_stream import hash_lines
from pbem.entry import bodies, canonical_json, field_types
from pbem.entry.bodies import Body
from pbem.keys import signature
from pbem.keys.openssh_keys import PrivateKey
from pbem.reason_codes import Code

VERSION: Final = 2
OLD_PROTOCOL: Final = (
    "begun under senlac-dice/1, whose dice could be chosen: it cannot go on here; begin a new game with "
    "`pbem invite`"
)
"""What is said of version 1."""
NOTHING: Final = "0" * 64
"""`game` and `prev` of a charter, which has neither."""
MAX_SIGNATURES: Final = 16


@dataclass(frozen=True, slots=True)
class Entry:
    """What one entry says. `game`, `prev` and `link` are 64 lower-case hex digits; `seq` counts from 0."""

    game: str
    seq: int
    prev: str
    author: str
    body: Body
    link: str | None = None

    @property
    def type(self) -> str:
        """The type of the entry, in a word."""
        return self.body.type

    @property
    def stated_time(self) -> int | None:
        """The time that it states, Unix seconds."""
        return self.body.at if isinstance(self.body, bodies.TimedBody) else None

    @property
    def content(self) -> tuple[Any, ...]:
        """All that it says but its time, what follows from that, and what its author had seen."""
        but = ("at", "due", "seen")
        fields = {name: field for name, field in self.body.to_plain().items() if name not in but}
        return self.game, self.seq, self.prev, self.author, self.type, self.link, fields

    def encode(self) -> bytes:
        """The bytes that are signed; raises `bad-entry` or as `canonical_json.encode`."""
        value: dict[str, canonical_json.Value] = {
            "v": VERSION,
            "game": self.game,
            "seq": self.seq,
            "prev": self.prev,
            "type": self.type,
            "author": self.author,
            "body": self.body.to_plain(),
        }
        if self.link is not None:
            value["link"] = self.link
        data = canonical_json.encode(value)
        _envelope(value)
        return data

    @classmethod
    def decode(cls, data: bytes) -> Entry:
        """The entry in these bytes; raises `bad-entry`, BadBody, BadKeyFile or as `canonical_json.decode`.

        Says nothing about signatures: the border (`verified_entries.verify_entry`) checks these first.
        """
        said = _envelope(canonical_json.decode(data))
        try:
            body = bodies.read_body(said.kind, said.body)
        except field_types.Misfit as misfit:
            raise errors.BadBody(f"{said.kind} body{misfit}") from misfit
        return cls(said.game, said.seq, said.prev, said.author, body, said.link)

    def __str__(self) -> str:
        return f"entry {self.seq} ({self.type} by {self.author})"


class _Envelope(field_types.Record):
    """What every entry has around its body."""

    v: Annotated[int, field_types.bound_integer(VERSION, VERSION)]
    game: field_types.Hex
    seq: field_types.Seq
    prev: field_types.Hex
    kind: Annotated[
        str, field_types.match_string("|".join(bodies.TYPES), "an entry type"), Field(alias="type")
    ]
    author: field_types.Role
    body: Any
    link: field_types.Maybe[field_types.Hex] = None


def _envelope(value: object) -> _Envelope:
    if isinstance(value, dict) and value.get("v") == 1 and value["v"] is not True:
        raise errors.Refusal(Code.OLD_PROTOCOL, f"an entry of a game that was {OLD_PROTOCOL}")
    try:
        said = _Envelope.read(value)
    except field_types.Misfit as misfit:
        raise errors.Refusal(Code.BAD_ENTRY, f"entry{misfit}") from misfit
    if said.link is not None and not bodies.TYPES[said.kind].reveals:
        raise errors.Refusal(Code.BAD_ENTRY, f"entry: a {said.kind} reveals no link")
    return said


@dataclass(frozen=True, slots=True)
class SignedEntry:
    """An entry as it travels: the exact bytes and the signature blobs over them. Nothing is checked yet."""

    data: bytes
    signatures: tuple[bytes, ...]

    @property
    def head(self) -> str:
        """SHA-256 of the bytes, 64 hex digits: the `prev` of the entry that follows."""
        return hashlib.sha256(self.data).hexdigest()

    def to_record(self) -> bytes:
        """One line without its newline: the signatures in base64 joined by commas, a space, the bytes."""
        signatures = b",".join(binascii.b2a_base64(blob, newline=False) for blob in self.signatures)
        return signatures + b" " + self.data

    @classmethod
    def from_record(cls, line: bytes) -> SignedEntry:
        """Read such a line; raises BadRecord."""
        head, space, data = line.partition(b" ")
        parts = head.split(b",")
        if not space or len(parts) > MAX_SIGNATURES:
            raise errors.BadRecord("a record is: signatures, one space, the entry")
        return cls(data, tuple(_blob(part) for part in parts))


def _blob(part: bytes) -> bytes:
    try:
        blob = binascii.a2b_base64(part, strict_mode=True)
    except binascii.Error as error:
        raise errors.BadRecord(f"the base64 of a signature is damaged: {error}") from error
    if binascii.b2a_base64(blob, newline=False) != part:
        raise errors.BadRecord("the base64 of a signature has spare bits")
    return blob


def sign(entry: Entry, *keys: PrivateKey) -> SignedEntry:
    """The entry signed by each key. A charter takes the keys in the order of its parties."""
    data = entry.encode()
    return SignedEntry(data, tuple(signature.sign(key, data) for key in keys))


def cosign(signed: SignedEntry, key: PrivateKey) -> SignedEntry:
    """The same entry with one more signature: how a charter goes from party to party."""
    return SignedEntry(signed.data, (*signed.signatures, signature.sign(key, signed.data)))


def seal_commit(game: str, author: str, choice: str, salt: str, lines: Sequence[str]) -> str:
    """The `commit` of a seal, bound to game, author and choice so that a copy cannot be opened.

    SHA-256 of the lines senlac-seal/1, game, author, choice, salt, digest of the order lines; that
    digest is SHA-256 of their canonical JSON array. `salt` is 64 random hex digits.
    """
    order = hashlib.sha256(canonical_json.encode(list(lines))).hexdigest()
    return hash_lines("senlac-seal/1", game, author, choice, salt, order)
