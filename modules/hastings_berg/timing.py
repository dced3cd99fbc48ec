"""When each order is given: one that is not due is refused by the rule that gives it its time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modules.engine.decisions import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.order_timing import Times
from modules.engine.order_timing import explain_timing as refuse
from modules.engine.orders import Order
from modules.engine.requests import ListedOptions, Ord
from modules.hastings_berg import orders

TIMES: Final[Times] = {
    orders.PlaceCounter: ("11.1", "counters are placed in the set-up and between the periods"),
    orders.Deploy: ("11.1", "counters are placed in the set-up and between the periods"),
    orders.Join: ("4.1.2", "wings are defined at the beginning of a battle turn"),
    orders.Merge: ("11.5.7", "a wing is given up between the periods"),
    orders.Strategy: ("4.2.2", "strategies are chosen in the Order Phase"),
    orders.Adopt: ("4.2.7", "an order is chosen where the dice give Optional"),
    orders.Reroll: ("3.3.2", "orders are rolled again in an extended period"),
    orders.Face: ("6.1.1", "a unit is faced in its movement segment, or when it has been moved"),
    orders.FacedMove: ("3.2", "units move in the movement segment of their player phase"),
    orders.Charge: ("3.2", "knights charge in the movement segment of their player phase"),
    orders.React: ("5.4.1", "units react in the reaction segment of the other player's phase"),
    orders.Volley: ("7.2.1", "units fire in the missile segments"),
    orders.Attack: ("8.0", "units attack in the melee segment of their player phase"),
    orders.Lose: ("9.2.4", "a unit loses a step by a result of fire or melee"),
    orders.Retreat: ("9.2.3", "units retreat when they are routed"),
    orders.Displace: ("9.3.3", "a unit is displaced when it blocks a rout"),
    orders.Hold: ("9.3.3", "a player holds a unit that blocks a rout"),
    orders.Follow: ("9.2.3", "a leader follows a unit that routs or pursues"),
    orders.Stay: ("9.2.3", "a leader stays behind a unit that routs or pursues"),
    orders.Pursue: ("9.4.3", "units pursue only after a rout"),
    orders.Extend: ("3.3.1", "a period is extended after its eighth turn"),
    orders.Pass: ("3.3.2", "a player passes where an order may be rolled again"),
}


def untimely(order: Order, rule: str, due: str, *, fight: bool = False) -> Illegal:
    """Why an order is refused that is not of the kinds that are due. `fight`: in a missile or melee segment,
    in which 5.2.4 keeps units where they are."""
    fault = refuse(TIMES, order, rule, due)
    kept = fight and isinstance(order, orders.FacedMove | orders.Charge)
    return Illegal("5.2.4", fault.reason) if kept else fault


def pick(side: str, kind: str, ask: str, rule: str, options: ShortList[Ord]) -> Asks[Ord]:
    """Asks for one of a short list; where the list has one, that one is taken without asking."""
    if len(options.legal()) == 1:
        return options.legal()[0]
    return (yield from choose(side, kind, ask, rule, options))


class ShortList(ListedOptions[Ord]):
    """A short list of orders, with what is due in words."""

    def __init__(self, listed: Sequence[Ord], rule: str, due: str) -> None:
        super().__init__(listed, rule)
        self._due = due

    def check(self, order: Order) -> None:
        if type(order) not in {type(each) for each in self.legal()}:
            raise untimely(order, self._rule, self._due)
        super().check(order)
