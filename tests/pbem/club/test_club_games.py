"""Several games behind one mailbox: each mail goes where its signed entries say, and nowhere else."""

import re

from clubbed import Clubbed, begun
from word_play import CODE

from pbem.log.verify import verify_file
from pbem.rules.replay import GameReplay


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
        club.write(ann, f"new three_battles/fulford with me and {sven} by word")
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
