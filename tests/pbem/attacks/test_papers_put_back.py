"""A folder that was put back does not know what papers it has signed since, nor what signature it has given:
it must not pass for the true one, and sign another beside them.

Each attack: a backup, something signed that is no entry of the owner's alone, the backup put back.
"""

import os
import shutil
import threading
import time
from contextlib import suppress
from dataclasses import replace

import duel
import pytest
from commands import good, pbem
from crashes import backup, put_back, settle
from hosting import paper_mail
from mailed import NOW, Mailed
from refereed import short
from refusing import illegal, refuses
from standing_play import show, signed, taken
from test_left_behind import mail, ordered
from three_mails import PLAN, Setting
from two_folders import Game as Peers
from word_play import begun

from pbem import errors
from pbem.disk import machine_memory
from pbem.entry import armor, setup_papers
from pbem.entry.bodies import Joiner, Rollback
from pbem.entry.entries import Entry
from pbem.entry.verified_entries import verify_entry
from pbem.judge.standing_filing import Filings
from pbem.log.parties import Player
from pbem.log.party import disclosures, signing_record
from pbem.log.party.folder import Folder
from pbem.log.party.key_creation import make_secrets
from pbem.play import folder_restoration
from pbem.play.agreements import countersignatures, rulings
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.setup import charter, join_request, mail_word_joins, new_game

KEEPS, LOSES = ("loss: last",), ("loss: first",)


@pytest.fixture
def game(tmp_path):
    return short(tmp_path)


def refused(game, bad):
    """What the robot does with an order that breaks a rule."""
    return Inbox(game.folders["referee"], build=duel.build).receive(mail("red", "referee", [bad]), NOW)


def renewed(game, role):
    """The folder of a side restored by the referee's receipt, which comes with those of its papers."""
    folder = game.folders[role]
    answer = folder_restoration.answer(game.folders["referee"], folder_restoration.ask(folder, NOW), NOW)
    folder_restoration.take(folder, [answer.receipt], answer.entries, duel.build)
    show(game, answer.filed, role)
    return folder


# --- standing orders ---------------------------------------------------------------------------------------


def test_no_second_standing_paper_of_one_number(game):
    blue = game.folders["blue"]
    kept = backup(blue)
    show(game, taken(game, signed(game, "blue", *KEEPS).papers), "red")
    put_back(blue, kept)
    with refuses(Code.RESTORED_FOLDER):
        signed(game, "blue", *LOSES)
    renewed(game, "blue")
    again = signed(game, "blue", *LOSES)
    assert (again.number, len(again.papers)) == (2, 2)
    show(game, taken(game, again.papers))
    assert Filings(blue, game.table("blue")).receipted_number("blue") == 2


def test_a_receipt_of_another_paper_than_ones_own_is_not_kept(game):
    """A machine that was set back brings the note back too, so only the receipt tells."""
    blue = game.folders["blue"]
    kept = backup(blue)
    first = taken(game, signed(game, "blue", *KEEPS).papers)
    put_back(blue, kept)
    settle(blue.path)
    signed(game, "blue", *LOSES)
    with refuses(Code.FORK):
        show(game, first, "blue")
    assert Filings(blue, game.table("blue")).receipted_number("blue") == 0


def test_a_referee_receipts_no_two_papers_of_a_number(game):
    """The attack: the receipt falls out of the folder, and an order without the paper is answered."""
    referee = game.folders["referee"]
    kept = backup(referee)
    taken(game, signed(game, "blue", *KEEPS).papers)
    put_back(referee, kept)
    with refuses(Code.RESTORED_FOLDER):
        game.play("red", "done", "done")


# --- what all sign -----------------------------------------------------------------------------------------


def test_no_move_beside_a_signature_that_was_forgotten(tmp_path):
    """Without a referee both could stand: who holds the signature and the move would choose."""
    peers = Peers(tmp_path, forced=False)
    answer = peers.take_in("blue", peers.sign("red", "done", "done")).file
    peers.take_in("red", answer)
    blue, red = peers.folders["blue"], peers.folders["red"]
    kept = backup(blue)
    made = countersignatures.propose(red, Rollback(to=0, why="a slip", at=NOW), duel.build)
    assert not countersignatures.countersign(blue, made.file, duel.build).missing
    put_back(blue, kept)
    with refuses(Code.RESTORED_FOLDER):
        peers.sign("blue", "done", "done")


