"""Supply judged at one moment: which units are without it by which clause, and what befalls them.

All clauses judge a unit that they are for. All units are judged as they stand, before any is marked or
eliminated.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from modules.definition.formats.clauses.upkeep import Supply
from modules.engine.stacks.field import StackField

Counts = Mapping[str, int]
"""How many times in a row a counter was found without supply, by `count_name`."""


class JudgedClause(NamedTuple):
    """What a clause finds: the units without supply, those in supply, and how many times in a row each of the
    former was found so, this time too."""

    clause: Supply
    number: int
    cut: tuple[str, ...]
    fed: tuple[str, ...]
    counts: tuple[int, ...]

    @property
    def lost(self) -> list[str]:
        """The units that are eliminated."""
        most = self.clause.eliminate_after
        return [] if most is None else [u for u, n in zip(self.cut, self.counts, strict=True) if n >= most]


def count_name(counter: str, number: int) -> str:
    """The name under which a clause, by its number in the file, counts a counter."""
    return f"{counter} {number}"


def judge_supply(field: StackField, side: str | None, counts: Counts) -> Iterator[JudgedClause]:
    """What each clause that holds finds, for a side or for all."""
    sides = field.battle.sides if side is None else (side,)
    for number, clause in enumerate(field.battle.rules.supply):
        if not field.is_now(clause.when):
            continue
        judged = [u for each in sides for u in field.all_on_map(each) if field.is_of(u, clause.units)]
        fed = tuple(unit for unit in judged if field.has_trace(unit, clause.trace))
        cut = tuple(unit for unit in judged if unit not in fed)
        times = tuple(counts.get(count_name(unit, number), 0) + 1 for unit in cut)
        yield JudgedClause(clause, number, cut, fed, times)
