"""The story of a game as JSON: it holds to its schema, and its positions are those that `pbem show` shows."""

import json
from importlib import resources

import pytest
from jsonschema import Draft202012Validator
from refereed import Game
from told_games import own_table, positions, public_table, shown_at, simulate, tell

from pbem.entry.bodies import Rollback
from pbem.messages.story import tell_all
from pbem.table import story_json

SCHEMA = json.loads((resources.files("pbem.table") / "page" / "story.schema.json").read_text("utf-8"))
GAMES = {
    "three_battles/fulford": "",
    "hastings_pulsipher/small": "saxon",
    "three_battles/campaign": "",
    "hastings_berg/hastings": "",
    "shield_wall/hastings": "",
    "year_of_the_comet/campaign": "norman",
}
"""Games, with the seat that is looked at where not everybody sees alike."""
LONGER = [pytest.param(game, marks=pytest.mark.whole) for game in list(GAMES)[2:]]


@pytest.fixture(scope="module", params=[*list(GAMES)[:2], *LONGER])
def game(tmp_path_factory, request):
    return simulate(tmp_path_factory.mktemp("story") / "game", request.param), GAMES[request.param]


@pytest.fixture(scope="module")
def story(game):
    path, seat = game
    return tell(own_table(path, seat), seat) if seat else tell(public_table(path))


def test_a_story_holds_to_its_schema(story):
    Draft202012Validator.check_schema(SCHEMA)
    assert [fault.message[:200] for fault in Draft202012Validator(SCHEMA).iter_errors(story)] == []
    assert story["steps"][0]["seq"] == 0
    assert any(step["events"] for step in story["steps"])
    assert any(step["rolls"] for step in story["steps"])
    assert story["dice"] and story["rules"] and story["charts"]
    named = {line["side"] for step in story["steps"] for line in step["lines"]}
    named |= {piece["side"] for piece in story["pieces"]}
    assert named - {""} <= {side["id"] for side in story["sides"]}


def test_each_entry_has_the_position_that_show_tells_of_it(game, story):
    path, seat = game
    found = positions(story)
    assert len(found) > 20
    for seq in [*found][:: max(1, len(found) // 15)]:
        assert found[seq] == shown_at(path, seat or "referee", seq), seq


def test_numbers_point_at_what_is_there_and_pieces_lie_at_their_places(story):
    pieces, sprites = range(len(story["pieces"])), range(len(story["sprites"]))
    for step in story["steps"]:
        board = story["boards"][step["board"]]
        places = {place["id"]: place for place in board["places"]}
        for piece, sprite, x, y, place, _, _ in step["changes"]:
            assert piece in pieces and sprite in sprites
            assert 0 <= x <= board["width"] and 0 <= y <= board["height"]
            assert place in places
        assert all(event["piece"] in range(-1, len(pieces)) for event in step["events"])
        assert not {change[0] for change in step["changes"]} & {*step["gone"]}


def test_a_step_tells_only_what_differs(story):
    lying, facts = {}, None
    for step in story["steps"]:
        for piece, *row in step["changes"]:
            assert lying.get(piece) != [step["board"], *row]
            lying[piece] = [step["board"], *row]
        for piece in step["gone"]:
            del lying[piece]
        assert step.get("facts", "none") != facts
        facts = step.get("facts", facts)


def test_the_same_game_gives_the_same_story(game, story):
    path, seat = game
    again = tell(own_table(path, seat), seat) if seat else tell(public_table(path))
    assert [name for name, value in again.items() if value != story[name]] == []


def test_what_was_taken_back_leaves_the_board_as_it_is_without_it(tmp_path, monkeypatch):
    game = Game(tmp_path)
    game.play("red")
    first = game.table().play.request.side
    enemy = {"red": "blue", "blue": "red"}[first]
    game.play(first, "done", f"strike {first}-a > {enemy}-a")
    table = game.table()
    back = table.next_entry("referee", Rollback(to=2, why="a slip", at=0))
    table.verifier.history.append(back)
    table.replay.rollback(back, 2)
    monkeypatch.setattr("pbem.messages.story.EventReader", lambda *_: None)  # the duel has no map
    told = list(tell_all(table, None))
    undone = [step for step in told if step.taken_back]
    assert undone and all(step.placed == told[-1].placed for step in undone)


def test_a_story_of_five_thousand_steps_grows_by_what_differs(tmp_path, monkeypatch):
    path = simulate(tmp_path / "game", "three_battles/fulford")
    table = public_table(path)
    once = list(tell_all(table, ""))
    many = once * (5000 // len(once) + 1)
    monkeypatch.setattr(story_json, "tell_all", lambda *_: iter(many))
    long = tell(table)
    lying, whole = {}, 0
    for step in long["steps"]:
        lying |= {change[0]: change for change in step["changes"]}
        whole += len(json.dumps([*lying.values()]))
    assert len(long["steps"]) > 4500
    assert len(json.dumps([step["changes"] for step in long["steps"]])) < 0.1 * whole
