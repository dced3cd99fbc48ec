"""Which entry opens a roll batch, which answers it, and what must wait until the dice are rolled.

A party opens a batch by revealing a link; from then on base, k and both chains are fixed, so there is one
possible seed, whatever anybody writes. The answer can only reveal it, and nothing comes in between but what a
new chain of who has to answer needs (`chain_rotation`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem import errors
from pbem.dice.dice_stream import Stream
from pbem.entry import bodies
from pbem.entry.entries import Entry
from pbem.entry.field_types import REFEREE
from pbem.log.due_rolls import Given
from pbem.log.parties import Parties
from pbem.reason_codes import Code
from pbem.secrets.card_packs import Source


@dataclass(frozen=True, slots=True)
class Batch:
    """A batch that `opener` opened with `link` in entry `seq`; `closer` answers with a link of his own."""

    seq: int
    opener: str
    link: str
    closer: str


def advance_batch(batch: Batch | None, entry: Entry, parties: Parties) -> Batch | None:
    """The open batch after an entry (for a roll: the one that it answers); raises a LogFault.

    The caller has checked the author's right and that the link, if any, is the next of his chain.
    """
    body = entry.body
    if batch is not None:
        return _answer_batch(batch, entry)
    if isinstance(body, bodies.Roll):
        raise errors.LogFault(Code.ROLL_NOT_DUE, "a roll that no entry asked for: no batch is open")
    if entry.link is None:
        if parties.has_referee and isinstance(body, bodies.Move):
            raise errors.LogFault(
                Code.LINK_MISSING, f"a locked {entry.type} carries the next link of its author's chain"
            )
        if isinstance(body, bodies.Ack):
            raise errors.LogFault(Code.LINK_MISSING, "an ack that answers nothing opens dice, with a link")
        return None
    if entry.author == REFEREE:
        raise errors.LogFault(Code.LINK_NOT_DUE, "the referee's link only answers another party's, in a roll")
    return Batch(entry.seq, entry.author, entry.link, parties.closer(entry.author))


def _answer_batch(batch: Batch, entry: Entry) -> Batch | None:
    if not isinstance(entry.body, bodies.Roll | bodies.Ack):
        raise errors.LogFault(
            Code.ROLL_DUE,
            f"{batch.closer} must first answer entry {batch.seq}, which opened a roll batch; nothing comes "
            "in between",
        )
    if entry.author != batch.closer:
        raise errors.LogFault(Code.NOT_ENTITLED, f"only {batch.closer} answers entry {batch.seq}")
    if isinstance(entry.body, bodies.Roll):
        if entry.link is None:
            raise errors.LogFault(
                Code.LINK_MISSING, f"a roll carries the next link of {batch.closer}'s chain"
            )
        return batch
    if entry.link is not None:
        raise errors.LogFault(
            Code.LINK_NOT_DUE, "a link is revealed with the dice, in a roll; an ack says that none were due"
        )
    return None


def source(batch: Batch, k: int, link: str, base: str, parties: Parties) -> Source:
    """Where the random numbers of a batch come from, with the closer's `link`."""
    links = {batch.opener: batch.link, batch.closer: link}
    first, second = (links[role] for role in parties.roles if role in links)
    return Source(parties.game, base, k, first, second)


def recompute(source: Source, batch: Batch, roll: bodies.Roll) -> list[tuple[bodies.Item, Given]]:
    """The items of a roll with what was given, checked: number, opening entry, and every value in order.

    What is hidden is for `secret_cards` to check. Raises `roll-number` or `roll-values`.
    """
    if (roll.k, roll.batch) != (source.k, batch.seq):
        raise errors.LogFault(
            Code.ROLL_NUMBER,
            f"batch {roll.k} for entry {roll.batch}; here comes batch {source.k} for entry {batch.seq}",
        )
    stream = source.stream()
    return [(item, _compute_values(stream, item)) for item in roll.rolls]


def _compute_values(stream: Stream, item: bodies.Item) -> Given:
    """The values of dice and open shuffles, recomputed; the numbers of cards shown; nothing of the rest."""
    match item:
        case bodies.ShowItem():
            return {token: number for token, number, _ in item.open}
        case bodies.DiceItem():
            return _recompute_item(item, stream.dice(len(item.values), item.sides))
        case bodies.ShuffleItem():
            return _recompute_item(item, stream.shuffle(item.shuffle))
        case _:
            return ()


def _recompute_item(item: bodies.DiceItem | bodies.ShuffleItem, given: Sequence[int]) -> tuple[int, ...]:
    if tuple(given) != item.values:
        raise errors.LogFault(
            Code.ROLL_VALUES,
            f"of the roll that it calls `{item.label}` (rule {item.rule}) the log says {[*item.values]}, the "
            f"seed gives {[*given]}",
        )
    return item.values
