"""What must hold of the battles of 1066 and of their campaign, of which the battle that is fought is watched.

The watcher works out anew who stands where and what was lost.
"""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import watching
from watching import Dice, Watcher

from modules.engine.driver import Play
from modules.engine.hexes.rules import HexRules
from modules.engine.hexes.state import HexState
from modules.engine.orders import Order
from modules.engine.requests import Choose, Tell
from modules.engine.rules.full_rules import FullRules
from modules.three_battles import orders
from modules.three_battles.campaign import Campaign
from modules.three_battles.sequence import BattleRules
from modules.three_battles.state import EXITED, LOST, OFF_MAP, State

GAME = "three_battles"
FIGHT_ON = {"fulford": "3", "stamford_bridge": "3", "hastings": "4"}
"""The option of each battle with which commanders' deaths cost points (14.7, 15.7, 16.7)."""

AnyRules = BattleRules | Campaign


class Battles(Watcher):
    """See the module."""

    game = GAME
    scenarios = ("fulford", "stamford_bridge", "hastings", "campaign")
    rules_folder = "three_battles"

    def check_position(self, rules: FullRules[Any], state: Any) -> None:
        check_places(*battle_of(rules, state), OFF_MAP)

    def check_report(self, rules: FullRules[Any], play: Play[Any]) -> None:
        check_losses(rules, play)

    def check_outcome(self, rules: FullRules[Any], play: Play[Any]) -> None:
        super().check_outcome(rules, play)
        if isinstance(rules, BattleRules):
            outcome = play.state.outcome
            assert outcome is not None
            assert (outcome.winner == "") == (outcome.level == "draw")

    def changed(self, rules: FullRules[Any], state: Any, order: Order, looker: Dice) -> Order:
        return changed(battle_of(rules, state)[0], order, looker, BARE)

    def is_covered(self, rules: FullRules[Any], play: Play[Any], order: Order, listed: list[Order]) -> bool:
        """Lists show one path for each end, and attacks of one against several or several against one."""
        choice = play.request
        assert isinstance(choice, Choose)
        if order in listed or choice.kind == "combats":
            return True
        if choice.kind == "setup":  # what stands may be placed again
            return isinstance(order, orders.PlaceCounter)
        if isinstance(order, orders.Move | orders.Charge | orders.Retreat | orders.Advance):
            ends = [(type(o), o.unit, o.path[-1]) for o in listed if isinstance(o, type(order))]
            if (
                isinstance(order, orders.Move)
                and order.path[-1] == battle_of(rules, play.state)[1].units[order.unit].at
            ):
                return True  # out and back again: where nobody moved, it is not worth listing
            return (type(order), order.unit, order.path[-1]) in ends
        return False

    def losses(self, rules: FullRules[Any], state: Any) -> Mapping[str, int]:
        """Strength points (SP) by the morale lines of the armies."""
        battle, field = battle_of(rules, state)
        return {side: field.losses[battle.battle.army_line(side)] for side in battle.sides}

    def level(self, play: Play[Any]) -> str:
        if isinstance(play.rules, Campaign) and play.state.outcome is not None:
            return str(play.state.outcome.rule)
        return super().level(play)


BATTLES = Battles()
SCENARIOS = BATTLES.scenarios


def rules_of(scenario: str, options: tuple[str, ...] = ()) -> AnyRules:
    rules = watching.rules_of(GAME, scenario, options)
    assert isinstance(rules, BattleRules | Campaign)
    return rules


def hastings(options: tuple[str, ...]) -> BattleRules:
    rules = rules_of("hastings", options)
    assert isinstance(rules, BattleRules)
    return rules


def battle_of(rules: FullRules[Any], state: Any) -> tuple[BattleRules, State]:
    """The battle that is fought, and its state."""
    if isinstance(rules, Campaign):
        return rules.rules_of(state), state.field
    assert isinstance(rules, BattleRules)
    return rules, state


# --- what must hold of a position -----------------------------------------------------------------------


def check_places(rules: HexRules[Any, Any], state: HexState[Any], off_map: Container[str]) -> None:
    """Every counter is in one known place; one combat unit a hex, and never friend with enemy."""
    assert set(state.units) == set(rules.battle.counters)
    there: dict[str, list[str]] = {}
    for unit_id, unit in state.units.items():
        if unit.at not in off_map:
            assert unit.at in rules.battle.board.grid
            there.setdefault(unit.at, []).append(unit_id)
    assert {h: sorted(u) for h, u in there.items()} == {h: sorted(u) for h, u in state.occupants.items()}
    for hex_id, counters in there.items():
        filling = [u for u in counters if u not in rules.battle.roll.sharing]
        assert len(filling) <= 1, f"{counters} in {hex_id}"
        assert len({rules.battle.counters[u].side for u in counters}) == 1, f"{counters} in {hex_id}"
        assert rules.battle.board.terrain_of(hex_id).mp != "prohibited", f"{counters} in {hex_id}"


_TOLD = {
    "lost": re.compile(r"(\S+) is eliminated"),
    "rallied": re.compile(r"(\S+) rallies in"),
    "killed": re.compile(r"(\S+) is killed"),
    "left": re.compile(r"(\S+) leaves the map and counts as eliminated"),
    "points": re.compile(r"(\S+) leaves the map: (\d+) points"),
    "idle": re.compile(r"(\S+) takes no part in combat: (\d+) points lost"),
    "shock": re.compile(r"(.+): (\d+) points lost through the disintegration"),
    "gone": re.compile(r"(.+): the nationality disintegrates"),
}
_OVER = re.compile(r".+ is over: ")


