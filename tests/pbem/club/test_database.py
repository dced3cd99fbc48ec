"""A club in PostgreSQL: the same mails lead to the same logs as on a disk, whatever becomes of a worker."""

import os
import re
import shutil
from collections import Counter
from contextvars import copy_context
from pathlib import Path
from threading import Event, Thread

import pytest
from clubbed import CLUB, NOON, SETTINGS, Clubbed, begun
from crashes import settle
from postgres import wait_for
from refusing import refuses

import pbem
from pbem.cli.actions import club_database_actions
from pbem.club.club_desk import ClubDesk
from pbem.club.club_folder import ClubFolder
from pbem.club.database import encryption, import_export, migration, recovery
from pbem.club.database.worker import Worker
from pbem.club.game_index import open_index
from pbem.log.verification import verify_file
from pbem.post.maildir import MaildirSink
from pbem.post.transports import Delivery
from pbem.reason_codes import Code
from pbem.rules.replay.game_replay import GameReplay

pytestmark = pytest.mark.whole

PAGES = Path(pbem.__file__).parent / "docs" / "how-to"
GAME = "three_battles/hastings"
MAILS = 12
"""Of a game that is not played to its end: a mail of a game costs its players more than the club."""
MANY = f"{SETTINGS.rstrip()[:-1]}, mails: 9999, game: 9999}}\n"


class Post:
    """`boxes`: what was sent to each address."""

    def __init__(self):
        self.boxes = {}

    def send(self, message, to):
        for address in to:
            self.boxes.setdefault(address, []).append(message)
        return Delivery(delivered=tuple(to))

    def close(self):
        pass


class Machines:
    """A club in a database, and its workers, each in a folder of its own."""

    def __init__(self, path, where, sealer):
        self.path, self.where, self.sealer, self.post, self.count = path, where, sealer, Post(), 0

    def worker(self, number=None):
        """A new one, or one that is started again."""
        if number is None:
            self.count = number = self.count + 1
        place = self.path / f"worker-{number}"
        shutil.rmtree(place / "copies", ignore_errors=True)
        (place / "copies").mkdir(parents=True)
        return Worker(
            self.where, self.sealer, place / "copies", place / "seen", CLUB, self.post, pictured=False
        )


def moved_in(club, path, where):
    """The club of a folder, in a database."""
    club.index.close()
    path.mkdir(parents=True)
    sealer = encryption.make(path / "key")
    migration.upgrade(where, sealer)
    (path / "import").mkdir()
    there = import_export.workplace(where, sealer, path / "import", path / "seen")
    import_export.import_club(club.hall, there)
    there.base.close()
    return Machines(path, where, sealer)


def play(path, start, count):
    """A game on a disk from its beginning, which is copied to `start`; each mail to the club with its time;
    the log after them."""
    club, ann, sven = begun(path, (GAME,), settings=MANY)
    club.index.close()
    shutil.copytree(path, start, dirs_exist_ok=True)
    club.open()
    mails = []
    while club.index.rows()[0].state == "playing" and len(mails) < count:
        for member in (ann, sven):
            for mail in member.move():
                received = club.give(mail)
                assert received.outcome == "accepted", received.text
                mails.append((club.now, mail))
        for member in (ann, sven):
            member.read()
    club.index.close()
    return start, mails, club.hall.game("1-hastings").log.path.read_bytes()


def settled_in(start, path, server):
    """A club that was copied, in a database."""
    shutil.copytree(start, path, dirs_exist_ok=True)
    settle(path)
    return moved_in(Clubbed.again(path, NOON + 10_000), path / "machines", server.make())


def out(machines, name="out", *, moves=False):
    place = machines.path / f"{name}-copies"
    place.mkdir()
    there = import_export.workplace(machines.where, machines.sealer, place, machines.path / f"{name}-seen")
    import_export.export_club(there, ClubFolder(machines.path / name), moves=moves)
    there.base.close()
    return ClubFolder(machines.path / name)


def taken_in(machines, mails, log):
    """One worker takes in all mails, and nothing else than on a disk comes of it."""
    worker = machines.worker()
    for now, mail in mails:
        assert worker.put(mail, now)
        assert not worker.put(mail, now)
        notes = worker.work(now)
        assert notes[0].what == "accepted", notes[0].text
        while worker.work(now):
            pass
    worker.close()
    file = out(machines).game("1-hastings").log.path
    assert file.read_bytes() == log
    verify_file(file, GameReplay())


@pytest.mark.long
def test_a_whole_game_by_a_worker_has_the_same_log_as_on_a_disk(tmp_path, server):
    start, mails, log = play(tmp_path / "played", tmp_path / "start", 9_999)
    taken_in(settled_in(start, tmp_path / "again", server), mails, log)


def idle(worker, now):
    """Work until there is nothing to do; what was told."""
    notes = []
    while done := worker.work(now):
        notes += done
    return notes


