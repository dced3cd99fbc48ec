"""Old mails sent again, by anybody, and strangers' mails: what leaves the robot for them is little, and to
parties alone."""

import email
from email.utils import parsedate_to_datetime

import duel
import pytest
from hosting import host, paper_mail
from mailed import NOW, Mailed, log
from said import following

from pbem.entry.entries import sign
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.messages.letters import game_letters, mail_threads
from pbem.play import player
from pbem.post.outbox import Outbox
from pbem.robot.inbox import Inbox

HOUR, DAY = 3_600, 86_400
MIDNIGHT = NOW - NOW % DAY
STRANGER = "mallory@example.com"


@pytest.fixture
def game(tmp_path):
    made = Mailed(tmp_path, forced=False)
    made.robot = Inbox(made.folders["referee"], lambda *_: b"map" * 100_000, duel.build)
    return made


def leaves(game, *mails, now=NOW):
    """What is laid into the outbox for these mails."""
    outbox = Outbox(game.folders["referee"].path)
    before = {mail.name for mail in outbox.list_waiting()}
    for number, data in enumerate(mails):
        game.robot.receive(data, now + number)
    return [mail for mail in outbox.list_waiting() if mail.name not in before]


def again(game, signed, sender, count=8):
    return [game.mail(signed, sender=sender, text=f"copy {number}") for number in range(count)]


def test_an_old_move_sent_again_by_a_stranger_makes_nothing_leave(game):
    old = game.sign("red", "done", "done").signed
    first = leaves(game, game.mail(old))
    assert sum(len(mail.message) for mail in first) > 300_000
    before = log(game)
    assert leaves(game, *again(game, old, STRANGER)) == []
    assert log(game) == before


def test_an_old_move_sent_again_in_its_authors_name_is_answered_once_a_day_and_without_a_picture(game):
    """Anybody can write his address into a mail, and any party has his old moves."""
    old = game.sign("red", "done", "done").signed
    leaves(game, game.mail(old), now=MIDNIGHT)
    for day in (0, 1):
        (answer,) = leaves(game, *again(game, old, "red@example.org"), now=MIDNIGHT + day * DAY + HOUR)
        assert answer.to == ("red@example.org",)
        assert read(answer.message, from_robot=True).entries
        assert len(answer.message) < 10_000


def test_a_refused_order_sent_again_is_answered_once_a_day(game):
    """Each copy in a mail of its own, with other words."""
    table, link = game.table(), duel.chain("red").reveal(0)
    bad = sign(following(table, "order", "red", {"lines": ["lose red-a"]}, link), duel.key("red"))
    (answer,) = leaves(game, game.mail(bad, sender="red@example.org"), now=MIDNIGHT)
    assert "refused [line-refused]" in answer.message.decode()
    for day in (0, 1):
        mails = again(game, bad, "red@example.org") + again(game, bad, STRANGER)
        answers = leaves(game, *mails, now=MIDNIGHT + day * DAY + HOUR)
        assert [answer.to for answer in answers] == [("red@example.org",)] * day  # the first day's has left


def test_standing_papers_sent_again_are_receipted_once_a_day_and_to_no_stranger(game):
    path = game.path / "standing.txt"
    path.write_text("loss: last\n")
    made = player.file_standing(game.folders["blue"], path, duel.build)

    def mails(sender):
        return [
            compose(Draft(sender, ("referee@example.org",), "s", f"{n}", papers=made.papers, automatic=False))
            for n in range(5)
        ]

    assert len(leaves(game, *mails("blue@example.org"), now=MIDNIGHT)) == 2
    assert leaves(game, *mails(STRANGER), now=MIDNIGHT + DAY) == []
    assert len(leaves(game, *mails("blue@example.org"), now=MIDNIGHT + DAY)) == 2


@pytest.mark.parametrize(
    "text", ["hello", "-----BEGIN SENLAC ENTRY-----\nxxxx\n-----END SENLAC ENTRY-----\n"]
)
def test_a_stranger_gets_no_answer_and_a_party_one(game, text):
    def mail(sender, number):
        head = f"From: {sender}\r\nMessage-ID: <{number}@x>\r\nContent-Type: text/plain\r\n\r\n"
        return (head + text.replace("\n", "\r\n")).encode()

    assert leaves(game, *(mail(STRANGER, n) for n in range(5))) == []
    (answer,) = leaves(game, *(mail("Blue@Example.org", n) for n in range(5)))
    assert answer.to == ("Blue@example.org",)


def test_a_host_answers_whom_he_has_invited_alone(tmp_path):
    folder, _, joins = host(tmp_path)
    outbox, inbox = Outbox(folder.path), Inbox(folder)
    strange = host(tmp_path / "other")[2]["norman"]  # another game's
    before = len(outbox.list_waiting())
    for number in range(3):
        mail = paper_mail(joins["saxon"], sender="saxon@example.org", subject=f"again {number}")
        assert inbox.receive(mail, NOW + number).outcome == "accepted"
        refused = inbox.receive(paper_mail(strange, sender=STRANGER, subject=f"{number}"), NOW + number)
        assert (refused.outcome, refused.files) == ("refused", ())
    assert len(outbox.list_waiting()) == before
    inbox.receive(paper_mail(strange, sender="norman@example.org"), NOW)
    (answer,) = [mail for mail in outbox.list_waiting() if mail.name.startswith("refused")]
    assert answer.to == ("norman@example.org",)


def test_all_mails_of_a_game_have_a_date_and_are_one_thread(game):
    answered = leaves(game, game.mail(game.sign("red", "done", "done").signed))
    repeated = leaves(game, game.mail(game.sign("red", "done", "done").signed, text="again"))
    path = game.path / "standing.txt"
    path.write_text("loss: last\n")
    made = player.file_standing(game.folders["blue"], path, duel.build)
    game_letters.send_standing(game.folders["blue"], made, NOW)
    mails = [*answered, *repeated, *Outbox(game.folders["blue"].path).list_waiting()]
    heads = [email.message_from_bytes(mail.message) for mail in mails]
    assert len(heads) == 4
    assert {head["References"].split()[0] for head in heads} == {
        mail_threads.game_thread(game.table().verifier)
    }
    assert all(parsedate_to_datetime(head["Date"]).timestamp() - NOW in (0, 1) for head in heads)
    game_letters.send_standing(game.folders["blue"], made, NOW + DAY)  # the same mail, however late
    assert len(Outbox(game.folders["blue"].path).list_waiting()) == 1
