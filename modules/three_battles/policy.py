"""A simple, sensible player: who attacks goes for the enemy and fights at good odds, who defends holds.

It serves demonstrations, soak tests and the balance table. It sees only what the rules offer, decides one
thing at a time and remembers nothing, so that a game by policy replays like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache, partial
from itertools import pairwise
from typing import Any, Final, NamedTuple, TypeAlias

from modules.engine.hexes.board import Board
from modules.engine.hexes.looking import once
from modules.engine.hexes.moving import Fan
from modules.engine.hexes.paths import Path
from modules.engine.hexes.setting_up import SetUpOptions
from modules.engine.hexes.ways import marches
from modules.engine.orders import Order
from modules.engine.requests import Chance, Choose, Options
from modules.three_battles import orders
from modules.three_battles.archery import FireOptions
from modules.three_battles.combat import attack_strength, defence_strength, reckon
from modules.three_battles.declaring import AttackOptions, Combat
from modules.three_battles.field import Field
from modules.three_battles.losses import FIGHT_ON, leader_points
from modules.three_battles.movement import MoveOptions
from modules.three_battles.snaring import prey, snares, way_round, ways_out
from modules.three_battles.styles import STYLES, USUAL, Eyes

GOOD_COLUMN = 3
"""The first column of the CRT (1-1) at which a combat is worth having that nobody must fight."""

APART = 15
"""How much worse a hex is for a leader who flees, with another there already: two would die together."""

LEADER_HIT = 4
"""How much strength a leader with it adds to the worth of a target."""

SHAKEN = 0.5
"""How much strength a retreat counts of a unit that has a free hex to go to: it makes room, and no more."""

HURRY = 6
"""How much each hex to the nearest fight counts for a leader who attends: three SP of the unit with him."""

NEAR = 4
"""Hexes to an enemy within which no leader walks alone: as far as units move in a turn, and one more."""

SHY = 99
"""How much worse, in MP, a hex in contact is for who goes past all others to a leader alone."""

LONE_LEADER = 2
"""How much strength a leader alone in a hex counts, as one who is attacked (10.5)."""

FATAL = 25
"""How much strength the death of a leader counts that ends the battle."""

LEFT_ALONE = 0.7
"""How often a leader dies, about, whose unit is eliminated: where an enemy can advance into his hex."""

IDLE = 3
"""How much each point is worth that a leader costs who takes no part in the fight (14.5, 15.5, 16.5)."""


def advise(seen: Field, choice: Choose, chance: Chance, style: str = USUAL) -> Order:
    """An order for the decision that is due."""
    field = Eyes(seen.battle, seen.state, STYLES[style])
    options = choice.options
    if isinstance(options, MoveOptions):
        return _move(field, options)
    if isinstance(options, FireOptions):
        return _fire(field, options)
    if isinstance(options, AttackOptions):
        return _attack(field, options)
    picker = _PICKERS.get(choice.kind)
    return options.sample(chance) if picker is None else picker(field, options)


# --- what a position is worth ----------------------------------------------------------------------------


@lru_cache(maxsize=16)
def _ways(board: Board, enemies: frozenset[str]) -> Mapping[str, int]:
    """The cost of the march from each hex to the nearest enemy, in the board's units, friends aside.

    Remembered because it is the same for all decisions of a movement phase; a game does not depend on it.
    """
    return marches(enemies, board.ways())


@once
def _attacks(field: Eyes, unit_id: str) -> bool:
    """True for who goes for the enemy: the side that moves first, and reinforcements; who has waited long."""
    if field.style.seeks and field.state.turn >= field.style.seeks:
        return True
    if field.style.bound != "some":
        return field.style.bound == "all"
    scenario = field.battle.scenario
    return field.side(unit_id) == scenario.first_player or any(
        unit_id in entry.counters for entry in scenario.entries
    )


def _is_fatal(field: Eyes, leader: str) -> bool:
    """True if this leader's death would end the battle (14.6, 15.6, 16.6)."""
    if field.battle.has(FIGHT_ON):
        return False
    side = field.side(leader)
    limit = field.battle.special.fatal_leaders.get(side)
    dead = sum(field.side(i) == side and field.fallen(i) for i in field.battle.leaders)
    return leader == field.battle.commanders.get(side) or (limit is not None and dead + 1 >= limit)


@once
def _is_sought(field: Eyes, leader: str) -> bool:
    """True if this leader's death, alone or with another's, would end the battle."""
    side = field.side(leader)
    return side in field.battle.special.fatal_leaders or leader == field.battle.commanders.get(side)


# --- movement --------------------------------------------------------------------------------------------


Worth: TypeAlias = Fraction | int | float
"""What a move is worth. One MP of the way counts 1, told in the board's units: mostly whole numbers."""

LEAST: Final = -999
"""What a move must be worth, in MP, to be made by who has to."""


class Thought(NamedTuple):
    """A move that is thought of: whose, where it ends, and the path there, built where it matters."""

    unit: str
    end: str
    fan: Fan

    @property
    def path(self) -> Path:
        """The way to its end."""
        return self.fan.path(self.end)

    def order(self) -> Order:
        """As it is ordered."""
        return self.fan.kind(self.unit, self.path)