def logged(machines, name="out"):
    file = out(machines, name).game("1-hastings").log.path
    verify_file(file, GameReplay())
    return file.read_bytes()


def test_two_workers_at_once_take_each_mail_in_once_and_lose_none(played, machines):
    _, mails, log = played
    workers = [machines.worker(), machines.worker()]
    errors = []

    def run(worker):
        context = copy_context()

        def loop():
            while any(not done.is_set() for done in put) or worker.work(now):
                worker.work(now)

        try:
            context.run(loop)
        except Exception as error:
            errors.append(error)

    now, put = mails[-1][0] + 3_600, [Event()]
    threads = [Thread(target=run, args=(worker,)) for worker in workers]
    for thread in threads:
        thread.start()
    other = machines.worker()
    for at, mail in mails:
        for _ in range(2):  # delivered twice
            other.put(mail, at)
        wait_for(lambda: all_taken_in(other))  # as a player waits for his answer
    put[0].set()
    for thread in threads:
        thread.join()
    assert errors == []
    assert logged(machines) == log
    assert max(Counter(message_ids(machines.post.boxes["ann@example.org"])).values()) == 1


def all_taken_in(worker):
    return worker.hall.base.fetch_row("SELECT count(*) FROM inbox WHERE outcome IS NULL")[0] == 0


def message_ids(mails):
    return [re.search(rb"Message-ID:\s*(\S+)", mail)[1] for mail in mails]


def signs_nothing(place, mails):
    """A copy, or where a club was before, takes in no mail."""
    before = place.game("1-hastings").log.path.read_bytes()
    with open_index(place) as index:
        desk = ClubDesk(place, index, CLUB, pictured=False)
        for at, each in mails:
            desk.receive(each, at)
    assert list(place.quarantine_folder())
    assert place.game("1-hastings").log.path.read_bytes() == before


def test_a_club_goes_from_a_folder_into_a_database_and_back_and_signs_in_one_of_them(played, machines):
    _, mails, log = played
    half = len(mails) // 2
    worker = machines.worker()
    for now, mail in mails[:half]:
        worker.put(mail, now)
        idle(worker, now)
    for place in (out(machines, "copy"), ClubFolder(machines.path.parent / "club")):
        signs_nothing(place, mails)
    plain = out(machines, "back", moves=True)
    (now, mail), *later = mails[half:]
    worker.put(mail, now)
    assert idle(worker, now)[0].what == "ignored"  # nor the database
    with open_index(plain) as index:
        desk = ClubDesk(plain, index, CLUB, pictured=False)
        for at, each in [(now, mail), *later]:
            assert desk.receive(each, at).outcome == "accepted"
    assert plain.game("1-hastings").log.path.read_bytes() == log


def test_who_copies_the_database_finds_no_key_no_chain_and_no_mail(played, machines, server):
    start, mails, _ = played
    now, mail = mails[0]
    machines.worker().put(mail, now)
    dump = server.dump(machines.where)
    folder = ClubFolder(start / "club").game("1-hastings")
    for secret in (folder.key_file.read_bytes(), folder.chain_file.read_bytes(), mail):
        for form in (secret[-60:], secret[-60:].hex().encode()):
            assert form not in dump
    assert b"ann@example.org" in dump  # what stands in logs is no secret


def of_page(page, begins, **names):
    """The lines of a page's commands that begin so, with other names in them."""
    lines = (PAGES / page).read_text().splitlines()
    found = "\n".join(line.strip() for line in lines if line.startswith(tuple(f"    {it}" for it in begins)))
    for name, other in {"17-hastings": "1-hastings", **names}.items():
        found = found.replace(name, other)
    return found


def test_after_the_pages_commands_nothing_is_left_of_a_game_and_a_person(played, machines, server):
    (now, mail), *_ = played[1]
    worker = machines.worker()
    worker.put(mail, now)
    worker.put(b"From: ann@example.org\r\nMessage-ID: <1@x>\r\n\r\nnew x/y with ann@example.org\r\n", now)
    idle(worker, now)
    assert b"ann@example.org" in server.dump(machines.where)
    sql = of_page("club-machines.md", ("BEGIN;", "DELETE", "UPDATE", "COMMIT;"))
    server.load(machines.where, sql.encode())
    assert b"ann@example.org" not in server.dump(machines.where)
    assert worker.hall.names() == []
    worker.put(b"From: eve@example.net\r\nMessage-ID: <2@x>\r\n\r\nlist\r\n", now)
    assert idle(worker, now)[0].what == "accepted"


def test_a_worker_with_an_old_key_does_nothing(played, machines):
    worker = machines.worker()
    now, mail = played[1][0]
    new = encryption.make(machines.path / "new")
    worker.put(mail, now)
    recovery.reencrypt(machines.where, machines.sealer, new)
    with refuses(Code.CLUB_KEY):
        worker.put(mail, now)
    with refuses(Code.CLUB_KEY):
        worker.work(now)
    with refuses(Code.CLUB_KEY):
        machines.worker()
    machines.sealer = new
    assert idle(machines.worker(), now)[0].what == "accepted"


