"""A sensible player: lands early, keeps his army with his king, takes what is worth points, fights when
stronger.

Decides from what its side may see, or from a full state in the same way: enemies on the map are counted, not
read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from modules.engine.areas.blocks import Block
from modules.engine.orders import Order
from modules.engine.requests import Chance, Choose
from modules.geometry.areas import AreaGraph, Border
from modules.year_of_the_comet.flight import own_loss
from modules.year_of_the_comet.orders import (
    Deploy,
    Done,
    Fire,
    Hold,
    Invade,
    Lose,
    Move,
    Muster,
    PlaceBlock,
    Raise,
    Reserve,
    Retreat,
    Rouse,
    Rout,
    Shoot,
    Stay,
)  # fmt: skip
from modules.year_of_the_comet.state import SEA
from modules.year_of_the_comet.war import War
from modules.year_of_the_comet.year import SUPREME

GUESS = 2.5
"""The CV that is supposed of a block that one cannot see."""
FAR: Final = 99
"""Borders to a goal that is nowhere."""
SAFE: Final = 4
"""Borders that no army on foot crosses in a turn."""
NEVER: Final = 99
"""No turn, and more blocks than any army has."""
FIRST: Final = 10.0
"""More than any move of an army is worth: who is to hold an area goes before it."""


LOSS: Final = 100.0
"""More for a CV of one's own than any friends and points are worth where a routed army goes."""


@dataclass(frozen=True, slots=True)
class PlayStyle:
    """How somebody plays.

    `enough`: how much stronger an army should be that attacks; `flees`: so many times as strong an enemy is
    left alone; `least`: blocks that stay where a single one goes off; `army`: what it costs an army to go
    where a single block would do; `pull`: what each border is worth that brings an army with a leader nearer
    to an area that another side holds; `shun`: what each is worth, up to SAFE of them, that lies between an
    army and a stronger one; `fights`: what it is worth to attack, beside the area; `spreads`: from this turn
    on blocks go off to hold an area each, since only areas count at the end (16.3); `ashore`: what each
    face of the die costs with which a stronger army, still at sea, lands where an army stands (5.1).
    """

    enough: float = 1.2
    flees: float = 2.0
    least: int = 4
    army: float = 0.5
    pull: float = 0.0
    shun: float = 0.0
    fights: float = 2.0
    spreads: int = NEVER
    ashore: float = 0.0


USUAL: Final = "policy"
STYLES: Final[Mapping[str, PlayStyle]] = {
    USUAL: PlayStyle(),
    "bold": PlayStyle(enough=0.8),
    "marching": PlayStyle(pull=0.6),
    "storming": PlayStyle(enough=0.8, pull=0.6),
    "wary": PlayStyle(enough=1.6, flees=1.3),
    "hiding": PlayStyle(shun=3.0, ashore=1.0),
    "roving": PlayStyle(least=NEVER, pull=0.6, shun=2.0, fights=5.0, spreads=13),
    "hunting": PlayStyle(least=NEVER, pull=0.6, shun=1.0, fights=5.0, spreads=13),
}


@dataclass(frozen=True, slots=True)
class Eyes(War):
    """The war as one looks at it who plays in a style."""

    style: PlayStyle = STYLES[USUAL]


def style_of(war: War) -> PlayStyle:
    """The style of who looks; of anybody else the usual one."""
    return war.style if isinstance(war, Eyes) else STYLES[USUAL]


def advise(seen: War, choice: Choose, chance: Chance, style: str = USUAL) -> Order:
    """An order for a decision; the better one now and then gives way to chance."""
    war = Eyes(seen.year, seen.state, STYLES[style])
    legal: Sequence[Any] = choice.options.legal()
    side = choice.side
    if choice.kind == "movement":
        return _move(war, side, legal, chance)
    ranked = [(worth(war, side, order), chance.below(1000), i) for i, order in enumerate(legal)]
    order: Order = legal[max(ranked)[2]]
    return order


def worth(war: War, side: str, order: Order) -> float:
    """What an order is worth, compared with others of its decision."""
    match order:
        case PlaceBlock(area=area):
            return points(war, area)
        case Raise() | Rouse() | Shoot():
            return 1
        case Muster(new=new, grown=grown):
            return -len(new) + len(grown) / 4
        case Invade(area=area):
            arrow = war.year.map.invasions[side].landings[area]
            return arrow.highest + points(war, area) - GUESS * _foes(war, side, area)
        case Deploy(reserve=reserve):
            return float(any(word.startswith(SUPREME[side]) for word in reserve))
        case Retreat() | Stay():
            return _leaving(war, side, order)
        case Reserve() | Hold():
            return _bringing(war, side, order)
        case Fire(column=column):
            return -sum(b.cv for b in war.fighters(war.battle.other(side), column))
        case Lose(block=block):
            return (
                -10.0
                if block.startswith(SUPREME[side])
                else -float(war.year.is_leader(block.partition(".")[0]))
            )
        case Rout(area=area):
            lost, _ = own_loss(war, side, area)
            return len(war.state.at(side, area)) + points(war, area) - LOSS * lost
    return 0.0


