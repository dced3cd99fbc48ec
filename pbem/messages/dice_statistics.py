"""Each side's dice in a game, by kind: what was rolled, what was to be expected, and how rare it is that
chance alone goes so far from it.

The rarity is exact for up to MOST_EXACT dice: of all ways in which so many dice can fall, the share with a
sum at least as far from the expected one. For example, two sixes are as far from 7 as two ones: 2 of 36.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate
from statistics import NormalDist
from typing import Final

from pbem.messages.story import StoryHeading, StoryStep

MOST_EXACT: Final = 400
"""Dice up to which every way in which they can fall is counted; beyond it the normal curve is as good."""
ALL: Final = ""
"""The kind that stands for all dice of a side with so many faces."""


@dataclass(frozen=True, slots=True)
class DiceTally:
    """A side's dice of one kind: the rule that asked for them, and the phase in which it did most often.
    For all of its dice together `rule` is ALL."""

    side: str
    rule: str
    phase: str
    faces: int
    counts: Mapping[int, int]

    @property
    def number(self) -> int:
        """How many dice."""
        return sum(self.counts.values())

    @property
    def mean(self) -> Fraction:
        """Of what was rolled."""
        return Fraction(sum(value * count for value, count in self.counts.items()), self.number)

    @property
    def expected(self) -> Fraction:
        """The mean of such a die."""
        return Fraction(self.faces + 1, 2)

    @property
    def rarity(self) -> float:
        """The share of fair games in which so many dice have a mean at least as far from the expected one."""
        return tail_share(self.number, self.faces, abs(self.mean - self.expected) * self.number)


@dataclass(frozen=True, slots=True)
class CountersLeft:
    """How many counters of each side are on the map at the end of the turn of a heading."""

    heading: StoryHeading
    by_side: Mapping[str, int]


def tally_dice(steps: Iterable[StoryStep]) -> list[DiceTally]:
    """Each side's dice: for each side first all of them, then by rule, most dice first."""
    thrown: dict[tuple[str, str, int], Counter[int]] = {}
    phases: dict[tuple[str, str, int], Counter[str]] = {}
    for step in steps:
        for roll in step.rolls if not step.taken_back else ():
            for rule in (ALL, roll.rule):
                key = (roll.side, rule, roll.faces)
                thrown.setdefault(key, Counter()).update(roll.values)
                phases.setdefault(key, Counter())[step.heading.phase] += 1
    found = [
        DiceTally(side, rule, phases[key].most_common(1)[0][0], faces, dict(sorted(counts.items())))
        for key, counts in thrown.items()
        for side, rule, faces in (key,)
    ]
    return sorted(found, key=lambda it: (it.side, it.rule != ALL, -it.number, it.rule, it.faces))


def count_counters(steps: Iterable[StoryStep]) -> list[CountersLeft]:
    """The counters of each side that are on the map at the end of each turn, without those of no side."""
    found: dict[tuple[str, int, str], CountersLeft] = {}
    for step in steps:
        sides = Counter(each.side for each in step.placed if each.side and not each.lone)
        place = (step.heading.battle, step.heading.period, step.heading.turn)
        found[place] = CountersLeft(step.heading, dict(sorted(sides.items())))
    return list(found.values())


def tail_share(number: int, faces: int, distance: Fraction) -> float:
    """The share of all ways in which `number` fair dice can fall whose sum is at least `distance` from the
    expected one.

    >>> tail_share(2, 6, Fraction(5))
    0.05555555555555555
    """
    if number > MOST_EXACT:
        spread = math.sqrt(number * (faces**2 - 1) / 12)
        return min(1.0, 2 * (1 - NormalDist().cdf((float(distance) - 0.5) / spread)))
    middle = Fraction(number * (faces + 1), 2)
    ways = count_ways(number, faces)
    far = sum(count for total, count in enumerate(ways, number) if abs(total - middle) >= distance)
    return float(Fraction(far, faces**number))


def count_ways(number: int, faces: int) -> list[int]:
    """In how many ways so many dice give each sum, from the least (all ones) on.

    >>> count_ways(2, 3)
    [1, 2, 3, 2, 1]
    """
    ways = [1]
    for _ in range(number):
        sums = [0, *accumulate([*ways, *[0] * (faces - 1)])]
        ways = [sums[end] - sums[max(0, end - faces)] for end in range(1, len(sums))]
    return ways
