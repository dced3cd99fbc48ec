"""What a referee's mail costs: one in the middle of a game, with and without picture, and a thousand of all
kinds in one round of `pbem run`. One line a figure: what, a TAB, how much.
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench_mailed import NOW, before, moves, referee_of
from bench_sizes import Sizes, asked
from bench_timing import tell
from mail_corpus import HOSTILE, REAL

from pbem.log.party.folder import Folder
from pbem.mail import limits
from pbem.messages import position_pictures
from pbem.messages.letters.game_letters import Picture
from pbem.post.mail_loop import run
from pbem.post.maildir import MaildirSink, MaildirSource
from pbem.post.outbox import Outbox
from pbem.post.robot_log import LogNote
from pbem.post.stop_signal import Stop
from pbem.robot.inbox import Inbox
from pbem.simulation.mail_games import LocalSink


class Box(dict[str, MaildirSink]):
    """One mailbox for every address."""

    def __init__(self, path: Path) -> None:
        self._sink = MaildirSink(path)

    def __missing__(self, address: str) -> MaildirSink:
        return self._sink


def answered(referee: Folder, out: Path, picture: Picture | None, samples: int) -> float:
    """The median of the seconds in which a mail in the middle of the game is answered to both sides, by a
    robot that has the game on its table."""
    found = moves(referee)
    middle = sorted(found)[len(found) // 2 :][:samples]
    times = []
    for seq in middle:
        inbox = Inbox(before(referee, seq, out / "one"), picture)
        inbox.desk.table()
        begun = time.perf_counter()
        received = inbox.receive(found[seq], NOW)
        times.append(time.perf_counter() - begun)
        if received.outcome != "accepted":
            raise SystemExit(f"entry {seq}: {received.text}")
    return statistics.median(times)


def mixed(referee: Folder, out: Path, many: int) -> float:
    """Mails a second: moves that are new, repeated or out of their place, and the corpus, in one round."""
    found = moves(referee)
    folder = before(referee, min(found), out / "many")
    sink = MaildirSink(out / "in")
    corpus = [case.mail for case in REAL + HOSTILE]
    game = [found[seq] for seq in sorted(found)]
    for number in range(many):
        place = number // 2
        mail = game[place % len(game)] if number % 2 else corpus[place % len(corpus)]
        sink.send(b"X-Number: %d\n" % number + mail, ["referee"])
    source = MaildirSource(out / "in", limits.MAX_BYTES)
    notes: list[LogNote] = []
    inbox = Inbox(folder)
    begun = time.perf_counter()
    run(
        lambda: [Outbox(folder.path)], [source], LocalSink(Box(out / "out")), partial(inbox.receive, now=NOW),
        once=True, every=0, stop=Stop(), tell=notes.append,
    )  # fmt: skip
    taken = time.perf_counter() - begun
    read_mails = sum(note.what in ("accepted", "refused", "ignored") for note in notes)
    if read_mails != many:
        raise SystemExit(f"{read_mails} of {many} mails were read")
    return many / taken


def figures(sizes: Sizes, out: Path) -> Iterator[tuple[str, str]]:
    """Everything, measured on a game that is played by mail first."""
    referee, samples = referee_of("three_battles", "hastings", out / "game", sizes), sizes.samples
    yield "a mail judged and answered", f"{answered(referee, out, None, samples) * 1000:.0f} ms"
    picture = partial(position_pictures.mail_picture, store=out / "store")
    answered(referee, out, picture, samples)
    spent = answered(referee, out, picture, samples)
    yield "the same with pictures for both sides", f"{spent * 1000:.0f} ms"
    yield f"{sizes.mails:,} mails of all kinds in one round", f"{mixed(referee, out, sizes.mails):.0f}/s"


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as place:
        tell(figures(asked(), Path(place)))
