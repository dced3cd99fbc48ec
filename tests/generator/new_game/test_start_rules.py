"""The rules.yaml of the start games: valid as it is, and with each clause that waits to be switched on."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.checking.faults import faults_of
from generator.new_game import start_game
from modules import library
from modules.cases import run_paths
from modules.definition import load
from modules.engine.driver import Play
from modules.engine.players.player import RandomPlayer
from modules.engine.requests import Choose, Roll, Shuffle

STYLES = ("tapestry", "modern", "gunpowder")
BY_HAND = {
    "tapestry": {"2.10", "2.11", "2.12"},
    "modern": {"2.10", "2.11", "2.12", "5", "5.1", "5.2", "5.3"},
    "gunpowder": {"2.9", "2.10", "2.11"},
}
"""The numbers that the top of rules.yaml and of RULES.md name as by hand."""
_MARK = re.compile(r"\((\d)\)")
_OFF = re.compile(r"#(?=  |\w+:$)")
_LEDGER = re.compile(r"In ledger\.yaml: ([\d. and]+?) `by: (\w+)`")


def steps_of(text: str) -> tuple[str, ...]:
    """The numbers of the clauses that are switched off, in their order."""
    return tuple(sorted({mark for line in text.splitlines() if "#" in line for mark in _MARK.findall(line)}))


def switch_on(folder: Path, steps: tuple[str, ...]) -> None:
    """Take the `#` from the lines of these steps, and write into ledger.yaml what they say of it."""
    file, now, lines = folder / "rules.yaml", "", []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.lstrip().startswith("# ") and not _OFF.match(line):
            now = next(iter(_MARK.findall(line)), now)
        lines.append(line[1:] if now in steps and _OFF.match(line) else line)
    text = "\n".join(lines)
    file.write_text(text + "\n", encoding="utf-8")
    prose = " ".join(line.strip(" #") for line in lines)
    for step in steps:
        told = _LEDGER.search(prose, prose.index(f"({step})", prose.index("rules: 1")))
        assert told is not None, f"({step}) does not say what changes in ledger.yaml"
        for number in told[1].split(" and "):
            own(folder, number, told[2])


def own(folder: Path, number: str, by: str) -> None:
    """Let an entry of ledger.yaml say whose its number is."""
    file = folder / "ledger.yaml"
    ledger = yaml.safe_load(file.read_text(encoding="utf-8"))
    at, entry = next((i, each) for i, each in enumerate(ledger["rules"]) if each["number"] == number)
    limits = {"acts": ["call"]} if by == "half" else {}
    ledger["rules"][at] = {"number": number, "summary": entry["summary"], "by": by, **limits}
    file.write_text(yaml.safe_dump(ledger, sort_keys=False), encoding="utf-8")


def play(folder: Path, turns: int = 2, seed: int = 1) -> tuple[Play[Any], int]:
    """Play some turns at random; the game, and how many decisions there were."""
    library.forget_definitions()
    rules = library.rules(str(folder), next(iter(load(folder).scenarios)))
    game, decisions = Play(rules), 0
    players = {seat: RandomPlayer(seed, at) for at, seat in enumerate(rules.seats)}
    while game.state.turn <= turns and game.request is not None and decisions < 400 * turns:
        match game.request:
            case Choose() as choice:
                decisions += 1
                game.answer(players[choice.seat].order(game, choice))
            case Roll(dice=dice):
                game.answer(tuple(1 + at % die.sides for at, die in enumerate(dice)))
            case Shuffle(size=size):
                game.answer(tuple(range(size)))
    return game, decisions


@pytest.mark.parametrize("style", STYLES)
def test_a_start_game_has_some_ten_clauses_and_more_to_switch_on(style: str, tmp_path: Path) -> None:
    start_game(tmp_path / "mygame", style=style)
    definition = load(tmp_path / "mygame")
    assert faults_of(tmp_path / "mygame") == []
    carried = [number for number, each in definition.carried_numbers.items() if each.clauses]
    assert len(carried) >= 7
    text = (tmp_path / "mygame" / "rules.yaml").read_text(encoding="utf-8")
    assert steps_of(text) in (("1", "2", "3"), ("1", "2", "3", "4"))


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("step", ["1", "2", "3", "4", "all"])
def test_each_clause_can_be_switched_on(style: str, step: str, tmp_path: Path) -> None:
    folder = tmp_path / "mygame"
    start_game(folder, style=style)
    before, known = load(folder), steps_of((folder / "rules.yaml").read_text(encoding="utf-8"))
    steps = known if step == "all" else tuple(each for each in known if each == step)
    switch_on(folder, steps)
    assert faults_of(folder) == []
    after = load(folder)
    assert (after.rules_file != before.rules_file) == bool(steps)
    added = {number for number, each in after.carried_numbers.items() if each.clauses}
    added -= {number for number, each in before.carried_numbers.items() if each.clauses}
    assert len(added) >= len(steps)
    assert all(after.ledger[number].by in ("program", "half") for number in added)
    assert play(folder)[1] > 20


@pytest.mark.parametrize("style", STYLES)
def test_its_top_names_what_is_by_hand_and_all_else_is_by_program(style: str, tmp_path: Path) -> None:
    start_game(tmp_path / "mygame", style=style)
    ledger = load(tmp_path / "mygame").ledger
    assert {number for number, entry in ledger.items() if entry.by in ("hand", "half")} == BY_HAND[style]
    for file in ("rules.yaml", "RULES.md"):
        text = (tmp_path / "mygame" / file).read_text(encoding="utf-8")
        top = re.split(r"senlac check|carries out all else", text)[0]
        named = set(re.findall(r"\b\d+\.\d+\b", top))
        assert named | {"5", "5.1", "5.2"} >= BY_HAND[style] >= named, file


@pytest.mark.parametrize("style", STYLES)
def test_each_case_holds_and_each_number_of_combat_has_one(style: str, tmp_path: Path) -> None:
    folder = tmp_path / f"mygame_{style}"
    start_game(folder, style=style)
    results, faults = run_paths([folder])
    assert [str(each) for each in (*faults, *results) if getattr(each, "problem", True)] == []
    cases = yaml.safe_load((folder / "cases" / "combat.yaml").read_text(encoding="utf-8"))["cases"]
    ledger = load(folder).ledger
    combat = {n for n, entry in ledger.items() if n.startswith("3.") and entry.by == "program"}
    assert {case["rule"] for case in cases} >= combat | {"1.3", "4"}


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("seed", [5, 7])
def test_a_random_game_is_decided_after_its_last_turn(style: str, seed: int, tmp_path: Path) -> None:
    """Also where sides act by hand after the last turn, and object to what the other has done."""
    start_game(tmp_path / "mygame", style=style)
    game, _ = play(tmp_path / "mygame", turns=99, seed=seed)
    assert game.state.outcome is not None
