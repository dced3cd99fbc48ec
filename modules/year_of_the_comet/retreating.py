"""Who may leave a battle, and where to (13); what becomes of a routed army (14)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from modules.amounts import counted
from modules.engine.areas.blocks import Stack, named
from modules.engine.areas.ways import reached
from modules.engine.errors import Illegal
from modules.engine.requests import Steps, Tell
from modules.year_of_the_comet.asking import Offer, closed
from modules.year_of_the_comet.firing import pursue
from modules.year_of_the_comet.losing import BattleOver, fall, take_hits
from modules.year_of_the_comet.orders import NONE, Perish, Retreat, Rout, Routed, Stay
from modules.year_of_the_comet.state import RESERVE
from modules.year_of_the_comet.war import War


def ways_out(war: War, side: str, groups: Iterable[str]) -> list[str]:
    """13.2: the areas to which these blocks may leave the battle together. The attacker goes to one from
    which he came (multi_origin), the defender as far as the slowest moves (retreat_reach)."""
    battle = war.battle
    barred = {*war.state.held_against(side), *war.contested()}
    if side == battle.attacker:
        return [area for area in battle.origins if area not in barred]
    barred |= set(battle.origins)
    gait = war.year.gait(tuple(groups))
    return sorted(reached(war.year.graph, battle.area, gait, (), barred))


def retreat(war: War, side: str) -> Steps:
    """13.1: before any of one's blocks fires; the whole army or nobody."""
    if not ways_out(war, side, ("E-Harold",)):
        return
    seat = war.battle.voice(side)
    options = Offer(lambda: _retreats(war, side), lambda order: _judge(war, side, order))
    known, _ = yield from closed(
        war, side, seat, "retreat", "whether to retreat, and where to", "13.1", options
    )
    if isinstance(known, Stay):
        return
    if not isinstance(known, Retreat) or known.area not in ways_out(war, side, ("E-Harold",)):
        raise Illegal("13.2", f"`{known}` is no retreat")
    yield Tell(f"{war.year.definition.game.sides[side].name} retreat to {war.year.name(known.area)}", "13.2")
    leave(war, side, known.area, war.fighters(side))
    raise BattleOver


def _retreats(war: War, side: str) -> list[Retreat | Stay]:
    groups = [block.group for block in war.fighters(side)]
    return [Stay(), *(Retreat(area) for area in ways_out(war, side, groups))]


def _judge(war: War, side: str, order: object) -> None:
    if order not in _retreats(war, side):
        there = "; ".join(map(str, _retreats(war, side)))
        raise Illegal("13.2", f"`{order}` is not a choice here; choose from: {there}")


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
    options = Offer(lambda: _flights(war, loser), lambda order: _judge_flight(war, loser, order))
    known, _ = yield from closed(war, loser, seat, "rout", "where the routed army goes", "14.1", options)
    if not isinstance(known, Routed):
        raise Illegal("14.1", f"`{known}` is no rout")
    goal = "" if known.area == NONE else known.area
    open_reserve(war, loser, known.reserve)
    if goal:
        open_reserve(war, war.battle.other(loser), known.victors)
    elif known.victors != (NONE,):
        raise Illegal("14.2", "nobody flees, so nobody pursues: the victors' reserve stays closed")
    if goal not in (_goals(war, loser) or [""]):
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
        raise Illegal("10.3", f"you show {counted(len(words), 'block')}, and {len(stack)} are in {where}")
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


def _goals(war: War, side: str) -> list[str]:
    """Where at least one of the blocks can go."""
    each = [ways_out(war, side, (block.group,)) for block in war.fighters(side) if block.known]
    return sorted({area for areas in each for area in areas})


def _flights(war: War, side: str) -> list[Rout | Perish]:
    return [*map(Rout, _goals(war, side))] or [Perish()]


def _judge_flight(war: War, side: str, order: object) -> None:
    if order not in _flights(war, side):
        there = "; ".join(map(str, _flights(war, side)))
        raise Illegal("14.1", f"`{order}` is not a choice here; choose from: {there}")


def _eliminate_trapped(war: War, loser: str) -> Steps:
    """14.1: blocks that cannot go there; nobody pursues where none is left."""
    goal = war.battle.goal
    lost = tuple(b for b in war.fighters(loser) if goal not in ways_out(war, loser, (b.group,)))
    yield from fall(war, loser, war.battle.area, lost)
    if not war.fighters(loser):
        raise BattleOver
