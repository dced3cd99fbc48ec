"""For who has only the package: help that fits, pages, one way for closed pipes, questions before a lock."""

import itertools
import json
import os
import select
import shutil
import subprocess
import sys
from functools import cache
from inspect import cleandoc
from pathlib import Path

import pytest
import typer
from commands import good, pbem

from pbem.cli.actions import game_actions
from pbem.cli.app import app
from pbem.cli.manual import pages

BIN = Path(sys.executable).parent


@cache
def tool(name):
    """All commands of a program, read once."""
    from generator.cli import app as senlac

    return typer.main.get_command(app if name == "pbem" else senlac.app)


def every_command():
    """The words of each command of both programs."""
    for name in ("pbem", "senlac"):
        found = tool(name)
        yield (name,)
        for word, command in found.commands.items():
            yield (name, word)
            yield from ((name, word, inner) for inner in getattr(command, "commands", ()))


def examples(words):
    """The examples of a command as they stand in its code: help shows each on a line of its own."""
    found = command_of(words)
    text = cleandoc(found.callback.__doc__ or "") if len(words) > 1 and found.callback else ""
    lines = text[text.find("Example") :].splitlines() if "Example" in text else []
    return [f"  {line}" for line in itertools.takewhile(bool, lines)]


def command_of(words):
    found = tool(words[0])
    for word in words[1:]:
        found = found.commands[word]
    return found


@pytest.mark.whole
def test_every_command_has_an_example():
    for words in every_command():
        command = command_of(words)
        if not hasattr(command, "commands"):
            assert examples(words), words


def test_help_fits_80_columns_and_ends_in_no_ellipsis(subtests, monkeypatch, capsys):
    """What is cut cannot be read, and an example that is wrapped cannot be copied."""
    from generator import cli as senlac
    from pbem.cli import app as pbem_app

    monkeypatch.setenv("COLUMNS", "80")
    for words in every_command():
        with subtests.test(" ".join(words)):
            monkeypatch.setattr(sys, "argv", [*words, "-h"])
            with pytest.raises(SystemExit) as end:
                (pbem_app.main if words[0] == "pbem" else senlac.main)()
            out = capsys.readouterr().out
            assert end.value.code in (0, None)
            lines = [line for line in out.splitlines() if not line.startswith("Usage:")]
            assert [line for line in lines if len(line) > 80] == []
            assert [line for line in lines if line.endswith(("...", "…"))] == []
            assert not [line for line in examples(words) if line not in out.splitlines()]
            assert f"{words[0]} docs" in " ".join(out.split())


def test_every_page_is_listed_and_printed():
    listed = json.loads(good("docs", "--list", "--json"))
    assert [each["topic"] for each in listed][:2] == ["players", "referees"]
    assert {"with-vassal", "dice", "formats", "glossary"} <= {each["topic"] for each in listed}
    for topic, page in pages().items():
        assert good("docs", topic) == page.file.read_text(encoding="utf-8")
        assert good("docs", topic, "--path") == f"{page.file}\n"
    code, _, err = pbem("docs", "cooking")
    assert (code, "choose from players, referees" in " ".join(err.split())) == (2, True)


def test_a_reader_that_goes_away_is_no_verdict(begun):
    for command in (
        [BIN / "pbem", "verify", begun / "referee", "--full"],
        [BIN / "senlac", "docs", "vassal"],
        [BIN / "pbem", "docs", "formats"],
    ):
        reading, writing = os.pipe()
        os.close(reading)
        with os.fdopen(writing, "wb") as pipe:
            done = subprocess.run(command, stdout=pipe, stderr=subprocess.PIPE, check=False)
        assert (done.returncode, done.stderr) == (141, b""), command


