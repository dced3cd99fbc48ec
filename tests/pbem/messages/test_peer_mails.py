"""The mails of players to each other where no referee writes: each tells its reader what is due, and all
bring the same entries."""

import email
import email.policy

import council
import duel
import pytest
from council_play import NOW, Game
from mailed import opened

from pbem.disk import atomic_files
from pbem.mail.reader import read
from pbem.messages import report_text
from pbem.messages.letters import peer_letters
from pbem.messages.peer_text import PeerNews
from pbem.play import player
from pbem.post.outbox import Outbox
from pbem.robot import unfinished_work
from pbem.robot.inbox import Inbox
from pbem.rules.table import Table

DAY = 86_400
TERMS = [{"kind": kind, "hours": 24, "grace": 0, "then": "claim"} for kind in ("order", "decision")]


class Mail:
    """A mail as its reader's program shows it."""

    def __init__(self, file):
        self.letter = read(opened(file).message, from_robot=True)
        message = email.message_from_bytes(opened(file).message, policy=email.policy.default)
        self.to, self.subject = message["To"].addresses[0].username, message["Subject"].partition(": ")[2]
        self.text = " ".join(message.get_body(("plain",)).get_content().split())
        found = {part.get_filename(): part for part in message.walk()}
        self.template = found["orders.txt"].get_content() if "orders.txt" in found else None
        self.has_picture = "map.png" in found


def to_each(files):
    return {mail.to: mail for mail in map(Mail, files)}


@pytest.fixture
def three(tmp_path):
    """Three sides without a referee: east has sealed the most, so the crown is theirs."""
    game = Game(tmp_path, sides=council.SIDES, refereed=False, deadlines=TERMS)
    for side, gold in zip(council.SIDES, (3, 2, 1), strict=True):
        game.play(side, f"bid {gold}")
    return game


@pytest.fixture
def two(tmp_path):
    """Two sides of the duel without a referee."""
    folders = duel.new(tmp_path, "", duel.SIDES, forced=False, deadlines=TERMS)
    return {side: (folder, Inbox(folder, build=duel.build)) for side, folder in folders.items()}


def sign(two, tmp_path, side, *lines):
    orders = tmp_path / "orders.txt"
    orders.write_text("\n".join(lines) + "\n")
    folder = two[side][0]
    made = player.sign_move(folder, orders, build=duel.build, now=NOW)
    return peer_letters.send_signed(folder, made, NOW)


def waiting(folder):
    return sorted(mail.name for mail in Outbox(folder.path).list_waiting())


def test_dice_are_the_readers_move_and_each_reads_what_concerns_them(three):
    mails = to_each(three.write("east", "claim north"))
    assert mails.keys() == {"west", "north"}
    west, north = mails["west"], mails["north"]
    assert "your move, dice to roll" in west.subject
    assert "Your turn: your program answers with dice: east claims land of north (rule 2.2)" in west.text
    assert "Time: without your answer the game can be claimed from " in west.text
    assert "Take this mail in. Your program gives the dice by itself" in west.text
    assert "waiting for west" in north.subject
    assert "You are north and have nothing to do now. west answers this move first." in north.text
    assert (west.template, north.template) == (None, None)
    assert west.letter.entries == north.letter.entries


def test_what_another_answers_is_no_refusal_and_comes_with_that_answer(three):
    said = dict(three.play("east", "claim north")[:2])
    assert (said["north"].outcome, said["north"].files) == ("ignored", ())
    assert "west does, and the mail with that answer brings it to you" in said["north"].text
    assert len({three.table(side).verifier.head for side in three.sides}) == 1


def test_of_three_each_is_told_whose_decision_the_answer_left(three):
    for _ in range(9):
        said = three.play("east", "claim north")
        if (choice := three.newest().choice("north")) is not None:
            break
        three.play("east", "done")
    assert choice is not None
    (files,) = [done.files for to, done in said if to == "west" and done.files]
    mails = to_each(Outbox(three.folders["west"].path).done / file.name for file in files)
    assert "your move" in mails["north"].subject
    assert "You are north. Your turn: give land or gold? (loss, rule 2.3)" in mails["north"].text
    assert "1. give land 2. give gold" in mails["north"].text
    assert "#give land" in mails["north"].template
    assert "waiting for north" in mails["east"].subject
    assert "You are east and have nothing to do now." in mails["east"].text
    assert mails["east"].letter.entries == mails["north"].letter.entries


def test_without_dice_a_move_says_what_is_due_after_the_answer_and_by_when(two, tmp_path):
    (file,) = sign(two, tmp_path, "red", "done", "done")
    mail = Mail(file)
    assert mail.subject.endswith("your move (seq 1)")
    assert "You are blue. Your turn: " in mail.text
    assert "(23 hours" not in mail.text and "(1 day left)" in mail.text
    assert "Your time begins when you take this mail in" in mail.text
    assert "Your choices" in mail.text and "pbem move orders.txt" in mail.text
    folder, inbox = two["blue"]
    assert inbox.receive(opened(file).message, NOW).outcome == "accepted"
    laid = inbox.keep_time(NOW)
    assert [note.what for note in laid if note.what == "orders"] == ["orders"]
    assert mail.template.splitlines() == (folder.path / "orders.txt").read_text().splitlines()[:-3]


def test_a_picture_shows_the_order_before_its_dice(two, tmp_path):
    seen = []

    def draw(table, side, since):
        seen.append((table.verifier.batch, side, since))
        return b"\x89PNG\r\n\x1a\n"

    orders = tmp_path / "orders.txt"
    orders.write_text("done\nstrike red-a > blue-a\n")
    made = player.sign_move(two["red"][0], orders, build=duel.build, now=NOW)
    (file,) = peer_letters.send_signed(two["red"][0], made, NOW, draw)
    assert made.table.verifier.batch is not None
    assert seen == [(None, "blue", 0)]
    assert Mail(file).has_picture


