"""The figures of the project as a table: what, how much, what it was measured against. Each part is a script
of its own, which tells one figure a line: what, a TAB, how much. A part that stops is told; the others go on.

    scripts/bench [--smoke] [--only PART] [--against COMMIT]
"""

from __future__ import annotations

import argparse
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench_sizes import ROOT, SMOKE, asked

PARTS = (
    "engine", "play", "saves", "drawing", "growth", "commands", "logs", "mail", "orders", "robot", "verdicts",
    "one_order", "look", "table", "seat",
)  # fmt: skip
"""The parts in their order; `bench_PART.py` measures one."""

_WIDTH = 48
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


@dataclass(frozen=True, slots=True)
class Measured:
    """The rows of a part; `fault`: why there are no more of them, else empty."""

    rows: dict[str, str]
    fault: str


def measured(part: str, checkout: Path = ROOT) -> Measured:
    """A part of the packages in a checkout, in a process, with a cache and a state of its own."""
    with tempfile.TemporaryDirectory(prefix="bench-") as place:
        own = {"XDG_CACHE_HOME": f"{place}/cache", "XDG_STATE_HOME": f"{place}/state", "TMPDIR": place}
        script = _find_script(checkout, part) or _find_script(
            ROOT, part
        )  # one's own knows the commit's names
        words = [sys.executable, str(script), *(word for word in sys.argv[1:] if word == SMOKE)]
        environment = {
            **os.environ,
            **own,
            "PYTHONPATH": os.pathsep.join([str(checkout), str(Path(__file__).parent)]),
        }
        done = subprocess.run(words, capture_output=True, text=True, check=False, env=environment, cwd=place)
    lines = (line.partition("\t") for line in done.stdout.splitlines() if "\t" in line)
    rows = {name: figure for name, _, figure in lines}
    if done.returncode:
        said = done.stderr.strip().splitlines()[-1:] or [f"it ended with {done.returncode}"]
        return Measured(rows, said[0])
    return Measured(rows, "" if rows else "it told no figure")


def _find_script(checkout: Path, part: str) -> Path | None:
    """The script of a part in a checkout; those that need a browser are in a folder of their own."""
    rooms = (checkout / "scripts", checkout / "scripts" / "browser")
    return next((file for room in rooms if (file := room / f"bench_{part}.py").is_file()), None)


def told(parts: Sequence[str], workers: int) -> int:
    """Prints the rows of all parts, of as many at a time as there are workers; 1 if a part has stopped."""
    stopped = 0
    with ThreadPoolExecutor(workers) as pool:
        for part, found in zip(parts, pool.map(measured, parts), strict=True):
            print(f"[{part}]", flush=True)
            for name, figure in found.rows.items():
                print(f"{name:<{_WIDTH}} {figure}", flush=True)
            stopped |= _is_stopped(part, found)
    return stopped


def _is_stopped(part: str, found: Measured) -> int:
    if found.fault:
        print(f"scripts/bench: the part {part} stopped: {found.fault}", file=sys.stderr, flush=True)
    return int(bool(found.fault))


def compared(parts: Sequence[str], old: Path, turns: int) -> int:
    """Prints each row with the figure of the old code, that of the new, and new / old; 1 if a part of the new
    code has stopped. The two are measured in turn, so that a slow minute hits both."""
    stopped = 0
    print(f"{'':<{_WIDTH}} {'old':>14} {'new':>14} {'new/old':>8}")
    for part in parts:
        before, after = list[Measured](), list[Measured]()
        for _ in range(turns):
            before.append(measured(part, old))
            after.append(measured(part))
        print(f"[{part}]", flush=True)
        for row in _compared(before, after):
            print(row, flush=True)
        stopped |= _is_stopped(part, next((each for each in after if each.fault), after[0]))
    return stopped


def _compared(before: Sequence[Measured], after: Sequence[Measured]) -> Iterator[str]:
    """A line for each row that the new code gives, and then those that the old code alone gives."""
    names = {name: None for each in (*after, *before) for name in each.rows}
    for name in names:
        old, new = _median(name, before), _median(name, after)
        if new is None:
            yield f"{name:<{_WIDTH}} {_shown(old):>14} the new code does not give this row"
        elif old is None:
            yield f"{name:<{_WIDTH}} {'-':>14} {_shown(new):>14} the old commit cannot give this row"
        else:
            times = f"{new / old:.2f}" if old else "-"
            yield f"{name:<{_WIDTH}} {_shown(old):>14} {_shown(new):>14} {times:>8}"
    if fault := next((each.fault for each in before if each.fault), ""):
        yield f"the old commit stops in this part: {fault}"


def _median(name: str, found: Sequence[Measured]) -> float | None:
    """The median of the first number of a row; None where no run gives one."""
    numbers = [_NUMBER.search(each.rows[name]) for each in found if name in each.rows]
    given = [float(number[0].replace(",", "")) for number in numbers if number]
    return statistics.median(given) if given else None


def _shown(number: float | None) -> str:
    return "-" if number is None else f"{number:,.3f}".rstrip("0").rstrip(".")


@contextmanager
def checked_out(commit: str) -> Iterator[Path]:
    """The files of a commit in a folder, which is gone afterwards whatever happens. Raises SystemExit where
    there is no such commit."""
    known = _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}")
    if known.returncode:
        raise SystemExit(f"scripts/bench: there is no commit {commit!r}: name one that `git log` shows")
    with tempfile.TemporaryDirectory(prefix="bench-old-") as place:
        folder = Path(place) / "old"
        try:
            made = _git("worktree", "add", "--quiet", "--detach", str(folder), known.stdout.strip())
            if made.returncode:
                raise SystemExit(f"scripts/bench: {commit} cannot be checked out: {made.stderr.strip()}")
            yield folder
        finally:
            _git("worktree", "remove", "--force", str(folder))
    _git("worktree", "prune")


def _git(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=False)


def _stop(*_: Any) -> None:
    raise SystemExit(143)


def main() -> int:
    """Prints the table; 1 if a part has stopped."""
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Figures of the project.")
    parser.add_argument(SMOKE, action="store_true", help="the least of every part: figures mean nothing")
    parser.add_argument("--only", choices=PARTS, action="append", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--against", metavar="COMMIT", help="also measure a commit, in turn with these files")
    given = parser.parse_args()
    parts = given.only or PARTS
    signal.signal(signal.SIGTERM, _stop)
    if given.against is None:
        return told(parts, (os.cpu_count() or 1) if given.smoke else 1)
    with checked_out(given.against) as old:
        return compared(parts, old, asked().turns)


if __name__ == "__main__":
    sys.exit(main())
