"""`senlac rules` of a game by hand: whose each number is, and a ledger begun from the rulebook's text."""

import json
from pathlib import Path

import pytest

from generator.new_game.start import start_game
from modules import library


@pytest.fixture
def mill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    library.definition.cache_clear()
    start_game(Path("mill"))
    return Path("mill")


def test_each_number_is_told_below_the_count(senlac, mill: Path) -> None:
    ledger = mill / "ledger.yaml"
    (old,) = [line for line in ledger.read_text().splitlines() if 'number: "2.12"' in line]
    limited = old.replace("acts: [call]", "acts: [call], sides: [raider]")
    ledger.write_text(ledger.read_text().replace(old, limited))
    ran = senlac("rules", "mill")
    assert (ran.code, ran.err) == (0, "")
    said = ran.out.splitlines()
    assert said[0] == (
        "31 numbers: the program carries out 23 (9 of them with an example of play), 0 half, 3 by hand, "
        "5 need nothing"
    )
    assert "1.4: by program: The marker of the turn" in said
    assert "2.12: by hand: Riders stop where they enter woods" in said
    told = json.loads(senlac("rules", "mill", "--json").out)
    assert told["counts"] == {"program": 23, "half": 0, "hand": 3, "nothing": 5}
    rules = {rule["number"]: rule for rule in told["rules"]}
    assert rules["2.12"]["acts"] == ["call"]
    assert not rules["2.12"]["same_for_all"]
    assert "acts" not in rules["3"]


def test_without_a_ledger_one_sentence_says_so(senlac, mill: Path) -> None:
    (mill / "ledger.yaml").unlink()
    (mill / "rules.yaml").unlink()
    ran = senlac("rules", "mill")
    assert (ran.code, ran.out.count("\n"), ran.out.startswith("mill has no ledger.yaml")) == (0, 1, True)
    assert json.loads(senlac("rules", "mill", "--json").out)["rules"] == []


def test_a_ledger_begins_with_the_headings_and_no_file_is_overwritten(senlac, mill: Path) -> None:
    (mill / "ledger.yaml").unlink()
    shown = senlac("rules", "mill", "--numbers", "mill/RULES.md").out
    ran = senlac("rules", "mill", "--numbers", "mill/RULES.md", "--out", "mill/ledger.yaml")
    assert (ran.code, ran.out) == (0, "wrote mill/ledger.yaml: 31 numbers, each by hand\n")
    assert (mill / "ledger.yaml").read_text() == shown
    Path("other.yaml").write_text("mine")
    (mill / "ledger.yaml").unlink()
    library.definition.cache_clear()
    ran = senlac("rules", "mill", "--numbers", "mill/RULES.md", "--out", "other.yaml")
    assert (ran.code, "other.yaml: exists already and is not overwritten" in ran.err) == (2, True)
    assert Path("other.yaml").read_text() == "mine"


def test_numbers_that_a_ledger_lacks_are_shown(senlac, mill: Path) -> None:
    assert senlac("rules", "mill", "--numbers", "mill/RULES.md").code == 0
    Path("more.txt").write_text("3.2 Combat\n9.10 Late\n9.2 Weather\n")
    ran = senlac("rules", "mill", "--numbers", "more.txt")
    assert (ran.code, ran.out) == (1, "9.2: missing: Weather\n9.10: missing: Late\n")
    assert ran.err == "ledger.yaml lacks 2 numbers of more.txt\n"
    assert senlac("rules", "mill", "--numbers", "more.txt", "--out", "new.yaml").code == 2
    assert not Path("new.yaml").exists()


def test_what_is_no_text_and_has_no_headings_is_one_error(senlac, mill: Path) -> None:
    Path("book.pdf").write_bytes(b"%PDF-1.7\xff\xfe")
    ran = senlac("rules", "mill", "--numbers", "book.pdf")
    assert (ran.code, ran.err) == (
        1,
        "senlac: book.pdf: not text in UTF-8: save the rulebook as plain text or Markdown\n",
    )
    Path("plain.txt").write_text("1. an item\n")
    assert "no numbered heading here" in senlac("rules", "mill", "--numbers", "plain.txt").err
    assert senlac("rules", "mill", "--out", "x.yaml").code == 2


def test_a_fault_of_the_ledger_is_told_by_check_with_its_place(senlac, mill: Path) -> None:
    file = mill / "ledger.yaml"
    file.write_text(file.read_text().replace("acts: [call]}", "acts: [call], phases: [rallying]}", 1))
    ran = senlac("check", "mill")
    assert ran.code == 1
    assert "found 'rallying': expected one of movement, combat, rally, setup, ending" in ran.out
    assert ran.out.startswith("mill/ledger.yaml:")


def test_a_number_that_nothing_carries_out_is_a_warning_at_its_line(senlac, mill: Path) -> None:
    ledger = mill / "ledger.yaml"
    text = ledger.read_text().replace("Nobody must attack, by: nothing", "Nobody must attack, by: program")
    ledger.write_text(text)
    (line,) = [i for i, each in enumerate(text.splitlines(), 1) if 'number: "3.1"' in each]
    told = senlac("check", "mill").out.splitlines()
    assert told[0].startswith(f"mill/ledger.yaml:{line}:50: warning: rule 3.1 is by program, and neither a ")
    assert told[0].endswith('bears it: add a clause with `rule: "3.1"`, or write `by: hand`')
    assert told[1:] == ["mill: no faults, 1 warning"]


def test_a_mistake_in_an_attack_says_nothing_of_its_phase(senlac, mill: Path) -> None:
    rules = mill / "rules.yaml"
    rules.write_text(rules.read_text().replace("led_by: owner", "led_by: loser"))
    ran = senlac("check", "mill")
    (told,) = [line for line in (ran.out + ran.err).splitlines() if line.startswith("mill/")]
    assert told.endswith("found 'loser': expected 'owner' or 'victor'")


def test_a_code_that_leads_to_a_hand_is_told_where_it_stands(senlac, mill: Path) -> None:
    rules = mill / "rules.yaml"
    text = rules.read_text().replace("DL: [{do: step, of: defenders}]", "DL: [{do: hand}]")
    rules.write_text(text)
    (line,) = [i for i, each in enumerate(text.splitlines(), 1) if "do: hand" in each]
    told = senlac("check", "mill").out
    assert told.startswith(
        f"mill/rules.yaml:{line}:7: warning: rule 3.3 is by program in ledger.yaml, and here"
    )