def _move(field: Eyes, options: MoveOptions) -> Order:
    """Front ranks first, so that those behind find room, or the strongest; who waits enters after all."""
    units = [*reversed(list(field.on_map(options.side)))]
    if field.style.masses:
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
        fans = [Fan(type(move), (move.path[-1],), lambda _, move=move: move.path) for move in late]  # type: ignore[misc]
        least = LEAST * field.board.units(1)
        return _best_of(field, options, late[0].unit, fans, enemies, least) or late[0]
    return orders.Done()


def _goals(field: Eyes, side: str) -> frozenset[str]:
    """Where the enemies are; for a hunter where those of their leaders are whom he hunts."""
    enemy, units = field.battle.enemy(side), field.state.units
    prey = [i for i in field.leaders_on_map(enemy) if field.style.hunts and _is_sought(field, i)]
    return frozenset(units[i].at for i in prey or field.on_map(enemy))


def _best_move(field: Eyes, options: MoveOptions, unit_id: str, enemies: frozenset[str]) -> Order | None:
    """The best of a counter's moves, if it is better than to stay."""
    here = field.state.units[unit_id].at
    leader = field.is_leader(unit_id)
    if here in options.ezoc and not leader:
        return None
    least: Worth = LEAST * field.board.units(1)
    if here in field.board.grid:
        stay = Thought(unit_id, here, Fan(orders.Move, (here,), lambda end: (end,)))
        least = _score(field, options, stay, enemies)
    return _best_of(field, options, unit_id, options.fans_of(unit_id), enemies, least)


