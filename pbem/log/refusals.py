"""The signed refusals in a folder: what was refused of whom, and whether its place in the log is free by
that.

A refusal of which no reader could tell whether it is true frees nothing: else who answers the dice would
refuse an order, see the next one with the same link, and choose.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from pbem import errors
from pbem.codes import Code
from pbem.disk import whole
from pbem.entry import armor, game_papers, slips
from pbem.entry.entries import SignedEntry
from pbem.entry.slips import OpenedSlip
from pbem.log.folder import Folder
from pbem.log.parties import Parties
from pbem.log.walk import Walk

BY_ANYBODY: Final = frozenset(
    {
        Code.BAD_BODY,
        Code.WRONG_SIGNER,
        Code.NOT_ENTITLED,
        Code.WRONG_PREV,
        Code.LINK_WRONG,
        Code.LINK_MISSING,
        Code.LINK_NOT_DUE,
        Code.LINK_EXHAUSTED,
        Code.ROLL_DUE,
        Code.BURN_DUE,
        Code.TIME_BACK,
    }
)
"""What any reader finds in the bytes and the log, without the rules."""

BY_RULES: Final = frozenset({Code.RULES_REFUSE, Code.NOT_YOUR_DECISION})
"""What anybody finds with the rules. It frees no place, but who says so of what is legal is convicted."""

_EACH: Final = 64
"""Refusals of one party for one place that are kept."""


def frees(said: slips.Refusal) -> bool:
    """Whether anybody can hold this refusal against the bytes: then another entry may be signed in its
    place."""
    return said.code in BY_ANYBODY or (said.code == Code.LINE_REFUSED and said.line is not None)


def keep(folder: Folder, slip: OpenedSlip) -> None:
    """Keep a refusal, whoever signed it; the same again changes nothing. Raises OSError."""
    said = slip.said
    file = folder.path / "refusals" / f"{said.seq:04d}-{said.author}-{slip.digest[:16]}.pbem"
    whole.DISK.make_directory(file.parent)
    whole.replace(file, armor.encode(slip.signed, armor.PAPER).encode("ascii"))


def full(folder: Folder, seq: int, author: str) -> bool:
    """Whether as many refusals of `author` for a place are kept as anybody honest could need."""
    return len(list((folder.path / "refusals").glob(f"{seq:04d}-{author}-*.pbem"))) >= _EACH


def made(folder: Folder, walk: Walk, seq: int, digest: str, code: Code) -> OpenedSlip:
    """A refusal by the folder's owner of the bytes of this digest at place `seq`, kept; the same again for
    the same. Raises OSError."""
    said = slips.Refusal(
        game=walk.game, author=folder.role(walk.parties), seq=seq, digest=digest, code=str(code)
    )
    slip = game_papers.sign(said, folder.key())
    keep(folder, slip)
    return slip


def kept(folder: Folder) -> Iterator[OpenedSlip]:
    """All refusals in the folder, the oldest place first; one that was damaged is passed over."""
    for file in sorted((folder.path / "refusals").glob("[0-9]*.pbem")):
        try:
            slip = slips.open_slip(armor.decode(file.read_text("ascii", "replace"), armor.PAPER))
        except errors.PbemError:
            continue
        if isinstance(slip.said, slips.Refusal):
            yield slip


def of(folder: Folder, signed: SignedEntry, author: str) -> OpenedSlip | None:
    """The refusal of an entry that `author` has signed and that freed its place, if there is one."""
    for slip in kept(folder):
        said = slip.said
        if (
            isinstance(said, slips.Refusal)
            and said.author == author
            and said.digest == signed.head
            and frees(said)
        ):
            return slip
    return None


def freed(folder: Folder, parties: Parties, role: str) -> frozenset[str]:
    """The digests of what `role` has signed and who answers him has refused so that its place is free."""
    return frozenset(said.digest for said in _of_closer(folder, parties, role) if frees(said))


def answered(folder: Folder, parties: Parties, role: str) -> frozenset[str]:
    """The digests of what `role` has signed and who answers him has refused in a way that convicts him if it
    was legal: what a box or a clock shows is none."""
    refused = _of_closer(folder, parties, role)
    return frozenset(said.digest for said in refused if frees(said) or said.code in BY_RULES)


def ahead(folder: Folder, parties: Parties, role: str) -> frozenset[str]:
    """The digests of what `role` has signed and who answers him has refused for its time alone: the same may
    be signed with an earlier one. Nobody can check that, so nothing else of it may be another."""
    refused = _of_closer(folder, parties, role)
    return frozenset(said.digest for said in refused if said.code == Code.TIME_AHEAD)


def _of_closer(folder: Folder, parties: Parties, role: str) -> Iterator[slips.Refusal]:
    for slip in kept(folder):
        said = slip.said
        if not isinstance(said, slips.Refusal) or said.game != parties.game:
            continue
        if said.author == parties.closer(role) and parties.had(said.author, slip.signer):
            yield said
