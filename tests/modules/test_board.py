"""The board of Hastings and the tables: what the rules look up is what the files say."""

from __future__ import annotations

from fractions import Fraction

import pytest

from modules import library
from modules.engine.hexes.board import Board, board_of
from modules.engine.lookup_tables import OddsTable

GAME = library.definition("three_battles")
BOARD = Board(GAME.maps["hastings"], GAME.terrain)
CRT = OddsTable(GAME.tables.odds["crt"])


def test_what_the_rulebook_says_of_the_ground() -> None:
    """16.4 and 16.7 name levels and hills; 16.2 the two ends of the road."""
    assert max(map(BOARD.level, BOARD.area("telham"))) == 7
    assert max(map(BOARD.level, BOARD.area("senlac"))) == 6
    assert {5, 6} <= {BOARD.level(h) for h in BOARD.area("caldbec")}
    assert BOARD.map.roads[0].path[0] == BOARD.map.exits["east"].hex
    assert BOARD.map.roads[0].path[-1] == BOARD.map.exits["north"].hex
    assert all(BOARD.grid.open_sides(way.hex) for way in BOARD.map.exits.values())


@pytest.mark.parametrize(
    ("one", "other", "mp", "parts"),
    [
        ("2210", "2211", "1", ["Clear"]),
        ("2603", "2703", "2", ["Clear", "Stream"]),
        ("2509", "2510", "2", ["Marsh"]),
        ("2910", "3010", "2", ["Clear", "Change in level"]),
        ("2522", "2622", "1/2", ["Roman road"]),
        ("2821", "2921", "1/2", ["Roman road"]),
    ],
)
def test_steps_cost_what_the_chart_says(one: str, other: str, mp: str, parts: list[str]) -> None:
    step = BOARD.step(one, other)
    assert BOARD.show_mp(step.cost) == mp
    assert [name for name, _ in step.parts] == parts
    assert sum(cost for _, cost in step.parts) == step.cost * BOARD.unit


def test_mp_are_shown_as_players_write_them() -> None:
    assert [BOARD.show_mp(n) for n in range(5)] == ["0", "1/2", "1", "1 1/2", "2"]


def test_sight_is_blocked_by_higher_ground_and_by_what_is_not_clear() -> None:
    assert BOARD.sight_blocked_by("2210", "2212") == ""
    assert "marsh in 2510" in BOARD.sight_blocked_by("2509", "2511")
    assert "stream" in BOARD.sight_blocked_by("2603", "2804")
    assert BOARD.sight_blocked_by("2509", "2510") == "", "nothing lies between adjacent hexes"


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        ("15", "4", "3:1"),
        ("4", "1", "4:1"),
        ("1", "9", "1:4"),
        ("99", "1", "5:1"),
        ("5", "5", "1:1"),
        ("9/2", "5", "1:2"),
        ("10", "5", "2:1"),
        ("19/2", "5", "1:1"),
        ("3", "0", "5:1"),
    ],
)
def test_odds_are_rounded_for_the_defender(attack: str, defence: str, column: str) -> None:
    """7.2, with its worked example: 15 against 4 is 3:1."""
    assert CRT.name(CRT.column(Fraction(attack), Fraction(defence))) == column


def test_shifts_stay_on_the_table() -> None:
    assert CRT.shift(0, -1) == 0
    assert CRT.shift(7, 1) == 7
    assert CRT.name(CRT.shift(CRT.column(Fraction(2), Fraction(1)), -1)) == "1:1"


def test_better_odds_and_lower_rolls_never_hurt() -> None:
    """The table is monotone: from the attacker's side results only improve to the right and upward."""
    worth = {"AL": 0, "AR": 1, "EX": 2, "-": 2, "DR": 3, "DL": 4}
    grid = [[worth[CRT.result(c, r)] for c in range(8)] for r in range(1, 7)]
    assert all(row == sorted(row) for row in grid)
    assert all(list(col) == sorted(col, reverse=True) for col in zip(*grid, strict=True))


def test_games_on_one_map_share_its_board_and_no_other() -> None:
    """A map that was changed is another, and so is one that comes to lie where a forgotten one lay."""
    shared = board_of(GAME.maps["hastings"], GAME.terrain)
    assert board_of(GAME.maps["hastings"], GAME.terrain) is shared
    assert board_of(GAME.maps["fulford"], GAME.terrain).map is GAME.maps["fulford"]
    for number in range(40):
        changed = GAME.maps["hastings"].model_copy(update={"name": f"Field {number}"})
        assert board_of(changed, GAME.terrain).map.name == f"Field {number}"
    assert shared.closed == {h for h in shared.grid.ids if shared.terrain_of(h).mp == "prohibited"}
