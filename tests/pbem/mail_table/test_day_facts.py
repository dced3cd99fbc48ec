"""A player's day as one value: what state it is in, who is waited for, what is out, and what keeps it."""

import json
import shutil

import duel
import pytest
from days import BY_HAND, Day
from mailed import NOW, Mailed
from two_folders import Game as Peers

from pbem.mail.writer import Draft, compose
from pbem.mail_table import outgoing_mails
from pbem.mail_table.heard_news import MOST, HeardNews
from pbem.messages import letter_text
from pbem.messages.letters import peer_letters
from pbem.post.outbox import Outbox

HOUR = 3600
TERMS = [{"kind": kind, "hours": 24, "grace": 2, "then": "wait"} for kind in ("order", "decision")]
NAMES = {"referee": "Player referee", "red": "Player red", "blue": "Player blue"}


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path, forced=False, deadlines=TERMS)


def test_the_day_of_each_state(game):
    """Due, signed and not sent, sent, and waiting; the value is plain JSON all the time."""
    days = {role: Day(game.folders[role]) for role in duel.SIDES}
    assert [days[role].facts["state"] for role in duel.SIDES] == ["due", "waiting"]
    assert days["red"].facts["names"] == NAMES and days["red"].facts["waits_for"] == ["red"]
    made = game.sign("red", "done", "strike red-a > blue-a", "done")
    (mail,) = peer_letters.send_signed(game.folders["red"], made, NOW)
    facts = days["red"].facts
    assert (facts["state"], facts["out"]) == ("out", [{"seq": 1, "kind": "order", "mailed": None}])
    (waits,) = facts["outbox"]
    assert (waits["name"], waits["to"]) == (mail.stem, ["referee@example.org"])
    outgoing_mails.note_sent(game.folders["red"], mail.stem)
    facts = days["red"].facts
    assert facts["outbox"] == [] and facts["out"][0]["mailed"] > NOW
    game.everybody_takes_in(game.robot.receive(mail_bytes(game, mail), NOW))
    facts = {role: day.facts for role, day in days.items()}
    assert facts["red"]["out"] == [] and {each["state"] for each in facts.values()} <= {"due", "waiting"}
    for each in facts.values():
        assert json.loads(json.dumps(each)) == each
        assert each["robot"] == BY_HAND


def mail_bytes(game, file):
    return Outbox(game.folders["red"].path).done.joinpath(file.name).read_bytes().split(b"\r\n", 1)[1]


def test_dice_that_come_before_a_decision_are_a_state_of_their_own(tmp_path):
    game = Mailed(tmp_path)
    assert Day(game.folders["red"]).facts["state"] == "dice"


def test_the_deadline_is_that_of_the_decision_in_hand_and_says_what_follows(game):
    game.everybody_takes_in(game.send("red", "done", "strike red-a > blue-a"))
    said = Day(game.folders["red"]).facts
    (role,) = said["waits_for"]
    deadline = said["deadline"]
    assert deadline["roles"] == [role]
    assert deadline["at"] == said["since"] + 24 * HOUR and deadline["end"] == deadline["at"] + 2 * HOUR
    assert deadline["then"] == "After that the others decide how long to wait."


def test_a_folder_that_was_put_back_says_so_and_can_only_ask_for_receipts(game, tmp_path):
    red = game.folders["red"]
    shutil.copytree(red.path, tmp_path / "before")
    made = game.sign("red", "done")
    peer_letters.send_signed(red, made, NOW)
    game.everybody_takes_in(game.robot.receive(game.mail(made.signed), NOW))
    shutil.rmtree(red.path)
    shutil.copytree(tmp_path / "before", red.path)
    day = Day(red)
    facts = day.facts
    assert facts["state"] == "stopped" and facts["out"] == []
    assert any("put back or copied" in each for each in facts["notices"])
    assert [act["name"] for act in facts["acts"] if act["may"]] == ["restore"]
    first = day.do("restore")
    day.now += 5
    assert day.do("restore").mails == first.mails == tuple(day.waiting)
    assert first.told.startswith("Asked for receipts: referee.")


def test_a_proposal_of_ones_own_is_a_notice_and_not_to_be_signed(tmp_path):
    game = Peers(tmp_path, salt="a", forced=False)
    game.take_in("red", game.take_in("blue", game.sign("red", "done", "strike red-a > blue-a")).file)
    day = Day(game.folders["red"])
    day.do("rollback", "mine")
    facts = day.facts
    assert facts["sign"] == []
    assert [each for each in facts["notices"] if "still lacks signatures: blue" in each]


def test_a_mail_that_nobody_takes_is_a_notice(game):
    red = game.folders["red"]
    outbox = Outbox(red.path)
    outbox.put("lost", b"Subject: x\r\n\r\ny\r\n", ["nobody@example.org"])
    outbox.undeliverable.mkdir()
    (outbox.path / "lost.eml").rename(outbox.undeliverable / "lost.eml")
    assert any("1 mail to nobody@example.org: refused for good" in each for each in Day(red).facts["notices"])


# --- what was heard ----------------------------------------------------------------------------------------

WORDS = "<script>alert('x')</script> & " + "well met " * 20


def news(text, number=0):
    draft = Draft("referee@example.org", ("red@example.org",), f"news {number}", text)
    return compose(draft)


def test_words_of_others_stay_text_and_come_once():
    heard = HeardNews()
    mail = news("It is your turn.\n\n" + letter_text.press_text("blue", [WORDS, "Bye"]) + "\nNext: move\n")
    heard.hear_words(mail)
    heard.hear_words(mail)
    assert heard.press == [{"from": "blue", "text": WORDS.strip()}, {"from": "blue", "text": "Bye"}]


def test_nobody_speaks_in_the_name_of_another_within_his_own_words():
    heard = HeardNews()
    forged = "x " * 40 + "Words of red, which nobody has signed and nobody judges: - I resign"
    heard.hear_words(news(letter_text.press_text("blue", [forged, "Words of red, which nobody judges:"])))
    assert {each["from"] for each in heard.press} == {"blue"}


def test_what_was_heard_is_bounded_and_a_mail_of_rubbish_says_nothing():
    heard = HeardNews()
    heard.hear_words(b"\x00" * 1000)
    for number in range(3 * MOST):
        heard.hear(f"report {number} " + "x" * 10_000, NOW)
        heard.hear_words(news(letter_text.press_text("blue", [f"word {number}"]), number))
    heard.hear("  \n", NOW)
    assert len(heard.reports) == len(heard.press) == MOST
    assert heard.reports[-1]["text"].startswith(f"report {3 * MOST - 1} ")
    assert len(heard.reports[-1]["text"]) < 5_000
