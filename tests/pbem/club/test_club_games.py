"""Several games behind one mailbox: each mail goes where its signed entries say, and nowhere else."""

import re

from clubbed import NOON, Clubbed, Member, begun
from crashes import backup, put_back
from word_play import CODE

from pbem.log.verification import verify_file
from pbem.robot import restoration_request
from pbem.rules.replay.game_replay import GameReplay


def rounds(club, *members, count=3):
    for _ in range(count):
        for member in members:
            for mail in member.move():
                received = club.give(mail)
                assert received.outcome == "accepted", received.text
        for member in members:
            member.read()


def test_two_games_of_the_same_players_go_on_side_by_side(tmp_path):
    club, ann, sven = begun(tmp_path, ("three_battles/fulford", "hastings_pulsipher/small"))
    assert club.hall.names() == ["1-fulford", "2-small"]
    assert [row.state for row in club.index.rows()] == ["playing", "playing"]
    rounds(club, ann, sven)
    rows = club.index.rows()
    assert all(row.seq > 3 for row in rows)
    for row in rows:
        verify_file(club.hall.game(row.name).log.path, GameReplay())


def codes(text):
    return re.findall(CODE, text)


def test_players_with_nothing_but_mail_play_two_games_at_once(tmp_path):
    club = Clubbed(tmp_path)
    ann, sven = "ann@example.org", "sven@example.org"
    for _ in range(2):
        club.ask(ann, f"new three_battles/fulford with me and {sven} by word")
    seats = {seat.role: seat.mail for seat in club.index.seats("1-fulford")}
    for mail in (ann, sven):
        for code in codes(club.text(mail)):
            assert club.write(mail, f"yes {code}").outcome == "accepted"
    assert [row.state for row in club.index.rows()] == ["playing", "playing"]
    club.boxes.clear()
    first = seats[club.index.row("1-fulford").owing[0]]
    for name in ("1-fulford", "2-fulford"):
        assert club.write(first, "deploy", "done").outcome == "accepted"
        (code,) = codes(club.text(first))
        assert club.write(first, f"yes {code}").outcome == "accepted"
        assert club.index.row(name).seq >= 2
    other = next(mail for mail in (ann, sven) if mail != first)
    assert club.write(other, f"yes {code}").outcome == "refused"  # a code is its owner's alone


def played_by_word(club, mail):
    """The side whose turn it is sets up as suggested; what came of it."""
    assert club.write(mail, "deploy", "done").outcome == "accepted"
    (code,) = codes(club.text(mail))
    return club.write(mail, f"yes {code}")


def test_a_game_by_mail_word_that_was_put_back_goes_on_and_its_players_are_told(tmp_path):
    """The referee holds all that they sign: there is nobody to be asked."""
    club = Clubbed(tmp_path)
    ann, sven = "ann@example.org", "sven@example.org"
    club.ask(ann, f"new three_battles/fulford with me as viking and {sven} by word")
    for mail in (ann, sven):
        (code,) = codes(club.text(mail))
        club.write(mail, f"yes {code}")
    folder = club.hall.game("1-fulford")
    kept = backup(folder)
    club.boxes.clear()
    assert played_by_word(club, ann).outcome == "accepted"
    put_back(folder, kept)
    club.index.close()
    club.open()
    club.boxes.clear()
    assert "put back from a backup" in played_by_word(club, ann).text
    assert restoration_request.ask_for_receipts(folder, NOON).to == ()
    (done,) = club.desk.resume("1-fulford", club.now)  # with the mail that was kept
    assert done.outcome == "accepted"
    club.post()
    assert "stands at entry 0 again" in " ".join(club.text(sven).split())
    assert folder.log.length() == 3
    verify_file(folder.log.path, GameReplay())


def test_who_has_the_program_gives_back_what_a_game_has_lost_and_a_side_by_mail_word_plays_on(tmp_path):
    club = Clubbed(tmp_path)
    ann, sven = Member(club, "ann@example.org"), "sven@example.org"
    club.ask(ann.address, "join three_battles/fulford as saxon")
    club.ask(sven, "join three_battles/fulford as viking by word")
    ann.join()
    (code,) = codes(club.text(sven))
    club.write(sven, f"yes {code}")
    folder = club.hall.game("1-fulford")
    kept = backup(folder)
    club.boxes.pop(sven)
    assert played_by_word(club, sven).outcome == "accepted"
    ann.read()
    assert club.index.row("1-fulford").seq == 2
    put_back(folder, kept)
    club.index.close()
    club.open()
    assert restoration_request.ask_for_receipts(folder, NOON).to == ("saxon",)
    club.post()
    (mine,) = ann.folders.values()
    for mail in club.unread(ann.address):
        ann.inboxes[mine].receive(mail, club.now)
    ann.post(mine)
    assert folder.log.length() == 3
    rounds(club, ann, count=1)
    club.boxes.clear()
    club.write(sven, "done")
    (code,) = codes(club.text(sven))
    assert club.write(sven, f"yes {code}").outcome == "accepted"
    verify_file(folder.log.path, GameReplay())


def test_a_player_by_mail_word_with_a_second_address_is_told_which_counts(tmp_path):
    club = Clubbed(tmp_path)
    club.ask("ann@example.org", "new three_battles/fulford with me and sven@example.org by word")
    (code,) = codes(club.text("sven@example.org"))
    assert club.write("sven@home.example", f"yes {code}").outcome == "refused"
    text = " ".join(club.text("sven@home.example").split())
    assert "write from the address to which the mails of your game come" in text
    assert "sven@example.org" not in text
    club.write("sven@home.example", f"yes {code}", "please")
    assert club.unread("sven@home.example") == []  # once a day
    assert club.write("sven@example.org", f"yes {code}").outcome == "accepted"


def test_a_player_by_mail_word_may_say_yes_to_what_is_confirmed_too(tmp_path):
    club = Clubbed(tmp_path)
    ann, sven = "ann@example.org", "sven@example.org"
    club.write(ann, f"new three_battles/fulford with me and {sven} by word")
    (code,) = club.codes(ann)
    assert club.write(ann, f"yes {code}").outcome == "accepted"
    assert club.hall.names() == ["1-fulford"]
    seats = {mail: codes(club.text(mail)) for mail in (ann, sven)}
    for mail, found in seats.items():
        assert club.write(mail, *(f"yes {code}" for code in found)).outcome == "accepted"
    assert club.index.row("1-fulford").state == "playing"


def test_an_order_is_taken_back_in_the_game_whose_mail_was_answered(tmp_path):
    """Of two games of the same players; its author owes nothing there, and an order in the other."""
    club = Clubbed(tmp_path)
    ann, sven = "ann@example.org", "sven@example.org"
    for _ in range(2):
        club.ask(ann, f"new three_battles/fulford with me as viking and {sven} by word")
    for mail in (ann, sven):
        for code in codes(club.text(mail)):
            club.write(mail, f"yes {code}")
    club.boxes.clear()
    played_by_word(club, ann)
    played_by_word(club, ann)
    club.boxes.clear()
    subject = f"Re: Fulford [{club.index.row('2-fulford').id[:8]}]"
    club.write(ann, "rollback I meant the other wing", subject=subject)
    (code,) = codes(club.text(ann))
    assert club.write(ann, f"yes {code}").outcome == "accepted"
    (agree,) = codes(club.text(sven))
    assert club.write(sven, f"yes {agree}").outcome == "accepted"
    last = {name: list(club.hall.game(name).log.read().records())[-1] for name in club.hall.names()}
    assert b'"type":"rollback"' in last["2-fulford"].data
    assert b'"type":"rollback"' not in last["1-fulford"].data
