"""What the words of standing orders weigh. It is part of the rules: each reader of a log picks anew.

The numbers are those of the built-in player when the words were made. They stay as they are, whatever becomes
of that player: a game's fingerprint counts each pick, so that another number is another behaviour.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modules.engine.areas.blocks import Block
from modules.engine.orders import Order
from modules.year_of_the_comet.flight import own_loss
from modules.year_of_the_comet.orders import Deploy, Invade, Reserve, Rout
from modules.year_of_the_comet.war import War
from modules.year_of_the_comet.year import SUPREME

GUESS: Final = 2.5
"""The CV that is supposed of a block that one cannot see."""
RELIEF, KING = 20.0, -1.0
"""More CV than any column has: the weaker it is, the more a block from the reserve is worth there. The
supreme leader is worth less than nothing there."""


def worth(war: War, side: str, order: Order) -> float:
    """What it is worth to lay out an army, bring up a block or land so; all else is worth nothing."""
    match order:
        case Deploy(reserve=reserve):
            return float(any(word.startswith(SUPREME[side]) for word in reserve))
        case Reserve(block=block, column=column):
            behind = block.startswith(SUPREME[side])
            return KING if behind else RELIEF - strength(war.fighters(side, column))
        case Invade(area=area):
            likely = war.year.map.invasions[side].landings[area].highest
            return likely + _points(war, area) - GUESS * _foes(war, side, area)
    return 0.0


def refuge(war: War, side: str, order: Rout) -> tuple[int, ...]:
    """What a goal is worth to a routed army: first least own loss, then most friends, then most points."""
    cv, blocks = own_loss(war, side, order.area)
    return -cv, -blocks, len(war.state.at(side, order.area)), _points(war, order.area)


def strength(blocks: Sequence[Block]) -> float:
    """CV, as far as they are known."""
    return sum(block.cv if block.known else GUESS for block in blocks)


def _points(war: War, area: str) -> int:
    """What holding an area is worth."""
    return war.year.map.letters[war.year.map.areas[area].letter].points


def _foes(war: War, side: str, area: str) -> int:
    """The blocks of others in an area."""
    return sum(len(war.state.at(other, area)) for other in war.year.sides if other != side)
