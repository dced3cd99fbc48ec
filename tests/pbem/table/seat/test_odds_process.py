"""The process of chances leaves nothing behind: no words on the terminal, and not itself."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no groups of processes that are signalled")
@pytest.mark.parametrize("killed", [False, True])
def test_ctrl_c_and_a_killed_program_end_it_in_silence(tmp_path: Path, *, killed: bool) -> None:
    """A terminal sends Ctrl-C to each process of a group. Who kills a program reaches that one alone."""
    program = subprocess.Popen(
        [sys.executable, Path(__file__).with_name("odds_asked.py"), tmp_path],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert program.stdout is not None
    assert program.stdout.readline() == "asked\n"
    time.sleep(0.8)  # its process has started, and reads its modules
    if killed:
        program.kill()
    else:
        os.killpg(program.pid, signal.SIGINT)
    told, warned = program.communicate(timeout=30)  # until the last process that could write has ended
    assert warned == ""
    assert killed or told == "stopped\n"
