"""No order of sets leaks into what is listed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_nothing_depends_on_the_seed_of_hashes() -> None:
    """Moves, reinforcements and attacks of a crowded moment are listed alike under every seed."""
    path = os.pathsep.join(map(str, (ROOT, Path(__file__).parent)))
    command = [sys.executable, "-c", "import crowded; print(crowded.listed())"]
    found = set()
    for seed in ("0", "1", "77"):
        env = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": path}
        found.add(subprocess.run(command, check=True, capture_output=True, cwd=ROOT, env=env).stdout)
    assert len(found) == 1
    assert found.pop().count(b"move ") > 100
