"""A game wholly by clauses in VASSAL: an attack is said in the chat, and what is dragged after a combat
retreats and advances."""

from pathlib import Path

import pytest
from table_logs import ByHand

METZ = Path(__file__).parents[2] / "modules" / "ruled_games" / "metz"
ATTACK = "attack A-cc-1,A-cc-2 > G-reg-2"


@pytest.fixture
def game(tmp_path):
    made = ByHand(tmp_path, METZ, "september", ("american", "german"))
    made.say("american", "move A-cc-1 0304", "move A-cc-2 0305", "done")
    return made


def test_an_attack_is_said_and_a_drag_is_a_retreat_or_an_advance(game):
    recorder = game.recorder("american")
    recorder.say(f"<Edith> - order: {ATTACK}")
    assert game.read("american", recorder)[1]["orders"] == [ATTACK]
    game.say("american", ATTACK)  # with each die the defender retreats a hex
    recorder = game.recorder("german")
    recorder.drag("G-reg-2", "0506")
    code, said = game.read("german", recorder)
    assert (code, said["said"][0]["fate"], said["said"][0]["why"]["rule"]) == (1, "refused", "6.1")
    recorder = game.recorder("german")
    recorder.drag("G-reg-2", "0504")
    assert game.read("german", recorder)[1]["orders"] == ["retreat G-reg-2 0504"]
    game.say("german", "retreat G-reg-2 0504")
    recorder = game.recorder("american")
    recorder.drag("A-cc-1", "0404")
    recorder.go_on(1, "german", "movement")
    assert game.read("american", recorder)[1]["orders"] == ["advance A-cc-1 0404", "done"]