@pytest.mark.parametrize("command", [["-m", "pbem"], ["-m", "generator"], ["-m", "generator.cli"]])
def test_both_run_by_python_in_a_terminal_of_ascii(command):
    plain = {**os.environ, "LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
    for words in (["docs"], ["-h"], ["docs", "players" if command[1] == "pbem" else "three_battles"]):
        done = subprocess.run([sys.executable, *command, *words], env=plain, capture_output=True, check=False)
        assert (done.returncode, done.stderr) == (0, b"")
        assert done.stdout.isascii() and done.stdout


def asked(tool, shell, words):
    """What a command answers to a shell that asks it to complete the last of some words."""
    variable = f"_{tool.upper()}_COMPLETE"
    env = {
        **os.environ,
        variable: f"complete_{shell}",
        "COMP_WORDS": words,
        "COMP_CWORD": str(words.count(" ")),
        "_TYPER_COMPLETE_ARGS": words,
        "_TYPER_COMPLETE_FISH_ACTION": "get-args",
        "_TYPER_COMPLETE_WORD_TO_COMPLETE": words.rpartition(" ")[2],
    }
    return subprocess.run([BIN / tool], env=env, capture_output=True, text=True, check=False).stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish", "powershell"])
def test_shells_complete_the_commands_and_games(shell):
    assert "three_battles" in asked("senlac", shell, "senlac check th")
    assert "standing" in asked("pbem", shell, "pbem stan")
    assert "three_battles" not in asked("senlac", shell, "senlac check ha")


def test_shells_complete_the_folder_of_a_game_of_ones_own(tmp_path, monkeypatch):
    good_folder = tmp_path / "thorn"
    good_folder.mkdir()
    (good_folder / "game.yaml").touch()
    (tmp_path / "thicket").mkdir()
    monkeypatch.chdir(tmp_path)
    assert asked("senlac", "bash", "senlac check th").split() == ["three_battles", "thorn"]


def typed(master, words, wanted):
    """What a shell shows after some keys, until `wanted` is there."""
    os.write(master, words.encode())
    shown = b""
    while wanted.encode() not in shown:
        ready, _, _ = select.select([master], [], [], 60)
        assert ready, shown
        shown += os.read(master, 65536)
    return shown.decode(errors="replace")


@pytest.mark.skipif(shutil.which("bash") is None or os.name == "nt", reason="needs bash and its terminal")
@pytest.mark.parametrize(("tool", "words", "wanted"), [
    ("senlac", "check th", "check three_battles "), ("pbem", "stan", "pbem standing "),
])  # fmt: skip
def test_completion_is_installed_and_used_by_a_shell(tmp_path, tool, words, wanted):
    """As a user does it: installed in a home of its own, the shell begun again, and Tab pressed."""
    env = {**os.environ, "HOME": str(tmp_path), "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    install = ["bash", "-c", f"{tool} --install-completion; true"]
    done = subprocess.run(install, env=env, capture_output=True, text=True, check=True)
    assert "bash completion installed" in done.stdout
    import pty

    master, slave = pty.openpty()
    shell = subprocess.Popen(
        ["bash", "-i"], env={**env, "TERM": "dumb"}, cwd=tmp_path, start_new_session=True,
        stdin=slave, stdout=slave, stderr=slave,
    )  # fmt: skip
    try:
        typed(master, "echo be''gun\n", "begun")
        assert wanted in typed(master, f"{tool} {words}\t", wanted)
    finally:
        shell.kill()
        shell.wait()
        os.close(slave)
        os.close(master)


class Terminal:
    """Somebody at a terminal who types one line."""

    def __init__(self, says):
        self.says = says

    def isatty(self):
        return True

    def readline(self):
        return self.says


@pytest.fixture
def set_up(tmp_path):
    good("new", "three_battles/hastings", "--out", tmp_path)
    (tmp_path / "orders.txt").write_text("place S-Harold 3317\n")
    return tmp_path


@pytest.mark.parametrize(("says", "code"), [("yes\n", 0), ("no\n", 2), ("", 2)])
def test_on_a_terminal_move_asks_and_says_what_is_left(set_up, monkeypatch, says, code):
    monkeypatch.setattr(game_actions.sys, "stdin", Terminal(says))
    found = pbem("move", set_up / "orders.txt", "--dir", set_up / "saxon")
    assert found[0] == code
    assert "Left undecided: " in found[2]
    assert "Sign it? Type `yes`" in found[2]
    assert bool(list((set_up / "saxon" / "moves").glob("*.pbem"))) is (code == 0)


def test_programs_are_not_asked(set_up, monkeypatch):
    monkeypatch.setattr(game_actions.sys, "stdin", Terminal("no\n"))
    assert "Left undecided" not in good("move", set_up / "orders.txt", "--dir", set_up / "saxon", "--yes")


def test_the_shortest_way_through_stands_first(set_up):
    listed = good("legal", "--dir", set_up / "saxon").splitlines()
    assert listed[1].strip() == "deploy"
    assert any(line.strip().startswith("place S-thegn-1 to 8 ...") for line in listed)


def test_a_draft_of_the_players_own_outlives_the_question(set_up, monkeypatch):
    good("move", set_up / "orders.txt", "--dir", set_up / "saxon", "--draft")
    (draft,) = (set_up / "saxon" / "moves").glob("*.pbem")
    before = draft.read_bytes()
    (set_up / "orders.txt").write_text("place S-Harold 3316\n")
    monkeypatch.setattr(game_actions.sys, "stdin", Terminal("no\n"))
    assert pbem("move", set_up / "orders.txt", "--dir", set_up / "saxon")[0] == 2
    assert draft.read_bytes() == before
