"""Units that take part from afar, beside units that themselves attack from several hexes away."""

from __future__ import annotations

from tests.modules.stack_combat.combats import attacks, order, refused

AT = {"B-1": "0202", "B-2": "0102", "R-1": "0402"}
WAY = {
    "reach": 2,
    "support": {"units": {}, "reach": 3, "sight": False, "alone": False, "hurt": False, "rule": "6.7"},
}


def test_a_unit_within_reach_of_a_target_that_is_not_adjacent_attacks_and_others_support_it() -> None:
    options = attacks(AT, WAY)
    listed = [str(each) for each in options.listing()]
    assert listed == ["attack B-1 > R-1", "attack B-1,B-2 > R-1", "done"]
    assert options.find_attack(order(options, "attack B-1,B-2 > R-1")).parties.supporters == ("B-2",)
    assert refused(options, "attack B-2 > R-1")[0] == "6.7"
