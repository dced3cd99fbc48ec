"""What a club of many games costs: mails answered in a second on plain folders and in PostgreSQL with one
worker and two, a mail by the length of its log, memory with all games open, a round without mail, a page.
One line a figure: what, a TAB, how much. Half of the games are Hastings, half the small card game.

Players are simulated first, on plain folders: of that only the club's share is counted. The database then
gets the same mails.
"""

from __future__ import annotations

import argparse
import os
import shutil
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from modules.amounts import count_noun

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "tests" / "pbem")]
STATE = os.environ.get("XDG_STATE_HOME") if __name__ == "__mp_main__" else tempfile.mkdtemp(prefix="state-")
os.environ["XDG_STATE_HOME"] = STATE  # what this PC remembers of folders is not the user's business

import postgres  # noqa: E402 - the club of the tests lies outside of any package
from clubbed import CLUB, SETTINGS, Clubbed, Member  # noqa: E402
from crashes import settle  # noqa: E402
from starlette.testclient import TestClient  # noqa: E402

from pbem.club.club_folder import ClubFolder  # noqa: E402
from pbem.club.database import encryption, import_export, migration  # noqa: E402
from pbem.club.database.worker import Worker  # noqa: E402
from pbem.club.open_tables import OpenTables  # noqa: E402
from pbem.club.web.app import Pages  # noqa: E402
from pbem.disk import atomic_files  # noqa: E402
from pbem.log import verification  # noqa: E402
from pbem.play.snapshots import Snapshots  # noqa: E402
from pbem.post.transports import Delivery  # noqa: E402

GAMES = ("three_battles/hastings", "hastings_pulsipher/small")
MANY = SETTINGS.replace(
    "games: 50, invitations: 50", "games: 999, invitations: 999, mails: 99999, game: 9999"
)
LENGTHS = (10, 200, 800)
LONG = "hastings_berg/hastings"
"""A game of nearly a thousand entries."""
WAYS = ("table in hand", "laid anew from the snapshot", "laid anew from the log")
Mails = list[tuple[int, bytes]]


class Nowhere:
    """Takes every mail and forgets it."""

    def send(self, _: bytes, to: list[str]) -> Delivery:
        """Delivered to all."""
        return Delivery(delivered=tuple(to))

    def close(self) -> None:
        """Nothing to close."""


def cpu() -> float:
    """Seconds of this process."""
    return time.process_time()


def set_up(
    path: Path, count: int, games: tuple[str, ...] = GAMES, **how: Any
) -> tuple[Clubbed, list[tuple[Member, Member]]]:
    """A club with so many games, all joined; what they cost is not measured: nothing waits for the disk."""
    with atomic_files.without_fsync():
        return _set_up(path, count, games, how)


def _set_up(
    path: Path, count: int, games: tuple[str, ...], how: dict[str, Any]
) -> tuple[Clubbed, list[tuple[Member, Member]]]:
    club, pairs = Clubbed(path, MANY, **how), []
    for number in range(count):
        pair = (Member(club, f"ann{number}@example.org"), Member(club, f"sven{number}@example.org"))
        club.ask(pair[0].address, f"new {games[number % len(games)]} with me and {pair[1].address}")
        for step in (Member.join, Member.read):
            for each in pair:
                step(each)
        pairs.append(pair)
    return club, pairs


@dataclass
class Taken:
    """What the club took for all mails: CPU seconds, seconds by the clock, waits for the disk."""

    cpu: float = 0.0
    clock: float = 0.0
    waits: int = 0


@contextmanager
def measured(taken: Taken) -> Iterator[None]:
    """What is done in the block counts."""
    waited = os.fsync

    def wait(fd: int) -> None:
        taken.waits += 1
        waited(fd)

    os.fsync, before, begun = wait, cpu(), time.perf_counter()
    try:
        yield
    finally:
        os.fsync = waited
        taken.cpu += cpu() - before
        taken.clock += time.perf_counter() - begun


