"""Attacks on many games behind one mailbox: each as somebody would mount it who can write any mail."""

import shutil
from dataclasses import replace
from email import message_from_bytes

import pytest
from clubbed import CLUB, Clubbed, Member, begun, both, moves, resent
from commands import good
from crashes import backup, put_back, settle

from pbem import errors
from pbem.club import quarantine
from pbem.entry.entries import Entry, sign
from pbem.judge import closed_lines
from pbem.log.party import disclosures, signing_record
from pbem.log.party.folder import Folder
from pbem.log.party.key_creation import make_secrets
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.play import snapshots
from pbem.play.snapshots import Snapshots
from pbem.rules.rules_lookup import rules_of
from pbem.setup import invitation

LIMITS = "name: Ours\noperator: op@example.org\nlimits: {mails: 40, answers: 5, invitations: 2, game: 10}\n"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    path = tmp_path_factory.mktemp("kept")
    club, *_ = begun(path, ("three_battles/fulford", "hastings_pulsipher/small"))
    club.index.close()
    (path / "club/club.yaml").write_text(LIMITS)
    return path, club.now


@pytest.fixture
def club(kept, tmp_path):
    path, now = kept
    shutil.copytree(path, tmp_path, dirs_exist_ok=True)
    settle(tmp_path)
    club = Clubbed.again(tmp_path, now)
    yield club
    club.index.close()


def logs(club):
    return [club.hall.game(name).log.path.read_bytes() for name in club.hall.names()]


def test_who_plays_in_one_game_cannot_move_in_another(club):
    """His own key, the other game's place and head, a move that would be legal there."""
    (_, mail), *_ = moves(*both(club))
    letter = read(mail)
    entry = Entry.decode(letter.entries[0].data)
    before = logs(club)
    keys = [folder.key() for member in both(club) for folder in member.folders.values()]
    for forged in (sign(entry, key) for key in keys):
        if forged == letter.entries[0]:
            continue
        draft = Draft("ann@example.org", (CLUB,), "mine", "", (forged,), boxes=letter.boxes, automatic=False)
        assert club.give(compose(draft)).outcome == "refused"
    assert logs(club) == before


def test_an_entry_moved_to_another_game_is_refused_there(club):
    """The same bytes with another game's id have no signature."""
    (_, mail), *_ = moves(*both(club))
    signed = read(mail).entries[0]
    ids = [row.id for row in club.index.rows()]
    here, there = ids if ids[0].encode() in signed.data else reversed(ids)
    moved = type(signed)(signed.data.replace(here.encode(), there.encode()), signed.signatures)
    before = logs(club)
    draft = Draft("ann@example.org", (CLUB,), "moved", "", (moved,), automatic=False)
    assert club.give(compose(draft)).outcome == "refused"
    assert logs(club) == before


def test_a_flood_of_one_sender_is_answered_a_few_times_and_others_are_served(club):
    for number in range(60):
        club.write("mallory@example.net", f"status 1 {number}")
    assert len(club.unread("mallory@example.net")) == 5
    assert club.write("ann@example.org", "status 1").outcome == "accepted"


def test_a_forged_sender_brings_his_victim_no_more_than_that(club):
    for _ in range(30):
        club.write("victim@example.org", "list")
        club.write("mallory@example.net", "new three_battles/fulford with me and victim@example.org")
    mails = [message_from_bytes(data) for data in club.unread("victim@example.org")]
    assert len(mails) <= 5 + 2


def test_a_forged_player_fills_nobodys_mailbox_with_press_and_vacations(club):
    for number in range(18):
        club.write("ann@example.org", f"press 1 all: word {number}", "vacation 1 3 days")
    assert len(club.unread("sven@example.org")) <= 5


def test_a_game_that_is_flooded_rests_today_and_the_other_goes_on(club):
    (_, first), (_, second) = moves(*both(club))[:2]
    for number in range(12):
        club.give(compose(resent(first, sender=f"m{number}@example.net", subject=str(number))))
    assert club.give(compose(resent(first, sender="x@example.net"))).outcome == "ignored"
    assert club.give(second).outcome == "accepted"
    assert "too many mails" in " ".join(
        str(message_from_bytes(m)["Subject"]) for m in club.unread("op@example.org")
    )


