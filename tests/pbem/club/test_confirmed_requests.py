"""A club that is killed while it does what was confirmed: the same mail again leads to the same, once, and
tells everybody the truth."""

import re
import shutil
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from email.utils import make_msgid
from unittest.mock import Mock

import clubbed
import pytest
from clubbed import CLUB, Clubbed, Member, begun
from crashes import each_crash, kill, settle
from test_database import moved_in
from test_forged_requests import Worked
from word_play import CODE

from pbem.club import open_seats, stopped_addresses, waiting_list
from pbem.club.requests.pending_requests import forget_old
from pbem.play import vacations
from pbem.post.transports import Delivery

ANN, SVEN, UTA, OPERATOR = "ann@example.org", "sven@example.org", "uta@example.org", "op@example.org"
FULFORD = "three_battles/fulford"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    path = tmp_path_factory.mktemp("kept")
    club, *_ = begun(path, (FULFORD,))
    club.index.close()
    return path, club.now


def agreeing(sender, code):
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"], mail["Message-ID"] = sender, CLUB, "s", make_msgid()
    mail.set_content(f"agree {code}")
    return mail.as_bytes()


def asked(club, sender, line):
    """The mail with which somebody confirms a line; what came before is read."""
    club.write(sender, line)
    (code,) = CODE.findall(club.text(sender))
    club.boxes.clear()
    return agreeing(sender, code)


def a_new_game(club):
    return asked(club, UTA, f"new {FULFORD} with me and {SVEN} by word")


def a_join_that_waits(club):
    return asked(club, UTA, f"join {FULFORD}")


def a_join_that_begins(club):
    club.ask(ANN, f"join {FULFORD} as viking")
    return asked(club, UTA, f"join {FULFORD}")


def a_leave(club):
    club.ask(UTA, f"join {FULFORD}")
    return asked(club, UTA, "leave")


def an_unsubscribe(club):
    club.ask(UTA, f"new {FULFORD} with me and wim@example.org")
    return asked(club, "wim@example.org", "unsubscribe")


def a_subscribe(club):
    club.ask(UTA, "unsubscribe")
    return asked(club, UTA, "subscribe")


def an_offer(club):
    return asked(club, SVEN, "substitute 1")


def an_offer_to_play(club):
    seat = club.index.seats_of(SVEN)[0]
    club.ask(SVEN, "substitute 1")
    return asked(club, UTA, f"substitute 1 {seat.role}")


def words_to_the_operator(club):
    return asked(club, SVEN, "operator: I agree")


def a_vacation(club):
    return asked(club, ANN, "vacation 1 3 days")


def a_yes_to_a_vacation(club):
    club.ask(ANN, "vacation 1 3 days")
    (code,) = CODE.findall(club.text(SVEN))
    club.boxes.clear()
    return agreeing(SVEN, f"1 {code}")


KINDS = (
    a_new_game, a_join_that_waits, a_join_that_begins, a_leave, an_unsubscribe, a_subscribe, an_offer,
    an_offer_to_play, words_to_the_operator, a_vacation, a_yes_to_a_vacation,
)  # fmt: skip


def subjects(club):
    """What came to each address, without the digests of games."""
    return {
        to: sorted(
            re.sub(r"[0-9a-f]{8}", "", str(message_from_bytes(mail, policy=default)["Subject"]))
            for mail in mails
        )
        for to, mails in club.boxes.items()
        if mails
    }


def state(club):
    """What stands in a club, and what was mailed."""
    rows = club.index.rows()
    return {
        "folders": sorted(path.name for path in (club.hall.path / "games").iterdir()),
        "games": [(row.name, row.state, [seat.mail for seat in club.index.seats(row.name)]) for row in rows],
        "waits": [(one.mail, one.game, one.side) for one in waiting_list.list_waiting(club.hall)],
        "stopped": {
            mail: stopped_addresses.why_stopped(club.hall, mail) for mail in (UTA, "wim@example.org")
        },
        "offered": open_seats.list_seats(club.hall, club.index),
        "open": len(list(club.hall.path.glob("asked/*.json"))),
        "vacations": [
            (len(found.granted), [one.missing_roles for one in found.open])
            for row in rows
            for found in [vacations.read(club.hall.game(row.name))]
        ],
        "mails": subjects(club),
    }


def confirmed_codes(club):
    """What becomes of each code of a vacation that lies in a mailbox."""
    texts = [each for each in map(clubbed._text, club.unread(SVEN)) if "vacation" in each]
    found = [code for text in texts for code in CODE.findall(text)]
    return [club.write(SVEN, f"agree 1 {code}").outcome for code in found]


def started(work, now):
    """A club after a start: it sends what lies in its outboxes."""
    club = Clubbed.again(work, now)
    club.post()
    return club


