"""What must hold of every position of Hastings: 1066, whoever plays and whichever options are in force."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from battles import changed, check_places
from watching import Dice, Watcher

from modules.engine.driver import Play
from modules.engine.hexes.state import RESERVE
from modules.engine.orders import Order
from modules.engine.requests import Choose
from modules.engine.rules.full_rules import FullRules
from modules.hastings_berg import orders
from modules.hastings_berg.field import Field
from modules.hastings_berg.sequence import BattleRules
from modules.hastings_berg.state import CAPTURED, CUP, LOST
from modules.hastings_berg.victory import worth
from modules.hastings_berg.wings import WingOptions

OFF_MAP = (RESERVE, CUP, LOST, CAPTURED)
BARE = (orders.Done(), orders.Hold(), orders.Pass(), orders.Deploy())
FACED = (orders.FacedMove, orders.Charge, orders.React, orders.Pursue)


def battle_of(rules: FullRules[Any]) -> BattleRules:
    assert isinstance(rules, BattleRules)
    return rules


class Senlac(Watcher):
    """See the module."""

    game = "hastings_berg"
    scenarios = ("hastings",)
    rules_folder = "hastings_berg"

    def check_position(self, rules: FullRules[Any], state: Any) -> None:
        field = battle_of(rules).field_of(state)
        check_places(battle_of(rules), state, OFF_MAP)
        for unit_id in state.units:
            check_states(field, unit_id)
        check_zones(field)
        check_orders(field)
        lost = [u for u, unit in state.units.items() if unit.at in (LOST, CAPTURED)]
        points = {side: sum(worth(field, u) for u in lost if field.side(u) == side) for side in rules.sides}
        assert points == state.points
        assert set(state.road.values()) <= {0, 1}
        assert all(left >= 0 for left in state.supply.values())
        if state.phase == "strategies":
            options = WingOptions(field)
            counts = Counter(field.unit(u).wing for u in options.units)
            assert all(counts[wing] >= options.share for wing in options.leaders), counts

    def check_report(self, rules: FullRules[Any], play: Play[Any]) -> None:
        """Who is gone and who has lost a step follows from the report: nothing else costs strength."""
        counters = battle_of(rules).battle.counters
        by_name = {c.name: c.id for c in counters.values() if c.role == "leader"}
        gone: dict[str, str] = {}
        reduced: set[str] = set()
        for event in play.events:
            words = event.text.split()
            if event.text.endswith((" is eliminated", " is killed", " is captured")):
                unit_id = by_name.get(words[0], words[0])
                assert unit_id not in gone, f"{unit_id} is lost twice"
                gone[unit_id] = CAPTURED if words[-1] == "captured" else LOST
            elif event.text.endswith(" is reduced"):
                assert words[0] not in reduced | gone.keys(), f"{words[0]} has two steps"
                reduced.add(words[0])
        units = play.state.units
        assert gone == {u: unit.at for u, unit in units.items() if unit.at in (LOST, CAPTURED)}
        assert reduced - gone.keys() == {u for u, unit in units.items() if unit.reduced}

    def changed(self, rules: FullRules[Any], state: Any, order: Order, looker: Dice) -> Order:
        return changed(battle_of(rules), order, looker, BARE)

    def is_covered(self, rules: FullRules[Any], play: Play[Any], order: Order, listed: list[Order]) -> bool:
        """Lists show one path and one facing for each end, and parties of one and of all."""
        choice = play.request
        assert isinstance(choice, Choose)
        if order in listed or isinstance(order, orders.Volley | orders.Attack | orders.Join):
            return True
        if isinstance(order, orders.PlaceCounter | orders.Displace):
            return True
        if isinstance(order, (*FACED, orders.Retreat)):
            ends = [(type(o), o.unit, o.path[-1]) for o in listed if isinstance(o, type(order))]
            back = order.path[-1] == play.state.units[order.unit].at  # not worth listing
            return back or (type(order), order.unit, order.path[-1]) in ends
        return False

    def losses(self, rules: FullRules[Any], state: Any) -> Mapping[str, int]:
        """Casualty points (12.2)."""
        return {side: state.points[side] for side in rules.sides}


def check_states(field: Field, unit_id: str) -> None:
    """No state of a counter excludes another, and none is of another sort of counter."""
    unit, leader, on_map = field.unit(unit_id), field.is_leader(unit_id), field.at(unit_id) is not None
    assert not (unit.disrupted and unit.routed), unit_id
    assert not unit.charging or (on_map and field.is_knight(unit_id)), unit_id
    assert unit.charging or not unit.contact, unit_id
    assert unit.contact or not unit.downhill, unit_id
    assert (unit.facing in field.battle.compass.words) == (on_map and not leader), unit_id
    assert not unit.routed or unit.facing == field.battle.home(field.side(unit_id)), unit_id
    if leader:
        assert not (unit.disrupted or unit.routed or unit.reduced or unit.wing or unit.reacted), unit_id
        assert unit.wounded == (unit.weakened or unit.flipped or unit.wounded)
        assert unit.shaken or not unit.fresh, unit_id
    else:
        assert not (unit.wounded or unit.weakened or unit.flipped or unit.shaken or unit.fresh), unit_id
    assert not unit.wing or field.side(unit_id) == "saxon", unit_id
    assert not unit.drawn or unit.at == RESERVE, unit_id


def check_zones(field: Field) -> None:
    """The index of zones of control is what facings and states make it."""
    for side in field.battle.sides:
        reached = Counter(h for u in field.sound(side) for h in field.battle.front(field.unit(u)))
        assert reached == Counter(field.places.zoc[side])


def check_orders(field: Field) -> None:
    """A box has one order at most, for one turn or two; ratings stay on their track."""
    held = Counter(box for boxes in field.state.orders.values() for box, turns in boxes.items() if turns)
    assert all(count == 1 for count in held.values()), held
    assert all(0 <= turns <= 2 for boxes in field.state.orders.values() for turns in boxes.values())
    assert all(abs(rating) <= field.battle.number("rating_most") for rating in field.state.ratings.values())


SENLAC = Senlac()
