"""Tables that are looked up: odds that are no whole numbers, differences, totals of dice, bands, ranges; and
what a table file may not say."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest

from modules import game_registry
from modules.definition import DefinitionError, load
from modules.definition.formats.tables import TablesFile
from modules.definition.heads import HeadError, differences, ratio
from modules.engine.lookup_tables import (
    BELOW,
    BandsTable,
    DifferentialTable,
    OddsTable,
    RangeTable,
    Sides,
    TotalsTable,
)
from tests.modules.test_definition_faults import copy_of

TABLES: TablesFile = load(game_registry.HERE / "hastings_berg").tables
FIRE = OddsTable(TABLES.odds["missile_results"])
MELEE = DifferentialTable(TABLES.differentials["melee"])


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (2, 3, "1:1.5"),
        (3, 5, "1:2"),
        (3, 2, "1.5:1"),
        (29, 20, "1:1"),
        (10, 3, "3:1"),
        (1, 4, "1:4"),
        (60, 3, "5:1"),
    ],
)
def test_odds_are_rounded_down_to_a_printed_ratio_exactly(attack: int, defence: int, column: str) -> None:
    assert FIRE.name(FIRE.column(Fraction(attack), Fraction(defence))) == column


def test_below_the_first_column_stands_what_the_table_says_and_a_shift_may_lead_there() -> None:
    low = FIRE.column(Fraction(1), Fraction(5))
    assert (low, FIRE.name(low), FIRE.result(low, 6)) == (BELOW, "under 1:4", "-")
    assert FIRE.shift(0, -1) == BELOW
    assert FIRE.shift(FIRE.column(Fraction(9), Fraction(1)), -1) == 8


def test_without_such_a_cell_the_first_column_is_read() -> None:
    crt = OddsTable(load(game_registry.HERE / "three_battles").tables.odds["crt"])
    assert crt.column(Fraction(1), Fraction(90)) == 0 == crt.shift(0, -3)


def test_differences_are_read_in_their_column_and_beyond_the_last_in_the_last() -> None:
    assert [MELEE.name(MELEE.column(d)) for d in (-7, -6, 0, 2, 3, 4, 5, 6, 11)] == [
        "under -6", "-6", "0", "+2/+3", "+2/+3", "+4/+5", "+4/+5", "+6", "+6",
    ]  # fmt: skip


def test_a_cell_of_differences_has_a_result_for_each_side() -> None:
    assert MELEE.result(MELEE.column(-6), 6) == Sides("1", "D*")
    assert MELEE.result(MELEE.column(-3), 4) == Sides("M", "1")
    assert MELEE.result(MELEE.column(-9), 6) == Sides("1", "-")


def test_the_mended_melee_table_differs_in_five_cells() -> None:
    printed, mended = TABLES.differentials["melee"].rows, TABLES.differentials["melee_mended"].rows
    other = [(roll, i) for roll in printed for i, cell in enumerate(printed[roll]) if cell != mended[roll][i]]
    assert other == [("3", 6), ("3", 7), ("3", 8), ("3", 9), ("4", 3)]


def test_an_order_is_found_by_strategy_and_two_dice() -> None:
    saxon, knights = (TotalsTable(TABLES.totals[name]) for name in ("saxon_orders", "knight_orders"))
    assert [saxon.result("defensive", total) for total in (2, 5, 11, 12)] == [
        "optional", "pursue_1", "in_place", "advance",
    ]  # fmt: skip
    assert knights.row("aggressive", 9).effects == (2, 2)


def test_a_total_beyond_the_dice_counts_as_the_last() -> None:
    rally = TotalsTable(TABLES.totals["rally_check"])
    assert (rally.result("e", 0), rally.result("e", 1), rally.result("e", 2)) == (
        "rallied",
        "rallied",
        "remains",
    )


def test_ratings_stand_for_changes_of_morale() -> None:
    saxon = BandsTable(TABLES.bands["effects_saxon"])
    assert [saxon.value(n) for n in (-99, -10, -9, -4, 4, 5, 10, 99)] == [-2, -2, -1, 0, 0, -1, -2, -2]


def test_a_list_shows_the_numbers_of_parameters() -> None:
    game = load(game_registry.HERE / "hastings_berg")
    assert game.lists["supply"].rows == (("First", "6", "4"), ("Second", "3", "2"))
    assert game.lists["supply"].rows[0][1] == str(game.game.parameters["supply_bowmen_first"].value)


def test_weapons_have_a_strength_at_each_range() -> None:
    fire = RangeTable(TABLES.ranges["missile_strength"])
    assert [fire.strength("javelin", range_) for range_ in (0, 1, 2, 3)] == [0, 3, 2, 0]
    assert [fire.reach(weapon) for weapon in ("bow", "javelin", "sling")] == [3, 2, 3]


@pytest.mark.parametrize(
    ("head", "odds"),
    [("1-1.5", "2/3"), ("1-1⅓", "3/4"), ("1.33-1", "4/3"), ("2.67-1", "8/3"), ("½-1", "1/2")],
)
def test_odds_are_read_exactly(head: str, odds: str) -> None:
    assert ratio(head) == Fraction(odds)


@pytest.mark.parametrize("head", ["", "1", "⅓⅓-1", "0-1", "1-0", "1-1.555", "-1-1", "1:2"])
def test_a_head_that_is_no_ratio_is_refused(head: str) -> None:
    with pytest.raises(HeadError, match="expected odds"):
        ratio(head)


@pytest.mark.parametrize("head", ["", "00", "+0", "+3/+2", "+2/3", "3/2", "--1"])
def test_a_head_that_is_no_difference_is_refused(head: str) -> None:
    with pytest.raises(HeadError):
        differences(head)


_ORDERS = "aggressive: [3, 4], moderate: [4, 8]"
WRONG = {
    "a column that does not follow": ('"+2/+3", "+4', '"+2", "+4', "does not follow the column before it"),
    "no result": ('"1": [1/-, 1/-,', '"1": [1/-/-, 1/-,', "or two of them such as 1/D"),
    "a result without a name": ('"1": [1/-, 1/-,', '"1": [1/X, 1/-,', "found 'X'"),
    "a total that is left out": (_ORDERS, _ORDERS.replace("3, 4", "3"), "has the total 4 in no row"),
    "a total that stands twice": (_ORDERS, _ORDERS.replace("3, 4", "3, 4, 5"), "has the total 5 twice"),
    "a total that dice cannot show": (_ORDERS, _ORDERS.replace("3, 4", "3, 4, 13"), "expected 2 to 12"),
    "a gap between bands": ("{first: -9,", "{first: -8,", "found -8: the band before ends at -10"),
    "a name twice": ("  casualty_points:\n", "  melee:\n", "the name 'melee' is already that of one"),
    "odds that fall": ('"1-1", "1.5-1"', '"1-1", "1-1.5"', "1-1.5 is not higher than the column before it"),
    "an unknown parameter": ('"=points_a"', '"=points_z"', "found 'points_z'"),
}


@pytest.mark.parametrize("wrong", WRONG)
def test_faults_of_tables_are_told_with_their_place(wrong: str, tmp_path: Path) -> None:
    old, new, told = WRONG[wrong]
    folder = copy_of("hastings_berg", tmp_path)
    file = folder / "tables.yaml"
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new, 1))
    with pytest.raises(DefinitionError, match=r"tables\.yaml") as error:
        load(folder, variant_of="hastings_berg")
    assert told in str(error.value)
