"""The designer's guide (`senlac docs designers`) is true: its commands run, its changes fit and show."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from generator.building import build
from generator.checking.faults import faults_of
from generator.new_game import start_game
from generator.preview import make_preview
from modules.definition import Definition, load

ROOT = Path(__file__).parents[3]
SENLAC = Path(sys.executable).parent / "senlac"


HAND_OVER = ROOT / "generator" / "docs" / "how-to" / "hand-over.md"


def guide() -> str:
    return (ROOT / "generator" / "docs" / "tutorials" / "designers.md").read_text(encoding="utf-8")


def blocks() -> list[list[str]]:
    """The indented blocks of the guide, in their order."""
    found = re.findall(r"(?:^    .*\n)+", guide(), flags=re.MULTILINE)
    return [[line[4:] for line in block.splitlines()] for block in found]


def commands() -> list[str]:
    return [line for block in blocks() for line in block if line.startswith("senlac ")]


def changes() -> dict[int, list[str]]:
    """The blocks that change a file, by their place."""
    return {i: block for i, block in enumerate(blocks()) if block[0].startswith("mygame/") and block[1:]}


def pictures() -> set[str]:
    """What the commands of the guide write beside the game's folder."""
    return {
        "mygame.html",
        "art.png",
        "pictures",
        "mygame.vmod",
        "mygame.pdf",
        "mygame-0.1.0.senlac",
        "ways.svg",
        "study",
    }


def change(folder: Path, block: list[str]) -> None:
    """Put a block's new lines in the place of its old ones, which must stand there once."""
    file = folder / block[0]
    if all(line[0] == "+" for line in block[1:]):
        file.parent.mkdir(exist_ok=True)
        file.write_text("".join(f"{line[1:]}\n" for line in block[1:]), encoding="utf-8")
        return
    before = "\n".join(line[1:] for line in block[1:] if line[0] in " -")
    after = "\n".join(line[1:] for line in block[1:] if line[0] in " +")
    text = file.read_text(encoding="utf-8")
    assert text.count(before) == 1, f"{block[0]} does not have {before!r}"
    file.write_text(text.replace(before, after), encoding="utf-8")


@pytest.mark.whole
def test_every_command_of_the_guide_runs(tmp_path: Path) -> None:
    expected = ["new", "check", "preview", "art", "build", "module", "lint", "kit", "pack"]
    expected += ["rules", "try", "cases", "rules", "check", "try", "study"]
    assert [line.split()[1] for line in commands()] == expected
    told = {}
    for i, block in enumerate(blocks()):
        if i in changes():
            change(tmp_path, block)
        for line in block:
            told[line] = run(line, tmp_path) if line.startswith("senlac ") else ""
    assert {path.name for path in tmp_path.iterdir()} == {"mygame", *pictures()}
    assert told["senlac check mygame"] == "mygame: no faults\n"
    assert Path(tmp_path, "study", "report.html").is_file()


def test_the_rule_of_the_guide_refuses_as_it_says(changed: Definition) -> None:
    (said,) = (line for block in blocks() for line in block if line.startswith("0601: rule 2.10"))
    folder = changed.folder.parent
    again = run("senlac try mygame --unit R-hirdman-1 --at 0503", folder)
    assert f"  {said}" in [line.partition(";")[0] for line in again.splitlines()]
    assert "  for 2, 2 left: " in again
    assert run("senlac cases mygame/cases/zones.yaml", folder).startswith("1 ")


def test_the_attack_of_the_guide_is_reckoned_as_it_says(changed: Definition) -> None:
    (asked,) = (line for line in commands() if line.startswith("senlac try mygame --attack"))
    (shown,) = (block for block in blocks() if block[0].startswith("R-hirdman-3: combat"))
    said = [line.strip() for line in run(asked, changed.folder.parent).splitlines()]
    assert [line for line in shown if line not in said] == []


def run(line: str, folder: Path) -> str:
    command = [SENLAC, *shlex.split(line)[1:]]
    done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    assert done.returncode == 0, f"{line}: {done.stdout}{done.stderr}"
    return done.stdout


@pytest.mark.whole
def test_every_command_of_the_page_on_handing_over_runs(tmp_path: Path) -> None:
    text = HAND_OVER.read_text(encoding="utf-8")
    told = {line: run(line, tmp_path) for line in re.findall(r"^    (senlac .+)$", text, re.MULTILINE)}
    expected = ["new", "module", "pack", "check", "preview", "vassal", "pack", "list"]
    assert [line.split()[1] for line in told] == expected
    shown = re.findall(r"^    ((?:played by|looked at): .+)$", text, re.MULTILINE)
    for line, now in zip(shown, told["senlac pack mygame"].splitlines()[2:4], strict=True):
        assert line.split()[:2] == now.split()[:2]
        assert len(line.split()) == len(now.split())  # another template of the game has other words
    assert (tmp_path / "same.senlac").read_bytes() == (tmp_path / "mygame-0.1.0.senlac").read_bytes()
    assert "same.senlac/mill_bridge  (by clauses and by hand)" in told["senlac list --games ."].splitlines()


@pytest.fixture
def changed(tmp_path: Path) -> Definition:
    """The game with all changes of the guide, checked wherever the guide says what the check tells."""
    start_game(tmp_path / "mygame")
    for i, block in enumerate(blocks()):
        if i in changes():
            change(tmp_path, block)
        elif block[0].startswith("mygame/counters.yaml:"):
            assert [f"mygame/{fault}" for fault in faults_of(tmp_path / "mygame")] == block
    assert faults_of(tmp_path / "mygame") == []
    return load(tmp_path / "mygame")


def test_every_change_of_the_guide_shows(changed: Definition) -> None:
    assert len(changes()) == 13
    assert changed.counters["S-fyrd-1"].front["combat"] == 4
    assert changed.kind(changed.counters["S-slinger-2"]).figure == "slinger"
    assert changed.maps["mill"].terrain.rows["05"][3] == "w"
    assert changed.game.sides["raider"].palette == changed.game.nations["raider"].palette == "french"
    page = make_preview(changed).data.decode()
    assert "Slingers" in page
    assert "combat 4, movement 3" in page


def test_the_changed_game_can_be_drawn(changed: Definition, tmp_path: Path) -> None:
    names = set(build(changed, tmp_path / "pictures", workers=1, dpi=40).files)
    assert "counters/S-slinger-1-front.png" in names


def test_a_block_that_does_not_fit_is_found(tmp_path: Path) -> None:
    (tmp_path / "a.yaml").write_text("one\n")
    with pytest.raises(AssertionError, match="does not have"):
        change(tmp_path, ["a.yaml", "-two", "+three"])
