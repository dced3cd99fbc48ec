"""A page of a stranger in the browser in which a game by mail is open with a draft: it signs nothing, sends
nothing and reads nothing, even if it knows the game, the draft and the digest of what would be signed."""

from __future__ import annotations

import http.client
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from strange_page import ATTACK, assert_nothing_was_got, serve_strange

from pbem.cli.game_setup import plan
from pbem.setup import new_game

pytestmark = pytest.mark.whole
_PREVIEW = """async () => {
  const token = sessionStorage.getItem("senlac-token");
  const headers = { "Content-Type": "application/json", "X-Senlac-Token": token };
  const ask = async (name, said) =>
    (await fetch(`/call/${name}`, { method: "POST", headers, body: JSON.stringify(said) })).json();
  const table = (await ask("house", {})).open;
  const begun = await ask("begin", { table });
  const given = await ask("give", { table, draft: begun.seat.draft, line: "deploy" });
  const { draft } = given.seat;
  return { table, draft, digest: (await ask("preview", { table, draft })).digest, token };
}"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    wanted = plan("three_battles/fulford", None)
    return new_game.create(wanted, tmp_path / "game", 1_791_979_200)["viking"].path


@pytest.fixture
def address(folder: Path, tmp_path: Path) -> Iterator[str]:
    """The address of a real table of the game, with the word that is good once."""
    command = [Path(sys.executable).with_name("pbem"), "table", "--no-browser", "--dir", folder]
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as running:
        said = running.stdout.readline() if running.stdout is not None else ""
        found = re.search(r"http://\S+", said)
        assert found is not None, said
        yield found[0]
        running.terminate()


def list_files(folder: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_a_page_of_a_stranger_signs_and_reads_nothing(launched: Any, address: str, folder: Path) -> None:
    context = launched.new_context()
    own = context.new_page()
    own.goto(address)
    own.wait_for_selector("body.begun")
    said = own.evaluate(_PREVIEW)
    table, token = said["table"], said.pop("token")
    own.wait_for_timeout(1000)
    before = list_files(folder)
    calls = {
        "call/house": {},
        "call/begin": {"table": table},
        "call/send": said,
        "call/act": {"table": table, "name": "resign", "confirm": True},
        "call/take": {"table": table, "name": "orders", "text": "done"},
        "call/unlock": {"table": table, "passphrase": "guessed"},
        "wait/post": {"table": table},
        "download/orders": {"table": table},
    }
    with serve_strange() as strange:
        page = context.new_page()
        page.goto(strange)
        assert_nothing_was_got(page.evaluate(ATTACK, [address.partition("#")[0], calls]))
        assert page.evaluate("sessionStorage.getItem('senlac-token')") is None
    own.wait_for_timeout(500)
    assert list_files(folder) == before
    assert context.cookies() == []
    for host, origin in (("stranger.example", None), (None, "http://stranger.example"), (None, "null")):
        assert _ask(address, token, said, host, origin)["error"]["code"].startswith("other-")
    assert list_files(folder) == before
    assert _ask(address, token, said, None, None)["told"].startswith("Your lines are signed")
    context.close()


def _ask(address: str, token: str, said: Any, host: str | None, origin: str | None) -> dict[str, Any]:
    """*Send* with the right token, by a name that leads to this machine, or from a page of that origin."""
    port = int(address.partition("#")[0].strip("/").rpartition(":")[2])
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    head = {"Content-Type": "application/json", "X-Senlac-Token": token}
    head |= {"Host": f"{host}:{port}"} if host else {}
    head |= {"Origin": origin} if origin else {}
    asked.request("POST", "/call/send", json.dumps(said), head)
    answer: dict[str, Any] = json.loads(asked.getresponse().read())
    asked.close()
    return answer
