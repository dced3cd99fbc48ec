"""The preview in a browser as wide as a telephone: all within its width, and nothing over anything else."""

from __future__ import annotations

import json
import re
import subprocess
from html import unescape
from pathlib import Path

import browsing
import pytest

from generator.new_game import start_game
from generator.preview import make_preview
from modules import library
from modules.definition import load

WIDTH = 390
# What is looked at: each line of words outside of pictures, and each picture, field and button as a whole.
# A map and a broad table scroll in windows of their own; the two faces of a counter lie on each other.
LOOK = """<!doctype html><body><script>
const page = %s, width = %s;
const frame = document.createElement("iframe");
frame.style = `width:${width}px;height:900px;border:0`;
const told = (node) => (node.textContent.trim() || node.parentNode.className || node.nodeName).slice(0, 40);
function parts(all) {
  const found = [];
  const add = (node, box) => { if (box.width > 1 && box.height > 1) found.push({ node, box }); };
  const whole = all.querySelectorAll(".view, .wide, .piece, main svg, header svg, img, button, input");
  for (const node of whole)
    if (node.checkVisibility({ visibilityProperty: true }) && !node.parentNode.closest(".view, .piece, svg"))
      add(node, node.getBoundingClientRect());
  const walk = all.createTreeWalker(all.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const node = walk.currentNode, holder = node.parentElement;
    if (!node.data.trim() || holder.closest("script, style, svg, .view, .piece")) continue;
    if (!holder.checkVisibility({ visibilityProperty: true })) continue;
    const range = all.createRange();
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) add(node, box);
  }
  return found;
}
function look(all) {
  const found = parts(all).sort((one, other) => one.box.top - other.box.top);
  const out = ({ node, box }) =>
    (box.right > width + 1 || box.left < -1) && !node.parentNode.closest(".wide");
  const wide = found.filter(out).map((each) => told(each.node));
  const over = [];
  found.forEach((one, i) => {
    for (let j = i + 1; j < found.length && found[j].box.top < one.box.bottom - 3; j++) {
      const other = found[j];
      const shared = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const inside = one.node.contains(other.node) || other.node.contains(one.node);
      if (shared > 3 && one.node !== other.node && !inside) over.push([told(one.node), told(other.node)]);
    }
  });
  return { wide, over, parts: found.length, scrolls: all.documentElement.scrollWidth > width };
}
frame.onload = () => {
  const all = frame.contentDocument, seen = { closed: look(all) };
  for (const each of all.querySelectorAll("details")) each.open = true;
  seen.open = look(all);
  document.body.dataset.seen = JSON.stringify(seen);
};
frame.src = page;
document.body.append(frame);
</script>"""


def looked_at(page: bytes, folder: Path) -> dict[str, dict[str, object]]:
    """What a browser makes of a page, with all that folds closed and then open."""
    (folder / "page.html").write_bytes(page)
    outer = folder / "look.html"
    outer.write_text(LOOK % (json.dumps("page.html"), WIDTH))
    words = ["--headless", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files"]
    words += [
        f"--user-data-dir={folder / 'profile'}",
        "--virtual-time-budget=20000",
        "--dump-dom",
        outer.as_uri(),
    ]
    done = subprocess.run(
        [browsing.browser(), *words], capture_output=True, text=True, timeout=120, check=True
    )
    found = re.search(r'data-seen="([^"]*)"', done.stdout)
    assert found, "the page did not load"
    return json.loads(unescape(found[1]))


@pytest.mark.whole
@pytest.mark.parametrize("name", ["modern", "hastings_pulsipher", "three_battles"])
def test_a_telephone_shows_all_and_nothing_over_anything_else(name: str, tmp_path: Path) -> None:
    if name in library.games():
        game = library.definition(name)
    else:
        start_game(tmp_path / "canal", style=name)
        game = load(tmp_path / "canal")
    for state, seen in looked_at(make_preview(game).data, tmp_path).items():
        assert seen.pop("parts") > 100, state
        assert seen == {"wide": [], "over": [], "scrolls": False}, state
