"""Whole games for tests and for `scripts/soak`: players who are random or sensible, watched at every answer.

The watcher works out anew what must always hold of a position: who stands where, what was lost, that the
orders that are listed are the legal ones. Of a campaign it watches the battle that is fought.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from dataclasses import dataclass, field, fields, replace
from functools import lru_cache
from typing import Any

from modules import library
from modules.engine.digest import digest
from modules.engine.errors import OrderError
from modules.engine.orders import Order
from modules.engine.play import Play
from modules.engine.requests import Answer, Choose, Request, Roll, Shuffle, Tell
from modules.three_battles import orders
from modules.three_battles.campaign import Campaign
from modules.three_battles.sequence import BattleRules
from modules.three_battles.state import EXITED, LOST, OFF_MAP, State

GAME = "three_battles"
SCENARIOS = ("fulford", "stamford_bridge", "hastings", "campaign")
FIGHT_ON = {"fulford": "3", "stamford_bridge": "3", "hastings": "4"}
"""The option of each battle with which commanders' deaths cost points (14.7, 15.7, 16.7)."""

LOOKS = 12
"""How many of the listed orders, and how many changed ones, are looked at in one decision."""

DIGEST_EVERY = 8
"""A digest is taken after so many answers."""

LIMIT = 8000
"""Answers after which a game is held to be endless: the longest seen had a third of them."""

AnyRules = BattleRules | Campaign


class Dice:
    """A seeded source of random numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def below(self, limit: int) -> int:
        return self.random.randrange(limit)


@lru_cache(maxsize=64)
def rules_of(scenario: str, options: tuple[str, ...] = ()) -> AnyRules:
    """Rules hold no state of a game, so that all games of a scenario with the same options share them."""
    rules = library.rules(GAME, scenario, options)
    assert isinstance(rules, BattleRules | Campaign)
    return rules


def hastings(options: tuple[str, ...]) -> BattleRules:
    rules = rules_of("hastings", options)
    assert isinstance(rules, BattleRules)
    return rules


def drawn_options(scenario: str, dice: Dice) -> tuple[str, ...]:
    """Some of the scenario's options, none of which excludes another."""
    definition = library.definition(GAME)
    chosen: list[str] = []
    for name in library.options_of(definition, scenario):
        try:
            library.checked_options(definition, scenario, [*chosen, name])
        except library.BadOption:
            continue
        if dice.below(3) == 0:
            chosen.append(name)
    return tuple(chosen)


def answer_to(rules: AnyRules, request: Request, state: Any, dice: Dice, sense: float) -> Answer:
    """An answer by policy with probability `sense`, else any legal one; the same dice for both."""
    if isinstance(request, Roll):
        return tuple(1 + dice.below(die.sides) for die in request.dice)
    if isinstance(request, Shuffle):
        return tuple(dice.random.sample(range(request.size), request.size))
    assert isinstance(request, Choose)
    if dice.random.random() < sense:
        return rules.advise(request, state, dice)
    order: Order = request.options.sample(dice)
    return order


@dataclass
class Record:
    """A game that was played: its answers, and digests of the state by how many answers were given."""

    rules: AnyRules
    play: Play[Any]
    answers: list[Answer] = field(default_factory=list)
    digests: dict[int, str] = field(default_factory=dict)


def play_watched(
    scenario: str, seed: int, options: tuple[str, ...], sense: float, look_every: int = 16, stop: int = 0
) -> Record:
    """Plays a game to its end, or until `stop` answers are given, and checks what must hold after each
    answer, some of it every few answers."""
    rules, dice = rules_of(scenario, options), Dice(seed)
    record = Record(rules, Play(rules))
    looker = Dice(seed + 1)
    play = record.play
    while play.request is not None and (not stop or play.count < stop):
        assert play.count < LIMIT, "the game does not end"
        check_places(*battle_of(rules, play.state))
        if play.count % look_every == 0:
            look_closely(record, looker)
        answer = answer_to(rules, play.request, play.state, dice, sense)
        play.answer(answer)
        record.answers.append(answer)
        if play.count % DIGEST_EVERY == 0 or play.request is None:
            record.digests[play.count] = digest(play.state)
    check_places(*battle_of(rules, play.state))
    check_losses(rules, play)
    if play.request is None:
        check_outcome(rules, play)
    return record


