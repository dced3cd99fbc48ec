"""Rule cases of a game's own: run by the game's word, carried in its file, told where they are wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from modules import library
from modules.cases import run_paths
from modules.definition import DefinitionError, NoSuchGame
from modules.game_file.opened import pack_folder
from tests.modules.rules_file.ruled_ridge import change, make_ridge, write_cases

HOLDS = """\
  - rule: "5.1"
    title: A unit stops beside the enemy
    phase: norman movement
    units: {N-knight-1: "0508", S-fyrd-1: "0505", others: reserve}
    play:
      - refused: {side: norman, order: move N-knight-1 0507-0506-0405, rule: "5.1"}
      - order: "norman: move N-knight-1 0507-0506"
    then: {units: {N-knight-1: "0506, moved, acted"}}
"""
FAILS = HOLDS.replace('rule: "5.1"}', 'rule: "6.1"}')


@pytest.fixture
def ridge(tmp_path: Path) -> Path:
    library.forget_definitions()
    return make_ridge(tmp_path / "ridge")


def _problems(path: Path) -> list[str]:
    results, faults = run_paths([path])
    assert not faults, faults
    return [each.problem for each in results]


@pytest.mark.parametrize("scenario", ["ridge", "ridge/ridge"])
def test_the_cases_of_a_game_run_by_its_word_their_folder_and_their_file(ridge: Path, scenario: str) -> None:
    file = write_cases(ridge, "zones.yaml", HOLDS, FAILS, scenario=scenario)
    for path in (ridge, ridge / "cases", file):
        holds, fails = _problems(path)
        assert holds == ""
        assert "step 1: refused under rule 5.1, expected 6.1" in fails


def test_they_travel_in_the_games_file_and_change_nothing_that_is_played(ridge: Path, tmp_path: Path) -> None:
    before = pack_folder(ridge)
    write_cases(ridge, "zones.yaml", HOLDS)
    after = pack_folder(ridge)
    assert after.digests.of_files == before.digests.of_files
    assert "cases/zones.yaml" in after.digests.art
    packed = tmp_path / "ridge.senlac"
    packed.write_bytes(after.data)
    results, faults = run_paths([packed])
    assert (faults, [each.problem for each in results]) == ([], [""])
    assert results[0].place == f"{packed}/cases/zones.yaml:3: case 1"


FAULTS = {
    "another scenario": ("scenario: ridge", "scenario: hill", "1:1: there is no scenario 'hill'"),
    "another game": ("scenario: ridge", "scenario: three_battles/ridge", "1:1: found 'three_battles/"),
    "no cases": (HOLDS, "  []\n", "expected an entry"),
    "no YAML": ("title: A", "title: [A", "not YAML"),
    "an unknown key": ("    play:", "    order:", "unknown key `order`: expected one of"),
}  # fmt: skip


@pytest.mark.parametrize("case", FAULTS)
def test_a_faulty_file_is_one_clear_error_and_the_others_run(ridge: Path, case: str) -> None:
    old, new, message = FAULTS[case]
    write_cases(ridge, "a.yaml", HOLDS)
    write_cases(ridge, "b.yaml", HOLDS)
    change(ridge / "cases", "b.yaml", old, new)
    results, faults = run_paths([ridge])
    assert [each.problem for each in results] == [""]
    (fault,) = faults
    assert str(fault).startswith(f"{ridge}/cases/b.yaml:")
    assert message in str(fault)


def test_a_file_that_ends_otherwise_is_told(ridge: Path) -> None:
    write_cases(ridge, "a.yml", HOLDS)
    _, (fault,) = run_paths([ridge])
    assert "this file is not read: rule cases end in .yaml; rename it" in str(fault)


def test_a_game_without_cases_and_one_with_faults_are_told(ridge: Path, tmp_path: Path) -> None:
    _, (fault,) = run_paths([ridge])
    assert "the game has no rule cases: they stand in its folder cases" in str(fault)
    with pytest.raises(NoSuchGame):
        run_paths([tmp_path / "nowhere"])
    file = write_cases(ridge, "a.yaml", HOLDS)
    change(ridge, "rules.yaml", "of: [all],", "of: [nobody],")
    library.forget_definitions()
    with pytest.raises(DefinitionError) as told:
        run_paths([file])
    assert told.value.folder == ridge


def test_a_scenario_alone_is_for_a_games_own_folder(ridge: Path, tmp_path: Path) -> None:
    other = tmp_path / "b.yaml"
    other.write_text(f"scenario: ridge\ncases:\n{HOLDS}", encoding="utf-8")
    _, (fault,) = run_paths([other])
    assert "found 'ridge': expected GAME/SCENARIO" in str(fault)


@pytest.mark.parametrize("said", ["movement", "norman mvement"])
def test_a_phase_that_is_not_there_is_told_with_what_may_be_meant(ridge: Path, said: str) -> None:
    write_cases(ridge, "a.yaml", HOLDS.replace("norman movement", said))
    (result,) = run_paths([ridge])[0]
    assert result.problem.startswith(f"there is no phase '{said}'; did you mean norman movement")
