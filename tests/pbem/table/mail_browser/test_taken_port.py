"""The program of a page ends, and another program takes its port: the page sends it neither its token nor the
reader's words. It takes a minute: the system keeps the port for its connections so long."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from pbem.cli.game_setup import plan
from pbem.setup import new_game

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(sys.platform == "win32", reason="Windows sends no SIGINT to another program"),
]


class Taker(ThreadingHTTPServer):
    """A program at a port that was another's: it says of every key that it is locked. `got`: the path, the
    token and the body of each request."""

    allow_reuse_address = True

    def __init__(self, port: int) -> None:
        self.got: list[tuple[str, str | None, str]] = []
        super().__init__(("127.0.0.1", port), _Answers)


class _Answers(BaseHTTPRequestHandler):
    server: Taker

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.got.append((self.path, self.headers["X-Senlac-Token"], body))
        said = {"proof": "0" * 64, "error": {"code": "locked", "what": "Your key is locked."}}
        data = json.dumps(said).encode()
        self.send_response(200 if self.path == "/prove" else 409)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def taken(port: int) -> Iterator[Taker]:
    """Takes the port as soon as it is free, until the end of the block."""
    end = time.monotonic() + 150
    while True:
        try:
            taker = Taker(port)
            break
        except OSError:
            assert time.monotonic() < end
            time.sleep(0.01)
    threading.Thread(target=taker.serve_forever, daemon=True).start()
    yield taker
    taker.shutdown()
    taker.server_close()


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_a_program_that_takes_the_port_gets_no_token(launched: Any, tmp_path: Path, end: int) -> None:
    folders = new_game.create(plan("three_battles/fulford", None), tmp_path / "game", 1_791_979_200)
    command = [
        Path(sys.executable).with_name("pbem"),
        "table",
        "--no-browser",
        "--dir",
        folders["viking"].path,
    ]
    env = {**os.environ, "XDG_DATA_HOME": str(tmp_path / "data")}
    context = launched.new_context()
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=env) as running:
        assert running.stdout is not None
        found = re.search(r"http://127\.0\.0\.1:(\d+)/#\S+", running.stdout.readline())
        assert found is not None
        page = context.new_page()
        page.goto(found[0])
        page.wait_for_selector("body.begun")
        page.wait_for_timeout(500)
        running.send_signal(end)
        with taken(int(found[1])) as taker:
            page.wait_for_selector("#gone:not([hidden])")
            page.fill("#line", "deploy")
            page.press("#line", "Enter")
            page.wait_for_timeout(3500)
            assert page.locator("input[type=password]").count() == 0
            assert taker.got, "the page has asked nothing at all"
            assert {(path, token) for path, token, _ in taker.got} == {("/prove", None)}
            assert "deploy" not in "".join(body for _, _, body in taker.got)
    context.close()
