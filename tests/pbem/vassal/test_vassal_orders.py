"""Hastings by mail, moved in VASSAL: a log recorded on the position of today becomes a signed move; one of
another position, game or module is refused by name, and the player's password goes nowhere.
"""

import json
import shutil

import pytest
from commands import good, pbem
from recording import PASSWORD, Recorder

from generator.vassal.format import commands as c
from generator.vassal.format.archive import open_archive
from generator.vassal.format.container import read_save
from pbem.log.party.folder import Folder
from pbem.rules.table import Table
from pbem.vassal import recorded_log
from pbem.vassal.file_origin import Origin

PLAYERS = (
    "saxon=Edith <edith@example.org>",
    "norman=Odo <odo@example.org>",
    "referee=Rolf <rolf@example.org>",
)


def began(path):
    """Hastings, set up; the Normans move. The folder of all three."""
    good("new", "three_battles/hastings", "--out", path, *(f"--player={player}" for player in PLAYERS))
    (path / "orders.txt").write_text("deploy\ndone\n")
    good("move", path / "orders.txt", "--dir", path / "saxon", "--yes")
    good("apply", path / "saxon" / "moves" / "0001-saxon.pbem", "--dir", path / "referee")
    good("apply", path / "referee" / "answers" / "0001.pbem", "--dir", path / "norman")
    return path


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    path = began(tmp_path_factory.mktemp("hastings"))
    good("show", "--dir", path / "norman", "--out", path / "now.vsav")
    return path


@pytest.fixture
def game(table, tmp_path):
    shutil.copytree(table, tmp_path / "game")
    return tmp_path / "game"


def turn(path):
    """A turn dragged: a march hex by hex, one in a single drag, one that was undone, a charge."""
    recorder = Recorder(path / "now.vsav")
    recorder.drag("N-knight-1", "1819", "1719")
    recorder.drag("N-foot-1", "1919")
    recorder.drag("N-foot-2", "1920")
    recorder.drag("B-foot-1", "2013")
    recorder.undo()
    recorder.drag("N-archer-1", "2218")
    recorder.drag_together(["B-foot-3", "B-foot-4"], "2117")
    recorder.undo()
    recorder.say("<Odo> - done! move N-foot-3 2922")
    return recorder


PLAIN = "Hastings, no hex numbers"
ORDERS = ["move N-knight-1 1819-1719", "move N-foot-1 1919", "move N-foot-2 1920"]


def test_a_turn_that_was_dragged_is_signed_and_taken_in(game):
    log = turn(game).write(game / "turn.vlog")
    assert PASSWORD.encode() not in log.read_bytes()  # it stands behind the XOR of the file
    code, out, _ = pbem("orders", log, "--dir", game / "norman", "--out", game / "drawn.txt")
    rows = out.splitlines()
    assert code == 0 and rows[0].endswith("turn.vlog: 10 steps") and rows[-2] == "4 orders"
    assert rows[1].split() == [
        "steps",
        "1-2",
        "N-knight-1",
        "1720",
        ">",
        "1819",
        ">",
        "1719",
        *ORDERS[0].split(),
    ]
    said = json.loads(good("orders", log, "--dir", game / "norman", "--json"))
    assert said["orders"][:3] == ORDERS and said["orders"][3].startswith("move N-archer-1 ")
    written = (game / "drawn.txt").read_text().splitlines()
    assert written[1:4] == ORDERS
    code, out, _ = pbem("move", log, "--dir", game / "norman", "--yes", "--json")
    assert code == 0 and json.loads(out)["lines"] == said["orders"]
    good("apply", game / "norman" / "moves" / "0003-norman.pbem", "--dir", game / "referee")
    state = Table.load(Folder(game / "referee").log).play.state
    assert state.units["N-knight-1"].at == "1719" and state.units["B-foot-1"].at == "2014"
    for file in (file for file in game.rglob("*") if file.is_file()):
        assert PASSWORD.encode() not in file.read_bytes(), file


def test_a_turn_on_the_board_without_numbers_is_the_same_turn(tmp_path):
    """`pbem show --board` lays the position out on it by the name that the module gives."""
    game = began(tmp_path)
    good("show", "--dir", game / "norman", "--out", game / "plain.vsav", "--board", PLAIN)
    boards = {
        each.boards[0][0]
        for each in c.read_commands(read_save(open_archive(game / "plain.vsav")).text)
        if isinstance(each, c.Boards)
    }
    assert PLAIN in boards and "Hastings" not in boards
    recorder = Recorder(game / "plain.vsav")
    recorder.drag("N-knight-1", "1819", "1719")
    recorder.drag("N-foot-1", "1919")
    recorder.drag("N-foot-2", "1920")
    log = recorder.write(game / "plain.vlog")
    said = json.loads(good("orders", log, "--dir", game / "norman", "--json"))
    assert said["orders"] == ORDERS
    assert pbem("move", log, "--dir", game / "norman", "--yes")[0] == 0
    good("show", "--dir", game / "norman", "--out", game / "game.vlog", "--board", PLAIN)
    assert PLAIN.encode() in read_save(open_archive(game / "game.vlog")).text.encode()


def test_a_board_that_the_module_does_not_have_is_told_with_those_it_has(game):
    code, _, err = pbem(
        "show", "--dir", game / "norman", "--out", game / "new.vsav", "--board", "Stamford Bridge"
    )
    assert code == 2 and f"no board 'Stamford Bridge' for this: it has 'Hastings', '{PLAIN}'" in err
    assert not (game / "new.vsav").exists()
    code, _, err = pbem("show", "--dir", game / "norman", "--out", game / "new.png", "--board", PLAIN)
    assert code == 2 and "--board is for .vsav and .vlog files" in err


