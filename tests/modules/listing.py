"""A close look at a decision: what is listed is accepted, and what is accepted is listed or stands for it.

Around the listed orders lie others; those of them that are accepted are looked around in turn, so that the
edge of what is legal is met from both sides. What may stand for a listed order is said for each class of
options.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from neighbours import Around, neighbours
from watching import Dice

from modules.engine.errors import Illegal
from modules.engine.orders import Order, counters_of
from modules.engine.requests import ListedOptions, Options

BEGINNINGS = 6
"""Listed orders of each verb that are looked around."""

JUDGED = 500
"""Of so many listed orders and more not each is judged by the rules alone, but as many."""

TRIES = 700
"""Orders beside the listed ones that are tried in one look."""

BEYOND = 9
"""One in so many refused orders is looked around too: with two things changed an order may be legal."""

StandsFor = Callable[[Any, Order, Sequence[Order]], bool]
"""Whether an accepted order that is not listed is one more way to write or to go what is listed."""


def nothing_else(_options: Any, _order: Order, _listed: Sequence[Order]) -> bool:
    """What is listed is all that there is."""
    return False


def same_end(_options: Any, order: Any, listed: Sequence[Any]) -> bool:
    """The same counter goes to the same end by another way."""
    path = getattr(order, "path", None)
    return path is not None and any(
        type(other) is type(order) and _mover(other) == _mover(order) and other.path[-1] == path[-1]
        for other in listed
        if hasattr(other, "path")
    )


def _mover(order: Any) -> str:
    return str(order.unit if hasattr(order, "unit") else order.at)


@dataclass
class Look:
    """What a look met: how many orders are listed, how many others are accepted and refused, and how many
    decisions were forced."""

    listed: int
    accepted: int = 0
    refused: int = 0
    forced: int = 0

    def __add__(self, other: Look) -> Look:
        return Look(
            self.listed + other.listed,
            self.accepted + other.accepted,
            self.refused + other.refused,
            self.forced + other.forced,
        )


def look(
    options: Options[Any], around: Around, variants: dict[type[Options[Any]], StandsFor], dice: Dice
) -> Look:
    """Looks at one decision. Raises AssertionError where listing and checking disagree."""
    listed: list[Order] = list(options.legal())
    assert listed, "somebody must decide, and has no legal order"
    assert len(set(listed)) == len(listed), f"listed twice: {[o for o in listed if listed.count(o) > 1][:3]}"
    for order in (*listed[:: 1 + len(listed) // JUDGED], options.sample(dice)):
        options.judge(order)
    options.check(order)
    forced = options.find_forced()
    assert forced is None or listed == [forced], f"`{forced}` is not forced"
    stands_for = nothing_else if type(options) is ListedOptions else variants[type(options)]
    found, seen = Look(len(listed)), set(listed)
    waiting = deque(_beginnings(listed, dice))
    while waiting and found.accepted + found.refused < TRIES:
        for order in neighbours(waiting.popleft(), around):
            if order in seen:
                continue
            seen.add(order)
            try:
                options.judge(order)
            except Illegal as error:
                assert error.rule and error.reason
                found.refused += 1
                if found.refused % BEYOND == 0:
                    waiting.append(order)
            else:
                assert stands_for(options, order, listed), f"`{order}` is accepted, but not listed"
                assert forced is None or _names_the_same(forced, order), f"`{order}` beside forced `{forced}`"
                found.accepted += 1
                waiting.append(order)
    return found


def _names_the_same(one: Order, other: Order) -> bool:
    """Whether two orders differ in the order of their counters alone."""
    return sorted(counters_of(one)) == sorted(counters_of(other))


def _beginnings(listed: list[Order], dice: Dice) -> list[Order]:
    """Some of each verb, in an order drawn by lot."""
    by_verb: dict[str, list[Order]] = {}
    for order in listed:
        by_verb.setdefault(order.verb, []).append(order)
    drawn = [
        order for same in by_verb.values() for order in dice.random.sample(same, min(BEGINNINGS, len(same)))
    ]
    dice.random.shuffle(drawn)
    return drawn
