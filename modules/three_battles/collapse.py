"""What losses lead to: instant ends (11.4, 14.6, 15.6, 16.6), and nationalities that disintegrate (16.5)."""

from __future__ import annotations

from collections.abc import Iterable

from modules.amounts import count_noun
from modules.engine.decisions import Asks, pick
from modules.engine.requests import Tell
from modules.engine.rules.play_rules import GameOver, Outcome
from modules.three_battles import orders
from modules.three_battles.field import Field
from modules.three_battles.leaders import make_way
from modules.three_battles.losses import FIGHT_ON, add
from modules.three_battles.state import REMOVED


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
    fallen = [] if field.battle.has(FIGHT_ON) else _fallen_leaders(field, side)
    told = {i: f"{field.called(i)} {'is dead' if field.gone(i) else 'has left the field'}" for i in fallen}
    commander = field.battle.commanders.get(side)
    if commander in told:
        return told[commander]
    if fallen and len(fallen) >= field.battle.special.fatal_leaders.get(side, len(fallen) + 1):
        return " and ".join(told.values())
    line = field.battle.army_line(side)
    if field.state.losses[line] >= field.battle.scenario.morale[line].disintegration:
        return f"the army of the {field.battle.definition.game.sides[side].name} disintegrates"
    return ""


def _fallen_leaders(field: Field, side: str) -> list[str]:
    """Those who were killed, or left where that counts as killed (ruling exit_leader); who vanished with his
    nationality (16.5) did neither."""
    found = [i for i in field.battle.leaders if field.side(i) == side and field.fallen(i)]
    return [
        i for i in found if field.battle.nation_line(field.counter(i).nation) not in field.state.disintegrated
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
            yield Tell(f"{its.name}: {count_noun(shock, 'point')} lost through the disintegration", "16.5")
            yield from add(field, other, shock)


def _surge(field: Field, side: str, vacated: Iterable[str]) -> Asks[None]:
    """Units in contact with those that vanished, and free of other enemies, must advance (16.5). A leader of
    another nationality who was left behind holds no hex (ruling surge)."""
    free = {h for h in vacated if field.unit_in(h) is None}
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
        yield from _advance_into(field, side, order)
        waiting.remove(order.unit)
        free.discard(order.path[0])


def _advance_into(field: Field, side: str, order: orders.Advance) -> Asks[None]:
    """10.5: an enemy leader alone there retreats first, or is killed: this advance follows no combat."""
    (hex_id,) = order.path
    yield from make_way(field, side, hex_id)
    for counter_id in (order.unit, *field.leaders_in(field.state.units[order.unit].at)):
        field.state.put(counter_id, at=hex_id)
    yield Tell(f"{order.unit} advances to {hex_id}", "16.5", (order.unit,))
