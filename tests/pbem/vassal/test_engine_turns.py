"""Set-ups and turns of games by mail that VASSAL itself recorded (3.7.26; the Norman turns of Hastings and of
the shield wall and the landing of the Comet 3.8.0-beta1).

They were moved with the mouse on what `pbem show` wrote. Here each is handed in, taken in by the referee and
answered, and the answer opened again: a turn on the set-up that was recorded before it.
"""

import json

import pytest
from commands import good, pbem
from recorded_logs import DATA, handed_in, log_for, table_of
from recording import Recorder

from generator.vassal.lint import lint_file

SET_UP = ("deploy", "done")
TURNS = {
    "hastings_set_up": ("three_battles/hastings", "saxon", {}),
    "hastings": ("three_battles/hastings", "norman", {"saxon": "hastings_set_up"}),
    "stamford_bridge_set_up": ("three_battles/stamford_bridge", "viking", {}),
    "stamford_bridge": ("three_battles/stamford_bridge", "saxon", {"viking": "stamford_bridge_set_up"}),
    "shield_wall_set_up": ("shield_wall/hastings", "saxon", {}),
    "shield_wall": ("shield_wall/hastings", "norman", {"saxon": "shield_wall_set_up", "norman": SET_UP}),
    "hastings_berg": ("hastings_berg/hastings", "norman", {}),
    "comet_set_up": ("year_of_the_comet/campaign", "english", {}),
    "comet": ("year_of_the_comet/campaign", "viking", {"english": "comet_set_up"}),
}
"""The scenario, who recorded, and who has set up before him: by a log of his own, or by orders."""
SHORT = {
    "comet_set_up": ["place LAN", "place HER", "place CAR"],
    "comet": ["invade DUR"],
    "stamford_bridge_set_up": [
        "place V-Haraldr 4804",
        "place V-hird 4805",
        "place V-bondi-7 4905",
        "deploy",
        "done",
    ],
    "shield_wall_set_up": ["place S-Harold 0408", "place S-Gyrth 0410", "deploy", "done"],
    "shield_wall": [
        "move N-archer-3 1116-1115-1114-1113-1012-1011",
        "move N-archer-4 1216-1215-1214-1213-1212-1211",
        "move B-archer-1 0316-0315-0314-0413",
        "move N-archer-2 1016-1015-1014-1013",
        "move N-foot-4 1117-1116-1115-1114-1113",
        "done",
        "fire N-archer-3 > 0608",
    ],
}
"""What logs say that are short: what is typed in the chat, such as `deploy`, is among it."""
REFUSED = ("stamford_bridge",)
"""Turns that the rules refuse in part."""
LONG = ("hastings_berg",)
"""A whole set-up, counter by counter."""
STILL_SETTING_UP = ("hastings_berg",)
"""Logs that end before the set-up is said to be done."""


def began(name, path):
    """A game in which the log may be handed in: its folder and the side of the log."""
    scenario, side, before = TURNS[name]
    good("new", scenario, "--out", path, "--player=referee=Rolf <rolf@example.org>")
    for other, how in before.items():
        file = path / "orders.txt"
        if isinstance(how, str):
            file = log_for(path, how, path / "before.vlog")
        else:
            file.write_text("\n".join(how) + "\n")
        handed_in(path, other, file)
    return path, side


def test_the_logs_hold_no_password():
    for log in DATA.glob("*.vlog"):
        assert "save-password" not in {each.code for each in lint_file(log)}, log.name


@pytest.mark.whole
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.long) if name in LONG else name
        for name in TURNS
        if name not in REFUSED
    ],
)
def test_a_turn_is_handed_in_accepted_answered_and_opened_again(name, tmp_path):
    path, side = began(name, tmp_path / "game")
    code, _, err = pbem("orders", DATA / f"{name}.vlog", "--dir", path / side)
    assert code == 1 and "was recorded in game" in err and "give the folder of that game" in err
    log = log_for(path, name, path / "turn.vlog")
    said = json.loads(good("orders", log, "--dir", path / side, "--json"))
    if name in SHORT:
        assert said["orders"] == SHORT[name]
    else:
        assert len(said["orders"]) >= 8
        assert ("done" in said["orders"]) == (name not in STILL_SETTING_UP)
    before = table_of(path).seq
    assert handed_in(path, side, log) == said["orders"]
    assert table_of(path).seq == table_of(path, side).seq > before
    code, out, err = pbem("verify", path / "referee")
    assert code in (0, 3) and out.startswith("incomplete") and not err
    answer = path / "answer.vsav"
    good("show", "--dir", path / side, "--out", answer)
    assert lint_file(answer) == []
    recorder = Recorder(answer)  # what it says of itself is the game as it stands
    recorder.say("seen")
    code, _, err = pbem("orders", recorder.write(path / "next.vlog"), "--dir", path / side)
    assert "does not begin" not in err and (code == 0 or "nothing to decide" in err), err
    code, _, err = pbem("move", log, "--dir", path / side, "--yes")
    assert code == 1 and "since then the game went on to entry" in " ".join(err.split())


def test_a_move_against_the_rules_names_the_rule_and_the_rest_is_read(tmp_path):
    path, side = began("stamford_bridge", tmp_path / "game")
    log = log_for(path, "refused", path / "turn.vlog")
    code, out, _ = pbem("orders", log, "--dir", path / side)
    assert code == 1 and "against rule 15.4 later: S-Harold-mounted can still enter the map" in out
    assert "5 orders; 4 to be mended" in out and "charge" not in out.split("turn 1")[0]
    code, _, err = pbem("move", log, "--dir", path / side, "--yes")
    assert code == 1 and "rule 15.4" in err and not list((path / side).glob("moves/*.pbem"))


def test_units_that_stop_in_the_doorway_are_refused_and_the_rest_is_read(tmp_path):
    """The recorded Saxons put a unit into each hex of the edge, and 26 would have stayed off the map."""
    path, side = began("stamford_bridge", tmp_path / "game")
    log = log_for(path, "stamford_bridge", path / "turn.vlog")
    code, out, _ = pbem("orders", log, "--dir", path / side)
    said = " ".join(out.split())
    assert code == 1 and "S-rider-1 can still enter the map, so it must" in said
    assert "others wait to enter the map in 3109, and S-thegn-3 can move on from there, so it must" in said
    assert "move S-rider-3 3105-3205-3306" in said


def test_a_leader_goes_with_his_stack_and_an_undone_step_is_none(tmp_path):
    path, side = began("hastings", tmp_path / "game")
    log = log_for(path, "hastings", path / "turn.vlog")
    said = json.loads(good("orders", log, "--dir", path / side, "--json"))["orders"]
    way = "1916-1915-1914-2013-2113"
    assert f"move B-knight-2 {way}" in said and f"move B-Alain {way}" in said
    assert not any("N-foot-1" in line for line in said)
    assert said[-1] == "attack N-knight-6 > S-huscarl-7,S-huscarl-6"
