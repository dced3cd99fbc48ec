"""What is due in a roll: the requests of the rules to chance, each as it stands in a roll entry of the log.

In a log each die, and each pack, is an item of its own; whose dice they are it does not say.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from modules.engine.requests import Deal, Die, Reveal, Roll, Shuffle
from pbem.entry import bodies

Due: TypeAlias = Roll | Shuffle | Deal | Reveal
CHANCE = Roll | Shuffle | Deal | Reveal
"""The same to ask with: what is answered by chance, or by who holds the packs."""
Given: TypeAlias = "tuple[int, ...] | dict[str, int]"
"""What was rolled, or for cards shown the number of each; empty for what stays hidden."""

MAX_LABEL = 200
"""Characters of a roll's label in the log."""


def due_rolls(request: Due) -> Sequence[Due]:
    """A request of the rules, split into what stands in a roll entry one after another."""
    if isinstance(request, Roll):
        rule, quoted = request.rule, request.quoted
        return [Roll("", rule, (Die(die.sides, _short(die.label)),), quoted) for die in request.dice]
    return [replace(request, label=_short(request.label))]


def _short(label: str) -> str:
    """A label as long as a roll entry may have it: a long one must not keep the dice from being rolled."""
    return label if len(label) <= MAX_LABEL else label[: MAX_LABEL - 1] + "…"


def dice(label: str, rule: str, sides: int, count: int) -> Roll:
    """So many dice of one kind that are rolled for one thing."""
    return Roll("", rule, (Die(sides, label),) * count)


def due_of_item(item: bodies.Item) -> Due:
    """What an item of a roll entry answers; of cards to show the log names those that were shown."""
    match item:
        case bodies.DiceItem():
            return dice(item.label, item.rule, item.sides, len(item.values))
        case bodies.ShuffleItem():
            return Shuffle(item.label, item.shuffle, item.rule)
        case bodies.SecretShuffleItem():
            return Shuffle(item.label, item.shuffle, item.rule, item.secret)
        case bodies.DealItem():
            return Deal(item.deal, item.label, item.rule, item.cards)
        case bodies.ShowItem():
            return Reveal(
                item.label, item.rule, tuple(dict.fromkeys(token for token, *_ in item.open)), len(item.open)
            )


def matches_due(found: Due, due: Due) -> bool:
    """Whether the log has what the rules ask for; of cards to show, enough of those that may be.

    What it is called there is wording, which a game outlives: reports use the words of the rules here. Only
    the text that quotes a signed line must be that line.
    """
    if isinstance(found, Roll) and isinstance(due, Roll) and due.quoted:
        return replace(found, quoted=True) == due
    if isinstance(found, Reveal) and isinstance(due, Reveal):
        alike = (found.rule, found.count) == (due.rule, due.count)
        return alike and set(found.cards) <= set(due.cards)
    return found == due or _without_label(found) == _without_label(due)


def _without_label(due: Due) -> Due:
    if isinstance(due, Roll):
        return replace(due, dice=tuple(replace(die, label="") for die in due.dice))
    return replace(due, label="")


def label(due: Due) -> str:
    """What it is for."""
    return due.dice[0].label if isinstance(due, Roll) else due.label


def describe(due: Due) -> str:
    """A roll for a person: label, rule, dice."""
    return f"{describe_roll(due)} ({label(due)}, rule {due.rule})"


def describe_roll(due: Due) -> str:
    """`2d6`, what is shuffled, which cards are dealt or shown."""
    match due:
        case Roll(dice=dice):
            return f"{len(dice)}d{dice[0].sides}"
        case Shuffle(secret=""):
            return f"shuffle of {due.size}"
        case Shuffle():
            return f"secret shuffle of {due.size}, pack {due.secret}"
        case Deal():
            return f"cards for {due.side}: {' '.join(due.cards)}"
        case Reveal():
            cards = " ".join(due.cards)
            return f"shown: {cards}" if due.count == len(due.cards) else f"shown: {due.count} of {cards}"
