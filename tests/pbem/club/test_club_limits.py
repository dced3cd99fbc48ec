"""What forged mails use up, and what they write into the club's mails: on a disk and in PostgreSQL, with the
limits of a new club."""

import re
import shutil
import unicodedata
from contextlib import nullcontext
from email import message_from_bytes
from email.header import Header
from email.message import EmailMessage
from email.policy import default
from email.utils import make_msgid
from unittest.mock import Mock

import pytest
from clubbed import CLUB, Clubbed, _text, begun
from crashes import settle
from test_club_desk import BOUNCE
from test_database import idle, moved_in
from test_forged_requests import Worked, agreed, codes, confirmed, still, stopped
from word_play import CODE

from pbem.club import stopped_addresses

ANN, SVEN, UTA, GHOST = "ann@example.org", "sven@example.org", "uta@example.org", "ghost@example.net"
INVITED = "wim@example.net"
OPERATOR = "op@example.org"
MIDNIGHT = 1_792_022_400
A_DAY = 86_400
QUESTIONS = 5
HASTINGS = "three_battles/hastings"


@pytest.fixture(scope="module")
def kept(tmp_path_factory):
    path = tmp_path_factory.mktemp("kept")
    club, *_ = begun(path, ("three_battles/fulford",))
    club.ask(ANN, f"new year_of_the_comet/campaign with me and {SVEN} and {UTA} by word")
    for address in (ANN, SVEN, UTA):
        club.write(address, f"yes {codes(club, address)[-1]}")
    club.index.close()
    (path / "club/club.yaml").write_text("name: Our club\noperator: op@example.org\n")
    return path


@pytest.fixture(params=["disk", pytest.param("database", marks=pytest.mark.whole)])
def club(kept, tmp_path, request):
    shutil.copytree(kept, tmp_path, dirs_exist_ok=True)
    settle(tmp_path)
    club = Clubbed.again(tmp_path, MIDNIGHT)
    club.working = nullcontext
    if request.param == "database":
        server = request.getfixturevalue("server")
        club = Worked(moved_in(club, tmp_path / "machines", server.make()), MIDNIGHT)
    yield club
    club.index.close()


def waiting_for_codes(club):
    with club.working():
        return len(list(club.hall.path.glob("asked/*.json")))


def subjects(club, address):
    return [str(message_from_bytes(mail, policy=default)["Subject"]) for mail in club.unread(address)]


# --- codes that count once ---------------------------------------------------------------------------------


def test_a_code_whose_request_fails_lets_no_flood_in(club):
    """Its mail counts for nothing once a day, and only if nothing else stands in it."""
    with club.working():
        stopped_addresses.stop(club.hall, "dead@example.net", "unsubscribed")
    club.write(GHOST, "new three_battles/fulford with me and dead@example.net")
    (code,) = codes(club, GHOST)
    other = "else@example.net"
    first = club.write(other, f"agree {code}")
    club.write(other, f"agree {code}", *[f"join {HASTINGS}"] * 4)
    club.write(other, f"agree {code}")
    assert (first.outcome, club.index.count_today(f"mails {other}", club.now)) == ("refused", 2)


def test_nor_does_the_code_of_a_vacation_that_is_open(club):
    club.write(ANN, "vacation 2 3 days")
    confirmed(club, ANN)
    (code, *_) = codes(club, SVEN)
    for _ in range(3):
        club.write(GHOST, f"agree 2 {code}")
    assert club.index.count_today(f"mails {GHOST}", club.now) == 2


# --- drafts by mail word -----------------------------------------------------------------------------------


def due_by_word(club):
    """The address of a player by mail word who has to move in game 2, its mails read."""
    (role, *_) = club.index.row("2-campaign").owing
    (address,) = [seat.mail for seat in club.index.seats("2-campaign") if seat.role == role]
    club.unread(address)
    return address


def drafts(club, address):
    return sum("Code word" in text for text in map(_text, club.unread(address)))


def on_the_day_after(club):
    club.now += A_DAY
    if hasattr(club, "worker"):
        idle(club.worker, club.now)
    else:
        club.desk.keep_time(club.now)
        club.post()


