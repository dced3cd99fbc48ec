"""Folders of one game whose robots read one mailbox: each takes what is meant for it. No order, join or
charter is taken from another, and none is left for what stands in From, To or Subject."""

import duel
import pytest
from hosting import paper_mail
from mailed import NOW, Mailed, opened
from one_mailbox import Mailbox
from three_mails import Setting
from two_folders import Game as Peers
from word_play import Game as ByWord
from word_play import typed

from pbem.entry import armor
from pbem.log.party import observed_entries
from pbem.mail.reader import read
from pbem.mail.writer import Draft, compose
from pbem.play.agreements import rulings
from pbem.robot.inbox import Inbox
from pbem.rules.rules_lookup import rules_of

DAEMONS = [
    "MAILER-DAEMON@example.org",
    "MAILER-DAEMON+x@example.org",
    "MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@example.org",
    "mailerdaemon@example.org",
    "mail-daemon@example.org",
    "bounces+17@lists.example.org",
    "double-bounce@example.org",
    "noreply@example.org",
]


@pytest.fixture
def box(tmp_path):
    return Mailbox(tmp_path)


@pytest.fixture
def game(tmp_path):
    return Mailed(tmp_path / "one", forced=False)


def order(game):
    return game.mail(game.sign("red", "done", "done").signed)


def mail(sender, to, *entries, papers=(), automatic=False):
    return compose(Draft(sender, (to,), "a mail", "", entries, papers, automatic=automatic))


# --- orders ---------------------------------------------------------------------------------------------


def test_another_players_robot_leaves_an_order_to_the_referee(box, game):
    """Blue and the referee read one mailbox. Blue's robot took red's order in, and moved it away."""
    box.put(order(game))
    assert box.round(game.folders["blue"]) == ["left"]
    assert box.round(game.folders["referee"]) == ["accepted"]
    assert (game.table().seq, box.unread()) == (2, 0)


@pytest.mark.parametrize("to", ["robot@club.example.org", "undisclosed-recipients:;", "blue@example.org"])
def test_an_order_without_the_referees_address_is_seen_and_left(box, game, to):
    box.put(order(game).replace(b"To: referee@example.org", f"To: {to}".encode()))
    assert box.round(game.folders["blue"]) == ["left"]
    assert len(observed_entries.list_observed(game.folders["blue"])) == 1
    assert box.round(game.folders["red"]) == ["left"]
    assert box.round(game.folders["referee"]) == ["accepted"]
    assert (game.table().seq, box.unread()) == (2, 0)


@pytest.mark.parametrize("to", ["referee@example.org", "robot@club.example.org", "red@example.org"])
def test_a_referee_who_plays_from_the_same_address(box, game, to):
    """From is no proof of who signed: the referee's robot left red's order as a mail of its own."""
    mail = order(game).replace(b"From: red@example.org", b"From: referee@example.org")
    box.put(mail.replace(b"To: referee@example.org", f"To: {to}".encode()))
    assert box.round(game.folders["blue"]) == ["left"]
    assert box.round(game.folders["red"]) == ["left"]
    assert box.round(game.folders["referee"]) == ["accepted"]
    assert (game.table().seq, box.unread()) == (2, 0)


def test_the_referee_forwards_an_order_that_went_to_another_account(box, game):
    forwarded = order(game).replace(b"From: red@example.org", b"From: referee@example.org")
    box.put(forwarded.replace(b"To: referee@", b"To: robot@club.example.org\r\nCc: red@"))
    assert box.round(game.folders["referee"]) == ["accepted"]


@pytest.mark.parametrize("sender", ["postmaster@red.example.org", "bounces@red.example.org"])
def test_an_order_from_an_address_like_a_mail_programs(box, game, sender):
    box.put(order(game).replace(b"red@example.org", sender.encode()))
    assert box.round(game.folders["referee"]) == ["accepted"]


@pytest.mark.parametrize("sender", DAEMONS)
def test_what_came_back_is_left_to_its_author_and_no_refusal(box, game, sender):
    box.put(mail(sender, "red@example.org", game.sign("red", "done", "done").signed))
    assert box.round(game.folders["red"]) == ["left"]
    assert box.unread() == 1


@pytest.mark.parametrize("sender", DAEMONS)
def test_an_answer_that_came_back_is_left(box, game, sender):
    (answer, *_) = game.send("red", "done", "done").files
    box.put(mail(sender, "referee@example.org", *read(opened(answer).message, from_robot=True).entries))
    assert box.round(game.folders["referee"]) == ["left"]


def test_answers_find_each_folder_whatever_the_referee_has_forgotten(box, game, tmp_path):
    """A referee's folder that was put back does not take its own answer to blue from the mailbox."""
    signed = game.sign("red", "done", "done").signed
    put_back = Mailed(tmp_path / "put back", forced=False).folders["referee"]
    files = game.robot.receive(game.mail(signed), NOW).files
    box.put(*(opened(file).message for file in files))
    assert box.round(put_back) == ["left", "left"]
    assert sorted(box.round(game.folders["blue"])) == ["accepted", "left"]
    assert box.round(game.folders["red"]) == ["accepted"]
    assert {game.table(role).seq for role in duel.SIDES} == {2}


