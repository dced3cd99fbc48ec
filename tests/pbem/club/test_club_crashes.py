"""A club killed at any write, or with a full disk: the same mail again leads to the same, answered once."""

import shutil

import pytest
from clubbed import NOON, Clubbed, begun, both, moves, resent
from crashes import each_crash, settle

from pbem.disk.atomic_files import Disk
from pbem.log.verification import verify_file
from pbem.mail.writer import compose
from pbem.rules.replay.game_replay import GameReplay

GAMES = ("1-fulford", "2-small")


@pytest.fixture(scope="module")
def start(tmp_path_factory):
    """A club before a mail with moves of two games; the mail; the logs and the names of mails after it."""
    path = tmp_path_factory.mktemp("start")
    club, *_ = begun(path, ("three_battles/fulford", "hastings_pulsipher/small"))
    mail = compose(resent(*(mail for _, mail in moves(*both(club)))))
    club.index.close()
    work = tmp_path_factory.mktemp("whole") / "work"
    shutil.copytree(path, work)
    settle(work)
    club = opened(work)
    assert club.desk.receive(mail, club.now).outcome == "accepted"
    club.index.close()
    return path, mail, left(work)


def opened(path):
    return Clubbed.again(path, NOON + 10_000)


def left(path):
    """The log of each game, and its mails by name."""
    return {
        name: (
            (path / "club/games" / name / "game.log").read_bytes(),
            sorted(file.name for file in (path / "club/games" / name / "outbox").glob("*.eml")),
        )
        for name in GAMES
    }


@pytest.mark.long
def test_a_club_killed_at_any_write_takes_the_mail_in_once(start, tmp_path):
    path, mail, whole = start
    work = tmp_path / "work"

    def command():
        club = opened(work)
        club.desk.receive(mail, club.now)

    steps = 0
    for _ in each_crash(path, work, command, (None,)):
        steps += 1
        if steps % 7:  # a step of each kind: the order of writes is the same in all games
            continue
        club = opened(work)
        assert club.desk.receive(mail, club.now).outcome == "accepted"
        assert list(club.hall.quarantine_folder()) == []
        assert left(work) == whole
        club.index.close()
    assert steps > 20
    for name in GAMES:
        verify_file(work / "club/games" / name / "game.log", GameReplay())


def test_a_full_disk_keeps_the_mail_and_sets_no_game_aside(start, tmp_path, monkeypatch):
    path, mail, whole = start
    work = tmp_path / "work"
    shutil.copytree(path, work)
    settle(work)
    club, written = opened(work), Disk.write

    def full(self, fd, data):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Disk, "write", full)
    with pytest.raises(OSError, match="No space"):
        club.desk.receive(mail, club.now)
    monkeypatch.setattr(Disk, "write", written)
    assert list(club.hall.quarantine_folder()) == []
    assert club.desk.receive(mail, club.now).outcome == "accepted"
    assert left(work) == whole
    club.index.close()


def test_a_clock_that_goes_back_changes_nothing_that_stands(start, tmp_path):
    path, mail, _ = start
    work = tmp_path / "work"
    shutil.copytree(path, work)
    settle(work)
    club = opened(work)
    club.now = NOON - 500_000
    assert club.desk.receive(mail, club.now).outcome == "accepted"
    assert club.desk.keep_time(club.now) == []
    for name in GAMES:
        verify_file(work / "club/games" / name / "game.log", GameReplay())
    club.index.close()
