"""What comes of an attack: units that fall or are wounded, leaders who are at risk (8.5, 8.6.3, 8.10)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from modules.engine.decisions import Asks, roll
from modules.engine.requests import Tell
from modules.hastings_pulsipher.field import Field
from modules.hastings_pulsipher.state import LOST
from modules.hastings_pulsipher.to_hit import Reckoning, reckon


@dataclass(frozen=True, slots=True)
class Blow:
    """One attack that is rolled for, as things stand before the die."""

    attacker: str
    target: str
    label: str
    reckoning: Reckoning
    sector: str
    side: str

    @classmethod
    def of(cls, field: Field, way: str, attacker: str, target: str, archery: bool = False) -> Blow:
        """`way`: how the unit attacks, in a player's word."""
        reckoning = reckon(field, attacker, target, archery)
        label = f"{way}, {field.called(attacker)} against {field.called(target)}, {reckoning}"
        sector = field.board.sector(field.at(attacker))
        return cls(attacker, target, label, reckoning, sector, field.side(attacker))


def melee(field: Field, blows: Sequence[Blow], rule: str) -> Asks[None]:
    """Blows at the same time: all dice, then all who fall, then leaders at risk (8.4, 8.8, 8.10)."""
    field.state.melee |= {blow.attacker for blow in blows}
    values = yield from roll(blows[0].side, rule, [blow.label for blow in blows], field.battle.die)
    hits = []
    for blow, value in zip(blows, values, strict=True):
        hit = value >= blow.reckoning.needs
        hits += [blow.target] if hit else []
        yield Tell(said(blow, value, "a hit" if hit else "a miss"), rule, both(field, blow))
    for target in hits:
        yield from _fall(field, target)
    for blow, value in zip(blows, values, strict=True):
        yield from endanger(field, blow, value)


def said(blow: Blow, value: int, result: str) -> str:
    """How the report tells of a blow."""
    return f"{blow.label} ({blow.reckoning.parts}): {value}, {result}"


def known(field: Field, token: str) -> tuple[str, ...]:
    """The counter of a card that lies face up."""
    return (field.state.known[token],)


def both(field: Field, blow: Blow) -> tuple[str, ...]:
    """The counters of who attacks and of whom he attacks: they were known when the die was asked for."""
    return known(field, blow.attacker) + known(field, blow.target)


def _fall(field: Field, token: str) -> Asks[None]:
    """8.5: the unit is out of the game, unless its side holds fast."""
    side, called = field.side(token), field.called(token)
    hold = field.effect("hold", side)
    if hold is not None:
        field.state.effects = tuple(e for e in field.state.effects if e != hold)
        yield Tell(f"{called} would be eliminated but holds fast", "4.2 hold", known(field, token))
        return
    field.state.lose(token)
    yield Tell(f"{called} is eliminated", "8.5", known(field, token))


def endanger(field: Field, blow: Blow, value: int) -> Asks[None]:
    """8.10: a 1 by an attacker in the sector of the enemy's leader may kill him; from another sector, as
    by archers who shoot across (8.10.3), it may not."""
    victim = field.battle.enemy(blow.side)
    at_risk = value == field.battle.number("leader_risk_on") and field.leader_in(victim, blow.sector)
    if at_risk:
        yield from risk(field, victim, field.battle.number("leader_killed_on"), "8.10")


def risk(field: Field, side: str, killed_on: int, rule: str) -> Asks[None]:
    """One die for the life of a side's leader."""
    name = field.battle.leader_name(side)
    label = f"{name} at risk, killed on {killed_on} or less"
    (value,) = yield from roll(field.battle.enemy(side), rule, [label], field.battle.die)
    if value <= killed_on:
        yield from kill(field, side, rule, f"{name} at risk: {value}")
    else:
        yield Tell(f"{name} at risk: {value}, he lives", rule, (field.battle.leaders[side],))


def kill(field: Field, side: str, rule: str, why: str) -> Asks[None]:
    """A leader's death; its penalty begins with his side's next turn (8.10.1)."""
    field.state.leaders[side] = LOST
    yield Tell(f"{why}, {field.battle.leader_name(side)} is killed", rule, (field.battle.leaders[side],))
