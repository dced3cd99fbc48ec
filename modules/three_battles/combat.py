"""The combat phase (7.0): who attacks whom, in which order, with what odds, and what comes of it.

All combats are declared first, so that it can be seen that every unit in contact fights (7.3); then they are
resolved one by one in the order that the attacker likes (7.1).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from modules.amounts import count_noun
from modules.definition.formats.terrain import Effects
from modules.engine.decisions import Asks, choose, pass_over, pick, roll
from modules.engine.hexes.board import written
from modules.engine.hexes.looking import once
from modules.engine.requests import Tell
from modules.three_battles import orders
from modules.three_battles.advance import after_combat, after_exchange
from modules.three_battles.collapse import settle
from modules.three_battles.declaring import AttackOptions, Combat
from modules.three_battles.field import Field
from modules.three_battles.leaders import may_flee
from modules.three_battles.losses import book, step_loss
from modules.three_battles.retreat import retreat_all


def combat_phase(field: Field, side: str) -> Asks[None]:
    """Declares, lets leaders retreat, resolves, books idle leaders; charges end with the phase at the latest
    (13.4 on 9.0)."""
    declared = yield from _declare(field, side)
    idle = _idle_leaders(field, side, declared)
    combats = yield from _leaders_flee(field, declared)
    while combats:
        combat = yield from _next(side, combats)
        combats.remove(combat)
        still_on = _still_on(field, combat)
        if still_on is not None:
            yield from _resolve(field, side, still_on)
    yield from _book_idle(field, side, idle)
    for unit_id in field.on_map(side):
        unit = field.state.units[unit_id]
        if unit.charging or unit.crossed:
            field.state.put(unit_id, charging=False, crossed=False)


def _declare(field: Field, side: str) -> Asks[list[Combat]]:
    declared: list[Combat] = []
    ask = "declare a combat, or `done`"
    while True:
        options = AttackOptions(field, side, declared)
        if not options.can_attack:
            late = AttackOptions(field.copy(), side, declared)
            yield from pass_over(side, "combats", ask, "7.3", late, (orders.Attack,))
            return declared
        order = yield from choose(side, "combats", ask, "7.3", options)
        if isinstance(order, orders.Done):
            return declared
        declared.append(Combat(order.attackers, order.defenders))
        yield from field.battle.exclusive.attacked(field, order.defenders)


def _idle_leaders(field: Field, side: str, combats: Sequence[Combat]) -> list[str]:
    """14.5, 15.5, 16.5: the leaders who take no part, where there are so many combats to resolve."""
    if len(combats) < field.battle.number("inactive_combats"):
        return []
    fighting = [u for combat in combats for u in combat.attackers]
    hexes = {field.state.units[u].at for u in fighting}
    nations = {field.counter(u).nation for u in fighting}
    away = [i for i in field.leaders_on_map(side) if field.state.units[i].at not in hexes]
    return [i for i in away if field.battle.exclusive.leader_idles(field, i, nations)]


def _book_idle(field: Field, side: str, idle: Sequence[str]) -> Asks[None]:
    """Those who took no part cost morale once all combats are fought (ruling inactive)."""
    points, rule = field.battle.number("inactive_loss"), f"{field.battle.scenario.rules}.5"
    for leader in (i for i in idle if field.at(i) is not None):
        counter = field.counter(leader)
        yield Tell(
            f"{counter.name} takes no part in combat: {count_noun(points, 'point')} lost", rule, (leader,)
        )
        yield from book(field, counter.nation, side, points)
    yield from settle(field)


def _leaders_flee(field: Field, combats: Sequence[Combat]) -> Asks[list[Combat]]:
    """8.3: the attacks are declared, and before the first is resolved leaders may retreat: those alone in a
    hex (10.5), and those with a unit that is attacked (10.1 retreat)."""
    found, asked = [], set[str]()
    for combat in combats:
        fled = []
        for defender in combat.defenders if not _is_charge(field, combat) else ():
            here = field.state.units[defender].at
            those = (defender,) if field.is_leader(defender) else field.leaders_in(here)
            for leader in (i for i in those if i not in asked):
                asked.add(leader)
                went = yield from may_flee(field, leader)
                fled += [(leader, here)] if went and leader == defender else []
        found.append(replace(combat, fled=tuple(fled)))
    yield from settle(field)
    return found


def _is_charge(field: Field, combat: Combat) -> bool:
    """9.6: nobody retreats before a charge."""
    return any(field.state.units[a].charging for a in combat.attackers)


def _next(side: str, combats: Sequence[Combat]) -> Asks[Combat]:
    choices = [orders.Resolve(combat.defenders[0]) for combat in combats]
    order = yield from pick(side, "next_combat", "which combat is resolved next?", "7.1", choices)
    return next(c for c in combats if order.defender in c.defenders)


def _still_on(field: Field, combat: Combat) -> Combat | None:
    """What is left of a combat after units were removed or had to move (16.5), or leaders fled (10.5)."""
    fled = {leader for leader, _ in combat.fled}
    defenders = [d for d in combat.defenders if d not in fled and _still_a_target(field, d)]
    attackers = [
        a
        for a in combat.attackers
        if (here := field.at(a)) is not None
        and all(here in field.board.neighbours[field.state.units[d].at] for d in defenders)
    ]
    fought = attackers and (defenders or combat.fled)
    return replace(combat, attackers=tuple(attackers), defenders=tuple(defenders)) if fought else None


def _still_a_target(field: Field, unit_id: str) -> bool:
    here = field.at(unit_id)
    return here is not None and (not field.is_leader(unit_id) or field.unit_in(here) is None)


def _resolve(field: Field, side: str, combat: Combat) -> Asks[None]:
    """7.2: odds, die, result; where everybody has fled, the advance alone (10.5)."""
    if not combat.defenders:
        yield from after_combat(field, combat, "DR", combat.left)
        yield from settle(field)
        return
    odds = reckon(field, combat)
    crt = field.battle.crt
    column = crt.name(odds.column)
    label = f"{combat}, {odds.attack} against {odds.defence}, {column}"  # signed with the roll: not to change
    (value,) = yield from roll(side, "7.2", [label], field.battle.die)
    result = crt.result(odds.column, value)
    strengths = f"{written(odds.attack)} SP against {written(odds.defence)} SP"
    came = f"{combat}, {strengths}, {column}: {value}, {crt.entry.results[result].name.lower()}"
    yield Tell(came, "7.2", combat.units)
    yield from _apply(field, combat, result)
    for unit_id in combat.attackers:
        if field.state.units[unit_id].charging:
            field.state.put(unit_id, charging=False)


# --- odds ------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Odds:
    """Strengths on both sides, in SP, and the column of the CRT after shifts."""

    attack: Fraction
    defence: Fraction
    column: int


def reckon(field: Field, combat: Combat) -> Odds:
    """The odds of a combat (7.2), with halving and doubling (7.5, TEC, 13.4) and demoralization (11.3)."""
    attack = sum((attack_strength(field, a, combat.defenders) for a in combat.attackers), Fraction(0))
    defence = sum((defence_strength(field, d) for d in combat.defenders), Fraction(0))
    shift = field.battle.exclusive.odds_shift(field, field.side(combat.attackers[0]))
    shift -= field.attack_is_demoralized(combat.attackers)
    column = field.battle.crt.shift(field.battle.crt.column(attack, defence), shift)
    return Odds(attack, defence, column)


@once
def attack_strength(field: Field, unit_id: str, defenders: tuple[str, ...]) -> Fraction:
    """Strength of an attacking unit: charge, archers (13.4 (6.0)) and terrain, then the leader is added."""
    strength = field.strength(unit_id)
    if field.state.units[unit_id].charging:
        strength *= field.battle.number("charge_multiplier")
    if field.is_archer(unit_id):
        strength /= 2
    if halved := halvings(field, unit_id, defenders):
        strength /= 2 ** len(halved)
    return strength + field.leadership(unit_id)


def halvings(field: Field, unit_id: str, defenders: Sequence[str]) -> list[str]:
    """The kinds of terrain that halve an attacker against any of these defenders, each kind once, by what it
    is: two may be called alike."""
    board, here = field.board, field.state.units[unit_id].at
    crossed = ["river crossed"] if field.state.units[unit_id].crossed else []
    found: dict[int, str] = {}
    for defender in defenders:
        there = field.state.units[defender].at
        halving: list[Effects] = [f for f in board.features(here, there) if "attacker_halved" in f.combat]
        filled = [board.terrain_of(h) for h in (here, there)]
        halving += [t for t in filled if "attacker_halved_in_or_out" in t.combat]
        change = board.level_change
        if change is not None and board.level(there) > board.level(here):
            halving += [change] if "attacker_halved_up" in change.combat else []
        found |= {id(each): each.name for each in halving}
    return [*crossed, *found.values()]


@once
def defence_strength(field: Field, unit_id: str) -> Fraction:
    """Strength of a defending unit with its leader; a lone leader has his own value (ruling lone_leader)."""
    if field.is_leader(unit_id):
        return Fraction(field.value(unit_id, "leadership"))
    return field.strength(unit_id) + field.leadership(unit_id)


# --- results ---------------------------------------------------------------------------------------------


def _apply(field: Field, combat: Combat, result: str) -> Asks[None]:
    """7.6. Hexes are noted before, so that what was vacated is known after."""
    attacking = {field.state.units[a].at for a in combat.attackers}
    defending = {field.state.units[d].at for d in combat.defenders} | set(combat.left)
    if result in ("AL", "EX"):
        yield from _lose_one(field, combat.attackers)
    if result in ("DL", "EX"):
        yield from _lose_one(field, combat.defenders)
    if result == "AR":
        yield from retreat_all(field, combat.attackers)
    if result == "DR":
        yield from retreat_all(field, combat.defenders)
    yield from settle(field)
    if result == "EX":
        yield from after_exchange(field, combat, attacking, defending)
    elif result != "-":
        vacated = attacking if result in ("AR", "AL") else defending
        yield from after_combat(field, combat, result, vacated)
    yield from settle(field)


def _lose_one(field: Field, units: Sequence[str]) -> Asks[None]:
    """The owner chooses which of his units takes the loss (7.7)."""
    side = field.side(units[0])
    choices = [orders.Lose(unit_id) for unit_id in units]
    order = yield from pick(side, "loss", "which of your units takes the loss?", "7.7", choices)
    yield from step_loss(field, order.unit)
