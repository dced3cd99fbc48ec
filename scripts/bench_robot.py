"""What a referee's mail costs: one in the middle of a game, with and without picture, and a thousand of all
kinds in one round of `pbem run`. One line a figure: what, a TAB, how much.
"""

from __future__ import annotations

import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "pbem")]

from mail_corpus import HOSTILE, REAL  # noqa: E402 - the mails of the tests lie outside of any package

from pbem.begin.newgame import Plan  # noqa: E402
from pbem.entry.shapes import REFEREE  # noqa: E402
from pbem.log.folder import LOG, Folder  # noqa: E402
from pbem.mail import limits  # noqa: E402
from pbem.mail.read import read  # noqa: E402
from pbem.post.loop import run  # noqa: E402
from pbem.post.maildir import MaildirSink, MaildirSource  # noqa: E402
from pbem.post.notes import Note  # noqa: E402
from pbem.post.stop import Stop  # noqa: E402
from pbem.robot.inbox import Inbox  # noqa: E402
from pbem.simulate.by_mail import MAILDIR, Local, play_game  # noqa: E402
from pbem.tell import pictures  # noqa: E402
from pbem.tell.letters import Picture  # noqa: E402

SAMPLES, MANY = 15, 1000
NOW = 1_100_000_000


class Box(dict[str, MaildirSink]):
    """One mailbox for every address."""

    def __init__(self, path: Path) -> None:
        self._sink = MaildirSink(path)

    def __missing__(self, address: str) -> MaildirSink:
        return self._sink


def moves(referee: Folder) -> dict[int, bytes]:
    """The mails with moves that the referee has read, by the place of the move in the log."""
    files = (referee.path / MAILDIR / ".Handled" / "cur").iterdir()
    mails = [file.read_bytes() for file in files]
    found = {}
    for mail in mails:
        letter = read(mail)
        if letter.entries:
            found[int(letter.entries[-1].data.partition(b'"seq":')[2].partition(b",")[0])] = mail
    return found


def before(referee: Folder, seq: int, where: Path) -> Folder:
    """The referee's folder as it was before entry `seq`."""
    shutil.rmtree(where, ignore_errors=True)
    where.mkdir()
    for file in referee.path.iterdir():
        if file.is_file():
            shutil.copy(file, where)
    lines = (referee.path / LOG).read_bytes().split(b"\n")
    (where / LOG).write_bytes(b"\n".join(lines[: seq + 1]) + b"\n")
    return Folder(where)


def answered(referee: Folder, out: Path, picture: Picture | None) -> float:
    """The median of the seconds in which a mail in the middle of the game is answered to both sides, by a
    robot that has the game on its table."""
    found = moves(referee)
    middle = sorted(found)[len(found) // 2 :][:SAMPLES]
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


def mixed(referee: Folder, out: Path) -> float:
    """Mails a second: moves that are new, repeated or out of their place, and the corpus, in one round."""
    found = moves(referee)
    folder = before(referee, min(found), out / "many")
    sink = MaildirSink(out / "in")
    corpus = [case.mail for case in REAL + HOSTILE]
    game = [found[seq] for seq in sorted(found)]
    for number in range(MANY):
        place = number // 2
        mail = game[place % len(game)] if number % 2 else corpus[place % len(corpus)]
        sink.send(b"X-Number: %d\n" % number + mail, ["referee"])
    source = MaildirSource(out / "in", limits.MAX_BYTES)
    notes: list[Note] = []
    inbox = Inbox(folder)
    begun = time.perf_counter()
    run(
        folder.path, [source], Local(Box(out / "out")), partial(inbox.receive, now=NOW),
        once=True, every=0, stop=Stop(), tell=notes.append,
    )  # fmt: skip
    taken = time.perf_counter() - begun
    read_mails = sum(note.what in ("accepted", "refused", "ignored") for note in notes)
    if read_mails != MANY:
        raise SystemExit(f"{read_mails} of {MANY} mails were read")
    return MANY / taken


def figures(out: Path) -> Iterator[tuple[str, str]]:
    """Everything, measured on a game that is played by mail first."""
    played = play_game(Plan("three_battles", "hastings", [], {}, 1), out / "game")
    referee = played.folders[REFEREE]
    yield "a mail judged and answered", f"{answered(referee, out, None) * 1000:.0f} ms"
    picture = partial(pictures.mail_picture, store=out / "store")
    answered(referee, out, picture)
    yield "the same with pictures for both sides", f"{answered(referee, out, picture) * 1000:.0f} ms"
    yield f"{MANY:,} mails of all kinds in one round", f"{mixed(referee, out):.0f}/s"


def main() -> None:
    with tempfile.TemporaryDirectory() as out:
        for name, figure in figures(Path(out)):
            print(f"{name}\t{figure}", flush=True)


if __name__ == "__main__":
    main()
