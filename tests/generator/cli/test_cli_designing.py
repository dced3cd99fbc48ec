"""The command senlac in a designer's hands: wrong calls end in one message that says what to do."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator import console
from generator.new_game import start_game


@pytest.fixture(autouse=True)
def mygame(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The folder in which senlac runs holds a new game."""
    start_game(tmp_path / "mygame")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("vassal save mygame --out s.vsav", "'mygame': write GAME/SCENARIO"),
        ("vassal save mygame/ --out s.vsav", "'mygame/': write GAME/SCENARIO"),
        ("vassal save three_battles/campaign --out s.vsav", "three_battles/fulford"),
        (
            "build mygame --out p --only blocks",
            "Invalid value for --only: mygame has no blocks; it has counters",
        ),
        ("kit mygame --out k.pdf --only mapz", "Invalid value for --only: 'mapz'"),
        ("kit mygame --out k.pdf --back-offset 1", "Invalid value for --back-offset: '1'"),
        ("provenance mygame --only x", "Invalid value for --only: 'x'"),
    ],
)
def test_a_wrong_call_names_what_is_wrong_and_writes_nothing(senlac, words: str, says: str) -> None:
    code, _, err = senlac(*words.split())
    assert code == 2
    assert says in err
    assert [each.name for each in Path().iterdir()] == ["mygame"]


@pytest.mark.parametrize(
    "words",
    [
        "build mygame --out file --dpi 30",
        "build mygame --out file/p --dpi 30",
        "preview mygame --out file/p.html",
        "schema --out file",
        "schema --out file/s",
        "new file/g",
    ],
)
def test_a_file_where_a_folder_is_needed(senlac, words: str) -> None:
    Path("file").write_text("mine")
    code, _, err = senlac(*words.split())
    assert code == 2
    assert "file" in err.partition(": a file stands where a folder is needed: choose another name")[0]
    assert len(err.splitlines()) == 1
    assert Path("file").read_text() == "mine"


def test_kit_and_proof_are_both_told(senlac) -> None:
    words = ("kit", "mygame", "--only", "markers", "--out", "k.pdf", "--proof", "p.png")
    _, out, _ = senlac(*words)
    assert [line.partition(":")[0] for line in out.splitlines()] == ["wrote p.png", "wrote k.pdf"]
    _, out, _ = senlac(*words, "--json")
    told = json.loads(out)
    assert (told["proof"], told["file"], told["kinds"]) == ("p.png", "k.pdf", 2)


def test_what_new_tells_to_do_next_can_be_pasted(senlac) -> None:
    _, out, _ = senlac("new", "My Game")
    assert "  senlac check 'My Game'" in out.splitlines()
    assert "  senlac preview 'My Game' --open" in out.splitlines()
    assert "  senlac try 'My Game'" in out.splitlines()
    assert "the program carries out the clauses of rules.yaml" in out


def test_quoting_is_that_of_this_systems_shell(monkeypatch: pytest.MonkeyPatch) -> None:
    assert (console.quoted("My Game"), console.quoted("mygame")) == ("'My Game'", "mygame")
    monkeypatch.setattr(console.os, "name", "nt")
    assert (console.quoted("My Game"), console.quoted("mygame")) == ('"My Game"', "mygame")


@pytest.mark.whole
def test_outputs_are_named_for_the_game(senlac, monkeypatch: pytest.MonkeyPatch) -> None:
    assert senlac("preview", "mygame")[0] == 0
    assert senlac("kit", "mygame", "--only", "markers")[0] == 0
    assert senlac("module", "mygame")[0] == 0
    assert senlac("build", "mygame", "--only", "counters", "--dpi", "30")[0] == 0
    names = {each.name for each in Path().iterdir()}
    assert names == {"mygame", "mygame.html", "mygame.pdf", "mygame.vmod", "mygame-pictures"}


@pytest.mark.skipif(os.name == "nt", reason="there the system's own browser is opened, and no other")
def test_a_preview_is_opened_in_the_browser(senlac, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In that of $BROWSER, by a command of its own, as on a desktop; where there is none, that is told."""
    browser, opened = tmp_path / "browser", tmp_path / "opened"
    browser.write_text(f'#!/bin/sh\necho "$@" > {opened}\n', encoding="utf-8")
    browser.chmod(0o755)
    command = [Path(sys.executable).parent / "senlac", "preview", "mygame", "--open"]
    subprocess.run(command, env={**os.environ, "BROWSER": f"{browser} %s"}, check=True, capture_output=True)
    assert opened.read_text(encoding="utf-8").strip() == Path("mygame.html").resolve().as_uri()
    monkeypatch.setattr("webbrowser.open", lambda address: False)
    code, _, err = senlac("preview", "mygame", "--open")
    assert (code, err) == (0, "no browser was found here: open mygame.html in one by hand\n")


def test_a_manifest_that_lists_files_otherwise_is_drawn_anew(senlac) -> None:
    entry = {"what": "counters", "inputs": "x", "sha256": ["counters/a.png"]}
    Path("p").mkdir()
    Path("p/manifest.json").write_text(json.dumps({"game": "mygame", "dpi": {}, "pictures": [entry]}))
    code, out, _ = senlac("build", "mygame", "--out", "p", "--only", "counters", "--dpi", "30")
    assert (code, out.partition(" ")[0]) == (0, "drew")
