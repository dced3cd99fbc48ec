"""A club in a database among faults: workers killed, the database restarted, disks full, clocks that go back,
each mail delivered twice. Whatever happens, each log is in the end the one that it is without any of it.
"""

import os
import random
import shutil
import signal
import time
from collections import Counter
from dataclasses import dataclass
from multiprocessing import get_context

from clubbed import CLUB, SETTINGS, Clubbed, Member
from crashes import settle

from pbem.club.club_folder import ClubFolder
from pbem.club.database import encryption, import_export, migration
from pbem.club.database.worker import Worker
from pbem.disk import atomic_files
from pbem.disk.atomic_files import Disk
from pbem.log.verdict import Status
from pbem.log.verification import verify_file
from pbem.play import snapshots
from pbem.post.transports import Delivery
from pbem.rules.replay.game_replay import GameReplay

LIMITS = "games: 999, invitations: 999, mails: 99999, game: 9999, answers: 9999"
MANY = SETTINGS.replace("games: 50, invitations: 50", LIMITS)
FULL = 0.004
"""Share of writes that find the disk full."""
OFTEN = 3
"""Entries after which a game is written down, so that it is in short games too."""
PATIENCE = 300
"""Seconds in which something must come to an end, whatever the machine does besides."""


@dataclass
class Found:
    """What was seen: `twice` are mails that left twice, as a worker died between a server's word and its
    note."""

    mails: int
    killed: int
    restarts: int
    failed: int
    twice: int


class Spool:
    """A file with a line for each mail that left: whoever dies has sent what stands there."""

    def __init__(self, file):
        self.file = file

    def send(self, message, to):
        head = message.partition(b"\r\n\r\n")[0].decode("ascii", "replace")
        name = next(line for line in head.splitlines() if line.lower().startswith("message-id:"))
        with self.file.open("a") as spool:
            spool.write(f"{name}\n")
        return Delivery(delivered=tuple(to))

    def close(self):
        pass


def prepared(path, games, rounds, game="three_battles/fulford"):
    """A club with games in its folder before any move, and the mails of each round."""
    with atomic_files.without_fsync():  # no machine fails here
        return _prepared(path, games, rounds, game)


def _prepared(path, games, rounds, game):
    club, pairs, found = Clubbed(path / "plain", MANY), [], []
    for number in range(games):
        pair = [Member(club, f"{name}{number}@example.org") for name in ("ann", "sven")]
        club.ask(pair[0].address, f"new {game} with me and {pair[1].address}")
        for step in (Member.join, Member.read):
            for each in pair:
                step(each)
        pairs.append(pair)
    club.index.close()
    shutil.copytree(path / "plain/club", path / "start/club")
    club.open()
    for _ in range(rounds):
        mails = []
        for pair in pairs:
            for mail in [mail for each in pair for mail in each.move()]:
                assert club.give(mail).outcome == "accepted"
                mails.append((club.now, mail))
            for each in pair:
                each.read()
        found.append(mails)
    club.index.close()
    return club, found


def _work(where, sealer, place, spool, seed):
    """A worker with troubles of its own, until it is killed."""
    chance, written = random.Random(seed), Disk.write
    place.mkdir()

    def write(self, fd, data):
        if chance.random() < FULL:
            raise OSError(28, "No space left on device")
        written(self, fd, data)

    now, worker = 2_000_000_000, None
    while True:
        try:
            worker = worker or Worker(
                where, sealer, place, place.with_suffix(".seen"), CLUB, spool, pictured=False
            )
            Disk.write = write
            now += 1_000 if chance.random() < 0.9 else -500
            if not [*worker.take_in(now), *worker.keep_time(1), *worker.send(now)]:
                time.sleep(0.02)
        except OSError:  # as `pbem club work`, which tells it and goes on
            time.sleep(0.05)
        finally:
            Disk.write = written


def run(server, path, games, rounds, seed=1, workers=2, restarts=1):
    """Play that through; what was seen. Raises AssertionError for anything lost, doubled or different."""
    before, snapshots.EVERY = snapshots.EVERY, OFTEN
    try:
        return _run(server, path, games, rounds, seed, workers, restarts)
    finally:
        snapshots.EVERY = before


