"""A page of a stranger in the browser in which a table is open: it neither reads the game, nor gives an
order, nor frames the page, nor takes its token."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from strange_page import ATTACK, assert_nothing_was_got, serve_strange

pytestmark = pytest.mark.whole


@pytest.fixture
def strange() -> Iterator[str]:
    with serve_strange() as address:
        yield address


@pytest.fixture
def table(tmp_path: Path) -> Iterator[str]:
    """The address of a real table, with the word that is good once."""
    words = [
        "play",
        "three_battles/fulford",
        "--as",
        "viking",
        "--against",
        "policy",
        "--table",
        "--no-browser",
    ]
    command = [Path(sys.executable).with_name("pbem"), *words, "--dir", tmp_path / "game"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        said = running.stdout.readline() if running.stdout is not None else ""
        found = re.search(r"http://\S+", said)
        assert found is not None, said
        yield found[0]
        running.terminate()


def test_a_page_of_a_stranger_gets_nothing(launched: Any, table: str, strange: str, tmp_path: Path) -> None:
    context = launched.new_context()
    own = context.new_page()
    own.goto(table)
    own.wait_for_selector("body.begun")
    before = own.inner_text("#due")
    page = context.new_page()
    page.goto(strange)
    calls = {"call/begin": {}, "call/give": {"draft": 0, "line": "deploy"}}
    tried = page.evaluate(ATTACK, [table.partition("#")[0], calls])
    assert_nothing_was_got(tried)
    assert context.cookies() == []
    own.wait_for_timeout(500)
    assert own.inner_text("#due") == before
    assert json.loads((tmp_path / "game" / "alone.json").read_text("utf-8"))["orders"] == []
    context.close()
