"""Losses (7.7), leaders at risk (13.4), army morale (11.3, 11.4, 16.5) and the instant ends (16.6).

A loss is booked as it happens; `settle` then draws the consequences, so that the two losses of an
exchange count together.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from modules.engine.asking import Asks, pick, roll
from modules.engine.play import GameOver, Outcome
from modules.engine.requests import Tell
from modules.three_battles import orders
from modules.three_battles.field import Field
from modules.three_battles.state import LOST, REMOVED

FIGHT_ON = "fight_on"


def book(field: Field, nation: str, side: str, points: int) -> Asks[None]:
    """Adds strength points to the totals of an army and a nationality; takes them off when negative."""
    yield from _add(field, field.battle.army_line(side), points)
    own = field.battle.nation_line(nation)
    if own is not None and own not in field.state.disintegrated:
        yield from _add(field, own, points)


def _add(field: Field, line: str, points: int) -> Asks[None]:
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


# --- consequences ----------------------------------------------------------------------------------------


def settle(field: Field) -> Asks[None]:
    """Instant victories, and nationalities that disintegrate, with their chain (16.5, 16.6)."""
    while True:
        _instant_victory(field)
        nation = _disintegrating_nation(field)
        if nation is None:
            return
        yield from _disintegrate(field, nation)


def _defeat(field: Field, side: str) -> str:
    """Why a side has lost at once, or an empty text."""
    dead = [] if field.battle.has(FIGHT_ON) else _dead_leaders(field, side)
    if field.battle.commanders.get(side) in dead:
        return f"{field.called(field.battle.commanders[side])} is dead"
    if dead and len(dead) >= field.battle.special.fatal_leaders.get(side, len(dead) + 1):
        return f"{' and '.join(map(field.called, dead))} are dead"
    line = field.battle.army_line(side)
    if field.state.losses[line] >= field.battle.scenario.morale[line].disintegration:
        return f"the army of the {field.battle.definition.game.sides[side].name} disintegrates"
    return ""


def _dead_leaders(field: Field, side: str) -> list[str]:
    """Those who were killed; who left with his nationality (16.5) was not."""
    dead = [i for i in field.battle.leaders if field.side(i) == side and field.gone(i)]
    return [
        i for i in dead if field.battle.nation_line(field.counter(i).nation) not in field.state.disintegrated
    ]


def _instant_victory(field: Field) -> None:
    defeats = {side: _defeat(field, side) for side in field.battle.sides}
    beaten = [side for side, why in defeats.items() if why]
    if not beaten:
        return
    winner = field.battle.enemy(beaten[0])
    if len(beaten) == 2:
        winner = field.battle.special.both_beaten
    epic = any("disintegrates" in defeats[side] for side in beaten if side != winner)
    reason = "; ".join(why for why in defeats.values() if why)
    level = "epic victory" if epic else "instant victory"
    rule = "11.4" if epic else f"{field.battle.scenario.rules}.6"
    field.state.outcome = Outcome(winner, level, reason, rule)
    raise GameOver


def _disintegrating_nation(field: Field) -> str | None:
    for line, morale in field.battle.scenario.morale.items():
        if morale.nation is None or line in field.state.disintegrated:
            continue
        if field.state.losses[line] >= morale.disintegration:
            return line
    return None


def _disintegrate(field: Field, line: str) -> Asks[None]:
    """16.5: the nationality leaves the map, enemies in contact surge forward, the others are shaken."""
    morale = field.battle.scenario.morale[line]
    field.state.disintegrated |= {line}
    vacated = []
    gone = [i for i, c in field.battle.counters.items() if c.nation == morale.nation and not field.gone(i)]
    for unit_id in gone:
        hex_id = field.at(unit_id)
        if hex_id is not None and not field.is_leader(unit_id):
            vacated.append(hex_id)
        field.state.put(unit_id, at=REMOVED, disordered=False, charging=False)
    yield Tell(f"{morale.name}: the nationality disintegrates and is removed", "16.5", tuple(gone))
    yield from _surge(field, field.battle.enemy(morale.side), vacated)
    shock = field.battle.number("disintegration_shock")
    for other, its in field.battle.scenario.morale.items():
        if its.side == morale.side and other not in field.state.disintegrated:
            yield Tell(f"{its.name}: {shock} points lost through the disintegration", "16.5")
            yield from _add(field, other, shock)


def _surge(field: Field, side: str, vacated: Iterable[str]) -> Asks[None]:
    """Units in contact with those that vanished, and free of other enemies, must advance (16.5)."""
    free = {h for h in vacated if not field.state.occupants.get(h)}
    beside = {n for h in free for n in field.board.neighbours[h]}
    waiting = [u for u in field.on_map(side) if field.state.units[u].at in beside]
    waiting = [u for u in waiting if not field.exerting(field.state.units[u].at, side)]
    while True:
        choices = [
            orders.Advance(unit_id, (hex_id,))
            for unit_id in waiting
            for hex_id in field.board.neighbours[field.state.units[unit_id].at]
            if hex_id in free
        ]
        if not choices:
            return
        ask = "your units in contact with those that fled must advance: which unit, into which hex?"
        order = yield from pick(side, "surge", ask, "16.5", choices)
        yield from _advance_into(field, order.unit, order.path[0])
        waiting.remove(order.unit)
        free.discard(order.path[0])


def _advance_into(field: Field, unit_id: str, hex_id: str) -> Asks[None]:
    here = field.state.units[unit_id].at
    for leader in field.leaders_in(here):
        field.state.put(leader, at=hex_id)
    field.state.put(unit_id, at=hex_id)
    yield Tell(f"{unit_id} advances to {hex_id}", "16.5", (unit_id,))
