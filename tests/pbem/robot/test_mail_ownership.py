"""Two games in one mailbox: a robot touches what belongs to its own game, and leaves all else unread where it
lies."""

import duel
import pytest
from hosting import paper_mail
from mailed import NOW, Mailed, opened
from one_mailbox import BIG, Mailbox
from three_mails import Setting
from word_play import Game as ByWord
from word_play import typed

from pbem.entry import armor
from pbem.entry.entries import SignedEntry
from pbem.mail.writer import Draft, compose
from pbem.messages.letters import setup_letters
from pbem.play.agreements import rulings
from pbem.post import mail_loop
from pbem.post.maildir import MaildirSource
from pbem.post.stop_signal import Stop
from pbem.robot.inbox import Inbox
from pbem.setup import invitation


@pytest.fixture
def box(tmp_path):
    return Mailbox(tmp_path)


@pytest.fixture
def games(tmp_path):
    return Mailed(tmp_path / "one", forced=False), Mailed(tmp_path / "two", forced=False, salt="two")


def order(game):
    return game.mail(game.sign("red", "done", "done").signed)


def test_each_referee_takes_the_orders_of_its_own_game(box, games):
    one, two = games
    box.put(order(one), order(two))
    assert box.round(two.folders["referee"]) == ["left", "accepted"]
    assert box.unread() == 1
    assert box.round(one.folders["referee"]) == ["accepted"]
    assert (one.table().seq, two.table().seq, box.unread()) == (2, 2, 0)


def test_a_ruling_of_another_game_is_not_kept_here(box, games):
    """The attack: nobody. The robot "accepted" it, kept it where no game looks for it, and it was lost."""
    one, two = games
    made = rulings.rollback(one.folders["referee"], 0, "a slip", NOW, duel.build)
    mail = compose(
        Draft(
            "referee@example.org", ("red@example.org",), "a ruling", "", (made.signed_entry,), automatic=False
        )
    )
    box.put(mail)
    assert box.round(two.folders["red"]) == ["left"]
    assert not (two.folders["red"].path / "shared").exists()
    assert box.round(one.folders["red"]) == ["accepted"]
    received = Inbox(two.folders["red"], build=duel.build).receive(mail, NOW)
    assert (received.outcome, "[wrong-game]" in received.text) == ("refused", True)


def test_what_nobody_has_signed_stays_unread_for_a_player(box, games):
    one, _ = games
    box.put(typed("Shall we meet on Sunday?", "friend@example.org"))
    assert box.round(one.folders["red"]) == ["left"]
    assert box.unread() == 1


def test_a_mail_with_entries_of_both_is_taken_in_by_both(box, games):
    one, two = games
    both = [game.sign("red", "done", "done").signed for game in games]
    box.put(one.mail(*both))
    assert box.round(one.folders["referee"]) == ["left"]
    assert box.round(two.folders["referee"]) == ["left"]
    assert (one.table().seq, two.table().seq) == (2, 2)


def test_what_is_too_big_or_cannot_be_read_stays(box, games):
    one, _ = games
    box.put(b"From: a@example.org\r\nFrom: b@example.org\r\n\r\nx", typed("x" * 5000, "red@example.org"))
    assert box.round(one.folders["referee"], limit=4000) == ["left", "left"]
    assert box.unread() == 2


def test_words_go_to_the_game_that_the_subject_names(box, tmp_path):
    """A player by mail word in two games of one mailbox answers mails of each."""
    one, two = ByWord(tmp_path / "one", forced=False), ByWord(tmp_path / "two", forced=False, salt="two")
    for game in (one, two):
        assert game.play("red", "done", "done").outcome == "accepted"
    ids = [game.table().verifier.game[:8] for game in (one, two)]
    assert ids[0] != ids[1]
    mails = [
        typed("done\ndone", number=n).replace(b"Subject: Re: game", f"Subject: Re: Duel [{each}]".encode())
        for n, each in enumerate(ids)
    ]
    box.put(*mails)
    assert box.round(two.referee) == ["left", "accepted"]
    assert box.round(one.referee) == ["accepted"]


def test_what_was_left_is_not_fetched_again_until_the_game_changes(box, games):
    one, two = games
    box.put(order(two))
    fetched, known = [], [1]

    class Source(MaildirSource):
        def waiting_mails(self, but=()):
            for mail in super().waiting_mails(but):
                fetched.append(mail.name)
                yield mail

    left = mail_loop._SkippedMails(lambda: known[0])
    robot = Inbox(one.folders["referee"], build=duel.build)
    how = (left, lambda data: robot.receive_own(data, NOW), Stop(), lambda note: None)
    read = mail_loop._Reader(Source(box.path, BIG), *how)
    for _ in range(3):
        read()
    assert len(fetched) == 1
    known[0] = 2
    read()
    assert len(fetched) == 2


HOSTILE = {
    "depth": b"[" * 1500,
    "depth in a field": b'{"game":' + b"[" * 1500,
    "half a pair": b'{"game":"\\ud800"}',
    "a number without end": b'{"game":' + b"9" * 5000 + b"}",
    "no text": b'{"game":"\xff"}',
    "a list": b"[]",
}


