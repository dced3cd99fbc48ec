"""Where units and leaders go: to the enemy, with friends, out of danger, by the style of who moves them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

from modules.engine.hexes.board import Board
from modules.engine.hexes.looking import once
from modules.engine.hexes.movement.moving import MoveChoices
from modules.engine.hexes.movement.paths import Path
from modules.engine.hexes.path_graph import marches
from modules.engine.orders import Order
from modules.three_battles import orders
from modules.three_battles.combat import attack_strength, defence_strength
from modules.three_battles.declaring import Combat
from modules.three_battles.movement import MoveOptions
from modules.three_battles.player.aims import attacks, is_fatal, is_sought, quarry
from modules.three_battles.player.snaring import prey, snares, way_round
from modules.three_battles.player.stakes import (
    SHAKEN,
    Stakes,
    expected,
    gain,
    retreat_costs,
    ways_back,
    worth_of,
)
from modules.three_battles.player.styles import Eyes

APART = 15
"""How much worse a hex is for a leader who flees, with another there already: two would die together."""

HURRY = 6
"""How much each hex to the nearest fight counts for a leader who attends: three SP of the unit with him."""

NEAR = 4
"""Hexes to an enemy within which no leader walks alone: as far as units move in a turn, and one more."""

SHY = 99
"""How much worse, in MP, a hex in contact is for who goes past all others to a leader alone."""

IDLE = 3
"""How much each point is worth that a leader costs who takes no part in the fight (14.5, 15.5, 16.5)."""

Worth: TypeAlias = Fraction | int | float
"""What a move is worth. One MP of the way counts 1, told in the board's units: mostly whole numbers."""

LEAST: Final = -999
"""What a move must be worth, in MP, to be made by who has to."""


class Thought(NamedTuple):
    """A move that is thought of: whose, where it ends, and the path there, built where it matters."""

    unit: str
    end: str
    fan: MoveChoices

    @property
    def path(self) -> Path:
        """The way to its end."""
        return self.fan.path(self.end)

    def order(self) -> Order:
        """As it is ordered."""
        return self.fan.kind(self.unit, self.path)


@lru_cache(maxsize=16)
def _ways(board: Board, enemies: frozenset[str]) -> Mapping[str, int]:
    """The cost of the march from each hex to the nearest enemy, in the board's units, friends aside.

    Remembered because it is the same for all decisions of a movement phase; a game does not depend on it.
    """
    return marches(enemies, board.ways())


def next_move(field: Eyes, options: MoveOptions) -> Order:
    """Front ranks first, so that those behind find room, or the strongest; who waits enters after all."""
    units = [*reversed(list(field.on_map(options.side)))]
    if field.style.fights.masses:
        units.sort(key=field.strength, reverse=True)
    ranks = [*units, *field.leaders_on_map(options.side)]
    passed = max((ranks.index(u) for u in options.moved if u in ranks), default=-1)
    enemies = _goals(field, options.side)
    for unit_id in ranks[passed + 1 :] if enemies else ():
        order = _best_move(field, options, unit_id, enemies)
        if order is not None:
            return order
    late = options.overdue()
    if late:
        fans = [MoveChoices(type(move), (move.path[-1],), lambda _, move=move: move.path) for move in late]  # type: ignore[misc]
        least = LEAST * field.board.units(1)
        return _best_of(field, options, late[0].unit, fans, enemies, least) or late[0]
    return orders.Done()


def _goals(field: Eyes, side: str) -> frozenset[str]:
    """Where the enemies are; for a hunter where those of their leaders are whom he hunts."""
    enemy, units = field.battle.enemy(side), field.state.units
    prey = [i for i in field.leaders_on_map(enemy) if field.style.fights.hunts and is_sought(field, i)]
    return frozenset(units[i].at for i in prey or field.on_map(enemy))


def _best_move(field: Eyes, options: MoveOptions, unit_id: str, enemies: frozenset[str]) -> Order | None:
    """The best of a counter's moves, if it is better than to stay."""
    here = field.state.units[unit_id].at
    leader = field.is_leader(unit_id)
    if here in options.ezoc and not leader:
        return None
    least: Worth = LEAST * field.board.units(1)
    if here in field.board.grid:
        stay = Thought(unit_id, here, MoveChoices(orders.Move, (here,), lambda end: (end,)))
        least = _score(field, options, stay, enemies)
    return _best_of(field, options, unit_id, options.fans_of(unit_id), enemies, least)


