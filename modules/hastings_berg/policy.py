"""A simple, sensible player: Normans shoot, then attack where the odds are best; Saxons hold the hill.

It serves demonstrations, soak tests and the balance table. It sees only what the rules offer, decides one
thing at a time and remembers nothing, so that a game by policy replays like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from modules.engine.board import Board
from modules.engine.orders import Order
from modules.engine.requests import Chance, Choose, Options
from modules.hastings_berg import orders
from modules.hastings_berg.field import CHARGE, GUARD, KNIGHTS, NORMAN, SAXON, STRATEGIES, Field
from modules.hastings_berg.marching import best_facing, charge_bonus
from modules.hastings_berg.melee import MeleeOptions, difference
from modules.hastings_berg.missiles import VolleyOptions, odds
from modules.hastings_berg.movement import MoveOptions
from modules.hastings_berg.strengths import attack, defence
from modules.hastings_berg.victory import worth

CAUTION = {NORMAN: 0.3, SAXON: 0.9}
"""How much a side minds what it may lose itself: the Normans must take the hill, the Saxons need not."""

PAIN = {"-": 0.0, "M": 0.35, "D*": 0.4, "D": 0.4, "1": 0.7, "1M": 0.9}
"""What a result is worth, as a part of the unit that takes it; a rout in the place of D* as ROUT."""
ROUT = 0.7

LEAST_SHOT = 0.35
"""What fire must be worth for a segment of supply; without one any fire is."""

APART = {"bowman": 2, "knight": 1, "guard": 4, "foot": 1}
"""Hexes from the enemy at which Normans wait who cannot attack with profit."""

BOMBARDMENT = 1
"""In so many turns of a period foot and knights let the bowmen shoot."""

PRIZE = {1: 1.5, 2: 2.5}
"""How much more a housecarl is worth to the Normans than its points, by period: the last ones win."""

READY = 4
"""Hexes from the enemy at which they wait meanwhile."""


def advise(field: Field, choice: Choose, chance: Chance) -> Order:
    """An order for the decision that is due."""
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


# --- what a fight is worth -------------------------------------------------------------------------------


def value(field: Field, unit_id: str) -> float:
    """What a unit is worth to its side: points, and what it can do."""
    return worth(field, unit_id) / 3 + field.value(unit_id, "melee") / 2 + field.unit(unit_id).reduced


def prize(field: Field, unit_id: str) -> float:
    """What a unit is worth to the enemy: the last housecarls are a victory (12.1.2)."""
    sought = field.counter(unit_id).kind == "housecarl"
    return value(field, unit_id) * (PRIZE[field.state.clock["period"]] if sought else 1.0)


def volley(field: Field, order: Order) -> float:
    """What fire is worth; to do no more is worth a little where the supply is limited."""
    if not isinstance(order, orders.Volley):
        return LEAST_SHOT if any(field.state.supply.values()) else 0.0
    table, column, target = field.battle.fire, odds(field, order), field.unit_in(order.target)
    cells = [table.result(column, face) for face in range(1, field.battle.die + 1)]
    pain = sum(PAIN[cell] for cell in cells) / field.battle.die
    return pain * (prize(field, target) if target is not None else 4.0)


def blow(field: Field, order: Order) -> float:
    """What a melee is worth; to do no more nothing."""
    if not isinstance(order, orders.Attack):
        return 0.0
    return outcome(field, order, difference(field, order))


@lru_cache(maxsize=4096)
def _pains(field_table: Any, column: int, die: int, hard: tuple[bool, bool]) -> tuple[float, float]:
    """The mean pain of attacker and defender in a column; `hard`: whose D* are routs when inflicted."""
    cells = [field_table.result(column, face) for face in range(1, die + 1)]
    mine = sum(ROUT if c.attacker == "D*" and hard[1] else PAIN[c.attacker] for c in cells) / die
    theirs = sum(ROUT if c.defender == "D*" and hard[0] else PAIN[c.defender] for c in cells) / die
    return mine, theirs


def outcome(field: Field, order: orders.Attack, ahead: int, *, charging: bool = False) -> float:
    """What a melee at this differential is worth to the attacker."""
    table = field.battle.melee
    hard = (
        charging or any(field.fierce(u) for u in order.attackers),
        any(field.fierce(u) for u in order.defenders),
    )
    mine, theirs = _pains(table, table.column(ahead), field.battle.die, hard)
    side = field.side(order.attackers[0])
    gain = theirs * max(prize(field, u) for u in order.defenders)
    loss = mine * max(value(field, u) for u in order.attackers)
    return gain - CAUTION[side] * loss


@lru_cache(maxsize=32)
def _distances(board: Board, goals: frozenset[str]) -> dict[str, int]:
    """How far each hex is from the nearest of some: the same for all decisions of a movement phase."""
    found = dict.fromkeys(goals, 0)
    front = sorted(goals)
    while front:
        beyond = [(n, found[h] + 1) for h in front for n in board.neighbours[h] if n not in found]
        found.update(beyond)
        front = list(dict(beyond))
    return found


def away(field: Field, side: str, hex_id: str) -> int:
    """How far a hex is from the nearest enemy of a side."""
    enemies = frozenset(field.enemies_of(side))
    return _distances(field.board, enemies)[hex_id] if enemies else 0


# --- movement --------------------------------------------------------------------------------------------


def _move(field: Field, options: MoveOptions) -> Order:
    """Unit by unit from the front; who is better off where it stands is turned at the enemy, or stays."""
    ranks = sorted(options.movable, key=lambda u: _rank(field, options.side, u))
    moved = [u for u in options.moved if field.at(u) is not None]
    passed = max((_rank(field, options.side, u)[0] for u in moved), default=-1)
    for unit_id in ranks:
        if _rank(field, options.side, unit_id)[0] >= passed and not _idle(field, options, unit_id):
            order = _best_move(field, options, unit_id)
            if order is not None:
                return order
    late = options.overdue()
    return max(late, key=lambda o: _score(field, options, o)) if late else orders.Done()


KIND_RANK = ("bowman", "knight", "guard", "foot")


def _rank(field: Field, side: str, unit_id: str) -> tuple[int, int]:
    """Who goes first: those who wait to enter, then by kind, leaders last; of a kind the nearest."""
    kind = field.counter(unit_id).kind
    here = field.at(unit_id)
    first = KIND_RANK.index(kind) if kind in KIND_RANK else len(KIND_RANK) + field.is_leader(unit_id)
    return (first, 0 if here is None else away(field, side, here))


def _idle(field: Field, options: MoveOptions, unit_id: str) -> bool:
    """True for who has nothing to do: Saxons in order who see no enemy near, and who cannot move."""
    here = field.at(unit_id)
    if here is None:
        return False
    if field.shaky(unit_id):
        return True
    held = options.side == SAXON and not options.driven(unit_id) and away(field, SAXON, here) > 2
    return held and field.board.level(here) >= 4 and not field.is_leader(unit_id)


def _best_move(field: Field, options: MoveOptions, unit_id: str) -> Order | None:
    """The best of a unit's moves, or facings, if it is better than to stay."""
    here = field.at(unit_id)
    found, least = None, -1e9
    if here is not None and not options.must_move(unit_id):
        least = 0.2 + _stay(field, options, unit_id, here)
        turned = best_facing(field, unit_id, here)
        if not field.is_leader(unit_id) and turned != field.unit(unit_id).facing:
            found = orders.Face(unit_id, turned)
    for order in options.moves_of(unit_id):
        score = _score(field, options, order)
        if score > least:
            found, least = order, score
    return found


