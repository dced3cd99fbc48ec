"""A simple, sensible player: Normans shoot, then attack in pairs, or ride for the road; Saxons hold the hill.

It serves demonstrations, soak tests and the balance table. It sees only what the rules offer, decides one
thing at a time and remembers nothing, so that a game by policy replays like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any, NamedTuple

from modules.engine.hexes.board import Board
from modules.engine.hexes.looking import once
from modules.engine.hexes.paths import Path
from modules.engine.orders import Order
from modules.engine.requests import Chance, Choose, Options
from modules.hastings_berg import orders
from modules.hastings_berg.battle import (
    ADVANCE,
    ATTACK,
    CHARGE,
    GUARD,
    KING,
    KNIGHTS,
    NORMAN,
    SAXON,
    STRATEGIES,
    Battle,
)
from modules.hastings_berg.field import Field
from modules.hastings_berg.marching import best_facing, charge_bonus
from modules.hastings_berg.melee import MeleeOptions
from modules.hastings_berg.missiles import VolleyOptions
from modules.hastings_berg.movement import MoveOptions
from modules.hastings_berg.player.fights import blow, outcome, pains, value, volley
from modules.hastings_berg.player.styles import (
    ALOOF,
    ENDANGERED,
    HOUSECARL,
    REFUGE,
    STYLES,
    USUAL,
    Eyes,
    style_of,
)
from modules.hastings_berg.setup import SetUpOptions
from modules.hastings_berg.strengths import attack, defence, uneven
from modules.hastings_berg.victory import housecarls

APART, READY = {"bowman": 2, "knight": 1, "guard": 4, "foot": 1}, 4
"""Hexes from the enemy at which Normans wait who cannot attack with profit; and while the bowmen shoot."""

RIDE, FAR = {"bowman": 0.2, "knight": 0.5, "guard": 0.1, "foot": 0.1}, 40
"""How much each hex to the open road matters to Normans; hexes to it where there is no way."""

UNAIMED, REACH = -1.0, 3
"""What it is worth to be beside the enemy and attack nobody there; from so many hexes a friend is expected to
join an attack."""


def advise(seen: Field, choice: Choose, chance: Chance, style: str = USUAL) -> Order:
    """An order for the decision that is due."""
    field = Eyes(seen.battle, seen.state, STYLES[style])
    options = choice.options
    if isinstance(options, MoveOptions):
        return _move(field, options)
    if isinstance(options, VolleyOptions):
        return max(options.legal(), key=lambda o: volley(field, o))
    if isinstance(options, MeleeOptions):
        return max(options.legal(), key=lambda o: blow(field, o))
    picker = _PICKERS.get(choice.kind)
    found: Order = options.sample(chance) if picker is None else picker(field, options)
    return found


# --- how far it is ----------------------------------------------------------------------------------------


@lru_cache(maxsize=64)
def _distances(board: Board, goals: frozenset[str], shut: frozenset[str]) -> dict[str, int]:
    """How far each hex is from the nearest of some, round those that are shut: one search serves a phase."""
    found, front, far = dict.fromkeys(goals, 0), set(goals), 0
    while front:
        far += 1
        beyond = set().union(*(board.neighbours[h] for h in front)) - found.keys()
        found.update(dict.fromkeys(beyond, far))
        front = beyond - shut
    return found


@once
def _far(field: Field, side: str) -> Mapping[str, int]:
    """How far each hex is from the nearest enemy of a side; empty without one."""
    enemies = frozenset(field.enemies_of(side))
    return _distances(field.board, enemies, frozenset()) if enemies else {}


def away(field: Field, side: str, hex_id: str) -> int:
    """How far a hex is from the nearest enemy of a side."""
    return _far(field, side).get(hex_id, 0)


@once
def _rides(field: Field, options: MoveOptions) -> Mapping[str, int]:
    """How far it is to the nearest road hex that is neither Norman nor held, past enemies and their ZOC."""
    goals = frozenset(h for h, norman in field.state.road.items() if not norman) - options.enemies
    return _distances(field.board, goals, options.enemies | frozenset(options.ezoc))


# --- movement --------------------------------------------------------------------------------------------


class Way(NamedTuple):
    """A move, or a charge, with its facing, that is thought of. One that ends where the unit stands is none:
    it stays."""

    unit: str
    end: str
    facing: str
    charging: bool = False


def _path(options: MoveOptions, way: Way) -> Path:
    """The hexes of a way, built where they matter."""
    return options.ends(way.unit, charging=way.charging)[0].get(way.end, (way.end,))


def _move(field: Eyes, options: MoveOptions) -> Order:
    """Unit by unit from the front; who is better off where it stands is turned at the enemy, or stays."""
    far, ranks = _far(field, options.side), _ranks(field.battle)
    passed = max((ranks[u] for u in options.moved if field.at(u) is not None), default=-1)
    left = (u for u in options.movable if ranks[u] >= passed)
    for unit_id in sorted(left, key=lambda u: (ranks[u], far.get(field.hex_of(u), 0))):
        if not _idle(field, options, unit_id):
            order = _best_move(field, options, unit_id)
            if order is not None:
                return order
    late = options.overdue()
    if not late:
        return orders.Done()
    score = _scoring(field, options, late[0].unit)
    due: Order = max(late, key=lambda o: score(_way(o)))
    return due


def _way(order: Any) -> Way:
    return Way(order.unit, order.path[-1], order.facing, isinstance(order, orders.Charge))


KIND_RANK = {"bowman": 0, "knight": 1, "guard": 2, "foot": 3}


@lru_cache(maxsize=8)
def _ranks(battle: Battle) -> Mapping[str, int]:
    """Who goes first: by kind, leaders last; of a kind the nearest, and those who wait to enter."""
    last = len(KIND_RANK)
    return {i: KIND_RANK.get(c.kind, last + (i in battle.roll.sharing)) for i, c in battle.counters.items()}


def _is_sheltered(field: Eyes, unit_id: str) -> bool:
    """True for who keeps away from the enemy."""
    return field.style.shelter > 0 and field.counter(unit_id).kind == HOUSECARL


def _idle(field: Eyes, options: MoveOptions, unit_id: str) -> bool:
    """True for who has nothing to do: Saxons in order who see no enemy near, and who cannot move."""
    here = field.at(unit_id)
    if here is None:
        return False
    if field.shaky(unit_id):
        return True
    if _is_sheltered(field, unit_id) or (options.side == SAXON and _lost_road(field)):
        return False
    held = options.side == SAXON and not options.driven(unit_id) and away(field, SAXON, here) > 2
    return held and field.board.level(here) >= 4 and not field.is_leader(unit_id)


def _best_move(field: Eyes, options: MoveOptions, unit_id: str) -> Order | None:
    """The best of a unit's moves, or facings, if it is better than to stay."""
    here, now = field.at(unit_id), field.unit(unit_id).facing
    score = _scoring(field, options, unit_id)
    found: Order | None = None
    best, least = None, -1e9
    if here is not None and not options.must_move(unit_id):
        stay = _faced(field, options, unit_id, here, charging=False)
        least = 0.2 + score(stay)
        if not field.is_leader(unit_id) and stay.facing != now:
            found = orders.Face(unit_id, stay.facing)
    for end, charging in options.ends_of(unit_id):
        way = _faced(field, options, unit_id, end, charging=charging)
        worth_it = score(way)
        if worth_it > least:
            best, least = way, worth_it
    if best is None:
        return found
    kind = orders.Charge if best.charging else orders.FacedMove
    return kind(unit_id, _path(options, best), best.facing)


