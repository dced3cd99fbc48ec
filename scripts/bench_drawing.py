"""Pictures of a game of one map, in folders of their own or, after a change, in the same, each by a command
in a cold process. One line a figure: what, a TAB, how much.
"""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench_sizes import Sizes, asked
from bench_timing import cold, tell

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests" / "generator"))

from changed import own_copy

GAME = "three_battles"


def one_map(folder: Path) -> Path:
    """A copy of the game with Hastings alone, under another name; its counters of the other battles stand
    nowhere."""
    return own_copy(GAME, folder, "fulford*", "stamford_bridge*", "campaigns", "*.py")


def figures(sizes: Sizes, out: Path) -> Iterator[tuple[str, str]]:
    """Everything."""
    game, again = one_map(out / "one_map"), out / "pictures1"
    less = () if sizes.whole else ("--only", "charts", "--dpi", "30")
    yield (
        "counters, Hastings at 150 dpi, charts, cold",
        cold(lambda n: ("senlac", "build", str(game), *less, "--out", str(out / f"pictures{n}")), sizes.cold),
    )
    same = ("senlac", "build", str(game), *less, "--out", str(again))
    yield "nothing changed", cold(lambda _: same, sizes.cold)

    def changed(run: int) -> Sequence[str]:
        file = game / "counters.yaml"
        text = file.read_text(encoding="utf-8")
        found = re.sub(r"(S-guard: .*?movement: )\d+", rf"\g<1>{run + 4}", text)
        assert found != text
        file.write_text(found, encoding="utf-8")
        return same

    yield "one counter's value changed", cold(changed, sizes.cold)
    if not sizes.whole:
        return  # the part `look` draws a map
    words = ("--only", "maps", "--dpi", "300")
    yield (
        "Hastings, 97 x 63 cm, at 300 dpi",
        cold(lambda n: ("senlac", "build", str(game), *words, "--out", str(out / f"map{n}")), sizes.cold),
    )


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        tell(figures(asked(), Path(place)))
