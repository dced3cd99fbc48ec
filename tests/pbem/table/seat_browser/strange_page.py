"""A page of a stranger, which tries all that a page can do to a table that is open in the same browser."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

ATTACK = """async ([table, calls]) => {
  const tried = {};
  const attempt = async (name, act) => {
    try { tried[name] = await act(); } catch (error) { tried[name] = `failed: ${error.name}`; }
  };
  const json = { "Content-Type": "application/json", "X-Senlac-Token": "guessed" };
  await attempt("read the page", async () => (await fetch(table)).text());
  const call = (path, how) => fetch(`${table}${path}`, { method: "POST", ...how });
  for (const [path, said] of Object.entries(calls)) {
    const body = JSON.stringify(said);
    await attempt(`${path} with a header`, async () => (await call(path, { headers: json, body })).text());
    await attempt(`${path} blind`, async () => (await call(path, { mode: "no-cors", body })).status);
    await attempt(`${path} as a form`, () => new Promise((resolve) => {
      const frame = Object.assign(document.createElement("iframe"), { name: path });
      const set = { method: "POST", action: table + path, target: path, enctype: "text/plain" };
      const form = Object.assign(document.createElement("form"), set);
      const field = { name: body.slice(0, -1) + ',"x":"', value: '"}' };
      form.append(Object.assign(document.createElement("input"), field));
      document.body.append(frame, form);
      setTimeout(() => { frame.onload = () => resolve("sent"); form.submit(); }, 50);
      setTimeout(() => resolve("silent"), 1000);
    }));
  }
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


class _Strange(BaseHTTPRequestHandler):
    """Serves an empty page, whatever is asked."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>A stranger</title><body></body>")

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def serve_strange() -> Iterator[str]:
    """The address of a stranger's page, on another port of this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Strange)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def assert_nothing_was_got(tried: dict[str, Any]) -> None:
    """Nothing of what the page has tried brought it anything that it could read."""
    found = {name: got for name, got in tried.items() if "with a header" in name or name == "read the page"}
    assert found and all(str(got).startswith("failed") for got in found.values()), found
    blind = {got for name, got in tried.items() if name.endswith("blind") or name == "enter"}
    assert blind <= {0, "failed: TypeError"}, "no answer can be read"
    told = (tried["socket"], tried["frame"], tried["script"])
    assert told == ("failed: socket", "sealed", "failed: script")
    assert tried["opener"].startswith(("failed", "none")) or tried["opener"] == ""
