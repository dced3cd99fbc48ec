"""The pages of a club: what they tell, and what they tell nobody."""

import re

import browsing
import pytest
from clubbed import begun
from hostile_words import filled_twice, skeleton
from starlette.testclient import TestClient

from pbem.club.ratings import Rating
from pbem.club.web import page_data
from pbem.club.web.app import Pages
from pbem.log.log_file import GameLog
from pbem.messages import position_text
from pbem.rules.table import Table
from pbem.table import game_page, story_json


@pytest.fixture(scope="module")
def club(tmp_path_factory):
    club, ann, sven = begun(
        tmp_path_factory.mktemp("pages"), ("three_battles/fulford", "hastings_pulsipher/small")
    )
    for member in (ann, sven):
        for mail in member.move():
            club.give(mail)
    club.ask("uta@example.org", "join three_battles/hastings as saxon")
    yield club
    club.index.close()


@pytest.fixture
def pages(club):
    return TestClient(Pages(club.hall).app())


def test_games_in_progress_whose_move_it_is_and_who_is_wanted(pages):
    text = pages.get("/").text
    for said in ("1-fulford", "2-small", "ann (saxon)", "to move", "somebody waits, for saxon"):
        assert said in text
    assert "No game has ended yet" in pages.get("/results").text
    assert "No game has ended yet" in pages.get("/ratings").text


def test_many_games_stand_on_several_pages(pages, monkeypatch):
    assert "Page 1" not in pages.get("/").text
    monkeypatch.setattr("pbem.club.web.page_data._ON_A_PAGE", 1)
    first, second = pages.get("/").text, pages.get("/?page=2").text
    assert "2-small" in first
    assert "1-fulford" not in first
    assert "Page 1 of 2, 2 games" in first
    assert 'href="?page=2" rel="next">Older games' in first
    assert "1-fulford" in second
    assert 'href="?page=1" rel="prev">Newer games' in second
    assert "Older games" not in second
    for strange in ("0", "3", "-1", "x", "1e3", "99999999", "%00"):
        assert pages.get(f"/?page={strange}").status_code == 404, strange


def test_nothing_that_is_one_persons_alone_is_on_any_page(club, pages):
    paths = ["/", "/results", "/ratings"]
    paths += [f"/games/{name}{more}" for name in club.hall.names() for more in ("", "/course.txt")]
    for path in paths:
        answer = pages.get(path)
        assert answer.status_code == 200
        assert "@" not in answer.text
        assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert pages.get("/games/1-fulford/game.log").status_code == 404


def test_the_story_of_a_game_runs_its_own_script_and_all_other_pages_run_none(club, pages):
    answer = pages.get("/games/1-fulford/story")
    policy = answer.headers["content-security-policy"]
    assert policy == f"{game_page.policy()}; frame-ancestors 'none'"
    assert answer.text.count("<script") == 2
    assert "@" not in answer.text.split('id="story">')[1].split("</script>")[0]
    tag = f'"another", W/{answer.headers["etag"]}'  # as a server in front writes it that sends less bytes
    again = pages.get("/games/1-fulford/story", headers={"If-None-Match": tag})
    assert (again.status_code, again.headers["content-security-policy"]) == (304, policy)
    assert 'href="/games/1-fulford/story"' in pages.get("/games/1-fulford").text
    for path in ("/", "/results", "/ratings", "/games/1-fulford", "/games/2-small", "/nothing"):
        other = pages.get(path)
        assert "<script" not in other.text
        assert "script-src" not in other.headers["content-security-policy"]
    assert pages.get("/games/9-nowhere/story").status_code == 404


def test_the_story_of_a_game_with_hidden_hands_is_what_everybody_may_see(club, pages):
    text = pages.get("/games/2-small/story").text
    log = GameLog(club.hall.game("2-small").log.path)
    public = story_json.make_story(Table.load(log), position_text.PUBLIC)
    assert text.encode() == game_page.write_page(public)


def test_a_page_that_has_not_changed_is_not_sent_again(pages):
    first = pages.get("/games/1-fulford")
    again = pages.get("/games/1-fulford", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_a_board_is_a_picture_and_what_is_not_there_is_a_page(pages):
    assert pages.get("/games/1-fulford/board.png").content.startswith(b"\x89PNG")
    for path in ("/games/9-nowhere", "/games/..%2f..%2fetc", "/nothing"):
        answer = pages.get(path)
        assert answer.status_code == 404
        assert "There is no such page" in answer.text


def test_words_are_text_and_no_markup_on_every_page(club, pages, monkeypatch):
    """Names of players and games, titles, what is done: a page has the same elements, whatever they say."""
    rated = [Rating("ann", 1.5, 2, 1)]
    monkeypatch.setattr("pbem.club.web.page_data.list_ratings", lambda index: rated)
    monkeypatch.setattr("pbem.club.web.page_data._ON_A_PAGE", 1)
    playing = page_data.games
    monkeypatch.setattr("pbem.club.web.page_data.games", lambda index, at, *_: playing(index, at, "playing"))
    paths = ["/", "/results", "/ratings", "/games/1-fulford", "/nothing"]
    filled = filled_twice(lambda: [pages.get(path) for path in paths], monkeypatch)
    assert len(filled) == len(paths)
    for template, as_it_is, with_nasty in filled:
        assert skeleton(with_nasty) == skeleton(as_it_is), template
        assert with_nasty.count("{{ 7 * 7 }}") > 0, template


def test_every_page_fits_a_telephone_and_a_desk_in_a_browser(club):
    paths = ["/", "/games/1-fulford", "/results", "/ratings"]
    seen = browsing.look(Pages(club.hall).app(), paths)
    assert len(seen) == 2 * len(paths)
    for page, told in seen.items():
        assert (told["wide"], told["over"]) == ([], False), page
        assert told["pictures"], page
        assert told["styled"], page


def test_the_verifier_is_the_one_page_with_a_script_and_no_other_runs_there(club, pages):
    answer = pages.get("/verify")
    policy = answer.headers["content-security-policy"]
    assert answer.text.count("<script>") == 1
    assert re.fullmatch(
        r"default-src 'none'; script-src '(sha256-[^' ]+)'; style-src '(sha256-[^' ]+)'; base-uri 'none'; "
        r"form-action 'none'; frame-ancestors 'none'",
        policy,
    )
    for name in club.hall.names():
        other = pages.get(f"/games/{name}")
        assert "<script" not in other.text
        assert "script-src" not in other.headers["content-security-policy"]
