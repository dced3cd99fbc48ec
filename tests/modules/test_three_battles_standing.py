"""What each word of a standing order chooses in the three battles, of orders that are all legal."""

from __future__ import annotations

from typing import Any

import pytest

from modules import library
from modules.engine.requests import Choose, ListedOptions
from modules.engine.rules.arrangement_rules import Arrangement

HASTINGS = library.rules("three_battles", "hastings", [])
WORDS = HASTINGS.standing_vocabulary()
LOSSES = {
    "S-guard": "3010",  # 8 points, and two steps
    "S-Harold": "3010",
    "S-huscarl-1": "3012",  # 7, two steps
    "S-thegn-1": "3014, disordered",  # 5, disordered half of it
    "S-thegn-2": "3016",  # 5
    "S-fyrd-1": "3018",  # 3
    "S-archer-1": "3020",  # 2
    "N-knight-1": "2310",
}
LOSE = ("S-guard", "S-huscarl-1", "S-thegn-1", "S-thegn-2", "S-fyrd-1", "S-archer-1")


def chosen(line: str, units: dict[str, str], *legal: str) -> str | None:
    """The order that a line gives of those that are legal; None where it gives none."""
    kind = line.split()[0].rstrip(":")
    state: Any = HASTINGS.arrange(Arrangement(2, "combat", "norman", units, {}))
    side = "norman" if " N-" in legal[0] else "saxon"
    listed = ListedOptions([HASTINGS.grammar.parse(order) for order in legal], "1")
    said = WORDS.answer([WORDS.parse(line)], state, Choose(side, kind, "", "1", listed))
    return None if said is None else str(said[1])


@pytest.mark.parametrize(
    ("units", "word", "loses"),
    [
        ({}, "cheapest", "S-huscarl-1"),
        ({"S-huscarl-1": "3012, reduced"}, "cheapest", "S-archer-1"),
        ({"S-Harold": "3018", "S-huscarl-1": "3012, reduced"}, "cheapest", "S-guard"),
        ({}, "weakest", "S-archer-1"),
        ({"S-archer-1": "3020", "S-fyrd-1": "3018, disordered"}, "weakest", "S-fyrd-1"),
        ({}, "strongest", "S-guard"),
        ({}, "disordered", "S-thegn-1"),
        ({"S-fyrd-1": "3018, disordered"}, "disordered", "S-fyrd-1"),
        ({"S-thegn-1": "3014"}, "disordered", "S-archer-1"),
    ],
)
def test_losses(units: dict[str, str], word: str, loses: str) -> None:
    found = chosen(f"loss: {word}", LOSSES | units, *(f"lose {unit}" for unit in LOSE))
    assert found == f"lose {loses}"


@pytest.mark.parametrize(
    ("condition", "meant"),
    [
        ("leader", {"S-guard"}),
        ("mounted", set()),
        ("archer", {"S-archer-1"}),
        ("disordered", {"S-thegn-1"}),
        ("reduced", {"S-huscarl-1"}),
    ],
)
def test_a_condition_means_these_units(condition: str, meant: set[str]) -> None:
    units = LOSSES | {"S-huscarl-1": "3012, reduced"}
    for unit in LOSE:
        assert (chosen(f"loss if {condition}: first", units, f"lose {unit}") is not None) == (unit in meant)
    rider = chosen(f"loss if {condition}: first", units, "lose N-knight-1")
    assert (rider is not None) == (condition == "mounted")


ADVANCES = ("advance S-fyrd-1 3009", "advance S-huscarl-1 3009-2910", "advance S-huscarl-1 3009")


