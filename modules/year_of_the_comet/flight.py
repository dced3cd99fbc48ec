"""Where an army may go that leaves a battle (13.2), and which of its blocks get there (14.1)."""

from __future__ import annotations

from collections.abc import Iterable

from modules.engine.areas.area_paths import reached
from modules.engine.areas.blocks import Stack
from modules.year_of_the_comet.war import War

HORSED = ("E-Harold",)
"""A group that goes as far as any: where it has no way, nobody has."""


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


def no_way(war: War, side: str, area: str) -> str:
    """13.2: why an army cannot leave the battle for an area."""
    battle, name = war.battle, war.year.name(area)
    if area == battle.area:
        return f"an army that retreats leaves {name}"
    if area in war.contested():
        return f"a battle in {name} is yet to be resolved"
    if war.state.enemies_in(side, area):
        return f"{name} holds enemy blocks"
    if side != battle.attacker:
        slowest = "" if battle.loser else " of the slowest block"
        came = area in battle.origins
        return f"the attacker came from {name}" if came else f"{name} is out of reach{slowest}"
    if not battle.origins:
        return "the army landed and came from no area"
    return f"the attacker came from {', '.join(map(war.year.name, battle.origins))}, not from {name}"


def goals(war: War, side: str) -> list[str]:
    """14.1: where at least one block of a routed army can go (ruling rout_goal), first where least is
    lost."""
    each = [ways_out(war, side, (block.group,)) for block in war.fighters(side) if block.known]
    found = {area for areas in each for area in areas}
    return sorted(found, key=lambda area: (*own_loss(war, side, area), area))


def trapped(war: War, side: str, goal: str) -> Stack:
    """14.1: the blocks of a routed army that cannot go to an area with the others, as far as they are
    known."""
    return tuple(b for b in war.fighters(side) if b.known and goal not in ways_out(war, side, (b.group,)))


def own_loss(war: War, side: str, goal: str) -> tuple[int, int]:
    """What a routed army loses because it goes to an area: CV, and blocks."""
    lost = trapped(war, side, goal)
    return sum(block.cv for block in lost), len(lost)