def _faced(field: Eyes, options: MoveOptions, unit_id: str, end: str, *, charging: bool) -> Way:
    """A way faced for the best attack by a Norman, at most enemies by a Saxon and by bowmen."""
    if field.is_leader(unit_id):
        return Way(unit_id, end, field.unit(unit_id).facing, charging)
    if away(field, options.side, end) != 1:
        ahead = field.unit(unit_id).facing or field.battle.toward(options.side)
        return Way(unit_id, end, ahead, charging)
    if options.side == SAXON or field.is_bow(unit_id):
        return Way(unit_id, end, best_facing(field, unit_id, end), charging)
    ways = [Way(unit_id, end, word, charging) for word in field.battle.compass.words]
    return max(ways, key=lambda way: contact(field, options, way))


def _scoring(field: Eyes, options: MoveOptions, unit_id: str) -> Callable[[Way], float]:
    """What the ways of a counter are worth."""
    if field.is_leader(unit_id):
        return partial(_leading, field, _needy(field, unit_id))
    if options.side == SAXON:
        return partial(_defending, field, options)
    return partial(_attacking, field, options, _duty(field, options, unit_id))


def _leading(field: Field, needy: Sequence[str], way: Way) -> float:
    """Near those who must rally, with a unit, behind the front; a king with his guard or out of reach."""
    side, distance = field.side(way.unit), field.board.distance
    near = min([distance(way.end, h) for h in needy], default=0)
    guarded = field.friend_in(way.end, side) is not None
    far = min(away(field, side, way.end), 5)
    aloof = style_of(field).aloof if way.unit == KING[SAXON] else ALOOF
    return (4.0 if guarded else 0.0) + aloof * far - 0.7 * near


