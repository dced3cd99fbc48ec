"""Requests in another's name, as somebody writes them who can put any address into a mail: on a disk and in
PostgreSQL."""

import hashlib
import json
import shutil
from contextlib import nullcontext
from dataclasses import replace
from email import message_from_bytes
from email.utils import parseaddr

import pytest
from clubbed import Clubbed, begun
from crashes import settle
from test_database import moved_in
from word_play import CODE

from pbem.club import open_seats, quarantine, stopped_addresses, waiting_list
from pbem.play import vacations
from pbem.robot.robot import MailOutcome


class Worked(Clubbed):
    """A club in a database, of which one worker does the work."""

    def __init__(self, machines, now):
        self.machines, self.now, self.boxes = machines, now, machines.post.boxes
        self.worker = machines.worker()
        self.hall, self.index = self.worker.hall, self.worker.index

    def working(self):
        return self.hall.work()

    def give(self, data):
        self.now += 60
        self.worker.put(data, self.now)
        (note,) = self.worker.take_in(self.now)
        while self.worker.send(self.now):
            pass
        return MailOutcome(note.what, note.text)


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    path = tmp_path_factory.mktemp("kept")
    club, *_ = begun(path, ("three_battles/fulford", "hastings_pulsipher/small"))
    club.index.close()
    return path, club.now


@pytest.fixture(params=["disk", pytest.param("database", marks=pytest.mark.whole)])
def club(kept, tmp_path, request):
    path, now = kept
    shutil.copytree(path, tmp_path, dirs_exist_ok=True)
    settle(tmp_path)
    club = Clubbed.again(tmp_path, now)
    club.working = nullcontext
    if request.param == "database":
        server = request.getfixturevalue("server")
        club = Worked(moved_in(club, tmp_path / "machines", server.make()), now)
    yield club
    club.index.close()


ANN, SVEN, UTA, GHOST = "ann@example.org", "sven@example.org", "uta@example.org", "ghost@example.net"
GAMES = ["1-fulford", "2-small"]
WRONG = "BBBBB-CCCCC"


def codes(club, address):
    """What came to an address, of which its owner alone knows."""
    return CODE.findall(club.text(address))


def agreed(club, sender, found, number="1"):
    return [club.write(sender, f"agree {number} {code}").outcome for code in found]


def confirmed(club, address):
    """Agree to all that this address was asked to confirm."""
    return agreed(club, address, codes(club, address))


