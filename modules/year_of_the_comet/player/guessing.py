"""A whole year that fits what one viewer knows, and what counts in it, for players that search."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from modules.engine.areas.blocks import Block
from modules.engine.requests import Chance
from modules.year_of_the_comet.state import ALL, State
from modules.year_of_the_comet.war import War
from modules.year_of_the_comet.year import FYRD, SUPREME


def filled_in(war: War, chance: Chance) -> State:
    """The state with a block, at its full CV, in the place of each that is only counted: any of those that
    nobody has seen dead or open, all leaders and levies besides fyrdmen among them."""
    state = war.state.copy()
    whole = War(war.year, state)
    for side in war.year.sides:
        hidden = sum(
            not b.known for (owner, _), stack in state.stacks.items() if owner == side for b in stack
        )
        if not hidden:
            continue
        drawn = _drawn(whole, side, hidden, chance)
        for (owner, place), stack in list(state.stacks.items()):
            if owner == side:
                state.put(
                    side,
                    place,
                    [b if b.known else _turned_up(whole, side, place, b, next(drawn)) for b in stack],
                )
    state.viewer = ALL
    return state


def _drawn(war: War, side: str, count: int, chance: Chance) -> Iterator[str]:
    """So many groups of a side, in a random order."""
    seen = [
        b.group for (owner, _), stack in war.state.stacks.items() if owner == side for b in stack if b.known
    ]
    seen += war.state.dead.get(side, ())
    left = [
        group
        for group in war.year.groups
        if war.year.side(group) == side
        for _ in range(war.year.counts[group] - seen.count(group))
    ]
    left.sort(key=lambda group: (group == FYRD, group))
    there = [*left, *[FYRD] * count][:count]
    return iter([there.pop(chance.below(len(there))) for _ in range(count)])


def _turned_up(war: War, side: str, place: str, block: Block, group: str) -> Block:
    up = replace(block, group=group, cv=war.year.most(group))
    return replace(up, seat=war.seat_of(side, place, up))


def features(war: War, side: str) -> dict[str, float]:
    """Shares of all points, of all CV, and whether the supreme leader lives; more is better."""
    state, year = war.state, war.year
    points = {each: war.points(each) for each in year.sides}
    strength = {
        each: sum(b.cv for (owner, _), stack in state.stacks.items() if owner == each for b in stack)
        for each in year.sides
    }
    return {
        "points": points[side] / max(1, sum(points.values())),
        "strength": strength[side] / max(1, sum(strength.values())),
        "supreme": float(SUPREME[side] not in state.dead.get(side, ())),
        "in": float(side not in state.out),
    }