def _needy(field: Field, leader: str) -> list[str]:
    """Where those are whom a leader may rally."""
    shaky = [u for u in field.on_map(field.side(leader)) if field.shaky(u)]
    return [field.hex_of(u) for u in shaky if field.commands(leader, u)]


def contact(field: Field, options: MoveOptions, way: Way) -> float:
    """What it is worth to end beside enemies with this facing: the best attack on those in front, who must be
    fought if nobody else can (8.1.2), less what all of them may do in turn."""
    end, side = way.end, options.side
    foes = field.enemies_of(side)
    ahead = [foes[h] for h in field.battle.compass.front(end, way.facing) if h in foes]
    spread = 0.25 * (len(field.enemies_beside(end, side)) - 1)
    if not ahead:
        return UNAIMED - spread
    won = _charge_worth(field, options, way) if way.charging else 0
    parties: list[tuple[str, ...]] = [(foe,) for foe in ahead if _spared(field, way.unit, ahead, foe)]
    if len(ahead) > 1:
        parties.append(tuple(ahead))
    fights = [_fight(field, options, way.unit, end, party, way.charging, won) for party in parties]
    return max(fights, default=UNAIMED) - spread


def _spared(field: Field, unit_id: str, ahead: Sequence[str], foe: str) -> bool:
    """True if friends or nobody need to fight the others in front."""
    others = (other for other in ahead if other != foe)
    side = field.side(unit_id)
    return all(field.shaky(o) or any(u != unit_id for u in _beside(field, o, side)) for o in others)


@once
def _fight(
    field: Field,
    options: MoveOptions,
    unit_id: str,
    end: str,
    foes: tuple[str, ...],
    charging: bool,
    won: int,
) -> float:
    """One melee from the end of a way, with the friends who look at a lone foe, or one who can still come;
    `won`: what a charge adds."""
    helping = [u for u in _beside(field, foes[0], options.side) if u != unit_id] if len(foes) == 1 else []
    own = attack(field, unit_id, foes, end) + won
    ahead = own + sum(attack(field, u, foes) for u in helping) - sum(defence(field, foe) for foe in foes)
    if len(foes) == 1 and not helping and _comers(field, options, foes[0]) - {unit_id}:
        ahead += own
    return outcome(field, orders.Attack((unit_id, *helping), foes), ahead, charging=charging)


@once
def _comers(field: Field, options: MoveOptions, foe: str) -> frozenset[str]:
    """The friends who have not moved and can be expected beside an enemy."""
    there, held = field.hex_of(foe), field.places.held[options.side]
    near = {held[h] for h in field.board.within(there, REACH) if h in held}
    return frozenset(near & _eager(field, options))


@once
def _eager(field: Field, options: MoveOptions) -> set[str]:
    """Those who have not moved and go for the enemy."""
    sound = (u for u in options.movable if not field.is_bow(u) and not field.shaky(u))
    return {u for u in sound if field.order(u) in (ADVANCE, ATTACK, CHARGE)}


@once
def _beside(field: Field, foe: str, side: str) -> list[str]:
    """The sound units of a side that look at an enemy."""
    there = field.hex_of(foe)
    around = (field.friend_in(n, side) for n in field.board.neighbours[there])
    return [u for u in around if u and not field.shaky(u) and there in field.battle.front(field.unit(u))]


def _charge_worth(field: Field, options: MoveOptions, way: Way) -> int:
    path = _path(options, way)
    won, down = charge_bonus(field, way.unit, field.hex_of(way.unit), path, way.facing)
    return field.battle.drm("charge_down" if down else "charge") if won else 0


class Duty(NamedTuple):
    """What is the same for all ways of a Norman unit: how far each hex is from the enemy, and how far a ride
    from the open road; which hexes of that it may pass; whether it waits while the bowmen shoot, and at how
    many hexes from the enemy."""

    far: Mapping[str, int]
    rides: Mapping[str, int]
    road: frozenset[str]
    ride: float
    waits: bool
    apart: int


