"""What ten times the counters, and ten times the hexes, cost beside the first: at most `GROWTH` times. One
line a figure: what, a TAB, how much.

The games are made of the one that `senlac new` starts.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml
from bench_sizes import Sizes, asked
from bench_timing import once, tell

from generator.new_game import start_game
from modules.amounts import count_noun

GROWTH = 12
"""Ten times the work may take so many times as long."""


def figures(sizes: Sizes, out: Path) -> Iterator[tuple[str, str]]:
    """The renderer refuses a drawing of a million elements: maps are built of a tenth of the hexes."""
    counters = {count_noun(n, "counter"): with_counters(out / f"counters{n}", n) for n in sizes.counters}
    hexes = {f"{n * n:,} hexes": with_hexes(out / f"hexes{n}", n) for n in sizes.hexes}
    few, more, many = hexes.items()
    yield _grown("check", counters, out)
    if sizes.whole:
        yield _grown("module", counters, out)
        yield _grown("check", dict((more, many)), out)
    yield _grown("build", dict((few, more)), out, "--only", "maps", "--dpi", "60")


def _grown(command: str, games: Mapping[str, Path], out: Path, *words: str) -> tuple[str, str]:
    """A command on two games, each without anything drawn before."""
    ending = {"check": None, "module": ".vmod", "build": ""}[command]
    walls = []
    for game in games.values():
        to = () if ending is None else ("--out", str(out / f"{command} of {game.name}{ending}"))
        walls.append(once("senlac", command, str(game), *words, *to, cache=out / f"cache of {game.name}")[0])
    few, many = walls
    verdict = "" if many / few <= GROWTH else f", more than {GROWTH}"
    return (
        f"{command} of {' and '.join(games)}",
        f"{many / few:.1f} times: {few:.1f} s, {many:.1f} s{verdict}",
    )


def with_counters(folder: Path, count: int) -> Path:
    """A game with so many counters more, each an entry of its own, which no battle uses."""
    file, data = _started(folder, "counters.yaml")
    data["sums"] = []
    for number in range(count):
        values = {"combat": 1 + number % 9, "movement": 3}
        entry = {"nation": "shire", "kind": "fyrd", "name": f"Fyrd {number}", "values": values}
        data["counters"][f"S-more{number}"] = {**entry, "spares": 1, "source": "rulebook 5"}
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
    for scenario in (*(folder / "scenarios").glob("*.yaml"), folder / "rules.yaml"):
        written[scenario] = yaml.safe_load(scenario.read_text(encoding="utf-8"))
    for each, content in written.items():
        text = re.sub(r'"(\d\d)(\d\d)"', r'"0\g<1>0\g<2>"', json.dumps(content, indent=1))
        each.write_text(text, encoding="utf-8")
    return folder


def _started(folder: Path, name: str) -> tuple[Path, Any]:
    start_game(folder)
    return folder / name, yaml.safe_load((folder / name).read_text(encoding="utf-8"))


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        tell(figures(asked(), Path(place)))
