"""What the story page costs in Chromium, headless: when it first paints, what a frame costs while a board
of 150 counters is panned, what a step costs, how large the page is without its story.

A frame is script, style, layout, paint and commit on the page's own thread, from the browser's trace.
Rasters and the compositor have threads of their own. A line has a label, a TAB, and the figure.
"""

from __future__ import annotations

import json
import random
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from bench_sizes import ROOT, asked
from bench_timing import tell

sys.path += [str(ROOT / "tests" / "pbem" / "table" / "browser")]

from small_story import picture, small_story

from pbem.table import game_page

try:
    from playwright.sync_api import sync_playwright
except ImportError:
    raise SystemExit("Playwright is not installed: run `scripts/environment dev`") from None

_COUNTERS, _MOVES = 150, 200
_MAP = (2335, 1542)
_WORK = ("EventDispatch", "FireAnimationFrame", "UpdateLayoutTree", "Layout", "PrePaint", "Paint", "Layerize")
_TRACED = ["devtools.timeline", "disabled-by-default-devtools.timeline"]
_STEPS = """(steps) => Array.from({ length: steps }, () => {
  const begun = performance.now();
  document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
  document.body.getBoundingClientRect();
  return performance.now() - begun;
})"""


def full_board(steps: int) -> dict[str, Any]:
    """A story with 150 counters, each with a picture of its own, on a map as large as that of a battle."""
    story, chance = small_story(steps), random.Random(7)
    board = story["boards"][0]
    board.update(ground=picture(*_MAP, "#dfe7cc", "map"), pixels=list(_MAP), width=467.0, height=308.4)
    for number in range(len(story["pieces"]), _COUNTERS):
        sprite = len(story["sprites"])
        look = picture(64, 64, f"#{chance.randrange(1 << 24):06x}", str(number))
        story["sprites"].append({"src": look, "width": 12.0, "height": 12.0})
        story["pieces"].append({"id": f"R-{number}", "side": "red", "name": f"Red {number}"})
        x, y = round(chance.uniform(10, 450), 1), round(chance.uniform(10, 290), 1)
        story["steps"][0]["changes"].append([number, sprite, x, y, f"p{number}", 0, ""])
    return story


def rows() -> Iterator[tuple[str, str]]:
    """The figures."""
    sizes, program = asked(), shutil.which("chromium")
    if program is None:
        raise SystemExit("Chromium is not installed: on Debian `apt install chromium`")
    story = full_board(1_000 if sizes.whole else 60)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        file = Path(folder) / "game.html"
        file.write_bytes(game_page.write_page(story))
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        paints = [_first_paint(browser, file) for _ in range(sizes.runs)]
        yield "first paint of a page", f"{statistics.median(paints):.0f} ms"
        page = _opened(browser, file)
        frames = _frames(_trace_of_a_pan(browser, page))
        yield "a frame while 150 counters are panned", f"{statistics.median(frames):.2f} ms"
        page.keyboard.press("Home")
        steps = page.evaluate(_STEPS, sizes.steps)
        yield "a step, script and layout", f"{statistics.median(steps):.2f} ms"
        browser.close()
    empty: Mapping[str, Any] = {"title": ""}
    yield "the page without a story", f"{len(game_page.write_page(dict(empty))) / 1000:.0f} kB"


def _opened(browser: Any, file: Path) -> Any:
    page = browser.new_page(viewport={"width": 1280, "height": 800})
    page.goto(file.as_uri())
    page.wait_for_selector(".row.current")
    return page


def _first_paint(browser: Any, file: Path) -> float:
    page = _opened(browser, file)
    page.wait_for_timeout(300)
    asked_for = "performance.getEntriesByName('first-contentful-paint').map((each) => each.startTime)"
    entries = page.evaluate(asked_for)
    page.close()
    return float(entries[0])


def _trace_of_a_pan(browser: Any, page: Any) -> list[dict[str, Any]]:
    """What the browser does while the board is dragged back and forth, zoomed in."""
    page.mouse.move(440, 300)
    page.mouse.wheel(0, -600)
    page.wait_for_timeout(500)
    browser.start_tracing(page=page, categories=_TRACED)
    page.mouse.down()
    for move in range(_MOVES):
        page.mouse.move(440 + abs(move % 80 - 40) * 5, 300 + abs(move % 60 - 30) * 4)
    page.mouse.up()
    page.wait_for_timeout(200)
    events: list[dict[str, Any]] = json.loads(browser.stop_tracing())["traceEvents"]
    return events


def _frames(events: list[dict[str, Any]]) -> list[float]:
    """Milliseconds of work for each frame in which the page's script ran; a commit ends a frame."""
    timed = sorted((each for each in events if each.get("ph") == "X"), key=lambda each: each["ts"])
    frames, spent, ran = [], 0.0, False
    for event in timed:
        if event["name"] in (*_WORK, "Commit"):
            spent += event.get("dur", 0) / 1000
            ran |= event["name"] == "FireAnimationFrame"
        if event["name"] == "Commit":
            frames += [spent] if ran else []
            spent, ran = 0.0, False
    return frames


if __name__ == "__main__":
    tell(rows())
