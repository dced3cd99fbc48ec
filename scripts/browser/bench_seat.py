"""What a person waits for at a table: from a click on a piece until its places are lit, and from a click on a
place until the board shows what came of it, in Chromium, headless, in all five games.

A game is played for some orders by the built-in player first. The board, the story and the calls are those of
a user; only the wire between them is short, since the calls are answered in this process. A line has a label,
a TAB, and the figure.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from bench_sizes import ROOT, asked
from bench_timing import tell

sys.path += [str(ROOT / "tests" / "pbem" / "table" / each) for each in ("browser", "seat_browser")]

from mouse_player import MousePlayer
from real_table import HOST, RealTable, begin

from modules.engine.gestures.forms import gesture_kind
from modules.engine.orders import Order

try:
    from playwright.sync_api import sync_playwright
except ImportError:
    raise SystemExit("Playwright is not installed: run `scripts/environment dev`") from None

GAMES = {
    "three_battles/fulford": "viking",
    "shield_wall/hastings": "norman",
    "hastings_berg/hastings": "norman",
    "hastings_pulsipher/small": "norman",
    "year_of_the_comet/campaign": "viking",
}
_WATCH = """() => {
  const timing = (window.timing = { up: 0, lit: 0, still: 0 });
  const begin = () => Object.assign(timing, { up: performance.now(), lit: 0, still: 0 });
  addEventListener("pointerup", begin, true);
  const look = () => {
    if (!timing.up) return;
    const lit = document.querySelector(".lights .open, .lights .target, .turn-to");
    if (!timing.lit && lit) timing.lit = performance.now() - timing.up;
    if (document.body.dataset.idle === "true") timing.still ||= performance.now() - timing.up;
    else timing.still = 0;
  };
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Notes in the page when something is lit after the last click, and when nothing runs any more."""


def rows() -> Iterator[tuple[str, str]]:
    """The figures of each game: the median and the worst."""
    sizes, program = asked(), shutil.which("chromium")
    if program is None:
        raise SystemExit("Chromium is not installed: on Debian `apt install chromium`")
    games = dict(list(GAMES.items())[: None if sizes.whole else 1])
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        for name, side in games.items():
            picks, drops, largest = _measure(browser, name, side, 40 if sizes.whole else 6)
            yield f"{name}: click to lit places", _figures(picks)
            yield f"{name}: drop to the board after it", _figures(drops)
            yield f"{name}: the largest answer", f"{largest / 1000:.0f} kB"
        browser.close()


def _figures(times: list[float]) -> str:
    if not times:
        return "none"
    return f"{statistics.median(times):.0f} ms, worst {max(times):.0f} ms of {len(times)}"


def _measure(browser: Any, name: str, side: str, orders: int) -> tuple[list[float], list[float], int]:
    picks, drops = list[float](), list[float]()
    with tempfile.TemporaryDirectory() as folder:
        table = RealTable(begin(name, Path(folder) / "game", side))
        page = browser.new_page(viewport={"width": 1280, "height": 800}, reduced_motion="reduce")
        table.attach(page)
        page.goto(f"{HOST}/#once")
        player = TimedPlayer(page, table)
        player.show_all()
        page.evaluate(_WATCH)
        while len(drops) < orders and table.session.due_choice is not None:
            order = table.session.advise()
            player.picked = 0.0
            player.give(order)
            player.settle()
            if gesture_kind(type(order)) == "put" and player.picked:
                picks.append(player.picked)
                drops.append(float(page.evaluate("timing.still")))
        page.close()
    return picks, drops, table.largest


class TimedPlayer(MousePlayer):
    """A player whose clicks are timed. `picked`: milliseconds from the last pick until a place was lit."""

    picked = 0.0

    def pick(self, order: Order) -> None:
        super().pick(order)
        self.picked = float(self.page.evaluate("timing.lit"))


if __name__ == "__main__":
    tell(rows())
