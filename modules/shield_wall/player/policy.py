"""A simple, sensible player: the Normans shoot, then send the foot, then knights to a flank; the Saxons hold.

It serves demonstrations, soak tests and the balance table. It sees only what the rules offer, decides one
thing at a time and remembers nothing, so that a game by policy replays like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, TypeAlias

from modules.engine.hexes.board import Board
from modules.engine.hexes.looking import Glance, once
from modules.engine.hexes.movement.moving import MoveChoices
from modules.engine.hexes.movement.paths import Path
from modules.engine.orders import Order
from modules.engine.requests import Chance, Choose, Options
from modules.shield_wall import orders
from modules.shield_wall.archery import FireOptions
from modules.shield_wall.field import Battle, Field
from modules.shield_wall.melee import AttackOptions
from modules.shield_wall.movement import MoveOptions, Withdrawal, charges
from modules.shield_wall.player import concert
from modules.shield_wall.player.fights import hit_chance, hit_chance_at, hit_worth, stands, worth
from modules.shield_wall.pursuing import FreeOptions
from modules.shield_wall.state import State


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """How somebody plays.

    `caution`: how much a unit minds what it may lose itself, a Norman who must take the hill and a Saxon who
    need not leave it; `foot`, `horse`: the turns in which foot and knights go in, before which only archers
    go near the hill; `off_hill`: what it must be worth to a Saxon to leave it; `advances`: whether the
    Normans go on after melee; `behind`: hexes from the enemy at which Norman leaders follow, but for the
    commander; `concerted`: whether the attacks of a turn are reckoned together, and arrows kept for walls;
    `slopes`: what a slope takes off the worth of coming up to the enemy, as a corps with a unit there may
    rout (7.8).
    """

    caution: tuple[float, float] = (0.1, 0.8)
    foot: int = 3
    horse: int = 4
    off_hill: float = 6.0
    advances: bool = True
    behind: int = 8
    concerted: bool = False
    slopes: float = 0.0


USUAL: Final = "policy"
STYLES: Final[Mapping[str, PlayStyle]] = {
    USUAL: PlayStyle(),
    "early": PlayStyle(foot=1, horse=2),
    "late": PlayStyle(foot=5, horse=6),
    "careful": PlayStyle(caution=(0.5, 1.2)),
    "reckless": PlayStyle(caution=(0.0, 0.2), foot=2, horse=2, off_hill=2.0),
    "sallying": PlayStyle(caution=(0.1, 0.4), off_hill=1.0),
    "rooted": PlayStyle(caution=(0.3, 1.0), off_hill=50.0),
    "held": PlayStyle(advances=False),
    "concerted": PlayStyle(caution=(0.1, 0.2), foot=2, horse=2, behind=5, concerted=True, slopes=0.3),
}

WAITING = {"foot": 4, "knight": 6}
"""Hexes from the enemy at which foot wait for their turn, behind the archers, and knights to charge."""

FAR_BEHIND = 10
"""Hexes from the enemy at which the Norman commander follows: Saxons who run down reach seven."""

FLANK = 0.4
"""What each hex from the end of the ridge that the knights attack takes off the worth of a charge."""

ORDER = ("foot", "knight", "fyrd", "huscarl", "archer")
"""Who moves first; leaders last."""


class Eyes(Glance, Field):
    """The battlefield as one looks at it who plays in a style, for one decision."""

    demoralized = once(Field.demoralized)
    steadied = once(Field.steadied)

    def __init__(self, battle: Battle, state: State, style: PlayStyle) -> None:
        super().__init__(battle, state)
        self.style = style


def advise(seen: Field, choice: Choose, chance: Chance, style: str = USUAL) -> Order:
    """An order for the decision that is due."""
    field = Eyes(seen.battle, seen.state, STYLES[style])
    options = choice.options
    if isinstance(options, MoveOptions):
        return _move(field, options)
    if field.style.concerted and isinstance(options, AttackOptions):
        return concert.next_attack(field, options)
    if field.style.concerted and isinstance(options, FireOptions):
        return _best_of(options, lambda o: concert.volley(field, o))
    if isinstance(options, FireOptions | AttackOptions):
        return _best_of(options, lambda o: blow(field, o))
    picker = _PICKERS.get(choice.kind)
    return options.sample(chance) if picker is None else picker(field, options)


# --- what a fight is worth -------------------------------------------------------------------------------


def blow(field: Field, order: Order) -> float:
    """What a shot or an attack is worth; to do no more is worth little, so that any of them is better."""
    if isinstance(order, orders.Fire):
        return hit_worth(field, field.places.filled[order.target])
    if isinstance(order, orders.Attack):
        attacker, target = order.attackers[0], order.defenders[0]
        return hit_chance(field, attacker, target) * hit_worth(field, target)
    return -1.0


def contact(field: Field, unit_id: str, path: Sequence[str], style: PlayStyle = STYLES[USUAL]) -> float:
    """What it is worth to end a move here beside enemies: the best attack, less what they may do. An enemy
    who is likely to fall to those who are there already counts for less in both."""
    caution = style.caution[field.side(unit_id) != field.battle.scenario.first_player]
    return _clash(field, unit_id, path[-1], charges(field, unit_id, tuple(path)), caution)


@once
def _clash(field: Field, unit_id: str, end: str, charging: bool, caution: float) -> float:
    """What it is worth to end here, charging or not."""
    side = field.side(unit_id)
    beside = [e for n in field.board.neighbours[end] if (e := field.enemy_in(n, side)) is not None]
    foes = {e: stands(field, e, unit_id) for e in beside if not field.is_archer(e)}
    hits = {e: hit_chance(field, unit_id, e, end, charging) for e in foes}
    gain = max((hits[e] * left * hit_worth(field, e) for e, left in foes.items()), default=0.0)
    threats = (hit_chance_at(field, e, unit_id, end) * left for e, left in foes.items())
    return gain - caution * min(1.0, sum(threats)) * worth(field, unit_id)


@lru_cache(maxsize=16)
def _distances(board: Board, enemies: frozenset[str]) -> dict[str, int]:
    """How far each hex is from the nearest enemy.

    Remembered because it is the same for all decisions of a movement phase; a game does not depend on it.
    """
    found = dict.fromkeys(enemies, 0)
    front = sorted(enemies)
    while front:
        beyond = [(n, found[h] + 1) for h in front for n in board.neighbours[h] if n not in found]
        found.update(beyond)
        front = list(dict(beyond))
    return found


@once
def _far(field: Field, side: str) -> Mapping[str, int]:
    """How far each hex is from the nearest enemy of a side."""
    return _distances(field.board, frozenset(field.enemies_of(side)))


def _away(field: Field, side: str, hex_id: str) -> int:
    """How far a hex is from the nearest enemy of a side."""
    return _far(field, side)[hex_id]


# --- movement --------------------------------------------------------------------------------------------


def _move(field: Eyes, options: MoveOptions) -> Order:
    """In the order of their kinds; a unit that is better off where it stands stays."""
    ranks = sorted(field.on_map(options.side), key=lambda u: _rank(field, u))
    passed = max((ranks.index(u) for u in options.moved if u in ranks), default=-1)
    for unit_id in ranks[passed + 1 :]:
        if unit_id in options.movable:
            order = _best_move(field, options, unit_id)
            if order is not None:
                return order
    return orders.Done()


def _rank(field: Eyes, unit_id: str) -> int:
    kind = field.counter(unit_id).kind
    return ORDER.index(kind) if kind in ORDER else len(ORDER)


def _best_move(field: Eyes, options: MoveOptions, unit_id: str) -> Order | None:
    """The best of a unit's moves, if it is better than to stay."""
    if options.may_check(unit_id):
        return None  # knights in contact strike as well where they stand
    least = _stay(field, options, unit_id)
    best: tuple[MoveChoices, str] | None = None
    for fan in options.fans_of(unit_id):
        for end in fan.ends:
            score = _score(field, options, unit_id, end, fan.path)
            if score > least:
                best, least = (fan, end), score
    return None if best is None else best[0].kind(unit_id, best[0].path(best[1]))


