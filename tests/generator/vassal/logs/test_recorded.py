"""What a person did, read from the log that VASSAL recorded meanwhile: pieces by their marks, places by
VASSAL's own arithmetic, undone steps passed over, passwords never."""

import pytest
from recording import PASSWORD, Recorder
from typer.testing import CliRunner

from generator.cli.app import app
from generator.vassal.format import commands as c
from generator.vassal.format.archive import open_archive, read_archive
from generator.vassal.format.container import read_save
from generator.vassal.format.errors import ContainerError
from generator.vassal.format.orders.marks import FIRE
from generator.vassal.format.passwords import cleaned, passwords
from generator.vassal.logs.log_file import open_log
from generator.vassal.logs.table import at_end
from generator.vassal.logs.tape import steps_of
from generator.vassal.positions.kept_plans import plan_for
from generator.vassal.positions.moments import Moment, turn_command
from generator.vassal.positions.read_position import read_position
from generator.vassal.positions.saves_of import saves_of
from modules import library
from modules.engine.gestures.hand import OFF, Mark, Phase, Point, Put, Turn
from modules.engine.square_board import Squares


def recorder(tmp_path, game, scenario):
    definition = library.definition(game)
    save = tmp_path / "start.vsav"
    save.write_bytes(saves_of(plan_for(definition)).setups()[scenario])
    return Recorder(save), definition


def made(recorder, definition, tmp_path, sides=("norman",)):
    log = open_log(recorder.write(tmp_path / "turn.vlog"))
    plans = recorder.plan.maps if hasattr(recorder.plan, "maps") else recorder.plan.boards
    return log.read(
        definition, {place for plan in plans.values() for place in places(plan.sheet.frame)}, sides
    )


def places(frame):
    if hasattr(frame, "grid"):
        return frame.grid.ids
    return frame.map.areas if hasattr(frame, "map") else Squares(frame.board).ids


@pytest.fixture
def hastings(tmp_path):
    return recorder(tmp_path, "three_battles", "hastings")


def test_drags_marks_and_combats_are_gestures(hastings, tmp_path):
    rec, definition = hastings
    rec.drag("N-knight-1", "1819", "1719")
    rec.mark("N-knight-1", "charge")
    rec.drag_together(["N-foot-1", "N-foot-2"], "1919")
    rec.declare(1, "N-knight-1", "S-fyrd-1", "N-foot-1")
    rec.declare(2, "N-archer-1", "S-fyrd-2", sign=FIRE)
    rec.flip("S-fyrd-1")
    found = made(rec, definition, tmp_path)
    gestures = [each.gesture for each in found.made]
    assert [g.way for g in gestures if isinstance(g, Put)][:2] == [("1720", "1819"), ("1819", "1719")]
    assert [g.pieces[0].counter for g in gestures if isinstance(g, Put)][2:] == ["N-foot-1", "N-foot-2"]
    assert [(g.pieces[0].counter, g.word) for g in gestures if isinstance(g, Mark)] == [
        ("N-knight-1", "charge"), ("S-fyrd-1", "reduced")
    ]  # fmt: skip
    combat, fire = (g for g in gestures if isinstance(g, Point))
    assert {p.counter for p in combat.pieces} == {"N-knight-1", "N-foot-1"} and combat.word == "combat"
    assert [p.counter for p in combat.at] == ["S-fyrd-1"]
    assert (fire.word, fire.pieces[0].counter, fire.at[0].counter) == ("fire", "N-archer-1", "S-fyrd-2")
    assert found.start.moment == Moment(1, found.start.moment.player, found.start.moment.phase)


def test_the_phase_marker_closes_a_phase_and_may_be_put_back(hastings, tmp_path):
    rec, definition = hastings
    battle = definition.hex_scenarios["hastings"]
    phases = [phase.id for phase in definition.game.sequence]

    def at(n):
        return turn_command(definition, battle, Moment(1, "norman", phases[n])).state

    for n in (1, 2, 1):
        rec.track(at(n))
    gestures = [each.gesture for each in made(rec, definition, tmp_path).made]
    assert all(isinstance(each, Phase) for each in gestures)
    assert [each.phase for each in gestures] == phases[:1]


def test_what_was_undone_is_passed_over_and_what_was_undone_of_that_is_not(hastings, tmp_path):
    rec, definition = hastings
    rec.drag("N-foot-1", "1919")
    rec.drag("N-foot-2", "1920")
    rec.undo()
    rec.undo()
    rec.drag("N-foot-3", "1921")
    found = made(rec, definition, tmp_path)
    assert [each.gesture.pieces[0].counter for each in found.made] == ["N-foot-3"]
    assert found.steps == 5
    move = c.log_step(c.Chat("x"))
    undo = c.log_step(c.Undo(True), c.Undo(False))
    assert [step.counts for step in steps_of([move, undo])] == [False, False]
    assert [step.counts for step in steps_of([move, undo, move, undo, undo])] == [True, *[False] * 4]
    assert [step.counts for step in steps_of([move, move, undo, undo, move])] == [*[False] * 4, True]


