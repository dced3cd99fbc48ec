"""Fire (12): each column at the one opposite, as many dice as CV; pursuit fire by all victors (14.2)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from modules.amounts import count_noun
from modules.engine.areas.blocks import Block, Stack
from modules.engine.errors import Illegal
from modules.engine.requests import Die, Roll, Steps, Tell
from modules.year_of_the_comet.asking import open_pick
from modules.year_of_the_comet.losing import take_hits
from modules.year_of_the_comet.orders import Fire
from modules.year_of_the_comet.state import RESERVE
from modules.year_of_the_comet.war import War


def fire(war: War, side: str, who: Callable[[Block], bool] = lambda _: True) -> Steps:
    """All blocks of a side's columns that have not fired (ruling fire_all), one column at a time in the order
    that it likes (11.1)."""
    yield from take_hits(war)
    while ready := [b for b in war.fighters(side) if b.column != RESERVE and not b.fired and who(b)]:
        orders = list(dict.fromkeys(Fire(b.column) for b in ready))
        judged = partial(_judge, war, side)
        picked = yield from open_pick(war, side, "fire", "which column fires next", "11.1", orders, judged)
        yield from _column(war, side, tuple(b for b in ready if b.column == picked.column))
        yield from take_hits(war)


def _judge(war: War, side: str, order: Fire) -> None:
    """Why a column does not fire next. Raises Illegal."""
    stack = war.fighters(side, order.column)
    if order.column == RESERVE or not stack:
        raise Illegal("12.1", f"only blocks in columns fire, and {order.column} is not a column of the army")
    if all(block.fired for block in stack):
        raise Illegal("11.1", f"the blocks in {order.column} have fired")
    raise Illegal("12.4", f"archers fire before other blocks, and none in {order.column} are to fire")


def _column(war: War, side: str, blocks: Stack) -> Steps:
    """12.1, 12.2, 12.3: a die for each CV, which hits by F1 or F2. All blocks of a column fire at the same
    column, so that their order tells nothing."""
    battle = war.battle
    firing = [b for b in blocks for _ in range(b.cv)]
    labels = (f"{b.token} fires in {battle.area}, {b.column}, F{war.year.fire(b.group)}" for b in firing)
    dice = yield Roll(battle.voice(side), "12.2", tuple(Die(6, label) for label in labels))
    war.state.swap(side, battle.area, blocks, [replace(b, fired=True) for b in blocks])
    hits = sum(value <= war.year.fire(b.group) for b, value in zip(firing, dice, strict=True))
    name, column = war.year.definition.game.sides[side].name, blocks[0].column
    yield Tell(f"{name}, {column}: {count_noun(hits, 'hit')}", "12.2")
    war.note(pending=hits, hit_side=battle.other(side), hit_column=column)


def pursue(war: War, loser: str) -> Steps:
    """14.2, 14.3: every block of the victors fires once more; each block that the routed had in reserve (the
    battle's `pending`) takes a hit off. Blocks that cannot flee are gone by then."""
    winner = war.battle.other(loser)
    firing = [b for b in war.fighters(winner) for _ in range(b.cv)]
    dice = yield Roll(
        war.battle.voice(winner),
        "14.2",
        tuple(Die(6, f"{b.token} pursues from {war.battle.area}, F{war.year.fire(b.group)}") for b in firing),
    )
    hits = sum(value <= war.year.fire(b.group) for b, value in zip(firing, dice, strict=True))
    left = max(0, hits - war.battle.pending)
    yield Tell(f"Pursuit: {count_noun(hits, 'hit')}, {left} after the reserve", "14.3")
    war.note(stage="pursued", pending=left, hit_side=loser, hit_column="")
