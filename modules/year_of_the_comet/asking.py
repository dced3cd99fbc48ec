"""How this game asks: an answer is an order, or an effect with what this viewer knows beside it.

Whom a decision is due of never depends on what is hidden; so blocks that only their owner knows are always
asked for, and public choices are taken without asking where there is only one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from modules.engine.asking import Asks
from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.requests import Choose, Effect, Listed, Options
from modules.year_of_the_comet.effects import effect, order_in_news
from modules.year_of_the_comet.war import War

Ord = TypeVar("Ord", bound=Order)


class Offer(Options[Any]):
    """Orders that are listed only when somebody looks, by who knows the blocks. `judged` raises Illegal for
    an order that cannot be given; it may let pass more than `listed` names (other ways to the same area)."""

    def __init__(self, listed: Callable[[], Sequence[Order]], judged: Callable[[Order], None]) -> None:
        self._listed, self._judged = listed, judged

    def legal(self) -> Sequence[Order]:
        return self._listed()

    def check(self, order: Order) -> None:
        self._judged(order)


def closed(
    war: War, side: str, seat: str, kind: str, ask: str, rule: str, options: Options[Any]
) -> Asks[tuple[Order, Order | None]]:
    """Asks a seat. What everybody may know of the answer, and the order for who knows it. On the board of who
    only counts the blocks nothing is listed."""
    unknown = isinstance(options, Offer) and not war.sees(side)
    offered = Listed[Order]((), rule) if unknown else options
    answer = yield Choose(side, kind, ask, rule, offered, player=seat)
    if isinstance(answer, Effect):
        return answer.known, answer.order or order_in_news(answer.news)
    known = effect(war, answer)
    if known is None:
        raise Illegal(rule, f"what `{answer}` comes to is not known to {war.state.viewer or 'the public'}")
    return known, answer


def open_pick(war: War, side: str, kind: str, ask: str, rule: str, orders: Sequence[Ord]) -> Asks[Ord]:
    """Asks who speaks for a side in the battle for one of some orders that all may read; one alone is taken
    without asking. Raises Illegal for an answer that is none of them."""
    if len(orders) == 1:
        return orders[0]
    seat = war.battle.voice(side)
    known, _ = yield from closed(war, side, seat, kind, ask, rule, Listed(orders, rule))
    for order in orders:
        if order == known:
            return order
    raise Illegal(rule, f"`{known}` is not a choice here")
