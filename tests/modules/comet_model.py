"""A second, simple model of where an army may go that leaves a battle (13.2, 14.1), of the block that a hit
falls on (12.2, 12.5) and of how well a block fires (12.3), written from the rulebook.

It imports nothing of the game. Of its data it reads the map alone, and goes every way there is."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Mapping
from pathlib import Path

import yaml

MAP = Path(__file__).parents[2] / "modules" / "year_of_the_comet" / "areas" / "england.yaml"
HORSED = ("Harold", "Earls", "carl", "Hardrada", "Tostig", "William", "Alan", "Eustace", "knight")
"""6.3: house-carls, knights and leaders."""
LEADERS = ("Harold", "Earls", "Hardrada", "Tostig", "William", "Alan", "Eustace")
SUPREME = ("Harold", "Hardrada", "William")
F2 = ("carl", *SUPREME)
"""7.2, 12.3: the blocks that hit on 1 and 2."""


def kind(token: str) -> str:
    """`carl` of `E-carl.4`."""
    return token.partition("-")[2].partition(".")[0]


def cv(token: str) -> int:
    return int(token.partition(".")[2])


class Land:
    """The areas, as pairs that have a border in common, and as pairs that a road joins."""

    def __init__(self) -> None:
        drawn = yaml.safe_load(MAP.read_text(encoding="utf-8"))
        self.areas = set(drawn["areas"])
        on_roads = [
            [word for word in road["path"].split() if word in self.areas] for road in drawn["roads"].values()
        ]
        self.road = {frozenset(pair) for path in on_roads for pair in itertools.pairwise(path)}
        self.border = self.road | {frozenset(pair) for pair in drawn["borders"]["between"]}

    def ways(self, start: str, areas: int) -> Iterable[tuple[str, ...]]:
        """Every way of so many borders at most that never comes back to an area."""
        waiting = [(start,)]
        while waiting:
            way = waiting.pop()
            yield way
            if len(way) <= areas:
                waiting += [
                    (*way, other)
                    for other in self.areas - set(way)
                    if frozenset((way[-1], other)) in self.border
                ]

    def reach(self, start: str, horsed: bool, shut: set[str]) -> set[str]:
        """6.1, 6.3, 6.4: where a block goes that begins here and enters nothing that is shut."""
        far, found = 4 if horsed else 2, set()
        for way in self.ways(start, far + 1):
            by_road = all(frozenset(pair) in self.road for pair in itertools.pairwise(way))
            if len(way) - 1 <= far + by_road and not shut & set(way[1:]):
                found.add(way[-1])
        return found - {start}


def ways_out(
    land: Land, here: str, blocks: Iterable[str], origins: set[str], attacks: bool, held: set[str]
) -> set[str]:
    """13.2: where all these blocks may go together from a battle; `held`: areas with enemies."""
    if attacks:
        return origins - held
    return set.intersection(*(land.reach(here, kind(b) in HORSED, held | origins) for b in blocks))


def flights(
    land: Land, here: str, blocks: Iterable[str], origins: set[str], attacks: bool, held: set[str]
) -> Mapping[str, list[str]]:
    """14.1: where a routed army may go, and which of its blocks cannot."""
    each = {b: ways_out(land, here, [b], origins, attacks, held) for b in blocks}
    return {goal: [b for b in blocks if goal not in each[b]] for goal in set().union(*each.values())}


def may_take(group: Iterable[str], die: int) -> set[str]:
    """12.2, 12.5: of these blocks those on which a hit may fall; `die`: what was rolled for a leader, 0 for
    nothing."""
    blocks = list(group)
    most = max(map(cv, blocks))
    leaders = [b for b in blocks if kind(b) in LEADERS]
    if most > 1 or not leaders or len(blocks) == 1:
        return {b for b in blocks if cv(b) == most}
    if die < 6:
        return set(blocks)
    return {b for b in leaders if kind(b) in SUPREME} or set(leaders)


def hits(fired: Iterable[tuple[str, int]]) -> int:
    """12.2, 12.3: of dice, each with the block that rolls it."""
    return sum(value <= (2 if kind(block) in F2 else 1) for block, value in fired)
