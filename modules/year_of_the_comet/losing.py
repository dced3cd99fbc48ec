"""Hits and who takes them (12.2, 12.5), and what a fall ends: a column, an army, a side's war (14.1,
16.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from modules.engine.areas.blocks import Block, Stack
from modules.engine.decisions import Asks
from modules.engine.errors import Illegal
from modules.engine.requests import Die, Roll, Steps, Tell
from modules.engine.rules.play_rules import Outcome
from modules.year_of_the_comet.asking import open_pick
from modules.year_of_the_comet.orders import Lose
from modules.year_of_the_comet.state import COLUMNS
from modules.year_of_the_comet.war import War
from modules.year_of_the_comet.year import FYRD, SUPREME


class BattleOver(Exception):
    """Nobody is left of a side in the battle, or a side's war is over."""


class RoutedNow(Exception):
    """A column of a side is gone (14.1)."""

    def __init__(self, side: str) -> None:
        self.side = side
        super().__init__(side)


def take_hits(war: War) -> Steps:
    """The hits that are due, one after the other, each at once on the strongest (12.2); surplus hits are
    lost."""
    while war.battle.pending:
        side, column = war.battle.hit_side, war.battle.hit_column
        group = war.fighters(side, column or None)
        if not group:
            war.note(pending=0)
            return
        block = yield from _victim(war, side, group)
        war.note(pending=war.battle.pending - 1, leader_die=0)
        yield from reduce(war, side, war.battle.area, block)
        check_lines(war, side)


def _victim(war: War, side: str, group: Stack) -> Asks[Block]:
    """Who takes a hit. A leader is in danger only where all blocks are at 1 CV (ruling leader_loss)."""
    strongest = max(block.cv for block in group)
    if strongest > 1 or len(group) == 1 or not any(war.year.is_leader(b.group) for b in group):
        return (yield from _choose(war, side, group, lambda block: block.cv == strongest))
    if not war.battle.leader_die:
        yield from _roll_for_a_leader(war, side)
    if war.battle.leader_die < war.year.number("leader_killed_on"):
        return (yield from _choose(war, side, group, lambda _: True))
    if any(block.group == SUPREME[side] for block in group):
        return next(block for block in group if block.group == SUPREME[side])
    return (yield from _choose(war, side, group, lambda block: war.year.is_leader(block.group)))


def _roll_for_a_leader(war: War, side: str) -> Steps:
    """12.5: the die stands in the battle, so that it counts for who takes over too (17.3)."""
    area, killed = war.battle.area, war.year.number("leader_killed_on")
    label = f"does a leader fall ({side}, {area}), on a {killed}"
    (roll,) = yield Roll(war.battle.voice(side), "12.5", (Die(6, label),))
    war.note(leader_die=roll)


def _choose(war: War, side: str, group: Stack, among: Callable[[Block], bool]) -> Asks[Block]:
    able = [block for block in group if among(block)]
    orders = list(dict.fromkeys(Lose(block.column, block.token) for block in able))
    judged = partial(_judge, war, group)
    picked = yield from open_pick(war, side, "loss", "which block takes the hit", "12.2", orders, judged)
    return next(b for b in able if (b.column, b.token) == (picked.column, picked.block))


def _judge(war: War, group: Stack, order: Lose) -> None:
    """Why a block does not take the hit that is due. Raises Illegal."""
    if all((block.column, block.token) != (order.column, order.block) for block in group):
        column = war.battle.hit_column
        where = f"the {column} column" if column else "the routed army"
        raise Illegal("12.2", f"the hit falls on {where}, not on {order.block} in {order.column}")
    if war.battle.leader_die >= war.year.number("leader_killed_on"):
        raise Illegal("12.5", f"the die removes a leader, and {order.block} is none")
    raise Illegal("12.2", f"the strongest block is reduced first, and {order.block} is none")


def reduce(war: War, side: str, area: str, block: Block) -> Steps:
    """2.3: a block turned to its lesser CV, or off the map; all see which, for it is open."""
    if block.cv == 1:
        yield from fall(war, side, area, (block,))
        return
    new = replace(block, cv=block.cv - 1)
    war.state.swap(side, area, (block,), (new,))
    called, where = war.year.called(block.group), _where(war, area, block)
    yield Tell(f"{called} is reduced from {block.cv} to {new.cv} CV in {where}", "2.3")


def _where(war: War, area: str, block: Block) -> str:
    """The area of a block, and its column where there are several."""
    return war.year.name(area) + (f", {block.column}" if war.battle.columns else "")


def fall(war: War, side: str, area: str, blocks: Stack) -> Steps:
    """Blocks out of play: fyrdmen to the pool (ruling raise), others for good. Raises BattleOver where the
    supreme leader is among them."""
    state = war.state
    state.swap(side, area, blocks, ())
    for block in blocks:
        yield Tell(f"{war.year.called(block.group)} is lost in {_where(war, area, block)}", "2.3")
        if block.group == FYRD:
            state.pool += 1
        else:
            state.dead[side] = tuple(sorted((*state.dead.get(side, ()), block.group)))
    war.retire(side)
    if any(block.group == SUPREME[side] for block in blocks):
        yield from end_war(war, side, "16.4")
        raise BattleOver


def end_war(war: War, side: str, rule: str) -> Steps:
    """16.4: all blocks of a side leave the map; the one side that is left has won."""
    state = war.state
    if side in state.out:
        return
    state.out = (*state.out, side)
    for place in [place for owner, place in list(state.stacks) if owner == side]:
        del state.stacks[side, place]
    yield Tell(f"{war.year.definition.game.sides[side].name} are out of the game", rule)
    left = [s for s in war.year.sides if s not in state.out]
    parties = {war.year.seats_of(s)[0] for s in left}
    if len(parties) == 1:
        best = max(left, key=lambda s: (war.points(s), s))
        state.outcome = Outcome(best, "decisive", f"{side} is out of the game", rule)


def check_lines(war: War, side: str) -> None:
    """Raises BattleOver where a side is gone, RoutedNow where a column of it is, if nobody is routed yet."""
    if not war.fighters(side):
        raise BattleOver
    if (
        war.battle.columns
        and not war.battle.loser
        and any(not war.fighters(side, column) for column in COLUMNS)
    ):
        raise RoutedNow(side)