def test_a_database_that_was_put_back_signs_nothing_until_its_players_were_asked(played, machines, server):
    _, mails, _ = played
    before = server.copy(machines.where)
    worker = machines.worker()
    for now, mail in mails[:2]:
        worker.put(mail, now)
        idle(worker, now)
    worker.close()
    machines.where = before  # put back from a dump: another database by its numbers
    with refuses(Code.CLUB_RESTORED, match="pbem club restored"):
        machines.worker()
    place = machines.path / "restoring"
    place.mkdir()
    there = import_export.workplace(before, machines.sealer, place, machines.path / "restoring-seen")
    assert recovery.confirm_restored(there, mails[2][0]) == {"1-hastings": ("saxon", "norman")}
    worker = machines.worker()
    worker.put(*reversed(mails[0]))
    notes = idle(worker, mails[2][0])
    assert notes[0].what == "ignored"
    assert out(machines).game("1-hastings").last_answer() == 0


def test_a_database_whose_disk_was_put_back_is_known_by_who_has_seen_it_count(played, machines):
    worker = machines.worker()
    now, mail = played[1][0]
    worker.put(mail, now)
    idle(worker, now)
    worker.hall.base.execute("SELECT setval('serial', 1)")
    with refuses(Code.CLUB_RESTORED):
        worker.work(now)


def test_a_row_that_was_put_in_the_place_of_another_is_not_read(played, machines, capsys):
    worker = machines.worker()
    worker.hall.base.execute("CREATE TABLE before AS SELECT sealed FROM file WHERE path = 'chain'")
    put_there(worker, "SELECT sealed FROM file WHERE path = 'key.pub'")
    now, mail = played[1][0]
    worker.put(mail, now)
    (note, *_) = idle(worker, now)
    assert note.what == "ignored"
    assert "1-hastings chain in the database is not what was put there" in note.text
    assert out_aside(worker) == ["1-hastings"]
    put_there(worker, "SELECT sealed FROM before")
    here = machines.path / "here"
    here.mkdir()
    (here / "post.yaml").write_text(f"from: {CLUB}\nmaildir: in\nsend: {{maildir: out}}\n")
    key = machines.path / "key"
    assert club_database_actions.resume(here, machines.where, key, None, "1", now, True) == 0
    assert '"mails": 1' in capsys.readouterr().out
    assert out_aside(worker) == []
    assert idle(worker, now)[0].what == "sent"


def put_there(worker, what):
    """Another row in the place of that of the chain."""
    worker.hall.base.execute(f"UPDATE file SET sealed = ({what}), version = version + 1 WHERE path = 'chain'")
    worker.hall.base.execute("UPDATE held SET version = version + 1 WHERE name = '1-hastings'")


def out_aside(worker):
    with worker.hall.work():
        return [name for name, _ in worker.hall.quarantine_folder()]


def test_a_worker_waits_for_no_disk_as_the_database_keeps_what_it_did(played, machines, monkeypatch):
    (now, mail), *_ = played[1]
    worker = machines.worker()
    worker.put(mail, now)
    monkeypatch.setattr(os, "fsync", None)
    assert [note.what for note in worker.take_in(now)] == ["accepted"]
    monkeypatch.undo()
    waits, waited = [], os.fsync
    monkeypatch.setattr(os, "fsync", lambda fd: waits.append(waited(fd)))
    worker._sink = MaildirSink(machines.path / "outgoing")
    assert [note.what for note in worker.send(now)] == ["sent"]
    assert waits  # what leaves is in nobody's database any more


def test_a_message_id_that_somebody_used_before_keeps_no_mail_away(played, machines):
    worker = machines.worker()
    now, mail = played[1][0]
    (message_id,) = message_ids([mail])
    worker.put(b"From: mallory@example.net\r\nMessage-ID: " + message_id + b"\r\n\r\nhello\r\n", now)
    worker.put(mail, now)
    assert [note.what for note in idle(worker, now) if note.what != "sent"] == ["refused", "accepted"]


def test_a_worker_that_dies_leaves_its_mail_to_another(played, machines):
    (now, mail), *_ = played[1]
    worker = machines.worker()
    worker.put(mail, now)
    child = os.fork()
    if child == 0:  # dies when all is written, and nothing counts yet
        dying = machines.worker()
        dying.hall.watch.count_change = lambda: os._exit(9)
        dying.take_in(now)
        os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 9
    notes = []
    wait_for(lambda: notes.extend(idle(worker, now)) or notes)  # until the server knows that it died
    assert [note.what for note in notes][:2] == ["accepted", "sent"]
