"""How rare a sum of dice is: held against all ways in which they can fall."""

import json
from fractions import Fraction
from itertools import product

import pytest
from commands import good
from hypothesis import given
from hypothesis import strategies as st

from pbem.messages import dice_statistics
from pbem.messages.dice_statistics import ALL, count_ways, tail_share, tally_dice
from pbem.messages.story import StoryBoard, StoryHeading, StoryRoll, StoryStep


@given(st.integers(1, 5), st.integers(2, 6), st.integers(0, 30))
def test_the_share_is_that_of_all_ways_in_which_the_dice_can_fall(number, faces, halves):
    distance, middle = Fraction(halves, 2), Fraction(number * (faces + 1), 2)
    falls = list(product(range(1, faces + 1), repeat=number))
    far = sum(abs(sum(fall) - middle) >= distance for fall in falls)
    assert tail_share(number, faces, distance) == pytest.approx(far / len(falls))
    assert sum(count_ways(number, faces)) == faces**number


def test_the_normal_curve_goes_on_where_counting_ends(monkeypatch):
    exact = tail_share(400, 6, Fraction(60))
    monkeypatch.setattr(dice_statistics, "MOST_EXACT", 10)
    assert tail_share(400, 6, Fraction(60)) == pytest.approx(exact, rel=0.02)


def step(*rolls, taken_back=False, phase="Red: Combat"):
    board = StoryBoard("", (), ())
    return StoryStep(1, StoryHeading("", 1, "1", phase), (), rolls, (), board, taken_back=taken_back)


def test_dice_are_counted_by_side_rule_and_faces():
    told = tally_dice(
        [
            step(StoryRoll("red", "7.2", 6, (1, 6)), StoryRoll("blue", "6.2", 10, (10,))),
            step(StoryRoll("red", "6.2", 6, (6,)), phase="Red: Fire"),
            step(StoryRoll("red", "6.2", 6, (5,)), taken_back=True),
        ]
    )
    found = [(it.side, it.rule, it.phase, it.faces, it.number, it.mean) for it in told]
    assert found == [
        ("blue", ALL, "Red: Combat", 10, 1, 10),
        ("blue", "6.2", "Red: Combat", 10, 1, 10),
        ("red", ALL, "Red: Combat", 6, 3, Fraction(13, 3)),
        ("red", "7.2", "Red: Combat", 6, 2, Fraction(7, 2)),
        ("red", "6.2", "Red: Fire", 6, 1, 6),
    ]


def test_the_command_counts_each_die_of_the_log(tmp_path):
    good("simulate", "shield_wall/hastings", "--seed", 3, "--out", tmp_path / "game")
    said = json.loads(good("dice", "stats", tmp_path / "game", "--json"))
    proven = json.loads(good("dice", "verify", tmp_path / "game", "--json"))["rolls"]
    dice = sum(len(roll["values"]) for roll in proven if roll["sides"])
    assert sum(it["number"] for it in said["dice"] if it["rule"] == ALL) == dice
    assert all(0 < it["rarity"] <= 1 for it in said["dice"])
    assert "usual (" in good("dice", "stats", tmp_path / "game")