def check_losses(rules: FullRules[Any], play: Play[Any]) -> None:
    """The morale lines equal what the report says was lost, and the report equals the position."""
    battle, state = battle_of(rules, play.state)
    books = _Books(battle, state)
    for event in events_of_battle(rules, play):
        books.read(event.text)
    assert books.totals == state.losses
    assert books.frozen == set(state.disintegrated)
    assert books.exit_points == state.exit_points
    counters = battle.battle.counters
    nations = {battle.battle.scenario.morale[line].nation for line in books.frozen}
    for place, told in ((LOST, books.lost), (EXITED, books.exited)):
        there = {u for u, unit in state.units.items() if unit.at == place}
        assert {u for u in told if counters[u].nation not in nations} == there


def events_of_battle(rules: FullRules[Any], play: Play[Any]) -> list[Tell]:
    """What was told of the battle that is fought, or, between two battles, of the last."""
    events = list(play.events)
    if not isinstance(rules, Campaign):
        return events
    marks = [i for i, event in enumerate(events) if _OVER.match(event.text)]
    end = marks.pop() if play.state.after else len(events)
    return events[marks[-1] + 1 if marks else 0 : end]


class _Books:
    """What a report says was lost, added up anew."""

    def __init__(self, rules: BattleRules, state: State) -> None:
        self.battle, self.options = rules.battle, state.options
        self.by_name = {c.name: c for c in self.battle.counters.values() if c.role == "leader"}
        self.lines = {m.name: line for line, m in self.battle.scenario.morale.items()}
        self.totals = dict.fromkeys(self.battle.scenario.morale, 0)
        self.exit_points = dict.fromkeys(rules.sides, 0)
        self.frozen, self.lost, self.exited = set[str](), set[str](), set[str]()

    def read(self, text: str) -> None:
        for kind, pattern in _TOLD.items():
            found = pattern.match(text)
            if found:
                self._enter(kind, found[1], int(found[2]) if pattern.groups > 1 else 0)

    def _enter(self, kind: str, name: str, points: int) -> None:
        if kind == "shock":
            self.totals[self.lines[name]] += points
        elif kind == "gone":
            self.frozen.add(self.lines[name])
        else:
            counter = self.by_name.get(name) or self.battle.counters[name]
            if kind == "points":
                self.exit_points[counter.side] += points
            else:
                self._book(counter.side, counter.nation, self._worth(kind, counter.id, points))
            place = {"lost": self.lost, "left": self.exited, "points": self.exited}.get(kind)
            if place is not None:
                assert counter.id not in self.lost | self.exited, f"{counter.id} is lost twice"
                place.add(counter.id)
            if kind == "rallied":
                self.lost.remove(counter.id)

    def _worth(self, kind: str, counter_id: str, points: int) -> int:
        """7.7, 11.2; of leaders 14.5, 15.5, 16.5, and Fight on!"""
        counter = self.battle.counters[counter_id]
        if kind == "idle":
            return points
        if counter.role != "leader":
            return counter.front["combat"] * (-1 if kind == "rallied" else 1)
        decides = counter_id in ("S-Harold", "S-Harold-mounted", "N-William") and kind == "killed"
        fights_on = FIGHT_ON[self.battle.scenario.scenario] in self.options
        return 0 if decides and not fights_on else 5 * counter.front["leadership"]

    def _book(self, side: str, nation: str, points: int) -> None:
        for line, morale in self.battle.scenario.morale.items():
            if morale.side == side and morale.nation in (None, nation) and line not in self.frozen:
                self.totals[line] += points


# --- orders that are nearly legal -------------------------------------------------------------------------


BARE = (orders.Done(), orders.Hold(), orders.Pass(), orders.Deploy(), orders.Rally())


def changed(rules: HexRules[Any, Any], order: Order, looker: Dice, bare: Sequence[Order]) -> Order:
    """The order with one thing in it exchanged, added or left out, or one of the `bare` ones."""
    names = [f.name for f in fields(order)]
    if not names or looker.below(12) == 0:
        return looker.random.choice(bare)
    name = looker.random.choice(names)
    value = getattr(order, name)
    pool = list(rules.battle.board.grid.ids) if _is_place(value) else list(rules.battle.counters)
    if isinstance(value, str):
        return replace(order, **{name: _near(rules, value, pool, looker)})
    items = list(value)
    at = looker.below(len(items))
    way = looker.below(3)
    if way == 0 and len(items) > 1:
        del items[at]
    elif way == 1:
        items.insert(at, _near(rules, items[at], pool, looker))
    else:
        items[at] = _near(rules, items[at], pool, looker)
    return replace(order, **{name: tuple(items)})


def _is_place(value: str | tuple[str, ...]) -> bool:
    first = value if isinstance(value, str) else value[0]
    return first.isdigit() or first == orders.EXIT


def _near(rules: HexRules[Any, Any], value: str, pool: list[str], looker: Dice) -> str:
    """Something else of its kind; of hexes mostly a neighbour, which is the likelier mistake."""
    if value in rules.battle.board.grid and looker.below(4):
        return looker.random.choice(rules.battle.board.neighbours[value])
    return looker.random.choice(pool)
