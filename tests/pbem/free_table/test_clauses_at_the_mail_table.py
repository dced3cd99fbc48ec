"""A game by mail whose clauses the program carries out, at the table: a turn with an attack is drafted line
by line, sent, and goes on after its dice."""

import pytest
from by_mail import Tables

from generator.local_server.local_page import CallRefused
from generator.new_game.start import start_game


def test_a_turn_with_moves_and_an_attack_is_drafted_and_sent(tmp_path):
    start_game(tmp_path / "lohbach", "Lohbach", "gunpowder")
    tables = Tables(tmp_path / "mail", f"{tmp_path / 'lohbach'}/lohbach")
    tables.send("prussian", "deploy", "done")
    tables.post()
    tables.call("prussian", "begin")
    with pytest.raises(CallRefused, match=r"P-line-1 must stop in 0604, in the ZOC of C-light-2") as refused:
        tables.call("prussian", "give", line="move P-line-1 0504-0604-0703")
    assert refused.value.more == {"rule": "2.5"}
    tables.send("prussian", "move P-line-1 0504-0604", "done", "done")
    tables.post()
    tables.call("prussian", "begin")
    assert tables.tables["prussian"].seat.due_choice.kind == "attack"
    tables.send("prussian", "attack P-line-1 > C-light-2")
    tables.post()
    result = tables.tables["prussian"].seat.whole.state.result
    print("RESULT", result)
    assert tables.log("prussian") == tables.log("austrian") == tables.log("referee")
