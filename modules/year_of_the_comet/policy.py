"""A sensible player: lands early, keeps his army with his king, takes what is worth points, fights when
stronger.

Decides from what its side may see, or from a full state in the same way: enemies on the map are counted, not
read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from modules.engine.areas.blocks import Block
from modules.engine.orders import Order
from modules.engine.requests import Chance, Choose
from modules.year_of_the_comet.orders import (
    Deploy,
    Done,
    Fire,
    Hold,
    Invade,
    Lose,
    Move,
    Muster,
    Place,
    Raise,
    Reserve,
    Retreat,
    Rouse,
    Rout,
    Shoot,
    Stay,
)  # fmt: skip
from modules.year_of_the_comet.war import War
from modules.year_of_the_comet.year import SUPREME

GUESS = 2.5
"""The CV that is supposed of a block that one cannot see."""
ENOUGH = 1.2
"""How much stronger an army should be that attacks."""


def advise(war: War, choice: Choose, chance: Chance) -> Order:
    """An order for a decision; the better one now and then gives way to chance."""
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
        case Place(area=area):
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
            return len(war.state.at(side, area)) + points(war, area)
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
        if 2 * own < foe and isinstance(order, Retreat)
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
    start, end = order.way[0], order.way[-1]
    movers = [word.partition(".") for word in order.blocks]
    own, foes = sum(int(cv) for _, _, cv in movers), _foes(war, side, end)
    worth_it = points(war, end) - points(war, start) / 4
    staying = len(war.state.at(side, start)) - len(movers)
    held = war.state.sides_in(end) == [side]
    if len(movers) == 1:
        leader = war.year.is_leader(movers[0][0])
        lonely = leader or staying < 4 or foes or held or war.state.landed_in == start
        return -1.0 if lonely else worth_it - own / 8
    if foes:
        return worth_it + 2 if own > ENOUGH * GUESS * foes else -5.0
    return -1.0 if held else worth_it - 0.5