def _duty(field: Eyes, options: MoveOptions, unit_id: str) -> Duty:
    kind, style = field.counter(unit_id).kind, field.style
    until = style.bombardment[field.state.clock["period"] - 1]
    waits = kind != "bowman" and field.state.turn <= until and not options.driven(unit_id)
    apart = READY if waits else APART[kind]
    here, most, distance = field.hex_of(unit_id), field.battle.number("move_charge"), field.board.distance
    road = frozenset(h for h, norman in field.state.road.items() if not norman and distance(here, h) <= most)
    return Duty(_far(field, NORMAN), _rides(field, options), road, -style.ride * RIDE[kind], waits, apart)


def _attacking(field: Eyes, options: MoveOptions, duty: Duty, way: Way) -> float:
    """Bowmen to where they can shoot, others to the best attack, or past the enemy to the road, or nearer."""
    unit_id, end = way.unit, way.end
    far, near = duty.far.get(end, 0), duty.ride * duty.rides.get(end, FAR)
    if field.is_bow(unit_id):
        return near - 2.0 * abs(far - duty.apart)
    near -= field.style.seek * _from_housecarls(field).get(end, 0)
    if duty.road:
        near += field.style.road * len(duty.road.intersection(_path(options, way)))
    near -= abs(far - duty.apart)
    if far == 1 and field.style.answer:
        near -= field.style.answer * _answer(field, unit_id, end)
    if far == 1 and not (duty.waits and unit_id != GUARD and end not in options.ezoc):
        near += (1.0 if duty.waits else field.style.eager) + 2.0 * contact(field, options, way)
    return near


@once
def _answer(field: Eyes, unit_id: str, end: str) -> float:
    """What the enemies who look at a hex may do to a unit there when their turn comes."""
    foes = [u for u in field.exerting(end, field.side(unit_id)) if not field.is_bow(u)]
    if not foes:
        return 0.0
    ground = (uneven(field.board, field.hex_of(u), end, field.counter(u).kind) for u in foes)
    strength = sum(field.value(u, "melee") for u in foes) + sum(ground)
    table, kind = field.battle.melee, "wall_defence" if field.walled(unit_id) else "defence"
    column = table.column(strength - field.value(unit_id, kind))
    return pains(table, column, field.battle.die, (False, False))[1] * value(field, unit_id)


@once
def _from_housecarls(field: Eyes) -> Mapping[str, int]:
    """How far each hex is from the nearest housecarl, for who seeks them."""
    carls = frozenset(field.hex_of(u) for u in housecarls(field) if field.at(u) is not None)
    return _distances(field.board, carls, frozenset()) if field.style.seek and carls else {}


def _defending(field: Eyes, options: MoveOptions, way: Way) -> float:
    """On the hill and in line: an attack must be worth leaving it; those behind come up."""
    end, unit_id = way.end, way.unit
    far = away(field, SAXON, end)
    regained = _regained(field, options, way)
    if _is_sheltered(field, unit_id):
        kept = _post(field, end) - field.style.ranks * _open(field, unit_id, end)
        return regained + field.style.shelter * min(far, REFUGE) + kept
    hill = regained + (field.style.hill if field.board.level(end) >= 4 else 0.0)
    if field.is_bow(unit_id):
        return hill - abs(far - 2)
    sally = field.style.sally * contact(field, options, way) if far == 1 else 0.0
    if options.driven(unit_id):
        return hill + (sally if far == 1 else -float(far))
    reserve = -0.3 * abs(far - 2) if far > 2 else 0.0
    return hill + reserve + sally


@once
def _open(field: Eyes, unit_id: str, end: str) -> int:
    """From how many hexes beside a hex no friend keeps the enemy away."""
    beside = (field.friend_in(h, SAXON) for h in field.board.neighbours[end])
    return sum(u is None or u == unit_id or field.unit(u).routed for u in beside)


@once
def _lost_road(field: Eyes) -> frozenset[str]:
    """The Norman hexes of the road, for Saxons who mind them when they are many."""
    lost = frozenset(h for h, norman in field.state.road.items() if norman)
    return lost if field.style.regain and len(lost) >= ENDANGERED else frozenset()


def _regained(field: Eyes, options: MoveOptions, way: Way) -> float:
    """What a way is worth that takes the road back, or ends on it."""
    lost = _lost_road(field)
    if not lost:
        return 0.0
    hexes = len(lost.intersection(_path(options, way))) + (way.end in field.state.road)
    return field.style.regain * hexes


def _post(field: Field, hex_id: str) -> float:
    """What a hex of the road is worth to a housecarl."""
    return style_of(field).post if hex_id in field.state.road else 0.0


# --- the rest --------------------------------------------------------------------------------------------


