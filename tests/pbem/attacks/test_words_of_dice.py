"""What a die was for: in a roll entry it stands in words that its author alone has signed. Whoever reads it
is told what the rules say it was for, or whose word it is."""

import json
import shutil
from pathlib import Path

import pytest
from commands import good, pbem
from said import remade

from pbem.entry.entries import Entry, sign
from pbem.keys.openssh_keys import PrivateKey
from pbem.log.log_file import GameLog

VECTORS = Path(__file__).parents[1] / "vectors"
LIE = "weather: storm on 1 or 2"


@pytest.fixture(scope="module")
def game(tmp_path_factory):
    path = tmp_path_factory.mktemp("words") / "one"
    good("simulate", "three_battles/fulford", "--seed", 1, "--out", path)
    return path


def renamed(game, at=1, **words):
    """The log in which the referee has named the dice of a roll otherwise, signed again from there on."""
    keys = {folder.name: PrivateKey.load(folder / "key") for folder in game.iterdir() if folder.is_dir()}
    log = []
    for signed in GameLog(game / "referee/game.log").read().records():
        entry = Entry.decode(signed.data)
        if entry.seq == 0:
            log.append(signed)
            continue
        entry = remade(entry, prev=log[-1].head)
        if entry.type == "roll" and entry.body.k == at:
            body = entry.body.to_plain()
            body["rolls"][0] |= words
            entry = remade(entry, body=body)
        log.append(sign(entry, keys[entry.author]))
    return log


def written(log, file):
    file.write_bytes(b"".join([b"senlac-log/2\n", *(each.to_record() + b"\n" for each in log)]))
    return file


@pytest.fixture
def lied(game, tmp_path):
    return written(renamed(game, label=LIE), tmp_path / "game.log")


def test_the_purpose_of_a_die_is_by_the_rules_not_by_who_signed_it(game, lied):
    """The attack: the referee signs the first roll with other words, and all that follows. The dice hold."""
    assert good("verify", lied).startswith("holds")
    told = good("dice", "verify", lied, "--list")
    assert LIE not in told
    assert told.splitlines()[:-1] == good("dice", "verify", game, "--list").splitlines()[:-1]
    assert "by the rules" in told.splitlines()[0]
    rolls = json.loads(good("dice", "verify", lied, "--json"))["rolls"]
    assert LIE not in {each["label"] for each in rolls}
    assert {each["word_of"] for each in rolls} == {None}


def test_from_where_the_rules_part_with_the_log_on_it_is_the_signers_word(game, tmp_path):
    """The same with another rule, at the third roll: that is no wording, and the rules go no further."""
    log = written(renamed(game, at=3, label=LIE, rule="99.9"), tmp_path / "game.log")
    code, out, _ = pbem("verify", log)
    assert (code, "[roll-rules]" in out) == (1, True)
    head, *rolls, _ = good("dice", "verify", log, "--list").splitlines()
    assert ["referee says: " in line for line in rolls[:4]] == [False, False, True, True]
    assert "99.9" in head
    assert f"referee says: {LIE} (rule 99.9)" in rolls[2]


def test_nor_does_the_whole_game_as_it_is_told_repeat_the_words_of_a_log(game, lied):
    assert LIE not in good("verify", lied, "--full")
    shutil.copytree(game / "referee", lied.parent / "referee")
    shutil.copy(lied, lied.parent / "referee/game.log")
    assert LIE not in good("status", "--dir", lied.parent / "referee")


@pytest.mark.parametrize(
    ("log", "author"), [("game-joined.log", "referee"), ("game-without-referee.log", "saxons")]
)
def test_without_the_rules_each_line_says_whose_word_it_is(log, author):
    """Of a game whose rules are not installed here nobody can say what a die was for."""
    code, out, _ = pbem("dice", "verify", VECTORS / log, "--list")
    assert code in (0, 3)
    head, *rolls, _ = out.splitlines()
    assert "the rules have not checked it. Why not: entry 0 (charter by" in head
    assert rolls
    assert any(f"{author} says: " in line for line in rolls)
    assert all(" says: " in line for line in rolls)
    found = json.loads(pbem("dice", "verify", VECTORS / log, "--json")[1])["rolls"]
    assert author in {each["word_of"] for each in found}
    assert None not in {each["word_of"] for each in found}
