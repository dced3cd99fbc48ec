"""The battles of 1066: what lies near a counter or a hex, which accepted orders stand for a listed one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from battles import battle_of
from listing import StandsFor, nothing_else, same_end
from neighbours import Around

from modules.engine.hexes.field import HexBattle
from modules.engine.hexes.setting_up import SetUpOptions
from modules.engine.hexes.state import HexState
from modules.engine.orders import Order
from modules.engine.requests import ListedOptions, Options
from modules.engine.rules.full_rules import FullRules
from modules.three_battles import orders
from modules.three_battles.advance import AdvanceOptions
from modules.three_battles.archery import FireOptions
from modules.three_battles.campaign import OfThisBattle
from modules.three_battles.declaring import AttackOptions, Combat
from modules.three_battles.leaders import FleeOptions
from modules.three_battles.movement import MoveOptions
from modules.three_battles.retreat import RetreatOptions


class AroundBattle(Around):
    """Hexes and counters of one position."""

    def __init__(
        self,
        battle: HexBattle,
        state: HexState[Any],
        kinds: tuple[type[Order], ...] = orders.ALL,
        strange: tuple[str, ...] = (),
    ) -> None:
        self.board, self.state, self.kinds, self.strange = battle.board, state, kinds, strange
        away = {
            battle.counters[u].side: u for u, unit in state.units.items() if unit.at not in self.board.grid
        }
        self.away = tuple(away.values())

    def counters(self, counter: str) -> Iterable[str]:
        """Whoever stands within two hexes, and one counter of each side that is off the map."""
        here = self.state.units[counter].at
        near = self.board.grid.within(here, 2) if here in self.board.grid else ()
        there = [unit_id for hex_id in near for unit_id in self.state.occupants.get(hex_id, ())]
        return [unit_id for unit_id in (*there, *self.away) if unit_id != counter]

    def places(self, place: str) -> Iterable[str]:
        return self.board.neighbours.get(place, ())

    def odd_places(self) -> Iterable[str]:
        return (orders.EXIT, *self.strange)


def out_and_back(options: MoveOptions, order: Order, listed: Sequence[Order]) -> bool:
    """The same end; or a move back to where the counter stands, which is not worth listing."""
    back = isinstance(order, orders.Move) and order.path[-1] == options.field.at(order.unit)
    return back or same_end(options, order, listed)


def placed_again(options: SetUpOptions, order: Order, _listed: Sequence[Order]) -> bool:
    """A counter that stands may be placed anew, where nobody else does; listed are those that wait."""
    if not isinstance(order, orders.PlaceCounter) or order.unit in options.waiting:
        return False
    field, there = options.field, options.field.unit_in(order.at)
    return there in (None, order.unit) or order.unit in field.battle.roll.sharing


def several(options: AttackOptions, order: Order, listed: Sequence[Order]) -> bool:
    """Each attacker beside each defender, and a rest that can be fought; one against one is listed."""
    if not isinstance(order, orders.Attack) or len(order.attackers) + len(order.defenders) == 2:
        return False
    field = options.field
    pairs = [(a, d) for a in order.attackers for d in order.defenders]
    beside = all(
        field.board.distance(field.state.units[a].at, field.state.units[d].at) == 1 for a, d in pairs
    )
    again = any(
        isinstance(other, orders.Attack)
        and (set(other.attackers), set(other.defenders)) == (set(order.attackers), set(order.defenders))
        for other in listed
    )
    rest = AttackOptions(field, options.side, [Combat(order.attackers, order.defenders)])
    rest.busy |= options.busy
    return again or (beside and (bool(rest.legal()) or not rest.must_fight))


VARIANTS: dict[type[Options[Any]], StandsFor] = {
    AdvanceOptions: same_end,
    AttackOptions: several,
    FireOptions: nothing_else,
    FleeOptions: same_end,
    MoveOptions: out_and_back,
    RetreatOptions: nothing_else,
    SetUpOptions: placed_again,
}

ALWAYS = {FleeOptions}
"""Rare: looked at each time."""


def of_the_battle(options: OfThisBattle, order: Order, listed: Sequence[Order]) -> bool:
    """As in the battle that is fought."""
    kind = type(options.inner)
    return (nothing_else if kind is ListedOptions else VARIANTS[kind])(options.inner, order, listed)


VARIANTS[OfThisBattle] = of_the_battle


def seen(rules: FullRules[Any], state: Any, options: Options[Any]) -> Iterator[tuple[Options[Any], Around]]:
    """The options as they are: nothing is hidden. In a campaign a hex of another battle is near too."""
    battle, field = battle_of(rules, state)
    strange = ("0101",) if battle is not rules and "0101" not in battle.battle.board.grid else ()
    yield options, AroundBattle(battle.battle, field, strange=strange)
