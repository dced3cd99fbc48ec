"""A second, simple Shield Wall, from the rulebook and the rulings alone: ways, fire, melee and checks.

It imports nothing of the game. It reads the map and the counters as data; every number of the rules is
written out here with its rule. It is slow and plain on purpose: a path is judged hex by hex, and ways are
searched by trying all of them.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import NamedTuple

import yaml

GAME = Path(__file__).parents[2] / "modules" / "shield_wall"
COUNTERS = yaml.safe_load((GAME / "counters.yaml").read_text(encoding="utf-8"))["counters"]
MAP = yaml.safe_load((GAME / "maps" / "hastings.yaml").read_text(encoding="utf-8"))

SAXON, NORMAN = "saxon", "norman"
ARMIES = {"S": SAXON, "N": NORMAN, "B": NORMAN, "F": NORMAN}
"""By the first letter of a unit. The letter is its corps as well (2.1)."""

OFF_MAP = ("rally", "dead", "rear", "reserve")


# --- ground ----------------------------------------------------------------------------------------------

COLUMNS, ROWS = 21, 24
LETTERS = {
    f"{column:02d}{row:02d}": MAP["terrain"]["rows"][f"{row:02d}"][column - 1]
    for row in range(1, ROWS + 1)
    for column in range(1, COLUMNS + 1)
}
HILL = frozenset(h for h, letter in LETTERS.items() if letter == "h")
SLOPE = frozenset(h for h, letter in LETTERS.items() if letter in "sS")
STEEP = frozenset(h for h, letter in LETTERS.items() if letter == "S")
CLEAR = frozenset(h for h, letter in LETTERS.items() if letter == ".")
CLOSED = frozenset(h for h, letter in LETTERS.items() if letter in "wm")
WOODS = frozenset(h for h, letter in LETTERS.items() if letter == "w")
STREAMS = [each["between"] for each in MAP["hexsides"] if each["terrain"] == "stream"]
STREAM = {frozenset(pair) for between in STREAMS for pair in between}


def centre(hex_id: str) -> tuple[float, float]:
    """Across and down, in heights of a hex: even columns lie half a hex lower."""
    column, row = int(hex_id[:2]), int(hex_id[2:])
    return column * 0.75**0.5, row + (0.5 if column % 2 == 0 else 0.0)


@cache
def distance(one: str, other: str) -> int:
    """Hexes from one to the other."""
    across = abs(int(one[:2]) - int(other[:2]))
    down = abs(centre(one)[1] - centre(other)[1])
    return across + max(0, round(down - across / 2))


@cache
def around(hex_id: str) -> frozenset[str]:
    """The six hexes beside one, or as many as the map has."""
    column, row = int(hex_id[:2]), int(hex_id[2:])
    near = (f"{c:02d}{r:02d}" for c in range(column - 1, column + 2) for r in range(row - 1, row + 2))
    return frozenset(h for h in near if h in LETTERS and distance(hex_id, h) == 1)


@cache
def height(hex_id: str) -> int:
    """Hill over slope over clear; of slope hexes the one nearer to a hill is higher (ruling up_down)."""
    if hex_id in HILL:
        return 0
    return -min(distance(hex_id, h) for h in HILL) if hex_id in SLOPE else -99


@cache
def cost(here: str, there: str) -> int | None:
    """MP for a step (6.2, 6.3, ruling slope_cost); None where nobody goes."""
    if there in CLOSED or there not in around(here):
        return None
    stream = 2 if frozenset((here, there)) in STREAM else 0
    if there in SLOPE:
        return stream + (0 if height(there) < height(here) else 2)
    return stream + 1


@cache
def between(one: str, other: str) -> frozenset[str]:
    """The hexes strictly between two that the line from centre to centre runs through."""
    (x, y), (to_x, to_y) = centre(one), centre(other)
    found = set()
    for hex_id in LETTERS:
        mid_x, mid_y = centre(hex_id)
        enters, leaves = 0.0, 1.0
        for normal_x, normal_y in ((0.0, 1.0), (0.75**0.5, 0.5), (0.75**0.5, -0.5)):
            start = (x - mid_x) * normal_x + (y - mid_y) * normal_y
            slope = (to_x - x) * normal_x + (to_y - y) * normal_y
            if abs(slope) < 1e-12:
                if abs(start) > 0.5 - 1e-9:
                    leaves = -1.0
                continue
            first, last = sorted(((-0.5 - start) / slope, (0.5 - start) / slope))
            enters, leaves = max(enters, first), min(leaves, last)
        if leaves - enters > 1e-9 and hex_id not in (one, other):
            found.add(hex_id)
    return frozenset(found)


# --- counters --------------------------------------------------------------------------------------------


@cache
def values(unit: str) -> Mapping[str, int]:
    """What stands on its counter."""
    name = re.sub(r"-\d+$", "", unit)
    found: Mapping[str, int] = COUNTERS[name]["values"]
    return found


@cache
def kind(unit: str) -> str:
    """huscarl, fyrd, knight, foot, archer, or leader."""
    word = unit.split("-")[1]
    return word if word in ("huscarl", "fyrd", "knight", "foot", "archer") else "leader"


def army(unit: str) -> str:
    return ARMIES[unit[0]]


def mounted(unit: str) -> bool:
    """Knights and Norman leaders (ruling mud_leaders)."""
    return kind(unit) == "knight" or (kind(unit) == "leader" and army(unit) == NORMAN)


def walled(unit: str) -> bool:
    """7.1: huscarls and Saxon leaders."""
    return kind(unit) == "huscarl" or (kind(unit) == "leader" and army(unit) == SAXON)


def name(unit: str) -> str:
    """How the game calls it: leaders by their names."""
    return str(COUNTERS[unit]["name"]) if kind(unit) == "leader" else unit


@dataclass
class Piece:
    """Where a unit is, and what lies on it."""

    at: str
    down: bool = False
    charging: bool = False
    berserk: bool = False


@dataclass
class Position:
    """All pieces, which stay as they are. `routed`: the units that have routed this turn, each with the hex
    of its marker."""

    turn: int
    pieces: dict[str, Piece]
    fatigue: bool = False
    mud: bool = False
    routed: dict[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        placed = [(army(u), u, p.at) for u, p in self.pieces.items() if p.at not in OFF_MAP]
        self._held = {side: {h: u for a, u, h in placed if a == side} for side in (SAXON, NORMAN)}

    # --- who stands where --------------------------------------------------------------------------

    def of(self, side: str) -> list[str]:
        """The units of a side on the map."""
        return list(self._held[side].values())

    def hexes(self, side: str) -> dict[str, str]:
        """Where they stand, each hex with its unit."""
        return self._held[side]

    def zone(self, side: str) -> set[str]:
        """The hexes in the ZOC of a side: all units have one but archers (6.4)."""
        return set().union(*(around(h) for h, u in self.hexes(side).items() if kind(u) != "archer"))

    @property
    def level(self) -> int:
        """The Fatigue Level: 1 on turn four, in mud on turn three, one more each turn to 4 (10.0, 13.0)."""
        return min(4, max(0, self.turn - (2 if self.mud else 3))) if self.fatigue else 0

    def mp(self, unit: str, printed: int) -> int:
        """So many MP, in mud at most 6 mounted and 4 on foot (13.0), less the Fatigue Level, at most
        three (10.0)."""
        least = min(printed, 6 if mounted(unit) else 4) if self.mud else printed
        return max(0, least - min(3, self.level))

    def demoralized(self, side: str) -> bool:
        """11.0: twelve more in the dead pile than the other side."""
        dead = [army(u) for u, piece in self.pieces.items() if piece.at == "dead"]
        return dead.count(side) - (len(dead) - dead.count(side)) >= 12

    def steadied(self, unit: str) -> bool:
        """7.5: a leader, or a unit beside one of its own corps."""
        near = (u for u in self.of(army(unit)) if self.pieces[u].at in around(self.pieces[unit].at))
        return kind(unit) == "leader" or any(kind(u) == "leader" and u[0] == unit[0] for u in near)


def enemy(side: str) -> str:
    return SAXON if side == NORMAN else NORMAN


# --- ways ------------------------------------------------------------------------------------------------


class Way(NamedTuple):
    """How a unit may go. `barred`: hexes that it does not enter; `first`: nor as the first step; `stops`:
    where it stops; `last`: where it does not end. `nearer`: the hex to which each step leads nearer."""

    start: str
    mp: int
    barred: frozenset[str]
    first: frozenset[str] = frozenset()
    stops: frozenset[str] = frozenset()
    last: frozenset[str] = frozenset()
    nearer: str = ""

    def step(self, here: str, there: str, *, begins: bool) -> int | None:
        """What a step costs, MP aside; None where it is forbidden."""
        if not begins and here in self.stops:
            return None
        if there in self.barred or (begins and there in self.first):
            return None
        if self.nearer and distance(there, self.nearer) >= distance(here, self.nearer):
            return None
        return cost(here, there)

    def spent(self, path: Sequence[str]) -> int | None:
        """What a whole path costs; None where the unit may not go it."""
        total, here = 0, self.start
        for i, there in enumerate(path):
            more = self.step(here, there, begins=i == 0)
            if more is None:
                return None
            total, here = total + more, there
        return total if total <= self.mp and here not in self.last else None

    def ends(self, flag: Callable[[str], bool] = lambda _: False) -> dict[tuple[str, bool], int]:
        """Every hex where it may end, each with the least MP, once for ways over a hex with the flag and once
        for others."""
        least: dict[tuple[str, bool, bool], int] = {}
        front = [(0, self.start, False, True)]
        while front:
            spent, here, flagged, begins = heapq.heappop(front)
            for there in around(here):
                more = self.step(here, there, begins=begins)
                if more is None or spent + more > self.mp:
                    continue
                key = (there, flagged or flag(there), False)
                if spent + more < least.get(key, 99):
                    least[key] = spent + more
                    heapq.heappush(front, (spent + more, *key))
        return {
            (end, flagged): spent
            for (end, flagged, _), spent in least.items()
            if end not in self.last and end != self.start
        }


def march(position: Position, unit: str) -> Way | None:
    """6.1, 6.7: how a unit moves in its movement phase, after its check where one is due; None for one that
    stays."""
    side, here = army(unit), position.pieces[unit].at
    foes, zone = position.hexes(enemy(side)), position.zone(enemy(side))
    printed = 10 if mounted(unit) else 6
    friends = frozenset(position.hexes(side).keys() - {here})
    if around(here).isdisjoint(foes):
        return Way(here, position.mp(unit, printed), *_enemies(position, side), frozenset(zone), friends)
    if here in zone and mounted(unit):
        return Way(here, position.mp(unit, printed), frozenset(foes) | zone, last=friends)
    return None


def _enemies(position: Position, side: str) -> tuple[frozenset[str], frozenset[str]]:
    """6.5: hexes with enemies are not entered; 6.12: archers whom a Saxon reaches are gone when it enters
    theirs, but not as its first step (ruling archers_beside)."""
    foes = position.hexes(enemy(side))
    archers = frozenset(h for h, u in foes.items() if kind(u) == "archer")
    return frozenset(foes) - archers, archers


def must_check(position: Position, unit: str) -> bool:
    """6.7: knights in an EZOC check before they withdraw, where they have somewhere to go (ruling
    check_in_vain)."""
    way = march(position, unit)
    beset = position.pieces[unit].at in position.zone(enemy(army(unit)))
    return kind(unit) == "knight" and beset and way is not None and bool(way.ends())


def charge(position: Position, unit: str, path: Sequence[str]) -> str:
    """6.10, 6.11: the rule by which a move along this path is a charge; empty where it is none."""
    zone = position.zone(enemy(army(unit)))
    if position.level == 4 or kind(unit) == "archer" or path[-1] not in zone:
        return ""
    if position.pieces[unit].at in HILL and path[-1] in CLEAR:
        return "6.11"
    return "6.10" if mounted(unit) and any(h in CLEAR and h not in zone for h in path) else ""


def ridden_down(position: Position, unit: str, path: Sequence[str]) -> set[str]:
    """6.12: the archers beside whom a Saxon moves."""
    foes = position.hexes(NORMAN).items() if army(unit) == SAXON else ()
    return {u for h, u in foes if kind(u) == "archer" and not around(h).isdisjoint(path)}


def rout(position: Position, unit: str) -> Way:
    """6.6: past nobody, through no EZOC, mounted over no steep slope, to no slope (ruling rout_path)."""
    here = position.pieces[unit].at
    held = {piece.at for u, piece in position.pieces.items() if piece.at not in OFF_MAP and u != unit}
    barred = held | position.zone(enemy(army(unit))) | (STEEP if mounted(unit) else set())
    return Way(here, position.mp(unit, 10 if mounted(unit) else 6), frozenset(barred), last=SLOPE)


def pursuits(position: Position, unit: str) -> Iterator[Way]:
    """6.8: the ways of a Saxon beside rout markers, one for each goal that it may have (ruling
    pursuit_goal)."""
    here, zone = position.pieces[unit].at, position.zone(NORMAN)
    foes = position.hexes(NORMAN)
    friends = frozenset(position.hexes(SAXON).keys() - {here})
    for runner, marker in position.routed.items():
        if marker not in around(here):
            continue
        goals = [position.pieces[runner].at]
        if goals[0] in OFF_MAP:
            least = min(distance(marker, h) for h in foes)
            goals = [h for h in foes if distance(marker, h) == least]
        for goal in goals:
            reached = around(goal) if kind(foes[goal]) == "archer" else frozenset()
            stops = frozenset(zone) | reached
            yield Way(
                here, position.mp(unit, 6), *_enemies(position, SAXON), stops=stops, last=friends, nearer=goal
            )


def pursued(way: Way, path: Sequence[str]) -> bool:
    """6.8: whether a pursuit may end with this path: it stops, or nothing nearer is left to go to."""
    spent = way.spent(path)
    if spent is None:
        return False
    onward = way._replace(start=path[-1], mp=way.mp - spent, first=frozenset())
    return path[-1] in way.stops or not onward.ends()


def free_ways(position: Position, unit: str) -> Iterator[Way]:
    """6.9: each hex nearer to one and the same Norman (ruling free_goal); not beside an enemy."""
    here = position.pieces[unit].at
    foes = position.hexes(NORMAN)
    if around(here).isdisjoint(foes):
        friends = frozenset(position.hexes(SAXON).keys() - {here})
        bars = _enemies(position, SAXON)
        for goal in foes:
            yield Way(here, position.mp(unit, 6), *bars, frozenset(position.zone(NORMAN)), friends, goal)


# --- fire ------------------------------------------------------------------------------------------------


def may_fire(position: Position, archer: str, target: str) -> bool:
    """7.2: within five hexes; at five with nothing between; never at a Saxon beside a Norman unit."""
    if kind(archer) != "archer" or army(target) != SAXON:
        return False
    here, there = position.pieces[archer].at, position.pieces[target].at
    held = {piece.at for piece in position.pieces.values()}
    if not around(there).isdisjoint(position.hexes(NORMAN)) or distance(here, there) > 5:
        return False
    return distance(here, there) <= 4 or between(here, there).isdisjoint(held | HILL | WOODS)


def shot(die: int) -> str:
    """7.2: what a die says of a shot."""
    return {1: "out of arrows", 6: "hits"}.get(die, "misses")


# --- melee -----------------------------------------------------------------------------------------------


def foes_of(position: Position, unit: str) -> set[str]:
    """7.3: whom a unit may attack: any enemy beside it; archers attack nobody."""
    foes = position.hexes(enemy(army(unit)))
    beside = {foes[h] for h in around(position.pieces[unit].at) if h in foes}
    return beside if kind(unit) != "archer" else set()


def must_attack(position: Position, unit: str) -> bool:
    """7.3: each that is in an EZOC."""
    return kind(unit) != "archer" and position.pieces[unit].at in position.zone(enemy(army(unit)))


def added(position: Position, attacker: str, defender: str) -> dict[str, int]:
    """7.3, 7.5: what is added to the die."""
    here, there = position.pieces[attacker], position.pieces[defender]
    shaken = position.demoralized(army(attacker)) and not position.steadied(attacker)
    foe_shaken = position.demoralized(army(defender)) and not position.steadied(defender)
    parts = {
        "combat factor": values(attacker)["combat"],
        "king of the hill": int(here.at in HILL and there.at in SLOPE),
        "charge": 2 * here.charging,
        "berserk": int(here.berserk),
        "attacker demoralized": -int(shaken),
        "defender demoralized": int(foe_shaken),
        "across a stream": -int(frozenset((here.at, there.at)) in STREAM),
    }
    return {what: number for what, number in parts.items() if number}


def is_hit(position: Position, attacker: str, defender: str, die: int) -> bool:
    """7.4: six or more."""
    return die + sum(added(position, attacker, defender).values()) >= 6


def hit(position: Position, unit: str, save: int | None) -> str:
    """7.1, 7.6, 10.0 point 3: what a hit comes to: `saved` by the leader's roll, `wall`, which goes down, or
    `eliminated`."""
    if save is not None and save <= values(unit)["combat"]:
        return "saved"
    return "wall" if walled(unit) and not position.pieces[unit].down and position.level < 4 else "eliminated"


def may_hold(attacker_hex: str, vacated: str) -> bool:
    """7.7: the victor need not advance from a hill hex to other ground."""
    return attacker_hex in HILL and vacated not in HILL


# --- checks ----------------------------------------------------------------------------------------------


def passes(position: Position, unit: str) -> int:
    """12.1: the highest die on which a unit passes its rout check (rulings nearest_leader, rout_check_drm,
    any_leader)."""
    here = position.pieces[unit].at
    far = {u: distance(here, position.pieces[u].at) for u in position.of(army(unit)) if kind(u) == "leader"}
    if not far:
        return -1
    near = [u for u in far if far[u] <= 3] or [u for u in far if far[u] == min(far.values())]
    own = any(far[u] <= 3 and u[0] == unit[0] for u in near)
    return max(values(u)["command"] for u in near) - (0 if own else 1)


def checking(position: Position, losing: Collection[str]) -> set[str]:
    """7.8: the corps that check, by their letters: of those with a loss in the melee, who is on a slope."""
    return {u[0] for u in position.of(NORMAN) if position.pieces[u].at in SLOPE and u[0] in losing}


def corps_routs(die: int, *, leader_lost: bool) -> bool:
    """12.2: on four or more, with one more if a leader of the corps has fallen in the melee."""
    return die + leader_lost >= 4


def pursues(position: Position, die: int) -> bool:
    """6.8, 10.0 point 3: on five or more, with one more at Fatigue Level 4."""
    return die + (position.level == 4) >= 5


def routing(position: Position, corps: str) -> set[str]:
    """7.8: the units of a corps that rout: those on slope and hill."""
    return {u for u in position.of(NORMAN) if u[0] == corps and position.pieces[u].at in SLOPE | HILL}


def tempted(position: Position) -> set[str]:
    """6.8: the Saxons beside a rout marker; not those who stand on one (ruling on_marker)."""
    markers = set(position.routed.values())
    return {u for u in position.of(SAXON) if not around(position.pieces[u].at).isdisjoint(markers)}


def shaken(position: Position, fallen: Collection[str]) -> set[str]:
    """7.9: the Saxons who check, leaders never: those beside hexes where huscarls or leaders fell."""
    units = (u for u in position.of(SAXON) if kind(u) != "leader")
    return {u for u in units if not around(position.pieces[u].at).isdisjoint(fallen)}


def may_follow(position: Position, side: str, vacated: str) -> set[str]:
    """7.7: who may advance into the hex of a unit lost by rout: those beside it in no EZOC (ruling
    rout_advance)."""
    zone = position.zone(enemy(side))
    return {u for u in position.of(side) if position.pieces[u].at in around(vacated) - zone}
