"""Node, which runs in tests what a browser runs: one process that judges logs by the page's own modules."""

import atexit
import base64
import json
import os
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parent / "verifier_js"


def is_there():
    """Whether Node is installed, which it has to be in CI."""
    return shutil.which("node") is not None or "CI" in os.environ


def node():
    found = shutil.which("node")
    if found is None:
        if "CI" in os.environ:
            pytest.fail("Node is missing, and in CI it has to be there")
        pytest.skip("Node is not installed")
    return found


@cache
def _process():
    """The verifier of the page, over lines: logs go in, verdicts come out."""
    words = [node(), str(SCRIPTS / "judge_lines.mjs")]
    started = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    atexit.register(started.communicate)
    return started


def judge(log: bytes):
    """What the page says of a log: `status`, `code`, `seq`, `notes`."""
    process = _process()
    process.stdin.write(base64.b64encode(log).decode() + "\n")
    process.stdin.flush()
    return json.loads(process.stdout.readline())
