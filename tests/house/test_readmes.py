"""The READMEs are true: their rule cases hold, and the commands that they show exist."""

from __future__ import annotations

import re
import shutil
import signal
import subprocess
import sys
import textwrap
from pathlib import Path

import forked
import pytest

from generator.new_game import start_game
from modules.cases import run_file, run_paths

ROOT = Path(__file__).parents[2]
BIN = Path(sys.executable).parent
READMES = sorted(p for p in ROOT.rglob("README.md") if ".venv" not in p.parts and "build" not in p.parts)
READMES += sorted(
    page for room in ("generator", "modules", "pbem") for page in (ROOT / room / "docs").rglob("*.md")
)
READMES += sorted(ROOT.glob("[A-Z]*.md"))


def test_the_worked_cases_of_the_format_hold(tmp_path: Path) -> None:
    text = (ROOT / "modules" / "docs" / "how-to" / "rule-cases.md").read_text(encoding="utf-8")
    start = text.index("    scenario: three_battles/hastings\n    cases:")
    block = textwrap.dedent(text[start : text.index("Counters that are not named")])
    file = tmp_path / "worked.yaml"
    file.write_text(block, encoding="utf-8")
    results = list(run_file(file))
    assert len(results) == 5
    assert [r.problem for r in results] == [""] * 5


def test_the_worked_case_of_a_game_of_one_s_own_holds_on_the_start_game(tmp_path: Path) -> None:
    text = (ROOT / "modules" / "docs" / "how-to" / "rule-cases.md").read_text(encoding="utf-8")
    start = text.index("    scenario: mill_bridge\n    cases:")
    start_game(tmp_path / "mygame")
    (tmp_path / "mygame" / "cases").mkdir(exist_ok=True)
    block = textwrap.dedent(text[start : text.index("Run them by the game's folder")])
    (tmp_path / "mygame" / "cases" / "zones.yaml").write_text(block, encoding="utf-8")
    results, faults = run_paths([tmp_path / "mygame"])  # with the cases that a start game bears
    assert ({each.problem for each in results}, faults) == ({""}, [])


def test_the_worked_case_of_an_attack_holds_on_its_game(tmp_path: Path) -> None:
    text = (ROOT / "modules" / "docs" / "how-to" / "rule-cases.md").read_text(encoding="utf-8")
    start = text.index("    scenario: winter\n    cases:")
    game = tmp_path / "moscow"
    shutil.copytree(ROOT / "tests" / "modules" / "ruled_games" / "moscow", game)
    block = textwrap.dedent(text[start : text.index("Numbers that a game keeps")])
    (game / "cases" / "worked.yaml").write_text(block, encoding="utf-8")
    assert [each.problem for each in run_file(game / "cases" / "worked.yaml")] == [""]


def commands(text: str) -> set[str]:
    found = re.findall(r"(?:^|`|\$ )(senlac|pbem) ([a-z]+)\b", text, flags=re.MULTILINE)
    return {f"{tool} {name}" for tool, name in found}


@pytest.mark.whole
def test_the_commands_that_a_readme_names_exist(subtests: pytest.Subtests) -> None:
    """Each is asked for its help once, however many READMEs name it."""
    naming: dict[str, list[str]] = {}
    for readme in READMES:
        for command in commands(readme.read_text(encoding="utf-8")):
            naming.setdefault(command, []).append(str(readme.relative_to(ROOT)))
    assert len(naming) > 20
    for command, readmes in sorted(naming.items()):
        with subtests.test(command, readmes=readmes):
            done = forked.run(*command.split(), "--help")
            assert done.returncode == 0, done.stderr


@pytest.mark.whole
def test_every_command_of_the_front_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"^    ((?:senlac|pbem) .+)$", text, flags=re.MULTILINE)
    assert len(shown) >= 8
    for line in shown:
        tool, *arguments = line.split("  #")[0].split()
        if "--table" in arguments or arguments == ["table"]:
            assert is_served(tool, *arguments, "--no-browser"), line
            continue
        if arguments[0] == "kit":
            done = subprocess.run([BIN / tool, *arguments], capture_output=True, text=True, check=False)
        else:
            done = forked.run(tool, *arguments)
        assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"


def is_served(tool: str, *arguments: str) -> bool:
    """Whether a command tells its address, and ends well when it is interrupted."""
    words = [BIN / tool, *arguments]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as running:
        said = running.stdout.readline() if running.stdout is not None else ""
        running.send_signal(signal.SIGINT)
        return "http://127.0.0.1:" in said and running.wait(60) == 0


def test_the_pictures_and_links_of_a_readme_are_there(subtests: pytest.Subtests) -> None:
    for readme in READMES:
        with subtests.test(str(readme.relative_to(ROOT))):
            for target in re.findall(r"\]\(([^)#]+?)(?:#[^)]*)?\)", readme.read_text(encoding="utf-8")):
                if not target.startswith(("http:", "https:", "mailto:")):
                    assert (readme.parent / target).exists(), f"{readme}: {target} is not there"
