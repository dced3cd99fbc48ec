"""The game log on disk: one append-only text file, a first line and then one signed entry a line.

Line 1 is `senlac-log/2`. Each further line is a record, `SIGNATURES JSON` (see `entries`), readable as it
stands; line n + 2 holds entry n. A line counts only with its newline: what follows the last newline is a
torn write, ignored when reading and cut off by the next append.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pbem import errors
from pbem.disk import atomic_files, file_locks
from pbem.disk.atomic_files import DISK, Disk
from pbem.entry.entries import OLD_PROTOCOL, Entry, SignedEntry
from pbem.reason_codes import Code

FIRST_LINE = b"senlac-log/2\n"
_OLD = b"senlac-log/1\n"
_READ_BACK = 65_536


@dataclass(frozen=True, slots=True)
class LogText:
    """The bytes of a log: its complete record lines and the torn rest after the last newline."""

    lines: tuple[bytes, ...]
    torn: bytes

    @classmethod
    def parse(cls, data: bytes) -> LogText:
        """Split the bytes of a log file; raises NotALog."""
        if not data.startswith(FIRST_LINE):
            raise errors.NotALog(_explain_not_log(data))
        *lines, torn = data[len(FIRST_LINE) :].split(b"\n")
        return cls(tuple(lines), torn)

    @property
    def lacks_newline(self) -> bool:
        """Whether the rest after the last newline is a whole record: an editor took its newline off."""
        try:
            Entry.decode(SignedEntry.from_record(self.torn).data)
        except errors.PbemError:
            return False
        return True

    def records(self, first: int = 0) -> Iterator[SignedEntry]:
        """The signed entries from the `first` on, in order, unchecked; raises BadRecord at a line that is
        none."""
        for number, line in enumerate(self.lines[first:], first + 2):
            if not line:
                raise errors.BadRecord(f"line {number} is empty, which an entry never is: delete the line")
            try:
                yield SignedEntry.from_record(line)
            except errors.BadRecord as error:
                raise errors.BadRecord(f"line {number}: {error}") from error


class GameLog:
    """A log file that entries are appended to, safe against crashes and against other processes."""

    def __init__(self, path: Path, disk: Disk = DISK) -> None:
        self.path = path
        self._disk = disk

    @classmethod
    def create(cls, path: Path, charter: SignedEntry, disk: Disk = DISK) -> GameLog:
        """Start a log with its charter; raises FileExists rather than overwrite a game."""
        _continues(charter, None)
        atomic_files.write_new(path, FIRST_LINE + charter.to_record() + b"\n", disk=disk)
        return cls(path, disk)

    def read(self) -> LogText:
        """All that is in the file now; raises NotALog or OSError.

        No lock is needed, so the folder may be one that cannot be written. Complete lines never change; what
        an append cuts off and writes while this reads differs from one reading to the next.
        """
        data = self.path.read_bytes()
        while data != (again := self.path.read_bytes()):
            data = again
        return LogText.parse(data)

    def length(self) -> int:
        """How many entries are in the file now, by the place of the last one: no other is read. Raises as
        `append`."""
        return Entry.decode(self.read_last().data).seq + 1

    def read_last(self) -> SignedEntry:
        """The last entry in the file now; no other is read. Raises as `append`."""
        with self.path.open("rb", buffering=0) as file:
            _, last = _tail(file.fileno())
        return last

    def append(self, *entries: SignedEntry) -> None:
        """Append entries that continue the log, durably, before returning.

        Raises StaleEntry if another entry was appended first (the log is unchanged), BadRecord if the last
        line cannot be read, NotALog or OSError. Checks only seq and prev: the `Walk` judges entries.
        A crash at any point leaves whole entries: none or all of one, of several the first ones.
        """
        if not entries:
            return
        with self.path.open("r+b", buffering=0) as file, file_locks.hold(self.path):
            fd = file.fileno()
            end, last = _tail(fd)
            for signed in entries:
                _continues(signed, last)
                last = signed
            if end != os.fstat(fd).st_size:
                self._disk.truncate(fd, end)
            self._write_durably(fd, end, b"\n".join(signed.to_record() for signed in entries))

    def cut(self, seq: int) -> None:
        """Take the entries from place `seq` on off the log; a crash leaves it whole, or cut. Raises
        OSError."""
        with file_locks.hold(self.path):
            lines = self.read().lines[:seq]
            atomic_files.replace(
                self.path, FIRST_LINE + b"".join(line + b"\n" for line in lines), disk=self._disk
            )

    def _write_durably(self, fd: int, end: int, text: bytes) -> None:
        """The newline that makes a line count goes to the disk only after the line itself."""
        os.lseek(fd, end, os.SEEK_SET)
        try:
            self._disk.write(fd, text)
            self._disk.fsync(fd)
            self._disk.write(fd, b"\n")
            self._disk.fsync(fd)
        except OSError as error:
            self._disk.truncate(fd, end)
            raise OSError(error.errno, error.strerror, str(self.path)) from error


def _continues(signed: SignedEntry, last: SignedEntry | None) -> None:
    entry = Entry.decode(signed.data)
    if last is None:
        if entry.type != "charter":
            raise errors.LogFault(
                Code.CHARTER_MISPLACED, f"a log begins with a charter, not with a {entry.type}"
            )
        return
    seq = Entry.decode(last.data).seq + 1
    if (entry.seq, entry.prev) != (seq, last.head):
        raise errors.StaleEntry(
            f"{entry} follows head {entry.prev[:8]}; the log now goes on with entry {seq} "
            f"after head {last.head[:8]}"
        )


def _tail(fd: int) -> tuple[int, SignedEntry]:
    """Where the last complete line ends, and the entry on it."""
    os.lseek(fd, 0, os.SEEK_SET)
    title = os.read(fd, len(codecs.BOM_UTF8 + FIRST_LINE) + 1)
    if not title.startswith(FIRST_LINE):
        raise errors.NotALog(_explain_not_log(title))
    size = os.fstat(fd).st_size
    start, back = size, _READ_BACK
    while start > 0:
        start, back = max(0, size - back), back * 2
        data = _read_from(fd, start)
        complete = data.rfind(b"\n") + 1
        begin = data.rfind(b"\n", 0, max(complete - 1, 0)) + 1
        if begin:
            return start + complete, SignedEntry.from_record(data[begin : complete - 1])
    raise errors.LogFault(Code.EMPTY_LOG, "the log has no charter")


def _explain_not_log(data: bytes) -> str:
    """What is wrong with the beginning of a file; of one that an editor has saved, how to mend it."""
    if not data:
        return "the file is empty: ask any other party of the game for a copy of the log"
    if data.startswith(_OLD):
        return f"the game in it was {OLD_PROTOCOL}"
    title = FIRST_LINE.rstrip()
    if data.removeprefix(codecs.BOM_UTF8).startswith((FIRST_LINE, title + b"\r\n")):
        return (
            "another program has saved this log with Windows line ends or a byte order mark, and "
            "signatures cover every byte. No entry is lost: take another party's copy, or repair it with "
            r"`sed -i -e '1s/^\xef\xbb\xbf//' -e 's/\r$//' FILE`"
        )
    return f"not a game log: its first line is not {title.decode()}"


def _read_from(fd: int, start: int) -> bytes:
    os.lseek(fd, start, os.SEEK_SET)
    parts = []
    while part := os.read(fd, 1 << 20):
        parts.append(part)
    return b"".join(parts)