def test_a_piece_off_the_board_and_one_that_is_turned(tmp_path):
    rec, definition = recorder(tmp_path, "hastings_berg", "hastings")
    name = next(p.counter for p in made_start(rec) if p.facing == "N" or p.facing)
    rec.turn(name, 2)
    gestures = [each.gesture for each in made(rec, definition, tmp_path).made]
    assert isinstance(gestures[0], Turn) and gestures[0].facing
    rec, definition = recorder(tmp_path, "three_battles", "fulford")
    name = made_start(rec)[0].counter
    rec.drag(name, ("Eliminated", 10, 10))
    [put] = [each.gesture for each in made(rec, definition, tmp_path).made]
    assert isinstance(put, Put) and put.way[-1] == OFF


def made_start(rec):
    return read_position(rec.plan, rec.text()).placed


def test_cards_are_put_from_square_to_square(tmp_path):
    rec, definition = recorder(tmp_path, "hastings_pulsipher", "small")
    card = next(p.counter for p in made_start(rec) if definition.counters.get(p.counter) is not None)
    squares = sorted(Squares(definition.boards["small"]).ids)
    rec.drag(card, squares[0], squares[1])
    gestures = [each.gesture for each in made(rec, definition, tmp_path).made]
    assert [g.way[-1] for g in gestures] == squares[:2] and gestures[0].pieces[0].counter == card


def test_blocks_are_put_from_area_to_area(tmp_path):
    rec, definition = recorder(tmp_path, "year_of_the_comet", "campaign")
    block = next(p.counter for p in made_start(rec) if p.place == "LON")
    rec.drag(block, "ELY")
    [put] = [each.gesture for each in made(rec, definition, tmp_path).made]
    assert put.way == ("LON", "ELY")


def test_the_end_of_a_log_is_a_position(hastings, tmp_path):
    rec, _ = hastings
    before = {p.counter: p.place for p in made_start(rec)}
    rec.drag("N-foot-1", "1919")
    text = read_save(open_archive(rec.write(tmp_path / "turn.vlog"))).text
    after = {p.counter: p.place for p in read_position(rec.plan, at_end(text)).placed}
    assert after == {**before, "N-foot-1": "1919"}


def test_a_password_is_found_and_taken_out(hastings, tmp_path):
    rec, _ = hastings
    rec.drag("N-foot-1", "1919")
    rec.undo()
    archive = open_archive(rec.write(tmp_path / "turn.vlog"))
    assert passwords(c.read_commands(read_save(archive).text)) == {PASSWORD}
    data, count = cleaned(archive)
    clean = read_archive(data, "clean")
    text = read_save(clean).text
    assert count == 1 and PASSWORD not in text and "N-foot-1" in text
    assert len(steps_of(c.read_commands(text))) == 2
    assert set(clean.entries) == set(archive.entries)
    assert cleaned(clean) == (data, 0)


def test_a_password_that_hides_a_piece_is_not_passed_over(hastings, tmp_path):
    rec, _ = hastings
    rec.say(f"* masked by {PASSWORD}")
    with pytest.raises(ContainerError, match="turn up what you hide"):
        cleaned(open_archive(rec.write(tmp_path / "turn.vlog")))


def test_commands_show_the_end_of_a_log_and_take_passwords_out(hastings, tmp_path):
    rec, _ = hastings
    rec.drag("N-foot-1", "1919")
    log, runner = rec.write(tmp_path / "turn.vlog"), CliRunner()
    lines = [
        runner.invoke(app, ["vassal", "read", str(log), *end]).output.splitlines() for end in ([], ["--end"])
    ]
    assert {*lines[0]} - {*lines[1]} == {"  1920      N-foot-1"}
    assert {*lines[1]} - {*lines[0]} == {"  1919      N-foot-1"}
    assert lines[0][1:] == sorted(lines[0][1:], key=lambda line: line.split()[0])
    told = runner.invoke(app, ["lint", str(log)]).output
    assert "save-password" in told and "0 errors, 1 warning" in told
    assert runner.invoke(app, ["vassal", "clean", str(log)]).output == f"wrote {log}: 1 password taken out\n"
    assert "no problems found" in runner.invoke(app, ["lint", str(log)]).output
