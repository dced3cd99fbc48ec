"""The headings of a rulebook's text: each of them, and nothing else that begins with a number."""

from pathlib import Path

import pytest
import yaml

from generator.new_game.rulebook_numbers import headings_of, ledger_text
from generator.new_game.start import TEMPLATES
from modules.definition import load


def numbers(text: str) -> list[str]:
    return [each.number for each in headings_of(text)]


@pytest.mark.parametrize(
    ("line", "number", "title"),
    [
        ("8.2 Movement", "8.2", "Movement"),
        ("[8.21] A case in brackets", "8.21", "A case in brackets"),
        ("[ 8.22 ]   Another", "8.22", "Another"),
        ("(16.1) Round brackets", "16.1", "Round brackets"),
        ("1.0 INTRODUCTION", "1.0", "INTRODUCTION"),
        ("8 MOVEMENT", "8", "MOVEMENT"),
        ("8 . 2  Bad Spacing", "8.2", "Bad Spacing"),
        ("  8.3Terrain Costs", "8.3", "Terrain Costs"),
        ("8.2\tMovement", "8.2", "Movement"),
        ("8.4. Stacking. A hex holds three units.", "8.4", "Stacking"),
        ("Rule 6: Weather", "6", "Weather"),
        ("Rule 5", "5", ""),
        ("\N{SECTION SIGN} 4.1 Law", "4.1", "Law"),
        ("A.3 Annex", "A.3", "Annex"),
        ("A4.7 Infantry", "A4.7", "Infantry"),
        ("14.1a Sub letter", "14.1a", "Sub letter"),
        ("## 9 Markdown", "9", "Markdown"),
        ("### 9.1.2 in small letters", "9.1.2", "in small letters"),
        ("**15. Bold heading**", "15", "Bold heading"),
        ("12.2 Air Power ........... 15", "12.2", "Air Power"),
        ("13.1\n\nBelow its number", "13.1", "Below its number"),
        ("8.2 Soft\N{SOFT HYPHEN}ened", "8.2", "Softened"),
    ],
)
def test_a_heading_is_found_however_it_is_set(line, number, title):
    assert [(each.number, each.title) for each in headings_of(line)] == [(number, title)]


@pytest.mark.parametrize(
    "line",
    [
        "1757 The summer of war",
        "## 1757",
        "11.2.1940 The attack begins",
        "1. A first item of a list",
        "2) Another item",
        "- 8.2 an item",
        "told in\n8.2 and 8.3 above",
        "as in 8.4.",
        "1.5 MP are spent",
        "3.5 miles were marched\nthat day",
        "20.5% of the units",
        "1.9 1.8 1.7",
        "6.00 pm\nand later",
        "8.2, Movement",
        "B Nothing",
        "Rule 9 says no more\nthan this",
        "",
    ],
)
def test_what_only_begins_with_a_number_is_none(line):
    assert numbers(line) == []


def test_a_number_stands_once_in_the_order_of_the_rulebook_with_its_first_title():
    text = "8.10 Late ..... 7\n8.2 First words\nB.1 Annex\n8.2 Other words\n"
    assert [(each.number, each.title) for each in headings_of(text)] == [
        ("8.2", "First words"),
        ("8.10", "Late"),
        ("B.1", "Annex"),
    ]


@pytest.mark.parametrize("template", sorted(path.name for path in TEMPLATES.iterdir()))
def test_the_ledger_of_a_start_game_has_each_number_of_its_rules(template: str):
    folder: Path = TEMPLATES / template
    listed = [rule["number"] for rule in yaml.safe_load((folder / "ledger.yaml").read_text())["rules"]]
    assert set(numbers((folder / "RULES.md").read_text())) == set(listed)
    assert len(set(listed)) == len(listed)


def test_what_is_written_is_a_ledger(tmp_path):
    from generator.new_game.start import start_game

    start_game(tmp_path / "mill")
    (tmp_path / "mill/rules.yaml").unlink()  # its clauses make their numbers the program's
    headings = headings_of((tmp_path / "mill/RULES.md").read_text() + '\n\n8.2 "Quoted": {words} # and 9\n')
    (tmp_path / "mill/ledger.yaml").write_text(ledger_text(headings))
    ledger = load(tmp_path / "mill").ledger
    assert {entry.by for entry in ledger.values()} == {"hand"}
    assert ledger["8.2"].summary == '"Quoted": {words} # and 9'