def test_nor_where_another_has_proposed_it(game):
    host, red = game.folders["referee"], game.folders["red"]
    made = rulings.rollback(host, 0, "a slip", NOW, duel.build)
    made = countersignatures.countersign(game.folders["blue"], made.file, duel.build)
    kept = backup(red)
    countersignatures.countersign(red, made.file, duel.build)
    put_back(red, kept)
    with refuses(Code.RESTORED_FOLDER):
        game.sign("red", "done", "done")


# --- receipts and refusals ---------------------------------------------------------------------------------


def test_a_referee_that_has_forgotten_a_receipt_answers_nothing(game):
    """The attack: the receipt names nothing, and the order that it does not name is answered."""
    red, referee = game.folders["red"], game.folders["referee"]
    first, kept = game.sign("red", "done", "done"), backup(red)
    shutil.rmtree(red.path / "moves")
    machine_memory.keep(red.chain().tip, disclosures.MOVED)
    before = backup(referee)
    given = folder_restoration.answer(referee, folder_restoration.ask(red, NOW), NOW)
    put_back(referee, before)
    put_back(red, kept)
    with refuses(Code.RESTORED_FOLDER):
        game.apply(first.signed)
    settle(referee.path)
    assert game.apply(first.signed).last == 2, "else the test shows nothing"
    put_back(referee, before)
    settle(referee.path)
    folder_restoration.keep_given(referee, given.receipt)
    with refuses(Code.NOT_NAMED):
        game.apply(first.signed)


def test_a_receipt_comes_back_with_the_answer_to_its_author(tmp_path):
    game = Mailed(tmp_path, forced=False)
    red, referee = game.folders["red"], game.folders["referee"]
    machine_memory.keep(red.chain().tip, disclosures.MOVED)
    before = backup(referee)
    answer = folder_restoration.answer(referee, folder_restoration.ask(red, NOW), NOW)
    folder_restoration.take(red, [answer.receipt], answer.entries, duel.build)
    put_back(referee, before)
    (back,) = folder_restoration.answer(red, folder_restoration.ask(referee, NOW), NOW).given
    assert back.digest == answer.receipt.digest


def test_a_refusal_that_was_forgotten_is_no_second_judgement(tmp_path):
    """The attack: the order that was refused by a paper that binds is taken in."""
    game = Mailed(tmp_path, forced=False)
    referee = game.folders["referee"]
    bad = illegal(game)
    kept = backup(referee)
    assert refused(game, bad).outcome == "refused"
    assert disclosures.is_own(referee)
    put_back(referee, kept)
    assert not disclosures.is_own(referee)


def test_an_order_for_a_side_by_mail_word_is_on_the_referees_record(tmp_path):
    """A seal is answered by nobody: without this nothing of the referee's record would move."""
    game = begun(tmp_path)
    assert game.lock("done", "done").outcome == "accepted"
    head = list(game.referee.log.read().records())[3].head
    assert head in signing_record.read(game.referee).papers


# --- the host's charter ------------------------------------------------------------------------------------


def co_invited(setting, charter, **change):
    """The attack: what Sven gave back of his ticket stands in the charter, and Ann joins as him with it."""
    seat = next(each for each in Entry.decode(charter.data).body.parties if each.role == "saxon")
    own = setting.folder("ann2")
    make_secrets(own)
    person = new_game.person("saxon", Player(seat.name, seat.mail), own)
    said = setup_papers.Join(
        invitation=setting.invited.digest, person=Joiner(**{**dict(person), "nonce": seat.nonce})
    )
    return setup_papers.sign(said, own.key())


def put_back_to_before(setting, *, one=False):
    """A host's folder put back to before its charter, which went out; with one join taken in or none."""
    joins = {role: setting.join(role) for role in ("saxon", "norman")}
    if one:
        setting.seat(joins["saxon"])
    kept = backup(setting.host)
    for join in joins.values():
        done = setting.seat(join, now=NOW)
    put_back(setting.host, kept)
    return joins, done.charter


def test_no_second_charter_whose_seats_the_first_one_gives_away(tmp_path):
    setting = Setting(tmp_path)
    joins, first = put_back_to_before(setting)
    for join in (co_invited(setting, first), joins["norman"]):
        with refuses(Code.RESTORED_FOLDER, match="has begun since"):
            setting.seat(join, now=NOW + 1)
        with refuses(Code.RESTORED_FOLDER):
            Inbox(setting.host).receive(paper_mail(join, sender="ann@example.org"), NOW)
    assert not [*(setting.host.path / "joins").glob("*")]
    assert not setting.host.answer_file(0).exists()


