"""The commands `senlac rules` and `senlac cases`: what they print, and when all is not well."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from changed import own_copy

CASES = Path(__file__).parents[2] / "rules" / "three_battles"

GOOD = """
  - rule: "4.2"
    title: Three clear hexes
    phase: norman movement
    units: {N-foot-1: "1209", S-fyrd-1: "3010"}
    play:
      - refused: {side: norman, order: move N-foot-1 1210-1211-1212-1213, rule: "4.2"}
      - order: "norman: move N-foot-1 1210-1211-1212"
"""
BAD = """
  - rule: "4.1"
    title: It stays
    phase: norman movement
    units: {N-foot-1: "1209", S-fyrd-1: "3010"}
    play: [{order: "norman: move N-foot-1 1210"}]
    then: {units: {N-foot-1: "1209"}}
"""


@pytest.fixture
def game(tmp_path: Path) -> Path:
    return own_copy("three_battles", tmp_path / "my_game")


@pytest.fixture
def empty(tmp_path: Path) -> Path:
    folder = tmp_path / "empty"
    folder.mkdir()
    return folder


def case_file(folder: Path, name: str, *cases: str, scenario: str = "three_battles/hastings") -> Path:
    file = folder / name
    file.write_text(f"scenario: {scenario}\ncases:{''.join(cases)}", encoding="utf-8")
    return file


# --- senlac cases ----------------------------------------------------------------------------------------


def test_cases_that_hold(senlac, tmp_path: Path) -> None:
    file = case_file(tmp_path, "good.yaml", GOOD, GOOD)
    ran = senlac("cases", file)
    assert (ran.code, ran.out, ran.err) == (0, "2 cases passed, 0 failed\n", "")


def test_a_case_that_fails_is_told_in_one_line(senlac, tmp_path: Path) -> None:
    case_file(tmp_path, "a.yaml", GOOD)
    file = case_file(tmp_path, "b.yaml", GOOD, BAD)
    ran = senlac("cases", tmp_path)
    assert ran.code == 1
    assert ran.out == f"{file}:11: case 2, rule 4.1, It stays: N-foot-1 is '1210', expected '1209'\n"
    assert ran.err == "2 cases passed, 1 failed\n"


def test_cases_as_json(senlac, tmp_path: Path) -> None:
    file = case_file(tmp_path, "b.yaml", GOOD, BAD)
    told = json.loads(senlac("cases", file, "--json").out)
    assert (told["ok"], told["hold"], told["fail"], told["faults"]) == (False, 1, 1, [])
    assert [(c["number"], c["line"], c["rule"], c["holds"]) for c in told["cases"]] == [
        (1, 3, "4.2", True),
        (2, 11, "4.1", False),
    ]


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("phase: norman", "fase: norman", "3:5: `phase` is missing"),
        ("three_battles/hastings", "three_battles/senlac", "1:1: there is no scenario 'senlac'"),
        ("three_battles/hastings", "two_battles/hastings", "1:1: there is no game 'two_battles'"),
        ("title: Three", "title: [Three", "not YAML"),
    ],
)  # fmt: skip
def test_a_fault_of_a_file_is_told_with_its_place_and_the_others_run(
    senlac, tmp_path: Path, old: str, new: str, fault: str
) -> None:
    case_file(tmp_path, "a.yaml", GOOD)
    file = case_file(tmp_path, "b.yaml", GOOD)
    file.write_text(file.read_text().replace(old, new, 1))
    ran = senlac("cases", tmp_path)
    assert ran.code == 1
    assert fault in ran.out
    assert ran.out.startswith(f"{file}:")
    assert ran.err == "1 case passed, 0 failed\n"
    told = json.loads(senlac("cases", tmp_path, "--json").out)
    assert told["ok"] is False
    assert told["faults"][0]["file"] == str(file)


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ("norman movement", "dane movement", "there is no phase 'dane movement'"),
        ('"1209"', '"9999"', "there is no place or state '9999'"),
        ("N-foot-1: ", "N-foot-99: ", "there is no counter 'N-foot-99'"),
        ("    phase", '    options: ["9"]\n    phase', "hastings has no option '9'"),
        ("norman: move", "norman move", "step 2: found"),
        ('rule: "4.2"}', 'rule: "4.1"}', "step 1: refused under rule 4.2, expected 4.1"),
    ],
)
def test_what_a_case_says_wrongly_is_a_difference(
    senlac, tmp_path: Path, old: str, new: str, difference: str
) -> None:
    file = case_file(tmp_path, "a.yaml", GOOD.replace(old, new, 1))
    ran = senlac("cases", file)
    assert ran.code == 1
    assert difference in ran.out
    assert len(ran.out.splitlines()) == 1


def test_a_die_beyond_its_sides_is_a_difference(senlac, tmp_path: Path) -> None:
    rally = """
  - rule: "11.1"
    title: A seven
    phase: norman rally
    units: {N-foot-1: "1209, disordered", S-fyrd-1: "3010"}
    play: [{dice: [7]}]
