"""Ways over steps that cost nothing: they are found at once, and none is longer than need be."""

from itertools import pairwise
from random import Random
from time import process_time

from modules.engine.hexes.path_graph import Ways, reach, reach_over_free_steps

SIDE = 60
SECONDS = 2
"""Of this process. Ways by smaller ids alone wind over all hexes and take minutes."""


def _land(side: int, random: Random, costs: tuple[int, ...]) -> Ways:
    """A square of places, each with steps to the four beside it."""
    beside = ((0, 1), (1, 0), (0, -1), (-1, 0))
    steps = {
        f"{a:02}{b:02}": tuple(
            (f"{a + da:02}{b + db:02}", random.choice(costs))
            for da, db in beside
            if 0 <= a + da < side and 0 <= b + db < side
        )
        for a in range(side)
        for b in range(side)
    }
    return Ways(steps)


def test_ways_over_free_steps_are_short_and_found_at_once():
    ways = _land(SIDE, Random(1), (0,))
    before = process_time()
    found = reach_over_free_steps("0000", ways.steps["0000"], 4, ways)
    assert process_time() - before < SECONDS
    assert len(found.ways) == SIDE * SIDE - 1
    assert found.path("0203") == ("0001", "0002", "0003", "0103", "0203")


def test_ways_cost_the_same_as_by_any_other_search():
    random = Random(2)
    for _ in range(60):
        ways = _land(6, random, (0, 0, 1, 2, 5))
        closed, stops = random.sample(list(ways.steps), 3), random.sample(list(ways.steps), 4)
        asked = ("0202", ways.steps["0202"], random.randrange(7), ways, [closed], frozenset(stops))
        free, plain = reach_over_free_steps(*asked), reach(*asked)
        assert {p: free.costs[p] for p in free.ways} == {p: plain.costs[p] for p in plain.ways}
        for place in free.ways:
            path = ("0202", *free.path(place))
            assert sum(ways.cost(*step) or 0 for step in pairwise(path)) == free.costs[place]
            assert len(set(path)) == len(path) <= len(plain.path(place)) + 1
            assert not {*path[1:-1]} & {*stops, *closed}
