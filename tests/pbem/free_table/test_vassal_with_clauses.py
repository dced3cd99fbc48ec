"""A game with clauses in VASSAL: what is dragged in a phase by program is an order of the program, and what a
clause forbids is refused under its number; in a phase by hand it is an act by hand."""

import pytest
from by_hand import start_earlier
from pasting import block_of, pasted_into
from table_logs import ByHand

from pbem.log.party.folder import Folder

HEADING = "Raiders, turn 1, Raiders, Movement"


@pytest.fixture
def game(tmp_path):
    start_earlier(tmp_path / "mill", "The mill bridge", "tapestry")
    made = ByHand(tmp_path, tmp_path / "mill", "mill_bridge", ("shire", "raider"))
    made.say("raider", "deploy", "done")
    return made


def test_a_block_of_drags_is_moves_that_the_clauses_check(game):
    lines = ["put R-hirdman-4: 0405-0505", "put R-hirdman-1: 0304-0404", "put R-Orm: 0304-0404-0503-0603"]
    found = pasted_into(
        Folder(game.of("raider")), game.table("raider"), "raider", block_of(HEADING, lines)
    )  # fmt: skip
    assert found.lines == ("move R-hirdman-4 0505", "move R-hirdman-1 0404", "done")
    (refused,) = found.open
    assert (refused.fate, refused.why.rule) == ("refused", "2")
    assert "0603 is held by S-fyrd-2" in refused.why.reason


def test_a_recorded_log_goes_from_moves_by_program_to_acts_by_hand(game):
    recorder = game.recorder("raider")
    recorder.drag("R-hirdman-4", "0505")
    recorder.go_on(1, "raider", "combat")
    recorder.drag("S-fyrd-1", "0702")
    code, said = game.read("raider", recorder)
    assert code == 0
    assert said["orders"] == ["move R-hirdman-4 0505", "done", "hand 3.3 put S-fyrd-1 0702"]