def still(club, name="1-fulford"):
    """For how many days the clock of a game was made to stand still."""
    with club.working():
        spans = vacations.read(club.hall.game(name)).spans
    return [(end - begin) // 86_400 for begin, end in spans]


def waits(club):
    with club.working():
        return [(one.mail, one.side) for one in waiting_list.list_waiting(club.hall)]


def stopped(club, address):
    with club.working():
        return stopped_addresses.why_stopped(club.hall, address)


def offered(club):
    with club.working():
        return open_seats.list_seats(club.hall, club.index)


def names(club):
    with club.working():
        return club.hall.names()


@pytest.mark.parametrize(("me", "other"), [(SVEN, ANN), (ANN, SVEN)])
def test_a_vacation_asked_for_in_the_other_players_name(club, me, other):
    """One person alone would agree for both, with all codes that come to that person."""
    club.write(other, "vacation 1 8 weeks")
    mine = codes(club, me)
    agreed(club, me, mine)
    agreed(club, other, mine)
    assert still(club) == []


def test_both_have_to_agree_who_asks_and_who_is_asked(club):
    club.write(ANN, "vacation 1 3 days")
    assert club.unread(SVEN) == []  # nobody else is troubled before
    assert confirmed(club, ANN) == ["accepted"]
    assert still(club) == []
    assert confirmed(club, SVEN) == ["accepted"]
    assert still(club) == [3]


def test_wrong_codes_in_a_players_name_void_nothing_and_each_costs_an_answer(club):
    club.write(ANN, "vacation 1 3 days")
    own = codes(club, ANN)
    assert agreed(club, ANN, [WRONG] * 40) == ["refused"] * 40
    assert len(club.unread(ANN)) == 30  # which is the limit of a day
    assert agreed(club, ANN, own) == ["accepted"]
    found = codes(club, SVEN)
    assert agreed(club, SVEN, [WRONG] * 40) == ["refused"] * 40
    assert len(club.unread(SVEN)) == 30
    assert agreed(club, SVEN, found) == ["accepted"]
    assert still(club) == [3]


def test_a_forged_vacation_replaces_none_that_waits_or_is_open(club):
    club.write(ANN, "vacation 1 3 days")
    own = codes(club, ANN)
    club.write(ANN, "vacation 1 8 weeks")  # somebody writes in her name
    assert agreed(club, ANN, own) == ["accepted"]
    found = codes(club, SVEN)
    for mail in (ANN, SVEN):
        club.write(mail, "vacation 1 8 weeks")
    confirmed(club, SVEN)  # nor does Sven's own take the place of hers
    assert agreed(club, SVEN, found) == ["accepted"]
    assert still(club) == [3]


def test_who_asks_for_another_vacation_takes_back_the_one_before(club):
    found = []
    for days in (3, 5):
        club.write(ANN, f"vacation 1 {days} days")
        confirmed(club, ANN)
        found += codes(club, SVEN)
    assert agreed(club, SVEN, found) == ["refused", "accepted"]
    assert still(club) == [5]


def test_a_code_of_another_game_agrees_to_nothing(club):
    for number in "12":
        club.write(ANN, f"vacation {number} 3 days")
        confirmed(club, ANN)
    first, second = codes(club, SVEN)
    with club.working():
        folders = [club.hall.game(name).path for name in GAMES]
        shutil.copy(*(folder / "vacation.json" for folder in folders))  # nor with the file of that game
    assert agreed(club, SVEN, [first], "2") == ["refused"]
    assert agreed(club, SVEN, [second], "1") == ["refused"]
    assert (still(club), still(club, "2-small")) == ([], [])
    assert agreed(club, SVEN, [first]) == ["accepted"]


def test_a_code_of_who_is_asked_is_of_one_game_role_address_and_request():
    code, mails = "BBBBB-CCCCC", {"viking": SVEN, "saxon": ANN}
    asked = vacations.Vacations().ask("1-fulford", "saxon", 72, {"viking": (SVEN, code)}, 1_000)
    (one,) = asked.open
    longer = vacations.Vacations(open=(replace(one, hours=720),))
    earlier = vacations.Vacations(open=(replace(one, asked=999),))
    moved = vacations.Vacations(open=(replace(one, codes={"saxon": one.codes["viking"]}),))
    for each in (longer, earlier, moved):
        assert each.agree("1-fulford", mails, code, 2_000) == (each, None)
    assert asked.agree("2-fulford", mails, code, 2_000) == (asked, None)
    assert asked.agree("1-fulford", {**mails, "viking": ANN}, code, 2_000) == (asked, None)
    after, _ = asked.agree("1-fulford", mails, code.lower(), 2_000)
    assert after.spans == ((2_000, 2_000 + 72 * 3_600),)


def test_a_request_that_was_changed_has_no_code(club):
    """Each code is of one game, one kind, one role and one request."""
    club.write(ANN, "vacation 1 3 days")
    own = codes(club, ANN)
    with club.working():
        (file,) = club.hall.path.glob("asked/*.json")
        whole = file.read_text()
    changes = ('"hours": 72', '"hours": 720'), (ANN, SVEN), ("1-fulford", "2-small"), ("saxon", "viking")
    for old, new in changes:
        assert old in whole or old == "saxon", whole
        with club.working():
            file.write_text(whole.replace(old, new) if old in whole else whole.replace(new, old))
        assert agreed(club, ANN, own) == ["refused"], old
    with club.working():
        file.write_text(whole)
    assert agreed(club, ANN, own) == ["accepted"]


def test_a_newcomer_has_no_code_of_who_sat_there_before(club):
    club.write(ANN, "vacation 1 3 days")
    confirmed(club, ANN)
    found = codes(club, SVEN)
    with club.index._base:
        club.index._base.execute("UPDATE seat SET mail = 'edith@example.org' WHERE mail = ?", (SVEN,))
    assert agreed(club, SVEN, found) == ["refused"]
    assert still(club) == []


def test_nobody_waits_or_leaves_in_anothers_name(club):
    club.write(UTA, "join three_battles/hastings as saxon")
    confirmed(club, UTA)
    assert waits(club) == [(UTA, "saxon")]
    for line in ("join three_battles/hastings as norman", "leave", "unsubscribe"):
        club.write(UTA, line)
    club.write(GHOST, "join three_battles/hastings as norman")  # she would play with nobody
    assert waits(club) == [(UTA, "saxon")]
    assert stopped(club, UTA) is None
    assert names(club) == GAMES


def test_nobody_begins_games_in_anothers_name(club):
    for _ in range(9):
        club.write(UTA, f"new three_battles/fulford with me and {SVEN}")
    assert names(club) == GAMES
    assert club.unread(SVEN) == []
    (code, *_) = codes(club, UTA)
    assert club.write(UTA, f"agree {code}").outcome == "accepted"
    assert names(club) == [*GAMES, "3-fulford"]


def test_a_question_tells_no_address_of_who_is_called_by_name(club):
    club.write(GHOST, "new three_battles/fulford with me and sven")
    text = club.text(GHOST)
    assert "(sven, who plays" in " ".join(text.split())
    assert SVEN not in text


def test_a_name_that_means_another_by_now_invites_who_was_confirmed(club):
    """Somebody who takes the name of another meanwhile gets no invitation that was meant for that one."""
    club.write(UTA, "new three_battles/fulford with me and sven")
    found = codes(club, UTA)
    with club.index._base:
        club.index._base.execute("UPDATE seat SET mail = ? WHERE person = 'sven'", (GHOST,))
    agreed(club, UTA, found)
    assert [seat.mail for seat in club.index.seats("3-fulford")] == [UTA, SVEN]


FULFORD = "three_battles/fulford"
WIM = "wim@example.org"
THERE = [*GAMES, "3-fulford"]


def joined(club, *people):
    """These wait for one game after another, each with the code; what became of it."""
    outcomes = []
    for who in people:
        club.write(who, f"join {FULFORD}")
        outcomes += confirmed(club, parseaddr(who)[1])
    return outcomes


def seated(club, name="3-fulford"):
    return sorted(seat.mail for seat in club.index.seats(name))


def test_a_name_in_two_pieces_keeps_nobody_from_playing(club):
    """Some mail programs write an accent as a sign of its own."""
    jose = "Jose\u0301 <jose@example.org>"
    assert joined(club, jose, UTA) == ["accepted"] * 2
    assert [seat.person for seat in club.index.seats("3-fulford")] == ["Jos\u00e9", "uta"]


def test_who_may_not_be_invited_keeps_no_others_from_playing(club):
    """Mails come back, or the name fits no invitation."""
    with club.working():
        ghost = waiting_list.WaitingPlayer(1, GHOST, FULFORD, "", False, "ghost")
        waiting_list.add(club.hall, ghost)
        waiting_list.add(club.hall, replace(ghost, at=2, mail="jose@example.net", name="Jose\u0301"))
        stopped_addresses.stop(club.hall, GHOST, "mail to it came back")
    assert joined(club, UTA) == ["accepted"]
    assert "with you 1 do" in club.text(UTA)
    assert joined(club, SVEN) == ["accepted"]
    assert seated(club) == [SVEN, UTA]
    assert "example.net" not in club.text(SVEN) + club.text(UTA)


def test_nobody_waits_whom_no_invitation_reaches(club):
    club.write(GHOST, f"join {FULFORD}")
    found = codes(club, GHOST)
    with club.working():
        stopped_addresses.stop(club.hall, GHOST, "mail to it came back")
    assert agreed(club, GHOST, found) == ["refused"]
    assert waits(club) == []


def test_who_waits_wants_mail_again(club):
    """Somebody asks to wait, then for no mail, and confirms the second first: all others would have waited
    for a player who hears of nothing."""
    for line in (f"join {FULFORD}", "unsubscribe"):
        club.write(GHOST, line)
    join, unsubscribe = codes(club, GHOST)
    assert agreed(club, GHOST, [unsubscribe, join]) == ["accepted"] * 2
    assert stopped(club, GHOST) is None
    assert joined(club, UTA) == ["accepted"]
    assert seated(club) == [GHOST, UTA]
    assert "asks you to play" in club.text(GHOST)


def test_who_takes_a_seat_by_word_wants_its_mails(club):
    club.write(UTA, f"new {FULFORD} with me and {WIM} by word")
    confirmed(club, UTA)
    (code,) = codes(club, WIM)
    club.write(WIM, "unsubscribe")
    confirmed(club, WIM)
    assert stopped(club, WIM) == "unsubscribed"
    club.write(WIM, f"yes {code.replace('2', '3').replace('4', '2')[::-1]}")  # another code takes no seat
    assert stopped(club, WIM) == "unsubscribed"
    club.write(WIM, f"yes {code}")
    assert stopped(club, WIM) is None
    assert WIM not in [seat.mail for seat in club.index.seats("3-fulford") if seat.role in owing(club)]
    assert club.unread(WIM)


def owing(club, name="3-fulford"):
    return club.index.row(name).owing


def test_who_plays_in_a_game_that_rests_gets_its_mails_when_it_goes_on(club):
    with club.working():
        for name in GAMES:
            quarantine.quarantine(club.hall, name, "its rules fail")
    assert club.write(SVEN, "unsubscribe").outcome == "refused"
    assert "You play in 1-fulford, 2-small" in club.text(SVEN)


def test_a_yes_to_a_vacation_counts_for_a_week(club):
    club.write(ANN, "vacation 1 3 days")
    confirmed(club, ANN)
    found = codes(club, SVEN)
    club.now += 7 * 86_400
    assert agreed(club, SVEN, found) == ["refused"]
    assert still(club) == []


def test_what_is_refused_uses_up_no_invitation_and_no_game(club):
    with club.working():
        stopped_addresses.stop(club.hall, GHOST, "unsubscribed")
    for who in (f"{WIM} and {GHOST}", f"{GHOST} and {WIM}", f"{WIM} as saxon and {GHOST}"):
        club.write(UTA, f"new {FULFORD} with {who}")
        assert confirmed(club, UTA) == ["refused"]
    with club.working():
        assert [club.index.count_today(what, club.now) for what in (f"invited {WIM}", f"new {UTA}")] == [0, 0]
    club.write(UTA, f"new {FULFORD} with me and {WIM}")
    assert confirmed(club, UTA) == ["accepted"]
    with club.working():
        assert [club.index.count_today(what, club.now) for what in (f"invited {WIM}", f"new {UTA}")] == [1, 1]


def test_an_answer_tells_no_address_of_who_is_called_by_name(club):
    club.write(GHOST, f"new {FULFORD} with sven and ann")
    confirmed(club, GHOST)
    text = club.text(GHOST)
    assert "(sven, who plays" in " ".join(text.split())
    assert SVEN not in text
    assert ANN not in text
    with club.working():
        stopped_addresses.stop(club.hall, "person@example.org", "mail to it came back")
        with club.index._base:
            club.index._base.execute(
                "UPDATE seat SET person = 'Pat', mail = ? WHERE game = '2-small' AND mail = ?",
                ("person@example.org", SVEN),
            )
    club.write(GHOST, f"new {FULFORD} with me and Pat")
    assert confirmed(club, GHOST) == ["refused"]
    text = club.text(GHOST)
    assert "Pat takes no mail" in text
    assert "person@" not in text


def test_nor_does_the_answer_to_who_joins(club):
    joined(club, UTA, GHOST)
    (answer,) = [text for text in club.text(GHOST).split("\n\n") if "Game 3-fulford begins" in text]
    assert "(uta)" in answer
    assert UTA not in answer


@pytest.mark.parametrize(
    ("sender", "line"),
    [("ANN@example.org", "substitute 1"), ("UTA@example.org", "leave"), ("WIM@example.org", "subscribe")],
)
def test_a_code_goes_to_the_very_address_of_who_plays_waits_or_wants_no_mail(club, sender, line):
    """Hosts may tell capitals from small letters: a mailbox of another's name with capitals is another's."""
    joined(club, UTA)
    club.write(WIM, "unsubscribe")
    confirmed(club, WIM)
    club.write(sender, line)
    assert club.unread(sender) == []
    assert len(codes(club, sender.lower())) == 1


def test_one_mailbox_has_one_seat(club):
    club.write(UTA, f"new {FULFORD} with me and UTA@example.org")
    assert confirmed(club, UTA) in ([], ["refused"])
    assert names(club) == GAMES


def test_nobody_offers_a_seat_or_takes_an_offer_back_in_its_players_name(club):
    seat = club.index.seats_of(ANN)[0]
    club.write(ANN, "substitute 1")
    assert offered(club) == []
    confirmed(club, ANN)
    assert offered(club) == [seat]
    club.write(ANN, "substitute 1")
    assert offered(club) == [seat]
    club.write(UTA, f"substitute 1 {seat.role}")
    assert club.unread(SVEN) == []
    confirmed(club, UTA)
    assert f"{UTA} offers to play {seat.role}" in club.text(SVEN)
    confirmed(club, ANN)
    assert offered(club) == []


def test_nobody_has_mails_sent_again_to_who_wants_none(club):
    club.write(UTA, "unsubscribe")
    confirmed(club, UTA)
    for _ in range(5):
        club.write(UTA, "subscribe")
        club.write(UTA, "list")
    assert stopped(club, UTA) == "unsubscribed"
    assert len(club.boxes[UTA]) == 1  # the question, once a day
    confirmed(club, UTA)
    assert stopped(club, UTA) is None


def test_words_in_a_players_name_are_told_from_those_of_the_player(club):
    """An operator who signs for a side by mail word that agrees has to know whose word it is."""
    club.write(SVEN, "operator: I agree to the new rules")
    text = " ".join(club.text("op@example.org").split())
    assert f"{SVEN}, or somebody who writes in that name, says" in text
    confirmed(club, SVEN)
    text = " ".join(club.text("op@example.org").split())
    assert f"{SVEN} has confirmed with a code that these words are from that address" in text


def test_a_code_counts_once_and_for_a_week(club):
    club.write(ANN, "substitute 1")
    (code,) = codes(club, ANN)
    assert agreed(club, ANN, [code, code]) == ["accepted", "refused"]
    club.unread(ANN)
    club.write(ANN, "substitute 1")
    (code,) = codes(club, ANN)
    club.now += 7 * 86_400
    assert agreed(club, ANN, [code]) == ["refused"]
    club.write(UTA, "join three_battles/hastings")
    with club.working():
        assert len(list(club.hall.path.glob("asked/*.json"))) == 2  # of today, and of the day a week ago
    club.now += 86_400
    club.write(UTA, "join three_battles/hastings")
    with club.working():
        assert len(list(club.hall.path.glob("asked/*.json"))) == 2


def test_a_mail_of_the_club_that_comes_back_confirms_nothing(club):
    club.write(ANN, "vacation 1 3 days")
    (mail,) = club.unread(ANN)
    lines = message_from_bytes(mail).get_payload(decode=True).decode().split("\r\n")
    club.write(ANN, *lines)
    for line in filter(None, map(str.strip, lines)):
        club.write(ANN, line)
    assert not [mail for mail in club.boxes.get(SVEN, ()) if b"Code word" in mail]


@pytest.mark.whole
def test_what_waits_for_a_code_goes_into_a_database_too(kept, tmp_path, server):
    path, now = kept
    shutil.copytree(path, tmp_path, dirs_exist_ok=True)
    settle(tmp_path)
    club = Clubbed.again(tmp_path, now)
    club.write(ANN, "vacation 1 3 days")
    own = codes(club, ANN)
    there = Worked(moved_in(club, tmp_path / "machines", server.make()), now + 600)
    assert agreed(there, ANN, own) == ["accepted"]
    assert confirmed(there, SVEN) == ["accepted"]
    assert still(there) == [3]
    there.index.close()


def test_of_an_earlier_release_what_was_granted_stays_and_what_is_open_is_void(club):
    code = "BBBBB-CCCCC"
    one = {"side": "saxon", "asked": 1, "hours": 72, "codes": {}, "agreed": [], "begun": 2, "tries": 0}
    waits = {"codes": {"viking": hashlib.sha256(code.encode()).hexdigest()}, "begun": None}
    with club.working():
        file = club.hall.game("1-fulford").path / "vacation.json"
        file.write_text(json.dumps({"granted": [one], "open": one | waits}))
    assert still(club) == [3]
    assert agreed(club, SVEN, [code]) == ["refused"]
    club.write(ANN, "vacation 1 5 days")
    confirmed(club, ANN)
    confirmed(club, SVEN)
    assert still(club) == [3, 5]