def played(club: Clubbed, pairs: list[tuple[Member, Member]], rounds: int) -> tuple[list[Mails], Taken]:
    """The mails of each round, and what the club took for all."""
    taken, found = Taken(), []
    for _ in range(rounds):
        mails: Mails = []
        for pair in pairs:
            with atomic_files.without_fsync():
                moves = [mail for each in pair for mail in each.move()]
            for mail in moves:
                with measured(taken):
                    received = club.give(mail)
                if received.outcome != "accepted":
                    raise SystemExit(received.text)
                mails.append((club.now, mail))
            with atomic_files.without_fsync():
                for each in pair:
                    each.read()
        found.append(mails)
    return found, taken


def serve(where: str, key: Path, place: Path, until: int, done: Any) -> None:
    """One worker, until there is nothing more to do."""
    place.mkdir()
    worker = Worker(
        where, encryption.Sealer.load(key), place, place.with_suffix(".seen"), CLUB, Nowhere(), pictured=False
    )
    before = cpu()
    while worker.take_in(until):
        pass
    while worker.send(until):
        pass
    done.put(cpu() - before)
    worker.close()


def in_database(
    start: Path, server: postgres.Server, rounds: list[Mails], workers: int
) -> tuple[float, float]:
    """Mails in a second by the clock, and CPU seconds of the workers for a mail."""
    where, context = server.make(), get_context("fork")
    with tempfile.TemporaryDirectory(prefix="bench-") as name:
        place = Path(name)
        shutil.copytree(start, place / "start")
        settle(place / "start")
        sealer = encryption.make(place / "key")
        migration.upgrade(where, sealer)
        (place / "import").mkdir()
        there = import_export.workplace(where, sealer, place / "import", place / "seen")
        import_export.import_club(Clubbed.again(place / "start", rounds[0][0][0]).hall, there)
        fetcher = Worker(where, sealer, place / "import", place / "seen", CLUB, Nowhere(), pictured=False)
        clock, spent = 0.0, 0.0
        for number, mails in enumerate(rounds):
            for now, mail in mails:
                fetcher.put(mail, now)
            done = context.Queue()
            given = [
                (where, place / "key", place / f"{number}-{each}", 2**40, done) for each in range(workers)
            ]
            running = [context.Process(target=serve, args=each) for each in given]
            begun = time.perf_counter()
            for each in running:
                each.start()
            spent += sum(done.get() for _ in running)
            clock += time.perf_counter() - begun
            for each in running:
                each.join()
        left = fetcher.hall.base.fetch_row(
            "SELECT count(*) FROM inbox WHERE outcome IS DISTINCT FROM 'accepted'"
        )[0]
        if left:
            raise SystemExit(f"{count_noun(left, 'mail')} not accepted")
        fetcher.close()
        there.base.close()
    count = sum(map(len, rounds))
    return count / clock, spent / count


def forget(club: Clubbed, name: str, way: str) -> None:
    """As a worker that comes to a game anew, in one of these WAYS."""
    if way == "table in hand":
        return
    club.desk.tables.drop(name)
    verification.forget()
    if way == "laid anew from the log":
        Snapshots(club.hall.game(name)).file.unlink(missing_ok=True)


def by_length(path: Path) -> Iterator[tuple[str, float]]:
    """A mail of one long game, with its table in hand and laid anew, milliseconds."""
    club, pairs = set_up(path, 1, (LONG,))
    name, costs, number = club.hall.names()[0], dict[tuple[int, str], list[float]](), 0
    while (row := club.index.row(name)) and row.state == "playing":
        for mail in [mail for each in pairs[0] for mail in each.move()]:
            near = next((length for length in LENGTHS if length <= row.seq < length + 60), None)
            way, number = WAYS[number % len(WAYS)], number + 1
            if near is not None:
                forget(club, name, way)
            before = cpu()
            received = club.give(mail)
            if near is not None:
                costs.setdefault((near, way), []).append(1_000 * (cpu() - before))
            if received.outcome != "accepted":
                raise SystemExit(received.text)
        for each in pairs[0]:
            each.read()
    for (length, way), values in sorted(costs.items()):
        yield f"a mail at {count_noun(length, 'entry')}, {way}, ms", statistics.median(values)
    yield "entries of that game", row.seq if row else 0
    club.index.close()


