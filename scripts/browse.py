"""The page of `senlac preview` in a real browser: pieces turn, windows zoom, set-ups show, no errors.

Needs Chromium, so that no test calls it: scripts/browse [GAME ...], every game where none is named. It prints
a line for each page and ends with 1 if a page fails.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from html import unescape
from pathlib import Path

from generator.preview import make_preview
from modules import library

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")

# Runs before the page's own script, so that it hears of every error there.
LISTEN = "<script>var faults=[];addEventListener('error',e=>faults.push(e.message));</script>"
PROBE = """<script>
const box = document.querySelector(".turns input"), back = box.parentNode.querySelector(".back");
const seen = () => getComputedStyle(back).visibility;
const view = document.querySelector(".view"), paper = view.firstElementChild;
const layer = document.querySelector("[data-layer]");
const before = seen(), narrow = paper.clientWidth;
box.click();
const after = seen();
document.querySelector("#turn").click();
const all = [...document.querySelectorAll(".turns input")].every((each) => each.checked);
document.querySelector("[data-zoom=in]").click();
const wide = paper.clientWidth;
view.dispatchEvent(new KeyboardEvent("keydown", { key: "0" }));
const fit = paper.clientWidth;
if (layer) layer.click();
const shown = layer ? document.querySelector(".layer.on use").getBoundingClientRect().width : 9;
const told = document.querySelector("[data-hexes]");
if (told) {
  const map = told.closest(".sheet").querySelector(".paper svg").getBoundingClientRect();
  const middle = { clientX: map.x + map.width / 2, clientY: map.y + map.height / 2, bubbles: true };
  told.closest(".sheet").querySelector(".view").dispatchEvent(new PointerEvent("pointermove", middle));
}
const ground = !told || told.value.includes(" · ");
const field = document.querySelector("#search");
const find = (words) => { field.value = words; field.dispatchEvent(new Event("input")); };
find("no such words at all");
const nothing = [...document.querySelectorAll("main section")].every((each) => each.offsetHeight === 0);
find("");
const finds = nothing && document.querySelector("main section").offsetHeight > 0;
const uses = [...document.querySelectorAll("use")].map((each) => each.getAttribute("href"));
const whole = uses.every((href) => document.querySelector(href));
const fonts = [...document.fonts].map((each) => each.family);
document.body.dataset.probe = JSON.stringify({
  faults, turns: before === "hidden" && after === "visible", all,
  zooms: wide > 1.3 * narrow && fit === narrow,
  shown: shown > 3, whole, ground, finds, fonts: fonts.length >= 5,
  fits: document.documentElement.scrollWidth <= innerWidth,
});
</script>"""


def probe(browser: str, page: str, size: str) -> dict[str, object]:
    """What the page tells of itself after a visit, at a window size of WIDTH,HEIGHT px."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "page.html"
        file.write_text(page.replace("<head>", f"<head>{LISTEN}").replace("</body>", f"{PROBE}</body>"))
        words = [
            browser,
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            f"--user-data-dir={folder}/profile",
        ]
        words += [f"--window-size={size}", "--virtual-time-budget=4000", "--dump-dom", file.as_uri()]
        dom = subprocess.run(words, capture_output=True, text=True, timeout=120, check=True).stdout
    found = re.search(r'data-probe="([^"]*)"', dom)
    return json.loads(unescape(found[1])) if found else {"faults": ["the page's script did not run"]}


def main(games: list[str]) -> int:
    """Looks at the pages of games on a desk and on a telephone; gives the exit code."""
    browser = next((found for name in BROWSERS if (found := shutil.which(name))), None)
    if browser is None:
        print(f"no browser: install one of {', '.join(BROWSERS)}", file=sys.stderr)
        return 2
    wrong = 0
    for game in games or library.games():
        page = make_preview(library.definition(game)).data.decode()
        for size in ("1280,900", "390,900"):
            told = probe(browser, page, size)
            bad = [name for name, value in told.items() if value is not True and value != []]
            wrong += bool(bad)
            print(f"{game} {size}: {'holds' if not bad else f'fails: {told}'}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
