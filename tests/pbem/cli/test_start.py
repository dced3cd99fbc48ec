"""What a command pays for at its start: the light modules pull nothing heavy in."""

import subprocess
import sys
from pathlib import Path

import pytest
from typer.main import get_command

from generator import console
from pbem.cli.app import app

ROOT = Path(__file__).parents[3]
HEAVY = ("cryptography", "lxml", "typer", "rich", "email", "yaml", "generator", "modules.definition")
PLAIN = (*HEAVY, "pydantic", "modules")


def loaded(name, unwanted):
    """Which of these modules come with one of pbem's."""
    script = f"import sys, pbem.{name}; print(*(m for m in {unwanted!r} if m in sys.modules))"
    command = [sys.executable, "-c", script]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.parametrize(
    "name",
    [
        "errors",
        "entry.canonical_json",
        "log.verdict",
        "dice.dice_stream",
        "dice.hash_chain",
        "keys.openssh_keys",
    ],
)
def test_importing_is_cheap(name):
    assert loaded(name, PLAIN) == []


@pytest.mark.parametrize(
    "name", ["entry.entries", "entry.armor", "log.log_file", "log.replay_protocol", "log.verification"]
)
def test_what_verifies_needs_no_game(name):
    """It stands on the shapes of entries (pydantic) and on the engine's requests, and on no more."""
    assert set(loaded(name, HEAVY)) <= {"email"}  # which comes with pydantic


def test_a_command_reads_the_arguments_of_no_other():
    every = get_command(app)
    for name in every.commands:
        assert [*get_command(console.only_called(app, [name, "--json"])).commands] == [name]
    assert [*get_command(console.only_called(app, ["nonesuch"])).commands] == [*every.commands]


def test_a_status_imports_nothing_that_draws_reads_mails_or_checks_a_game_again(tmp_path):
    script = (
        "import sys\nfrom pbem.__main__ import main\n"
        "def run(*words):\n"
        "    sys.argv = ['pbem', *words]\n"
        "    try: main()\n"
        "    except SystemExit as ended: assert not ended.code\n"
        "    return set(sys.modules)\n"
    )
    run(
        [
            sys.executable,
            "-c",
            f"{script}run('new', 'three_battles/hastings', '--out', {str(tmp_path / 'g')!r})",
        ]
    )
    told = run(
        [sys.executable, "-c", f"{script}print(*run('status', '--dir', {str(tmp_path / 'g/saxon')!r}))"]
    )
    heavy = (
        "pbem.mail.",
        "pbem.setup.",
        "pbem.robot.",
        "generator.drawing",
        "generator.position",
        "lxml",
        "svgwrite",
        "yaml",
        "modules.definition.loader",
        "modules.definition.checks.definition",
    )
    assert "pbem.messages.game_status" in told
    assert [each for each in told.split() if each.startswith(heavy)] == []


def run(command):
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
