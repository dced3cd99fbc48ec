"""Puts something nasty in the place of each leaf of each YAML file of a new game, and of its style's art as
the game's own. Then `check` and drawing have to meet it as they must: see tests/generator/leaf_fuzz.py."""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from pathlib import Path

from modules.amounts import count_noun

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "generator")]

from leaf_fuzz import Bench, sample  # noqa: E402 - the tests lie outside of any package


def main() -> int:
    """Prints each case that is not met as it must be; 1 if there is one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--share", type=float, default=1.0, help="of all cases, 0.01 for a hundredth")
    parser.add_argument("--seed", type=int, default=1, help="which of them")
    parser.add_argument("--only", default="", help="those whose line has these words")
    asked = parser.parse_args()
    wrong = 0
    with tempfile.TemporaryDirectory() as folder:
        bench = Bench(Path(folder))
        cases = [case for case in bench.cases() if asked.only in str(case)]
        chosen = sample(cases, max(1, round(asked.share * len(cases))), asked.seed)
        for case in chosen:
            if told := bench.fault_of(case):
                wrong += 1
                print(f"{case}\n{told}\n", flush=True)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"{len(chosen)} of {count_noun(len(cases), 'case')}, {wrong} wrong, at most {most} MB")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