def _run(server, path, games, rounds, seed, workers, restarts):
    club, mails = prepared(path, games, rounds)
    where, sealer = server.make(), encryption.make(path / "key")
    settle(path / "start")
    migration.upgrade(where, sealer)
    (path / "import").mkdir()
    there = import_export.workplace(where, sealer, path / "import", path / "seen")
    import_export.import_club(ClubFolder(path / "start/club"), there)
    there.base.close()
    spool = Spool(path / "spool")
    found = _among_faults(server, path, (where, sealer, spool), mails, seed, workers, restarts, games)
    _check(club, path, (where, sealer, spool), mails, found)
    return found


def _among_faults(server, path, what, mails, seed, workers, restarts, games):
    where, sealer, spool = what
    chance, context = random.Random(seed), get_context("fork")
    started, killed, restarted = 0, 0, 0
    running = []

    def start():
        nonlocal started
        started += 1
        place = path / f"worker-{started}"
        running.append(context.Process(target=_work, args=(where, sealer, place, spool, seed + started)))
        running[-1].start()

    for _ in range(workers):
        start()
    (path / "fetch").mkdir()
    for number, together in enumerate(mails):
        _put(where, sealer, path, [each for mail in together for each in (mail, mail)])
        left, end = None, 0
        while (now := _open(where)) > 0:
            if now != left:
                left, end = now, time.monotonic() + PATIENCE
            assert time.monotonic() < end, "a mail is never taken in"
            time.sleep(0.05 + 0.2 * chance.random())
            if chance.random() < 0.3 and killed < max(3 * workers * len(mails), games):
                victim = running.pop(chance.randrange(len(running)))
                os.kill(victim.pid, signal.SIGKILL)
                victim.join()
                killed += 1
                start()
            if restarted < restarts and number == len(mails) // 2:
                server.stop()
                server.start()
                restarted += 1
    for each in running:
        os.kill(each.pid, signal.SIGKILL)
        each.join()
    return Found(sum(map(len, mails)), killed, restarted, 0, 0)


def _put(where, sealer, path, mails):
    fetcher = Worker(where, sealer, path / "fetch", path / "fetched", CLUB, None, pictured=False)
    for now, mail in mails:
        fetcher.put(mail, now)
    fetcher.close()


def _ask(where, sql):
    import psycopg

    with psycopg.connect(where) as base:
        return base.execute(sql).fetchall()


def _open(where):
    """What has still to be done."""
    ((mails, letters),) = _ask(
        where,
        "SELECT (SELECT count(*) FROM inbox WHERE outcome IS NULL), "
        "(SELECT count(*) FROM outbox WHERE state = 'waiting')",
    )
    return mails + letters


def _check(club, path, what, mails, found):
    where, sealer, spool = what
    outcomes = _ask(where, "SELECT outcome, tries FROM inbox")
    assert Counter(outcome for outcome, _ in outcomes) == {"accepted": found.mails}
    found.failed = sum(tries for _, tries in outcomes)
    (path / "out").mkdir()
    there = import_export.workplace(where, sealer, path / "out", path / "seen-out")
    import_export.export_club(there, ClubFolder(path / "exported"), moves=False)
    there.base.close()
    exported = ClubFolder(path / "exported")
    assert list(exported.quarantine_folder()) == []
    for name in club.hall.names():
        log = exported.game(name).log.path
        assert log.read_bytes() == club.hall.game(name).log.path.read_bytes(), name
        assert verify_file(log, GameReplay()).status is not Status.BROKEN, name
    assert _ask(where, "SELECT count(*) FROM snapshot") == [(len(club.hall.names()),)]
    # Before the moves invitations and charters went out by the folder: those came along as sent.
    sent = Counter(spool.file.read_text().splitlines())
    known = {f"Message-ID: {name}" for (name,) in _ask(where, "SELECT message_id FROM outbox")}
    assert set(sent) <= known
    made = _ask(where, "SELECT count(*) FROM outbox WHERE state <> 'sent'")
    assert made == [(0,)]
    found.twice = sum(count - 1 for count in sent.values())
    assert found.twice <= found.killed + found.restarts * 2 + found.failed