@pytest.mark.whole
@pytest.mark.parametrize("prepare", KINDS)
def test_killed_at_any_step_and_the_same_mail_again_is_as_if_it_had_lived(prepare, kept, tmp_path):
    path, now = kept
    start, work = tmp_path / "start", tmp_path / "work"
    shutil.copytree(path, start)
    settle(start)
    club = Clubbed.again(start, now)
    mail, now = prepare(club), club.now
    club.index.close()
    shutil.copytree(start, work)
    settle(work)
    club = started(work, now)
    assert club.give(mail).outcome == "accepted"
    whole = state(club)
    assert set(confirmed_codes(club)) <= {"accepted"}
    club.index.close()

    def command():
        Clubbed.again(work, now).desk.receive(mail, now + 60)

    for step, _ in each_crash(start, work, command, (None,)):
        settle(work)
        club = started(work, now + 120)
        received = club.give(mail)
        assert (step, received.outcome) == (step, "accepted"), received.text
        assert (step, state(club)) == (step, whole)
        assert set(confirmed_codes(club)) <= {"accepted"}, step
        club.index.close()


def killed_at(step, start, work, mail, now):
    """A club that has died at a step with a mail, started again; whether it died."""
    shutil.rmtree(work, ignore_errors=True)
    shutil.copytree(start, work)
    settle(work)
    lived = kill(lambda: Clubbed.again(work, now).desk.receive(mail, now + 60), step, None)
    settle(work)
    return started(work, now + 120), not lived


def test_who_waits_and_was_not_answered_is_in_one_game_when_another_mail_comes_first(kept, tmp_path):
    """Ann's mail comes between the kill and Uta's second try: Uta waits, Ann makes the game, Uta is not put
    back among those who wait."""
    path, now = kept
    start = tmp_path / "start"
    shutil.copytree(path, start)
    settle(start)
    club = Clubbed.again(start, now)
    other, mail = asked(club, ANN, f"join {FULFORD} as viking"), a_join_that_waits(club)
    now = club.now
    club.index.close()
    step, died = 0, True
    while died:
        step += 1
        club, died = killed_at(step, start, tmp_path / "work", mail, now)
        for each in (other, mail):
            assert club.give(each).outcome == "accepted"
        assert (step, club.hall.names()) == (step, ["1-fulford", "2-fulford"])
        assert (step, waiting_list.list_waiting(club.hall)) == (step, [])
        club.index.close()
    assert step > 5


def test_a_code_that_was_used_says_what_came_of_it_then(kept, tmp_path):
    path, now = kept
    shutil.copytree(path, tmp_path, dirs_exist_ok=True)
    settle(tmp_path)
    club = Clubbed.again(tmp_path, now)
    club.write(UTA, f"new {FULFORD} with me and {SVEN}")
    (code,) = CODE.findall(club.text(UTA))
    outcomes = [club.write(UTA, line).outcome for line in (f"agree {code}", f"agree {code}", f"yes {code}")]
    assert outcomes == ["accepted", "refused", "refused"]
    texts = map(clubbed._text, club.unread(UTA))
    first, *others = [text for text in texts if "Game 2-fulford is set up" in text]
    assert len(others) == 2
    assert "used before" not in first
    for text in others:
        assert "was used before" in text
        assert "Nothing has changed" not in text
    assert club.hall.names() == ["1-fulford", "2-fulford"]
    club.index.close()


def test_two_vacations_confirmed_in_one_mail_are_two(kept, tmp_path):
    """The second takes the place of the first, with codes of its own."""
    path, now = kept
    shutil.copytree(path, tmp_path, dirs_exist_ok=True)
    settle(tmp_path)
    club = Clubbed.again(tmp_path, now)
    for days in (3, 5):
        club.write(ANN, f"vacation 1 {days} days")
    club.write(ANN, *(f"agree {code}" for code in CODE.findall(club.text(ANN))))
    outcomes = [club.write(SVEN, f"agree 1 {code}").outcome for code in CODE.findall(club.text(SVEN))]
    assert sorted(outcomes) == ["accepted", "refused"]
    (span,) = vacations.read(club.hall.game("1-fulford")).spans
    assert span[1] - span[0] == 5 * 86_400
    club.index.close()


def test_who_signs_a_join_wants_the_mails_of_the_game(kept, tmp_path):
    """Wim asks for no mail, and joins after that by the invitation that he has."""
    path, now = kept
    shutil.copytree(path, tmp_path, dirs_exist_ok=True)
    settle(tmp_path)
    club = Clubbed.again(tmp_path, now)
    wim, uta = Member(club, "wim@example.org"), Member(club, UTA)
    club.ask(UTA, f"new {FULFORD} with me and {wim.address}")
    invitations = club.unread(wim.address)
    club.ask(wim.address, "unsubscribe")
    assert stopped_addresses.why_stopped(club.hall, wim.address) == "unsubscribed"
    club.boxes[wim.address] = invitations
    for member in (uta, wim):
        member.join()
    assert stopped_addresses.why_stopped(club.hall, wim.address) is None
    assert "begins" in club.text(wim.address)
    assert club.index.row("2-fulford").state == "playing"
    club.index.close()


