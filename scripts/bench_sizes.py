"""Games of a size that is asked for, made of the one that `senlac new` starts: more counters or hexes."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import yaml

from generator.new_game import start_game


def with_counters(folder: Path, count: int) -> Path:
    """A game with so many counters more, each an entry of its own."""
    file, data = _started(folder, "counters.yaml")
    data["sums"] = []
    for number in range(count):
        values = {"combat": 1 + number % 9, "movement": 3}
        entry = {"nation": "shire", "kind": "fyrd", "name": f"Fyrd {number}", "values": values}
        data["counters"][f"S-more{number}"] = {**entry, "source": "rulebook 5"}
    file.write_text(json.dumps(data, indent=1), encoding="utf-8")
    return folder


def with_hexes(folder: Path, side: int) -> Path:
    """A game on a map of `side` x `side` hexes, their numbers of three digits each."""
    file, data = _started(folder, "maps/mill.yaml")
    for axis in ("a", "b"):
        data["grid"][axis] |= {"first": 1, "last": side}
    data["grid"]["digits"] = 3
    for name, letter in (("terrain", "."), ("levels", "0")):
        if name in data:
            data[name]["rows"] = {f"{row:03d}": letter * side for row in range(1, side + 1)}
    written = {file: data}
    for scenario in (folder / "scenarios").glob("*.yaml"):
        written[scenario] = yaml.safe_load(scenario.read_text(encoding="utf-8"))
    for each, content in written.items():
        text = re.sub(r'"(\d\d)(\d\d)"', r'"0\g<1>0\g<2>"', json.dumps(content, indent=1))
        each.write_text(text, encoding="utf-8")
    return folder


def _started(folder: Path, name: str) -> tuple[Path, Any]:
    start_game(folder)
    return folder / name, yaml.safe_load((folder / name).read_text(encoding="utf-8"))
