"""Commands in a child of this process: all is imported, nothing here is changed, what hangs is stopped.

Not for `kit`: typst's threads do not live on in a child, and it would wait for them.
"""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import time
import traceback
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, NoReturn

from generator import cli
from pbem.cli import app

MAINS = {"senlac": cli.main, "pbem": app.main}
SECONDS = 60.0


def senlac(*words: str | Path) -> subprocess.CompletedProcess[str]:
    """What a command of `senlac` gave; raises subprocess.TimeoutExpired after a minute."""
    return run("senlac", *words)


def run(tool: str, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """What a command of a tool gave, as `senlac`. What is no UTF-8 in it is read as in names of files."""
    line = [tool, *map(str, words)]
    with TemporaryFile() as out, TemporaryFile() as err:
        child = os.fork()
        if child == 0:
            _become(line, out, err)
        code = _ended(child, line)
        told = [_all(file).decode("utf-8", "surrogateescape") for file in (out, err)]
    return subprocess.CompletedProcess(line, code, *told)


def _become(line: list[str], out: BinaryIO, err: BinaryIO) -> NoReturn:
    """The child is the command, as a process with this console would be."""
    code: object = 1
    try:
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(out.fileno(), 1)
        os.dup2(err.fileno(), 2)
        sys.stdin, sys.argv = open(0, closefd=False), line  # noqa: SIM115
        sys.stdout, sys.stderr = _console(1, "strict"), _console(2, "backslashreplace")
        MAINS[line[0]]()
        code = 0
    except SystemExit as done:
        code = done.code or 0
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        os._exit(code if isinstance(code, int) else 1)


def _console(number: int, errors: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.FileIO(number, "wb", closefd=False), "utf-8", errors, write_through=True)


def _ended(child: int, line: list[str]) -> int:
    late = time.monotonic() + SECONDS
    while time.monotonic() < late:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            return os.waitstatus_to_exitcode(status)
        time.sleep(0.004)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    raise subprocess.TimeoutExpired(line, SECONDS)


def _all(file: BinaryIO) -> bytes:
    file.seek(0)
    return file.read()
