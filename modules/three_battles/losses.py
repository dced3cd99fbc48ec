"""Losses (7.7), leaders at risk (13.4), and the totals of army morale (11.3, 16.5).

A loss is booked as it happens; `collapse.settle` then draws the consequences, so that the two losses of an
exchange count together.
"""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.decisions import Asks, roll
from modules.engine.requests import Tell
from modules.three_battles.field import Field
from modules.three_battles.state import LOST, REMOVED

FIGHT_ON = "fight_on"


def book(field: Field, nation: str, side: str, points: int) -> Asks[None]:
    """Adds strength points to the totals of an army and a nationality; takes them off when negative."""
    yield from add(field, field.battle.army_line(side), points)
    own = field.battle.nation_line(nation)
    if own is not None and own not in field.state.disintegrated:
        yield from add(field, own, points)


def add(field: Field, line: str, points: int) -> Asks[None]:
    """Adds to one total, and says so where the level of demoralization is crossed (11.3)."""
    was = field.demoralized(line)
    field.state.losses[line] = max(0, field.state.losses[line] + points)
    if field.demoralized(line) != was:
        name = field.battle.scenario.morale[line].name
        change = "recover from demoralization" if was else "are demoralized"
        yield Tell(f"{name}: losses are now {field.state.losses[line]}; they {change}", "11.3")


def step_loss(field: Field, unit_id: str) -> Asks[None]:
    """Eliminates a unit, or turns a two-step unit to its reverse the first time (13.4 on 7.7).

    A leader who fights alone (10.5) has nothing to lose but himself.
    """
    counter, unit = field.counter(unit_id), field.state.units[unit_id]
    if counter.role == "leader":
        yield from kill_leader(field, unit_id, "10.5")
        return
    if counter.steps == 2 and not unit.reduced:
        field.state.put(unit_id, reduced=True)
        yield Tell(f"{unit_id} takes a step loss", "13.4 (7.7)", (unit_id,))
        at_risk = field.leaders_in(unit.at)
        yield from risk(field, at_risk, "13.4 (7.7)", f"with {unit_id}, which takes a step loss")
        return
    field.state.put(unit_id, at=LOST, disordered=False, charging=False, crossed=False)
    yield Tell(f"{unit_id} is eliminated", "7.7", (unit_id,))
    yield from book(field, counter.nation, counter.side, counter.front["combat"])


def risk(field: Field, leaders: Sequence[str], rule: str, why: str) -> Asks[None]:
    """Rolls for leaders at risk: each is killed on a 1 (13.4)."""
    for leader in leaders:
        label = f"{field.called(leader)} at risk {why}"
        (value,) = yield from roll(field.side(leader), rule, [label], field.battle.die)
        if value <= field.battle.number("leader_killed_on"):
            yield from kill_leader(field, leader, rule)


def kill_leader(field: Field, leader: str, rule: str) -> Asks[None]:
    """Removes a leader and books his loss (14.5, 15.5, 16.5; with Fight on! a commander's too)."""
    counter = field.counter(leader)
    field.state.put(leader, at=REMOVED)
    yield Tell(f"{counter.name} is killed", rule, (leader,))
    if leader not in field.battle.commanders.values() or field.battle.has(FIGHT_ON):
        yield from book(field, counter.nation, counter.side, leader_points(field, leader))


def leader_points(field: Field, leader: str) -> int:
    """The strength points that the loss of a leader counts for (14.5, 15.5, 16.5)."""
    return field.battle.number("leader_loss") * field.counter(leader).front["leadership"]
