"""Attacks on the terminal of whoever looks at a stranger's game: nothing is obeyed or hidden."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from forked import senlac
from hypothesis import given
from hypothesis import strategies as st

from generator.new_game import start_game
from modules.definition import load
from modules.terminal import as_json, find_hidden, line, lines
from modules.written.faults import DefinitionError, Fault, SourcePlace
from pbem.post.robot_log import LogNote

ESCAPES = ["\x1b", "\x07", "\x9b", "\x7f", "\x00", "\u202e", "\u2066", "\ufeff", "\u2028", "\udc9b"]
BLANKS = ["\u200b", "\u200d", "\u00ad", "\u2060", "\u3164", "\u2800", "\ufe0f", "\U000e0041"]
FIELDS = [("source: rulebook 5", "source: "), ("\n  S-fyrd", "\n  "), ("name: Orm", "name: ")]
COMMANDS = ["check", "provenance", "rules"]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "mygame"
    start_game(folder)
    return folder


def is_plain(printed: str) -> bool:
    return all(not find_hidden(each) and "\t" not in each for each in printed.split("\n"))


@pytest.mark.parametrize("character", [*ESCAPES[:-1], *BLANKS])
@pytest.mark.parametrize(("old", "new"), FIELDS)
def test_what_cannot_be_seen_is_a_fault_at_its_place(game: Path, character: str, old: str, new: str) -> None:
    """In a source, in a key, in a name; as an escape of YAML, and as it is: that YAML itself may refuse."""
    file = game / "counters.yaml"
    sound = file.read_text("utf-8")
    for written in (f'{new}"rulebook \\U{ord(character):08x}5"', f"{new}rulebook {character}5"):
        assert old in sound
        file.write_text(sound.replace(old, written, 1), "utf-8")
        with pytest.raises(DefinitionError) as caught:
            load(game)
        assert caught.value.faults[0].place.file == "counters.yaml"
        assert find_hidden(str(caught.value.faults[0])) is None
        if "U000" in written:
            assert "cannot be seen: leave it out" in str(caught.value)
            assert caught.value.faults[0].place.line > 1


def test_nothing_raw_reaches_a_terminal(game: Path) -> None:
    """Names of files, keys and line ends of texts, through every command that tells of them."""
    evil = game / "maps" / "evil\x1b[2J\n\u202e.yaml"
    evil.write_text("map: x\n")
    text = (game / "counters.yaml").read_text("utf-8")
    (game / "counters.yaml").write_text(
        text.replace("source: rulebook 5", 'source: "rulebook 5: no\\tfaults"', 1)
    )
    (game / "game.yaml").write_text((game / "game.yaml").read_text("utf-8") + '"\\ta\\nb": 1\n')
    (game / "rules\x1b[2J.py").write_text("x = (\n")
    for command in COMMANDS:
        for options in ([], ["--json"]):
            done = senlac(command, game, *options)
            assert is_plain(done.stdout)
            assert is_plain(done.stderr)
            assert "Traceback" not in done.stderr
    listed = senlac("provenance", game).stdout.splitlines()
    assert sum("rulebook 5: no\\tfaults" in each for each in listed) == 1


def test_a_file_name_that_is_no_text_can_be_told(tmp_path: Path) -> None:
    name = os.fsdecode(b"evil\xff\x1b\n.vmod")
    (tmp_path / name).write_bytes(b"no zip")
    done = senlac("lint", tmp_path / name)
    assert is_plain(done.stderr)
    assert "evil\\xff\\x1b\\n.vmod" in done.stderr


def test_a_full_disk_is_told_with_the_file(game: Path) -> None:
    with Path("/dev/full").open("wb") as full:
        run = [sys.executable, "-m", "generator.cli", "list"]
        done = subprocess.run(run, stdout=full, stderr=subprocess.PIPE)
    assert done.returncode == 2
    assert done.stderr.decode().strip() == "senlac: standard output: No space left on device"


@given(st.text())
def test_what_is_shown_holds_nothing_hidden(text: str) -> None:
    assert find_hidden(line(text)) is None and "\n" not in line(text)
    assert find_hidden(lines(text)) is None and lines(text).count("\n") == text.count("\n")
    assert json.loads(as_json({text: text})) == {text: text}
    assert find_hidden(as_json(text)) is None


@pytest.mark.parametrize("character", [*ESCAPES, *BLANKS])
def test_each_of_them_is_seen_through(character: str) -> None:
    assert find_hidden(f"a{character}b") == character
    assert find_hidden(line(f"a{character}b")) is None
    assert find_hidden(str(Fault(SourcePlace(f"a{character}b"), character))) is None
    assert find_hidden(LogNote("trouble", "x", character).json()) is None


def test_what_people_write_stays_as_it_is() -> None:
    words = "Ælfgyva – “Où fut-il ?” Ωμέγα 中文 é\u0301 ½ × 10\u00a0km"
    assert line(words) == lines(words) == words
    assert find_hidden(words + "\n\t") is None
