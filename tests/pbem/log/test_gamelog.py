"""The log file: whatever kills the writer, and whoever writes beside it, no entry is lost or torn."""

import errno
import os
import shlex
import signal
import subprocess

import pytest
from pbem_play import ALONE, Table, log_bytes, whole_game
from refusing import refuses

from pbem import errors
from pbem.disk import atomic_files
from pbem.disk.atomic_files import Disk
from pbem.entry import verified_entries
from pbem.log.log_file import FIRST_LINE, GameLog, LogText
from pbem.log.verdict import Status
from pbem.log.verification import verify, verify_file
from pbem.reason_codes import Code

GAME = whole_game().log
STEPS = ("create", "write", "fsync", "truncate", "link", "rename", "unlink", "sync_directory")


class Counting(Disk):
    """A disk that calls `at_step` before each step, with its number from 0 and what a torn step would do."""

    def __init__(self):
        self.count = 0

    def at_step(self, half):
        pass

    def write(self, fd, data):
        self.step(lambda: os.write(fd, data[: len(data) // 2]))
        super().write(fd, data)

    def step(self, half=None):
        self.at_step(half)
        self.count += 1


def counted(name):
    def method(self, *args):
        self.step()
        return getattr(Disk, name)(self, *args)

    return method


for _name in STEPS:
    if _name != "write":
        setattr(Counting, _name, counted(_name))


class Killing(Counting):
    """Kills the process with SIGKILL before step `fatal`, or in the middle of it if `torn`."""

    def __init__(self, fatal, torn):
        super().__init__()
        self.fatal, self.torn = fatal, torn

    def at_step(self, half):
        if self.count == self.fatal:
            if self.torn and half:
                half()
            os.kill(os.getpid(), signal.SIGKILL)


def in_child(work):
    """Run in a forked process; returns the signal that ended it, or 0."""
    child = os.fork()
    if child == 0:
        work()
        os._exit(0)
    return os.WTERMSIG(os.waitpid(child, 0)[1])


def killed_at_every_step(prepare, work, check):
    """Kill `work(disk)` before and within each of its steps; returns how many steps there are."""
    prepare()
    calm = Counting()
    work(calm)
    for fatal in range(calm.count):
        for torn in (False, True):
            prepare()
            assert in_child(lambda: work(Killing(fatal, torn))) == signal.SIGKILL  # noqa: B023
            check()
    return calm.count


@pytest.mark.parametrize("tail", [b"", b"torn wri"])
def test_a_kill_at_any_step_of_an_append_leaves_before_or_after(tmp_path, tail):
    path = tmp_path / "game.log"
    seen = set()

    def check():
        found = list(GameLog(path).read().records())
        assert found in (GAME[:4], GAME[:5])
        assert verify_file(path).sound
        seen.add(len(found))
        if len(found) == 4:
            GameLog(path).append(GAME[4])
        GameLog(path).append(*GAME[5:])
        assert path.read_bytes() == log_bytes(GAME)
        assert verify_file(path).status == Status.HOLDS

    steps = killed_at_every_step(
        lambda: path.write_bytes(log_bytes(GAME[:4]) + tail),
        lambda disk: GameLog(path, disk).append(GAME[4]),
        check,
    )
    assert steps == (5 if tail else 4)
    assert seen == {4, 5}


def test_a_kill_at_any_step_of_appending_several_leaves_whole_entries(tmp_path):
    path = tmp_path / "game.log"

    def check():
        found = list(GameLog(path).read().records())
        assert found == GAME[: len(found)]
        assert 4 <= len(found) <= 9
        assert verify_file(path).sound
        GameLog(path).append(*GAME[len(found) :])
        assert path.read_bytes() == log_bytes(GAME)

    killed_at_every_step(
        lambda: path.write_bytes(log_bytes(GAME[:4])),
        lambda disk: GameLog(path, disk).append(*GAME[4:9]),
        check,
    )


def test_a_kill_at_any_step_of_creating_leaves_no_log_or_a_whole_one(tmp_path):
    path = tmp_path / "game.log"
    seen = set()

    def prepare():
        for left in tmp_path.iterdir():
            left.unlink()

    def check():
        seen.add(path.exists())
        if path.exists():
            assert path.read_bytes() == log_bytes(GAME[:1])
        else:
            GameLog.create(path, GAME[0])
        assert verify_file(path).sound

    assert killed_at_every_step(prepare, lambda disk: GameLog.create(path, GAME[0], disk), check) == 6
    assert seen == {False, True}


def test_a_kill_at_any_step_of_replacing_leaves_the_old_or_the_new(tmp_path):
    path = tmp_path / "turn.pbem"
    killed_at_every_step(
        lambda: path.write_bytes(b"old"),
        lambda disk: atomic_files.replace(path, b"newer", disk=disk),
        lambda: path.read_bytes() in (b"old", b"newer") or pytest.fail("neither old nor new"),
    )


def test_the_newline_goes_to_the_disk_after_its_line(tmp_path):
    """After a power cut a line with its newline is a whole line: each write is synced before the next."""
    path = tmp_path / "game.log"
    path.write_bytes(log_bytes(GAME[:4]) + b"torn")
    steps = []

    class Recording(Disk):
        def write(self, fd, data):
            steps.append(bytes(data))
            super().write(fd, data)

        def fsync(self, fd):
            steps.append("fsync")
            super().fsync(fd)

        def truncate(self, fd, size):
            steps.append("truncate")
            super().truncate(fd, size)

    GameLog(path, Recording()).append(GAME[4])
    assert steps == ["truncate", GAME[4].to_record(), "fsync", b"\n", "fsync"]


@pytest.mark.parametrize("cut", range(1, len(GAME[4].to_record()) + 1, 7))
def test_a_last_line_cut_anywhere_is_ignored_and_then_replaced(tmp_path, cut):
    path = tmp_path / "game.log"
    path.write_bytes(log_bytes(GAME[:4]) + GAME[4].to_record()[:cut])
    assert list(GameLog(path).read().records()) == GAME[:4]
    verdict = verify_file(path)
    assert verdict.status == Status.INCOMPLETE
    assert f"unfinished last line of {cut} bytes" in verdict.message
    GameLog(path).append(GAME[4])
    assert path.read_bytes() == log_bytes(GAME[:5])


class Full(Disk):
    """A disk that fills up at one step."""

    def __init__(self, name, fatal=0):
        self.name, self.left = name, fatal

    def write(self, fd, data):
        self.fail("write", lambda: os.write(fd, data[: len(data) // 2]))
        super().write(fd, data)

    def fsync(self, fd):
        self.fail("fsync", lambda: None)
        super().fsync(fd)

    def fail(self, name, half):
        if name == self.name:
            self.left -= 1
            if self.left < 0:
                half()
                raise OSError(errno.ENOSPC, "No space left on device")


@pytest.mark.parametrize("name", ["write", "fsync"])
@pytest.mark.parametrize("fatal", [0, 1])
def test_a_full_disk_is_an_error_and_leaves_the_log(tmp_path, name, fatal):
    path = tmp_path / "game.log"
    path.write_bytes(log_bytes(GAME[:4]))
    with pytest.raises(OSError, match="No space") as found:
        GameLog(path, Full(name, fatal)).append(GAME[4])
    assert found.value.filename == str(path)
    assert path.read_bytes() == log_bytes(GAME[:4])


@pytest.mark.parametrize("name", ["write", "fsync"])
def test_a_full_disk_leaves_no_half_file(tmp_path, name):
    with pytest.raises(OSError, match="No space") as found:
        GameLog.create(tmp_path / "game.log", GAME[0], Full(name))
    assert found.value.filename == str(tmp_path / "game.log")
    assert list(tmp_path.iterdir()) == []


def append_many(path, role, count):
    """Append `count` seals, trying again whenever the other process was first."""
    table = Table(ALONE)
    log = GameLog(path)
    while count:
        table.log = list(log.read().records())
        try:
            log.append(table.make("seal", role, {"choice": f"x.{count}", "commit": "00" * 32}))
        except errors.StaleEntry:
            continue
        count -= 1


def test_two_processes_append_at_once(tmp_path):
    path = tmp_path / "game.log"
    GameLog.create(path, Table(ALONE).log[0])
    children = []
    for role in ALONE:
        child = os.fork()
        if child == 0:
            append_many(path, role, 25)
            os._exit(0)
        children.append(child)
    assert [os.waitpid(child, 0)[1] for child in children] == [0, 0]
    found = list(GameLog(path).read().records())
    assert len(found) == 51
    assert verify(found).sound
    authors = [verified_entries.verify_entry(signed).entry.author for signed in found[1:]]
    assert sorted(authors) == ["normans"] * 25 + ["saxons"] * 25


def test_an_entry_that_does_not_continue_the_log_is_refused(tmp_path):
    path = tmp_path / "game.log"
    log = GameLog.create(path, GAME[0])
    log.append(*GAME[1:4])
    for stale in (GAME[1], GAME[3], GAME[5]):
        with refuses(Code.STALE_ENTRY, match=r"the log now goes on with entry 4"):
            log.append(stale)
    with refuses(Code.STALE_ENTRY):
        log.append(GAME[4], GAME[6])
    assert path.read_bytes() == log_bytes(GAME[:4])
    log.append()
    assert path.read_bytes() == log_bytes(GAME[:4])


def test_a_log_is_never_overwritten_and_begins_with_a_charter(tmp_path):
    path = tmp_path / "game.log"
    with refuses(Code.CHARTER_MISPLACED):
        GameLog.create(path, GAME[1])
    GameLog.create(path, GAME[0])
    with refuses(Code.FILE_EXISTS):
        GameLog.create(path, GAME[0])
    assert [found.name for found in tmp_path.iterdir()] == ["game.log"]


def test_a_long_line_is_found_from_the_end(tmp_path):
    """The last entry is longer than the first piece that an append reads back."""
    table = Table(ALONE)
    table.order("normans", *["x" * 500] * 400)
    table.add("ack", "saxons", {"applied": 0})
    path = tmp_path / "game.log"
    GameLog.create(path, table.log[0]).append(table.log[1])
    GameLog(path).append(table.log[2])
    assert list(GameLog(path).read().records()) == table.log


@pytest.mark.parametrize("data", [b"", b"senlac-log/1\n", b"hello", FIRST_LINE[:-1]])
def test_another_file_is_no_log(tmp_path, data):
    path = tmp_path / "game.log"
    path.write_bytes(data)
    with refuses(Code.NOT_A_LOG):
        GameLog(path).read()
    with refuses(Code.NOT_A_LOG):
        GameLog(path).append(GAME[1])


@pytest.mark.parametrize("end", [b"\r\n", b"\n"])
@pytest.mark.parametrize("mark", [b"\xef\xbb\xbf", b""])
def test_a_log_that_an_editor_has_saved_comes_back_whole(tmp_path, mark, end):
    path = tmp_path / "game.log"
    whole = log_bytes(GAME)
    path.write_bytes(saved := mark + whole.replace(b"\n", end))
    if saved != whole:
        with refuses(Code.NOT_A_LOG, match="No entry is lost") as found:
            GameLog(path).read()
        with refuses(Code.NOT_A_LOG, match="No entry is lost"):
            GameLog(path).append(GAME[1])
        assert path.read_bytes() == saved
        command = str(found.value).split("`")[1].removesuffix(" FILE").replace("sed ", "", 1)
        subprocess.run(["sed", *shlex.split(command), path], check=True)
    assert path.read_bytes() == whole


def test_a_line_too_many_is_named():
    with refuses(Code.BAD_RECORD, match="line 3 is empty"):
        list(LogText.parse(log_bytes(GAME[:1]) + b"\n").records())


def test_a_log_without_its_charter(tmp_path):
    path = tmp_path / "game.log"
    path.write_bytes(FIRST_LINE)
    with refuses(Code.EMPTY_LOG):
        GameLog(path).append(GAME[1])
    assert verify_file(path).code == "empty-log"


def test_a_damaged_line_is_named():
    data = log_bytes(GAME).replace(b"\n", b"\nhello\n", 3)
    with refuses(Code.BAD_RECORD, match="line 2"):
        list(LogText.parse(data).records())
