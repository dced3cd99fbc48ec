"""What whole commands cost in cold processes: beside the libraries that they cannot do without, and by the
clock. One line a figure: what, a TAB, how much.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bench_sizes import Sizes, asked
from bench_timing import BIN, cold, effort, once, seconds, tell

from modules.amounts import count_noun

GAME, SCENARIO = "three_battles", "hastings"


def begins(sizes: Sizes, out: Path) -> Iterator[tuple[str, str]]:
    """What a command costs beside the libraries that it cannot do without: how many times their import, and
    how many modules it imports."""
    game = out / "begun"
    once("pbem", "new", f"{GAME}/{SCENARIO}", "--out", str(game))
    least = effort(
        sys.executable, "-c", "import typer, yaml, pydantic.main, pydantic.types", runs=sizes.effort
    )
    both = (("pbem", "status", "--dir", str(game / "saxon")), ("senlac", "check", GAME))
    for words in both if sizes.whole else both[:1]:
        # the first of them has drawn what there is to draw
        times = effort(str(BIN / words[0]), *words[1:], runs=sizes.effort) / least
        command = (sys.executable, "-X", "importtime", str(BIN / words[0]), *words[1:])
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        count = sum(line.startswith("import time:") for line in done.stderr.splitlines()) - 1
        yield (
            f"{words[0]} {words[1]}, beside its libraries",
            f"{times:.1f} times, {count_noun(count, 'module')}",
        )


def whole(sizes: Sizes, out: Path) -> Iterator[tuple[str, str]]:
    """Help, a game by move files, a module and a kit."""
    for name in ("senlac", "pbem"):
        wall = seconds(lambda name=name: once(name, "--help"), sizes.effort)  # type: ignore[misc]
        yield f"{name} --help", f"{wall * 1000:.0f} ms"
    if not sizes.whole:
        return  # the part `logs` plays a game, `look` makes a module and a kit of the least one
    simulate = ("pbem", "simulate", f"{GAME}/{SCENARIO}", "--seed", "1", "--out")
    yield "a game by move files, cold", cold(lambda n: (*simulate, str(out / f"game{n}")), sizes.cold)
    yield (
        "module of three maps, cold",
        cold(
            lambda n: ("senlac", "module", GAME, "--out", str(out / f"module{n}" / "game.vmod")),
            sizes.cold,
            caches=out / "caches",
        ),
    )
    yield (
        "module of three maps, its pictures drawn before",
        cold(lambda n: ("senlac", "module", GAME, "--out", str(out / "modules" / f"{n}.vmod")), sizes.cold),
    )
    yield (
        "kit of three maps, cold",
        cold(lambda n: ("senlac", "kit", GAME, "--out", str(out / f"{n}.pdf")), sizes.cold),
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        tell(begins(asked(), Path(place)))
        tell(whole(asked(), Path(place)))