def test_a_request_that_fails_leaves_no_game_and_its_code_counts_later(kept, tmp_path):
    path, now = kept
    shutil.copytree(path, tmp_path, dirs_exist_ok=True)
    settle(tmp_path)
    club = Clubbed.again(tmp_path, now)
    club.write(UTA, f"new {FULFORD} with me and wim@example.org")
    (code,) = CODE.findall(club.text(UTA))
    stopped_addresses.stop(club.hall, "wim@example.org", "mail to it came back")
    assert club.write(UTA, f"agree {code}").outcome == "refused"
    assert state(club)["folders"] == ["1-fulford"]
    stopped_addresses.resume(club.hall, "wim@example.org")
    assert club.write(UTA, f"agree {code}").outcome == "accepted"
    assert state(club)["folders"] == ["1-fulford", "2-fulford"]
    club.index.close()


def test_what_a_full_disk_broke_off_is_finished_and_not_refused(kept, tmp_path, monkeypatch):
    path, now = kept
    shutil.copytree(path, tmp_path, dirs_exist_ok=True)
    settle(tmp_path)
    club = Clubbed.again(tmp_path, now)
    club.write(UTA, f"new {FULFORD} with me and {SVEN}")
    (code,) = CODE.findall(club.text(UTA))
    with monkeypatch.context() as full:
        full.setattr(
            "pbem.club.requests.confirmed_requests.finish", Mock(side_effect=OSError(28, "No space left"))
        )
        with pytest.raises(OSError, match="No space"):
            club.write(UTA, f"agree {code}")
        with pytest.raises(OSError, match="No space"):
            club.write(UTA, f"refuse {code}")
    assert "nothing is done" not in club.text(UTA)
    assert club.write(UTA, f"refuse {code}").outcome == "refused"
    assert "Game 2-fulford is set up" in club.text(UTA)
    assert club.hall.names() == ["1-fulford", "2-fulford"]
    club.index.close()


def test_what_has_begun_is_finished_however_old_it_is(kept, tmp_path, monkeypatch):
    """Another question, by which old ones are forgotten, comes between."""
    path, now = kept
    shutil.copytree(path, tmp_path, dirs_exist_ok=True)
    settle(tmp_path)
    club = Clubbed.again(tmp_path, now)
    club.write(UTA, "unsubscribe")
    (code,) = CODE.findall(club.text(UTA))
    with monkeypatch.context() as full:
        full.setattr("pbem.club.stopped_addresses.stop", Mock(side_effect=OSError(28, "No space left")))
        with pytest.raises(OSError, match="No space"):
            club.write(UTA, f"agree {code}")
    forget_old(club.hall, club.now + 30 * 86_400)
    club.write(SVEN, "list")
    assert stopped_addresses.why_stopped(club.hall, UTA) == "unsubscribed"
    club.index.close()


def test_a_question_that_a_server_refused_for_good_is_asked_anew(kept, tmp_path, monkeypatch):
    path, now = kept
    shutil.copytree(path, tmp_path, dirs_exist_ok=True)
    settle(tmp_path)
    club = Clubbed.again(tmp_path, now)
    with monkeypatch.context() as refusing:
        refusing.setattr(club, "send", lambda _, to: Delivery(refused=dict.fromkeys(to, "554 not now")))
        club.write(ANN, "vacation 1 3 days")
    club.write(ANN, "vacation 1 3 days")
    (code,) = CODE.findall(club.text(ANN))
    assert club.write(ANN, f"agree {code}").outcome == "accepted"
    club.index.close()


@pytest.mark.whole
def test_a_club_that_died_and_went_into_a_database_begins_the_game_once(kept, tmp_path, server):
    path, now = kept
    start = tmp_path / "start"
    shutil.copytree(path, start)
    settle(start)
    club = Clubbed.again(start, now)
    mail, now = a_new_game(club), club.now
    club.index.close()
    step, died, begun_once = 1, True, 0
    while died:
        step += 8
        club, died = killed_at(step, start, tmp_path / "work", mail, now)
        there = Worked(moved_in(club, tmp_path / f"machines-{step}", server.make()), now + 600)
        assert there.give(mail).outcome == "accepted"
        assert (step, there.hall.names()) == (step, ["1-fulford", "2-fulford"])
        begun_once += died
        there.index.close()
    assert begun_once > 3
