"""Every rule case of every game holds, and the runner tells a case that does not."""

from __future__ import annotations

from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from modules import library
from modules.cases import Case, problem_of, read_cases, run_file

ROOT = Path(__file__).parent.parent / "rules"
FILES = sorted(ROOT.rglob("*.yaml"))


read = cache(read_cases)


def every_case() -> list[tuple[Path, int, Case]]:
    return [(file, i, case) for file in FILES for i, case in enumerate(read(file).cases)]


def name_of(file: Path, case: Case) -> str:
    return f"{file.relative_to(ROOT).with_suffix('').as_posix()} {case.rule} {case.title}"


@pytest.mark.parametrize(
    ("scenario", "case"),
    [
        pytest.param(read(file).scenario, case, id=name_of(file, case))
        for file in FILES
        for case in read(file).cases
    ],
)
def test_case(scenario: str, case: Case) -> None:
    assert problem_of(scenario, case) == ""


def test_titles_tell_the_cases_apart() -> None:
    names = Counter(name_of(file, case) for file, _, case in every_case())
    assert [name for name, times in names.items() if times > 1] == []


@pytest.mark.parametrize("name", library.refereed_games())
def test_cases_begin_in_lawful_positions(name: str) -> None:
    """One unit a place, both sides told apart; else a case proves nothing."""
    game = library.definition(name)
    battles = [(f, c) for f, _, c in every_case() if f.parent.name == name]
    assert battles
    for file, case in battles:
        words = [(unit, text.split(",")[0]) for unit, text in case.units.items()]
        standing = [(game.counters[unit], place) for unit, place in words if place.isdigit()]
        units = Counter(place for counter, place in standing if counter.role == "unit")
        sides: dict[str, set[str]] = {}
        for counter, place in standing:
            sides.setdefault(place, set()).add(counter.side)
        assert max(units.values(), default=1) == 1, name_of(file, case)
        assert all(len(there) == 1 for there in sides.values()), name_of(file, case)


def test_every_cell_of_the_combat_table_has_a_case() -> None:
    cells = set()
    for case in read(ROOT / "three_battles" / "crt.yaml").cases:
        odds, _, rest = case.title.partition(", roll ")
        cells.add((odds.replace(":", "-"), rest[0], rest.split(" is ")[1].split(":")[0]))
    table = library.definition("three_battles").tables.odds["crt"]
    printed = {
        (column, die, "no effect" if result == "-" else result)
        for die, row in table.rows.items()
        for column, result in zip(table.columns, row, strict=True)
    }
    assert cells == printed


@pytest.mark.parametrize("battle", ["fulford", "stamford_bridge", "hastings"])
def test_every_option_has_a_case(battle: str) -> None:
    files = [read(file) for file in FILES]
    here = [case for file in files if file.scenario == f"three_battles/{battle}" for case in file.cases]
    used = {option for case in here for option in case.options}
    assert used == set(library.definition("three_battles").scenarios[battle].offered)


CASE = """
scenario: three_battles/hastings
cases:
  - rule: "7.6"
    title: An exchange
    phase: norman combat
    units: {{N-foot-1: "1011", S-thegn-1: "1010", N-foot-2: "5510", S-fyrd-1: "5520"}}
    play:
      - order: "norman: attack N-foot-1 > S-thegn-1"
      - rolls: ["{rolls}"]
      - dice: [{dice}]
    then: {then}
"""
HOLDS = {"rolls": "1:1", "dice": "5", "then": "{units: {S-thegn-1: lost}}"}


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({}, ""),
        ({"rolls": "2:1"}, "step 2: expected rolls for ['2:1']"),
        ({"dice": "5, 1"}, "step 3: the dice [1] are left"),
        ({"dice": "4"}, "S-thegn-1 is '1010', expected 'lost'"),
        ({"then": "{facts: {losses saxon: 4}}"}, "losses saxon is 5, expected 4"),
        ({"then": "{told: [a thunderclap]}"}, "'a thunderclap' was not reported"),
        ({"then": "{untold: [exchange]}"}, "'exchange' was reported"),
        ({"then": "{winner: norman}"}, "the winner is None, expected 'norman'"),
        ({"then": "{level: draw}"}, "the level is None, expected 'draw'"),
    ],
)
def test_a_case_that_does_not_hold_says_why(tmp_path: Path, changed: dict[str, str], problem: str) -> None:
    file = tmp_path / "case.yaml"
    file.write_text(CASE.format(**{**HOLDS, **changed}), encoding="utf-8")
    (result,) = run_file(file)
    assert result.problem.startswith(problem)
    assert bool(result.problem) == bool(problem)


@pytest.mark.parametrize(
    ("hexes", "problem"),
    [
        (("1011", "1011", "5520"), "against rule 13.4 (4.3): N-foot-1 and N-foot-2 share 1011"),
        (("1011", "5510", "1011"), "against rule 4.4: N-foot-1 and S-thegn-1 are enemies"),
    ],
)
def test_a_position_that_play_cannot_reach(tmp_path: Path, hexes: tuple[str, ...], problem: str) -> None:
    units = ", ".join(
        f'{u}: "{h}"' for u, h in zip(("N-foot-1", "N-foot-2", "S-thegn-1"), hexes, strict=True)
    )
    file = tmp_path / "case.yaml"
    head = "scenario: three_battles/hastings\ncases:\n  - {rule: '4.3', title: A stack, phase: norman combat,"
    file.write_text(f"{head} units: {{{units}}}}}\n", encoding="utf-8")
    (result,) = run_file(file)
    assert result.problem.startswith(problem)