"""
    ran = senlac("cases", case_file(tmp_path, "a.yaml", rally))
    assert ran.code == 1
    assert "step 1: die value out of range: (7,)" in ran.out


def test_no_cases_at_all_is_not_well(senlac, empty: Path) -> None:
    ran = senlac("cases", empty)
    assert ran.code == 1
    assert f"{empty}:1:1: no rule cases here" in ran.out
    assert senlac("cases", empty / "nowhere").code == 2


# --- senlac rules ----------------------------------------------------------------------------------------


def test_every_number_with_its_code_and_cases(senlac) -> None:
    ran = senlac("rules", "three_battles", "--cases", CASES)
    assert (ran.code, ran.err) == (0, "")
    said = ran.out.splitlines()
    numbers = [line.partition(":")[0] for line in said if not line.startswith(" ")]
    assert numbers[0] == "1.0"
    assert numbers.index("9.6") < numbers.index("10.0") < numbers.index("CRT")
    after = said[numbers_line(said, "4.2") + 1 :]
    assert after[0] == "    code: field:Battle.move_rules"
    assert after[1].startswith("    cases: ")
    assert "movement.yaml" in after[1]


def numbers_line(said: list[str], number: str) -> int:
    return next(i for i, line in enumerate(said) if line.startswith(f"{number}: "))


def test_rules_as_json(senlac) -> None:
    ran = senlac("rules", "three_battles", "--cases", CASES, "--json")
    told = json.loads(ran.out)
    assert (told["game"], told["ok"], told["faults"]) == ("three_battles", True, [])
    rules = {rule["number"]: rule for rule in told["rules"]}
    assert rules["8.1"]["kind"] == "defers"
    assert rules["8.1"]["defers"] in rules
    assert {"how": "code", "where": "field:Battle.move_rules"}.items() <= rules["4.2"]["code"][0].items()
    assert {case["file"] for case in rules["4.2"]["cases"]} >= {"movement.yaml"}


def test_what_is_missing(senlac, game: Path, empty: Path) -> None:
    case_file(empty, "one.yaml", GOOD)
    ran = senlac("rules", "three_battles", "--missing", "--cases", empty)
    assert ran.code == 1
    said = ran.out.splitlines()
    assert any(line.startswith("4.1: missing case: ") for line in said)
    assert not any(line.startswith(("4.2:", "1.0:")) for line in said)
    told = json.loads(senlac("rules", "three_battles", "--missing", "--cases", empty, "--json").out)
    assert told["ok"] is False
    assert [rule["number"] for rule in told["rules"]] == [line.partition(":")[0] for line in said]
    assert all(rule["missing"] for rule in told["rules"])


def test_a_number_that_the_ledger_does_not_have(senlac, game: Path, empty: Path) -> None:
    code = game / "field.py"
    text = code.read_text(encoding="utf-8")
    line = text.split('"4.2"')[0].count("\n") + 1
    code.write_text(text.replace('"4.2"', '"4.22"', 1), encoding="utf-8")
    file = case_file(empty, "one.yaml", GOOD.replace("4.2", "4.7", 1), scenario="my_game/hastings")
    ran = senlac("rules", game, "--cases", empty)
    assert ran.code == 1
    assert ran.out.startswith(f"{file}:3:5: there is no rule '4.7' in ledger.yaml\n")
    assert f"\n{code}:{line}:" in ran.out
    told = json.loads(senlac("rules", game, "--cases", empty, "--json").out)
    assert told["faults"][0]["line"] == 3


def test_a_faulty_ledger_and_none(senlac, game: Path, empty: Path) -> None:
    ledger = game / "ledger.yaml"
    ledger.write_text(ledger.read_text().replace('{number: "4.4", ', '{number: "4.44", ', 1))
    ran = senlac("rules", game, "--cases", empty)
    assert ran.code == 1
    assert "4.4 is in `numbers` but has no entry" in ran.err
    ledger.unlink()
    ran = senlac("rules", game, "--cases", empty)
    assert ran.code == 1
    assert "ledger.yaml:1:1: the file is missing" in ran.err


def test_without_cases_at_hand(senlac, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("modules.case_files.cases_folder", lambda game: None)
    ran = senlac("rules", "three_battles")
    assert ran.code == 1
    assert "no rule cases of three_battles found: whether its rules are tested is unknown" in ran.err
    assert "whether tested is unknown" in ran.err
    assert "missing case" not in ran.out + ran.err
    assert "0 missing code\n" in ran.err
    told = json.loads(senlac("rules", "three_battles", "--missing", "--json").out)
    assert (told["ok"], told["tested"], told["rules"]) == (False, False, [])


def test_the_cases_of_a_shipped_game_are_found_by_themselves(senlac) -> None:
    told = json.loads(senlac("rules", "three_battles", "--missing", "--json").out)
    assert (told["ok"], told["tested"], told["rules"]) == (True, True, [])


def test_a_wrong_call(senlac) -> None:
    assert senlac("rules").code == 2
    assert senlac("rules", "nowhere").code == 2
    assert senlac("rules", "three_battles", "--cases", "nowhere").code == 2
