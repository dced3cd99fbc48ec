"""What differs between two versions of a game is told entry by entry, in a fixed order."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from by_hand import start_by_hand

from modules.definition import load
from modules.definition.versions import Change, changes_text, compare_games, whole_text
from modules.written.differences import Difference, differences

Told = Callable[..., list[str]]


@pytest.fixture
def told(tmp_path: Path) -> Told:
    """The changes of a new game, in which texts of files are replaced by others."""

    def run(*changes: tuple[str, str, str], start: tuple[str, str] = ("tapestry", "hexes"), most: int = 40):
        start_by_hand(tmp_path / "old", "Mill", *start)
        shutil.copytree(tmp_path / "old", tmp_path / "new")
        for file, old, new in changes:
            path = tmp_path / "new" / file
            text = path.read_text("utf-8") if path.exists() else ""
            assert old in text
            path.parent.mkdir(exist_ok=True)
            path.write_text(text.replace(old, new, 1) if old else text + new, "utf-8")
        return changes_text(compare_games(load(tmp_path / "old"), load(tmp_path / "new")), most).splitlines()

    return run


def test_every_kind_of_change_is_told_in_a_fixed_order(told: Told) -> None:
    assert told(
        ("scenarios/mill_bridge.yaml", "turns: 8", "turns: 9"),
        ("scenarios/mill_bridge.yaml", 'S-Wulf: "0804"', 'S-Wulf: "0805"'),
        ("counters.yaml", "count: 5, values: {combat: 3", "count: 5, values: {combat: 4"),
        ("counters.yaml", "units: 7, leaders: 1, strength: 27", "units: 7, leaders: 1, strength: 32"),
        ("maps/mill.yaml", '"05": ".........."', '"05": "...ww....."'),
        ("maps/mill.yaml", '"08": "1111111111"', '"08": "1111111112"'),
        ("terrain.yaml", "letter: w, mp: 2", "letter: w, mp: 3"),
        ("tables.yaml", "DR, DR, DR]", "DR, DL, DR]"),
        ("art/README.md", "", "mine\n"),
        ("RULES.md", "#", "##"),
        ("rulings.yaml", "", "# a comment\n"),
    ) == [
        "RULES.md: changed",
        "art/README.md: added",
        "rulings.yaml: the file is written otherwise and says the same",
        "counter S-fyrd: values.combat: 3 -> 4",
        "maps/mill.yaml: hexes 0405, 0505: clear, level 1 -> woods, level 1",
        "maps/mill.yaml: hex 1008: clear, level 1 -> clear, level 2",
        "tables.yaml: odds.crt.rows.2.3: DR -> DL",
        "terrain.yaml: terrain.woods.mp: 2 -> 3",
        "counters.yaml: sums.0.strength: 27 -> 32",
        "scenarios/mill_bridge.yaml: turns: 8 -> 9",
        "scenarios/mill_bridge.yaml: setup.0.at.S-Wulf: 0804 -> 0805",
    ]


def test_an_order_alone_is_told(told: Told) -> None:
    woods = '"06": "...w......"\n    "07": "..ww......"'
    assert told(
        ("maps/mill.yaml", woods, "\n    ".join(reversed(woods.split("\n    ")))),
        ("counters.yaml", "{nation: shire, kind: leader", "{kind: leader, nation: shire"),
        ("game.yaml", "die: 6\n", ""),
        ("game.yaml", "summary:", "die: 6\nsummary:"),
    ) == [
        "counter S-Wulf: the same entries in another order",
        "game.yaml: the same entries in another order",
        "maps/mill.yaml: terrain.rows: the same entries in another order",
    ]


def test_areas_and_the_numbers_of_the_rules_are_told_by_name(told: Told) -> None:
    new = told(
        ("areas/weser.yaml", "name: Bremen, letter: B", "name: Bremen, letter: A"),
        ("ledger.yaml", "phases: [supply]", "phases: [supply, battle]"),
        start=("gunpowder", "points"),
    )
    assert new == ["area BRE: letter: B -> A", "ledger.yaml: rules.4.phases.1: added: battle"]


def test_the_rest_is_counted(told: Told) -> None:
    rows = '"1": [AE, AR, "-", DR, DR]', '"1": [AR, AE, DR, DL, DL]'
    assert told(("tables.yaml", *rows), most=1) == [
        "tables.yaml: odds.crt.rows.1.0: AE -> AR",
        "and 4 more changes",
    ]


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ((1, 2, 3), (1, 9, 3), [((1,), "changed", 2, 9)]),
        ((1, 2, 3), (3, 2, 1), [((), "order", None, None)]),
        ((1, 2, 3), (1, 3), [((1,), "gone", 2, None)]),
        ((1, 2), (0, 1, 2, 2), [((0,), "added", None, 0), ((3,), "added", None, 2)]),
        ((1, 2, 3), (3, 1), [((), "order", None, None), ((1,), "gone", 2, None)]),
        (
            ({"number": "1", "a": 1}, {"number": "2", "a": 2}),
            ({"number": "1", "a": 1}, {"number": "1.5", "a": 3}, {"number": "2", "a": 4}),
            [(("1.5",), "added", None, {"number": "1.5", "a": 3}), (("2", "a"), "changed", 2, 4)],
        ),
        (({"id": "1"}, {"id": "1"}), ({"id": "1"}, {"id": "2"}), [((1, "id"), "changed", "1", "2")]),
        ({"a": 1}, {"a": True}, [(("a",), "changed", 1, True)]),
        ({"a": None}, {}, [(("a",), "gone", None, None)]),
        ({"a": (1,)}, {"a": {"b": 1}}, [(("a",), "changed", (1,), {"b": 1})]),
        ((), (1,), [((0,), "added", None, 1)]),
    ],
)
def test_differences_of_values(old: object, new: object, found: list[tuple[object, ...]]) -> None:
    assert list(differences(old, new)) == [Difference(*each) for each in found]
    assert list(differences(old, old)) == []


def test_no_flood_of_one_kind_hides_another(told: Told) -> None:
    many = [(f"note{at}.md", "", "x\n") for at in range(50)]
    new = told(*many, ("counters.yaml", "movement: 7", "movement: 6"), ("rulings.yaml", "", "# more\n"))
    assert "counter R-rider: values.movement: 7 -> 6" in new
    assert len(new) == 41 and new[-1] == "and 12 more changes"


def test_a_change_far_into_a_long_text_is_told() -> None:
    assert Change("entry", "a", "changed", "b", "x " * 200 + "a", "x " * 200 + "b").text(60) == (
        "a: b: ... x x x x x x x x x x a -> ... x x x x x x x x x x b"
    )


def test_a_file_that_cannot_be_read_does_not_say_the_same(tmp_path: Path) -> None:
    for name, text in (("old", "a: ["), ("new", "b: [")):
        start_by_hand(tmp_path / name / "mill", "Mill", "tapestry")
        (tmp_path / name / "mill/vassal.yaml").write_text(text)
    found = compare_games(load(tmp_path / "old/mill"), load(tmp_path / "new/mill"))
    assert changes_text(found) == "vassal.yaml: the file is written otherwise and cannot be read"


def test_a_map_in_a_file_of_another_name_is_compared(tmp_path: Path) -> None:
    for name in ("old", "new"):
        start_by_hand(tmp_path / name / "mill", "Mill", "tapestry")
    file = tmp_path / "new/mill/maps/mill.yaml"
    text = file.read_text("utf-8").replace('"05": ".........."', '"05": "...ww....."')
    file.with_name("bridge.yaml").write_text(text, "utf-8")
    file.unlink()
    found = compare_games(load(tmp_path / "old/mill"), load(tmp_path / "new/mill"))
    assert "maps/bridge.yaml: hexes 0405, 0505: clear, level 1 -> woods, level 1" in changes_text(found)


def test_a_players_own_program_names_every_hex() -> None:
    """One hex that counts is not hidden among many that changed alike."""
    ids = tuple(f"01{number:02}" for number in range(1, 41))
    change = Change("hexes", "maps/mill.yaml", "changed", old="clear", new="woods", ids=ids)
    assert "0113" not in changes_text([change]) and "and 28 more" in changes_text([change])
    assert all(each in whole_text([change]) for each in ids)
