"""The figures: every part of scripts/bench runs to its end, and an older commit can be measured beside."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))

from bench import PARTS  # noqa: E402 - scripts are no package

BENCH = [sys.executable, str(ROOT / "scripts" / "bench.py")]


def rows_of(out: str) -> dict[str, list[str]]:
    """The rows under the name of each part."""
    found: dict[str, list[str]] = {}
    for line in out.splitlines():
        if line.startswith("["):
            rows = found.setdefault(line.strip("[]"), [])
        elif found:
            rows.append(line)
    return found


@pytest.mark.whole
def test_every_part_gives_a_row() -> None:
    done = subprocess.run([*BENCH, "--smoke"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    found = rows_of(done.stdout)
    assert tuple(found) == PARTS
    assert [part for part, rows in found.items() if not rows] == []


def test_a_commit_that_there_is_not_is_one_error() -> None:
    done = subprocess.run(
        [*BENCH, "--smoke", "--against", "no-such-commit"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert done.stdout == ""
    told = "scripts/bench: there is no commit 'no-such-commit': name one that `git log` shows\n"
    assert done.stderr == told