def test_guessing_games_tells_what_everybody_may_know_and_no_address(club):
    for word in ("status 1", "status 2", "status 3", "list"):
        club.write("mallory@example.net", word)
    text = club.text("mallory@example.net")
    assert "1-fulford" in text
    assert "ann@" not in text
    assert "sven@" not in text


def test_who_writes_to_the_folder_and_has_no_key_of_a_game_has_no_snapshot_believed(club, monkeypatch):
    """Neither one that he made, nor with it a key, a chain and a record of his own."""
    monkeypatch.setattr(snapshots, "EVERY", 1)
    ann, sven = both(club)
    for _, mail in moves(ann, sven):
        club.give(mail)
    for member in (ann, sven):
        member.read()
    folder = club.hall.game("1-fulford")
    his = Folder(club.path / "his")
    shutil.copytree(folder.path, his.path, ignore=shutil.ignore_patterns("key", "key.pub", "chain", "shown"))
    make_secrets(his)
    record = signing_record.SigningRecord(his.chain().tip, club.index.row("1-fulford").id)
    (his.path / signing_record.FILE).write_text(record.text())
    table = club.desk.tables.table("1-fulford")
    parties, key = table.verifier.parties, his.key().public.raw
    parties._now["referee"] = replace(parties["referee"], key=key, link=his.chain().tip)
    parties._keys[key] = "referee"
    Snapshots(his)._write(table)
    club.desk.tables.drop("1-fulford")
    shutil.copy(his.path / snapshots.NAME, folder.path / snapshots.NAME)
    text, known = folder.log.read(), closed_lines.known_lines(folder)
    assert Snapshots(folder).resume(text, rules_of, known) is None
    mail = next(mail for each in (ann, sven) for mail in each.move() if b"1066" in mail)
    for name in ("key", "key.pub", "chain", "shown"):
        shutil.copy(his.path / name, folder.path / name)
    before = folder.log.path.read_bytes()
    assert Snapshots(folder).resume(text, rules_of, known) is not None  # by these it is his
    given = club.give(mail)  # his key opens no order that was closed for the referee, and signs no refusal
    assert (given.outcome, "set aside: RestoredFolder" in given.text) == ("ignored", True)
    with pytest.raises(errors.RestoredFolder):  # and signs nothing, as this PC knows no such chain
        disclosures.record_of(folder)
    assert folder.log.path.read_bytes() == before


def test_a_club_that_was_put_back_to_before_a_charter_signs_no_second_one(tmp_path):
    """The attack: the seat of another player by what the first charter shows. The game rests, and its charter
    is taken in again from a player's mail."""
    club = Clubbed(tmp_path)
    ann, sven = Member(club, "ann@example.org"), Member(club, "sven@example.org")
    club.ask(ann.address, f"new three_battles/fulford with me and {sven.address}")
    folder = club.hall.game("1-fulford")
    kept = backup(folder)
    for member in (ann, sven):
        member.join()
    (mail,) = club.boxes[sven.address][-1:]
    for member in (ann, sven):
        member.read()
    put_back(folder, kept)
    club.index.close()
    club.open()
    (mine,) = ann.folders.values()
    join = invitation.read(mine.join_file)
    club.give(compose(Draft("eve@x.org", (CLUB,), "I play", "", papers=(join,), automatic=False)))
    assert club.index.row("1-fulford").state == "joining"
    assert quarantine.is_quarantined(club.hall, "1-fulford")
    assert "game has begun since" in " ".join(club.text("op@example.org").split())
    assert not (folder.path / "joins").exists()
    saved = tmp_path / "charter.eml"
    saved.write_bytes(mail)
    assert "has it again: nothing was signed since" in good("receive", saved, "--dir", folder.path)
    assert next(folder.log.read().records()) == next(mine.log.read().records())
    assert [received.outcome for received in club.desk.resume("1-fulford", club.now)] == ["accepted"]
    club.post()
    assert club.index.row("1-fulford").state == "playing"
    assert club.unread("eve@x.org") == []
