"""In CI, the keys, secrets and times that a test makes in its own process are the same in every run.

Dice follow from them, and a test that waits for a certain throw must not find it on one day alone. Outside
of CI they come from the system's random source and clock, as they do in the commands that tests start as
processes of their own.
"""

import hashlib
import os
import secrets
from types import SimpleNamespace

import pytest
from commands import good
from postgres import server

from pbem.keys.openssh_keys import PrivateKey

__all__ = ["server"]


class Stream:
    """Bytes that follow from a name: each fixture and test begins its own, in whatever order they run."""

    def __init__(self):
        self.begin("")

    def begin(self, name):
        self.name, self.count = name, 0

    def take(self, size):
        self.count += 1
        return hashlib.shake_256(f"{self.name}/{self.count}".encode()).digest(size)


STREAM = Stream()
NOON = 1_791_979_200
"""When all happens, Unix seconds: 14 October 2026, 12:00 UTC."""
_token_hex = secrets.token_hex


def _hex(size=None):
    # Shorter tokens name temporary files, which have to differ between processes.
    return STREAM.take(size).hex() if size == 32 else _token_hex(size)


@pytest.fixture(scope="session", autouse=True)
def same_secrets():
    with pytest.MonkeyPatch.context() as patch:
        if os.environ.get("CI"):
            patch.setattr("pbem.cli.options.time", SimpleNamespace(time=lambda: NOON))
            patch.setattr(secrets, "token_hex", _hex)
            patch.setattr(PrivateKey, "generate", lambda: PrivateKey.from_seed(STREAM.take(32)))
        yield


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef, request):
    before = STREAM.name, STREAM.count
    STREAM.begin(f"{request.node.nodeid} {fixturedef.argname}")
    try:
        return (yield)
    finally:
        STREAM.name, STREAM.count = before


def pytest_runtest_setup(item):
    STREAM.begin(item.nodeid)


@pytest.fixture(scope="session")
def begun(tmp_path_factory):
    """A game of Hastings in which the Saxons have set up, to be copied."""
    path = tmp_path_factory.mktemp("begun")
    good("new", "three_battles/hastings", "--out", path, "--option", "4", "--option", "1a")
    (path / "setup.txt").write_text("deploy  # as suggested\ndone\n")
    good("move", path / "setup.txt", "--dir", path / "saxon")
    good("apply", path / "saxon/moves/0001-saxon.pbem", "--dir", path / "referee")
    for side in ("saxon", "norman"):
        good("apply", path / "referee/answers/0001.pbem", "--dir", path / side)
    return path