def _stay(field: Field, options: MoveOptions, unit_id: str, here: str) -> float:
    return _score(field, options, orders.FacedMove(unit_id, (here,)))


def _score(field: Field, options: MoveOptions, order: Any) -> float:
    if field.is_leader(order.unit):
        return _leading(field, order.unit, order.path[-1])
    if options.side == SAXON:
        return _defending(field, options, order)
    return _attacking(field, options, order)


def _leading(field: Field, leader: str, end: str) -> float:
    """Near those who must rally, with a unit, behind the front; a king with his guard or out of reach."""
    side, board = field.side(leader), field.board
    needy = [field.hex_of(u) for u in field.on_map(side) if field.shaky(u) and field.commands(leader, u)]
    near = min((board.distance(end, h) for h in needy), default=0)
    guarded = field.friend_in(end, side) is not None
    far = min(away(field, side, end), 5)
    return (4.0 if guarded else 0.0) + 0.8 * far - 0.7 * near


def contact(field: Field, order: Any) -> float:
    """What it is worth to end beside enemies: the best attack with the friends who stand there already, less
    what they may do in turn."""
    unit_id, end = order.unit, order.path[-1]
    side = field.side(unit_id)
    foes = field.enemies_beside(end, side)
    if not foes:
        return 0.0
    charging = isinstance(order, orders.Charge)
    bonus = _charge_worth(field, order) if charging else 0
    best = -9.0
    for foe in foes:
        helping = [u for u in _beside(field, foe, side) if u != unit_id]
        attackers = (unit_id, *helping)
        ahead = bonus + sum(attack(field, u, [foe], end if u == unit_id else "") for u in attackers)
        ahead -= defence(field, foe)
        fight = outcome(field, orders.Attack(attackers, (foe,)), ahead, charging=charging)
        best = max(best, fight)
    return best - 0.25 * (len(foes) - 1)