def _stay(field: Eyes, options: MoveOptions, unit_id: str) -> float:
    if isinstance(options, Withdrawal):
        return -99.0
    return 0.05 + _score(field, options, unit_id, field.hex_of(unit_id), lambda here: (here,))


Way: TypeAlias = Callable[[str], Path]
"""The path to each end, built where it matters."""


def _score(field: Eyes, options: MoveOptions, unit_id: str, end: str, way: Way) -> float:
    if isinstance(options, FreeOptions):
        goes = end in options.ezoc and not field.is_leader(unit_id)
        return contact(field, unit_id, way(end), field.style) - 1 if goes else -1.0
    attacks = options.side == field.battle.scenario.first_player
    return (_attacker if attacks else _defender)(field, options, unit_id, end, way)


def _attacker(field: Eyes, options: MoveOptions, unit_id: str, end: str, way: Way) -> float:
    """Archers to where they can shoot, leaders behind their men, foot and then knights at the enemy."""
    kind, away = field.counter(unit_id).kind, _away(field, options.side, end)
    if field.is_archer(unit_id):
        return -abs(away - 3) - (5 if away < 2 else 0)
    if field.is_leader(unit_id):
        apart = FAR_BEHIND if unit_id in field.battle.special.commanders.values() else field.style.behind
        return -abs(away - apart) + 0.5 * _company(field, unit_id, end)
    waits = field.state.turn < (field.style.horse if kind == "knight" else field.style.foot)
    flank = FLANK * field.board.distance(end, _ridge_end(field)) if kind == "knight" else 0
    if end in options.ezoc:
        blocked = waits and end not in field.battle.clear
        return -9 if blocked else 1 + 3 * _onset(field, unit_id, way(end)) - flank
    apart = WAITING[kind] if waits or kind == "knight" else 0
    return -float(abs(away - apart)) - flank - (4 if end in field.battle.slopes and waits else 0)


