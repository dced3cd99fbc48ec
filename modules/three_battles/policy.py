"""A simple, sensible player: who attacks goes for the enemy and fights at good odds, who defends holds.

It serves demonstrations, soak tests and the balance table. It sees only what the rules offer, decides one
thing at a time and remembers nothing, so that a game by policy replays like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from modules.engine.orders import Order
from modules.engine.requests import Chance, Choose, Options
from modules.three_battles import orders
from modules.three_battles.archery import FireOptions
from modules.three_battles.combat import attack_strength, defence_strength, reckon
from modules.three_battles.declaring import AttackOptions, Combat
from modules.three_battles.field import Field
from modules.three_battles.movement import MoveOptions

GOOD_ODDS = Fraction(1)
"""A unit moves into contact if it and its friends there would attack at these odds or better."""

COMMANDER_AT_RISK = 30
"""How much worse a hex in contact with the enemy is for the commander, whose death loses the battle."""


def advise(field: Field, choice: Choose, chance: Chance) -> Order:
    """An order for the decision that is due."""
    options = choice.options
    if isinstance(options, MoveOptions):
        return _move(field, options)
    if isinstance(options, FireOptions):
        return _fire(field, options)
    if isinstance(options, AttackOptions):
        return _attack(field, options)
    picker = _PICKERS.get(choice.kind)
    return options.sample(chance) if picker is None else picker(field, options)


# --- movement --------------------------------------------------------------------------------------------


def _move(field: Field, options: MoveOptions) -> Order:
    """Who waits enters first; then front ranks first, so that those behind find room."""
    ranks = [*reversed(list(field.on_map(options.side))), *field.leaders_on_map(options.side)]
    passed = max((ranks.index(u) for u in options.moved if u in ranks), default=-1)
    enemies = [field.state.units[u].at for u in field.on_map(field.battle.enemy(options.side))]
    late = options.must_enter()
    if late:
        return _best_move(field, options, late, enemies) or options.moves_of(late)[0]
    for unit_id in ranks[passed + 1 :] if enemies else ():
        order = _best_move(field, options, unit_id, enemies)
        if order is not None:
            return order
    return orders.Done()


def _best_move(field: Field, options: MoveOptions, unit_id: str, enemies: Sequence[str]) -> Order | None:
    here = field.state.units[unit_id].at
    if here in options.ezoc and field.unit_in(here) is not None:
        return None
    judge = _leader_score if field.is_leader(unit_id) else _unit_score
    best: Order | None = None
    best_score = judge(field, options, unit_id, here, enemies) if here in field.board.grid else Fraction(-999)
    for order in options.moves_of(unit_id):
        if order.path[-1] == orders.EXIT:
            continue
        bonus = 2 if isinstance(order, orders.Charge) else 0
        score = judge(field, options, unit_id, order.path[-1], enemies) + bonus
        if score > best_score:
            best, best_score = order, score
    return best


def _unit_score(
    field: Field, options: MoveOptions, unit_id: str, place: str, enemies: Sequence[str]
) -> Fraction:
    distance = min(field.board.distance(place, e) for e in enemies)
    attacking = options.side == field.battle.scenario.first_player
    if distance == 1:
        return 20 * (_odds_there(field, options.side, unit_id, place) - GOOD_ODDS)
    if field.is_archer(unit_id):
        return Fraction(-abs(distance - field.value(unit_id, "range")))
    if attacking:
        return Fraction(-distance)
    return Fraction(0) if place == field.state.units[unit_id].at else Fraction(-1)


def _odds_there(field: Field, side: str, unit_id: str, place: str) -> Fraction:
    """The best odds in a hex next to enemies, with the friends who are in contact with the same enemy."""
    best = Fraction(0)
    level = field.board.level(place)
    for beside in field.board.neighbours[place]:
        enemy = field.enemy_in(beside, side)
        if enemy is None:
            continue
        friends = [u for n in field.board.neighbours[beside] if (u := field.friend_in(n, side)) is not None]
        own = field.strength(unit_id) / (2 if field.board.level(beside) > level else 1)
        support = sum((attack_strength(field, u, [enemy]) for u in friends if u != unit_id), own)
        best = max(best, support / max(defence_strength(field, enemy), Fraction(1, 2)))
    return best


def _leader_score(
    field: Field, options: MoveOptions, unit_id: str, place: str, enemies: Sequence[str]
) -> Fraction:
    """Leaders go with a strong unit of their own near the enemy; the commander keeps out of contact."""
    friend = field.friend_in(place, options.side)
    if friend is None or not field.may_affect(unit_id, friend):
        return Fraction(-100)
    distance = min(field.board.distance(place, e) for e in enemies)
    exposed = place in options.ezoc and unit_id in field.battle.commanders.values()
    return 2 * field.strength(friend) - distance - (COMMANDER_AT_RISK if exposed else 0)


# --- fire and combat -------------------------------------------------------------------------------------


def _fire(field: Field, options: FireOptions) -> Order:
    """At the strongest enemy that is still in order."""
    targeted = {order.target for order in options.declared}
    best: tuple[Fraction, Order] | None = None
    for order in options.legal():
        if not isinstance(order, orders.Fire) or order.target in targeted:
            continue
        enemy = field.unit_in(order.target)
        if enemy is not None and field.state.units[enemy].disordered:
            continue
        worth = Fraction(99) if enemy is None else field.strength(enemy)
        if best is None or worth > best[0]:
            best = (worth, order)
    return orders.Done() if best is None else best[1]


def _attack(field: Field, options: AttackOptions) -> Order:
    """The combat with the best odds first; more attackers only while they improve the column."""
    best: tuple[int, int, str, Order] | None = None
    for order in options.legal():
        if isinstance(order, orders.Attack):
            column = reckon(field, Combat(order.attackers, order.defenders)).column
            key = (column, -len(order.attackers), str(order), order)
            best = key if best is None or key[:3] > best[:3] else best
    return orders.Done() if best is None else best[3]


# --- small choices ---------------------------------------------------------------------------------------


def _lose(field: Field, options: Options[orders.Lose]) -> Order:
    """A unit that survives the loss, else the weakest."""

    def cost(order: orders.Lose) -> tuple[bool, int]:
        counter = field.counter(order.unit)
        survives = counter.steps == 2 and not field.state.units[order.unit].reduced
        return not survives, counter.front.get("combat", 99)

    return min(options.legal(), key=cost)


def _advance(field: Field, options: Options[orders.Advance | orders.Hold]) -> Order:
    """The attacker goes on by one hex, the defender stays in line unless he must advance."""
    choices = options.legal()
    advances = [o for o in choices if isinstance(o, orders.Advance) and len(o.path) == 1]
    hold = next((o for o in choices if isinstance(o, orders.Hold)), None)
    eager = bool(advances) and field.side(advances[0].unit) == field.battle.scenario.first_player
    if hold is not None and not eager:
        return hold
    return max(advances, key=lambda o: (field.strength(o.unit), o.unit)) if advances else choices[0]


def _rally_place(field: Field, options: Options[orders.Place]) -> Order:
    """The strongest unit that can come back."""
    return max(options.legal(), key=lambda o: (field.counter(o.unit).front["combat"], o.unit, o.at))


def _first(_field: Field, options: Options[Order]) -> Order:
    """What stands first: deploy as suggested, rally, retreat by the shortest path, follow."""
    return options.legal()[0]


def _last(_field: Field, options: Options[Order]) -> Order:
    """A lone leader runs as far as he can."""
    return options.legal()[-1]


_PICKERS: dict[str, Callable[[Field, Options[Any]], Order]] = {
    "setup": _first,
    "next_combat": _first,
    "retreat": _first,
    "leader_follows": _first,
    "leader_retreat": _last,
    "surge": _first,
    "rally": _first,
    "loss": _lose,
    "advance": _advance,
    "rally_placement": _rally_place,
}
