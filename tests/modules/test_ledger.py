"""The rule ledger: no number is left out, evidence is found where it stands, and what is missing is told."""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

import pytest

from modules.case_files import cases_folder
from modules.definition import DefinitionError
from modules.game_registry import HERE
from modules.ledger import Entry, Ledger, base_of, facts, ledger, lines, read_ledger, report
from modules.ledger_evidence import Numbers
from modules.library import refereed_games

SHIPPED = HERE / "three_battles"
CASES = Path(__file__).parents[1] / "rules" / "three_battles"

LEDGER = """
numbers: ["1.0", "1.1", "1.2", "1.2 (3.4)", "1.10", TEC]
rules:
  - {number: "1.0", summary: A heading, flavour: a heading}
  - {number: "1.1", summary: One thing}
  - {number: "1.2", summary: Several things}
  - {number: 1.2 far, summary: Far away}
  - {number: 1.2 near, summary: Nearby, defers: "1.1", reason: the same}
  - {number: "1.2 (3.4)", summary: A change}
  - {number: "1.10", summary: Dice, physical: real dice}
  - {number: TEC, summary: The chart}
  - {number: TEC mud, summary: Mud}
"""

CODE = '''
"""Moves (1.1)."""


def move(order):
    if order:
        raise Illegal("1.2", f"not {order}, see 1.1")
    # 1.2 on 3.4: it is 1.25 here
    return None


class Walker:
    def roll(self):
        """No number of ours: 1.2.3, 11.1, 1.100."""
        yield Roll("side", "TEC", ())
'''

TERRAIN = """
terrain:
  mud: {rule: TEC, source: "rulebook 1.1; found: elsewhere in 1.2"}
  sand: {rule: "1.2", source: "reconstruction: of 1.1"}
"""

