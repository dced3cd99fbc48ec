"""The robot's rounds: take in the mails that were put off, then each mail that waits, give it to the referee,
settle it, do what the clock makes due, send the outbox.

A mail is settled only after its answer lies in the outbox. Whatever ends the process before that leads to the
same mail again, and to the same answer under the same name, which the outbox knows as a repetition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from time import monotonic
from typing import Literal, Protocol

from modules.amounts import count_noun
from pbem.errors import AbandonedFolder, RestoredFolder
from pbem.post.faults import Unreachable
from pbem.post.outbox import Outbox
from pbem.post.outbox_flush import flush
from pbem.post.robot_log import LogNote, Tell
from pbem.post.stop_signal import Stop
from pbem.post.transports import Sink, Source, TooBig, WaitingMail

_LONGEST_REST = 15
"""Rounds that are left out at most after a failure."""

_LONGEST_READING = 60.0
"""Seconds after which a round reads no further mail: what was answered goes out before the next round, which
follows at once. The clock waits until all is read, for an order may be among the rest."""

_MOST_ROUNDS = 10
"""Rounds that follow at once, because mails are left, before somebody is told that the clock waits."""

_BEHIND = (
    f"mails still wait after {_MOST_ROUNDS} rounds of reading, so the clock waits too: no deadline is judged "
    "and no reminder goes out. All mails that were read are answered. Run it again; if it says so again, "
    "more mail comes than it can read"
)

_MACHINE = 2
"""The exit code where a file or the disk is at fault."""


class ReceivedMail(Protocol):
    """What became of one mail."""

    @property
    def outcome(self) -> Literal["accepted", "refused", "ignored", "left"]:
        """Refused mails are kept apart from the others; what is left is not touched."""
        ...

    @property
    def text(self) -> str:
        """What is told at the terminal."""
        ...


Receive = Callable[[bytes], ReceivedMail]


@dataclass(slots=True)
class _SkippedMails:
    """The mails of one source that are no concern of this robot, by the names that the source gives them.
    They are looked at again when `whose` says something else: the game has begun."""

    whose: Callable[[], object] | None
    names: set[str] = field(default_factory=set)
    _said: object = None

    def skipped_names(self) -> set[str]:
        """Those that need not be looked at."""
        said = self.whose() if self.whose is not None else None
        if said != self._said:
            self._said = said
            self.names.clear()
        return self.names


class _Reader:
    """Takes in the mails of one source. `whole`: whether it left none for the next round."""

    def __init__(self, source: Source, left: _SkippedMails, receive: Receive, stop: Stop, tell: Tell) -> None:
        self._source, self._left, self._receive, self._stop, self._tell = source, left, receive, stop, tell
        self.whole = True

    def __call__(self) -> int:
        code, until = 0, monotonic() + _LONGEST_READING
        self.whole = True
        try:
            for mail in self._source.waiting_mails(self._left.skipped_names()):
                if self._stop.is_set() or monotonic() > until:
                    self.whole = False
                    break
                code = max(code, _take(self._source, self._left, mail, self._receive, self._tell))
        finally:
            self._source.close()
        return code


class _Job:
    """One thing done in each round; after a failure it rests for 1, 3, 7, then 15 rounds."""

    def __init__(self, work: Callable[[], int], tell: Tell) -> None:
        self._work = work
        self._tell = tell
        self._failures = 0
        self._rest = 0
        self.read = False
        """Whether it went well in this round."""

    def do(self) -> int:
        self.read = False
        if self._rest:
            self._rest -= 1
            return 0
        try:
            code = self._work()
            good = code != _MACHINE
        except Unreachable as error:
            self._tell(LogNote("trouble", "server", str(error)))
            code, good = 1, False
        except OSError as error:
            self._tell(LogNote("trouble", "disk", _explain(error)))
            code, good = _MACHINE, False
        self.read = good
        self._failures = 0 if good else self._failures + 1
        self._rest = min(2**self._failures - 1, _LONGEST_REST)
        return code


def run(
    outboxes: Callable[[], Iterable[Outbox]],
    sources: Sequence[Source],
    sink: Sink,
    receive: Receive,
    *,
    once: bool,
    every: float,
    stop: Stop,
    tell: Tell,
    put_off: Callable[[], Iterable[LogNote]] = tuple,
    again: Callable[[], object] = lambda: None,
    keep_time: Callable[[], Sequence[LogNote]] = tuple,
    whose: Callable[[], object] | None = None,
) -> int:
    """Goes round `every` so many seconds until `stop` is set, or `once`; finishes the mail in hand. Where a
    round leaves mails, the next follows at once: `once` ends when all are read, or after so many rounds.

    `whose`: in a mailbox that others may read too, by what the robot knows its own mails; it leaves all
    others. `outboxes`: those that are sent in a round. `again` lays into the outbox what is to be sent
    once more. `put_off` takes in what came earlier and was put off: in each round, before any mail is read.
    `keep_time` does what the clock makes due, in a round in which all mails that wait were read.

    Returns the exit code: of `once` 0 if all went well, 1 if a server failed, a mail could not be delivered,
    mails are left or `keep_time` tells of trouble, 2 if the disk failed; else 0. Trouble that needs a
    person is raised as a PbemError: a login refused, a certificate that proves nothing, a game folder that
    does not hold.
    """
    readers = [_Reader(source, _SkippedMails(whose), receive, stop, tell) for source in sources]
    reading = [_Job(reader, tell) for reader in readers]

    def all_is_read() -> bool:
        return all(job.read for job in reading) and all(reader.whole for reader in readers)

    jobs = [_Job(partial(_take_up, put_off, stop, tell), tell), *reading]
    jobs.append(_Job(partial(_in_time, all_is_read, keep_time, tell), tell))
    jobs.append(_Job(partial(_write_again, again), tell))
    jobs.append(_Job(partial(_send, outboxes, sink, stop, tell), tell))
    return _go_round(jobs, readers, stop, tell, once=once, every=every)


def _go_round(
    jobs: Sequence[_Job], readers: Sequence[_Reader], stop: Stop, tell: Tell, *, once: bool, every: float
) -> int:
    """Does all jobs again and again; the exit code of `run`."""
    code, behind = 0, 0
    while not stop.is_set():
        for job in jobs:
            if not stop.is_set():
                code = max(code, job.do())
        behind = 0 if all(reader.whole for reader in readers) else behind + 1
        if behind % _MOST_ROUNDS and not stop.is_set():
            continue
        if behind and not stop.is_set():
            tell(LogNote("trouble", "mailbox", _BEHIND))
            code = max(code, 1)
        if once:
            return code
        if not behind:
            stop.wait(every)
    return 0


def _take_up(put_off: Callable[[], Iterable[LogNote]], stop: Stop, tell: Tell) -> int:
    """It came before all that is in a mailbox, and keeps nothing from being read."""
    for note in put_off():
        tell(note)
        if stop.is_set():
            break
    return 0


def _in_time(all_is_read: Callable[[], bool], keep_time: Callable[[], Sequence[LogNote]], tell: Tell) -> int:
    """Not while a mailbox cannot be read: an order may wait in it that came in time."""
    code = 0
    if all_is_read():
        for note in keep_time():
            tell(note)
            code = max(code, int(note.what == "trouble"))
    return code


def _send(outboxes: Callable[[], Iterable[Outbox]], sink: Sink, stop: Stop, tell: Tell) -> int:
    return max((flush(outbox, sink, stop, tell) for outbox in outboxes()), default=0)


def _write_again(again: Callable[[], object]) -> int:
    again()
    return 0


def _take(source: Source, left: _SkippedMails, mail: WaitingMail, receive: Receive, tell: Tell) -> int:
    try:
        note = _receive(mail, receive, shared=left.whose is not None)
        if note.what == "left":
            left.names.add(mail.name)
        else:
            source.settle(mail, refused=note.what == "refused")
    except OSError as error:  # of this machine, not of the mail: the others may fare better
        tell(LogNote("kept", mail.name, _explain(error)))
        return _MACHINE
    except (RestoredFolder, AbandonedFolder) as error:  # a receipt that ends this may be among the others
        tell(LogNote("kept", mail.name, str(error)))
        return 1
    tell(note)
    return 0


def _receive(mail: WaitingMail, receive: Receive, *, shared: bool) -> LogNote:
    if isinstance(mail.data, TooBig):
        what: Literal["left", "refused"] = "left" if shared else "refused"
        return LogNote(
            what, mail.name, f"not read: its {count_noun(mail.data.size, 'byte')} are over the limit"
        )
    received = receive(mail.data)
    return LogNote(received.outcome, mail.name, received.text)


def _explain(error: OSError) -> str:
    return f"{error.filename or 'disk'}: {error.strerror or error}"
