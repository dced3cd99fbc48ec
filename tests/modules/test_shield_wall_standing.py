"""What each word of a standing order chooses in Shield Wall, of orders that are all legal."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from modules import library
from modules.engine.requests import Choose, ListedOptions
from modules.engine.rules.arrangement_rules import Arrangement

RULES = library.rules("shield_wall", "hastings", [])
WORDS = RULES.standing_vocabulary()
UNITS = {
    "S-Harold": "1106",
    "S-Gyrth": "0506",
    "S-huscarl-1": "1108",
    "S-huscarl-2": "1308, wall_down",
    "S-fyrd-1": "1208",
    "S-fyrd-2": "0907",
    "N-foot-1": "1109",  # a hex from the Saxons
    "N-foot-2": "1110",  # two hexes
    "N-knight-1": "1309",
    "N-archer-1": "1411",
    "N-Odo": "1412",
    "F-knight-1": "1112",
}


def chosen(line: str, *legal: str) -> str | None:
    """The order that a line gives of those that are legal, in whatever order they are listed."""
    kind, side = line.split()[0].rstrip(":"), "norman" if any(" N-" in o for o in legal) else "saxon"
    state: Any = RULES.arrange(Arrangement(2, "melee", "saxon", UNITS | {"others": "dead"}, {}))
    found = set()
    for listed in permutations(legal):
        choice = Choose(
            side, kind, "", "1", ListedOptions([RULES.grammar.parse(order) for order in listed], "1")
        )
        said = WORDS.answer([WORDS.parse(line)], state, choice)
        found.add(None if said is None else str(said[1]))
    assert len(found) == 1, found
    return found.pop()


WAYS = (
    "retreat N-foot-1 1010",
    "retreat N-foot-2 1111-1112",  # 4 hexes from the Saxons
    "retreat N-foot-2 1111-1112-1113",  # 5
    "retreat N-foot-2 1111-1112-1113-1114",  # 6
    "retreat N-foot-1 1110-1111-1112-1113-1114-1115",  # 7, and it stood nearer
)


@pytest.mark.parametrize(("word", "order"), [("out-of-reach", WAYS[2]), ("far", WAYS[4]), ("near", WAYS[0])])
def test_routs(word: str, order: str) -> None:
    assert chosen(f"retreat: {word}", *WAYS) == order


ADVANCES = ("advance S-fyrd-1 1209", "advance S-huscarl-1 1209")


@pytest.mark.parametrize(
    ("word", "legal", "order"),
    [
        ("never", (*ADVANCES, "hold"), "hold"),
        ("always", (*ADVANCES, "hold"), ADVANCES[1]),
        ("always", (ADVANCES[0], "hold"), ADVANCES[0]),
    ],
)
def test_advances(word: str, legal: tuple[str, ...], order: str) -> None:
    assert chosen(f"advance: {word}", *legal) == order


PURSUITS = (
    "move S-fyrd-1 1209-1210",  # down, uncharging, beside foot
    "move S-huscarl-1 1209-1210-1311-1411",  # down to clear ground: a charge at a leader
    "move S-huscarl-2 1408",  # along the hill, beside knights
)


@pytest.mark.parametrize(("word", "order"), [("best-attack", PURSUITS[1]), ("high", PURSUITS[2])])
def test_pursuit(word: str, order: str) -> None:
    assert chosen(f"pursuit: {word}", *PURSUITS) == order


IN_VAIN = "move S-fyrd-2 0908"
"""Nobody is beside its end."""


@pytest.mark.parametrize(
    ("word", "legal", "order"),
    [
        ("never", (*PURSUITS, "done"), "done"),
        ("attack", (IN_VAIN, PURSUITS[1], "done"), PURSUITS[1]),
        ("attack", (IN_VAIN, "done"), "done"),
    ],
)
def test_free_movement(word: str, legal: tuple[str, ...], order: str) -> None:
    assert chosen(f"free_movement: {word}", *legal) == order


WITHDRAWALS = ("move N-knight-1 1310-1311", "move N-knight-1 1310-1311-1312-1313", "done")


@pytest.mark.parametrize(
    ("word", "order"), [("near", WITHDRAWALS[0]), ("far", WITHDRAWALS[1]), ("stay", WITHDRAWALS[2])]
)
def test_withdrawals(word: str, order: str) -> None:
    assert chosen(f"withdrawal: {word}", *WITHDRAWALS) == order


BACK = ("place S-fyrd-3 1005", "place S-huscarl-3 1005", "wall S-huscarl-3 1005", "restore S-huscarl-2")


@pytest.mark.parametrize(
    ("word", "legal", "order"),
    [
        ("strongest", (*BACK, "done"), BACK[2]),
        ("strongest", (BACK[0], BACK[1], BACK[3], "done"), BACK[1]),
        ("strongest", (BACK[3], "done"), BACK[3]),
        ("walls", (*BACK, "done"), BACK[3]),
        ("walls", (BACK[0], BACK[1], "done"), BACK[1]),
    ],
)
def test_what_rally_points_are_spent_for(word: str, legal: tuple[str, ...], order: str) -> None:
    assert chosen(f"rally_points: {word}", *legal) == order


@pytest.mark.parametrize(
    ("targets", "best"),
    [
        (("1108", "1208"), "1208"),  # a wall takes half of a hit
        (("1208", "1308"), "1308"),  # huscarls whose wall is down
        (("1308", "1106"), "1106"),  # the King
    ],
)
def test_archers_fire_where_a_hit_is_worth_most(targets: tuple[str, str], best: str) -> None:
    legal = [f"fire N-archer-1 > {target}" for target in targets]
    assert chosen("archery: always", "done", *legal) == f"fire N-archer-1 > {best}"


def test_attacks_are_made_where_they_are_worth_most_until_all_are_made() -> None:
    on_foot = "attack S-fyrd-1 > N-foot-1"
    on_knights = "attack S-huscarl-2 > N-knight-1"
    assert chosen("combats: best", on_foot, on_knights, "done") == on_knights
    assert chosen("combats: best", on_foot, "done") == on_foot


@pytest.mark.parametrize("kind", ["rally: first", "arrival: first"])
def test_the_first_is_what_stands_first(kind: str) -> None:
    names = {"rally": ("rally S-Gyrth", "rally S-Harold"), "arrival": ("place S-fyrd-3 1102",) * 2}
    first, second = names[kind.partition(":")[0]]
    state: Any = RULES.arrange(Arrangement(2, "melee", "saxon", UNITS | {"others": "dead"}, {}))
    listed = ListedOptions([RULES.grammar.parse(order) for order in (first, second)], "1")
    said = WORDS.answer([WORDS.parse(kind)], state, Choose("saxon", kind.split(":")[0], "", "1", listed))
    assert said is not None
    assert str(said[1]) == first


@pytest.mark.parametrize(
    ("condition", "meant"),
    [
        ("leader", {"S-Harold", "S-Gyrth", "N-Odo"}),
        ("mounted", {"N-knight-1", "N-Odo", "F-knight-1"}),
        ("archer", {"N-archer-1"}),
        ("wall-down", {"S-huscarl-2"}),
        ("on-hill", {unit for unit in UNITS if unit.startswith("S-")}),
    ],
)
def test_a_condition_means_these_units(condition: str, meant: set[str]) -> None:
    said = {unit for unit in UNITS if chosen(f"advance if {condition}: first", f"advance {unit} 1209")}
    assert said == meant