def battle_of(rules: AnyRules, state: Any) -> tuple[BattleRules, State]:
    """The battle that is fought, and its state."""
    if isinstance(rules, Campaign):
        return rules.rules_of(state), state.field
    return rules, state


def check_outcome(rules: AnyRules, play: Play[Any]) -> None:
    outcome = play.state.outcome
    assert outcome is not None
    assert outcome.winner in ("", *rules.sides)
    assert outcome.rule
    if isinstance(rules, BattleRules):
        assert (outcome.winner == "") == (outcome.level == "draw")


def check_replay(record: Record) -> None:
    """The recorded answers give the same states, all along the way."""
    again: Play[Any] = Play(record.rules)
    found = {}
    for answer in record.answers:
        again.answer(answer)
        if again.count in record.digests:
            found[again.count] = digest(again.state)
    assert found == record.digests
    assert _said(again.request) == _said(record.play.request)
    assert [e.text for e in again.events] == [e.text for e in record.play.events]


def look_closely(record: Record, looker: Dice) -> None:
    play = record.play
    check_losses(record.rules, play)
    check_snapshot(record.rules, play)
    if isinstance(play.request, Choose):
        listed = check_listed(play.request, looker)
        check_changed(record.rules, play, listed, looker)


# --- what must hold of a position -----------------------------------------------------------------------


def check_places(rules: BattleRules, state: State) -> None:
    """Every counter is in one known place; 13.4: one combat unit a hex, and never friend with enemy."""
    assert set(state.units) == set(rules.battle.counters)
    there: dict[str, list[str]] = {}
    for unit_id, unit in state.units.items():
        if unit.at not in OFF_MAP:
            assert unit.at in rules.battle.board.grid
            there.setdefault(unit.at, []).append(unit_id)
    assert {h: sorted(u) for h, u in there.items()} == {h: sorted(u) for h, u in state.occupants.items()}
    for hex_id, counters in there.items():
        roles = Counter(rules.battle.counters[u].role for u in counters)
        assert roles["unit"] <= 1, f"{counters} in {hex_id}"
        assert len({rules.battle.counters[u].side for u in counters}) == 1, f"{counters} in {hex_id}"
        assert rules.battle.board.terrain_of(hex_id).mp != "prohibited", f"{counters} in {hex_id}"


_TOLD = {
    "lost": re.compile(r"(\S+) is eliminated"),
    "rallied": re.compile(r"(\S+) rallies in"),
    "killed": re.compile(r"(\S+) is killed"),
    "left": re.compile(r"(\S+) leaves the map and counts as eliminated"),
    "points": re.compile(r"(\S+) leaves the map: (\d+) points"),
    "idle": re.compile(r"(\S+) takes no part in the fight: (\d+) points"),
    "shock": re.compile(r"(.+): (\d+) points for the disintegration"),
    "gone": re.compile(r"(.+): the nationality disintegrates"),
}
_OVER = re.compile(r".+ is over: ")


def check_losses(rules: AnyRules, play: Play[Any]) -> None:
    """The morale lines equal what the report says was lost, and the report equals the position."""
    battle, state = battle_of(rules, play.state)
    books = _Books(battle)
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


def events_of_battle(rules: AnyRules, play: Play[Any]) -> list[Tell]:
    """What was told of the battle that is fought, or, between two battles, of the last."""
    events = list(play.events)
    if not isinstance(rules, Campaign):
        return events
    marks = [i for i, event in enumerate(events) if _OVER.match(event.text)]
    end = marks.pop() if play.state.after else len(events)
    return events[marks[-1] + 1 if marks else 0 : end]


