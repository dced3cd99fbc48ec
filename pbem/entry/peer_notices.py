"""What the parties of a game in progress sign for each other outside of its log: a refusal, a dispute of
one, a notice, and for a folder that was put back what each holds of its owner.

Papers of a game (`standing_papers`): who reads a slip holds its signer against the log's parties.
"""

from typing import Annotated, ClassVar, Final, TypeAlias

from pydantic import Field

from pbem.entry import standing_papers
from pbem.entry.entries import SignedEntry
from pbem.entry.field_types import (
    Array,
    Base64,
    Count,
    Hex,
    LineText,
    Maybe,
    Record,
    Role,
    Seq,
    ShortText,
    Time,
    Token,
    Yes,
)
from pbem.entry.standing_papers import GamePaper


class Slip(Record):
    """What every slip says: of which game it is, and who has signed it."""

    game: Hex
    author: Role


class Refusal(Slip):
    """The bytes of this `digest` do not stand at place `seq`: why, and of an order which line (from 0) breaks
    which rule."""

    type: ClassVar[str] = "refusal"
    seq: Seq
    digest: Hex
    code: Token
    line: Maybe[Count] = None
    rule: Maybe[ShortText] = None


class Dispute(Slip):
    """Its author's program does not confirm the `refusal` (its digest) of the author's own entry of this
    `digest` for place `seq`: the entry stays out, and nothing else is signed for that place.

    `legal`: the program finds the entry legal; without it the program cannot judge. `record`: the entry
    itself with its signature, where all may read it. `root` and `lines`: what an order closed, once the game
    is over.
    """

    type: ClassVar[str] = "dispute"
    seq: Seq
    digest: Hex
    refusal: Hex
    legal: Maybe[Yes] = None
    record: Maybe[Base64] = None
    root: Maybe[Hex] = None
    lines: Annotated[Maybe[Array[LineText]], Field(min_length=1, max_length=2000)] = None


class ObservedNotice(Slip):
    """Its author has signed an entry of this `digest` for place `seq` after the head `prev`, and it is
    out."""

    type: ClassVar[str] = "notice"
    seq: Seq
    prev: Hex
    digest: Hex


class HoldingNotice(Slip):
    """Its author's log ends with entry `seq`, and this is all that he holds of `of` for the next place.

    Signed by `of` himself it asks for one; `asked` is the digest of what asked for this one.
    """

    type: ClassVar[str] = "holding"
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


AnySlip: TypeAlias = Refusal | Dispute | ObservedNotice | HoldingNotice
OpenedSlip: TypeAlias = GamePaper[AnySlip]
TYPES: Final[dict[str, type[AnySlip]]] = {
    each.type: each for each in (Refusal, Dispute, ObservedNotice, HoldingNotice)
}
"""The class of each type of slip."""


def is_slip(signed: SignedEntry) -> bool:
    """Whether these bytes say that they are a slip; nothing else is checked."""
    return standing_papers.is_one(signed, TYPES)


def open_slip(signed: SignedEntry) -> OpenedSlip:
    """Check signature, bytes and shape; raises as `standing_papers.verify_paper`."""
    return standing_papers.verify_paper(signed, TYPES)
