"""Who may leave a battle, and where to (13); what becomes of a routed army (14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from modules.amounts import count_noun
from modules.engine.areas.blocks import Stack, named
from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.requests import Steps, Tell
from modules.year_of_the_comet.asking import Offer, closed, passed
from modules.year_of_the_comet.firing import pursue
from modules.year_of_the_comet.flight import HORSED, goals, no_way, trapped, ways_out
from modules.year_of_the_comet.losing import BattleOver, fall, take_hits
from modules.year_of_the_comet.orders import NONE, Perish, Retreat, Rout, Routed, Stay
from modules.year_of_the_comet.state import RESERVE
from modules.year_of_the_comet.war import War


def retreat(war: War, side: str) -> Steps:
    """13.1: before any of one's blocks fires; the whole army or nobody."""
    if not ways_out(war, side, HORSED):
        yield from passed(war, side, "retreat", "13.2", (Retreat,))
        return
    seat = war.battle.voice(side)
    listed, judged = partial(_retreats, war, side), partial(_judge, war, side)
    options = Offer(war, side, "13.1", (Retreat, Stay), listed, judged)
    known, _ = yield from closed(
        war, side, seat, "retreat", "whether to retreat, and where to", "13.1", options
    )
    if isinstance(known, Stay):
        return
    if not isinstance(known, Retreat) or known.area not in ways_out(war, side, HORSED):
        raise Illegal("13.2", f"`{known}` is no retreat")
    yield Tell(f"{war.year.definition.game.sides[side].name} retreat to {war.year.name(known.area)}", "13.2")
    leave(war, side, known.area, war.fighters(side))
    raise BattleOver


def _retreats(war: War, side: str) -> list[Retreat | Stay]:
    groups = [block.group for block in war.fighters(side)]
    return [Stay(), *(Retreat(area) for area in ways_out(war, side, groups))]


def _judge(war: War, side: str, order: Retreat | Stay) -> None:
    if isinstance(order, Retreat) and order not in _retreats(war, side):
        raise Illegal("13.2", no_way(war, side, order.area))


def leave(war: War, side: str, area: str, blocks: Stack) -> None:
    """Blocks go from the battle to an area."""
    gone = [block.upright if war.sees(side) else block.upright.blank for block in blocks]
    war.state.shift(side, war.battle.area, area, blocks, gone)


# --- routs -----------------------------------------------------------------------------------------------


def rout(war: War, loser: str) -> Steps:
    """14: the routed name their area, who cannot reach it is eliminated, pursuit fire on the others, they
    go."""
    if war.battle.stage not in ("fleeing", "pursued"):
        war.note(loser=loser, pending=0)
        yield from _name_goal(war, loser)
    if war.battle.stage == "fleeing":
        yield from _eliminate_trapped(war, loser)
        yield from pursue(war, loser)
    yield from take_hits(war)
    leave(war, loser, war.battle.goal, war.fighters(loser))
    raise BattleOver


def _name_goal(war: War, loser: str) -> Steps:
    seat = war.battle.voice(loser)
    options = Flights(war, loser)
    known, _ = yield from closed(war, loser, seat, "rout", "where the routed army goes", "14.1", options)
    if not isinstance(known, Routed):
        raise Illegal("14.1", f"`{known}` is no rout")
    goal = "" if known.area == NONE else known.area
    open_reserve(war, loser, known.reserve)
    if goal:
        open_reserve(war, war.battle.other(loser), known.victors)
    elif known.victors != (NONE,):
        raise Illegal("14.2", "nobody flees, so nobody pursues: the victors' reserve stays closed")
    if goal not in (goals(war, loser) or [""]):
        raise Illegal("14.1", f"{known.area} is no area to which the routed can go")
    war.note(stage="fleeing", goal=goal, pending=len(war.fighters(loser, RESERVE)))
    where = f"flee to {war.year.name(goal)}" if goal else "cannot flee"
    yield Tell(f"{war.year.definition.game.sides[loser].name} are routed and {where}", "14.1")


def open_reserve(war: War, side: str, tokens: tuple[str, ...]) -> None:
    """Lay a reserve open. Raises Illegal for blocks that do not stand there."""
    stack, words = war.fighters(side, RESERVE), [t for t in tokens if t != NONE]
    war.state.swap(side, war.battle.area, stack, revealed(war, stack, words, RESERVE))


def revealed(war: War, stack: Stack, words: list[str], where: str) -> Stack:
    """Blocks that all may look at now, instead of those that some only counted. Raises Illegal."""
    if len(words) != len(stack):
        raise Illegal("10.3", f"you show {count_noun(len(words), 'block')}, and {len(stack)} are in {where}")
    if all(block.known for block in stack):
        named(stack, words, "10.3", where)
        return tuple(replace(block, open=True) for block in stack)
    faces = [shown(war, word) for word in words]
    return tuple(
        replace(block, group=group, cv=cv, open=True) for block, (group, cv) in zip(stack, faces, strict=True)
    )


def shown(war: War, token: str) -> tuple[str, int]:
    """The group and CV of a block that is shown. Raises Illegal for none of this game."""
    group, _, cv = token.partition(".")
    if group not in war.year.groups or not cv.isdecimal() or not 1 <= int(cv) <= war.year.most(group):
        raise Illegal("10.3", f"{token} is no block")
    return group, int(cv)


class Flights(Offer):
    """Where a routed army may go, and which of its blocks that kills (ruling rout_goal)."""

    def __init__(self, war: War, side: str) -> None:
        listed, judged = partial(_flights, war, side), partial(_judge_flight, war, side)
        super().__init__(war, side, "14.1", (Rout, Perish), listed, judged)

    def summarize(self, orders: Sequence[Order]) -> str:
        lost = [trapped(self._war, self._side, o.area) for o in orders if isinstance(o, Rout)]
        if len(orders) != 1 or not any(lost):
            return ""
        return f"cannot get there and is lost: {', '.join(block.token for block in lost[0])}"


def _flights(war: War, side: str) -> list[Rout | Perish]:
    return [*map(Rout, goals(war, side))] or [Perish()]


def _judge_flight(war: War, side: str, order: Rout | Perish) -> None:
    there = goals(war, side)
    if isinstance(order, Perish) and there:
        raise Illegal("14.1", f"the army can flee to {', '.join(map(war.year.name, there))}")
    if isinstance(order, Rout) and order.area not in there:
        raise Illegal("13.2", no_way(war, side, order.area))


def _eliminate_trapped(war: War, loser: str) -> Steps:
    """14.1: blocks that cannot go there; nobody pursues where none is left."""
    yield from fall(war, loser, war.battle.area, trapped(war, loser, war.battle.goal))
    if not war.fighters(loser):
        raise BattleOver
