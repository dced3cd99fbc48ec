"""How this game asks: an answer is an order, or an effect with what this viewer knows beside it.

Whom a decision is due of never depends on what is hidden; so blocks that only their owner knows are always
asked for, and public choices are taken without asking where there is only one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final, TypeVar

from modules.engine.areas.area_paths import Gait, follows_roads, reached
from modules.engine.decisions import Asks, pass_over
from modules.engine.errors import Illegal
from modules.engine.listed_orders import Actor, Chosen, is_by, names_of, start_of
from modules.engine.orders import Order
from modules.engine.requests import Choose, Effect, ListedOptions, Options, Reached, Steps
from modules.year_of_the_comet.effects import effect, order_in_news
from modules.year_of_the_comet.orders import Invade, Move, PlaceBlock, Retreat, Rout
from modules.year_of_the_comet.reasons import untimely
from modules.year_of_the_comet.state import SEA
from modules.year_of_the_comet.war import War

Ord = TypeVar("Ord", bound=Order)
Judged = Callable[[War, Any], object]
"""Raises Illegal for an order that cannot be given in a position."""
_SOME = 8
"""Choices that a refusal names."""


Axes = Callable[[Chosen], Mapping[str, Sequence[str]]]
"""Of each field of an order the values that may stand there beside what is chosen."""


class _ByHand(Options[Any]):
    """What a hand may do with blocks: those that move, or that an order sends off which names an area
    alone."""

    _war: War
    _side: str
    _kinds: tuple[type[Order], ...]

    def reach(self, mover: str) -> Sequence[Reached]:
        sent = [order for order in self.legal() if isinstance(order, SENT)]
        goes = bool(sent) and mover in _sent_from(self._war, self._side, type(sent[0]))
        return [*super().reach(mover), *(Reached(start_of(order), order) for order in sent if goes)]

    def actors(self) -> Iterable[Actor]:
        """Those too who are sent off; of the pool, which nobody looks into, its place. A leader who raises is
        named by the group, and the block on the board with its CV."""
        found = list(super().actors())
        found += [(f"{name}.1", "") for name, _ in found if name in self._war.year.groups]
        for kind in dict.fromkeys(type(order) for order in self.legal() if isinstance(order, SENT)):
            names = _sent_from(self._war, self._side, kind)
            found += [("", name) if kind is PlaceBlock else (name, "") for name in names]
        return found

    def orders_by(self, actor: str) -> Sequence[Order]:
        leader = actor.removesuffix(".1")
        return [order for order in self.legal() if is_by(order, actor) or leader in names_of(order)]

    def spent_on(self, order: Order) -> tuple[str, str]:
        if not isinstance(order, Move):
            return "", ""
        year, gone = self._war.year, len(order.way) - 1
        gait = year.gait(tuple(token.partition(".")[0] for token in order.blocks))
        far = gait.by_road if follows_roads(year.graph, order.way) else gait.areas
        return str(gone), str(far - gone)

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        year = self._war.year
        if place not in year.graph.areas or any(each.place == place for each in self.reach(mover)):
            return None
        tries = (
            order for kind in self._kinds for order in _to_area(self._war, self._side, kind, mover, place)
        )
        return next((fault for order in tries if (fault := self.fault_of(order)) is not None), None)


SENT: Final = (PlaceBlock, Invade, Retreat, Rout)
"""The orders that send blocks off and name the area alone."""


def _sent_from(war: War, side: str, kind: type[Order]) -> list[str]:
    """The blocks that such an order sends off, by their names, or the place where they lie."""
    if kind is PlaceBlock:
        return ["reserve"]
    blocks = war.state.at(side, SEA) if kind is Invade else war.fighters(side)
    return list(dict.fromkeys(block.token for block in blocks if block.known))


def _to_area(war: War, side: str, kind: type[Order], mover: str, place: str) -> list[Order]:
    """The orders of a kind that would bring blocks to an area: those of this name, or in this place."""
    if kind in SENT:
        return [kind(place)] if mover in _sent_from(war, side, kind) else []
    found: list[Order] = []
    for area in war.state.places_of(side) if kind is Move else ():
        tokens = [block.token for block in war.state.at(side, area) if block.known]
        some = tokens[:1] if mover == area else [mover] if mover in tokens else []
        ways = reached(war.year.graph, area, FAR, war.state.held_against(side)) if some else {}
        found += [Move(ways.get(place, (area, place)), (token,)) for token in some]
    return found


FAR: Final = Gait(99, 99)
"""Goes anywhere."""


class Offer(_ByHand):
    """Orders of some kinds that are listed only when somebody looks, by who knows the blocks. `judged` raises
    Illegal for one that cannot be given; it may let pass more than `listed` names (other ways to the same
    area). `offered`: a kind of which few are listed, and what may stand in its fields. An order of another
    kind is refused under the rule that it breaks (`reasons`), a word such as `pass` under `rule`."""

    def __init__(
        self,
        war: War,
        side: str,
        rule: str,
        kinds: tuple[type[Order], ...],
        listed: Callable[[], Sequence[Order]],
        judged: Callable[[Any], object],
        offered: tuple[type[Order], Axes] | None = None,
    ) -> None:
        self._war, self._side, self._rule, self._kinds = war, side, rule, kinds
        self._listed, self._judged, self._offered = listed, judged, offered

    def legal(self) -> Sequence[Order]:
        return self._listed()

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        if self._offered is not None and kind is self._offered[0]:
            return self._offered[1](chosen)
        return super().axes(kind, chosen)

    def check(self, order: Order) -> None:
        if not isinstance(order, self._kinds):
            raise untimely(self._war, self._side, order) or _no_choice(order, self._rule, self.legal())
        self._judged(order)


class PublicOffer(_ByHand, ListedOptions[Any]):
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
