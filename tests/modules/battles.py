"""Games of Hastings for tests: players who are random or half sensible, watched at every answer.

The watcher works out anew what must always hold of a position: who stands where, what was lost, that the
orders that are listed are the legal ones.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace

from modules import library
from modules.engine.digest import digest
from modules.engine.errors import OrderError
from modules.engine.orders import Order
from modules.engine.play import Play
from modules.engine.requests import Answer, Choose, Request, Roll
from modules.three_battles import orders
from modules.three_battles.rules import ThreeBattles
from modules.three_battles.state import LOST, OFF_MAP, State

LOOKS = 12
"""How many of the listed orders, and how many changed ones, are looked at in one decision."""

DIGEST_EVERY = 8
"""A digest is taken after so many answers."""


class Dice:
    """A seeded source of random numbers."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def below(self, limit: int) -> int:
        return self.random.randrange(limit)


def hastings(options: tuple[str, ...]) -> ThreeBattles:
    rules = library.rules("three_battles", "hastings", options)
    assert isinstance(rules, ThreeBattles)
    return rules


def answer_to(rules: ThreeBattles, request: Request, state: State, dice: Dice, sense: float) -> Answer:
    """An answer by policy with probability `sense`, else any legal one; the same dice for both."""
    if isinstance(request, Roll):
        return tuple(1 + dice.below(die.sides) for die in request.dice)
    assert isinstance(request, Choose)
    if dice.random.random() < sense:
        return rules.advise(request, state, dice)
    return request.options.sample(dice)


@dataclass
class Record:
    """A game that was played: its answers, and digests of the state by how many answers were given."""

    rules: ThreeBattles
    play: Play[State]
    answers: list[Answer] = field(default_factory=list)
    digests: dict[int, str] = field(default_factory=dict)


def play_watched(seed: int, options: tuple[str, ...], sense: float, look_every: int = 16) -> Record:
    """Plays a game to its end and checks what must hold after each answer, some of it every few answers."""
    rules, dice = hastings(options), Dice(seed)
    record = Record(rules, Play(rules))
    looker = Dice(seed + 1)
    play = record.play
    while play.request is not None:
        assert play.count < 5000, "the game does not end"
        check_places(rules, play.state)
        if play.count % look_every == 0:
            look_closely(record, looker)
        answer = answer_to(rules, play.request, play.state, dice, sense)
        play.answer(answer)
        record.answers.append(answer)
        if play.count % DIGEST_EVERY == 0 or play.request is None:
            record.digests[play.count] = digest(play.state)
    check_places(rules, play.state)
    check_losses(rules, play)
    return record


def look_closely(record: Record, looker: Dice) -> None:
    play = record.play
    check_losses(record.rules, play)
    check_snapshot(record.rules, play)
    if isinstance(play.request, Choose):
        listed = check_listed(play.request, looker)
        check_changed(record.rules, play, listed, looker)


# --- what must hold of a position -----------------------------------------------------------------------


def check_places(rules: ThreeBattles, state: State) -> None:
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


_TOLD = {
    "lost": re.compile(r"(\S+) is eliminated"),
    "rallied": re.compile(r"(\S+) rallies in"),
    "killed": re.compile(r"(\S+) is killed"),
    "idle": re.compile(r"(\S+) takes no part in the fight: (\d+) points"),
    "shock": re.compile(r"(.+): (\d+) points for the disintegration"),
    "gone": re.compile(r"(.+): the nationality disintegrates"),
}


def check_losses(rules: ThreeBattles, play: Play[State]) -> None:
    """The morale lines equal what the report says was lost, and the report equals the position."""
    totals, frozen, out = _booked(rules, play)
    assert totals == play.state.losses
    assert frozen == set(play.state.disintegrated)
    counters = rules.battle.counters
    lost = {u for u, unit in play.state.units.items() if unit.at == LOST}
    assert {u for u in out if counters[u].nation not in _nations(rules, frozen)} == lost


def _nations(rules: ThreeBattles, lines: set[str]) -> set[str | None]:
    return {rules.battle.scenario.morale[line].nation for line in lines}


def _booked(rules: ThreeBattles, play: Play[State]) -> tuple[dict[str, int], set[str], set[str]]:
    battle = rules.battle
    by_name = {c.name: c for c in battle.counters.values() if c.role == "leader"}
    lines = {m.name: line for line, m in battle.scenario.morale.items()}
    totals, frozen, out = dict.fromkeys(battle.scenario.morale, 0), set[str](), set[str]()

    def book(side: str, nation: str, points: int) -> None:
        for line, morale in battle.scenario.morale.items():
            if morale.side == side and morale.nation in (None, nation) and line not in frozen:
                totals[line] += points

    for kind, found in _told(play):
        if kind in ("lost", "rallied"):
            counter = battle.counters[found[1]]
            book(counter.side, counter.nation, counter.front["combat"] * (1 if kind == "lost" else -1))
            (out.add if kind == "lost" else out.discard)(counter.id)
        elif kind in ("killed", "idle"):
            leader = by_name[found[1]]
            points = int(found[2]) if kind == "idle" else _worth(rules, leader.id)
            book(leader.side, leader.nation, points)
        elif kind == "shock":
            totals[lines[found[1]]] += int(found[2])
        else:
            frozen.add(lines[found[1]])
    return totals, frozen, out


def _told(play: Play[State]) -> Iterator[tuple[str, re.Match[str]]]:
    for event in play.events:
        for kind, pattern in _TOLD.items():
            found = pattern.match(event.text)
            if found:
                yield kind, found


def _worth(rules: ThreeBattles, leader: str) -> int:
    """16.5 and 16.7 option 4."""
    if leader not in ("S-Harold", "N-William"):
        return 5
    return 10 if "4" in rules.options else 0


def check_snapshot(rules: ThreeBattles, play: Play[State]) -> None:
    again = Play.restore(rules, play.snapshot())
    assert digest(again.state) == digest(play.state)
    assert again.count == play.count
    assert [event.text for event in again.events] == [event.text for event in play.events]
    assert _said(again.request) == _said(play.request)


def _said(request: Request | None) -> tuple[str, ...]:
    if isinstance(request, Choose):
        return (request.side, request.kind, request.ask, request.rule)
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


def check_changed(rules: ThreeBattles, play: Play[State], listed: list[Order], looker: Dice) -> None:
    """A changed order is listed too, or one more path to a listed end, or refused without a trace."""
    choice = play.request
    assert isinstance(choice, Choose)
    before = digest(play.state)
    for _ in range(LOOKS):
        order = changed(rules, looker.random.choice(listed), looker)
        try:
            choice.options.check(order)
        except OrderError:
            refused(play, order)
        else:
            assert is_covered(choice, order, listed), f"`{order}` is accepted ({choice.kind}) but not listed"
    assert digest(play.state) == before


def refused(play: Play[State], order: Order) -> None:
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


def changed(rules: ThreeBattles, order: Order, looker: Dice) -> Order:
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


def _near(rules: ThreeBattles, value: str, pool: list[str], looker: Dice) -> str:
    """Something else of its kind; of hexes mostly a neighbour, which is the likelier mistake."""
    if value in rules.battle.board.grid and looker.below(4):
        return looker.random.choice(rules.battle.board.neighbours[value])
    return looker.random.choice(pool)
