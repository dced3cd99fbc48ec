"""Which entry opens a roll batch, which answers it, and what must wait until the dice are rolled.

A party opens a batch by revealing a link; from then on game, k, head and both chains are fixed, so there
is one possible seed. The answer can only reveal it, and nothing that matters may come in between.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from pbem import errors
from pbem.codes import Code
from pbem.dice.stream import Stream
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.entry.shapes import REFEREE
from pbem.log.dues import Given
from pbem.log.parties import Parties
from pbem.secret.packs import Source

_WAITS: Final = (
    bodies.Move, bodies.Standing, bodies.Seal, bodies.Open, bodies.Substitute, bodies.Rollback, bodies.End
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch that was opened by entry `seq` with digest `head`; `closer` answers with `link_b`."""

    seq: int
    head: str
    closer: str
    link_a: str
    link_b: str | None = None


def after(batch: Batch | None, entry: Entry, head: str, parties: Parties) -> Batch | None:
    """The open batch after an entry (for a roll: with both links); raises a LogFault.

    The caller has checked the author's right and that the link, if any, is the next of his chain.
    """
    body = entry.body
    if batch is not None and isinstance(body, bodies.Roll | bodies.Ack):
        return _answered(batch, entry, body)
    if isinstance(body, bodies.Roll):
        raise errors.LogFault(Code.ROLL_NOT_DUE, "a roll that no entry asked for: no batch is open")
    waits = isinstance(body, _WAITS) or (isinstance(body, bodies.Late) and parties.refereed)
    if batch is not None and waits:
        raise errors.LogFault(
            Code.ROLL_DUE, f"{batch.closer} must first answer entry {batch.seq}, which opened a roll batch"
        )
    if entry.link is None:
        if parties.refereed and isinstance(body, bodies.Move):
            raise errors.LogFault(
                Code.LINK_MISSING, f"a locked {entry.type} carries the next link of its author's chain"
            )
        return batch
    if entry.author == REFEREE:
        raise errors.LogFault(Code.LINK_NOT_DUE, "the referee's link only answers another party's, in a roll")
    return Batch(entry.seq, head, parties.closer(entry.author), entry.link)


def _answered(batch: Batch, entry: Entry, body: bodies.Roll | bodies.Ack) -> Batch | None:
    if batch.link_b is not None:
        if entry.link is not None:
            raise errors.LogFault(Code.LINK_NOT_DUE, "both links of this batch are revealed already")
        if isinstance(body, bodies.Ack):
            raise errors.LogFault(Code.ROLL_DUE, "both links are revealed; the roll must come next")
        return batch
    if entry.author != batch.closer:
        raise errors.LogFault(Code.NOT_ENTITLED, f"only {batch.closer} answers entry {batch.seq}")
    if entry.link is None:
        if isinstance(body, bodies.Roll):
            raise errors.LogFault(
                Code.LINK_MISSING, f"a roll carries the next link of {batch.closer}'s chain"
            )
        return None
    if isinstance(body, bodies.Ack):
        if entry.author == REFEREE:
            raise errors.LogFault(Code.LINK_NOT_DUE, "the referee reveals its link in the roll itself")
        if body.applied != 0:
            raise errors.LogFault(
                Code.APPLIED_WRONG, "an ack that reveals a link for dice to come has `applied` 0"
            )
    return replace(batch, link_b=entry.link)


def source(batch: Batch, k: int, game: str) -> Source:
    """Where the random numbers of a batch with both links come from."""
    return Source(game, k, batch.head, batch.link_a, str(batch.link_b))


def recompute(batch: Batch, k: int, roll: bodies.Roll, game: str) -> list[tuple[bodies.Item, Given]]:
    """The items of a roll with what was given, checked: number, opening entry, and every value in order.

    What is hidden is for `cards` to check. Raises `roll-number` or `roll-values`.
    """
    if (roll.k, roll.batch) != (k, batch.seq):
        raise errors.LogFault(
            Code.ROLL_NUMBER,
            f"batch {roll.k} for entry {roll.batch}; here comes batch {k} for entry {batch.seq}",
        )
    stream = source(batch, k, game).stream()
    return [(item, _given(stream, item)) for item in roll.rolls]


def _given(stream: Stream, item: bodies.Item) -> Given:
    """The values of dice and open shuffles, recomputed; the numbers of cards shown; nothing of the rest."""
    match item:
        case bodies.Shown():
            return {token: number for token, number, _ in item.open}
        case bodies.Dice():
            return _recomputed(item, stream.dice(len(item.values), item.sides))
        case bodies.Shuffled():
            return _recomputed(item, stream.shuffle(item.shuffle))
        case _:
            return ()


def _recomputed(item: bodies.Dice | bodies.Shuffled, given: Sequence[int]) -> tuple[int, ...]:
    if tuple(given) != item.values:
        raise errors.LogFault(
            Code.ROLL_VALUES,
            f"{item.label} (rule {item.rule}): the log says {[*item.values]}, the seed gives {[*given]}",
        )
    return item.values
