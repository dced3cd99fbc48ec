"""By which places of the map a piece goes that an order names, or that goes along."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest

from generator.vassal.positions.ways import Ground, Spot, Way, ways_of
from modules import library

GROUND = Ground(({place: ("Map", 10 * n, 0) for n, place in enumerate("ABCDE")},))
A, B, C, D, E = GROUND.layouts[0].values()
BESIDE, WINDOW = ("Map", 5, 900), ("Eliminated", 0, 0)


def way(places: Iterable[str], *counters: str, fresh: bool = True) -> Way:
    return Way(frozenset(counters), tuple(places), fresh)


@pytest.mark.parametrize(
    ("ways", "start", "end", "legs"),
    [
        ([way("BCD", "one")], A, D, [B, C, D]),
        ([way("ABCD", "one")], A, D, [B, C, D]),
        ([way("BCDE", "one")], A, C, [B, C]),  # it was stopped
        ([way("BCBA", "one")], A, B, [B, C, B]),  # and back
        ([way("BC", "one"), way("CD", "one")], A, D, [B, C, C, D]),
        ([way("BC", "one")], BESIDE, C, [B, C]),
        ([way("BCx", "one")], A, BESIDE, [B, C]),  # off the map
        ([way("BC", "one")], A, WINDOW, [B, C]),  # it fell
        ([way("BC", "one", fresh=False)], A, WINDOW, []),  # it fell before, or where it stood
        ([way("BC", "one", fresh=False)], A, C, [B, C]),  # dice came first
        ([way("BCD", "one", fresh=False)], D, C, []),  # thrown back after its march
        ([way("BC", "other")], A, C, []),
        ([way("ABC", "other")], A, C, [B, C]),  # along with another
        ([way("ABC")], A, C, [B, C]),
        ([way("ABC")], C, A, []),  # thrown back
        ([way("ABC")], A, E, []),
    ],
)
def test_a_piece_goes_by_its_own_way_or_along_with_another(
    ways: Sequence[Way], start: Spot, end: Spot, legs: list[Spot]
) -> None:
    assert GROUND.legs(ways, "one", start, end) == legs


def test_where_the_pieces_of_sides_lie_apart_each_goes_by_its_own_px() -> None:
    apart = Ground(tuple({place: ("Map", 10 * n, y) for n, place in enumerate("ABC")} for y in (0, 5)))
    assert apart.legs([way("ABC")], "", ("Map", 0, 5), ("Map", 20, 5)) == [("Map", 10, 5), ("Map", 20, 5)]


@pytest.mark.parametrize(
    ("game", "scenario", "line", "ways"),
    [
        ("three_battles", "hastings", "move N-foot-1 2010-2011", [way(("2010", "2011"), "N-foot-1")]),
        ("three_battles", "hastings", "fire N-archer-1 > 2011", []),
        ("hastings_pulsipher", "full", "move 67 66-56", [way(("67", "66", "56"))]),
        ("hastings_pulsipher", "full", "attack 64 > 63", [way(("64",))]),
        ("year_of_the_comet", "campaign", "move DUR-YOR V-viking.4", [way(("DUR", "YOR"))]),
        ("three_battles", "hastings", "done", []),
    ],
)
def test_the_way_of_an_order_is_where_nothing_is_aimed_at(
    game: str, scenario: str, line: str, ways: list[Way]
) -> None:
    assert ways_of([library.rules(game, scenario).grammar.parse(line)]) == ways