def _onset(field: Eyes, unit_id: str, path: Path) -> float:
    """What it is worth to a Norman to come up to the enemy."""
    style, end = field.style, path[-1]
    if not style.concerted:
        return contact(field, unit_id, path, style)
    exposed = style.slopes if end in field.battle.slopes else 0.0
    return concert.joining(field, unit_id, end, charges(field, unit_id, path), style.caution[0]) - exposed


@once
def _ridge_end(field: Eyes) -> str:
    """The end of the ridge that the knights attack."""
    return min(field.battle.hill)


def _company(field: Eyes, unit_id: str, end: str) -> int:
    """Friends of its corps beside a hex."""
    friends = (field.friend_in(n, field.side(unit_id)) for n in field.board.neighbours[end])
    return sum(f is not None and f != unit_id and field.corps(f) == field.corps(unit_id) for f in friends)


def _defender(field: Eyes, options: MoveOptions, unit_id: str, end: str, way: Way) -> float:
    """On the hill; to its edge where the enemy is near, and at those who have come up."""
    score = 0.0 if end in field.battle.hill else -field.style.off_hill
    if end in options.ezoc:
        score += 3 * contact(field, unit_id, way(end), field.style)
    if field.is_leader(unit_id):
        return min(score, 0.0) + 0.2 * _company(field, unit_id, end) - (9 if end in options.ezoc else 0)
    edge = not field.battle.slopes.isdisjoint(field.board.neighbours[end])
    away = _away(field, options.side, end)
    return score + (0.6 if edge and away <= 4 else 0.0) - 0.02 * away


# --- small choices ---------------------------------------------------------------------------------------


def _best_of(options: Options[Any], worth_of: Callable[[Any], float]) -> Order:
    best: Order = max(options.legal(), key=worth_of)
    return best


def _first(_field: Eyes, options: Options[Any]) -> Order:
    """What stands first: deploy as suggested, the first leader, the first hex."""
    order: Order = options.legal()[0]
    return order


def spending(field: Field, order: Order) -> float:
    """The best unit back, with its wall if the points allow it; then walls."""
    if isinstance(order, orders.Wall | orders.PlaceCounter):
        return worth(field, order.unit) + 0.5 * isinstance(order, orders.Wall)
    return 1.0 if isinstance(order, orders.Restore) else 0.0


def _advance(field: Eyes, options: Options[Any]) -> Order:
    """The Normans go on, the Saxons stay on their hill."""

    def value(order: Order) -> float:
        if not isinstance(order, orders.Advance):
            return 0.0
        away = field.side(order.unit) != field.battle.scenario.first_player or not field.style.advances
        return -1.0 if field.is_leader(order.unit) or away else worth(field, order.unit)

    return _best_of(options, value)


def nearest(field: Field, order: Any) -> int:
    """How far the end of a path is from the nearest enemy."""
    return _away(field, field.side(order.unit), order.path[-1])


def flight(field: Field, order: Any) -> float:
    """Those behind first, and not farther than needed to be out of reach."""
    start = _away(field, field.side(order.unit), field.hex_of(order.unit))
    return 10 * start + min(nearest(field, order), 5) - 0.1 * len(order.path)


def _pursue(field: Eyes, options: Options[Any]) -> Order:
    """Where the pursuer comes off best."""
    return _best_of(options, lambda order: contact(field, order.unit, order.path, field.style))


_PICKERS: dict[str, Callable[[Eyes, Options[Any]], Order]] = {
    "setup": _first,
    "rally": _first,
    "arrival": _first,
    "rally_points": lambda field, options: _best_of(options, lambda o: spending(field, o)),
    "advance": _advance,
    "retreat": lambda field, options: _best_of(options, lambda o: flight(field, o)),
    "pursuit": _pursue,
}
