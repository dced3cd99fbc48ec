"""How this game asks: an answer is an order, or an effect with what this viewer knows beside it.

Whom a decision is due of never depends on what is hidden; so blocks that only their owner knows are always
asked for, and public choices are taken without asking where there is only one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeVar

from modules.engine.decisions import Asks, pass_over
from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.requests import Choose, Effect, ListedOptions, Options, Steps
from modules.year_of_the_comet.effects import effect, order_in_news
from modules.year_of_the_comet.reasons import untimely
from modules.year_of_the_comet.war import War

Ord = TypeVar("Ord", bound=Order)
Judged = Callable[[War, Any], object]
"""Raises Illegal for an order that cannot be given in a position."""
_SOME = 8
"""Choices that a refusal names."""


class Offer(Options[Any]):
    """Orders of some kinds that are listed only when somebody looks, by who knows the blocks. `judged` raises
    Illegal for one that cannot be given; it may let pass more than `listed` names (other ways to the same
    area). An order of another kind is refused under the rule that it breaks (`reasons`), a word such as
    `pass` under `rule`."""

    def __init__(
        self,
        war: War,
        side: str,
        rule: str,
        kinds: tuple[type[Order], ...],
        listed: Callable[[], Sequence[Order]],
        judged: Callable[[Any], object],
    ) -> None:
        self._war, self._side, self._rule, self._kinds = war, side, rule, kinds
        self._listed, self._judged = listed, judged

    def legal(self) -> Sequence[Order]:
        return self._listed()

    def check(self, order: Order) -> None:
        if not isinstance(order, self._kinds):
            raise untimely(self._war, self._side, order) or _no_choice(order, self._rule, self.legal())
        self._judged(order)


class PublicOffer(ListedOptions[Any]):
    """Orders that all may read, so that they are listed for everybody. `judged` raises Illegal for one of
    their kind that is none of them."""

    def __init__(
        self,
        war: War,
        side: str,
        rule: str,
        orders: Sequence[Order],
        judged: Callable[[Any], object] | None = None,
    ) -> None:
        super().__init__(orders, rule)
        self._war, self._side, self._rule, self._judged = war, side, rule, judged
        self._kinds = tuple({type(order) for order in orders})

    def check(self, order: Order) -> None:
        if order in self.legal():
            return
        if self._judged is not None and isinstance(order, self._kinds):
            self._judged(order)
        raise untimely(self._war, self._side, order) or _no_choice(order, self._rule, self.legal())


def _no_choice(order: Order, rule: str, legal: Sequence[Order]) -> Illegal:
    choices = "; ".join(map(str, legal[:_SOME])) or "nothing"
    return Illegal(rule, f"`{order}` is not a choice here; choose from: {choices}")


def passed(
    war: War,
    side: str,
    kind: str,
    rule: str,
    takes: tuple[type[Order], ...],
    judged: Judged | None = None,
    seat: str = "",
) -> Steps:
    """Passes over a decision of a seat, or of each player of a side, in which nothing can be done. Whoever
    gives an order for it all the same is told the rule that it breaks, by the position of now: as `judged`
    raises it, if given."""
    then = War(war.year, war.state.copy())
    kinds, judge = ((), _nothing) if judged is None else (takes, partial(judged, then))
    options = Offer(then, side, rule, kinds, tuple, judge)
    for player in (seat,) if seat else war.players(side):
        yield from pass_over(side, kind, kind, rule, options, takes, player=player)


def _nothing(order: Order) -> None:
    """Nothing of this kind is offered."""


def closed(
    war: War, side: str, seat: str, kind: str, ask: str, rule: str, options: Options[Any]
) -> Asks[tuple[Order, Order | None]]:
    """Asks a seat. What everybody may know of the answer, and the order for who knows it. On the board of who
    only counts the blocks nothing is listed."""
    unknown = isinstance(options, Offer) and not war.sees(side)
    offered = ListedOptions[Order]((), rule) if unknown else options
    answer = yield Choose(side, kind, ask, rule, offered, player=seat)
    if isinstance(answer, Effect):
        return answer.known, answer.order or order_in_news(answer.news)
    known = effect(war, answer)
    if known is None:
        raise Illegal(rule, f"what `{answer}` comes to is not known to {war.state.viewer or 'the public'}")
    return known, answer


def open_pick(
    war: War,
    side: str,
    kind: str,
    ask: str,
    rule: str,
    orders: Sequence[Ord],
    judged: Callable[[Any], object],
) -> Asks[Ord]:
    """Asks who speaks for a side in the battle for one of some orders that all may read; one alone is taken
    without asking. `judged` raises Illegal for an order of their kind that is none of them."""
    if len(orders) == 1:
        return orders[0]
    seat = war.battle.voice(side)
    options = PublicOffer(war, side, rule, orders, judged)
    known, _ = yield from closed(war, side, seat, kind, ask, rule, options)
    for order in orders:
        if order == known:
            return order
    raise Illegal(rule, f"`{known}` is not a choice here")
