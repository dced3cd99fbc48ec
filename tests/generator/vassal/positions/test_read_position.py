"""Positions both ways: what is written as a save is read back, whoever ordered it, and the rest is named."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plans import shipped_plan
from typer.testing import CliRunner

from generator.cli.app import app
from generator.vassal.format import commands as c
from generator.vassal.format.archive import read_archive
from generator.vassal.format.container import Metadata, deobfuscate, save_bytes
from generator.vassal.format.errors import ContainerError
from generator.vassal.format.pieces import BasicPiece, Piece
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.names import BATTLEFIELD
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.read_position import read_position
from generator.vassal.positions.save_game import plan_of
from generator.vassal.positions.saved_position import LOST
from generator.vassal.positions.saves_of import saves_of
from generator.vassal.positions.setups_hexes import ENTERING, set_up
from modules.engine.position import PlacedCounter

PLAN = shipped_plan("three_battles")
assert isinstance(PLAN, HexModule)
GAME, SAVES = PLAN.definition, saves_of(PLAN)
HASTINGS = GAME.hex_scenarios["hastings"]
HEXES = sorted(PLAN.maps["hastings"].sheet.frame.grid.ids)
MOMENT = Moment(3, "saxon", GAME.game.sequence[-1].id)


def text_of(save):
    return deobfuscate(read_archive(save, "x").read("savedGame"))


def written(*placed, moment=MOMENT):
    return text_of(SAVES.position(HASTINGS, placed, moment, "x"))


@st.composite
def positions(draw):
    found = []
    for counter_id in draw(st.lists(st.sampled_from(sorted(GAME.counters)), unique=True, max_size=12)):
        counter = GAME.counters[counter_id]
        states = sorted(PLAN.file.of_kind(counter.kind, counter.role))
        marks = draw(st.lists(st.sampled_from(states), unique=True)) if states else []
        place = draw(st.sampled_from([*HEXES[:40], LOST]))
        ordered = tuple(name for name in PLAN.file.states if name in marks)
        reduced = counter.back is not None and draw(st.booleans())
        found.append(PlacedCounter(counter_id, counter.side, place, reduced, ordered))
    return found


def by_place(placed):
    """Places in any order, but the counters of each from the bottom up: leaders are drawn above units."""
    placed = sorted(placed, key=lambda p: GAME.counters[p.counter].role == "leader")
    return {
        each.place: [p for p in placed if p.place == each.place] for each in placed if each.place != LOST
    } | {LOST: sorted((p for p in placed if p.place == LOST), key=lambda p: p.counter)}


@settings(max_examples=40, deadline=None)
@given(positions(), st.sampled_from(GAME.game.sequence), st.integers(1, 9))
def test_a_position_that_is_written_is_read_back(placed, phase, turn):
    moment = Moment(turn, "norman", phase.id)
    found = read_position(PLAN, written(*placed, moment=moment))
    assert by_place(found.placed) == by_place(placed)
    assert (found.unplaced, found.moment) == ((), moment)


@pytest.mark.parametrize("name", GAME.hex_scenarios)
def test_every_set_up_is_read_back(name):
    battle = GAME.hex_scenarios[name]
    found = read_position(PLAN, text_of(SAVES.setup(battle)))
    expected = set_up(GAME, battle)
    assert by_place(found.placed) == by_place(expected)
    assert found.unplaced == () and found.maps == (battle.map,)
    waiting = [p.counter for p in found.placed if p.place == ENTERING]
    assert waiting == [p.counter for p in expected if p.place == ENTERING]


def test_the_order_and_grouping_in_which_vassal_saves_do_not_matter():
    knight, leader = (
        PlacedCounter("N-knight-1", "norman", HEXES[5], True),
        PlacedCounter("N-William", "norman", HEXES[5]),
    )
    first, *pieces = c.read_commands(written(knight, leader))[:5]
    rest = [each for each in c.read_commands(written(knight, leader)) if not isinstance(each, c.AddPiece)]
    text = c.write_commands([first, c.Group(tuple(reversed(pieces))), *rest[1:]])
    found = read_position(PLAN, text)
    assert (found.placed, found.moment) == ((knight, leader), MOMENT)


def test_a_marker_lies_on_the_unit_below_the_leader():
    knight = PlacedCounter("N-knight-1", "norman", HEXES[5], markers=("arrows",))
    leader = PlacedCounter("N-William", "norman", HEXES[5])
    assert read_position(PLAN, written(knight, leader)).placed == (knight, leader)
    alone = PlacedCounter("N-William", "norman", HEXES[6], markers=("arrows", "arrows"))
    assert read_position(PLAN, written(alone)).placed == (alone,)


def with_piece(piece, *more):
    commands = c.read_commands(written(*more))
    return c.write_commands([*commands[:-1], c.AddPiece.of("9", piece), c.END_SAVE])


def test_what_has_no_place_is_named_with_its_reason():
    title = BATTLEFIELD
    knight = PlacedCounter("N-knight-1", "norman", HEXES[5])
    piece = PLAN.roster.counter("N-knight-1")
    marker = PLAN.roster.marker(next(iter(GAME.game.markers)))
    for stray, why in (
        (Piece(BasicPiece("a.png", "Tank", title, 500, 500)), "not a counter or marker"),
        (piece.at(title, 2, 2), "in no hex or box"),
        (piece.at("Elsewhere", 500, 500), "in no hex or box"),
        (piece.at(title, *PLAN.maps["hastings"].at(HEXES[9])), "already placed"),
        (marker.at(title, 500, 500), "not on a counter"),
    ):
        found = read_position(PLAN, with_piece(stray, knight))
        assert found.placed == (knight,)
        assert [why in each.why for each in found.unplaced] == [True]


@pytest.mark.parametrize("state", ["0|x", "", "0|3;0;false;-1;9\\;0\\;0\\;true\\;0\\\\;0", "0"])
def test_a_turn_that_the_game_does_not_have_is_none(state):
    text = c.write_commands([c.BEGIN_SAVE, c.Turn("TurnTracker0", state), c.END_SAVE])
    assert read_position(PLAN, text).moment is None


@pytest.fixture
def planned(monkeypatch):
    """Planning once is enough."""
    for name in ("module.planning.plan_module", "positions.save_game.plan_for"):
        monkeypatch.setattr(f"generator.vassal.{name}", lambda definition, sizes: PLAN)


def test_the_commands_write_and_read(tmp_path, planned):
    path, run = tmp_path / "h.vsav", CliRunner().invoke
    assert run(app, ["vassal", "save", "three_battles/hastings", "--out", str(path)]).exit_code == 0
    told = run(app, ["vassal", "read", str(path)])
    assert told.exit_code == 0 and "N-William" in told.output and "turn 1" in told.output
    facts = json.loads(run(app, ["vassal", "read", str(path), "--json"]).output)
    assert facts["game"] == "three_battles" and facts["maps"] == ["hastings"]
    assert len(facts["placed"]) == len(set_up(GAME, HASTINGS))


def test_a_save_of_another_module_is_refused(tmp_path, planned):
    path = tmp_path / "x.vsav"
    path.write_bytes(save_bytes("begin_save", Metadata("1", "", 0), Metadata("1", "", 0, "Waterloo")))
    with pytest.raises(ContainerError, match="'Waterloo', which is not a known game"):
        plan_of(path)
    assert plan_of(path, "three_battles")[0] == "three_battles"


def test_a_save_that_lays_out_another_board_has_its_pieces_in_other_hexes():
    knight = PlacedCounter("N-knight-1", "norman", HEXES[5])
    there = PLAN.maps["hastings"].placement
    text = written(knight).replace("BattlefieldBoardPicker\tHastings", "BattlefieldBoardPicker\tFulford")
    found = read_position(PLAN, text)
    (placed,) = found.placed
    assert found.maps == ("fulford",)
    fulford = PLAN.maps["fulford"].placement
    assert placed.place == fulford.name(*PLAN.maps["hastings"].at(HEXES[5])) and there != fulford
    unknown = read_position(PLAN, text.replace("Picker\tFulford", "Picker\tElsewhere"))
    assert unknown.placed == () and [each.why for each in unknown.unplaced][:1] == ["it is in no hex or box"]
