"""Year of the Comet: what lies near a block or an area, which accepted orders stand for a listed one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from listing import StandsFor, nothing_else
from neighbours import Around

from modules.engine.orders import Order
from modules.engine.requests import Options
from modules.engine.rules.full_rules import FullRules
from modules.year_of_the_comet import orders
from modules.year_of_the_comet.asking import Offer, PublicOffer
from modules.year_of_the_comet.retreating import Flights
from modules.year_of_the_comet.year import Year


class AroundYear(Around):
    """Areas, columns, tokens of blocks."""

    kinds = (*orders.OPEN, *orders.CLOSED)
    words = ("left", "centre", "E-fyrd.3", "E-fyrd.1", "V-viking.4", "-")

    def __init__(self, year: Year) -> None:
        self.graph = year.graph

    def counters(self, counter: str) -> Iterable[str]:
        return ()

    def places(self, place: str) -> Iterable[str]:
        return self.graph.neighbours(place)

    def odd_places(self) -> Iterable[str]:
        return ()


def more_of_it(_options: Offer, order: Order, listed: Sequence[Order]) -> bool:
    """Other ways, other parties, splits, transfers and lay-outs: too many to list them all."""
    many = orders.Move | orders.Muster | orders.Transfer | orders.Deploy
    return isinstance(order, many) and any(
        type(other) is type(order) or isinstance(other, orders.Keep) for other in listed
    )


VARIANTS: dict[type[Options[Any]], StandsFor] = {
    Offer: more_of_it,
    Flights: nothing_else,
    PublicOffer: nothing_else,
}
ALWAYS: set[type[Options[Any]]] = set()


def seen(rules: FullRules[Any], state: Any, options: Options[Any]) -> Iterator[tuple[Options[Any], Around]]:
    """The options as the one who decides sees them: of the whole game."""
    yield options, AroundYear(rules.year)  # type: ignore[attr-defined]
