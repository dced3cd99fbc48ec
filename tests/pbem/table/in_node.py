"""Node, which runs in tests what a browser runs: one process that judges logs by the page's own modules."""

import base64
import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

SCRIPTS = Path(__file__).parent / "verifier_js"


def node():
    found = shutil.which("node")
    if found is None:
        if "CI" in os.environ:
            pytest.fail("Node is missing, and in CI it has to be there")
        pytest.skip("Node is not installed")
    return found


class PageVerifier:
    """The verifier of the page, over lines: logs go in, verdicts come out."""

    def __init__(self):
        words = [node(), str(SCRIPTS / "judge_lines.mjs")]
        self._process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def judge(self, log: bytes):
        """The verdict on a log: `status`, `code`, `seq`, `notes`."""
        self._process.stdin.write(base64.b64encode(log).decode() + "\n")
        self._process.stdin.flush()
        return json.loads(self._process.stdout.readline())

    def close(self):
        self._process.stdin.close()
        self._process.wait(timeout=30)
        self._process.stdout.close()
