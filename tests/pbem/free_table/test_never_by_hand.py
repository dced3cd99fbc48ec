"""Where the program carries out the rules, no unmarked hand is an act: what a rule refuses stays refused."""

import json
from importlib import import_module

from commands import good, pbem
from recording import Recorder

from modules.engine.gestures.by_hand import ActsByHand
from modules.free_table.hand_options import HandOptions
from modules.library import refereed_games

PLAYERS = ("saxon=Edith <e@example.org>", "norman=Odo <o@example.org>", "referee=Rolf <r@example.org>")


def test_a_drag_of_twelve_hexes_in_a_shipped_game_is_refused_and_is_no_act_by_hand(tmp_path):
    good("new", "three_battles/hastings", "--out", tmp_path, *(f"--player={player}" for player in PLAYERS))
    (tmp_path / "orders.txt").write_text("deploy\ndone\n")
    good("move", tmp_path / "orders.txt", "--dir", tmp_path / "saxon", "--yes")
    good("apply", tmp_path / "saxon" / "moves" / "0001-saxon.pbem", "--dir", tmp_path / "referee")
    good("apply", tmp_path / "referee" / "answers" / "0001.pbem", "--dir", tmp_path / "norman")
    good("show", "--dir", tmp_path / "norman", "--out", tmp_path / "now.vsav")
    hand = Recorder(tmp_path / "now.vsav")
    hand.drag("N-William", "2921")
    hand.say("* order: hand 4.1 put N-William 2921")
    code, out, _ = pbem("orders", hand.write(tmp_path / "t.vlog"), "--dir", tmp_path / "norman", "--json")
    said = json.loads(out)
    assert code == 1 and said["orders"] == []
    assert [(each["fate"], each["choices"]) for each in said["said"]] == [("refused", [])] * 2
    assert "no way ends in 2921" in said["said"][-1]["why"]["reason"]


def test_no_decision_of_a_game_with_rules_is_by_hand():
    for name in refereed_games():
        import_module(f"modules.{name}.rules")
    assert ActsByHand.__subclasses__() == [HandOptions]
    kinds = [HandOptions, *HandOptions.__subclasses__()]
    assert [each for each in kinds if not each.__module__.startswith("modules.free_table.")] == []
