"""Shield Wall: what lies near a unit or a hex, which accepted orders stand for a listed one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from listing import StandsFor, nothing_else, same_end
from listing_battles import AroundBattle, placed_again
from neighbours import Around
from ridge_battles import battle_of

from modules.engine.hexes.setting_up import SetUpOptions
from modules.engine.orders import Order
from modules.engine.requests import Options
from modules.engine.rules.full_rules import FullRules
from modules.shield_wall import orders
from modules.shield_wall.advance import AdvanceOptions
from modules.shield_wall.archery import FireOptions
from modules.shield_wall.melee import AttackOptions
from modules.shield_wall.movement import MoveOptions, Withdrawal
from modules.shield_wall.points import RallyOptions
from modules.shield_wall.pursuing import FreeOptions, PursuitOptions, ReactiveAttacks
from modules.shield_wall.routing import RoutOptions


def out_and_back(options: MoveOptions, order: Order, listed: Any) -> bool:
    """The same end; or a move back to where the unit stands, which is not worth listing."""
    back = isinstance(order, orders.Move) and order.path[-1] == options.field.at(order.unit)
    return back or same_end(options, order, listed)


VARIANTS: dict[type[Options[Any]], StandsFor] = {
    AdvanceOptions: nothing_else,
    AttackOptions: nothing_else,
    FireOptions: nothing_else,
    FreeOptions: same_end,
    MoveOptions: out_and_back,
    PursuitOptions: same_end,
    RallyOptions: nothing_else,
    ReactiveAttacks: nothing_else,
    RoutOptions: out_and_back,
    SetUpOptions: placed_again,
    Withdrawal: out_and_back,
}

ALWAYS = {AdvanceOptions, PursuitOptions, RoutOptions, Withdrawal}
"""Rare: looked at each time."""


def seen(rules: FullRules[Any], state: Any, options: Options[Any]) -> Iterator[tuple[Options[Any], Around]]:
    """The options as they are: nothing is hidden."""
    yield options, AroundBattle(battle_of(rules).battle, state, orders.ALL)