def test_no_other_mails_keep_a_draft_from_a_player_by_word(club):
    """Neither requests in the player's name nor mails for the game."""
    due = due_by_word(club)
    club.index.count("game 2-campaign", club.now, 500)
    for number in range(130):
        club.write(due, f"status 2 {number}")
    club.unread(due)
    assert club.write(due, "resign").outcome == "accepted"
    assert drafts(club, due) == 1


def test_forged_drafts_put_the_players_own_off_which_comes_first_on_the_day_after(club):
    """As many are taken in as the game answers: it drops what comes after them."""
    due = due_by_word(club)
    for number in range(30):
        club.write(due, "resign", subject=f"forged {number}")
    assert drafts(club, due) == 30
    assert "put off until tomorrow" in club.write(due, "resign", subject="own").text
    assert "put off" in club.text(due)
    for number in range(40):
        club.write(due, "resign", subject=f"more {number}")
    (said,) = map(_text, club.unread(due))
    assert "left out" in said
    on_the_day_after(club)
    assert drafts(club, due) == 20
    taken = [club.write(due, "resign", subject=f"new {number}").outcome for number in range(12)]
    assert taken == ["accepted"] * 10 + ["ignored"] * 2
    assert drafts(club, due) == 10


# --- questions ---------------------------------------------------------------------------------------------


def test_forged_mails_keep_no_code_from_who_plays(club):
    """Neither with what is answered at once, nor with questions."""
    for number in range(35):
        club.write(ANN, "list", subject=str(number))
    club.write(ANN, *[f"vacation 1 {hours} hours" for hours in range(1, 6)])
    forged = codes(club, ANN)
    assert len(forged) == QUESTIONS
    club.write(ANN, f"refuse {forged[0]}", "vacation 1 3 days")
    (own,) = codes(club, ANN)
    assert agreed(club, ANN, [own]) == ["accepted"]
    assert confirmed(club, SVEN) == ["accepted"]
    assert still(club) == [3]
    assert agreed(club, ANN, forged[:1]) == ["refused"]


def test_a_code_lets_its_owners_whole_mail_in_under_a_flood(club):
    """As the club itself tells a player: one mail with `refuse` and the player's own request."""
    for hours in range(1, 131):
        club.write(ANN, f"vacation 1 {hours} hours")
    forged = codes(club, ANN)
    assert club.write(ANN, f"refuse {forged[0]}", "vacation 1 3 days").outcome == "accepted"
    text = club.text(ANN)
    assert "It is forgotten" in text
    assert agreed(club, ANN, CODE.findall(text)) == ["accepted"]
    assert confirmed(club, SVEN) == ["accepted"]
    assert still(club) == [3]


def test_a_code_of_ones_own_has_no_mails_sent_to_another(club):
    """The attack: somebody has codes sent to an address of their own, and writes them under another's."""
    for number in range(40):
        club.write(UTA, *[f"operator: {number}.{line}" for line in range(5)])
        for code in codes(club, UTA):
            club.write(GHOST, f"{('agree', 'refuse')[number % 2]} {code}", subject="buy this")
    assert len(club.unread(GHOST)) <= 8


def test_a_refusal_makes_room_so_many_times_a_day(club):
    asked = 0
    for number in range(20):
        club.write(GHOST, *[f"operator: {number}.{line}" for line in range(5)])
        found = codes(club, GHOST)
        asked += len(found)
        for code in found:
            club.write(GHOST, f"refuse {code}")
    assert asked == 2 * QUESTIONS


@pytest.mark.parametrize("line", ["unsubscribe", "leave"])
def test_what_has_no_words_of_its_own_is_asked_once_whatever_the_sender_is_called(club, line):
    if line == "leave":
        club.ask(GHOST, f"join {HASTINGS}")
        club.unread(GHOST)
    boxes = [GHOST, GHOST.upper(), "Ghost@Example.net", "gHOST@example.net"]
    for number in range(10):
        for address in boxes:
            club.write(f"N{number} <{address}>", line)
    assert sum(len(codes(club, address)) for address in boxes) == 1


def test_who_plays_nothing_can_always_unsubscribe(club):
    for _ in range(3):
        club.now += A_DAY
        club.write(GHOST, *[f"join {HASTINGS} as {side}" for side in ("saxon", "norman")])
        for number in range(35):
            club.write(GHOST, "list", subject=str(number))
        club.write(GHOST, *[f"operator: {number}" for number in range(5)])
        club.unread(GHOST)
        club.write(GHOST, "unsubscribe")
        assert len(codes(club, GHOST)) == 1
        club.write(GHOST, "unsubscribe")
        assert codes(club, GHOST) == []  # the same is asked once a day
    club.now += A_DAY
    club.write(GHOST, "unsubscribe")
    assert confirmed(club, GHOST) == ["accepted"]
    assert stopped(club, GHOST) == "unsubscribed"