@pytest.mark.parametrize(
    ("line", "units", "legal", "order"),
    [
        ("advance: never", {}, (*ADVANCES, "hold"), "hold"),
        ("advance: never", {}, ADVANCES, ADVANCES[2]),
        ("advance: always", {}, (*ADVANCES, "hold"), ADVANCES[2]),
        ("advance: always", {"S-Harold": "3012"}, (*ADVANCES, "hold"), ADVANCES[0]),
        ("surge: strongest", {}, ADVANCES[::2], ADVANCES[2]),
        ("surge: weakest", {}, ADVANCES[::-2], ADVANCES[0]),
        ("next_combat: weakest-defender", {}, ("resolve S-guard", "resolve S-fyrd-1"), "resolve S-fyrd-1"),
        ("next_combat: strongest-defender", {}, ("resolve S-fyrd-1", "resolve S-guard"), "resolve S-guard"),
        ("rally: always", {}, ("pass", "rally"), "rally"),
        ("rally: never", {}, ("rally", "pass"), "pass"),
        ("leader_follows: always", {}, ("stand S-Harold", "follow S-Harold"), "follow S-Harold"),
        ("leader_follows: never", {}, ("follow S-Harold", "stand S-Harold"), "stand S-Harold"),
    ],
)
def test_advances_rallies_and_followers(
    line: str, units: dict[str, str], legal: tuple[str, ...], order: str
) -> None:
    assert chosen(line, LOSSES | units, *legal) == order


@pytest.mark.parametrize(("word", "comes"), [("strongest", "S-huscarl-2"), ("weakest", "S-fyrd-2")])
def test_who_rallies_is_told_by_what_is_printed(word: str, comes: str) -> None:
    units = ("S-thegn-3", "S-fyrd-2", "S-huscarl-2", "S-thegn-4")
    orders = {unit: f"place {unit} 3317" for unit in units}
    assert chosen(f"rally_placement: {word}", LOSSES, *orders.values()) == orders[comes]


RETREAT = {
    "S-fyrd-1": "3010",
    "S-fyrd-2": "2912",
    "S-fyrd-3": "3013",
    "S-fyrd-4": "3213",
    "S-Harold": "3317",
    "N-foot-1": "2810",
}
ENDS = (
    "3009",  # level 5, 2 hexes from the Norman
    "3011",  # level 6, 2 hexes, a friend beside it
    "3110",  # level 6, 3 hexes
    "3012",  # level 5, 2 hexes, two friends
    "3113",  # level 5, 4 hexes, two friends
    "3310",  # level 5, 5 hexes
)


@pytest.mark.parametrize(
    ("word", "end"),
    [("away-from-enemy", "3310"), ("toward-friends", "3113"), ("uphill", "3110"), ("off-map", "exit")],
)
def test_retreats(word: str, end: str) -> None:
    legal = [f"retreat S-fyrd-1 {each}" for each in ("exit", *ENDS)]
    assert chosen(f"retreat: {word}", RETREAT, *legal) == f"retreat S-fyrd-1 {end}"
    assert chosen(f"retreat: {word}", RETREAT, *legal[::-1]) == f"retreat S-fyrd-1 {end}"


@pytest.mark.parametrize(
    ("word", "order"),
    [
        ("to-friends", "retreat S-Harold 3013"),
        ("away-from-enemy", "retreat S-Harold 3310"),
        ("stand", "stand S-Harold"),
    ],
)
def test_where_a_leader_flees(word: str, order: str) -> None:
    legal = ["retreat S-Harold 2912", "retreat S-Harold 3310", "retreat S-Harold 3013", "stand S-Harold"]
    assert chosen(f"leader_retreat: {word}", RETREAT, *legal) == order
    assert chosen(f"leader_retreat: {word}", RETREAT, *legal[::-1]) == order


ARCHERY = {
    "S-archer-1": "3010",
    "N-foot-1": "2910",
    "N-knight-1": "2810",
    "N-knight-2": "2812, disordered",
    "B-archer-1": "2911",
}


@pytest.mark.parametrize(
    ("word", "order"),
    [
        ("always", "fire S-archer-1 > 2810"),
        ("range 1", "fire S-archer-1 > 2910"),
        ("range 2", "fire S-archer-1 > 2810"),
        ("never", "done"),
    ],
)
def test_archers_fire_at_the_strongest_that_stands_in_order(word: str, order: str) -> None:
    legal = ["done", *(f"fire S-archer-1 > {text.split(',')[0]}" for text in list(ARCHERY.values())[1:])]
    assert chosen(f"defensive_archery: {word}", ARCHERY, *legal) == order
    assert chosen(f"defensive_archery: {word}", ARCHERY, *legal[::-1]) == order


def test_without_a_target_in_range_archers_hold_their_fire() -> None:
    legal = ("fire S-archer-1 > 2810", "done")
    assert chosen("defensive_archery: range 1", ARCHERY, *legal) == "done"
