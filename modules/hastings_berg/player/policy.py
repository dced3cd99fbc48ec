"""A simple, sensible player: Normans shoot, then attack in pairs, or ride for the road; Saxons hold the hill.

It serves demonstrations, soak tests and the balance table. It sees only what the rules offer, decides one
thing at a time and remembers nothing, so that a game by policy replays like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache, partial
from typing import Any

from modules.engine.orders import Order
from modules.engine.requests import Chance, Choose, Options
from modules.hastings_berg import orders
from modules.hastings_berg.battle import (
    CHARGE,
    KING,
    KNIGHTS,
    SAXON,
    STRATEGIES,
    Battle,
)
from modules.hastings_berg.field import Field
from modules.hastings_berg.marching import best_facing
from modules.hastings_berg.melee import MeleeOptions
from modules.hastings_berg.missiles import VolleyOptions
from modules.hastings_berg.movement import MoveOptions
from modules.hastings_berg.player.attacking import attacking, duty
from modules.hastings_berg.player.contact import Way, contact, path_of
from modules.hastings_berg.player.defending import defending, is_sheltered, lost_road, post
from modules.hastings_berg.player.distances import away, from_enemies
from modules.hastings_berg.player.fights import blow, value, volley
from modules.hastings_berg.player.styles import (
    ALOOF,
    HOUSECARL,
    STYLES,
    USUAL,
    Eyes,
    style_of,
)
from modules.hastings_berg.setup import SetUpOptions


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


# --- movement --------------------------------------------------------------------------------------------


def _move(field: Eyes, options: MoveOptions) -> Order:
    """Unit by unit from the front; who is better off where it stands is turned at the enemy, or stays."""
    far, ranks = from_enemies(field, options.side), _ranks(field.battle)
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


def _idle(field: Eyes, options: MoveOptions, unit_id: str) -> bool:
    """True for who has nothing to do: Saxons in order who see no enemy near, and who cannot move."""
    here = field.at(unit_id)
    if here is None:
        return False
    if field.shaky(unit_id):
        return True
    if is_sheltered(field, unit_id) or (options.side == SAXON and lost_road(field)):
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
    return kind(unit_id, path_of(options, best), best.facing)


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
    if charging and field.goes_freely(unit_id):
        ways = [way for way in ways if _looks_at_one(field, options.side, way)]
    return max(ways, key=lambda way: contact(field, options, way))


def _looks_at_one(field: Eyes, side: str, way: Way) -> bool:
    """An enemy unit is before it: without one the guard may not charge (4.3.8(1))."""
    foes = field.enemies_of(side)
    return any(h in foes for h in field.battle.compass.front(way.end, way.facing))


def _scoring(field: Eyes, options: MoveOptions, unit_id: str) -> Callable[[Way], float]:
    """What the ways of a counter are worth."""
    if field.is_leader(unit_id):
        return partial(_leading, field, _needy(field, unit_id))
    if options.side == SAXON:
        return partial(defending, field, options)
    return partial(attacking, field, options, duty(field, options, unit_id))


def _leading(field: Field, needy: Sequence[str], way: Way) -> float:
    """Near those who must rally, with a unit, behind the front; a king with his guard or out of reach."""
    side, distance = field.side(way.unit), field.board.distance
    near = min([distance(way.end, h) for h in needy], default=0)
    guarded = field.friend_in(way.end, side) is not None
    far = min(away(field, side, way.end), 5)
    aloof = style_of(field).holds.aloof if way.unit == KING[SAXON] else ALOOF
    return (4.0 if guarded else 0.0) + aloof * far - 0.7 * near


def _needy(field: Field, leader: str) -> list[str]:
    """Where those are whom a leader may rally."""
    shaky = [u for u in field.on_map(field.side(leader)) if field.shaky(u)]
    return [field.hex_of(u) for u in shaky if field.commands(leader, u)]


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
    if style_of(field).spares.post and isinstance(options, SetUpOptions) and not options.waiting:
        for unit_id in (u for u in options.setup.at if field.counter(u).kind == HOUSECARL):
            rear = {h: away(field, SAXON, h) + post(field, h) for h in options.hexes(unit_id)}
            best = max(rear, key=rear.__getitem__)
            if rear[best] > rear[field.hex_of(unit_id)]:
                return orders.PlaceCounter(unit_id, best)
    return _deployed(field, options)


def _reaction(field: Field, options: Options[Any]) -> Order:
    """Nobody reacts; or housecarls whom an enemy holds step back (5.4)."""
    if not style_of(field).spares.back:
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
        return STRATEGIES[sum(rating >= each for each in style_of(field).attacks.strain)]
    return STRATEGIES[1] if rating <= style_of(field).holds.stir else STRATEGIES[3]


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
