"""Choices in short: those that are many are told by kind of counter, and none is left out for that."""

from types import SimpleNamespace

import pytest

from modules import library
from modules.engine.driver import Play
from pbem.rules.order_choices import list_choices, suggest_orders


class Said(str):
    """An order as it is told: its text, and the first two words of it."""

    @property
    def beginning(self):
        return " ".join(self.split(" ", 2)[:2])


def request(*orders, summarize=lambda _: ""):
    legal = [Said(order) for order in orders]
    return SimpleNamespace(options=SimpleNamespace(legal=lambda: legal, summarize=summarize))


MANY = [
    *(f"move S-fyrd-{n} {at}" for n in range(1, 21) for at in range(2801, 2801 + n)),
    "move S-thegn-1 2901",
    "move S-thegn-3 2901",
    "move S-thegn-3 2902",
    "move S-Harold 3011",
    "done",
]


def test_what_is_too_long_is_told_by_range_after_what_stands_alone():
    assert list_choices(request(*MANY), 10) == [
        "done",
        "move S-fyrd-1 to 20 ...   1 to 20 ways each, for example `move S-fyrd-1 2801`",
        "move S-thegn-1, 3 ...   1 to 2 ways each, for example `move S-thegn-1 2901`",
        "move S-Harold 3011",
    ]
    assert list_choices(request(*MANY), 3) == list_choices(request(*MANY), 10)
    assert list_choices(request(*MANY), 2)[-1] == "... and 2 more lines"


def test_what_is_short_is_told_one_by_one():
    told = list_choices(request(*MANY[-5:]), 10)
    assert told[0] == "move S-thegn-1 2901"
    assert told[1] == "move S-thegn-3 ...   2 ways, for example `move S-thegn-3 2901`"
    assert len(told) == 4


def test_what_must_be_known_of_an_order_stands_beside_it():
    told = list_choices(
        request("rout YOR", "rout SHR", summarize=lambda orders: "lost" * (orders == ["rout SHR"]))
    )
    assert told == ["rout YOR", "rout SHR   lost"]


def test_in_a_hex_game_an_order_alone_stands_for_itself(saxon):
    options = saxon[1].options
    first = options.legal()[0]
    assert (options.summarize([first]), bool(options.summarize(options.legal()[:2]))) == ("", True)
    assert "done" in list_choices(saxon[1])


@pytest.fixture(scope="module")
def saxon():
    """What the Saxons are told at their set-up at Hastings, and the Normans' first move after it."""
    rules = library.rules("three_battles", "hastings", ())
    play = Play(rules)
    before = list_choices(play.request)
    play.answer(rules.grammar.parse("deploy"))
    play.answer(rules.grammar.parse("done"))
    return before, play.request


def test_where_counters_may_be_set_up_is_told_by_level_and_what_is_nearest_to_the_enemy(saxon):
    said = next(line for line in saxon[0] if "S-fyrd" in line)
    assert said == (
        "place S-fyrd-1 to 22 ...   level 5 or 6 of Senlac Hill or Caldbec Hill, 184 hexes each, "
        "nearest to the enemy 2923 (4 hexes), for example `place S-fyrd-1 2922`"
    )


def test_moves_are_told_by_range_and_distance(saxon):
    said = next(line for line in list_choices(saxon[1]) if "N-foot" in line)
    assert said == (
        "move N-foot-1 to 10 ...   4 to 17 hexes each, up to 5 away, nearest to the enemy 2522 (5 hexes), "
        "for example `move N-foot-1 1919`"
    )


@pytest.mark.parametrize(
    ("line", "first"),
    [
        ("move N-foot-1 3017", "no way ends in 3017: N-foot-1 comes no nearer than 2018, 10 hexes from it"),
        (
            "move N-foot-1 1919-2019",
            "no way ends in 2019; from 1919: against rule 13.4 (4.3): N-foot-6",
        ),
        ("move N-foot-1 1921-1822", "move N-foot-1 1820-1821-1822"),
        ("move N-foot-1 1820", "move N-foot-1 "),
        ("move S-fyrd-1 2019", "done"),
    ],
)
def test_who_cannot_reach_a_hex_reads_which_ways_end_there_or_why_none(saxon, line, first):
    said = suggest_orders(saxon[1], line)
    assert said[0].startswith(first)
    assert all(each.startswith("move N-foot-1 ") for each in said[1:]) or first == "done"