def _beside(field: Field, foe: str, side: str) -> list[str]:
    """The sound units of a side that look at an enemy."""
    there = field.hex_of(foe)
    around = (field.friend_in(n, side) for n in field.board.neighbours[there])
    return [u for u in around if u and not field.shaky(u) and there in field.battle.front(field.unit(u))]


def _charge_worth(field: Field, order: orders.Charge) -> int:
    start = field.hex_of(order.unit)
    won, down = charge_bonus(field, order.unit, start, order.path, order.facing)
    return field.battle.drm("charge_down" if down else "charge") if won else 0


def _attacking(field: Field, options: MoveOptions, order: Any) -> float:
    """Bowmen to where they can shoot, others to the best attack, or the road, or nearer."""
    unit_id, end = order.unit, order.path[-1]
    kind, far = field.counter(unit_id).kind, away(field, NORMAN, end)
    if kind == "bowman":
        return -2.0 * abs(far - APART[kind])
    road = sum(field.state.road.get(h) == 0 for h in order.path)
    waits = field.state.turn <= BOMBARDMENT and not options.driven(unit_id)
    if far == 1 and not (waits and unit_id != GUARD and end not in options.ezoc):
        return 4.0 + 2.0 * contact(field, order) + 1.5 * road - (3.0 if waits else 0.0)
    apart = READY if waits else APART[kind]
    return -1.0 * abs(far - apart) + 1.5 * road


def _defending(field: Field, options: MoveOptions, order: Any) -> float:
    """On the hill and in line: an attack must be worth leaving it; those behind come up."""
    end, unit_id = order.path[-1], order.unit
    far = away(field, SAXON, end)
    hill = 3.0 if field.board.level(end) >= 4 else 0.0
    if field.counter(unit_id).kind == "bowman":
        return hill - abs(far - 2)
    if options.driven(unit_id):
        return hill + (contact(field, order) if far == 1 else -float(far))
    reserve = -0.3 * abs(far - 2) if far > 2 else 0.0
    return hill + reserve + (contact(field, order) if far == 1 else 0.0)


# --- the rest --------------------------------------------------------------------------------------------


def _strategy(field: Field, options: Options[Any]) -> Order:
    """As the ratings allow: Normans who tire rest, Saxons who wait too long stir."""
    first: orders.Strategy = options.legal()[0]
    words = [word.partition(":")[0] for word in first.choices]
    return orders.Strategy(tuple(f"{box}:{strategy_for(field, box)}" for box in words))


def strategy_for(field: Field, box: str) -> str:
    """One box's strategy, by its rating."""
    rating, norman = field.state.ratings.get(box, 0), box in field.battle.definition.game.nations
    if norman:
        return STRATEGIES[3] if rating >= 6 else STRATEGIES[2] if rating >= 3 else STRATEGIES[1]
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


def _steady(field: Field, options: Options[Any]) -> Order:  # noqa: ARG001
    order: Order = next(o for o in options.legal() if o.row == "shield_wall")
    return order


def _verb(name: str) -> Callable[[Field, Options[Any]], Order]:
    """Picks the first order with this verb, if there is one, else the first."""

    def pick(_: Field, options: Options[Any]) -> Order:
        order: Order = next((o for o in options.legal() if o.verb == name), options.legal()[0])
        return order

    return pick


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


def _set_up(field: Field, options: Options[Any]) -> Order:  # noqa: ARG001
    legal = options.legal()
    order: Order = next((o for o in legal if isinstance(o, orders.Deploy | orders.Done)), legal[0])
    return order


_PICKERS: dict[str, Callable[[Field, Options[Any]], Order]] = {
    "setup": _set_up,
    "wings": _verb("done"),
    "merging": _verb("done"),
    "strategy": _strategy,
    "optional": _row,
    "housecarls": _steady,
    "reroll": _verb("reroll"),
    "extension": _verb("extend"),
    "reaction": _verb("done"),
    "rout": _safest,
    "flight": _safest,
    "company": _verb("follow"),
    "displacement": _verb("displace"),
    "facing": _facing,
    "pursuit": _verb("pursue"),
    "loss": _cheapest,
}
