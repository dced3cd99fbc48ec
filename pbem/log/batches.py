"""Which entry opens a roll batch, which answers it, and what must wait until the dice are rolled.

A party opens a batch by revealing a link; from then on game, k, head and both chains are fixed, so there
is one possible seed. The answer can only reveal it, and nothing that matters may come in between.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Final

from pbem import errors
from pbem.dice.stream import Stream
from pbem.entry.entries import Entry
from pbem.entry.shapes import REFEREE
from pbem.log.parties import Parties
from pbem.log.socket import AnyDue, DealDue, Due, Given, PackDue, ShowDue
from pbem.secret.packs import Source

_WAITS: Final = frozenset(
    {"order", "decision", "standing", "seal", "open", "deal", "substitute", "rollback", "end"}
)
_LOCKED: Final = frozenset({"order", "decision"})


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
    if batch is not None and entry.type in ("roll", "ack"):
        return _answered(batch, entry)
    if entry.type == "roll":
        raise errors.RollNotDue("a roll that no entry asked for: nobody has opened a batch")
    waits = entry.type in _WAITS or (entry.type == "late" and parties.refereed)
    if batch is not None and waits:
        raise errors.RollDue(f"{batch.closer} must first answer entry {batch.seq}, which opened a roll batch")
    if entry.link is None:
        if parties.refereed and entry.type in _LOCKED:
            raise errors.LinkMissing(f"a locked {entry.type} carries the next link of its author's chain")
        return batch
    if entry.author == REFEREE:
        raise errors.LinkNotDue("the referee's link only answers another party's, in a roll")
    return Batch(entry.seq, head, parties.closer(entry.author), entry.link)


def _answered(batch: Batch, entry: Entry) -> Batch | None:
    if batch.link_b is not None:
        if entry.link is not None:
            raise errors.LinkNotDue("both links of this batch are revealed already")
        if entry.type == "ack":
            raise errors.RollDue("both links are revealed; the roll comes next")
        return batch
    if entry.author != batch.closer:
        raise errors.NotEntitled(f"only {batch.closer} answers entry {batch.seq}")
    if entry.link is None:
        if entry.type == "roll":
            raise errors.LinkMissing(f"a roll carries the next link of {batch.closer}'s chain")
        return None
    if entry.type == "ack":
        if entry.author == REFEREE:
            raise errors.LinkNotDue("the referee reveals its link in the roll itself")
        if entry.body["applied"] != 0:
            raise errors.AppliedWrong("an ack that reveals a link for dice to come has `applied` 0")
    return replace(batch, link_b=entry.link)


def source(batch: Batch, k: int, game: str) -> Source:
    """Where the random numbers of a batch with both links come from."""
    return Source(game, k, batch.head, batch.link_a, str(batch.link_b))


def recompute(batch: Batch, k: int, entry: Entry, game: str) -> list[tuple[AnyDue, Given]]:
    """The rolls of a `roll` entry, checked: number, opening entry, and every value in order.

    What is hidden is for `cards` to check. Raises RollNumber or RollValues.
    """
    body: dict[str, Any] = entry.body
    if (body["k"], body["batch"]) != (k, batch.seq):
        raise errors.RollNumber(
            f"batch {body['k']} for entry {body['batch']}; here comes batch {k} for entry {batch.seq}"
        )
    stream = source(batch, k, game).stream()
    return [_hidden(roll) or _recomputed(stream, roll) for roll in body["rolls"]]


def _hidden(roll: dict[str, Any]) -> tuple[AnyDue, Given] | None:
    """What an item says of secret packs, or None for dice and open shuffles."""
    label, rule = roll["label"], roll["rule"]
    if "leaves" in roll:
        return PackDue(label, rule, roll["secret"], roll["shuffle"]), ()
    if "deal" in roll:
        return DealDue(label, rule, roll["deal"], tuple(roll["cards"])), ()
    if "open" in roll:
        shown = {token: number for token, number, _ in roll["open"]}
        return ShowDue(label, rule, tuple(shown), len(roll["open"])), shown
    return None


def _recomputed(stream: Stream, roll: dict[str, Any]) -> tuple[Due, tuple[int, ...]]:
    values = roll["values"]
    due = Due(roll["label"], roll["rule"], roll.get("sides", 0), roll.get("shuffle", len(values)))
    given = stream.dice(due.count, due.sides) if due.sides else stream.shuffle(due.count)
    if given != values:
        raise errors.RollValues(
            f"{due.label} (rule {due.rule}): the log says {values}, the seed gives {given}"
        )
    return due, tuple(values)