def test_the_same_open_request_is_asked_and_kept_once(club):
    before = waiting_for_codes(club)
    for _ in range(4):
        club.write(ANN, "vacation 1 3 days")
    (code,) = codes(club, ANN)
    assert waiting_for_codes(club) == before + 1
    assert agreed(club, ANN, [code]) == ["accepted"]
    club.write(ANN, "vacation 1 3 days")  # a new wish
    assert len(codes(club, ANN)) == 1


def test_nothing_is_kept_whose_question_was_not_sent(club):
    before = waiting_for_codes(club)
    for number in range(20):
        club.write(GHOST, *[f"operator: {number}.{line}" for line in range(5)])
    sent = len(codes(club, GHOST))
    assert waiting_for_codes(club) - before == sent == QUESTIONS
    club.now += A_DAY
    club.write(UTA, "unsubscribe")
    with club.working():
        stopped_addresses.stop(club.hall, "gone@example.net", "mail to it came back")
    club.write("gone@example.net", f"join {HASTINGS}")
    assert waiting_for_codes(club) - before == sent  # Uta plays; nothing goes to the other


def test_a_club_that_is_killed_before_it_asks_asks_when_the_mail_comes_again(club, monkeypatch):
    data = mail("Ann", ANN, "vacation 1 3 days")
    before = waiting_for_codes(club)
    with monkeypatch.context() as killed:
        killed.setattr("pbem.club.club_mails.Clerk.ask", Mock(side_effect=OSError("killed")))
        if hasattr(club, "worker"):
            assert club.give(data).outcome == "kept"
        else:
            with pytest.raises(OSError, match="killed"):
                club.give(data)
    club.now += 3_600
    if hasattr(club, "worker"):
        idle(club.worker, club.now)
    else:
        club.give(data)
    (code,) = codes(club, ANN)
    assert waiting_for_codes(club) == before + 1
    club.give(data + b"\r\n")  # the same mail once more asks and answers nothing
    assert club.unread(ANN) == []
    assert agreed(club, ANN, [code]) == ["accepted"]


def test_what_waits_for_codes_has_a_bound_and_players_keep_their_room(club, monkeypatch):
    """The attack: `join` from addresses that were made up pushes out the code of a newcomer."""
    monkeypatch.setattr("pbem.club.requests.confirmation_mails.MOST_OF_STRANGERS", 12)
    club.ask(ANN, f"new three_battles/fulford with me and {INVITED}")
    before = waiting_for_codes(club)
    for number in range(30):
        club.write(f"g{number}@example.net", f"join {HASTINGS}")
    assert waiting_for_codes(club) == 12 + before
    assert "Send it again tomorrow" in club.text("g29@example.net")
    assert confirmed(club, "g0@example.net") == ["accepted"]
    club.write(ANN, "vacation 1 3 days")
    assert confirmed(club, ANN) == ["accepted"]
    for number in range(30):
        club.write(f"h{number}@example.net", "unsubscribe")
    assert waiting_for_codes(club) == 11 + 12 + before
    club.write(INVITED, "unsubscribe")
    assert confirmed(club, INVITED) == ["accepted"]
    club.now += A_DAY
    club.write("g29@example.net", f"join {HASTINGS}")
    assert confirmed(club, "g29@example.net") == ["accepted"]


def test_who_plays_nothing_gets_few_mails_a_day_of_all_kinds_together(club):
    for inviter in (ANN, SVEN):
        for _ in range(3):
            club.ask(inviter, f"new three_battles/fulford with me and {GHOST} by word")
    names = [row.name.split("-")[0] for row in club.index.rows("joining")]
    assert len(names) >= 5
    for number in names:
        club.write(ANN, *[f"press {number} all: buy {line}" for line in range(5)])
    for number in range(40):
        club.write(GHOST, f"yes BBBBB-CCC{'BCDFG'[number % 5]}{'BCDFGHJK'[number // 5]}", subject=str(number))
    for number in range(35):
        club.write(GHOST, "list", f"join {HASTINGS}", f"operator: {number}", subject=str(number))
    club.write(GHOST, "hello there")
    club.write(GHOST, "unsubscribe")
    found = subjects(club, GHOST)
    assert sum("will you play" in each for each in found) == 5
    assert len(found) <= 20, found


