"""A worker that is killed in mid-study costs its batch alone: the rows are as if nothing had been."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator.studies import running
from generator.studies.plan import Arm, Plan
from generator.studies.rows import Rows

ROOT = Path(__file__).parents[3]
CHILDREN = Path("/proc/self/task")


@pytest.mark.long
@pytest.mark.skipif(not CHILDREN.exists(), reason="finds the workers in /proc")
def test_a_killed_worker_loses_and_doubles_no_game(tmp_path: Path) -> None:
    words = [
        "study",
        "hastings_pulsipher/small",
        "--games",
        "160",
        "--workers",
        "2",
        "--out",
        str(tmp_path / "a"),
    ]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    started = subprocess.Popen([sys.executable, "-m", "generator.cli", *words], env=env, cwd=tmp_path)
    while started.poll() is None and not list((tmp_path / "a").glob("rows/*.jsonl")):
        time.sleep(0.05)
    os.kill(_a_worker_of(started.pid), signal.SIGKILL)
    assert started.wait(300) == 0
    plan = Plan("hastings_pulsipher", "small", ("policy", "policy"), (Arm("as shipped"),), 160)
    undisturbed = Rows(tmp_path / "b", plan)
    running.run(undisturbed, running.here(1))
    assert list(Rows(tmp_path / "a", plan).all()) == list(undisturbed.all())


def _a_worker_of(pid: int) -> int:
    """A process that plays games; the first child keeps count of what they share."""
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[-1])
