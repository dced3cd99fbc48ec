"""Turns of games by mail that VASSAL itself recorded (3.7.26; Hastings and the landing of the Comet
3.8.0-beta1).

They were moved with the mouse on what `pbem show` wrote. Here each is handed in, taken in by the referee and
answered, and the answer opened again.

A log names the game in which it was made. Here a game like it is begun anew, and the log is given its name.
"""

import json
import re
from pathlib import Path

import pytest
from commands import good, pbem
from recording import Recorder

from generator.vassal.format.archive import open_archive
from generator.vassal.format.container import Metadata, read_save, save_bytes
from generator.vassal.lint import lint_file
from generator.vassal.positions.save_game import plan_of
from pbem.log.folder import Folder
from pbem.rules.table import Table
from pbem.vassal.origin import Origin

DATA = Path(__file__).parent / "data"
RECORD = re.compile(r"senlac-record/1 [0-9a-f]{64} [0-9]+ [0-9a-f]{64}")
SET_UP = ("deploy", "done")
TURNS = {
    "hastings": ("three_battles/hastings", "norman", ("saxon",)),
    "stamford_bridge": ("three_battles/stamford_bridge", "saxon", ("viking",)),
    "shield_wall": ("shield_wall/hastings", "norman", ("saxon",)),
    "hastings_berg": ("hastings_berg/hastings", "norman", ()),
    "comet_set_up": ("year_of_the_comet/campaign", "english", ()),
    "comet": ("year_of_the_comet/campaign", "viking", ("english",)),
}
"""The scenario, who recorded, and who has set up before him."""
SET_UPS = {"english": ("place LAN", "place HER", "place CAR")}
"""How a side has set up; any other as `SET_UP`."""
SHORT = {
    "comet_set_up": ["place LAN", "place HER", "place CAR"],
    "comet": ["invade DUR"],
}
"""What logs say that are short: blocks of which nobody knows more than where they were laid."""
LONG = ("shield_wall", "hastings_berg")
"""Whole set-ups, counter by counter."""
STILL_SETTING_UP = ("hastings_berg",)
"""Logs that end before the set-up is said to be done."""


def began(name, path):
    """A game in which the log may be handed in: its folder and the side of the log."""
    scenario, side, before = TURNS[name]
    good("new", scenario, "--out", path, "--player=referee=Rolf <rolf@example.org>")
    for other in before:
        (path / "orders.txt").write_text("\n".join(SET_UPS.get(other, SET_UP)) + "\n")
        handed_in(path, other, path / "orders.txt")
    return path, side


def handed_in(path, side, file):
    """Orders signed, taken in by the referee, his answer taken in by the side; the lines, later ones too."""
    code, out, err = pbem("move", file, "--dir", path / side, "--yes", "--json")
    assert code == 0, err
    made = json.loads(out)
    (signed,) = (path / side / "moves").glob("*.pbem")
    good("apply", signed, "--dir", path / "referee")
    for answer in sorted((path / "referee" / "answers").glob("*.pbem")):
        for each in {"saxon", "norman", "viking", "english"} & {folder.name for folder in path.iterdir()}:
            pbem("apply", answer, "--dir", path / each)
    return [*made["lines"], *made["later"]]


def table_of(path, role="referee"):
    return Table.load(Folder(path / role).log)


def log_for(path, name, to):
    """The recorded log, as if it had been made in this game."""
    table, plan = table_of(path), plan_of(DATA / f"{name}.vlog")[1]
    text = read_save(open_archive(DATA / f"{name}.vlog")).text
    stamped, count = RECORD.subn(str(Origin.of(table.walk, table.seq)), text)
    assert count >= 1
    data = plan.metadata
    to.write_bytes(save_bytes(stamped, Metadata(data.version, "", data.saved), data))
    return to


def test_the_logs_hold_no_password():
    for log in DATA.glob("*.vlog"):
        assert "save-password" not in {each.code for each in lint_file(log)}, log.name


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.long) if name in LONG else name for name in TURNS]
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
        assert len(said["orders"]) > 10
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
    path, side = began("hastings", tmp_path / "game")
    log = log_for(path, "refused", path / "turn.vlog")
    code, out, _ = pbem("orders", log, "--dir", path / side)
    assert code == 1 and "against rule 4.1: no way ends in 2921" in out and "2 orders; 1 to be mended" in out
    code, _, err = pbem("move", log, "--dir", path / side, "--yes")
    assert code == 1 and "rule 4.1" in err and not list((path / side).glob("moves/*.pbem"))
