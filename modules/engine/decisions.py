"""How rules ask: a choice that leaves only one thing to do is not asked for."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from typing import Any, TypeVar

from modules.engine.orders import Order
from modules.engine.requests import Choose, Die, ListedOptions, Options, PassedDecision, Request, Roll, Tell

T = TypeVar("T")
Ord = TypeVar("Ord", bound=Order)
Asks = Generator[Request | Tell | PassedDecision, Any, T]
"""A stretch of rules that asks and tells, and gives back a T."""


def choose(side: str, kind: str, ask: str, rule: str, options: Options[Ord]) -> Asks[Ord]:
    """Asks a side for an order."""
    answer: Ord = yield Choose(side, kind, ask, rule, options)
    return answer


def pass_over(
    side: str,
    kind: str,
    ask: str,
    rule: str,
    options: Options[Any],
    takes: tuple[type[Order], ...],
    player: str = "",
) -> Asks[None]:
    """Passes over a decision in which nothing can be done; `options`, on a copy of the state, say why.
    `player`: whose seat would answer, where that is not the side itself."""
    yield PassedDecision(Choose(side, kind, ask, rule, options, player=player), takes)


def pick(side: str, kind: str, ask: str, rule: str, orders: Sequence[Ord]) -> Asks[Ord]:
    """Asks for one of a short list; where the list has one, that one is taken without asking."""
    if len(orders) == 1:
        return orders[0]
    return (yield from choose(side, kind, ask, rule, ListedOptions(orders, rule)))


def roll(side: str, rule: str, labels: Sequence[str], sides: int) -> Asks[tuple[int, ...]]:
    """Rolls one die for each label; no labels, no roll."""
    if not labels:
        return ()
    values: tuple[int, ...] = yield Roll(side, rule, tuple(Die(sides, label) for label in labels))
    return values