def _best_of(
    field: Eyes,
    options: MoveOptions,
    unit_id: str,
    fans: Sequence[MoveChoices],
    enemies: frozenset[str],
    least: Worth,
) -> Order | None:
    """The best of these moves that stays on the map and is worth more than the least, the first of equals."""
    best: Thought | None = None
    for fan in fans:
        for end in fan.ends:
            thought = Thought(unit_id, end, fan)
            score = least if end == orders.EXIT else _score(field, options, thought, enemies)
            if score > least:
                best, least = thought, score
    return None if best is None else best.order()


def _score(field: Eyes, options: MoveOptions, thought: Thought, enemies: frozenset[str]) -> Worth:
    if field.is_leader(thought.unit):
        return _leader_score(field, options, thought, enemies)
    return _unit_score(field, options, thought, enemies)


def _unit_score(field: Eyes, options: MoveOptions, thought: Thought, enemies: frozenset[str]) -> Worth:
    unit_id, place, mp = thought.unit, thought.end, field.board.units(1)
    if prey(field, options.side):
        return _snare_score(field, options, thought)
    if place in options.ezoc and field.style.fights.masses:
        return 20 * mp * _added(field, options.side, thought)
    if place in options.ezoc:
        return 20 * mp * (_odds_there(field, options.side, thought) - field.style.fights.odds)
    if field.is_archer(unit_id):
        return -mp * abs(_apart(field, place, enemies) - field.value(unit_id, "range"))
    if attacks(field, unit_id):
        return -_march(field, place, enemies)
    here, met = field.state.units[unit_id].at, _met(field, options.side)
    if met and _march(field, here, met) <= mp * field.style.goes.closes:
        return -_march(field, place, met)
    return 0 if place == here else -mp


def _snare_score(field: Eyes, options: MoveOptions, thought: Thought) -> Worth:
    """What a move is worth for the snare, else how near it leads, out of contact with all others."""
    side, place, mp = options.side, thought.end, field.board.units(1)
    before = (field.state.units[thought.unit].at, *thought.path)[-2:][0]
    worth = snares(field, side, thought.unit, place, before) * mp
    if worth:
        return worth
    way = way_round(field, side, place)
    far = _march(field, place, prey(field, side)) + SHY * mp if way is None else way
    return -far - SHY * mp * (place in options.ezoc)


@once
def _met(field: Eyes, side: str) -> frozenset[str]:
    """Where the enemies stand whom friends have met, for who closes in on them."""
    enemies = field.on_map(field.battle.enemy(side)) if field.style.goes.closes else ()
    places = (field.state.units[u].at for u in enemies)
    return frozenset(h for h in places if _friends_beside(field, h, side))


@once
def _apart(field: Eyes, place: str, enemies: frozenset[str]) -> int:
    """How many hexes it is to the nearest enemy."""
    return min([field.board.distance(place, enemy) for enemy in enemies])


def _march(field: Eyes, place: str, enemies: frozenset[str]) -> int:
    """The way to the nearest enemy, in the board's units."""
    return _ways(field.board, enemies).get(place, 99 * field.board.units(1))


def _odds_there(field: Eyes, side: str, thought: Thought) -> Fraction:
    """The best odds at the end of a move, with the friends who are in contact with the same enemy."""
    best = Fraction(0)
    for beside in field.board.neighbours[thought.end]:
        enemy = field.enemy_in(beside, side)
        if enemy is None or not field.board.zoc_open(beside, thought.end):
            continue
        friends = _friends_beside(field, beside, side)
        own = _strength_from(field, thought, beside)
        support = sum((attack_strength(field, u, (enemy,)) for u in friends if u != thought.unit), own)
        defence = defence_strength(field, enemy)
        defence += _alone_against(field, side, thought, beside) if field.style.fights.duty else 0
        odds = support / max(defence, Fraction(1, 2))
        best = max(best, odds + quarry(field, beside))
    return best


def _added(field: Eyes, side: str, thought: Thought) -> float:
    """How much more the best combat gains in which a unit can fight at the end of a move than without it."""
    found = [float(LEAST)]
    for beside in field.board.neighbours[thought.end]:
        enemy = field.enemy_in(beside, side)
        if enemy is not None and field.board.zoc_open(beside, thought.end):
            friends = tuple(u for u in _friends_beside(field, beside, side) if u != thought.unit)
            without = gain(field, Combat(friends, (enemy,))) if friends else 0.0
            found.append(_gain_joined(field, thought, friends, enemy) - without)
    return max(found)


