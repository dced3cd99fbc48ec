"""A whole game that fits what one seat knows: what is hidden from it is filled in at random."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from modules.engine.driver import Play, Snapshot
from modules.engine.orders import Order
from modules.engine.requests import Answer, Chance
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.required_parts import require
from modules.engine.rules.view_rules import ViewRules

R = TypeVar("R", bound=ViewRules[Any])


class CannotDeterminize(Exception):
    """A moment from which no game can be played on by what one seat knows."""


def determinize(play: Play[R], seat: str, chance: Chance) -> Play[R]:
    """A game that goes on from here by itself, for trials; `play` stays where it is.

    Nothing is taken from `play` that the seat does not know, even where `play` knows all. It has no events
    from before its phase. Where orders stay closed nothing but the state goes from one answer to the next
    (`ViewRules.closed_orders`), so that a phase goes on from what the seat sees of it, at its own decisions.
    Raises CannotFit in the middle of a phase in which a pack was shuffled unseen, MissingPart for a game that
    hides something and cannot fill it in.
    """
    rules = play.rules
    if not rules.needs_secret:
        return play.moment()()
    fills = require(rules, AdviceRules)
    if rules.closed_orders:
        seen = rules.view(play.state, seat)
        return Play(rules, fills.determinize(seen, seen, chance))
    now = play.snapshot()
    if any(_is_shuffled(each) for each in now.answers):
        raise CannotDeterminize("a pack was shuffled in this phase, and nobody who plays knows its order")
    boundary = fills.determinize(rules.view(now.boundary, seat), rules.view(play.state, seat), chance)
    answers = tuple(each for each in now.answers if not _is_shown(each))
    return Play.restore(rules, Snapshot(boundary, answers, (), 0))


def _is_shuffled(answer: Answer) -> bool:
    """True for the order of a pack: an empty one for who does not know it, else it counts from 0, and no die
    shows that."""
    return isinstance(answer, tuple) and (not answer or 0 in answer)


def _is_shown(answer: Answer) -> bool:
    """True for cards that were dealt or shown: who knows all is not told of them."""
    return isinstance(answer, Mapping) and not any(isinstance(each, Order) for each in answer.values())