def test_between_two_a_move_takes_the_place_of_the_answer_that_it_brings(two, tmp_path):
    (file,) = sign(two, tmp_path, "red", "done", "done")
    folder, inbox = two["blue"]
    received = inbox.receive(opened(file).message, NOW)
    assert "or make your move, whose mail includes it" in received.text
    (answer,) = received.files
    with Outbox(folder.path).hold_sending():
        (move,) = sign(two, tmp_path, "blue", "done", "done")
    assert waiting(folder) == sorted([answer.stem, move.stem]), "another process was sending"
    atomic_files.DISK.unlink(move)
    made = Table.load(folder.log, duel.build)
    assert unfinished_work.finish(folder, NOW, duel.build) == [move]
    assert (waiting(folder), made.seq) == ([move.stem], 2)
    assert two["red"][1].receive(opened(move).message, NOW).outcome == "accepted"
    assert Table.load(two["red"][0].log, duel.build).seq == 4


def test_an_answer_with_more_than_the_move_brings_stays(two, tmp_path):
    (file,) = sign(two, tmp_path, "red", "done", "done")
    folder, inbox = two["blue"]
    (answer,) = inbox.receive(opened(file).message, NOW).files
    told = Table.load(folder.log, duel.build)
    mail = peer_letters.PeerMail(told, "blue", tuple(told.entries(2, 2)), 2, NOW)
    peer_letters.send_move(folder, mail)
    assert answer.stem in waiting(folder)


def test_a_mail_that_a_crash_left_out_is_written_to_that_reader(three):
    first, second = three.write("east", "claim north")
    atomic_files.DISK.unlink(second)
    found = unfinished_work.finish(three.folders["east"], three.now, council.build)
    assert found == [first, second]
    assert unfinished_work.finish(three.folders["east"], three.now, council.build) == []


def test_words_to_the_others_go_with_the_mail_to_each(three):
    said = "Words of east, which nobody has signed and nobody judges: - Sorry about the land"
    mails = to_each(three.write("east", "press Sorry about the land", "claim north"))
    assert [side for side, mail in mails.items() if said in mail.text] == ["west", "north"]


def test_a_game_that_is_over_asks_for_no_orders(two):
    folder, (blue, inbox) = two["red"][0], two["blue"]
    made = player.resign(folder, duel.build)
    (file,) = peer_letters.send_signed(folder, made, NOW)
    (answer,) = inbox.receive(opened(file).message, NOW).files
    given_up, ended = Mail(file), Mail(answer)
    assert Table.load(blue.log, duel.build).verifier.ended
    for mail in (given_up, ended):
        assert "the game is over" in mail.subject
        assert ("Your choices" in mail.text, mail.template) == (False, None)
    assert "Your program signs the end of the game by itself" in given_up.text
    assert "You need not answer." in ended.text
    assert not PeerNews.of(made.table, "red", 1, NOW).decides, "whose decision it was when red gave up"


def test_the_mail_with_the_charter_is_the_same_an_hour_later(two):
    folder = two["red"][0]
    table = Table.load(folder.log, duel.build)
    first, again = (peer_letters.send_beginning(folder, table, ["blue"], at) for at in (NOW, NOW + 3600))
    assert first == again
    assert "waiting for red" in Mail(first[0]).subject
    assert "The game begins." in Mail(first[0]).text


def test_moments_are_told_by_the_clock_of_the_mail_that_came(two, tmp_path):
    (file,) = sign(two, tmp_path, "red", "done", "done")
    there = opened(file).message.replace(b" +0000\r\n", b" +0100\r\n", 1)
    (answer,) = two["blue"][1].receive(there, NOW).files
    assert "(UTC+1) (1 day left)" in Mail(answer).text


def test_who_has_signed_is_told_to_wait(two, tmp_path):
    sign(two, tmp_path, "red", "done", "done")
    table = Table.load(two["red"][0].log, duel.build)
    assert report_text.out_text(table, "red", [1]) == "You have signed entry 1. Wait until it is answered."
    assert [report_text.out_text(table, "red", out) for out in ([], [2])] == ["", ""]


def deliver(two, notes):
    """One round of both programs, as `pbem run` goes it: each tells what it did, and all mails are read."""
    for side, (folder, inbox) in two.items():
        notes += [(side, note.what) for note in inbox.keep_time(NOW)]
        outbox, (other,) = Outbox(folder.path), {*two} - {side}
        for mail in outbox.list_waiting():
            outbox.move_to_sent(mail.name)
            assert two[other][1].receive(mail.message, NOW).outcome == "accepted"


def test_a_whole_game_by_editing_two_files_without_a_referee(tmp_path):
    folders = duel.new(tmp_path, "b", duel.SIDES, forced=True)
    two = {side: (folder, Inbox(folder, build=duel.build)) for side, folder in folders.items()}
    notes, ended = [], []
    while len(ended) < 2:
        deliver(two, notes)
        for folder, _ in two.values():
            if (file := folder.path / "orders.txt").is_file() and "\n#send\n" in (text := file.read_text()):
                legal = [
                    line[1:] for line in text.splitlines() if line[:1] == "#" and line[1:2] not in ("", " ")
                ]
                file.write_text(f"{text.splitlines()[0]}\n{legal[0].partition('   #')[0]}\nsend\n")
        ended = [side for side in two if Table.load(folders[side].log, duel.build).verifier.ended]
        assert len(notes) < 400, "nobody gets any further"
    assert {what for _, what in notes} <= {"orders", "signed", "waiting"}
    assert len({folder.log.path.read_bytes() for folder in folders.values()}) == 1