MOVES = """
scenario: my_game/one
cases:
  - rule: "1.1"
    title: It goes
    phase: a movement
    units: {}
  - rule: 1.2 far
    title: It does not go
    phase: a movement
    units: {}
    play:
      - refused: {side: a, order: move x, rule: "1.2"}
      - refused: {side: a, order: move y, rule: "1.2"}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "my_game"
    for name, text in (
        ("ledger.yaml", LEDGER),
        ("moving.py", CODE),
        ("terrain.yaml", TERRAIN),
        ("cases/moves.yaml", MOVES),
    ):
        put(folder / name, text)
    return folder


def put(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(dedent(text), encoding="utf-8")


def change(file: Path, old: str, new: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def read(game: Path) -> Ledger:
    """The cases lie outside of what is read as data of the game."""
    cases = game.parent / "cases"
    if (game / "cases").is_dir():
        (game / "cases").rename(cases)
    return ledger("my_game", game, cases)


def entry(found: Ledger, number: str) -> Entry:
    return next(e for e in found.entries if e.rule.number == number)


def where(found: Ledger, number: str, how: str) -> list[str]:
    return [f"{e.where}:{e.place.line}" for e in entry(found, number).code if e.how == how]


# --- evidence --------------------------------------------------------------------------------------------


def test_a_number_in_code_is_found_with_its_function(game: Path) -> None:
    found = read(game)
    assert where(found, "1.2", "code") == ["moving:move:7"]
    assert where(found, "TEC", "code") == ["moving:Walker.roll:15"]


def test_a_number_in_words_of_the_code_names_the_rule(game: Path) -> None:
    found = read(game)
    assert where(found, "1.1", "named") == ["moving:1"]
    assert where(found, "1.2 (3.4)", "named") == ["moving:move:8"]


def test_the_words_of_a_message_are_no_evidence(game: Path) -> None:
    change(game / "moving.py", '"""Moves (1.1)."""', "")
    change(game / "terrain.yaml", "rulebook 1.1;", "found: elsewhere;")
    assert entry(read(game), "1.1").code == ()


def test_data_counts_by_rule_and_by_source(game: Path) -> None:
    found = read(game)
    assert where(found, "TEC mud", "data") == ["terrain.yaml:terrain.mud:3"]
    assert where(found, "1.2", "data") == ["terrain.yaml:terrain.sand:4"]
    assert where(found, "1.1", "data") == ["terrain.yaml:terrain.mud:3"]


def test_the_code_of_a_number_serves_its_parts_but_not_other_printed_numbers(game: Path) -> None:
    found = read(game)
    assert entry(found, "1.2 far").through == "1.2"
    assert entry(found, "1.2 near").code == ()
    change(game / "moving.py", "# 1.2 on 3.4", "#")
    assert entry(read(game), "1.2 (3.4)").missing == ("code", "case")


def test_cases_count_by_rule_and_by_refusal_and_those_of_parts_for_the_number(game: Path) -> None:
    found = read(game)
    assert [(c.file, c.number) for c in entry(found, "1.1").cases or ()] == [("moves.yaml", 1)]
    assert [(c.file, c.number) for c in entry(found, "1.2 far").cases or ()] == [("moves.yaml", 2)]
    assert [(c.number, c.line) for c in entry(found, "1.2").cases or ()] == [(2, 8)]


def test_cases_of_a_printed_part_are_cases_of_its_number(game: Path) -> None:
    change(game / "cases" / "moves.yaml", "rule: 1.2 far", 'rule: "1.2 (3.4)"')
    change(game / "cases" / "moves.yaml", 'order: move x, rule: "1.2"', "order: move x, rule: TEC")
    change(game / "cases" / "moves.yaml", 'order: move y, rule: "1.2"', "order: move y, rule: TEC")
    assert [c.number for c in entry(read(game), "1.2").cases or ()] == [2]


def test_cases_of_another_game_do_not_count(game: Path) -> None:
    change(game / "cases" / "moves.yaml", "my_game/one", "other/one")
    assert not [e for e in read(game).entries if e.cases]


def test_the_longest_number_is_meant() -> None:
    numbers = Numbers.of(["1.2", "1.2 (3.4)", "1.2 far", "11.2"])
    assert numbers.named_in("(1.2 far) and 11.2, 1.2\n(3.4), not 1.25, 1.2.1, x1.2 or 21.2") == [
        "1.2 far",
        "11.2",
        "1.2 (3.4)",
    ]


# --- what is missing -------------------------------------------------------------------------------------


def test_what_is_missing(game: Path) -> None:
    found = read(game)
    assert {e.rule.number: e.missing for e in found.missing} == {
        "1.2 (3.4)": ("case",),
        "TEC": ("case",),
        "TEC mud": ("case",),
    }
    assert list(report(found, missing=True)) == [
        "1.2 (3.4): missing case: A change",
        "TEC: missing case: The chart",
        "TEC mud: missing case: Mud",
    ]
    assert (
        found.count
        == "my_game: 9 numbers: 3 implemented and tested, 3 that need neither, 3 missing code or a case"
    )


def test_without_cases_only_code_can_be_missing(game: Path) -> None:
    found = ledger("my_game", game, None)
    assert found.missing == ()
    assert facts(entry(found, "TEC"))["cases"] is None
    assert not found.tested
    assert found.count == (
        "my_game: 9 numbers: 6 implemented, whether tested is unknown, 3 that need neither, 0 missing code"
    )


def test_lengths_in_a_reason_are_no_rule_numbers(game: Path) -> None:
    change(game / "terrain.yaml", "of 1.1", "of 1.5 km, 0.25 MP and 12.5 %, at 1.1.")
    assert read(game).faults == ()
    change(game / "terrain.yaml", "at 1.1.", "1.9 moves it")
    assert len(read(game).faults) == 1


def test_an_entry_as_text(game: Path) -> None:
    found = read(game)
    assert list(lines(entry(found, "1.2"))) == [
        "1.2: Several things",
        "    code: moving:move",
        "    data: terrain.yaml:terrain.sand",
        "    cases: moves.yaml 2",
    ]
    assert list(lines(entry(found, "1.2 far")))[1:] == ["    code: see 1.2", "    cases: moves.yaml 2"]
    assert list(lines(entry(found, "1.2 near"))) == ["1.2 near: Nearby", "    defers to 1.1: the same"]
    assert list(lines(entry(found, "1.10"))) == ["1.10: Dice", "    physical: real dice"]


def test_case_numbers_are_told_as_ranges(game: Path) -> None:
    one = "  - {rule: TEC, title: T, phase: a movement, units: {}}\n"
    put(
        game / "cases" / "more.yaml",
        "scenario: my_game/one\ncases:\n" + one * 3 + one.replace("TEC", "'1.1'") + one,
    )
    assert "    cases: more.yaml 1-3 5" in lines(entry(read(game), "TEC"))


# --- faults ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("file", "old", "new", "fault"),
    [
        ("moving.py", 'Illegal("1.2"', 'Illegal("1.3"', "moving.py:7:23: there is no rule '1.3'"),
        ("moving.py", 'Illegal("1.2"', 'Illegal("TCE"', "moving.py:7:23: there is no rule 'TCE'"),
        ("moving.py", '"TEC", ()', '"9.9 (1.1)", ()', "moving.py:15:28: there is no rule '9.9 (1.1)'"),
        ("moving.py", "def move(order):", "def move(order:", "moving.py:1:1: not Python"),
        ("terrain.yaml", "mud: {rule: TEC", "mud: {rule: TCE", "terrain.yaml:3:9: there is no rule 'TCE'"),
        ("terrain.yaml", "rulebook 1.1", "rulebook 1.3", "terrain.yaml:3:20: there is no rule '1.3'"),
        ("terrain.yaml", "rulebook 1.1", "rulebook 1.1, 7", "terrain.yaml:3:20: there is no rule '7'"),
        ("terrain.yaml", "elsewhere in 1.2", "elsewhere in 9.4", "terrain.yaml:3:20: there is no rule '9.4'"),
        ("terrain.yaml", "of 1.1", "of 1.14", "terrain.yaml:4:23: there is no rule '1.14'"),
        ("cases/moves.yaml", 'rule: "1.1"', 'rule: "1.3"', "moves.yaml:4:5: there is no rule '1.3'"),
        ("cases/moves.yaml", 'move y, rule: "1.2"', 'move y, rule: "7"', "moves.yaml:14:43: there is no"),
        ("cases/moves.yaml", "title: It goes", "titel: It goes", "moves.yaml:4:5: `title` is missing"),
    ],
)  # fmt: skip
def test_numbers_that_the_ledger_does_not_have(game: Path, file: str, old: str, new: str, fault: str) -> None:
    change(game / file, old, new)
    told = [str(f) for f in read(game).faults]
    assert any(fault in line for line in told), told


def test_a_ruling_about_an_unknown_number(game: Path) -> None:
    put(game / "rulings.yaml", 'rulings:\n  a: {rules: ["1.1", "1.7"], text: Is, source: "rulebook 1.1"}\n')
    found = read(game)
    assert [str(f) for f in found.faults] == ["rulings.yaml:2:22: there is no rule '1.7' in ledger.yaml"]
    assert not [e for e in entry(found, "1.1").code if "rulings" in e.where]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ('  - {number: "1.1", summary: One thing}\n', "", "ledger.yaml:2:18: 1.1 is in `numbers` but"),
        ('"1.10", TEC]', '"1.10", TEC, "1.1"]', "ledger.yaml:2:58: 1.1 is listed twice"),
        ("number: TEC mud", "number: 1.2 far", "ledger.yaml:12:6: 1.2 far is listed twice"),
        ("number: TEC mud", "number: CRT mud", "CRT mud is not in `numbers`, nor"),
        ("number: TEC mud", "number: 1.2 wide", "ledger.yaml:12:6: 1.2 wide is out of order: it follows TEC"),
        ("number: TEC mud", "number: TECmud", "TECmud is not in `numbers`, nor"),
        ('defers: "1.1"', 'defers: "1.4"', "ledger.yaml:8:41: found '1.4': expected a number from"),
        ('defers: "1.1"', "defers: 1.2 near", "1.2 near defers in a circle"),
        (", reason: the same", "", "`defers` and `reason` together"),
        ("flavour: a heading", "flavour: a heading, physical: paper", "at most one of physical, flavour"),
        ("summary: One thing", f"summary: {'One thing ' * 13}", "at most 120 characters"),
    ],
)  # fmt: skip
def test_a_faulty_ledger(game: Path, old: str, new: str, fault: str) -> None:
    change(game / "ledger.yaml", old, new)
    with pytest.raises(DefinitionError) as told:
        read_ledger(game)
    assert fault in str(told.value)


def test_a_game_without_a_ledger(game: Path) -> None:
    (game / "ledger.yaml").unlink()
    with pytest.raises(DefinitionError, match=r"ledger\.yaml:1:1: the file is missing"):
        read(game)


# --- the shipped ledger ----------------------------------------------------------------------------------

LAST = {
    1: 0,
    2: 5,
    3: 4,
    4: 4,
    5: 3,
    6: 5,
    7: 9,
    8: 3,
    9: 6,
    10: 5,
    11: 4,
    12: 0,
    13: 4,
    14: 7,
    15: 7,
    16: 7,
    17: 3,
}
LAST |= {18: 0}
"""The last number of each chapter of the rulebook; none between is left out in print."""

CHANGED = (
    "2.4",
    "2.5",
    "4.2",
    "7.5",
    "4.3",
    "6.0",
    "6.2",
    "7.7",
    "8.0",
    "9.0",
    "10.3",
    "10.5",
    "11.2",
    "11.3",
)
"""The numbers that 13.4 changes, as printed."""

OPTIONS = {14: "1 2 3 4", 15: "1 2 3", 16: "1A 1B 2 3 4 5 6"}


def test_three_battles_leaves_out_no_number() -> None:
    numbers = read_ledger(SHIPPED).numbers
    printed = [f"{chapter}.{i}" for chapter, last in LAST.items() for i in range(last + 1)]
    assert [n for n in numbers if re.fullmatch(r"\d+\.\d+", n)] == printed
    assert [n for n in numbers if n.startswith("13.4 (")] == [f"13.4 ({n})" for n in CHANGED]
    wanted = [f"{chapter}.7 option {n}" for chapter, names in OPTIONS.items() for n in names.split()]
    assert [n for n in numbers if "option" in n] == wanted


PRINTED = {
    "hastings_pulsipher": """
        1 2 2.1-2.4 3 3.1-3.7 4 4.1 4.1.1 4.2 4.3 4.3.1-4.3.2 5 5.1-5.4
        6 6.1-6.5 6.5_A 6.5_B 6.5_C 6.5.1-6.5.2 6.6-6.10 7 7.1 7.1.1-7.1.3
        8 8.1-8.3 8.3.1-8.3.3 8.4 8.4.1 8.5-8.6 8.6.1-8.6.6 8.7 8.7.1 8.8-8.9 8.9.1-8.9.6
        8.10 8.10.1-8.10.3 8.11 8.11.1-8.11.4 9 9.1-9.2 10 10.1 11
    """,
}
"""The numbers of a rulebook as printed, in its order: 3.1-3.3 is 3.1, 3.2 and 3.3."""


def spread(numbers: str) -> list[str]:
    """Every number that is meant, one after the other."""
    found = []
    for word in numbers.split():
        first, _, last = word.replace("_", " ").partition("-")
        chapter, _, start = first.rpartition(".")
        end = int(last.rpartition(".")[2]) if last else 0
        found += [f"{chapter}.{i}" for i in range(int(start), end + 1)] if last else [first]
    return found


@pytest.mark.parametrize("name", sorted(PRINTED))
def test_a_game_leaves_out_no_number(name: str) -> None:
    assert list(read_ledger(HERE / name).numbers) == spread(PRINTED[name])


@pytest.mark.parametrize("name", refereed_games())
def test_a_game_uses_no_number_that_is_not_in_its_ledger(name: str) -> None:
    assert ledger(name, HERE / name, cases_folder(HERE / name)).faults == ()


@pytest.mark.parametrize("name", refereed_games())
def test_every_rule_of_a_game_is_carried_out_and_tested(name: str) -> None:
    found = ledger(name, HERE / name, cases_folder(HERE / name))
    assert list(report(found, missing=True)) == []


def test_the_cases_of_a_checkout_are_found(tmp_path: Path) -> None:
    assert cases_folder(SHIPPED) == CASES
    assert cases_folder(tmp_path) is None


def test_the_number_of_a_part() -> None:
    printed = ["13.4", "13.4 (7.7)", "1.2"]
    assert base_of("13.4 (7.7) leader", printed) == "13.4 (7.7)"
    assert base_of("1.20 far", printed) is None
