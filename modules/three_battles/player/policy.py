"""A simple, sensible player: who attacks goes for the enemy and fights at good odds, who defends holds.

It serves demonstrations, soak tests and the balance table. It sees only what the rules offer, decides one
thing at a time and remembers nothing, so that a game by policy replays like any other.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

from modules.engine.orders import Order
from modules.engine.requests import Chance, Choose, Options
from modules.three_battles import orders
from modules.three_battles.archery import FireOptions
from modules.three_battles.combat import reckon
from modules.three_battles.declaring import AttackOptions, Combat
from modules.three_battles.field import Field
from modules.three_battles.movement import MoveOptions
from modules.three_battles.player.aims import attacks, quarry
from modules.three_battles.player.concert import next_attack
from modules.three_battles.player.marching import next_move
from modules.three_battles.player.placing import set_up
from modules.three_battles.player.snaring import prey, ways_out
from modules.three_battles.player.stakes import gain
from modules.three_battles.player.styles import STYLES, USUAL, Eyes

GOOD_COLUMN = 3
"""The first column of the CRT (1-1) at which a combat is worth having that nobody must fight."""

LEADER_HIT = 4
"""How much strength a leader with it adds to the worth of a target."""

SNARED = -99
"""What it is worth to attack a leader who is to be snared, and can still flee."""


def advise(seen: Field, choice: Choose, chance: Chance, style: str = USUAL) -> Order:
    """An order for the decision that is due."""
    field = Eyes(seen.battle, seen.state, STYLES[style])
    options = choice.options
    if isinstance(options, MoveOptions):
        return next_move(field, options)
    if isinstance(options, FireOptions):
        return _fire(field, options)
    if isinstance(options, AttackOptions):
        return _attack(field, options)
    picker = _PICKERS.get(choice.kind)
    return options.sample(chance) if picker is None else picker(field, options)


# --- fire and combat -------------------------------------------------------------------------------------


def _fire(field: Eyes, options: FireOptions) -> Order:
    """At the strongest enemy that is still in order, most of all at leaders, who are at risk with it."""
    targeted = {order.target for order in options.declared}
    best: tuple[Fraction, Order] | None = None
    for order in options.legal():
        if not isinstance(order, orders.Fire) or order.target in targeted:
            continue
        enemy = field.unit_in(order.target)
        if enemy is not None and field.state.units[enemy].disordered:
            continue
        worth = Fraction(99) if enemy is None else field.strength(enemy)
        worth += LEADER_HIT * len(field.leaders_in(order.target))
        if best is None or worth > best[0]:
            best = (worth, order)
    return orders.Done() if best is None else best[1]


def _attack(field: Eyes, options: AttackOptions) -> Order:
    """The combat with the best odds, or gain, first; more attackers only while they improve it; those that
    nobody must fight (across the bridge, against a leader alone) only where they are good. Who concerts
    reckons all of them together."""
    best: tuple[tuple[float, int], orders.Attack] | None = None
    choices = options.legal()
    for order in choices:
        if isinstance(order, orders.Attack):
            key = (_merit(field, Combat(order.attackers, order.defenders)), -len(order.attackers))
            if best is None or key > best[0] or (key == best[0] and str(order) > str(best[1])):
                best = key, order
    free = orders.Done() in choices
    least = 0 if field.style.fights.gains else GOOD_COLUMN
    if best is None or (free and best[0][0] < least):
        return orders.Done()
    concerts = field.style.fights.concerts and not any(map(field.is_leader, best[1].defenders))
    return (next_attack(field, options) if concerts else None) or best[1]


def _merit(field: Eyes, combat: Combat) -> float:
    """How good a combat is to declare: its column or, in a style that looks for it, its gain."""
    places = {field.state.units[u].at for u in combat.defenders}
    side = field.side(combat.attackers[0])
    if any(ways_out(field, side, h) for h in places & prey(field, side)):
        return SNARED
    sought = max(quarry(field, hex_id) for hex_id in places)
    return (gain(field, combat) if field.style.fights.gains else reckon(field, combat).column) + sought


# --- small choices ---------------------------------------------------------------------------------------


def _lose(field: Eyes, options: Options[orders.Lose]) -> Order:
    """A unit without a leader, one that survives the loss, else the weakest."""

    def cost(order: orders.Lose) -> tuple[bool, bool, int]:
        counter, unit = field.counter(order.unit), field.state.units[order.unit]
        survives = counter.steps == 2 and not unit.reduced
        return bool(field.leaders_in(unit.at)), not survives, counter.front.get("combat", 99)

    return min(options.legal(), key=cost)


def _advance(field: Eyes, options: Options[orders.Advance | orders.Hold]) -> Order:
    """The attacker goes on by one hex, the defender stays in line unless he must advance; who slays goes
    where that kills a leader left alone."""
    choices = options.legal()
    advances = [o for o in choices if isinstance(o, orders.Advance) and len(o.path) == 1]
    hold = next((o for o in choices if isinstance(o, orders.Hold)), None)
    kills = [o for o in choices if isinstance(o, orders.Advance) and _prize(field, o)]
    if kills:
        return max(kills, key=partial(_prize, field))
    eager = [o for o in advances if field.style.goes.advances and attacks(field, o.unit)]
    if hold is not None and not eager:
        return hold

    def worth(order: orders.Advance) -> tuple[bool, Fraction, str]:
        leaders = field.leaders_in(field.state.units[order.unit].at)
        return not leaders, field.strength(order.unit), order.unit

    return max(eager or advances, key=worth) if advances else choices[0]


def _prize(field: Eyes, order: orders.Advance) -> int:
    """The value of the leaders alone whom an advance kills (10.5), for who slays; cavalry comes far (9.2)."""
    side, places = field.side(order.unit), order.path if field.style.fights.slays else ()
    found = (i for h in places for i in field.lone_leaders_in(h) if field.side(i) != side)
    return sum(field.value(i, "leadership") for i in found)


def _rally_place(field: Eyes, options: Options[orders.PlaceCounter]) -> Order:
    """The strongest unit that can come back."""
    return max(options.legal(), key=lambda o: (field.counter(o.unit).front["combat"], o.unit, o.at))


def _first(_field: Eyes, options: Options[Order]) -> Order:
    """What stands first: rally, retreat by the shortest path, follow, stay."""
    return options.legal()[0]


def _run(field: Eyes, options: Options[orders.Retreat | orders.Stand]) -> Order:
    """A leader stays with his unit, in a style in which he flees only where he has nowhere to go, or where
    he trusts the unit; alone he runs far, but off the map only where he may not stay."""
    choices = options.legal()
    ways = [o for o in choices if isinstance(o, orders.Stand) or o.path[-1] != orders.EXIT]
    first = choices[0]
    guard = field.unit_in(field.state.units[first.leader].at) if isinstance(first, orders.Stand) else None
    if guard is not None:
        flees = field.style.leads.flees and not (field.style.leads.trusts and _is_whole(field, guard))
        flights = [o for o in ways if isinstance(o, orders.Retreat)] if flees else []
        return max(flights, key=partial(_shelter, field), default=first)
    return ways[-1] if ways else choices[-1]


def _is_whole(field: Eyes, unit_id: str) -> bool:
    """True for a unit of two steps that has lost none: what hits it leaves it where it is (13.4 on 7.7)."""
    return field.counter(unit_id).steps == 2 and not field.state.units[unit_id].reduced


def _shelter(field: Eyes, way: orders.Retreat) -> tuple[Fraction, int]:
    """How good the end of a leader's flight is: with the strongest friend, then near."""
    friend = field.friend_in(way.path[-1], field.side(way.unit))
    return Fraction(0) if friend is None else field.strength(friend), -len(way.path)


_PICKERS: dict[str, Callable[[Eyes, Options[Any]], Order]] = {
    "setup": set_up,
    "next_combat": _first,
    "retreat": _first,
    "leader_follows": _first,
    "leader_retreat": _run,
    "surge": _first,
    "rally": _first,
    "loss": _lose,
    "advance": _advance,
    "rally_placement": _rally_place,
}