def _best_of(
    field: Eyes,
    options: MoveOptions,
    unit_id: str,
    fans: Sequence[Fan],
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
    if place in options.ezoc and field.style.masses:
        return 20 * mp * _added(field, options.side, thought)
    if place in options.ezoc:
        return 20 * mp * (_odds_there(field, options.side, thought) - field.style.odds)
    if field.is_archer(unit_id):
        return -mp * abs(_apart(field, place, enemies) - field.value(unit_id, "range"))
    if _attacks(field, unit_id):
        return -_march(field, place, enemies)
    here, met = field.state.units[unit_id].at, _met(field, options.side)
    if met and _march(field, here, met) <= mp * field.style.closes:
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
    enemies = field.on_map(field.battle.enemy(side)) if field.style.closes else ()
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
        defence += _alone_against(field, side, thought, beside) if field.style.duty else 0
        odds = support / max(defence, Fraction(1, 2))
        best = max(best, odds + _quarry(field, beside))
    return best


def _added(field: Eyes, side: str, thought: Thought) -> float:
    """How much more the best combat gains in which a unit can fight at the end of a move than without it."""
    found = [float(LEAST)]
    for beside in field.board.neighbours[thought.end]:
        enemy = field.enemy_in(beside, side)
        if enemy is not None and field.board.zoc_open(beside, thought.end):
            friends = tuple(u for u in _friends_beside(field, beside, side) if u != thought.unit)
            without = _gain(field, Combat(friends, (enemy,))) if friends else 0.0
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
    ours = min([worth, *(_worth_of(field, u) for u in friends)])
    back = SHAKEN if _ways_back(field, side, place) else worth
    beaten = back + sum(_retreat_costs(field, u) for u in friends)
    closed = _ways_back(field, field.side(enemy), there) <= covered
    driven = _worth_of(field, enemy) if closed else SHAKEN
    return _expected(field, column, Stakes(ours, _worth_of(field, enemy), beaten, driven))


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
def _quarry(field: Eyes, hex_id: str) -> int:
    """How much more an attack on a hex is worth to a hunter."""
    return field.style.hunts * any(_is_sought(field, i) for i in field.leaders_in(hex_id))


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
    if field.style.attends and place not in _fights(field, options.side):
        return mp * _on_the_way(field, options.side, place, enemies)
    if friend is None or not (field.style.joins or field.may_affect(leader, friend)):
        return -100 * mp
    if field.style.guards and _is_sought(field, leader):
        return mp * field.strength(friend) / 4 + _march(field, place, enemies)
    score = 2 * mp * field.strength(friend) - _march(field, place, enemies)
    if any(other != leader for other in field.leaders_in(place)):
        score -= (field.style.apart or APART * field.style.flees) * mp
    if place in options.ezoc:
        score += IDLE * mp * field.battle.number("inactive_loss")
        score -= field.style.risk * mp if _is_fatal(field, leader) else 0
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
    nobody must fight (across the bridge, against a leader alone) only where they are good."""
    best: tuple[tuple[float, int], Order] | None = None
    choices = options.legal()
    for order in choices:
        if isinstance(order, orders.Attack):
            key = (_merit(field, Combat(order.attackers, order.defenders)), -len(order.attackers))
            if best is None or key > best[0] or (key == best[0] and str(order) > str(best[1])):
                best = key, order
    free = orders.Done() in choices
    least = 0 if field.style.gains else GOOD_COLUMN
    return orders.Done() if best is None or (free and best[0][0] < least) else best[1]


def _merit(field: Eyes, combat: Combat) -> float:
    """How good a combat is to declare: its column or, in a style that looks for it, its gain; no good against
    a leader who is to be snared, and can still flee."""
    places = {field.state.units[u].at for u in combat.defenders}
    side = field.side(combat.attackers[0])
    if any(ways_out(field, side, h) for h in places & prey(field, side)):
        return -SHY
    sought = max(_quarry(field, hex_id) for hex_id in places)
    return (_gain(field, combat) if field.style.gains else reckon(field, combat).column) + sought


def _gain(field: Eyes, combat: Combat) -> float:
    """What a combat gains on average, in strength: who has no way back is lost by a retreat (7.8)."""
    both = combat.attackers, combat.defenders
    ours, theirs = (min(_worth_of(field, u) for u in those) for those in both)
    beaten, driven = (sum(_retreat_costs(field, u) for u in those) for those in both)
    return _expected(field, reckon(field, combat).column, Stakes(ours, theirs, beaten, driven))


class Stakes(NamedTuple):
    """What the results of a combat cost or gain, in strength: a loss of ours or theirs, and if we are beaten
    back, or they are driven off."""

    ours: float
    theirs: float
    beaten: float
    driven: float


def _expected(field: Eyes, column: int, stakes: Stakes) -> float:
    """What a combat in a column of the CRT gains on average."""
    results = [field.battle.crt.result(column, roll) for roll in range(1, field.battle.die + 1)]
    gain = 0.0
    for result in results:
        gain += stakes.theirs * (result in ("DL", "EX")) - stakes.ours * (result in ("AL", "EX"))
        gain += stakes.driven * (result == "DR") - stakes.beaten * (result == "AR")
    return gain / len(results)


@once
def _retreat_costs(field: Eyes, unit_id: str) -> float:
    """A unit that has no free hex to retreat to is lost (7.8)."""
    free = _ways_back(field, field.side(unit_id), field.state.units[unit_id].at)
    return SHAKEN if free else _worth_of(field, unit_id)


@once
def _ways_back(field: Eyes, side: str, here: str) -> frozenset[str]:
    """The hexes beside one to which a unit of a side can retreat, friends aside."""
    beset = field.ezoc(side)
    beside = field.board.neighbours[here]
    return frozenset(h for h in beside if h not in beset and field.enemy_in(h, side) is None)


@once
def _worth_of(field: Eyes, unit_id: str) -> float:
    """What the loss of a unit, or of a leader alone, counts in morale (11.3); to who slays, with what it may
    cost the leaders with it."""
    if field.is_leader(unit_id):
        return _life(field, unit_id) if field.style.slays else float(LONE_LEADER)
    counter, unit, worth = field.counter(unit_id), field.state.units[unit_id], 0.0
    if field.style.slays:
        battle = field.battle
        stays = counter.steps == 2 and not unit.reduced
        dies = battle.number("leader_killed_on") / battle.die if stays else LEFT_ALONE
        worth = dies * sum(_life(field, leader) for leader in field.leaders_in(unit.at))
    return worth + counter.front["combat"]


def _life(field: Eyes, leader: str) -> float:
    """What the death of a leader counts (14.5, 15.5, 16.5)."""
    return float(FATAL if _is_fatal(field, leader) else leader_points(field, leader))


# --- small choices ---------------------------------------------------------------------------------------


def _set_up(field: Eyes, options: Options[Order]) -> Order:
    """As suggested; a leader who attends, with the unit of his nationality nearest to the strongest."""
    if not isinstance(options, SetUpOptions) or not field.style.attends:
        return options.legal()[0]
    at = options.setup.at
    leaders = [i for i in options.waiting if field.is_leader(i)]
    if not leaders:
        return options.legal()[0]
    units = [u for u in at if not field.is_leader(u)]
    centre = at[max(units, key=lambda u: field.counter(u).front["combat"])]
    own = [at[u] for u in units if field.counter(u).nation == field.counter(leaders[0]).nation]
    return orders.Place(leaders[0], min(own, key=lambda h: (field.board.distance(h, centre), h)))


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
    eager = [o for o in advances if field.style.advances and _attacks(field, o.unit)]
    if hold is not None and not eager:
        return hold

    def worth(order: orders.Advance) -> tuple[bool, Fraction, str]:
        leaders = field.leaders_in(field.state.units[order.unit].at)
        return not leaders, field.strength(order.unit), order.unit

    return max(eager or advances, key=worth) if advances else choices[0]


def _prize(field: Eyes, order: orders.Advance) -> int:
    """The value of the leaders alone whom an advance kills (10.5), for who slays; cavalry comes far (9.2)."""
    side, places = field.side(order.unit), order.path if field.style.slays else ()
    found = (i for h in places for i in field.lone_leaders_in(h) if field.side(i) != side)
    return sum(field.value(i, "leadership") for i in found)


def _rally_place(field: Eyes, options: Options[orders.Place]) -> Order:
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
        flees = field.style.flees and not (field.style.trusts and _is_whole(field, guard))
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
    "setup": _set_up,
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
