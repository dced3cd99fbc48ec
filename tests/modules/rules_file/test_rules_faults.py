"""A corpus of broken rules.yaml files: each mistake is told with its place and with what would be legal."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
import yaml

from generator.checking.faults import faults_of
from modules.definition import DefinitionError, Fault, load
from modules.game_registry import HERE
from tests.modules.rules_file.ruled_ridge import change, make_ridge

MISTAKES: dict[str, dict[str, dict[str, str]]] = yaml.safe_load(
    Path(__file__).with_name("mistakes.yaml").read_text(encoding="utf-8")
)


@pytest.fixture
def ridge(tmp_path: Path) -> Path:
    return make_ridge(tmp_path / "ridge")


def _faults(folder: Path, *, variant_of: str = "") -> list[Fault]:
    with pytest.raises(DefinitionError) as told:
        load(folder, variant_of=variant_of)
    return told.value.faults


def _place(folder: Path, old_or_new: str, at: str) -> tuple[int, int]:
    """Line and column of a word of rules.yaml, the first from a text on."""
    whole = (folder / "rules.yaml").read_text(encoding="utf-8")
    start = whole.index(at, whole.index(old_or_new))
    return whole.count("\n", 0, start) + 1, start - whole.rfind("\n", 0, start)


def test_the_ridge_has_no_faults_and_no_warnings(ridge: Path) -> None:
    assert load(ridge).warnings == ()


@pytest.mark.parametrize("case", MISTAKES["faults"])
def test_a_mistake_is_told_with_its_place(ridge: Path, case: str) -> None:
    mistake = MISTAKES["faults"][case]
    change(ridge, "rules.yaml", mistake["old"], mistake["new"])
    told = [fault for fault in _faults(ridge) if mistake["says"] in fault.message]
    wanted = _place(ridge, mistake["new"], mistake["at"])
    assert [(fault.place.line, fault.place.column) for fault in told] == [wanted]


def test_a_budget_is_a_value_of_those_that_move_so(ridge: Path) -> None:
    change(ridge, "rules.yaml", "budget: movement", "budget: range")
    change(ridge, "rules.yaml", "not_of: [leader],", "of: [fyrd],")
    (fault,) = _faults(ridge)
    assert "no counter that is meant bears 'range' as a number: they bear combat, movement" in fault.message


def test_a_word_that_is_none_of_several_forms_is_one_fault(ridge: Path) -> None:
    change(ridge, "rules.yaml", "leave: free", "leave: no")
    (fault,) = _faults(ridge)
    assert fault.message == (
        "found 'no': expected 'free' or 'combat_only', or a number of MP such as 1, 1/2 or 3/2"
    )


def test_a_key_of_another_section_is_told_where_it_belongs(ridge: Path) -> None:
    change(ridge, "rules.yaml", "limit: ", "stop: true, limit: ")
    (fault,) = _faults(ridge)
    assert fault.message.startswith("unknown key `stop`: expected one of at, count, free")
    assert fault.message.endswith("; it is a key of `zones`")


def test_roads_that_do_not_count_are_not_kept_to(ridge: Path) -> None:
    change(
        ridge,
        "terrain.yaml",
        "  stream:",
        '  track: {where: road, name: Track, rule: "6", source: found}\n  stream:',
    )
    change(
        ridge, "rules.yaml", "hexes: 3\n", "hexes: 3\n    along: [track]\n    cost: 1\n    roads: ignored\n"
    )
    assert any("a unit cannot keep to roads that do not count" in each.message for each in _faults(ridge))


def test_costs_that_no_search_can_count_are_told(ridge: Path) -> None:
    change(ridge, "rules.yaml", "mp: 3,", "mp: 1/59,")
    assert load(ridge)
    change(ridge, "rules.yaml", "mp: 1/59,", "mp: 1/61,")
    (fault,) = _faults(ridge)
    assert "multiples of 1/61 of a MP alone, expected 1/60 at the least" in fault.message


def test_all_mistakes_are_told_at_once(ridge: Path) -> None:
    for old, new in (
        ("of: [all],", "of: [a11],"),
        ("table: battle", "table: batle"),
        ("hexes: 3", "hexes: -3"),
    ):
        change(ridge, "rules.yaml", old, new)
    told = [fault.message for fault in _faults(ridge)]
    assert [text[:12] for text in told] == ["found -3: ex", "found 'a11':", "found 'batle"]


def test_a_name_of_what_has_a_mistake_itself_is_no_second_one(ridge: Path) -> None:
    change(ridge, "rules.yaml", "budget: movement", "budgets: movement")
    (fault,) = _faults(ridge)
    assert "unknown key `budgets`: expected one of along, at_least_one, budget" in fault.message


def test_a_kind_that_the_counters_name_and_nobody_has_is_told_there_alone(ridge: Path) -> None:
    change(ridge, "game.yaml", "  knights: {name", "  knigths: {name")
    (fault,) = _faults(ridge)
    assert str(fault).startswith("counters.yaml:7:30: found 'knights': expected one of huscarl")


def test_clauses_are_for_scenarios_on_hexes(tmp_path: Path) -> None:
    game = tmp_path / "game"
    ignored = shutil.ignore_patterns("*.py", "__pycache__")
    shutil.copytree(HERE / "hastings_pulsipher", game, ignore=ignored)
    change(game, "game.yaml", "game: hastings_pulsipher", "game: mine")
    (game / "rules.yaml").write_text("rules: 1\nbook: Mine\n", encoding="utf-8")
    told = [fault for fault in _faults(game) if fault.place.file == "rules.yaml"]
    assert ["no scenario is on hexes" in fault.message for fault in told] == [True]


def test_a_shipped_game_has_no_clauses_beside_its_code(tmp_path: Path) -> None:
    game = tmp_path / "game"
    ignored = shutil.ignore_patterns("*.py", "__pycache__")
    shutil.copytree(HERE / "three_battles", game, ignore=ignored)
    (game / "rules.yaml").write_text("rules: 1\nbook: Mine\n", encoding="utf-8")
    (fault,) = _faults(game, variant_of="three_battles")
    assert "is carried out by its own code" in fault.message


# --- warnings --------------------------------------------------------------------------------------------


def _warnings(folder: Path) -> str:
    return "\n".join(map(str, load(folder).warnings))


@pytest.mark.parametrize("case", MISTAKES["warnings"])
def test_what_does_nothing_is_a_warning(ridge: Path, case: str) -> None:
    mistake = MISTAKES["warnings"][case]
    change(ridge, "rules.yaml", mistake["old"], mistake["new"])
    assert _warnings(ridge).count(mistake["says"]) == 1


def test_a_zone_without_a_word_does_something_only_if_somebody_asks_where_it_is(ridge: Path) -> None:
    change(ridge, "rules.yaml", "stop: true", "stop: false")
    assert "the zone does nothing" not in _warnings(ridge)
    change(ridge, "rules.yaml", ", zone: none", "")
    assert "rules.yaml:31:5: warning: the zone does nothing: `stop: true`" in _warnings(ridge)


def test_a_condition_on_zones_needs_some(ridge: Path) -> None:
    text = (ridge / "rules.yaml").read_text(encoding="utf-8")
    start = text.index("zones:\n")
    (ridge / "rules.yaml").write_text(text[:start] + text[text.index("stacking:") :], encoding="utf-8")
    assert "there are no `zones`: no unit is in one" in _warnings(ridge)


def test_a_set_up_needs_zones_and_an_entry_reinforcements(ridge: Path) -> None:
    for area in ("north", "south"):
        zone = f'    zones: [{{areas: [{area}], rule: "3.0", source: rulebook 3.0}}]\n'
        change(ridge, "scenarios/ridge.yaml", zone, "")
    assert "no scenario lets a side place its counters" in _warnings(ridge)
    assert "no scenario lists reinforcements" not in _warnings(ridge)


def _write_ledger(folder: Path, *lines: str) -> None:
    text = "".join(f"  - {{{line}, summary: Something.}}\n" for line in lines)
    (folder / "ledger.yaml").write_text(f"rules:\n{text}", encoding="utf-8")


def test_the_ledger_agrees_with_the_clauses_on_each_number(ridge: Path) -> None:
    numbers = ["3.0", "5.5", "6.0", "6.1", "6.4", "6.5", "6.6", "6.7", "6.8", "6.9", "7.0"]
    agreed = [f'number: "{number}"' for number in numbers]
    _write_ledger(ridge, *agreed, 'number: "5.1", by: program', 'number: "7.1", by: half')
    assert _warnings(ridge) == ""
    _write_ledger(ridge, *agreed[1:], 'number: "5.1", by: hand', 'number: "7.1", by: program')
    told = [str(warning) for warning in load(ridge).warnings]
    assert [text.partition(": ")[0] for text in told] == [
        f"rules.yaml:{at}" for at in ("10:25", "31:73", "37:107")
    ]
    assert 'add under its rules - {number: "3.0", by: program, summary: ...}' in told[0]
    assert "rule 5.1 is by hand in ledger.yaml, and this clause carries it out" in told[1]
    assert "rule 7.1 is by program in ledger.yaml, and an attack is half by program" in told[2]


def test_a_number_whose_entry_has_a_mistake_is_not_told_as_missing(ridge: Path) -> None:
    _write_ledger(ridge, 'number: "3.0"', 'number: "5.1", by: half, acts: [call], tables: [luck]')
    told = [str(fault) for fault in faults_of(ridge)]
    assert told[0].startswith("ledger.yaml:3:5: found a mapping: expected `roll` among the acts")
    assert [each for each in told if "is not in ledger.yaml" in each] == []