def open_all(path: Path, done: Any) -> None:
    """Memory of a new process with all games on the table, MB, and without."""

    def resident() -> float:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    place = ClubFolder(path)
    before, names = resident(), place.names()
    tables = OpenTables(place, pictured=False, most=len(names))
    for name in names:
        tables.table(name)
    done.put((before, resident()))


def least(work: Callable[[], object], times: int = 9) -> float:
    """CPU milliseconds of the middle one."""
    costs = []
    for _ in range(times):
        before = cpu()
        work()
        costs.append(1_000 * (cpu() - before))
    return statistics.median(costs)


def tell(what: str, value: float) -> None:
    """One line."""
    print(f"{what}\t{value:.1f}", flush=True)


def copied(club: Clubbed, place: Path, count: int) -> Clubbed:
    """A club in which the folders of another's games lie again and again, until there are so many."""
    shutil.copytree(club.hall.path, place / "club", ignore=shutil.ignore_patterns("games", "index.sqlite*"))
    names = club.hall.names()
    for number in range(count):
        name = names[number % len(names)]
        target = place / "club/games" / f"{number + 1}-{name.split('-', 1)[1]}"
        shutil.copytree(club.hall.game(name).path, target)
    return Clubbed.again(place, club.now)


def at_rest(club: Clubbed) -> None:
    """The figures of a club in which nothing happens."""
    count = len(club.hall.names())
    context = get_context("spawn")
    done = context.Queue()
    child = context.Process(target=open_all, args=(club.hall.path, done))
    child.start()
    before, after = done.get()
    child.join()
    tell(f"memory with {count_noun(count, 'game')} open, MB", after)
    tell("memory for each, MB", (after - before) / count)
    club.desk.keep_time(club.now)
    club.post()
    tell(
        f"a round with no mail and nothing due, {count_noun(count, 'game')}, ms",
        least(lambda: (club.desk.keep_time(club.now), club.post())),
    )
    pages = TestClient(Pages(club.hall).app())
    for page in ("/", f"/games/{club.hall.names()[0]}", "/results"):
        tell(f"the page {page} of {count_noun(count, 'game')}, ms", least(lambda page=page: pages.get(page)))


def folders(place: Path, count: int, rounds: int, most: int) -> list[Mails]:
    """The figures of plain folders; the mails. The club as it was before them lies in `start` then."""
    club, pairs = set_up(place / "plain", count)
    club.index.close()
    shutil.copytree(place / "plain/club", place / "start/club")
    club.open()
    mails, taken = played(club, pairs, rounds)
    number = sum(map(len, mails))
    tell("mails", number)
    tell("plain folders, one process: CPU for a mail, ms", 1_000 * taken.cpu / number)
    tell("plain folders, one process: mails a second of its CPU", number / taken.cpu)
    tell("plain folders, one process: mails a second by the clock", number / taken.clock)
    tell("plain folders: times that a mail waits for the disk", taken.waits / number)
    many = copied(club, place / "many", max(most, count))
    at_rest(many)
    many.index.close()
    club.index.close()
    return mails


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/bench_club", description=__doc__)
    parser.add_argument("--games", type=int, default=20, help="half of each kind (1000 for the docs)")
    parser.add_argument(
        "--open", type=int, default=20, help="games at rest: folders are copied until there are so many"
    )
    parser.add_argument("--rounds", type=int, default=3, help="moves of each game")
    parser.add_argument(
        "--long", action="store_true", help="also a whole game: a mail by the length of its log"
    )
    parser.add_argument("--place", type=Path, help="on which disk (else that of temporary files)")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-club-", dir=given.place) as name:
        mails = folders(Path(name), given.games, given.rounds, given.open)
        if (why := postgres.why_not()) is not None:
            print(f"PostgreSQL\t{why}")
        else:
            server = postgres.Server(fsync=True)
            for workers in (1, 2):
                pace, each = in_database(Path(name) / "start", server, mails, workers)
                tell(f"PostgreSQL, {workers} worker{'s' * (workers > 1)}: mails a second by the clock", pace)
                tell("CPU of the workers for a mail, ms", 1_000 * each)
            server.remove()
        if given.long:
            with atomic_files.without_fsync():
                for what, value in by_length(Path(name) / "long"):
                    tell(what, value)
    shutil.rmtree(STATE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
