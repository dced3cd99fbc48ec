"""Pages in a real browser, headless, each as wide as a telephone and as a desk."""

import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
import time
from html import unescape

import pytest
import uvicorn
from starlette.responses import HTMLResponse
from starlette.routing import Mount, Route

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
WIDTHS = (390, 1280)
# The pages may be in no frame and run no script; this one looks at them from outside.
LOOK = """<!doctype html><body><script>
const seen = {}, pages = %s, widths = %s;
let left = pages.length * widths.length;
for (const page of pages) for (const width of widths) {
  const frame = document.createElement("iframe");
  frame.style = `width:${width}px;height:900px;border:0`;
  frame.sandbox = "allow-same-origin";
  frame.onload = () => {
    const all = frame.contentDocument, body = all.documentElement;
    const wide = [...all.querySelectorAll("*")].filter(
      (each) => each.getBoundingClientRect().right > width + 1 && !each.closest(".wide"));
    seen[`${page} ${width}`] = {
      title: all.title, wide: wide.map((each) => each.tagName), over: body.scrollWidth > width,
      pictures: [...all.images].every((each) => each.complete && each.naturalWidth > 0),
      styled: all.styleSheets.length > 0,
    };
    if (!--left) document.body.dataset.seen = JSON.stringify(seen);
  };
  frame.src = page;
  document.body.append(frame);
}
</script>"""


def browser():
    found = next((name for name in map(shutil.which, BROWSERS) if name), None)
    if found is None:
        if "CI" in os.environ:
            pytest.fail("Chromium is missing, and in CI it has to be there")
        pytest.skip("Chromium is not installed")
    return found


def framed(app):
    """The same pages, which a page of their own address may show in a frame."""

    async def answer(scope, receive, send):
        async def sent(message):
            if message["type"] == "http.response.start":
                message["headers"] = [
                    (name, value.replace(b"frame-ancestors 'none'", b"frame-ancestors 'self'"))
                    for name, value in message["headers"]
                ]
            await send(message)

        await app(scope, receive, sent)

    return answer


def look(app, pages, picture=None):
    """What a browser makes of the pages, by page and width; `picture`: a file for what it shows."""
    from starlette.applications import Starlette

    program = browser()
    text = LOOK % (json.dumps(pages), json.dumps(WIDTHS))
    both = Starlette(routes=[Route("/look", lambda _: HTMLResponse(text)), Mount("/", framed(app))])
    server = uvicorn.Server(uvicorn.Config(both, port=0, log_level="error"))
    thread = threading.Thread(target=server.run)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    try:
        with tempfile.TemporaryDirectory() as home:
            words = [program, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={home}"]
            words += ["--virtual-time-budget=20000", "--window-size=1700,1900"]
            words += [f"--screenshot={picture}"] if picture else ["--dump-dom"]
            done = subprocess.run(
                [*words, f"http://127.0.0.1:{port}/look"],
                capture_output=True,
                text=True,
                timeout=120,
                check=True,
            )
    finally:
        server.should_exit = True
        thread.join()
    found = re.search(r'data-seen="([^"]*)"', done.stdout)
    return json.loads(unescape(found[1])) if found else {}
