"""Hastings: 1066: what lies near a unit or a hex, which accepted orders stand for a listed one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from listing import StandsFor, nothing_else, same_end
from listing_battles import AroundBattle, placed_again
from neighbours import Around
from senlac_battles import battle_of

from modules.engine.orders import Order
from modules.engine.requests import Options
from modules.engine.rules.full_rules import FullRules
from modules.hastings_berg import orders
from modules.hastings_berg.leaders import FlightOptions
from modules.hastings_berg.melee import MeleeOptions
from modules.hastings_berg.missiles import VolleyOptions
from modules.hastings_berg.movement import MoveOptions
from modules.hastings_berg.ordering import RowOptions, StrategyOptions
from modules.hastings_berg.pursuing import PursuitOptions
from modules.hastings_berg.reacting import ReactionOptions
from modules.hastings_berg.routing import DisplaceOptions, FaceOptions, RoutOptions
from modules.hastings_berg.setup import SetUpOptions
from modules.hastings_berg.timing import ShortList
from modules.hastings_berg.wings import WingOptions

WORDS = ("N", "NE", "SE", "S", "SW", "NW", "E", "right", "center", "left", "")


def out_and_back(options: MoveOptions, order: Order, listed: Sequence[Order]) -> bool:
    """The same end, however faced; or a move back to where the unit stands, which is not worth listing."""
    moves = isinstance(order, orders.FacedMove | orders.Charge)
    return (moves and order.path[-1] == options.field.at(order.unit)) or same_end(options, order, listed)


def party(options: VolleyOptions, order: Order, _listed: Sequence[Order]) -> bool:
    """Some of those who could fire at a target each by himself."""
    if not isinstance(order, orders.Volley):
        return False
    return all(orders.Volley((u,), order.target) in options.legal() for u in order.units)


def group(options: MeleeOptions, order: Order, _listed: Sequence[Order]) -> bool:
    """Some of those who may attack all of these."""
    if not isinstance(order, orders.Attack):
        return False
    return all(d in options.targets.get(a, ()) for a in order.attackers for d in order.defenders)


def joined(options: WingOptions, order: Order, _listed: Sequence[Order]) -> bool:
    """Several units that each may join the wing."""
    return isinstance(order, orders.Join) and all(order.wing in options.open_to[u] for u in order.units)


def longer_chain(options: DisplaceOptions, order: Order, _listed: Sequence[Order]) -> bool:
    """A chain that moves more than it must."""
    return isinstance(order, orders.Displace) and order.path[-1] not in options.held


VARIANTS: dict[type[Options[Any]], StandsFor] = {
    DisplaceOptions: longer_chain,
    FaceOptions: nothing_else,
    ShortList: nothing_else,
    FlightOptions: same_end,
    MeleeOptions: group,
    MoveOptions: out_and_back,
    PursuitOptions: same_end,
    ReactionOptions: same_end,
    RoutOptions: nothing_else,
    RowOptions: nothing_else,
    SetUpOptions: placed_again,
    StrategyOptions: nothing_else,
    VolleyOptions: party,
    WingOptions: joined,
}

ALWAYS = {DisplaceOptions, FlightOptions, PursuitOptions}
"""Rare: looked at each time."""


class AroundSenlac(AroundBattle):
    """Facings and wings are words."""

    words = WORDS


def seen(rules: FullRules[Any], state: Any, options: Options[Any]) -> Iterator[tuple[Options[Any], Around]]:
    """The options as they are: nothing is hidden."""
    yield options, AroundSenlac(battle_of(rules).battle, state, orders.ALL)
