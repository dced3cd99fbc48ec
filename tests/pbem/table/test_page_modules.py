"""The page's modules by the tools of their own language: the tests in node, and their types by tsc."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import NoReturn

import pytest

ROOT = Path(__file__).parents[3]
TESTS = sorted(
    str(file)
    for room in ("js", "seat_js", "mail_js")
    for file in (Path(__file__).parent / room).glob("*.test.mjs")
)
COMPILER = ROOT / ".venv" / "node" / "node_modules" / ".bin" / "tsc"


def missing(what: str) -> NoReturn:
    """Skips, and fails in CI."""
    if "CI" in os.environ:
        pytest.fail(f"{what} is missing, and in CI it has to be there")
    pytest.skip(f"{what} is not installed")


def test_the_modules_in_node() -> None:
    node = shutil.which("node")
    if node is None:
        missing("Node")
    done = subprocess.run([node, "--test", *TESTS], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr
    assert len(TESTS) >= 15


@pytest.mark.parametrize("room", ["page", "seat_page", "mail_page", "verifier"])
def test_the_types_of_the_modules(room: str) -> None:
    if not COMPILER.exists():
        missing("TypeScript")
    words = [COMPILER, "--project", ROOT / "pbem" / "table" / room]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
