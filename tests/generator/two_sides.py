"""A stranger's game with two scenarios on one map, a sheet of each, and a second map on the back of one."""

from __future__ import annotations

from pathlib import Path

from generator.new_game.start import start_game

_RELIEF = """\
scenario: relief
title: The relief column
date: The same evening
map: canal
rules: "6"
turns: 5
minutes_per_turn: 60
first_player: allied
setup:
  - side: german
    rule: "6.2"
    source: rulebook 6.2
    at: {G-Kessel: "0604", G-inf-1: "0604", G-inf-2: "0607", G-pz-1: "0705", G-pz-2: "0706"}
  - side: allied
    rule: "6.1"
    source: rulebook 6.1
    at: {F-Morel: "1104", F-inf-1: "1104", F-char: "1103", B-inf-1: "1107", B-inf-2: "1108", B-at: "1106"}
"""

_REAR = """\
map: rear
title: The rear
grid:
  type: hex
  a: {first: 1, last: 8, toward: right}
  b: {first: 1, last: 6, toward: down}
  shifted: even
  shift: larger
  source: rulebook 1.2
up: north
metres_per_hex: 500
ground: clear
overlays:
  - {terrain: forest, hexes: ["0203", "0302", "0606"], source: rulebook 1.2}
roads:
  - {terrain: road, source: rulebook 1.2, path: ["0103", "0203", "0304", "0404", "0505", "0605"]}
labels:
  - {text: Doullens, at: "0304", style: place}
"""

_RETREAT = """\
scenario: retreat
title: The way back
date: The next morning
map: rear
rules: "6"
turns: 4
minutes_per_turn: 60
first_player: german
setup:
  - side: allied
    rule: "6.1"
    source: rulebook 6.1
    at: {F-inf-1: "0505", B-inf-1: "0605"}
  - side: german
    rule: "6.2"
    source: rulebook 6.2
    at: {G-inf-1: "0103", G-pz-1: "0203"}
"""


def two_sided_game(folder: Path) -> Path:
    """The folder of the game: the sheets `canal-canal`, `canal-relief`, and `rear` on the back of the
    latter."""
    start_game(folder, title="Two sides", style="modern")
    files = {
        "scenarios/relief.yaml": _RELIEF,
        "scenarios/retreat.yaml": _RETREAT,
        "maps/rear.yaml": _REAR,
        "sheets/relief.yaml": "map: canal\nscenario: relief\nback: rear\n",
        "sheets/canal.yaml": "map: canal\n",
    }
    for name, text in files.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder
