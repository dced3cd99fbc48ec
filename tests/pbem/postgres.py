"""A real PostgreSQL in a folder of its own, as a user without rights: `initdb` refuses root."""

import os
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

_SETTINGS = """
listen_addresses = ''
unix_socket_directories = '{home}'
fsync = {fsync}
synchronous_commit = on
shared_buffers = 8MB
max_connections = 20
deadlock_timeout = 100ms
"""


def found():
    """Where the programs of the newest PostgreSQL are; None without one."""
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda it: int(it.parts[-3]))
    file = str(places[-1]) if places else shutil.which("initdb")
    return Path(file).parent if file else None


def why_not():
    """Why it cannot be run here; None where it can."""
    if found() is None:
        return "PostgreSQL is not installed"
    if os.getuid() == 0 and not shutil.which("setpriv"):
        return "root cannot become another user here: setpriv is missing"
    return None


class Server:
    """`where`: as a worker is told it; `fsync`: whether it waits for the disk, which tests need not."""

    def __init__(self, *, fsync=False):
        self.home = Path(tempfile.mkdtemp(prefix="pg-"))
        self.home.chmod(0o755)
        self._as = []
        if os.getuid() == 0:
            shutil.chown(self.home, "nobody")
            self._as = ["setpriv", "--reuid=nobody", "--clear-groups", "--"]
        self._run("initdb", "-D", "data", "-U", "club", "-A", "trust", "-N", "-E", "UTF8", "--locale=C")
        settings = _SETTINGS.format(home=self.home, fsync="on" if fsync else "off")
        self._run("sh", "-c", 'printf "%s" "$1" >> data/postgresql.conf', "sh", settings)
        self.names = 0
        self.start()

    def _run(self, name, *args):
        program = found() / name
        command = [str(program) if program.is_file() else name, *args]
        done = subprocess.run(
            [*self._as, *command], cwd=self.home, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout + done.stderr

    def start(self):
        self._run("pg_ctl", "-D", "data", "-l", "log", "-w", "start")

    def stop(self, how="immediate"):
        self._run("pg_ctl", "-D", "data", "-m", how, "-w", "stop")

    def remove(self):
        self.stop()
        shutil.rmtree(self.home)

    def where(self, name="postgres"):
        return f"host={self.home} user=club dbname={name}"

    def make(self, of="template1"):
        """A new database, empty or as another is; how it is told."""
        import psycopg

        self.names += 1
        with psycopg.connect(self.where(), autocommit=True) as base:
            base.execute(f"CREATE DATABASE d{self.names} TEMPLATE {of}")
        return self.where(f"d{self.names}")

    def copy(self, where):
        """The same rows in a database of its own, as from a dump."""
        return self.make(where.rpartition("dbname=")[2])

    def dump(self, where):
        """All that a copy of a database holds."""
        program = found() / "pg_dump"
        return subprocess.run([program, "--dbname", where], capture_output=True, check=True).stdout

    def load(self, where, dump):
        """Do what this SQL says: with a dump, an empty database is put back."""
        command = [found() / "psql", "-q", "-v", "ON_ERROR_STOP=1", "--dbname", where]
        subprocess.run(command, input=dump, capture_output=True, check=True)


@pytest.fixture(scope="session")
def server():
    reason = why_not()
    if reason is not None:
        if "CI" in os.environ:
            pytest.fail(f"{reason}, and in CI it has to be there")
        pytest.skip(reason)
    running = Server()
    yield running
    running.remove()


def wait_for(what, seconds=30):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end
        time.sleep(0.02)
