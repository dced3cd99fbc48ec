"""What must hold of Shield Wall: places, walls and markers, and piles that equal what the report says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from battles import changed, check_places
from watching import Dice, Watcher

from modules.engine.driver import Play
from modules.engine.hexes.state import RESERVE
from modules.engine.orders import Order
from modules.engine.requests import Choose
from modules.engine.rules.full_rules import FullRules
from modules.shield_wall import orders
from modules.shield_wall.sequence import BattleRules
from modules.shield_wall.state import DEAD, RALLY, REAR

OFF_MAP = (RESERVE, RALLY, DEAD, REAR)
BARE = (orders.Done(), orders.Hold(), orders.Deploy())


def battle_of(rules: FullRules[Any]) -> BattleRules:
    assert isinstance(rules, BattleRules)
    return rules


class Ridge(Watcher):
    """See the module."""

    game = "shield_wall"
    scenarios = ("hastings",)
    rules_folder = "shield_wall"

    def check_position(self, rules: FullRules[Any], state: Any) -> None:
        battle = battle_of(rules).battle
        check_places(battle_of(rules), state, OFF_MAP)
        for unit_id, unit in state.units.items():
            counter = battle.counters[unit_id]
            on_map = unit.at not in OFF_MAP
            assert not unit.wall_down or (counter.back is not None and on_map), unit_id
            assert not unit.charging or (counter.kind != "archer" and on_map), unit_id
            assert not unit.berserk or (counter.side == "saxon" and on_map), unit_id
            assert unit.at != REAR or counter.kind == "archer", unit_id
        assert not state.losses or (state.active, state.phase) in (
            ("saxon", "melee"),
            ("saxon", "corps_rout"),
        )

    def check_report(self, rules: FullRules[Any], play: Play[Any]) -> None:
        """Who is in which pile follows from the report alone."""
        counters = battle_of(rules).battle.counters
        by_name = {c.name: c.id for c in counters.values() if c.role == "leader"}
        piles: dict[str, str] = {}
        for event in play.events:
            name = event.text.split()[0].rstrip(":")
            unit_id = by_name.get(name, name)
            if event.text.endswith(" is eliminated"):
                piles[unit_id] = RALLY if event.rule == "7.1" else DEAD
            elif event.text.endswith(" goes to the rear"):
                piles[unit_id] = REAR
            elif event.text.startswith("to the dead pile: "):
                piles.update(dict.fromkeys(event.text.removeprefix("to the dead pile: ").split(", "), DEAD))
            elif re.search(r" (rallies|arrives) in \d{4}", event.text):
                del piles[unit_id]
        assert piles == {u: unit.at for u, unit in play.state.units.items() if unit.at in (RALLY, DEAD, REAR)}

    def changed(self, rules: FullRules[Any], state: Any, order: Order, looker: Dice) -> Order:
        return changed(battle_of(rules), order, looker, BARE)

    def is_covered(self, rules: FullRules[Any], play: Play[Any], order: Order, listed: list[Order]) -> bool:
        """Lists show one path for each end, or one more that is a charge."""
        choice = play.request
        assert isinstance(choice, Choose)
        if order in listed or (choice.kind == "setup" and isinstance(order, orders.PlaceCounter)):
            return True
        if isinstance(order, orders.Move | orders.Retreat):
            ends = [(type(o), o.unit, o.path[-1]) for o in listed if isinstance(o, type(order))]
            back = order.path[-1] == play.state.units[order.unit].at  # not worth listing
            return back or (type(order), order.unit, order.path[-1]) in ends
        return False

    def level(self, play: Play[Any]) -> str:
        """How the battle ended and why, without the hexes."""
        outcome = play.state.outcome
        assert outcome is not None
        return f"{outcome.level}: {outcome.reason.partition(' in ')[0]} ({outcome.rule})"

    def losses(self, rules: FullRules[Any], state: Any) -> Mapping[str, int]:
        """Units that are not on the map any more, archers in the rear left out."""
        battle = battle_of(rules).battle
        return {s: sum(len(battle.in_pile(state, p, s)) for p in (RALLY, DEAD)) for s in rules.sides}


RIDGE = Ridge()