def test_two_logs_for_one_turn_and_one_of_yesterday(tmp_path):
    """The first is signed; the second finds the place in the log taken, and then the game gone on."""
    game = began(tmp_path)
    good("show", "--dir", game / "norman", "--out", game / "now.vsav")
    log = turn(game).write(game / "turn.vlog")
    assert pbem("move", log, "--dir", game / "norman", "--yes")[0] == 0
    other = Recorder(game / "now.vsav")
    other.drag("N-foot-1", "1919")
    code, _, err = pbem("move", other.write(game / "other.vlog"), "--dir", game / "norman", "--yes")
    assert code == 1 and "signed" in err
    assert len(list((game / "norman" / "moves").glob("*.pbem"))) == 1
    good("apply", game / "norman" / "moves" / "0003-norman.pbem", "--dir", game / "referee")
    good("apply", game / "referee" / "answers" / "0003.pbem", "--dir", game / "norman")
    code, _, err = pbem("orders", log, "--dir", game / "norman")
    assert code == 1 and "on the position after entry 2; since then the game went on to entry 4" in err
    code, _, err = pbem("orders", log, "--dir", game / "saxon")
    assert code == 1 and "take in the mails that are missing" in err


def test_a_log_of_another_game_is_refused_by_name(game, tmp_path):
    other = began(tmp_path / "other")
    log = turn(game).write(tmp_path / "turn.vlog")
    code, _, err = pbem("orders", log, "--dir", other / "norman")
    mine, theirs = (Table.load(Folder(each / "norman").log).verifier.game[:8] for each in (game, other))
    assert code == 1 and f"was recorded in game {mine}; this is game {theirs}" in err


def test_a_log_of_an_older_module_goes_by_its_position(game):
    """An older module keeps no property that says to which game the save belongs."""
    recorder = turn(game)
    recorder.forget_record()
    log = recorder.write(game / "turn.vlog", version="0.0.9")
    code, out, _ = pbem("orders", log, "--dir", game / "norman")
    assert code == 0 and "recorded with version 0.0.9 of the module" in out
    assert "the position alone is compared" in out and "4 orders" in out
    recorder = Recorder(game / "now.vsav")
    recorder.forget_record()
    recorder.start_elsewhere("N-foot-1", "1919")
    recorder.drag("N-foot-2", "1920")
    code, _, err = pbem("orders", recorder.write(game / "turn.vlog"), "--dir", game / "norman")
    assert code == 1 and "N-foot-1 is 1919 there, 1920 in the game" in err


def test_what_is_against_the_rules_is_told_and_nothing_is_signed(game):
    recorder = Recorder(game / "now.vsav")
    recorder.drag("N-foot-1", "1919")
    recorder.drag("N-William", "2921")
    recorder.drag("S-Harold", "2222")
    log = recorder.write(game / "turn.vlog")
    code, out, _ = pbem("orders", log, "--dir", game / "norman")
    assert code == 1 and "against rule 4.2: no way ends in 2921" in out and "1 order; 2 to be mended" in out
    code, _, err = pbem("move", log, "--dir", game / "norman", "--yes")
    assert code == 1 and "step 2: N-William put 1722 > 2921: against rule 4.2" in err
    assert not list((game / "norman").glob("moves/*"))


def test_files_that_are_no_log_are_one_line(game, tmp_path):
    code, _, err = pbem("orders", game / "now.vsav", "--dir", game / "norman")
    assert code == 1 and "nothing was recorded in it" in err
    (tmp_path / "a.vlog").write_bytes(b"no zip")
    code, _, err = pbem("orders", tmp_path / "a.vlog", "--dir", game / "norman")
    assert code == 1 and err.count("\n") == 1
    log = turn(game).write(game / "turn.vlog")
    code, _, err = pbem("orders", log, "--dir", game / "saxon")
    assert code == 1


def test_a_log_that_grows_beyond_all_reason_is_not_unpacked(game, monkeypatch):
    log = turn(game).write(game / "turn.vlog")
    monkeypatch.setattr(recorded_log, "LARGEST", 100_000)
    code, _, err = pbem("orders", log, "--dir", game / "norman")
    assert code == 1 and "more than 100000" in err
    monkeypatch.setattr(recorded_log, "LARGEST", 16 << 20)
    monkeypatch.setattr(recorded_log, "MOST_STEPS", 5)
    code, _, err = pbem("orders", log, "--dir", game / "norman")
    assert code == 1 and "10 steps, at most 5 are read" in err


def test_the_game_as_a_log_says_at_its_end_where_the_game_stands(game):
    good("show", "--dir", game / "norman", "--out", game / "game.vlog")
    table = Table.load(Folder(game / "norman").log)
    commands = c.read_commands(read_save(open_archive(game / "game.vlog")).text)
    said = [each for command in commands for each in c_of(command) if isinstance(each, c.SetProperty)]
    records = [each.value for each in said if each.name == "Record"]
    assert records == [str(Origin.after_entry(table.verifier, seq)) for seq in (0, table.seq)]


def c_of(command):
    if isinstance(command, c.Group):
        return [each for inner in command.commands for each in c_of(inner)]
    return [command.command if isinstance(command, c.Log) else command]
