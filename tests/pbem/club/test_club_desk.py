"""The desk of a club: who is answered what, and that one game's trouble is its own."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from clubbed import Clubbed, Member, begun, both, moves, resent
from crashes import settle
from refusing import refuses
from word_play import CODE

import pbem
from pbem.club import settings, stopped_addresses
from pbem.club.club_mails import message_id
from pbem.club.game_index import Index
from pbem.club.requests import request_language
from pbem.log import deadlines
from pbem.log.log_file import GameLog
from pbem.mail.writer import compose
from pbem.reason_codes import Code
from pbem.robot.inbox import Inbox
from pbem.rules.decision_clock import clock_of


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    """Two games that have begun, to be copied."""
    path = tmp_path_factory.mktemp("kept")
    club, *_ = begun(path, ("three_battles/fulford", "hastings_pulsipher/small"))
    club.index.close()
    return path, club


@pytest.fixture
def club(kept, tmp_path):
    path, before = kept
    shutil.copytree(path, tmp_path, dirs_exist_ok=True)
    settle(tmp_path)
    club = Clubbed.again(tmp_path, before.now)
    yield club
    club.index.close()


def test_entries_of_two_games_in_one_mail_are_each_taken(club):
    mail = compose(resent(*(mail for _, mail in moves(*both(club)))))
    received = club.give(mail)
    assert received.outcome == "accepted", received.text
    assert [row.seq for row in club.index.rows()] == [2, 2]
    again = club.give(mail)
    assert again.outcome == "accepted"
    assert [row.seq for row in club.index.rows()] == [2, 2]


def test_a_game_is_found_by_what_is_signed_whatever_address_and_subject_say(club):
    (_, mail), *_ = moves(*both(club))
    forged = resent(mail, sender="mallory@example.net", subject="game 2")
    received = club.give(compose(forged))
    assert received.outcome == "accepted", received.text
    assert sum(row.seq > 0 for row in club.index.rows()) == 1


def test_a_move_of_a_game_of_another_club_is_a_strangers(club, tmp_path):
    other, ann, _ = begun(tmp_path / "other", ("three_battles/stamford_bridge",))
    mails = [mail for _, mail in moves(ann)] or [mail for _, mail in moves(_)]
    received = club.give(mails[0])
    assert received.outcome == "refused"
    assert [row.seq for row in club.index.rows()] == [0, 0]
    other.index.close()


def test_a_stranger_gets_a_short_word_once_a_day_and_nothing_attached(club):
    assert club.write("new@example.net", "Dear all, how are you?").outcome == "refused"
    assert club.write("new@example.net", "Is anybody there?").outcome == "refused"
    (mail,) = club.unread("new@example.net")
    assert len(mail) < 1_500
    assert b"attachment" not in mail.lower()
    club.now += 86_400
    club.write("new@example.net", "Hello?")
    assert len(club.unread("new@example.net")) == 1


def test_requests_are_answered_and_what_is_unclear_is_told_with_the_language(club):
    club.write("ann@example.org", "list", "status 1", "deadline 2?", "deadline? 1")
    text = club.text("ann@example.org")
    assert "Game 2-small: Time: " in text
    assert "Game 1-fulford: Time: viking by " in text
    club.write("ann@example.org", "status")
    assert "1-fulford, 2-small: say which one" in club.text("ann@example.org")
    club.write("ann@example.org", "join fulford")
    text = club.text("ann@example.org")
    assert "is not understood" in text
    assert "vacation [N] 3 days" in text


def test_the_board_shows_what_everybody_may_see(club):
    club.write("eve@example.net", "board 2")
    (mail,) = club.unread("eve@example.net")
    assert b"image/png" in mail
    assert b"application/octet-stream" not in mail


def test_players_who_wait_get_a_game_when_every_seat_has_somebody(club):
    assert club.ask("uta@example.org", "join three_battles/hastings as saxon").outcome == "accepted"
    assert club.ask("per@example.org", "join three_battles/hastings as saxon").outcome == "accepted"
    assert club.write("ivo@example.org", "join three_battles/hastings as dane").outcome == "refused"
    assert "three_battles/hastings as saxon" in club.text("uta@example.org") + _list(club)
    club.open()  # a restart forgets nobody
    club.ask("rosa@example.org", "join three_battles/hastings")
    assert "3-hastings begins" in club.text("rosa@example.org") + club.text("rosa@example.org")
    assert [seat.mail for seat in club.index.seats("3-hastings")] == ["uta@example.org", "rosa@example.org"]
    assert "as saxon" in _list(club)  # Per waits on
    club.ask("per@example.org", "leave")
    assert "as saxon" not in _list(club)


def _list(club):
    club.write("list@example.org", "list")
    return club.text("list@example.org")


def test_limits_hold_for_who_begins_games_and_who_is_invited(tmp_path):
    settings = (
        "name: Ours\noperator: op@example.org\nlimits: {games: 2, invitations: 3, answers: 9, mails: 11}\n"
    )
    club = Clubbed(tmp_path, settings)
    outcomes = [
        club.ask("ann@example.org", "new three_battles/fulford with me and v@example.org").outcome
        for _ in range(4)
    ]
    assert outcomes == ["accepted", "accepted", "refused", "accepted"]  # at last the same is asked once a day
    assert len(club.unread("v@example.org")) == 2
    assert len(club.unread("ann@example.org")) == 2 + 4
    outcomes = [club.write("ann@example.org", "list", subject=str(number)).outcome for number in range(8)]
    assert outcomes == [*["accepted"] * 7, "ignored"]  # mails that bring a code do not count
    club.index.close()


def test_a_mail_that_was_sent_is_known_again_and_not_kept(club):
    club.write("ann@example.org", "status 1")
    (file,) = club.hall.outbox.find("answer-*")[-1:]
    assert file.parent.name == "sent"
    assert len(file.read_bytes()) < 300
    mails = [mail for _, mail in moves(*both(club))]
    outcomes = [club.give(mail).outcome for mail in (*mails, *mails)]
    assert set(outcomes) == {"accepted"}
    sent = sum(
        file.stat().st_size for name in club.hall.names() for file in club.hall.game(name).path.glob("sent/*")
    )
    assert sent < 10_000


def test_press_is_passed_on_and_judged_by_nobody(club):
    club.write("ann@example.org", "press 1 all: surrender? or else?")
    assert "surrender? or else?" in club.text("sven@example.org")
    club.write("ann@example.org", "operator: I agree, may we?")
    assert "I agree, may we?" in club.text("op@example.org")
    assert club.write("eve@example.net", "press 1 all: hello").outcome == "refused"
    assert club.unread("sven@example.org") == []


def test_a_game_whose_folder_does_not_hold_rests_and_all_others_go_on(club):
    log = club.hall.game("1-fulford").log.path
    whole = log.read_bytes()
    ann, sven = both(club)
    mails = [mail for _, mail in moves(ann, sven)]
    log.write_bytes(whole[:40] + b"X" + whole[41:] + b"X")
    club.open()
    assert club.index.row("1-fulford").state == "broken"
    outcomes = [club.give(mail).outcome for mail in mails]
    assert sorted(outcomes) == ["accepted", "ignored"]
    assert "pbem club resume 1-fulford" in club.text("op@example.org")
    assert [name for name, _ in club.hall.quarantine_folder()] == ["1-fulford"]
    log.write_bytes(whole)
    club.index.refresh()
    done = club.desk.resume("1-fulford", club.now)
    assert [it.outcome for it in done] == ["accepted"], done
    assert list(club.hall.quarantine_folder()) == []
    assert not list(club.hall.quarantined_mails.iterdir())
    assert [row.seq for row in club.index.rows()] == [2, 2]


def test_a_mail_that_was_kept_may_be_mended_by_one_that_came_later(club, monkeypatch):
    """As rules that all adopt, which come by mail too."""
    _, first = next(each for each in moves(*both(club)) if b"Fulford" in each[1])
    second = first.replace(b"Subject: ", b"Subject: Re: ", 1)
    taken, seen = Inbox.receive, []

    def receive(self, data, now, part=None):
        seen.append(data)
        if second not in seen or (data == first and seen.count(first) < 3):
            raise RuntimeError("other rules")
        return taken(self, data, now, part)

    monkeypatch.setattr(Inbox, "receive", receive)
    for mail in (first, second):
        club.give(mail)
    assert [name for name, _ in club.hall.quarantine_folder()] == ["1-fulford"]
    club.desk.resume("1-fulford", club.now)
    assert list(club.hall.quarantine_folder()) == []
    assert seen == [first, first, second, first]
    assert not list(club.hall.quarantined_mails.iterdir())


def test_a_mail_costs_its_own_step_and_no_look_at_the_log_before_it(club, monkeypatch):
    ann, sven = both(club)
    for _, mail in moves(ann, sven):
        club.give(mail)
    for member in (ann, sven):
        member.read()
    mails = moves(ann, sven)
    monkeypatch.setattr(GameLog, "read", None)
    assert [club.give(mail).outcome for _, mail in mails] == ["accepted"] * len(mails)


def test_a_request_that_fails_here_stops_nothing_and_the_operator_hears_of_it(club, monkeypatch):
    log = club.hall.game("1-fulford").log.path
    whole = log.read_bytes()
    log.write_bytes(whole[:40] + b"X" + whole[41:])
    club.desk.tables.drop("1-fulford")
    assert club.write("eve@example.net", "status 1").outcome == "refused"
    assert "Game 1-fulford cannot be looked at now" in club.text("eve@example.net")
    log.write_bytes(whole)
    monkeypatch.setitem(sys.modules, "openskill.models", None)  # as where it is not installed
    assert club.write("eve@example.net", "ratings", "status 1").outcome == "refused"
    assert "no ratings" in club.text("eve@example.net")
    monkeypatch.setattr(request_language, "read", None)  # a bug, wherever it may be
    assert club.write("eve@example.net", "list").outcome == "ignored"
    assert len(list(club.hall.quarantined_mails.iterdir())) == 1
    assert "TypeError" in club.text("op@example.org")


def test_the_index_can_be_deleted_at_any_time(club):
    before = club.index.rows()
    club.index.close()
    club.hall.index_file.unlink()
    club.open()
    assert club.index.rows() == before
    club.index.close()
    club.hall.index_file.write_bytes(b"not a database" * 100)
    club.open()
    assert club.index.rows() == before
    assert isinstance(club.index, Index)


def test_after_the_pages_commands_nothing_is_left_of_a_person(club):
    club.write("ann@example.org", "list", "join three_battles/hastings")
    club.index.close()
    page = (Path(pbem.__file__).parent / "docs/how-to/club.md").read_text().splitlines()
    commands = [line.strip() for line in page if line.startswith(("    rm ", "    grep "))]
    assert len(commands) == 3
    for name in ("1-fulford", "2-small"):
        script = "\n".join(commands).replace("our-club", "club").replace("17-hastings", name)
        subprocess.run(["bash", "-c", script], cwd=club.path, check=name == "1-fulford")
    left = [file for file in (club.path / "club").rglob("*") if file.is_file()]
    assert not [file for file in left if b"ann@example.org" in file.read_bytes()]
    club.open()
    assert club.index.rows() == []


def test_more_time_is_given_when_all_the_others_agree_with_their_codes(club):
    (row, *_) = club.index.rows()
    (owes,) = row.owing
    seats = {seat.role: seat.mail for seat in club.index.seats(row.name)}
    me = seats.pop(owes)
    (other,) = seats.values()
    week = 7 * 86_400
    club.ask(me, "vacation 1 3 days")
    (code,) = CODE.findall(club.text(other))
    assert club.write("eve@example.net", "agree 1 BBBBB-CCCCC").outcome == "refused"
    assert club.write(me, f"agree 1 {code}").outcome == "accepted"
    club.write(me, "deadline 1")
    assert "72 hours of vacation are in that" in " ".join(club.text(me).split())
    end = club.now + week + 86_400 + 3 * 86_400
    table = club.desk.tables.table(row.name)
    assert abs(clock_of(table).end - end) < 3_600
    assert table.owing_roles == (owes,)
    reminded = [note.name for note in club.desk.keep_time(club.now + week // 2 + 3_600)]
    assert not any("1-fulford" in name for name in reminded)
    reminded = [note.name for note in club.desk.keep_time(end - 40 * 3_600)]
    assert f"1-fulford {owes}" in reminded
    club.post()
    assert deadlines.format_time(clock_of(table).due) in club.text(me)


def test_a_seat_is_offered_when_its_player_asks_or_is_gone_and_who_offers_is_told(club):
    seat = club.index.seats_of("ann@example.org")[0]
    club.ask("ann@example.org", "substitute 1")
    assert f"1-fulford as {seat.role}" in _list(club)
    assert club.ask("uta@example.org", f"substitute 1 {seat.role}").outcome == "accepted"
    assert f"uta@example.org offers to play {seat.role}" in club.text("sven@example.org")
    club.ask("ann@example.org", "substitute 1")
    assert "Substitutes" not in _list(club)
    assert club.write("uta@example.org", f"substitute 1 {seat.role}").outcome == "refused"
    stopped_addresses.stop(club.hall, "sven@example.org", "mail to it came back")
    assert "2-small as " in _list(club)


BOUNCE = """\
From: MAILER-DAEMON@example.org
To: club@example.org
Subject: Undelivered
Auto-Submitted: auto-replied
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b

