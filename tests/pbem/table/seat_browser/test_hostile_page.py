"""A page of a stranger in the browser in which a table is open: it neither reads the game, nor gives an
order, nor frames the page, nor takes its token."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

pytestmark = pytest.mark.whole
_ATTACK = """async (table) => {
  const tried = {};
  const attempt = async (name, act) => {
    try { tried[name] = await act(); } catch (error) { tried[name] = `failed: ${error.name}`; }
  };
  const body = JSON.stringify({ draft: 0, line: "deploy" });
  const json = { "Content-Type": "application/json", "X-Senlac-Token": "guessed" };
  await attempt("read the page", async () => (await fetch(table)).text());
  const call = (path, how) => fetch(`${table}${path}`, { method: "POST", body, ...how });
  await attempt("call with a header", async () => (await call("call/begin", { headers: json })).text());
  await attempt("blind call", async () => (await call("call/give", { mode: "no-cors" })).status);
  const word = { mode: "no-cors", body: '{"word": "guessed"}' };
  await attempt("enter", async () => (await call("enter", word)).status);
  await attempt("socket", () => new Promise((resolve) => {
    const socket = new WebSocket(table.replace("http", "ws"));
    socket.onopen = () => resolve("open");
    socket.onerror = () => resolve("failed: socket");
  }));
  await attempt("frame", () => new Promise((resolve) => {
    const frame = Object.assign(document.createElement("iframe"), { src: table });
    frame.onload = () => {
      try { resolve(frame.contentDocument ? "same origin" : "sealed"); } catch { resolve("sealed"); }
    };
    document.body.append(frame);
  }));
  await attempt("script", () => new Promise((resolve) => {
    const script = Object.assign(document.createElement("script"), { src: `${table}call/begin` });
    script.onload = () => resolve("ran");
    script.onerror = () => resolve("failed: script");
    document.head.append(script);
  }));
  await attempt("opener", async () => {
    const other = open(table);
    await new Promise((done) => setTimeout(done, 500));
    return other ? String(other.document.title) : "none";
  });
  return tried;
}"""


class Strange(BaseHTTPRequestHandler):
    """Serves an empty page, whatever is asked."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>A stranger</title><body></body>")

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def strange() -> Iterator[str]:
    """The address of a stranger's page, on another port of this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Strange)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


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
    tried = page.evaluate(_ATTACK, table.partition("#")[0])
    assert tried["read the page"].startswith("failed") and tried["call with a header"].startswith("failed")
    assert {tried["blind call"], tried["enter"]} <= {0, "failed: TypeError"}, "no answer can be read"
    assert (tried["socket"], tried["frame"], tried["script"]) == (
        "failed: socket",
        "sealed",
        "failed: script",
    )
    assert tried["opener"].startswith(("failed", "none")) or tried["opener"] == ""
    assert context.cookies() == []
    own.wait_for_timeout(500)
    assert own.inner_text("#due") == before
    assert json.loads((tmp_path / "game" / "alone.json").read_text("utf-8"))["orders"] == []
    context.close()
