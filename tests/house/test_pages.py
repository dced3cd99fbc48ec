"""The pages of the rooms: by kind, each listed once, one to a topic; READMEs of one screen; one site."""

from __future__ import annotations

import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from generator.pages import BESIDE, CONTENTS, KINDS, pages_in
from modules import library

ROOT = Path(__file__).parents[2]
FOLDERS = {room: ROOT / room / "docs" for room in ("generator", "modules", "pbem")}
COMMANDS = {"senlac": ("generator", "modules"), "pbem": ("pbem",)}
LONGEST = 60
"""Lines of a README: one screen."""


@pytest.mark.parametrize("room", FOLDERS)
def test_every_page_stands_in_the_contents_of_its_kind(room: str) -> None:
    kinds = sorted(folder.name for folder in FOLDERS[room].iterdir() if folder.is_dir())
    assert set(kinds) <= {*KINDS, *BESIDE}
    for kind in kinds:
        listed = (FOLDERS[room] / kind / CONTENTS).read_text(encoding="utf-8").split()
        there = sorted(page.stem for page in (FOLDERS[room] / kind).glob("*.md"))
        assert sorted(listed) == there, f"{room}/docs/{kind}"


@pytest.mark.parametrize("command", COMMANDS)
def test_a_topic_names_one_page_of_a_command(command: str) -> None:
    folders = [FOLDERS[room] for room in COMMANDS[command]]
    topics = [page.stem for folder in folders for page in folder.rglob("*.md")]
    topics += library.games() if command == "senlac" else []
    assert [topic for topic, number in Counter(topics).items() if number > 1] == []


@pytest.mark.parametrize("command", COMMANDS)
def test_a_command_has_pages_of_all_four_kinds(command: str) -> None:
    pages = pages_in(*(FOLDERS[room] for room in COMMANDS[command]))
    assert {page.kind for page in pages.values()} >= set(KINDS)


def test_the_first_paragraph_of_a_page_is_one_line_that_says_what_it_is_for() -> None:
    for topic, page in pages_in(*FOLDERS.values()).items():
        heading, empty, summary, after = page.file.read_text(encoding="utf-8").splitlines()[:4]
        assert heading.startswith("# ") and not empty and not after, topic
        assert summary.endswith(".") and len(summary) <= 78, (topic, len(summary))


def test_a_measurement_names_its_day_and_its_command() -> None:
    pages = [page for page in pages_in(*FOLDERS.values()).values() if page.kind == "measurements"]
    assert len(pages) > 7
    for page in pages:
        measured = re.search(
            r"^Measured (?:on|from) 20\d\d-\d\d-\d\d[^.]*`scripts/(\w+)`", page.file.read_text("utf-8"), re.M
        )
        assert measured and (ROOT / "scripts" / measured[1]).is_file(), page.file.name


def test_a_readme_is_one_screen() -> None:
    readmes = [p for room in ("art", *FOLDERS, "tests") for p in (ROOT / room).rglob("README.md")]
    lines = {p: len(p.read_text(encoding="utf-8").splitlines()) for p in readmes}
    assert {str(p.relative_to(ROOT)): number for p, number in lines.items() if number > LONGEST} == {}


def test_the_pages_at_the_top_are_there() -> None:
    for name in ("README", "ARCHITECTURE", "CONTRIBUTING", "SECURITY", "CHANGELOG"):
        assert (ROOT / f"{name}.md").is_file()


@pytest.mark.whole
def test_the_site_loads_nothing_from_other_hosts(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "docs_site.py", "--out", tmp_path / "site"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, ""), done.stderr
    pages = list((tmp_path / "site").rglob("*.html"))
    assert len(pages) > len(pages_in(*FOLDERS.values()))
    loads = re.compile(r"<(?:script|img|link|iframe)\b[^>]*\b(?:src|href)=\"(?:https?:)?//[^\"]*\"")
    assert [
        (page.name, loads.findall(page.read_text("utf-8")))
        for page in pages
        if loads.search(page.read_text("utf-8"))
    ] == []
