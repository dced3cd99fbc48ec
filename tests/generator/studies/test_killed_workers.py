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
    started = _begun(tmp_path)
    os.kill(_a_worker_of(started.pid), signal.SIGKILL)
    assert started.wait(300) == 0
    plan = Plan("hastings_pulsipher", "small", ("policy", "policy"), (Arm("as shipped"),), 160)
    undisturbed = Rows(tmp_path / "b", plan)
    running.run(undisturbed, running.here(1))
    assert list(Rows(tmp_path / "a", plan).all()) == list(undisturbed.all())


@pytest.mark.long
@pytest.mark.skipif(not CHILDREN.exists(), reason="finds the workers in /proc")
@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
def test_workers_end_with_a_study_that_is_killed(tmp_path: Path, how: signal.Signals) -> None:
    started = _begun(tmp_path)
    worker = _a_worker_of(started.pid)
    started.send_signal(how)
    started.wait(60)
    for _ in range(200):
        if not _is_alive(worker):
            return
        time.sleep(0.05)
    os.kill(worker, signal.SIGKILL)
    pytest.fail("a worker waits for ever")


def _begun(tmp_path: Path) -> subprocess.Popen[bytes]:
    """A study by two workers that have kept their first batch."""
    words = ["study", "hastings_pulsipher/small", "--games", "160", "--workers", "2"]
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-m", "generator.cli", *words, "--out", str(tmp_path / "a")]
    started = subprocess.Popen(command, env=env, cwd=tmp_path)
    while started.poll() is None and not list((tmp_path / "a").glob("rows/*.jsonl")):
        time.sleep(0.05)
    return started


def _is_alive(pid: int) -> bool:
    """Whether a process is there, and not only its number until somebody asks how it ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def _a_worker_of(pid: int) -> int:
    """A process that plays games; the first child keeps count of what they share."""
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[-1])