CAMPAIGN = """
scenario: three_battles/campaign
cases:
  - rule: "17.2 Saxon losses"
    title: Two survivors march on
    phase: saxon fulford/aftermath
    units: {{others: lost, S-hearth-1: reserve, S-hearth-2: reserve, V-guard: reserve}}
    play: [{play}]
    then: {{facts: {{units taken: {taken}}}}}
"""


@pytest.mark.parametrize(
    ("play", "taken", "problem"),
    [
        ("{shuffle: [0, 1]}, {shuffle: []}", 29, ""),
        ("{shuffle: [0]}, {shuffle: [1, 0]}", 29, ""),
        ("{shuffle: [38]}", 29, "step 1: an order of 38 cards is due"),
        ("{shuffle: [0, 0]}", 29, "step 1: an order of 38 cards is due"),
        ("{dice: [1]}", 29, "step 1: the dice [1] are left over, but a shuffle is due: units missing"),
        ("{shuffle: []}, {shuffle: []}, {shuffle: []}", 29, "step 3: expected a shuffle, but invader must"),
        ("{shuffle: []}, {shuffle: []}", 30, "units taken is 29, expected 30"),
    ],
)
def test_a_shuffle_names_the_cards_on_top(tmp_path: Path, play: str, taken: int, problem: str) -> None:
    file = tmp_path / "case.yaml"
    file.write_text(CAMPAIGN.format(play=play, taken=taken), encoding="utf-8")
    (result,) = run_file(file)
    assert result.problem.startswith(problem)
    assert bool(result.problem) == bool(problem)


HIDDEN = """
scenario: hastings_pulsipher/full
cases:
  - rule: "6.5.2"
    title: Seen from one side
    viewer: {viewer}
    phase: norman movement
    units: {{N-foot-1: "37, face_down", S-levy-1: "33, face_down"}}
    play:
      - order: "norman: move 37 {path}"
      {shown}
    then: {{view: {view}}}
"""
SEEN = {
    "viewer": "norman",
    "path": "36-35",
    "shown": "- shown: {S16: 15}",
    "view": '{public: {"33": S-levy-1, "37": nothing}}',
}


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({}, ""),
        ({"viewer": "viking"}, "expected the view of saxon, norman or public, not of 'viking'"),
        (
            {"view": '{viking: {"33": hidden}}'},
            "expected the view of saxon, norman or public, not of 'viking'",
        ),
        ({"shown": "- shown: {S15: 15}"}, "step 2: cards of S16 are due"),
        ({"shown": "- shown: {S16: 99}"}, "step 2: S16 is shown as number 99 of 20 cards"),
        ({"shown": "- dice: [1]"}, "step 2: the dice [1] are left over, but cards must be shown: "),
        ({"path": "36"}, "step 2: expected cards to be shown, but norman must decide: movement"),
        ({"path": "36", "shown": "", "view": '{public: {"33": hidden, "36": hidden}}'}, ""),
        ({"path": "36", "shown": "", "view": '{saxon: {"33": hidden}}'}, ""),
        ({"path": "36", "shown": "", "view": '{norman: {"36": N-foot-1, "33": hidden}}'}, ""),
        (
            {"path": "36", "shown": "", "view": '{public: {"36": N-foot-1}}'},
            "public sees hidden at 36, expected N-foot-1",
        ),
        ({"view": '{public: {"11": hidden}}'}, "public sees nothing at 11, expected hidden"),
    ],
)
def test_a_case_may_be_seen_from_one_side(tmp_path: Path, changed: dict[str, str], problem: str) -> None:
    """What the Normans do not know of the Saxons no view from theirs can give back."""
    file = tmp_path / "case.yaml"
    file.write_text(HIDDEN.format(**{**SEEN, **changed}), encoding="utf-8")
    (result,) = run_file(file)
    assert result.problem.startswith(problem)
    assert bool(result.problem) == bool(problem)


CLOSED = """
scenario: year_of_the_comet/campaign
cases:
  - rule: "2.2"
    title: Seen by one player
    rulings: [{ruling}]
    options: [four]
    viewer: {viewer}
    phase: norman movement
    units: {{N-William: HAS, N-foot-1: HAS, E-Harold: LON, V-Hardrada: BAM}}
    play:
      - asked: {{side: norman, player: {player}, kind: transfers, choices: [{choices}]}}
      - order: "norman: keep"
      - order: "norman: move HAS-CAN N-foot.4"
    then: {{facts: {{known norman: {known}}}}}
"""
ALLY = {"ruling": "hidden", "viewer": "bretons", "player": "norman", "choices": "keep", "known": "2"}


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({}, ""),
        ({"viewer": "english", "choices": "", "known": "0"}, ""),
        ({"viewer": "english"}, "step 1: the choices are [], expected ['keep']"),
        ({"viewer": "public", "choices": ""}, "known norman is 0, expected 2"),
        ({"viewer": "flemish"}, "expected the view of viking, norman, english, bretons or public"),
        ({"player": "bretons"}, "step 1: expected bretons to decide, but norman must: transfers"),
        ({"ruling": "hiden"}, "year_of_the_comet has no ruling hiden"),
    ],
)
def test_a_case_of_closed_orders_is_seen_on_one_board(
    tmp_path: Path, changed: dict[str, str], problem: str
) -> None:
    file = tmp_path / "case.yaml"
    file.write_text(CLOSED.format(**{**ALLY, **changed}), encoding="utf-8")
    (result,) = run_file(file)
    assert result.problem.startswith(problem)
    assert bool(result.problem) == bool(problem)