def _first(fits: Callable[[Any], bool]) -> Callable[[Field, Options[Any]], Order]:
    """Picks the first order that fits, if there is one, else the first."""

    def pick(_: Field, options: Options[Any]) -> Order:
        order: Order = next(filter(fits, options.legal()), options.legal()[0])
        return order

    return pick


_deployed = _first(lambda order: isinstance(order, orders.Deploy | orders.Done))


def _set_up(field: Field, options: Options[Any]) -> Order:
    """As suggested; then housecarls with a post go to the rear where it is free, to the road before all."""
    if style_of(field).post and isinstance(options, SetUpOptions) and not options.waiting:
        for unit_id in (u for u in options.setup.at if field.counter(u).kind == HOUSECARL):
            rear = {h: away(field, SAXON, h) + _post(field, h) for h in options.hexes(unit_id)}
            best = max(rear, key=rear.__getitem__)
            if rear[best] > rear[field.hex_of(unit_id)]:
                return orders.Place(unit_id, best)
    return _deployed(field, options)


def _reaction(field: Field, options: Options[Any]) -> Order:
    """Nobody reacts; or housecarls whom an enemy holds step back (5.4)."""
    if not style_of(field).back:
        return orders.Done()
    carls = (o for o in options.legal() if isinstance(o, orders.React) and _is_held(field, o.unit))
    return max(carls, key=lambda o: away(field, SAXON, o.path[-1]), default=orders.Done())


def _is_held(field: Field, unit_id: str) -> bool:
    carl = field.counter(unit_id).kind == HOUSECARL
    return carl and bool(field.exerting(field.hex_of(unit_id), SAXON))


def _strategy(field: Field, options: Options[Any]) -> Order:
    """As the ratings allow: Normans who tire rest, Saxons who wait too long stir."""
    first: orders.Strategy = options.legal()[0]
    words = [word.partition(":")[0] for word in first.choices]
    return orders.Strategy(tuple(f"{box}:{strategy_for(field, box)}" for box in words))


def strategy_for(field: Field, box: str) -> str:
    """One box's strategy, by its rating."""
    rating, norman = field.state.ratings.get(box, 0), box in field.battle.definition.game.nations
    if norman:
        return STRATEGIES[sum(rating >= each for each in style_of(field).strain)]
    return STRATEGIES[1] if rating <= -4 else STRATEGIES[3]


def row_for(field: Field, box: str) -> str:
    """The row that an Optional result should be."""
    root, _, part = box.partition("_")
    rating = field.state.ratings.get(root, 0)
    if part == KNIGHTS:
        return f"{CHARGE}_1" if rating < 5 else "hold"
    if part == "foot":
        return "advance_1" if rating < 5 else "in_place"
    return "shield_wall" if rating > -4 else "advance"


def _row(field: Field, options: Options[Any]) -> Order:
    found = [o for o in options.legal() if o.row == row_for(field, o.box)]
    order: Order = found[0] if found else options.legal()[0]
    return order


def _verb(name: str) -> Callable[[Field, Options[Any]], Order]:
    return _first(lambda order: order.verb == name)


def safest(field: Field, order: Any) -> int:
    """How far the end of a way is from the enemy."""
    end = order.path[-1]
    return away(field, field.side(order.unit), end) if end in field.board.neighbours else 9


def _safest(field: Field, options: Options[Any]) -> Order:
    order: Order = max(options.legal(), key=lambda o: safest(field, o))
    return order


def _cheapest(field: Field, options: Options[Any]) -> Order:
    order: Order = min(options.legal(), key=lambda o: loss(field, o))
    return order


def loss(field: Field, order: Any) -> tuple[bool, float]:
    """How much the loss of a step hurts: who is reduced dies."""
    return field.unit(order.unit).reduced, value(field, order.unit)


def _facing(field: Field, options: Options[Any]) -> Order:
    legal: Sequence[orders.Face] = options.legal()
    wanted = best_facing(field, legal[0].unit, field.hex_of(legal[0].unit))
    return next((order for order in legal if order.facing == wanted), legal[0])


_PICKERS: dict[str, Callable[[Field, Options[Any]], Order]] = {
    "setup": _set_up,
    "wings": _verb("done"),
    "merging": _verb("done"),
    "strategy": _strategy,
    "optional": _row,
    "housecarls": _first(lambda order: order.row == "shield_wall"),
    "reroll": _verb("reroll"),
    "extension": _verb("extend"),
    "reaction": _reaction,
    "rout": _safest,
    "flight": _safest,
    "company": _verb("follow"),
    "displacement": _verb("displace"),
    "facing": _facing,
    "pursuit": _verb("pursue"),
    "loss": _cheapest,
}
