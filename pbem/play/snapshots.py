"""Where the game in a folder stands, written down every so many entries, so that who comes back to it goes on
from there and does not play it from its start.

`.cache/snapshot` may be deleted at any time: all that is in it follows from the log and the folder's secrets.
Nobody's word rests on it, and nothing that verifies reads it. It holds what its folder's owner knows, so that
nobody else may read it; and its first line is a code made with the folder's secrets over all the rest, with
the log up to that entry, so that one that was damaged or forged, or belongs to another game, another log or
another version of the program, is found and counts for nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import json
import os
import secrets
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from modules.engine.serialization import NotPlain
from pbem import errors
from pbem.disk import atomic_files
from pbem.entry.bodies import Move
from pbem.entry.entries import SignedEntry
from pbem.log.log_file import LogText
from pbem.log.party.folder import Folder
from pbem.rules import table_serialization
from pbem.rules.replay.replay_base import Known
from pbem.rules.rules_lookup import Build
from pbem.rules.table import Table

EVERY: Final = 20
"""Entries after which a new one takes the place of the last."""
NAME: Final = ".cache/snapshot"
"""Where it lies in the folder."""
_TITLE: Final = "senlac-snapshot/1"
_QUICK: Final = 1
"""How hard it is packed: little, since it lasts for a few mails."""


class Snapshots:
    """The snapshot of a folder. `seq`: the entry after which it was taken; -1 without one that is good."""

    def __init__(self, folder: Folder) -> None:
        self._folder = folder
        self.seq = -1
        self._told = -1
        self._closed: list[str] = []
        """The boxes of orders up to entry `_told` that the folder's owner cannot open."""

    @property
    def file(self) -> Path:
        """Where it lies."""
        return self._folder.path / NAME

    def resume(self, text: LogText, build: Build, known: Known, upto: int | None = None) -> Table | None:
        """The table that stood there, of a log that goes on from it and not only to an entry before `upto`;
        None without one that is good. Raises what `build` raises."""
        head, state = self._read(text)
        if head is None or (upto is not None and head["seq"] > upto):
            return None
        try:
            table = table_serialization.resume(state, text, head["seq"], build, known)
        except table_serialization.UNREADABLE:
            return None
        if head["program"] != table_serialization.program(table.replay.rules):
            return None
        self.seq = self._told = head["seq"]
        self._closed = head["closed"]
        return table

    def keep(self, table: Table) -> None:
        """Write down where a table stands, if enough has happened since the last time. What hinders that
        hinders nothing else."""
        if self.seq <= table.seq < self.seq + EVERY:
            return
        with suppress(OSError, NotPlain, errors.PbemError):
            self._write(table)

    def _write(self, table: Table) -> None:
        lines, key = self._folder.log.read().lines[: table.seq + 1], self._key()
        if key is None or SignedEntry.from_record(lines[-1]).head != table.verifier.head:
            return
        head = {
            "seq": table.seq,
            "log": _digest(lines),
            "program": table_serialization.program(table.replay.rules),
            "closed": self._unopened_orders(table),
        }
        if (state := table_serialization.state(table)) is None:
            return
        parts = (json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in (head, state))
        data = zlib.compress("\n".join(parts).encode(), _QUICK)
        _put(self.file, f"{_TITLE} {_code(key, data)}\n".encode() + data)
        self.seq = table.seq

    def _read(self, text: LogText) -> tuple[Any, Any]:
        """Its two parts, if it is of this folder and of how this log begins."""
        try:
            title, _, data = self.file.read_bytes().partition(b"\n")
            key = self._key()
            if key is None or not hmac.compare_digest(title, f"{_TITLE} {_code(key, data)}".encode()):
                return None, None
            head, state = map(json.loads, zlib.decompress(data).split(b"\n"))
        except (OSError, ValueError, zlib.error):
            return None, None
        count = head["seq"] + 1
        begins = count <= len(text.lines) and head["log"] == _digest(text.lines[:count])
        return (head, state) if begins and not self._is_opened_since(head["closed"]) else (None, None)

    def _key(self) -> bytes | None:
        """What only who has the folder's secrets can make; None in a folder without them."""
        parts = []
        for file in (self._folder.key_file, self._folder.chain_file):
            try:
                parts.append(hashlib.sha256(file.read_bytes()).digest())
            except OSError:
                return None
        return hashlib.sha256(b"".join((_TITLE.encode(), b"\n", *parts))).digest()

    def _unopened_orders(self, table: Table) -> list[str]:
        if self._told > table.seq:  # the end of the log was cut off since
            self._told, self._closed = -1, []
        here = self._boxes()
        for entry in table.verifier.history[self._told + 1 :]:
            box = entry.body.box if isinstance(entry.body, Move) else None
            if box is not None and box not in here:
                self._closed.append(box)
        self._told = table.seq
        return self._closed

    def _is_opened_since(self, closed: list[str]) -> bool:
        """Whether an order can be opened by now that was closed then: what came of it is told anew."""
        return bool(closed) and not self._boxes().isdisjoint(closed)

    def _boxes(self) -> set[str]:
        place = self._folder.lines_file("").parent
        return {file.stem for file in place.iterdir()} if place.is_dir() else set()


def _digest(lines: Iterable[bytes]) -> str:
    """Of the entries of a log, to the byte."""
    found = hashlib.sha256()
    for line in lines:
        found.update(line + b"\n")
    return found.hexdigest()


def _code(key: bytes, data: bytes) -> str:
    return hmac.new(key, data, hashlib.sha256).hexdigest()


def _put(file: Path, data: bytes) -> None:
    """A file in the place of the one before. It need not outlast a crash, so nothing waits for the disk."""
    atomic_files.DISK.make_directory(file.parent)
    temporary = file.with_name(f".{file.name}.{secrets.token_hex(4)}.tmp")
    fd = atomic_files.DISK.create(temporary, 0o600)
    try:
        try:
            atomic_files.DISK.write(fd, data)
        finally:
            os.close(fd)
        atomic_files.DISK.rename(temporary, file)
    finally:
        atomic_files.DISK.unlink(temporary)
