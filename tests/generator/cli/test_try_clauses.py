"""`senlac try --unit` and `--attack` as a designer calls them: each mistake is one message."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.new_game import start_game
from modules import library


@pytest.fixture(autouse=True)
def mill(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    library.forget_definitions()  # another test may have had a game of this name
    start_game(Path("mill"))
    return Path("mill")


def test_the_ways_of_a_unit_are_printed_and_drawn(senlac) -> None:
    ran = senlac("try", "mill", "--unit", "R-rider-1", "--at", "0404", "--out", "ways.svg")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("R-rider-1 in 0404: ")
    assert ran.out.endswith("wrote ways.svg\n")
    assert Path("ways.svg").read_text().startswith("<?xml")


def test_another_counter_is_put_where_it_is_in_the_way(senlac) -> None:
    words = ("try", "mill/mill_bridge", "--unit", "R-hirdman-1", "--at", "0302")
    assert "ZOC of S-fyrd-5" not in senlac(*words).out
    assert "ZOC of S-fyrd-5" in senlac(*words, "--place", "S-fyrd-5=0502").out


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("--unit", "R-rider-9"), 1, "there is no counter 'R-rider-9': there is R-rider-2, R-rider-1"),
        (("--unit", "R-rider-1", "--at", "9999"), 1, "there is no place '9999'"),
        (("--unit", "R-rider-1", "--state", "sleepy"), 1, "no state 'sleepy'; did you mean reduced or acted"),
        (("--unit", "R-rider-1", "--state", "disordred"), 1, "did you mean disordered?"),
        (("--unit", "R-rider-1", "--turn", "9"), 1, "there is no turn 9: mill_bridge has 8"),
        (
            ("--unit", "R-rider-1", "--phase", "combat"),
            1,
            "no phase 'combat' of raider has a clause `does: move`: write one of movement",
        ),
        (("--attack", "R-rider-1 > S-fyrd-1", "--phase", "movement"), 1, "write one of combat"),
        (("--attack", "R-rider-1"), 1, "write attackers and target as in --attack 'A,B > X'"),
        (("--unit", "R-rider-1", "--attack", "A > B"), 2, "either --unit or --attack"),
        (("--at", "0404"), 2, "either --unit or --attack"),
        (("--turn", "3"), 2, "either --unit or --attack"),
        (("--unit", "R-rider-1", "--place", "R-Orm"), 2, "write COUNTER=PLACE"),
        (("--unit", "R-rider-1", "--out", "ways.gif"), 2, "must end in .svg or .png"),
        (("--attack", "A > B", "--out", "ways.svg"), 2, "a picture is drawn with --unit"),
    ],
)
def test_each_mistake_is_one_message(senlac, words: tuple[str, ...], code: int, said: str) -> None:
    ran = senlac("try", "mill", *words)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err.replace("\n", " ")
    assert not list(Path().glob("ways.*"))


def test_a_game_without_clauses_says_what_to_write(senlac, mill: Path) -> None:
    (mill / "rules.yaml").unlink()
    ran = senlac("try", "mill", "--unit", "R-rider-1")
    assert ran.code == 1
    assert "mill has no rules.yaml, so that all is played by hand: write one" in ran.err
    shipped = senlac("try", "three_battles", "--unit", "N-foot-1")
    assert "the rules of three_battles are code" in shipped.err