It did not work.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org

Final-Recipient: rfc822; {mail}
Action: {action}
Status: 5.1.1

--b
Content-Type: text/rfc822-headers

Message-ID: {id}
X-Senlac-Mark: {mark}

--b--
"""


def bounce(club, mail, mark, action="failed", message_id="<1@example.org>"):
    return club.give(BOUNCE.format(mail=mail, id=message_id, mark=mark, action=action).encode())


def test_mail_that_came_back_stops_that_address_alone_and_nobody_can_feign_it(club):
    """The attack: a Message-ID follows from what a mail says, so somebody who writes in a player's name works
    out that of the answer."""
    club.write("sven@example.org", "list")
    (answer,) = club.unread("sven@example.org")
    bounce(club, "sven@example.org", "0" * 32, message_id=message_id(answer))
    mark = re.search(rb"X-Senlac-Mark: (\S+)", answer)[1].decode()
    bounce(club, "ann@example.org", mark)
    bounce(club, "sven@example.org", "f" * 32)
    bounce(club, "sven@example.org", mark, "delayed")
    assert stopped_addresses.why_stopped(club.hall, "sven@example.org") is None
    assert stopped_addresses.why_stopped(club.hall, "ann@example.org") is None
    bounce(club, "sven@example.org", mark)
    assert "pbem club write-again sven@example.org" in club.text("op@example.org")
    club.write("ann@example.org", "press 1 all: hello")
    assert club.unread("sven@example.org") == []
    assert stopped_addresses.resume(club.hall, "sven@example.org")


def test_who_unsubscribes_gets_no_mail_and_who_plays_resigns_first(club):
    assert club.write("ann@example.org", "unsubscribe").outcome == "refused"
    assert club.ask("uta@example.org", "unsubscribe").outcome == "accepted"
    club.unread("uta@example.org")
    club.index.close()
    club.hall.index_file.unlink()
    club.open()  # it outlasts an index that is worked out anew
    club.write("uta@example.org", "list")
    assert club.unread("uta@example.org") == []
    received = club.ask("ann@example.org", "new three_battles/fulford with me and uta@example.org")
    assert received.outcome == "refused"
    assert club.hall.names() == ["1-fulford", "2-small"]
    club.ask("uta@example.org", "subscribe")
    assert "You get mail from here again" in club.text("uta@example.org")


def test_who_was_merely_invited_unsubscribes_and_the_others_are_told(club):
    club.ask("ann@example.org", "new three_battles/fulford with me and uta@example.org")
    assert [seat.mail for seat in club.index.seats("3-fulford")] == ["ann@example.org", "uta@example.org"]
    club.boxes.clear()
    assert club.ask("uta@example.org", "unsubscribe").outcome == "accepted"
    assert stopped_addresses.why_stopped(club.hall, "uta@example.org") == "unsubscribed"
    assert "this game does not begin" in " ".join(club.text("ann@example.org").split())


def test_who_has_joined_a_game_that_has_not_begun_plays_in_it(club):
    uta = Member(club, "uta@example.org")
    club.ask("ann@example.org", f"new three_battles/fulford with me and {uta.address}")
    uta.join()
    assert club.write(uta.address, "unsubscribe").outcome == "refused"
    assert "You play in 3-fulford" in club.text(uta.address)


@pytest.mark.parametrize(
    ("sender", "name"),
    [
        ('"Uta, of Mainz" <uta@example.org>', "Uta of Mainz"),
        ("=?utf-8?q?Uta_=C3=96tzi?= <uta@example.org>", "Uta Ötzi"),
        ("uta@example.org", "uta"),
        ('"ann@example.org" <uta@example.org>', "uta"),
    ],
)
def test_a_person_is_called_as_their_mail_does_once_the_code_proved_the_address(club, sender, name):
    club.ask(sender, "new three_battles/fulford with me and sven@example.org")
    assert [(seat.person, seat.mail) for seat in club.index.seats("3-fulford")] == [
        (name, "uta@example.org"),
        ("sven", "sven@example.org"),
    ]
    club.ask(sender, "join three_battles/hastings as saxon")
    club.ask("Rosa <rosa@example.org>", "join three_battles/hastings")
    assert {seat.person for seat in club.index.seats("4-hastings")} == {name, "Rosa"}


def test_the_name_is_that_of_the_mail_that_was_confirmed(club):
    """Somebody else may call an address anything; its owner sees it in the question, and does not agree."""
    club.write("A fool <uta@example.org>", "new three_battles/fulford with me and sven@example.org")
    text = club.text("uta@example.org")
    assert "A fool" in text
    club.write("Uta <uta@example.org>", "new three_battles/fulford with me and sven@example.org")
    (code,) = club.codes("uta@example.org")
    club.write("Another <uta@example.org>", f"agree {code}")
    assert [seat.person for seat in club.index.seats("3-fulford")] == ["Uta", "sven"]


def test_a_game_of_the_settings_that_is_none_is_told(tmp_path):
    with refuses(Code.BAD_CLUB_FILE, match="'three_battles/fulfort' is no GAME/SCENARIO"):
        Clubbed(tmp_path, "name: Ours\noperator: op@example.org\ngames: [three_battles/fulfort]\n")


def test_every_line_of_the_settings_that_are_to_be_edited_may_be_used(tmp_path):
    found = re.sub(r"^# ?(?=games|logs|limits|  )", "", settings.TEMPLATE, flags=re.MULTILINE)
    assert found.count("#") < settings.TEMPLATE.count("#") - 6
    club = Clubbed(tmp_path, found.replace("you@example.org", "op@example.org"))
    assert club.desk.settings.games
    assert club.desk.settings.logs
    assert club.desk.settings.limits == settings.Limits()


def test_what_was_done_is_told_the_operator_in_words(club):
    for line in ("help", "list", "ratings", "hello"):
        said = club.write("ann@example.org" if line != "hello" else "eve@example.org", line).text
        assert said.strip(), line
        assert "for no " not in said