def test_nobody_has_words_passed_on_to_who_was_only_invited(club):
    club.ask(ANN, f"new three_battles/fulford with me and {GHOST}")
    club.unread(GHOST)
    assert club.write(ANN, "press 3 viking: buy this", "press 3 saxon: buy this").outcome == "refused"
    assert club.unread(GHOST) == []


# --- words that are passed on ------------------------------------------------------------------------------


def test_forged_words_keep_no_vacation_from_being_asked_for(club):
    for number in range(7):
        club.write(ANN, *[f"press 1 all: {number}.{line}" for line in range(5)])
    club.unread(SVEN)
    club.write(ANN, "vacation 1 3 days")
    assert confirmed(club, ANN) == ["accepted"]
    assert confirmed(club, SVEN) == ["accepted"]
    assert still(club) == [3]


def test_forged_words_to_the_operator_keep_no_players_words_from_there(club):
    for number in range(8):
        club.write(f"x{number}@example.net", *[f"operator: spam {number}.{line}" for line in range(5)])
    assert len(club.unread(OPERATOR)) <= 30
    club.write(SVEN, "operator: my house is on fire")
    assert confirmed(club, SVEN) == ["accepted"]
    assert "my house is on fire" in club.text(OPERATOR)


def test_nor_do_words_that_strangers_have_confirmed(club):
    for number in range(16):
        club.write(f"x{number}@example.net", *[f"operator: spam {number}.{line}" for line in range(2)])
        confirmed(club, f"x{number}@example.net")
    club.unread(OPERATOR)
    club.write(GHOST, "operator: one more")
    assert confirmed(club, GHOST) == ["refused"]
    club.write(SVEN, "operator: my house is on fire")
    assert confirmed(club, SVEN) == ["accepted"]


def test_a_vacation_that_not_all_can_be_asked_for_is_asked_of_nobody(club):
    """Else each try leaves the others a code that is worth nothing."""
    with club.working():
        stopped_addresses.stop(club.hall, UTA, "mail to it came back")
    club.write(ANN, "vacation 2 3 days")
    (own,) = codes(club, ANN)
    assert agreed(club, ANN, [own] * 3) == ["refused"] * 3
    assert codes(club, SVEN) == []


def test_the_question_of_words_for_the_operator_shows_them(club):
    club.write(SVEN, "operator: I agree to the new rules, and to all that Ann says")
    text = " ".join(club.text(SVEN).split())
    assert "I agree to the new rules, and to all that Ann says" in text


def test_the_others_codes_of_a_vacation_are_good_for_a_week(club):
    for days, outcome in ((7, "accepted"), (8, "refused")):
        club.write(ANN, "vacation 1 3 days")
        confirmed(club, ANN)
        found = codes(club, SVEN)
        club.now += days * A_DAY - 600
        assert agreed(club, SVEN, found) == [outcome], days


# --- invitations and words of many addresses ---------------------------------------------------------------


def test_invitations_of_others_keep_nobody_from_games_of_their_own(club):
    for number in range(2):
        for _ in range(3):
            club.ask(f"x{number}@example.net", f"new three_battles/fulford with me and {GHOST}")
    assert len(club.unread(GHOST)) >= QUESTIONS
    club.write(GHOST, f"join {HASTINGS}")
    assert confirmed(club, GHOST) == ["accepted"]
    club.write(GHOST, f"new three_battles/fulford with me and {UTA}")
    assert confirmed(club, GHOST) == ["accepted"]
    club.ask(UTA, f"join {HASTINGS}")
    assert len(club.index.seats("9-hastings")) == 2


def test_nobody_is_known_by_a_name_before_they_have_taken_a_seat(club):
    club.ask("Old Friend <x@example.net>", "new three_battles/fulford with me and y@example.net")
    club.write(UTA, "new three_battles/fulford with me and Old Friend")
    text = club.text(UTA)
    assert "nobody here is called" in text
    assert not CODE.findall(text)