@pytest.mark.parametrize("again", ["file", "mail", "command"])
def test_a_charter_that_came_back_is_the_one_of_the_game(tmp_path, again):
    """The way out, with a false join that was laid into the folder; nothing was signed since."""
    setting = Setting(tmp_path)
    joins, first = put_back_to_before(setting, one=True)
    forged = co_invited(setting, first)
    setting.host.joined_file("saxon").write_text(armor.encode(forged.signed, armor.PAPER))
    with refuses(Code.RESTORED_FOLDER, match="or from that of any player"):
        setting.seat(joins["norman"], now=NOW + 1)
    if again == "file":
        assert charter.take_in_again(setting.host, first)
    elif again == "mail":
        mail = paper_mail(sender="sven@example.org", entries=(first,), automatic=True)
        received = Inbox(setting.host).receive(mail, NOW)
        assert (received.outcome, "the game goes on" in received.text) == ("accepted", True)
    else:
        armor.write(tmp_path / "charter.pbem", [first])
        assert "the game goes on" in good("receive", tmp_path / "charter.pbem", "--dir", setting.host.path)
    assert next(setting.host.log.read().records()) == first
    done = setting.seat(joins["saxon"], now=NOW + 1)
    assert (done.charter, done.repeated) == (first, True)
    with refuses(Code.ROLE_TAKEN):
        setting.seat(forged)
    assert disclosures.is_own(setting.host)


def test_a_charter_comes_back_and_more_was_signed_since(tmp_path):
    setting = Setting(tmp_path)
    _, first = put_back_to_before(setting)
    host, sven = setting.host, setting.folder("saxon")
    charter.take_in_again(host, first)
    kept = setting.path / "referee.backup"
    join_request.begin(sven, verify_entry(first))
    (tmp_path / "setup.txt").write_text("deploy\ndone\n")
    good("move", tmp_path / "setup.txt", "--dir", sven.path)
    good("receive", sven.move_file(1, "saxon"), "--dir", host.path)
    put_back(host, kept)
    assert pbem("restore", "--dir", host.path)[2].count("has begun since") == 1
    armor.write(tmp_path / "charter.pbem", [first])
    assert "`pbem restore --dir" in good("receive", tmp_path / "charter.pbem", "--dir", host.path)
    assert not disclosures.is_own(host)
    assert "Asked for receipts: saxon, norman" in good("restore", "--dir", host.path)


def test_a_charter_of_another_game_begins_none(tmp_path):
    setting, other = Setting(tmp_path / "a"), Setting(tmp_path / "b")
    put_back_to_before(setting)
    with refuses(Code.CHARTER_DIFFERS):
        charter.take_in_again(setting.host, other.begun().charter)
    assert not (setting.host.path / "game.log").exists()


def test_a_host_on_another_pc_says_that_no_charter_went_out(tmp_path, monkeypatch):
    """What is not known there is the host's word: an invitation that is out goes on."""
    setting = Setting(tmp_path)
    join = setting.join("saxon")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "other"))
    with refuses(Code.RESTORED_FOLDER, match="--not-begun"):
        setting.seat(join)
    assert "--not-begun" in pbem("restore", "--dir", setting.host.path)[2]
    assert "goes on" in good("restore", "--not-begun", "--dir", setting.host.path)
    assert setting.seat(join).missing[0].role == "norman"
    done = setting.seat(setting.join("norman"), now=NOW)
    code, _, err = pbem("restore", "--not-begun", "--dir", setting.host.path)
    assert (code, "has begun" in err) == (2, True)
    assert done.charter is not None


def test_nor_is_the_hosts_word_taken_where_this_pc_knows_better(tmp_path):
    setting = Setting(tmp_path)
    put_back_to_before(setting)
    code, _, err = pbem("restore", "--not-begun", "--dir", setting.host.path)
    assert (code, "has begun since" in err) == (1, True)


def test_a_charter_that_two_folders_might_have_signed_frees_neither(tmp_path, monkeypatch):
    """A host says that none went out, and then it comes: the other folder may go on."""
    setting = Setting(tmp_path)
    _, first = put_back_to_before(setting)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "other"))
    good("restore", "--not-begun", "--dir", setting.host.path)
    assert not charter.take_in_again(setting.host, first)
    with refuses(Code.LEFT_BEHIND):
        disclosures.record_of(setting.host)