def points(war: War, area: str) -> int:
    """What holding an area is worth."""
    return war.year.map.letters[war.year.map.areas[area].letter].points


def strength(blocks: Sequence[Block]) -> float:
    """CV, as far as they are known."""
    return sum(block.cv if block.known else GUESS for block in blocks)


def _foes(war: War, side: str, area: str) -> int:
    return sum(len(war.state.at(other, area)) for other in war.year.sides if other != side)


def _leaving(war: War, side: str, order: Order) -> float:
    """Leave an army that is twice as strong, else stay."""
    own, foe = (strength(war.fighters(s)) for s in (side, war.battle.other(side)))
    if isinstance(order, Stay):
        return 0.5
    return (
        1.0 + len(war.state.at(side, order.area)) / 100
        if style_of(war).flees * own < foe and isinstance(order, Retreat)
        else 0.0
    )


def _bringing(war: War, side: str, order: Order) -> float:
    """The strongest to the column that is nearest to breaking; the king stays behind."""
    if not isinstance(order, Reserve):
        return 0.0
    if order.block.startswith(SUPREME[side]):
        return -1.0
    return 20.0 - strength(war.fighters(side, order.column))


def _move(war: War, side: str, legal: Sequence[Order], chance: Chance) -> Order:
    """The best move, if one is better than to stay."""
    best, most = Done(), 0.5
    best_order: Order = best
    for order in legal:
        if isinstance(order, Move):
            value = _gain(war, side, order) + chance.below(100) / 200
            if value > most:
                best_order, most = order, value
    return best_order


def _gain(war: War, side: str, order: Move) -> float:
    """What a move gains: an army with its king goes where it wins points or a battle, a single block occupies
    what is vacant beside a large army."""
    style, start, end = style_of(war), order.way[0], order.way[-1]
    movers = [word.partition(".") for word in order.blocks]
    own, foes = sum(int(cv) for _, _, cv in movers), _foes(war, side, end)
    worth_it = points(war, end) - points(war, start) / 4
    staying = len(war.state.at(side, start)) - len(movers)
    held = war.state.sides_in(end) == [side]
    if len(movers) == 1:
        if war.year.is_leader(movers[0][0]) or foes or held or war.state.landed_in == start:
            return -1.0
        if war.state.turn >= style.spreads and staying >= _kept(war, side):
            return FIRST + points(war, end) - own / 16
        return -1.0 if staying < style.least else worth_it - own / 8
    fears = _shunned(war, side, own, start, end) + _ashore(war, side, own, start, end)
    if foes:
        return worth_it + style.fights + fears if own > style.enough * GUESS * foes else -5.0
    near = _pull(war, side, start, end) + fears
    return near - 1.0 if held else worth_it - style.army + near


def _kept(war: War, side: str) -> float:
    """The blocks that stay together where an army spreads: the same part of it goes off in each turn that is
    left, and all but one in the last."""
    turns, begun = war.year.number("turns"), style_of(war).spreads
    blocks = sum(len(war.state.at(side, area)) for area in war.state.places_of(side))
    return max(1.0, blocks * (turns - war.state.turn) / (turns + 1 - begun))


def _pull(war: War, side: str, start: str, end: str) -> float:
    """What it is worth to an army to come nearer to the enemy."""
    pull = style_of(war).pull
    if not pull:
        return 0.0
    ways = _ways(war.year.graph.areas, war.year.graph.borders, war.state.held_against(side))
    return pull * (ways.get(start, FAR) - ways.get(end, FAR))


def _shunned(war: War, side: str, own: int, start: str, end: str) -> float:
    """What it is worth to an army to be farther from stronger ones."""
    shun = style_of(war).shun
    if not shun:
        return 0.0
    stronger = frozenset(
        area for area in war.state.held_against(side) if GUESS * _foes(war, side, area) > own and area != end
    )
    ways = _ways(war.year.graph.areas, war.year.graph.borders, stronger)
    return shun * (min(ways.get(end, FAR), SAFE) - min(ways.get(start, FAR), SAFE))


def _ashore(war: War, side: str, own: int, start: str, end: str) -> float:
    """What it is worth to an army to leave, and costs it to come, where a stronger one may land."""
    price = style_of(war).ashore
    return price * (_landings(war, side, own, start) - _landings(war, side, own, end)) if price else 0.0


def _landings(war: War, side: str, own: int, area: str) -> int:
    """The faces of the die with which a stronger army lands in an area."""
    fleets = (
        other for other in war.year.sides if other != side and GUESS * len(war.state.at(other, SEA)) > own
    )
    arrows = (war.year.map.invasions[other].landings.get(area) for other in fleets)
    return max((arrow.highest for arrow in arrows if arrow is not None), default=0)


@lru_cache(maxsize=64)
def _ways(areas: tuple[str, ...], borders: frozenset[Border], goals: frozenset[str]) -> dict[str, int]:
    """How many borders each area is from the nearest goal: one search serves a phase."""
    graph = AreaGraph(areas, borders, {})
    found, front = dict.fromkeys(goals, 0), sorted(goals)
    while front:
        beyond = {n: found[a] + 1 for a in front for n in graph.neighbours(a) if n not in found}
        found |= beyond
        front = list(beyond)
    return found
