"""The mails that a party has to send, one file each, so that a crash loses none.

outbox/NAME.eml   to be sent: the lines `X-Senlac-Envelope: JSON` and `X-Unsent: 1`, which stay here, then the
                  mail to the byte. A mail program opens it as a draft
sent/             delivered, at least to some; what was refused stands in the envelope, and in a club nothing
                  else: the log makes them again. Also what a person
                  sent himself, once the log shows it (`pbem.robot.confirmed_deliveries`)
undeliverable/    refused for good to everybody; a person who moves it back to outbox/ has it tried again

A name stands for one mail for ever: put again it is a repetition, wherever the mail lies by then. There are
two locks (`pbem.disk.file_locks`): whoever sends holds outbox/, so that two processes send no mail twice;
whoever adds or moves a file holds sent/ for that moment. One window stays open: a process that dies after a
server took a mail and before the file was moved sends it again. Receivers know repeated entries, so that does
no harm.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path

from pbem.disk import atomic_files, file_locks
from pbem.post.faults import BadEnvelope, NameTaken
from pbem.post.transports import Delivery

_HEADER = b"X-Senlac-Envelope: "
_UNSENT = b"X-Unsent: 1\r\n"
_DATE = re.compile(rb"^Date: [^\r\n]*\r\n", re.MULTILINE)
_STRANGE = "{}.eml in the outbox begins with no envelope: the program has not laid it there, so move it away"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}\Z")
ADDRESS = r"[^\s\x00-\x1f\x7f<>@,;:\"]+@[^\s\x00-\x1f\x7f<>@,;:\"]+"
"""A plain mail address, as a regular expression: nothing in it can be taken for another part of a command."""


@dataclass(frozen=True, slots=True)
class OutgoingMail:
    """One mail of the outbox, with its envelope: everybody it goes to, and what became of it so far."""

    name: str
    message: bytes
    to: tuple[str, ...]
    delivered: tuple[str, ...] = ()
    refused: Mapping[str, str] = field(default_factory=dict)
    kept: str = ""
    """The digest of a message that is not kept here any more."""

    @property
    def digest(self) -> str:
        """What tells the message from another, whatever its Date: SHA-256 in hex."""
        return self.kept or hashlib.sha256(_strip_date(self.message)).hexdigest()

    def drop_message(self) -> OutgoingMail:
        """The same mail without its message: enough to know it again."""
        return replace(self, message=b"", kept=self.digest)

    @property
    def undelivered(self) -> tuple[str, ...]:
        """To whom it still has to go."""
        return tuple(one for one in self.to if one not in self.delivered and one not in self.refused)

    def add_delivery(self, delivery: Delivery) -> OutgoingMail:
        """The same mail after an attempt."""
        return replace(
            self,
            delivered=(*self.delivered, *(one for one in delivery.delivered if one in self.undelivered)),
            refused={
                **self.refused,
                **{one: why for one, why in delivery.refused.items() if one in self.undelivered},
            },
        )

    def encode(self) -> bytes:
        """The bytes of its file."""
        envelope = {"to": self.to, "delivered": self.delivered, "refused": dict(self.refused)}
        envelope |= {"digest": self.kept} if self.kept else {}
        line = _HEADER + json.dumps(envelope, sort_keys=True).encode("ascii") + b"\r\n"
        return line + self.draft

    @property
    def draft(self) -> bytes:
        """The mail as a mail program opens it that is to send it."""
        return _UNSENT + self.message

    @classmethod
    def decode(cls, name: str, data: bytes) -> OutgoingMail:
        """Reads a file; raises BadEnvelope."""
        line, _, message = data.partition(b"\r\n")
        message = message.removeprefix(_UNSENT)
        try:
            envelope = json.loads(line.removeprefix(_HEADER))
            to, delivered, refused = (envelope[key] for key in ("to", "delivered", "refused"))
            kept = str(envelope.get("digest", ""))
            found = cls(name, message, tuple(map(str, to)), tuple(map(str, delivered)), dict(refused), kept)
        except (ValueError, KeyError, TypeError) as error:
            raise BadEnvelope(_STRANGE.format(name)) from error
        if not line.startswith(_HEADER):
            raise BadEnvelope(_STRANGE.format(name))
        return found


def is_unsent(data: bytes) -> bool:
    """Whether these are the bytes of a file of an outbox, which nobody has sent."""
    return data.startswith(_HEADER)


class Outbox:
    """The outbox of one party's folder."""

    def __init__(self, folder: Path, *, keeps: bool = True) -> None:
        """`keeps`: whether what all have got stays as it was, or only what tells it from another mail."""
        self._keeps = keeps
        self.path = folder / "outbox"
        self.done = folder / "sent"
        self.undeliverable = folder / "undeliverable"

    def put(self, name: str, message: bytes, to: Sequence[str]) -> Path:
        """Has a mail sent by the next flush; durable when this returns. Returns where its file lies.

        The same name, bytes and addresses again change nothing, also after the mail was sent; a Date makes no
        other mail of it. Raises BadEnvelope, or NameTaken for another mail.
        """
        _check_name(name, to)
        mail = OutgoingMail(name, message, tuple(to))
        with self._hold_changes():
            for place in (self.path, self.done, self.undeliverable):
                if (file := self._file(place, name)).exists():
                    there = OutgoingMail.decode(name, file.read_bytes())
                    if (there.digest, there.to) != (mail.digest, mail.to):
                        raise NameTaken(f"{file} is another mail: a name stands for one mail")
                    return file
            file = self._file(self.path, name)
            atomic_files.write_new(file, mail.encode(), mode=0o600)
        return file

    def find(self, pattern: str) -> list[Path]:
        """Where the mails lie whose names fit a glob pattern, waiting, sent or undeliverable."""
        places = (self.path, self.done, self.undeliverable)
        return sorted(file for place in places for file in place.glob(f"{pattern}.eml"))

    def list_waiting(self) -> list[OutgoingMail]:
        """What has to be sent, by name; raises BadEnvelope for a file that is none of ours."""
        return _mails(self.path)

    def list_failed(self) -> list[OutgoingMail]:
        """What was refused for good to everybody, by name; raises as `list_waiting`."""
        return _mails(self.undeliverable)

    def move_to_sent(self, name: str) -> Path:
        """Moves a mail to sent/; again it changes nothing."""
        with self._hold_changes():
            return self._move(name, self.done)

    def restore(self, file: Path) -> Path:
        """Lays a mail that was sent, or could not be delivered, back among those that wait, so that it goes
        out once more; where its file lies then."""
        with self._hold_changes():
            place = self._file(self.path, file.stem)
            if file.parent != self.path and file.is_file():
                atomic_files.DISK.rename(file, place)
            return place

    def drop(self, name: str) -> None:
        """Takes a mail out that must not be sent any more; again, or once it was sent, it changes nothing."""
        with self._hold_changes():
            atomic_files.DISK.unlink(self._file(self.path, name))

    def record(self, name: str, delivery: Delivery) -> OutgoingMail:
        """Notes what became of a mail, and moves it when nobody is left to be tried."""
        with self._hold_changes():
            file = self._file(self.path, name)
            before = OutgoingMail.decode(name, file.read_bytes())
            after = before.add_delivery(delivery)
            # A mail that all took is only moved: nothing is written between the server's word and the move.
            if after != before and (after.undelivered or after.refused):
                atomic_files.replace(file, after.encode(), mode=0o600)
            if not after.undelivered:
                moved = self._move(name, self.done if after.delivered else self.undeliverable)
                if after.delivered and not self._keeps:
                    atomic_files.replace(moved, after.drop_message().encode(), mode=0o600)
        return after

    @contextmanager
    def hold_sending(self) -> Iterator[bool]:
        """Whether this process may send now: another one may be at it. Held until the end of the block."""
        atomic_files.DISK.make_directory(self.path)
        with file_locks.hold(self.path, wait=False) as alone:
            yield alone

    @contextmanager
    def _hold_changes(self) -> Iterator[None]:
        for place in (self.path, self.done):
            atomic_files.DISK.make_directory(place)
        with file_locks.hold(self.done):
            yield

    def _move(self, name: str, place: Path) -> Path:
        source, target = self._file(self.path, name), self._file(place, name)
        if source.exists() or not target.exists():
            atomic_files.DISK.make_directory(place)
            atomic_files.DISK.rename(source, target)
            atomic_files.DISK.sync_directory(place)
            atomic_files.DISK.sync_directory(self.path)
        return target

    @staticmethod
    def _file(place: Path, name: str) -> Path:
        return place / f"{name}.eml"


def _strip_date(message: bytes) -> bytes:
    head, gap, body = message.partition(b"\r\n\r\n")
    return _DATE.sub(b"", head) + gap + body


def _mails(place: Path) -> list[OutgoingMail]:
    if not place.is_dir():
        return []
    files = sorted(file for file in place.glob("*.eml") if not file.name.startswith("."))
    return [OutgoingMail.decode(file.stem, file.read_bytes()) for file in files]


def _check_name(name: str, to: Sequence[str]) -> None:
    if not _NAME.match(name):
        raise BadEnvelope(
            f"{name[:100]!r} is no name for a mail: letters, digits, `.`, `_` and `-`, at most 100"
        )
    for address in to:
        if not re.fullmatch(ADDRESS, address) or len(address) > 254:
            raise BadEnvelope(f"{address[:100]!r} is no mail address")
    if not to or len(set(to)) < len(to):
        raise BadEnvelope(f"{name} needs at least one address, and none twice")
