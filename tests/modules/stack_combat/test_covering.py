"""Which owed hexes can all be attacked: against every way to give units hexes, and in a long line at once."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import permutations
from random import Random
from time import process_time

import pytest

from modules.engine.stacks.combat.covering import Covering
from tests.modules.stack_combat.combats import attacks

Reach = Mapping[str, Collection[str]]


def best(weights: Mapping[str, int], reach: Reach) -> int:
    """The most that hexes weigh, each given a unit, or none, in every way."""
    units = [*reach, *("" for _ in weights)]
    ways = permutations(units, len(weights))
    return max(
        sum(
            weight for (h, weight), unit in zip(weights.items(), way, strict=True) if h in reach.get(unit, ())
        )
        for way in ways
    )


@pytest.mark.parametrize("seed", range(250))
def test_it_is_the_best_of_all_ways_before_and_after_an_attack(seed: int) -> None:
    random = Random(seed)
    hexes = [f"010{n}" for n in range(1, random.randint(2, 5))]
    weights = {h: random.randint(1, 3) for h in hexes}
    reach = {f"B-{n}": [h for h in hexes if random.random() < 0.5] for n in range(1, random.randint(2, 5))}
    covering = Covering(weights, reach)
    assert covering.total == best(weights, reach)
    fought = [unit for unit in reach if random.random() < 0.3]
    left = {h: random.randint(0, weight) for h, weight in weights.items() if random.random() < 0.4}
    after = {h: weight for h, weight in {**weights, **left}.items() if weight}
    still = {unit: those for unit, those in reach.items() if unit not in fought}
    assert covering.after(fought, left) == best(after, still)
    assert covering.total == best(weights, reach)  # as it was


def test_a_long_front_is_covered_at_once() -> None:
    line = [f"{n:04d}" for n in range(1, 2001)]
    reach = {f"B-{n}": line[max(0, n - 1) : n + 1] for n in range(len(line))}
    began = process_time()
    covering = Covering(dict.fromkeys(line, 1), reach)
    assert covering.total == len(line)
    assert covering.after(["B-999"], {line[999]: 0}) == len(line) - 1
    assert covering.after(["B-1000"], {line[999]: 0}) == len(line) - 2  # and none is left for the next
    assert process_time() - began < 20


def test_what_a_duty_leaves_is_listed_without_telling_why_not(monkeypatch: pytest.MonkeyPatch) -> None:
    """A refusal in words costs more than all the rest: none is made for a list."""
    way = {
        "once": ["attackers", "defenders"],
        "duties": [{"of": "both", "owed_in": "reach", "rule": "6.9"}],
    }
    at = {"B-1": "0202", "B-2": "0203", "R-1": "0302", "R-2": "0303"}
    options = attacks(at, way, owing=frozenset(at))
    monkeypatch.setattr(type(options.duties), "fault", None)
    assert options.listing()
