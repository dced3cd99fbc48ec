"""The rounds of one folder's mailbox: whoever runs them, a command or a page, gives the settings and what is
done with each mail."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

from pbem.post import mail_loop
from pbem.post.outbox import Outbox
from pbem.post.post_settings import PostSettings
from pbem.post.robot_log import LogNote, Tell
from pbem.post.stop_signal import Stop


@dataclass(frozen=True, slots=True)
class Pace:
    """One round, or a round every so many seconds."""

    once: bool
    every: float


@dataclass(frozen=True, slots=True)
class FolderWork:
    """What a program does for the owner of a folder in each round: see `mail_loop.run`."""

    receive: mail_loop.Receive
    again: Callable[[], object] = lambda: None
    keep_time: Callable[[], Sequence[LogNote]] = tuple
    whose: Callable[[], object] | None = None
    put_off: Callable[[], Iterable[LogNote]] = tuple


def go_round(
    path: Path, post: PostSettings, work: FolderWork, pace: Pace, limit: int, stop: Stop, tell: Tell
) -> int:
    """Goes round until `stop` is set, or once, and hears of new mails between two rounds; the exit code, and
    what is raised, are those of `mail_loop.run`. `limit`: bytes of a mail."""
    with nullcontext() if pace.once else post.listen(limit, stop.nudge):
        return mail_loop.run(
            lambda: [Outbox(path)],
            post.sources(limit),
            post.sink(),
            work.receive,
            once=pace.once,
            every=pace.every,
            stop=stop,
            tell=tell,
            put_off=work.put_off,
            again=work.again,
            keep_time=work.keep_time,
            whose=work.whose,
        )