class _Books:
    """What a report says was lost, added up anew."""

    def __init__(self, rules: BattleRules) -> None:
        self.battle, self.rules = rules.battle, rules
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
        fights_on = FIGHT_ON[self.battle.scenario.scenario] in self.rules.options
        return 0 if decides and not fights_on else 5 * counter.front["leadership"]

    def _book(self, side: str, nation: str, points: int) -> None:
        for line, morale in self.battle.scenario.morale.items():
            if morale.side == side and morale.nation in (None, nation) and line not in self.frozen:
                self.totals[line] += points


def check_snapshot(rules: AnyRules, play: Play[Any]) -> None:
    again = Play.restore(rules, play.snapshot())
    assert digest(again.state) == digest(play.state)
    assert again.count == play.count
    assert [event.text for event in again.events] == [event.text for event in play.events]
    assert _said(again.request) == _said(play.request)


def _said(request: Request | None) -> tuple[str, ...]:
    if isinstance(request, Choose):
        return (request.side, request.kind, request.ask, request.rule)
    if isinstance(request, Shuffle):
        return (request.label, str(request.size))
    assert request is None or isinstance(request, Roll)
    return () if request is None else (request.side, *(die.label for die in request.dice))


# --- what must hold of a decision -------------------------------------------------------------------------


def check_listed(choice: Choose, looker: Dice) -> list[Order]:
    """There is always a legal order, and what is listed is accepted."""
    listed = list(choice.options.legal())
    assert listed, f"{choice.side} must decide ({choice.kind}) and has no legal order"
    for order in looker.random.sample(listed, min(LOOKS, len(listed))):
        choice.options.check(order)
    return listed


def check_changed(rules: AnyRules, play: Play[Any], listed: list[Order], looker: Dice) -> None:
    """A changed order is listed too, or one more path to a listed end, or refused without a trace."""
    choice = play.request
    assert isinstance(choice, Choose)
    before = digest(play.state)
    for _ in range(LOOKS):
        order = changed(battle_of(rules, play.state)[0], looker.random.choice(listed), looker)
        try:
            choice.options.check(order)
        except OrderError:
            refused(play, order)
        else:
            assert is_covered(choice, order, listed), f"`{order}` is accepted ({choice.kind}) but not listed"
    assert digest(play.state) == before


def refused(play: Play[Any], order: Order) -> None:
    count = play.count
    try:
        play.answer(order)
    except OrderError as error:
        assert str(error)
    else:
        raise AssertionError(f"`{order}` was refused when checked and taken when given")
    assert play.count == count


def is_covered(choice: Choose, order: Order, listed: list[Order]) -> bool:
    """Lists show one path for each end, and attacks only of one against several or several against one."""
    if order in listed or choice.kind == "combats":
        return True
    if choice.kind == "setup":  # what stands may be placed again
        return isinstance(order, orders.Place)
    if isinstance(order, orders.Move | orders.Charge | orders.Retreat | orders.Advance):
        ends = [(type(o), o.unit, o.path[-1]) for o in listed if isinstance(o, type(order))]
        return (type(order), order.unit, order.path[-1]) in ends
    return False


def changed(rules: BattleRules, order: Order, looker: Dice) -> Order:
    """The order with one thing in it exchanged, added or left out."""
    names = [f.name for f in fields(order)]
    if not names or looker.below(12) == 0:
        return looker.random.choice(
            [orders.Done(), orders.Hold(), orders.Pass(), orders.Deploy(), orders.Rally()]
        )
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


def _near(rules: BattleRules, value: str, pool: list[str], looker: Dice) -> str:
    """Something else of its kind; of hexes mostly a neighbour, which is the likelier mistake."""
    if value in rules.battle.board.grid and looker.below(4):
        return looker.random.choice(rules.battle.board.neighbours[value])
    return looker.random.choice(pool)