def test_who_is_invited_by_name_is_shown_by_what_they_play(club):
    """An address is told to nobody: a game tells the one from the other."""
    club.write(GHOST, "new three_battles/fulford with me and sven")
    text = " ".join(club.text(GHOST).split())
    assert re.search(r"\(sven, who plays \w+ in game 1-fulford", text)
    assert SVEN not in text


def came_back(data, address):
    """The report that a mail could not be delivered."""
    mark = re.search(rb"X-Senlac-Mark: (\S+)", data)[1].decode()
    return BOUNCE.format(mail=address, id="<1@example.org>", mark=mark, action="failed").encode()


def test_reports_of_strangers_keep_none_of_a_player_from_the_operator(club):
    for number in range(35):
        club.write(f"x{number}@example.net", "help")
        (data,) = club.unread(f"x{number}@example.net")
        club.give(came_back(data, f"x{number}@example.net"))
    assert len(club.unread(OPERATOR)) == 30
    club.write(ANN, "status 1")
    (data,) = club.unread(ANN)
    club.give(came_back(data, ANN))
    assert f"Mail to {ANN} cannot be delivered" in club.text(OPERATOR)


def test_a_report_counts_once(club):
    club.write(ANN, "status 1")
    (data,) = club.unread(ANN)
    club.give(came_back(data, ANN))
    assert stopped(club, ANN) is not None
    with club.working():
        stopped_addresses.resume(club.hall, ANN)
    club.give(came_back(data, ANN) + b"\r\n")
    assert stopped(club, ANN) is None


def test_a_count_is_never_below_nothing(club):
    """The index was deleted in the middle of the day."""
    club.write(ANN, "vacation 1 3 days")
    with club.index._base:
        club.index._base.execute("DELETE FROM counted")
    confirmed(club, ANN)
    for what in (f"asked {ANN}", f"mails {ANN}"):
        assert club.index.count_today(what, club.now) >= 0


# --- mails that fail ---------------------------------------------------------------------------------------


def test_an_address_that_is_too_long_for_an_answer_is_refused_as_it_comes(club):
    host = ".".join(["b" * 60] * 4) + ".org"
    assert club.write(f"{'a' * 50}@{host}", "help").outcome == "refused"
    assert club.unread(OPERATOR) == []


def test_mails_that_fail_here_fill_neither_the_disk_nor_the_operators_mailbox(club, monkeypatch):
    monkeypatch.setattr("pbem.club.requests.request_language.read", None)  # a bug, wherever it may be
    told = {club.write(f"x{number}@example.net", "list").text for number in range(120)}
    assert 0 < len(club.unread(OPERATOR)) <= 30
    with club.working():
        assert len(list(club.hall.quarantined_mails.glob("*.eml"))) == 100
    assert any("not kept" in text for text in told)


# --- how a code is written ---------------------------------------------------------------------------------

WRITTEN = {
    "below a greeting": ["Hello,", "", "agree {}", "", "Yours, Ann"],
    "below what is quoted": ["On Monday Our club wrote:", "> Code word: {}", "", "agree {}"],
    "with a full stop": ["agree {}."],
    "with a colon": ["agree: {}"],
    "in stars": ["*agree {}*"],
    "in quotation marks": ['agree "{}"'],
    "with a capital": ["Agree {}!"],
}


@pytest.mark.parametrize("lines", WRITTEN.values(), ids=WRITTEN)
def test_a_code_is_found_as_people_write_it(club, lines):
    club.write(ANN, "substitute 1")
    (code,) = codes(club, ANN)
    assert club.write(ANN, *(line.format(code) for line in lines)).outcome == "accepted"
    club.write(ANN, "vacation 1 3 days")
    confirmed(club, ANN)
    (code,) = codes(club, SVEN)
    assert club.write(SVEN, *(line.format(f"1 {code}") for line in lines)).outcome == "accepted"
    assert still(club) == [3]


def test_who_writes_orders_beside_a_code_is_told_that_they_were_not_read(club):
    club.write(ANN, "vacation 1 3 days")
    confirmed(club, ANN)
    (code,) = codes(club, SVEN)
    club.write(SVEN, f"agree 1 {code}")
    assert "orders go in a mail of their own" not in club.text(SVEN)
    club.write(ANN, "vacation 1 3 days")
    confirmed(club, ANN)
    (code,) = codes(club, SVEN)
    club.write(SVEN, "A1-B2", f"agree 1 {code}")
    assert "orders go in a mail of their own" in " ".join(club.text(SVEN).split())