def _gain_joined(field: Eyes, thought: Thought, friends: tuple[str, ...], enemy: str) -> float:
    """What friends gain against an enemy if a unit joins them, who may take his last way back."""
    unit, place, side = thought.unit, thought.end, field.side(thought.unit)
    there = field.state.units[enemy].at
    own = _strength_from(field, thought, there) / (2 if field.is_archer(unit) else 1)
    attack = sum((attack_strength(field, u, (enemy,)) for u in friends), own)
    defence = defence_strength(field, enemy) + _alone_against(field, side, thought, there)
    shift = field.battle.exclusive.odds_shift(field, side) - field.attack_is_demoralized((unit, *friends))
    column = field.battle.crt.shift(field.battle.crt.column(attack, defence), shift)
    worth, covered = float(field.counter(unit).front["combat"]), {place, *field.board.neighbours[place]}
    ours = min([worth, *(worth_of(field, u) for u in friends)])
    back = SHAKEN if ways_back(field, side, place) else worth
    beaten = back + sum(retreat_costs(field, u) for u in friends)
    closed = ways_back(field, field.side(enemy), there) <= covered
    driven = worth_of(field, enemy) if closed else SHAKEN
    return expected(field, column, Stakes(ours, worth_of(field, enemy), beaten, driven))


def _alone_against(field: Eyes, side: str, thought: Thought, target: str) -> Fraction:
    """The strength of those beside the end of a move, but for the target, whom no friend can fight: all in
    contact must (7.3)."""
    found = Fraction(0)
    for beside in field.board.neighbours[thought.end]:
        enemy = field.enemy_in(beside, side) if beside != target else None
        if enemy is not None and not any(u != thought.unit for u in _friends_beside(field, beside, side)):
            found += defence_strength(field, enemy)
    return found


@once
def _friends_beside(field: Eyes, hex_id: str, side: str) -> list[str]:
    """The units of a side beside a hex."""
    return [u for n in field.board.neighbours[hex_id] if (u := field.friend_in(n, side)) is not None]


def _strength_from(field: Eyes, thought: Thought, target: str) -> Fraction:
    """What a unit would attack with after a move."""
    board, here, place = field.board, field.state.units[thought.unit].at, thought.end
    strength = field.strength(thought.unit) * (2 if thought.fan.kind is orders.Charge else 1)
    path = thought.path
    steps = pairwise((here, *path) if here in board.grid else path)
    walls = [
        board.level(target) > board.level(place),
        any("attacker_halved" in f.combat for f in board.features(place, target)),
        any("attacker_halved_in_or_out" in board.terrain_of(h).combat for h in (place, target)),
        any(one != other and field.crosses_river(one, other) for one, other in steps),
    ]
    return strength / Fraction(2 ** sum(walls))


def _leader_score(field: Eyes, options: MoveOptions, thought: Thought, enemies: frozenset[str]) -> Worth:
    """With a strong unit, of his own but for who joins others, in the fight where idling costs; he
    whose death decides keeps out."""
    leader, place, mp = thought.unit, thought.end, field.board.units(1)
    friend = field.friend_in(place, options.side)
    if field.style.leads.attends and place not in _fights(field, options.side):
        return mp * _on_the_way(field, options.side, place, enemies)
    if friend is None or not (field.style.leads.joins or field.may_affect(leader, friend)):
        return -100 * mp
    if field.style.leads.guards and is_sought(field, leader):
        return mp * field.strength(friend) / 4 + _march(field, place, enemies)
    score = 2 * mp * field.strength(friend) - _march(field, place, enemies)
    if any(other != leader for other in field.leaders_in(place)):
        score -= (field.style.leads.apart or APART * field.style.leads.flees) * mp
    if place in options.ezoc:
        score += IDLE * mp * field.battle.number("inactive_loss")
        score -= field.style.leads.risk * mp if is_fatal(field, leader) else 0
    return score


@once
def _fights(field: Eyes, side: str) -> frozenset[str]:
    """Where the units of a side stand that must fight."""
    beset = field.ezoc(side)
    return frozenset(h for u in field.on_map(side) if (h := field.state.units[u].at) in beset)


def _on_the_way(field: Eyes, side: str, place: str, enemies: frozenset[str]) -> Worth:
    """How good a hex is for a leader who has no fight in reach: near one, or, where there is none, near the
    strongest unit; alone only where no enemy is near."""
    friend = field.friend_in(place, side)
    if friend is None and _apart(field, place, enemies) <= NEAR:
        return LEAST
    goals = _fights(field, side) or _strongest(field, side)
    far = min((field.board.distance(place, goal) for goal in goals), default=0)
    return 2 * (field.strength(friend) if friend else 0) - HURRY * far


@once
def _strongest(field: Eyes, side: str) -> frozenset[str]:
    """Where the strongest unit of a side stands, if it has any."""
    units = field.on_map(side)
    best = max(units, key=lambda u: (field.strength(u), u), default=None)
    return frozenset(() if best is None else (field.state.units[best].at,))
