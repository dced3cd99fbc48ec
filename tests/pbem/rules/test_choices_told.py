"""Choices in short: those that are many are told by kind of counter, and none is left out for that."""

from types import SimpleNamespace

from pbem.rules.choices import choices


def request(*orders):
    return SimpleNamespace(options=SimpleNamespace(legal=lambda: list(orders)))


MANY = [
    *(f"move S-fyrd-{n} {at}" for n in range(1, 21) for at in range(2801, 2801 + n)),
    "move S-thegn-1 2901",
    "move S-thegn-3 2901",
    "move S-thegn-3 2902",
    "move S-Harold 3011",
    "done",
]


def test_what_is_too_long_is_told_by_range_after_what_stands_alone():
    assert choices(request(*MANY), 10) == [
        "done",
        "move S-fyrd-1 to 20 ...   1 to 20 ways each, for example `move S-fyrd-1 2801`",
        "move S-thegn-1, 3 ...   1 to 2 ways each, for example `move S-thegn-1 2901`",
        "move S-Harold 3011",
    ]
    assert choices(request(*MANY), 3)[-1] == "... and 1 more lines"


def test_what_is_short_is_told_one_by_one():
    told = choices(request(*MANY[-5:]), 10)
    assert told[0] == "move S-thegn-1 2901"
    assert told[1] == "move S-thegn-3 ...   2 ways, for example `move S-thegn-3 2901`"
    assert len(told) == 4
