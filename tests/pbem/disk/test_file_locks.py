"""Locks: one process at a time, freed by a kill; a lock file that is left stops nobody; readers need none."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from make_vectors import VECTORS

from pbem.disk import file_locks
from pbem.log.log_file import GameLog, LogText

HOLD = (
    "import sys, time\nfrom pathlib import Path\nfrom pbem.disk import file_locks\n"
    "with file_locks.hold(Path(sys.argv[1])):\n    print('held', flush=True)\n    time.sleep(60)\n"
)
COUNT = (
    "import sys\nfrom pathlib import Path\nfrom pbem.disk import file_locks\nfile = Path(sys.argv[1])\n"
    "for _ in range(100):\n    with file_locks.hold(file):\n"
    "        file.write_text(str(int(file.read_text()) + 1))\n"
)


@pytest.fixture
def holder(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", HOLD, tmp_path], stdout=subprocess.PIPE, text=True)
    assert process.stdout.readline() == "held\n"
    yield process
    process.kill()
    process.wait()
    process.stdout.close()


def test_a_killed_process_frees_it_and_its_lock_file_stops_nobody(tmp_path, holder):
    with file_locks.hold(tmp_path, wait=False) as alone:
        assert not alone
    assert [file.name for file in tmp_path.iterdir()] == [".lock"]
    os.kill(holder.pid, signal.SIGKILL)
    holder.wait()
    assert (tmp_path / ".lock").exists()
    with file_locks.hold(tmp_path) as alone:
        assert alone
    assert not list(tmp_path.iterdir())


def test_it_is_one_for_all_names_of_a_thing(tmp_path, holder):
    other = tmp_path.parent / f"{tmp_path.name}-too"
    other.symlink_to(tmp_path)
    with file_locks.hold(other, wait=False) as alone:
        assert not alone


def test_no_two_hold_it_though_each_removes_the_lock_file(tmp_path):
    """Were it removed after it is let go, some of the 400 steps would be lost."""
    file = tmp_path / "count"
    file.write_text("0")
    counters = [subprocess.Popen([sys.executable, "-c", COUNT, file]) for _ in range(4)]
    assert [each.wait() for each in counters] == [0] * 4
    assert file.read_text() == "400"
    assert [each.name for each in tmp_path.iterdir()] == ["count"]


def test_where_no_lock_file_can_be_made_the_thing_itself_is_named(tmp_path, monkeypatch):
    def refused(self):
        raise PermissionError(13, "Permission denied", str(tmp_path / ".lock"))

    monkeypatch.setattr("filelock.FileLock.acquire", refused)
    with pytest.raises(PermissionError) as found, file_locks.hold(tmp_path):
        pass
    assert found.value.filename == str(tmp_path)


def test_a_log_is_read_without_a_lock(tmp_path):
    path = tmp_path / "game.log"
    path.write_bytes((VECTORS / "game-joined.log").read_bytes())
    with file_locks.hold(path):
        before = sorted(tmp_path.iterdir())
        assert list(GameLog(path).read().records())
        assert sorted(tmp_path.iterdir()) == before


def test_a_reading_during_an_append_is_done_again(tmp_path, monkeypatch):
    """The first reading falls between the cutting off of a torn line and the writing of another."""
    path = tmp_path / "game.log"
    whole = (VECTORS / "game-joined.log").read_bytes()
    path.write_bytes(whole)
    seen = [whole[:-200] + b"mixed of two\n", whole, whole]
    monkeypatch.setattr(Path, "read_bytes", lambda _: seen.pop(0))
    assert GameLog(path).read() == LogText.parse(whole)
    assert not seen


@pytest.mark.skipif(not hasattr(os, "O_NOFOLLOW"), reason="no links are told apart when a file is opened")
def test_no_lock_is_taken_through_a_link_which_is_named(tmp_path):
    """Else it would be emptied: a lock file is opened to be written."""
    precious = tmp_path / "precious"
    precious.write_text("dear")
    file_locks.lock_file(tmp_path / "game.log").symlink_to(precious)
    with pytest.raises(OSError) as refused, file_locks.hold(tmp_path / "game.log"):
        pytest.fail("held")
    assert refused.value.filename.endswith(".game.log.lock")
    assert precious.read_text() == "dear"
