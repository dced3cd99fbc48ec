"""What maps, kits and modules cost: CPU seconds of a cold command and the size of what it writes, for each
game that ships and each that `senlac new` starts; beside them, where a path is given, those of another
checkout.

Seconds are user and system time of the command with all its processes, in one run. The other checkout runs in
this one's environment. A line has a label, a TAB, and the figures.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

from bench_sizes import ROOT, SMOKE, asked

_FOUND = find_spec("generator")
HERE = Path(_FOUND.origin).parents[1] if _FOUND and _FOUND.origin else ROOT
SHIPPED = ("three_battles", "shield_wall", "hastings_berg", "hastings_pulsipher", "year_of_the_comet")
STARTED = {
    "canal": ("--style", "modern"),
    "lohbach": ("--style", "gunpowder"),
    "weser": ("--style", "gunpowder", "--map", "points"),
}


class Cost(NamedTuple):
    """CPU seconds, and how many bytes were written."""

    seconds: float
    size: int


def run(checkout: Path, words: Sequence[str], where: Path) -> float:
    """The CPU seconds of a command of a checkout, with an empty cache. Raises CalledProcessError."""
    cache = where / "cache"
    shutil.rmtree(cache, ignore_errors=True)
    environment = {**os.environ, "XDG_CACHE_HOME": str(cache), "PYTHONPATH": str(checkout)}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(
        [sys.executable, "-m", "generator", *words],
        cwd=checkout,
        env=environment,
        check=True,
        capture_output=True,
    )
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def cost(checkout: Path, game: str, what: str, where: Path) -> Cost | None:
    """What a command costs; None where the game or the checkout has no such thing."""
    out = where / {"maps": "pictures", "kit": "kit.pdf", "module": "game.vmod"}[what]
    words = {"maps": ["build", game, "--only", "maps"], "kit": ["kit", game], "module": ["module", game]}[
        what
    ]
    shutil.rmtree(out, ignore_errors=True)
    out.unlink(missing_ok=True)
    try:
        seconds = run(checkout, [*words, "--out", str(out)], where)
    except subprocess.CalledProcessError:
        return None
    files = [out] if out.is_file() else [each for each in out.rglob("*") if each.is_file()]
    return Cost(seconds, sum(each.stat().st_size for each in files))


def told(now: Cost, old: Cost | None) -> str:
    figures = f"{now.seconds:5.2f} s {now.size / 1e6:6.2f} MB"
    if old is None:
        return figures
    ratios = f"{now.seconds / old.seconds:.2f} and {now.size / old.size:.2f}"
    return f"{figures}   before {old.seconds:5.2f} s {old.size / 1e6:6.2f} MB   ratio {ratios}"


def rows(other: Path | None, games: Sequence[str]) -> Iterator[tuple[str, str]]:
    """A row for each game and what is made of it."""
    with tempfile.TemporaryDirectory() as folder:
        where = Path(folder)
        for game in games:
            for what in ("maps", "kit", "module"):
                made = []
                for number, checkout in enumerate(each for each in (HERE, other) if each is not None):
                    named = game
                    if game in STARTED:
                        named = str(where / str(number) / game)
                        if not Path(named).exists():
                            run(checkout, ["new", named, *STARTED[game]], where)
                    made.append(cost(checkout, named, what, where))
                if made[0] is not None:
                    yield f"{what} of {game}", told(made[0], made[1] if other is not None else None)


def main() -> None:
    words = [word for word in sys.argv[1:] if word != SMOKE]
    other = Path(words[0]).resolve() if words else None
    games = words[1:] or ((*SHIPPED, *STARTED) if asked().whole else ("canal",))
    for label, figures in rows(other, games):
        print(f"{label}\t{figures}", flush=True)


if __name__ == "__main__":
    main()