def test_a_ruling_goes_to_those_who_have_to_sign_it(box, game):
    made = rulings.rollback(game.folders["referee"], 0, "a slip", NOW, duel.build)
    box.put(*(mail("referee@example.org", f"{side}@example.org", made.signed_entry) for side in duel.SIDES))
    assert box.round(game.folders["referee"]) == ["left", "left"]
    assert sorted(box.round(game.folders["blue"])) == ["accepted", "left"]
    assert box.round(game.folders["red"]) == ["accepted"]


@pytest.mark.parametrize("to", ["{}@example.org", "alias@example.org"])
def test_without_a_referee_each_takes_what_it_has_to_answer(box, tmp_path, to):
    """Two who answer each other read one mailbox."""
    game, me = Peers(tmp_path / "two", forced=False), {"red": "blue", "blue": "red"}
    entries = armor.read(game.sign("red", "done", "done"))
    box.put(mail("red@example.org", to.format("blue"), *entries))
    assert box.round(game.folders["red"]) == ["left"]
    assert box.round(game.folders["blue"]) == ["accepted"]
    (answer,) = (game.folders["blue"].path / "outbox").glob("*.eml")
    box.put(opened(answer).message)
    assert box.round(game.folders["blue"]) == ["left"]
    assert box.round(game.folders["red"]) == ["accepted"]
    assert (len(set(game.logs().values())), game.table(me["blue"]).seq > 1, box.unread()) == (1, True, 0)


# --- before the game ------------------------------------------------------------------------------------


@pytest.fixture
def setting(tmp_path):
    return Setting(tmp_path)


@pytest.mark.parametrize("sender", ["sven@example.org", "ann@example.org", "postmaster@ann.example.org"])
@pytest.mark.parametrize("to", ["rolf@example.org", "ann@example.org", "alias@example.org"])
def test_one_who_waits_leaves_every_join_to_the_host(setting, tmp_path, sender, to):
    """Of another player, and of their own."""
    box = Mailbox(tmp_path, rules_of)
    joins = [setting.join(role).signed for role in ("saxon", "norman")]
    box.put(*(mail(sender, to, papers=(join,)) for join in joins))
    assert box.round(setting.folder("norman")) == ["left", "left"]
    assert box.round(setting.host) == ["accepted", "accepted"]
    assert ((setting.host.path / "game.log").is_file(), box.unread()) == (True, 0)


def test_each_who_waits_takes_the_charter_that_was_sent_to_them(setting, tmp_path):
    """A couple reads one mailbox. Ann's robot took Sven's charter away."""
    box = Mailbox(tmp_path, rules_of)
    joins = {role: setting.join(role) for role in ("saxon", "norman")}
    for role, who in (("saxon", "sven"), ("norman", "ann")):
        done = Inbox(setting.host).receive(paper_mail(joins[role], sender=f"{who}@example.org"), NOW)
    charters = [opened(file).message for file in done.files if b"Rolf <" not in opened(file).to]
    box.put(*charters)
    assert "accepted" in box.round(setting.folder("norman"))
    assert "accepted" in box.round(setting.folder("saxon"))
    assert all((setting.folder(role).path / "game.log").is_file() for role in joins)


def test_an_invitation_alone_makes_nothing_in_a_mailbox_its_own(setting, tmp_path):
    box = Mailbox(tmp_path, rules_of)
    box.put(mail("rolf@example.org", "alias@example.org", setting.begun().charter))
    setting.folder("norman").join_file.unlink()
    assert box.round(setting.folder("norman")) == ["left"]


# --- words ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("subject", ["my orders [20261129]", "[00000007] game", "[20261129] [JIRA] x"])
def test_digits_in_a_subject_hide_no_words(box, tmp_path, subject):
    """A player by mail word got no answer, and was late."""
    game = ByWord(tmp_path / "one", forced=False)
    assert game.play("red", "done", "done").outcome == "accepted"
    box.put(typed("done\ndone").replace(b"Re: game", subject.encode()))
    answers = [box.round(game.referee)]
    assert game.referee.word("blue").offer_file.is_file()
    written = len(list((game.referee.path / "outbox").glob("*.eml")))
    answers.append(box.round(game.referee))
    assert answers in ([["accepted"], []], [["left"], ["left"]])
    assert len(list((game.referee.path / "outbox").glob("*.eml"))) == written


@pytest.mark.parametrize("subject", ["[20261129] x", "[00000007] x", "[deadbeef] x"])
def test_a_code_is_heard_whatever_the_subject_says(box, tmp_path, subject):
    game = ByWord(tmp_path / "one", forced=False)
    assert game.play("red", "done", "done").outcome == "accepted"
    code = game.draft("done", "done")
    box.put(typed(f"yes {code}", number=7).replace(b"Re: game", subject.encode()))
    assert box.round(game.referee) == ["accepted"]
