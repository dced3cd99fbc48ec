"""`pbem` on a game whose rules lack a part that a command needs: the error says which; nothing is begun."""

import io
import sys

import pytest
from commands import good, pbem
from race import RaceRules
from replaced import SCENARIO, MailedRace, SeenRace, replaced

PLAY = ("play", SCENARIO, "--as", "saxon", "--dir", "OUT")
SIMULATE = ("simulate", SCENARIO, "--out", "OUT")


def said(rules, words, out):
    with replaced(rules):
        code, told, err = pbem(*(out if word == "OUT" else word for word in words))
    return code, " ".join(err.split()), told


@pytest.mark.parametrize(
    ("rules", "words", "lacks"),
    [
        (RaceRules, (*PLAY, "--against", "random"), "ViewRules"),
        (RaceRules, (*PLAY, "--against", "policy"), "ViewRules"),
        (SeenRace, (*PLAY, "--against", "policy"), "AdviceRules"),
        (SeenRace, (*PLAY, "--against", "search"), "AdviceRules"),
        (
            RaceRules,
            SIMULATE,
            "ViewRules (for pictures, reports and studies) and MailRules (for games by mail)",
        ),
        (SeenRace, (*SIMULATE, "--by-mail"), "MailRules"),
        (MailedRace, SIMULATE, "AdviceRules"),
        (MailedRace, (*SIMULATE, "--by-mail"), "AdviceRules"),
        (RaceRules, ("new", SCENARIO, "--out", "OUT"), "ViewRules"),
        (SeenRace, ("new", SCENARIO, "--out", "OUT"), "MailRules"),
    ],
)
def test_nothing_is_begun_that_cannot_go_on(tmp_path, rules, words, lacks):
    code, err, told = said(rules, words, tmp_path / "game")
    assert (code, told) == (2, "")
    assert f"the rules of {rules.__name__} lack {lacks}" in err
    assert "`senlac docs simple-game` shows how" in err
    assert not (tmp_path / "game").exists()


@pytest.fixture
def game(tmp_path):
    with replaced(MailedRace):
        good("new", SCENARIO, "--out", tmp_path / "game")
    return tmp_path / "game"


def test_a_game_by_mail_needs_no_advice(game):
    with replaced(MailedRace):
        assert "walk 3 miles, or hurry?" in good("status", "--dir", game / "saxon")
        assert "\n  hurry\n" in good("legal", "--dir", game / "saxon")
        (game / "orders.txt").write_text("hurry\n")
        good("move", game / "orders.txt", "--dir", game / "saxon", "--yes")


def test_odds_need_advice(game):
    code, err, _ = said(MailedRace, ("odds", "hurry", "--dir", game / "saxon"), game)
    assert code == 2
    assert "the rules of MailedRace lack AdviceRules (for the policy, the search and odds):" in err


FOLDER = (
    ("status",),
    ("legal",),
    ("odds", "hurry"),
    ("template",),
    ("move", "ORDERS", "--yes"),
    ("standing", "--list"),
    ("show", "--text"),
    ("show", "--out", "OUT/map.png"),
    ("show", "--out", "OUT/now.vsav"),
    ("rule", "miles saxon 3", "--why", "we played it so"),
    ("resign", "--yes"),
)


@pytest.mark.parametrize("words", FOLDER, ids=" ".join)
@pytest.mark.parametrize("rules", [RaceRules, SeenRace])
def test_a_folder_of_a_game_by_mail_needs_the_part_for_mail(game, rules, words):
    orders = game / "orders.txt"
    orders.write_text("walk\n")
    before = {file: file.read_bytes() for file in game.rglob("*") if file.is_file()}
    own = (orders if word == "ORDERS" else word.replace("OUT", str(game)) for word in words)
    code, err, told = said(rules, (*own, "--dir", game / "saxon"), game)
    assert (code, told) == (2, "")
    assert "MailRules (for games by mail): choose another game" in err
    assert {file: file.read_bytes() for file in game.rglob("*") if file.is_file()} == before


def test_no_computer_takes_a_seat_that_it_cannot_play(tmp_path):
    people = [f"--player={role}={role} <{role}@example.org>" for role in ("referee", "saxon", "norman")]
    with replaced(MailedRace):
        good("invite", SCENARIO, *people, "--out", tmp_path / "host")
        paper = tmp_path / "host" / "invitations" / "saxon.pbem"
        join = ("join", paper, "--dir", tmp_path / "saxon")
        code, _, err = pbem(*join, "--computer", "--policy")
        assert code == 2
        assert "lack AdviceRules" in " ".join(err.split())
        assert not (tmp_path / "saxon").exists()
        good(*join)


def test_verify_needs_the_part_for_mail(game):
    code, err, told = said(SeenRace, ("verify", game / "saxon"), game)
    assert code != 0
    assert "MailRules (for games by mail)" in err + " ".join(told.split())


def test_a_game_alone_against_a_random_player_needs_no_advice(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO("odds walk\npolicy\nwalk\nwalk\nquit\n"))
    code, err, told = said(SeenRace, (*PLAY, "--against", "random", "--seed", 1), tmp_path / "game")
    assert code == 0
    assert err.count("the rules of SeenRace lack AdviceRules") == 2
    assert told.count("saxon marches 3 miles") == 2
    assert "norman marches" in told
