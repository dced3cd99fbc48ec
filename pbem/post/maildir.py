"""A Maildir: mails as files that a mail server drops into new/, read from there and put into by the rules of
the format, which need no locks.

Settled mails move to the subfolder .Handled or .Refused, marked as seen. So whatever lies in new/ or cur/
waits, whether or not somebody has looked at it with a mail program; only drafts and mails marked as deleted
do not.
"""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections.abc import Container, Iterator, Sequence
from pathlib import Path

from pbem import errors
from pbem.disk import atomic_files
from pbem.errors import Refusal
from pbem.post.transports import Delivery, TooBig, WaitingMail
from pbem.reason_codes import Code

_PARTS = ("tmp", "new", "cur")
_INFO = re.compile("[:;]2,")
_SEPARATOR = ":" if atomic_files.POSIX else ";"
"""Between the name of a mail and its flags: no file of Windows has a colon in its name. Either is read."""

_NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)


class MaildirSource:
    """The mails in a Maildir; one over `limit` bytes is only told, as TooBig."""

    def __init__(self, path: Path, limit: int) -> None:
        self.path = path
        self.limit = limit

    def waiting_mails(self, but: Container[str] = ()) -> Iterator[WaitingMail]:
        """The mails that wait, by the time of their arrival; raises `mailbox-missing` or OSError."""
        self.check_connection()
        for file in self._files():
            if _unique(file.name) in but:
                continue
            data = _load(file, self.limit)
            if data is not None:
                yield WaitingMail(_unique(file.name), data)

    def check_connection(self) -> None:
        """Look whether it is there; raises `mailbox-missing`."""
        if not all((self.path / part).is_dir() for part in _PARTS):
            raise Refusal(
                Code.MAILBOX_MISSING,
                f"{self.path} is not a Maildir: one of the folders tmp, new and cur is missing",
            )

    def settle(self, mail: WaitingMail, *, refused: bool) -> None:
        """Moves a mail to a subfolder; one that somebody else has moved meanwhile is left where it is."""
        place = self.path / (".Refused" if refused else ".Handled")
        for part in _PARTS:
            atomic_files.DISK.make_directory(place / part)
        # A mail program may have moved it from new/ to cur/ or changed its flags since it was read.
        as_read = self.path / "new" / mail.name
        found = [as_read] if as_read.is_file() else self._find_file(mail.name)
        for file in found:
            flags = "".join(sorted({*_flags(file.name), "S"}))
            try:
                atomic_files.DISK.rename(file, place / "cur" / f"{mail.name}{_SEPARATOR}2,{flags}")
            except FileNotFoundError:  # another robot was faster
                return
            atomic_files.DISK.sync_directory(place / "cur")
            atomic_files.DISK.sync_directory(file.parent)

    def _find_file(self, name: str) -> list[Path]:
        """The file of a mail, whatever its flags are now."""
        files = (file for part in ("cur", "new") for file in (self.path / part).iterdir())
        return [file for file in files if _unique(file.name) == name][:1]

    def close(self) -> None:
        """Nothing is open between two mails."""

    def _files(self) -> list[Path]:
        found: list[tuple[int, str, Path]] = []
        for part in ("new", "cur"):
            for file in (self.path / part).iterdir():
                if file.name.startswith(".") or {"T", "D"} & set(_flags(file.name)):
                    continue
                try:
                    status = file.lstat()
                except FileNotFoundError:  # moved by another program since the folder was listed
                    continue
                if stat.S_ISREG(status.st_mode):
                    found.append((status.st_mtime_ns, _unique(file.name), file))
        return [file for _, _, file in sorted(found)]


class MaildirSink:
    """Delivers into a Maildir, which is made if it is not there: for tests, and for a local queue."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._last = 0

    def make(self) -> None:
        """Makes the folders of a Maildir, where they are missing."""
        for part in _PARTS:
            atomic_files.DISK.make_directory(self.path / part)

    def send(self, message: bytes, to: Sequence[str]) -> Delivery:
        """Puts a mail into new/, under a name that follows from it: again it is the same file."""
        self.make()
        digest = hashlib.sha256("\n".join(to).encode() + b"\n\n" + message).hexdigest()
        file = self.path / "new" / f"{digest[:40]}.senlac"
        try:
            atomic_files.write_new(file, message, mode=0o600)
        except errors.FileExists:
            return Delivery(delivered=tuple(to))
        # A file system's clock may tick slower than mails come; readers go by these times.
        self._last = max(self._last + 1, file.stat().st_mtime_ns)
        os.utime(file, ns=(self._last, self._last))
        return Delivery(delivered=tuple(to))

    def check_connection(self) -> None:
        """Look whether it can be there; raises `mailbox-missing`."""
        if not (self.path.is_dir() or self.path.parent.is_dir()):
            raise Refusal(Code.MAILBOX_MISSING, f"{self.path.parent}: there is no such folder")

    def close(self) -> None:
        """Nothing is open between two mails."""


def _unique(name: str) -> str:
    return _INFO.split(name, maxsplit=1)[0]


def _flags(name: str) -> str:
    return "".join(_INFO.split(name, maxsplit=1)[1:])


def _load(file: Path, limit: int) -> bytes | TooBig | None:
    """The mail's bytes; None if another program has moved the file."""
    try:
        fd = os.open(file, os.O_RDONLY | atomic_files.BINARY | _NO_LINK)
    except FileNotFoundError:
        return None
    with os.fdopen(fd, "rb") as opened:
        data = opened.read(limit + 1)
        return TooBig(os.fstat(fd).st_size) if len(data) > limit else data
