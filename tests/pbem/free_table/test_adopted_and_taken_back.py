"""A game that has adopted clauses is taken back to a point before that: the clauses stay in force. Programs
that go on from a snapshot read it as those that begin anew."""

import pytest
from commands import pbem
from test_clauses_by_mail import MOVES, Growing

from pbem.log.verdict import Status
from pbem.play import snapshots


@pytest.mark.parametrize("every", [1, 1000], ids=["with snapshots", "without"])
def test_clauses_stay_in_force_when_the_game_is_taken_back_to_before_them(tmp_path, monkeypatch, every):
    monkeypatch.setattr(snapshots, "EVERY", every)
    game = Growing(tmp_path)
    game.move("raider", "hand 5.2 put R-rider-1 0404", "done")
    before = game.table().seq
    game.move("raider", "hand 2 put R-rider-1 0704", "done", "done", "done")
    game.grow(MOVES)
    game.move("shire", "move S-fyrd-1 0502", "done", "done", "done")
    assert not game.table().play.state.past
    referee = game.folders["referee"].path
    assert pbem("rollback", "--to", str(before), "--why", "A mistake.", "--dir", referee)[0] == 0
    game._sign("referee")
    state = game.table().play.state
    assert (state.turn, state.active, state.phase, state.past) == (1, "raider", "movement", False)
    assert (state.at["R-rider-1"], state.at["S-fyrd-1"]) == ("0404", "0602")
    assert "rule 2:" in game.refused("raider", "hand 2 put R-rider-1 0704")
    assert "rule 2:" in game.refused("raider", "move R-rider-1 0504-0604")
    game.move("raider", "move R-rider-1 0504", "done")
    assert game.verify() == {Status.INCOMPLETE}