def test_all_by_mail_word_a_second_backup_brings_no_second_charter(tmp_path):
    """Nobody is asked there, so that the record alone has to know the charter."""
    setting = Setting(tmp_path, replace(PLAN, word=("saxon", "norman")))
    joins = [
        mail_word_joins.join(setting.host, setting.invited, each)
        for each in setting.invited.said.body.invited_persons
    ]
    kept = backup(setting.host)
    for join in joins:
        done = setting.seat(join, now=NOW)
    put_back(setting.host, kept)
    (setting.host.path / "game.log").write_bytes(b"senlac-log/2\n" + done.charter.to_record() + b"\n")
    good("restore", "--dir", setting.host.path)
    put_back(setting.host, kept)
    with refuses(Code.RESTORED_FOLDER):
        for join in joins:
            setting.seat(join, now=NOW + 1)


# --- the note itself ---------------------------------------------------------------------------------------


def state_of(place):
    return {file.name: (file.read_bytes(), file.stat()) for file in place.iterdir()}


def restored_by_rsync(place, before):
    """Files of another size or time are written anew, with their times; the others are left alone."""
    for name, (data, info) in before.items():
        file = place / name
        now = file.stat() if file.is_file() else None
        if now is None or (now.st_size, now.st_mtime_ns) != (info.st_size, info.st_mtime_ns):
            new = file.with_name(f".{name}.rsync")
            new.write_bytes(data)
            os.utime(new, ns=(info.st_atime_ns, info.st_mtime_ns))
            new.replace(file)


def test_a_home_that_a_backup_tool_puts_back_file_by_file(game, monkeypatch):
    """The attack: what has not changed is left alone, so a file that is made once tells nothing."""
    monkeypatch.setattr(
        machine_memory, "_AT_ONCE", 10**8
    )  # ns: the whole test takes less than what is allowed
    red, place = game.folders["red"], machine_memory._folder()
    game.play("red", "done", "done")
    kept, before = backup(red), state_of(place)
    game.play("blue", "done", "done")
    game.sign("red", "done", "done")
    answers = list(game.folders["referee"].log.read().records())
    put_back(red, kept)
    time.sleep(0.2)
    restored_by_rsync(place, before)
    red.log.append(*answers[red.log.length() :])
    with refuses(Code.RESTORED_FOLDER):
        game.sign("red", "step red-a 2", "done", "done")


def test_a_note_of_an_earlier_release_counts_until_the_next(game):
    red, place = game.folders["red"], machine_memory._folder()
    anchor, tip = place / "anchor", red.chain().tip
    anchor.write_bytes(machine_memory._FIRST_ANCHOR)
    said = machine_memory.note(tip)
    notes = [place / folder.chain().tip for folder in game.folders.values()]
    for file in notes:
        text = file.read_text().partition("\n")[2]
        file.write_text(f"{machine_memory._identity(anchor)}\n{text}")
    old = state_of(place)
    assert machine_memory.note(tip) == said
    game.sign("red", "done", "done")
    assert all(file.read_text().startswith("own ") for file in notes)
    assert all(disclosures.is_own(folder) for folder in game.folders.values())
    restored_by_rsync(place, old)
    assert machine_memory.note(tip) is None


def test_two_copies_on_one_pc_do_not_confirm_at_once(game, monkeypatch):
    """The attack: the lock lay in each folder, the note was that of both."""
    red = game.folders["red"]
    copy = Folder(red.path.with_name("copy"))
    shutil.copytree(red.path, copy.path)
    write, both = signing_record.write, threading.Barrier(2, timeout=0.5)

    def slowly(folder, record):
        with suppress(threading.BrokenBarrierError):
            both.wait()
        write(folder, record)

    monkeypatch.setattr(signing_record, "write", slowly)
    done = []

    def confirm(folder, *lines):
        try:
            done.append(ordered(folder, game.path / folder.path.name, *lines).signed)
        except errors.RestoredFolder as error:
            done.append(error)

    works = [
        threading.Thread(target=confirm, args=(red, "done", "done")),
        threading.Thread(target=confirm, args=(copy, "step red-a 2", "done", "done")),
    ]
    for work in works:
        work.start()
    for work in works:
        work.join()
    assert sorted(isinstance(each, errors.RestoredFolder) for each in done) == [False, True]


def test_a_record_that_was_cut_is_none(game):
    """The attack: what is left of the bytes of a move looked whole, and took the place of the good file."""
    red = game.folders["red"]
    game.sign("red", "done", "done")
    file = red.path / signing_record.FILE
    text = file.read_bytes()
    assert text.splitlines()[-1].startswith(b"begun ")
    for size in range(len(text) - 40, len(text)):
        file.write_bytes(text[:size])
        assert signing_record.read(red) is None