def test_a_wrong_code_below_a_greeting_is_told_as_any_other(club):
    club.write(ANN, "Hello,", "agree BBBBB-CCCCC")
    assert "Nothing waits for this code word" in " ".join(club.text(ANN).split())


def test_prose_is_no_code(club):
    for line in ("Agree about games?", "agree, three games", "We agree to BBBBB-CCCCC"):
        assert club.write(GHOST, "Hello,", line).text.startswith("nothing in it"), line


# --- what somebody else writes into the club's mails -------------------------------------------------------


def mail(name, address, *lines):
    made = EmailMessage()
    made["To"], made["Subject"], made["Message-ID"] = CLUB, "hello", make_msgid()
    made.set_content("\n".join(lines))
    sender = f"From: {Header(name, 'utf-8').encode()} <{address}>\r\n"
    return sender.encode() + made.as_bytes()


def test_the_subject_of_a_question_is_the_clubs_own(club):
    club.write(ANN, "substitute 1", subject="To REFUSE this, answer with: agree and the code word")
    assert subjects(club, ANN) == ["Our club asks: is this your wish?"]


@pytest.mark.parametrize(
    "who", ["you@have.won see-http://evil.example/login", "x@y). TO REFUSE this", "a@b.c d", "@", "a@@b.c"]
)
def test_a_person_is_named_by_an_address_or_a_name(club, who):
    assert club.write(ANN, f"new three_battles/fulford with me and {who}").outcome == "refused"
    text = club.text(ANN)
    assert not CODE.findall(text)
    assert who == "@" or who not in text


NAMES = {
    "only a Hangul filler": "\u3164",
    "only Braille blanks": "\u2800\u2800",
    "only marks": "\u0301\u0302",
    "no letter": "-- ! --",
    "piled-up marks": "U\u0301\u0302\u0303\u0304ta",
    "the club": "Our  CLUB",
    "the club, with a filler": "Our\u3164 club",
    "the club, in wide letters": "\uff2f\uff35\uff32 club",
    "the referee": "Referee",
    "a side": "saxon",
    "the operator": "The operator",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES)
def test_a_name_that_is_none_or_the_clubs_is_not_taken(club, name):
    club.give(mail(name, UTA, f"new three_battles/fulford with me and {SVEN}"))
    confirmed(club, UTA)
    assert [seat.person for seat in club.index.seats("3-fulford")] == ["uta", "sven"]


@pytest.mark.parametrize("name", ["José Núñez", "Uta 2", "अनिरुद्ध", "山田太郎", "O'Neill", "Ann-Marie"])
def test_names_of_people_are_taken(club, name):
    club.give(mail(name, UTA, f"new three_battles/fulford with me and {SVEN}"))
    confirmed(club, UTA)
    assert club.index.seats("3-fulford")[0].person == unicodedata.normalize("NFC", name)


def test_an_address_that_is_called_as_a_role_is_no_role(club):
    club.ask("referee@example.net", f"new three_battles/fulford with me and {SVEN}")
    assert club.index.seats("3-fulford")[0].person == "player referee"


# --- mails of the same words -------------------------------------------------------------------------------


def test_mails_of_the_same_words_are_told_apart(club):
    """Programs throw away a second mail of one Message-ID, and a database of this club takes none."""
    club.ask(ANN, f"new three_battles/fulford with me and {GHOST} by word")
    for address in (SVEN, GHOST, UTA, OPERATOR):
        club.unread(address)
    for _ in range(2):
        club.write(ANN, "press 1 all: hello", "press 1 all: hello", "operator: hello")
        for number in range(2):
            club.write(GHOST, f"yes BBBBB-CCCC{'DF'[number]}")
        club.write("x@example.net", "hello there")
        club.write("x@example.net", "yes BBBBB-CCCCC")
        club.now += A_DAY
    for address, most in ((SVEN, 2), (GHOST, 4), ("x@example.net", 2), (OPERATOR, 2)):
        ids = [message_from_bytes(data)["Message-ID"] for data in club.unread(address)]
        assert (len(ids), len(set(ids))) == (most, most), address
