"""Whether an answer fits what was asked: its kind, and of an order the rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeGuard

from modules.amounts import count_noun
from modules.engine.orders import Order
from modules.engine.requests import Answer, Choose, Deal, Request, Reveal, Roll, Secret, Shuffle


class WrongAnswer(Exception):
    """An answer of the wrong kind, such as dice where an order is due: a fault of the caller."""


def check_answer(request: Request, value: Answer) -> None:
    """Raises Illegal for an order against the rules, WrongAnswer for an answer of the wrong kind."""
    if isinstance(request, Choose):
        _check_order(request, value)
    elif isinstance(request, Secret):
        if not isinstance(value, Mapping) or set(value) != set(request.choices):
            raise WrongAnswer(f"one order each by {', '.join(request.choices)} is due")
        for side, choice in request.choices.items():
            _check_order(choice, value[side])
    elif isinstance(request, Roll):
        if not _are_numbers(value) or len(value) != len(request.dice):
            raise WrongAnswer(f"this roll takes {count_noun(len(request.dice), 'die')}, not {value!r}")
        if not all(1 <= v <= die.sides for v, die in zip(value, request.dice, strict=True)):
            raise WrongAnswer(f"die value out of range: {value!r}")
    elif isinstance(request, Shuffle):
        unknown = bool(request.secret) and value == ()
        if not unknown and (not _are_numbers(value) or sorted(value) != list(range(request.size))):
            raise WrongAnswer(f"an order of {request.size} cards is due, not {value!r}")
    else:
        _check_shown(request, value)


def _check_shown(request: Deal | Reveal, value: Answer) -> None:
    """Cards that are shown: of those that are asked for, as many, and each by its number."""
    if not isinstance(value, Mapping) or not set(value) <= set(request.cards):
        raise WrongAnswer(f"cards of {', '.join(request.cards)} are due, not {value!r}")
    if not all(isinstance(number, int) for number in value.values()):
        raise WrongAnswer(f"a card is given by its number, not {value!r}")
    wanted = {request.count} if isinstance(request, Reveal) else {0, len(request.cards)}
    if len(value) not in wanted:
        raise WrongAnswer(f"this answer takes {count_noun(max(wanted), 'card')}, not {len(value)}")


def _are_numbers(value: Answer) -> TypeGuard[tuple[int, ...]]:
    return isinstance(value, tuple) and all(isinstance(v, int) for v in value)


def _check_order(choice: Choose, value: object) -> None:
    if not isinstance(value, Order):
        raise WrongAnswer(f"an order by {choice.side} is due ({choice.kind}), not {value!r}")
    choice.options.check(value)
