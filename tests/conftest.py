"""Settings of all tests: property tests run without deadlines, and in CI with the same examples each time.

No test reads or writes the cache, the state or the games of the user that runs it:
all workers of a run have one cache of their own, and each a state, as games of tests have the same chains.
Files of tests lie in memory, where the system has such a folder: thousands of writes wait for the disk else.
Bytecode is kept even where the environment says that none is: else each worker compiles all tests, and each
command that a test starts as a process compiles all that it imports.
"""

from __future__ import annotations

import gc
import os
import sys
import tempfile
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

_RARELY = 100_000
"""Objects between two searches for unreachable ones; commands search as seldom (`generator.console`)."""
gc.set_threshold(_RARELY, 20, 100)

_IN_MEMORY = "/dev/shm"
_ENOUGH = 8 << 30
"""Bytes that must be free there; a whole run needs less than a quarter of that."""


def _in_memory() -> str | None:
    """A folder in memory where files can be kept and run; None where the system has none that is large."""
    if not os.access(_IN_MEMORY, os.W_OK | os.X_OK):
        return None
    info = os.statvfs(_IN_MEMORY)
    return None if info.f_flag & os.ST_NOEXEC or info.f_bavail * info.f_frsize < _ENOUGH else _IN_MEMORY


if "PYTEST_XDIST_WORKER" not in os.environ:  # a worker has the environment of the process that starts it
    if "TMPDIR" not in os.environ and (folder := _in_memory()):
        os.environ["TMPDIR"] = tempfile.tempdir = folder
    _CACHE = TemporaryDirectory(prefix="senlac-cache-")
    os.environ["XDG_CACHE_HOME"] = _CACHE.name
    _SHARE = TemporaryDirectory(prefix="senlac-share-")
    os.environ["SENLAC_TESTS_SHARE"] = _SHARE.name  # of `once`
_STATE = TemporaryDirectory(prefix="senlac-state-")
os.environ["XDG_STATE_HOME"] = os.environ["XDG_DATA_HOME"] = _STATE.name
os.environ.pop("SENLAC_GAMES", None)

settings.register_profile("senlac", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, max_examples=30)
settings.load_profile("ci" if os.environ.get("CI") else "senlac")


def pytest_collection_finish(session: pytest.Session) -> None:
    """What is collected stays to the end: no search has to look through it."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--long", action="store_true", help="run also what is marked whole or long: minutes more"
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("--long"):
        return
    left_out = {"long": pytest.mark.skip(reason="long: scripts/test --long runs it")}
    if not os.environ.get("CI"):
        left_out["whole"] = pytest.mark.skip(reason="whole: CI and scripts/test --long run it")
    for item in items:
        for name, skip in left_out.items():
            if item.get_closest_marker(name):
                item.add_marker(skip)