@pytest.mark.parametrize("data", HOSTILE.values(), ids=HOSTILE)
@pytest.mark.parametrize("kind", [armor.ENTRY, armor.PAPER], ids=["entry", "paper"])
def test_no_bytes_end_the_robots_of_a_mailbox(box, games, data, kind):
    """The attack: a mail of 2 kB from anybody, and every robot that looked at it ended, at each start."""
    one, _ = games
    text = armor.encode(SignedEntry(data, (b"x",)), kind)
    box.put(typed(text, "mallory@example.net"), order(one))
    assert box.round(one.folders["referee"]) == ["left", "accepted"]
    assert box.unread() == 1


def by_word(tmp_path):
    one, two = ByWord(tmp_path / "one", forced=False), ByWord(tmp_path / "two", forced=False, salt="two")
    for game in (one, two):
        assert game.play("red", "done", "done").outcome == "accepted"
    return one, two


def test_a_code_goes_to_the_game_that_gave_it_though_the_subject_names_none(box, tmp_path):
    """Nobody attacks: the robot of one game called the code of the other a wrong one, and moved it away."""
    one, two = by_word(tmp_path)
    code = two.draft("done", "done")
    one.draft("done", "done")
    box.put(typed(f"yes {code}", number=7))
    assert box.round(one.referee) == ["left"]
    assert box.round(two.referee) == ["accepted"]
    assert box.unread() == 0


@pytest.mark.parametrize("form", ["Re: [{0}] and [{1}]", "Re: [{1}] and [{0}]"])
def test_a_subject_with_both_names_both(box, tmp_path, form):
    one, two = by_word(tmp_path)
    ids = [game.table().verifier.game[:8].upper() for game in (one, two)]
    box.put(typed("done\ndone").replace(b"Re: game", form.format(*ids).encode()))
    assert [*box.round(one.referee), *box.round(two.referee)] == ["left", "left"]
    assert all((game.referee.word("blue")).offer_file.is_file() for game in (one, two))


def test_a_mail_to_another_party_of_the_game_is_not_eaten(box, games):
    """Nobody attacks: player and referee read one mailbox, and red's robot took red's own order away."""
    one, _ = games
    box.put(order(one))
    assert box.round(one.folders["red"]) == ["left"]
    assert box.round(one.folders["referee"]) == ["accepted"]


@pytest.mark.parametrize(
    "to",
    [
        "hastings@lists.example.org, blue@example.org",
        "blue@example.org",
        "red@example.org",
        "undisclosed-recipients:;",
        ", ".join([*(f"x{number}@example.org" for number in range(45)), "blue@example.org"]),
    ],
    ids=["alias and another", "blind copy", "to oneself", "nobody", "many"],
)
def test_no_order_is_left_for_what_stands_in_to(box, games, to):
    """The attack: nobody. An order that came by an alias, or as a blind copy, was never read."""
    one, _ = games
    box.put(order(one).replace(b"To: referee@example.org", f"To: {to}".encode()))
    assert box.round(one.folders["referee"]) == ["accepted"]


def test_answers_to_another_are_left_for_them(box, games):
    """A couple reads one mailbox, each with an address of their own."""
    one, _ = games
    (to_blue, *_) = [file for file in one.send("red", "done", "done").files if "-blue-" in file.name]
    box.put(opened(to_blue).message)
    assert box.round(one.folders["red"]) == ["left"]
    assert box.round(one.folders["referee"]) == ["left"]
    assert box.round(one.folders["blue"]) == ["accepted"]


def test_an_own_order_that_came_back_stays_where_its_author_sees_it(box, games):
    one, _ = games
    sent = compose(
        Draft(
            "MAILER-DAEMON@example.org", ("red@example.org",), "failure notice", "This is the mail program.",
            (one.sign("red", "done", "done").signed,), automatic=False,
        )
    )  # fmt: skip
    box.put(sent)
    assert box.round(one.folders["red"]) == ["left"]
    assert box.unread() == 1


def test_a_player_whose_mail_is_damaged_hears_of_it(box, games):
    mail = order(games[0])
    cut = mail[: mail.index(b"-----END")] + b"\r\n"
    box.put(cut)
    for game in games:  # the subject names neither: it may be of each
        assert box.round(game.folders["referee"]) == ["left"]
        assert len(list((game.folders["referee"].path / "outbox").glob("*.eml"))) == 1
        assert box.round(game.folders["referee"]) == ["left"]
        assert len(list((game.folders["referee"].path / "outbox").glob("*.eml"))) == 1
    assert box.unread() == 1


def test_invitations_are_left_for_those_to_whom_they_were_sent(box, tmp_path):
    """Host and players share a mailbox: neither the host's robot nor that of one who has joined takes them
    out."""
    setting = Setting(tmp_path)
    files = setup_letters.invitations(setting.host, setting.invited, NOW)
    box.put(*(opened(file).message for file in files))
    assert box.round(setting.host) == ["left", "left"]
    sven = setting.join("saxon")
    assert box.round(setting.folder("saxon")) == ["left", "left"]
    brought = invitation.trim_for_role(setting.host, setting.invited, "saxon")
    reply = Draft(
        "sven@example.org", ("r@example.org",), "Re", "", papers=(*brought, sven.signed), automatic=False
    )
    box.put(paper_mail(sven, sender="sven@example.org"), compose(reply))
    assert sorted(box.round(setting.host)) == ["accepted", "accepted", "left", "left"]
    assert box.unread() == 2
