"""A game of blocks both ways: what is written as a save is read back, and what has no place is named."""

import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plans import shipped_plan
from typer.testing import CliRunner

from generator.cli.app import app
from generator.vassal.format import commands as c
from generator.vassal.format.archive import read_archive
from generator.vassal.format.container import read_save
from generator.vassal.format.errors import CommandError
from generator.vassal.format.pieces import BasicPiece, Piece
from generator.vassal.format.traits import FreeRotator, RawTrait
from generator.vassal.module.areas import AreaModule
from generator.vassal.module.names import BATTLEFIELD
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.read_position import read_position
from generator.vassal.positions.saves_of import saves_of
from generator.vassal.positions.setups_areas import set_up
from generator.vassal.positions.write_position import Standing, position_save
from modules.engine.position import PlacedCounter

PLAN = shipped_plan("year_of_the_comet")
assert isinstance(PLAN, AreaModule)
GAME = PLAN.definition
SCENARIO = GAME.area_scenarios["campaign"]
(MAP,) = PLAN.maps.values()
AREAS = sorted(MAP.sheet.frame.map.areas)
NOW = Moment(3, "norman", "combat")
FYRD = PlacedCounter("E-fyrd-1", "english", "LON", face_down=True, steps_lost=2)


def text_of(save):
    return read_save(read_archive(save, "x")).text


def in_any_order(placed):
    return sorted(placed, key=lambda each: each.counter)


@st.composite
def blocks(draw):
    """Blocks in every place there is, at every strength, standing or laid open."""
    found = []
    for name in draw(st.lists(st.sampled_from(sorted(GAME.counters)), unique=True, max_size=15)):
        counter = GAME.counters[name]
        places = [*AREAS, "lost", *(["forces"] if name in PLAN.forces.places else [])]
        lost = draw(st.integers(0, len(counter.strengths) - 1))
        place, stands = draw(st.sampled_from(places)), draw(st.booleans())
        found.append(PlacedCounter(name, counter.side, place, False, (), stands, steps_lost=lost))
    return found


@settings(max_examples=60, deadline=None)
@given(blocks(), st.sampled_from(GAME.game.sequence), st.integers(1, 16))
def test_a_position_that_is_written_is_read_back(placed, phase, turn):
    moment = Moment(turn, "viking", phase.id)
    found = read_position(PLAN, text_of(saves_of(PLAN).position(SCENARIO, placed, moment, "x")))
    assert in_any_order(found.placed) == in_any_order(placed)
    assert (found.unplaced, found.moment) == ((), moment)
    assert found.maps == (("england",) if any(each.place in AREAS for each in placed) else ())


@pytest.mark.parametrize("side", GAME.game.sides)
def test_wherever_a_side_stands_its_blocks_are_in_their_area(side):
    """Stacks of three sides stand side by side; none may slip into a neighbour or the sea."""
    name = next(each.id for each in GAME.counters.values() if each.side == side)
    for area in AREAS:
        placed = PlacedCounter(name, side, area, face_down=True)
        found = read_position(PLAN, text_of(saves_of(PLAN).position(SCENARIO, [placed], NOW, "x")))
        assert (found.placed, found.unplaced) == ((placed,), ())


def test_the_set_up_is_read_back():
    found = read_position(PLAN, text_of(saves_of(PLAN).setup(SCENARIO)))
    assert in_any_order(found.placed) == in_any_order(set_up(GAME, SCENARIO))
    assert found.unplaced == () and found.moment is not None and found.moment.turn == 1


def with_piece(piece):
    commands = c.read_commands(text_of(saves_of(PLAN).position(SCENARIO, [FYRD], NOW, "x")))
    return read_position(PLAN, c.write_commands([*commands[:-1], c.AddPiece.of("9", piece), c.END_SAVE]))


def with_facing(piece, turn):
    """The piece with its rotator changed by `turn`."""
    return replace(piece, traits=tuple(turn(t) if isinstance(t, FreeRotator) else t for t in piece.traits))


def test_a_block_lies_where_it_is_dropped():
    x, y = MAP.at("YOR")
    found = with_piece(PLAN.roster.counter("E-fyrd-2").at(BATTLEFIELD, x + 31, y - 17))
    assert in_any_order(found.placed) == [FYRD, PlacedCounter("E-fyrd-2", "english", "YOR")]


def test_a_rotator_of_an_older_form_is_read():
    """VASSAL keeps an older trait's fewer fields as they are."""
    older = with_facing(
        PLAN.roster.counter("E-fyrd-2"),
        lambda t: RawTrait("rotate;4;93,130;91,130;Regain;Lose;;;Strength", "3"),
    )
    found = with_piece(older.at(BATTLEFIELD, *MAP.at("YOR")))
    assert in_any_order(found.placed)[1].steps_lost == 1


def test_what_has_no_place_is_named_with_its_reason():
    king, fyrd = PLAN.roster.counter("E-Harold"), PLAN.roster.counter("E-fyrd-2")
    scotland = MAP.px(MAP.sheet.frame.at(MAP.sheet.frame.map.lands["scotland"].at))
    for piece, why in (
        (Piece(BasicPiece("a.png", "Tank", BATTLEFIELD, 5, 5)), "not a counter or marker"),
        (king.at(BATTLEFIELD, MAP.size[0] - 2, 2), "it is at sea"),
        (king.at(BATTLEFIELD, *scotland), "it is in Scotland, which is out of play"),
        (king.at("Elsewhere", *MAP.at("LON")), "it is on no map"),
        (with_facing(fyrd, lambda t: replace(t, facing=1)).at(BATTLEFIELD, *MAP.at("YOR")), "turned 3 steps"),
        (PLAN.roster.counter("E-fyrd-1").at(BATTLEFIELD, *MAP.at("YOR")), "already placed"),
    ):
        found = with_piece(piece)
        assert found.placed == (FYRD,)
        assert [why in each.why for each in found.unplaced] == [True], (piece.basic.name, found.unplaced)


@pytest.mark.parametrize(
    ("block", "words"),
    [
        (PlacedCounter("E-Nobody", "english", "LON"), "no counter 'E-Nobody'"),
        (PlacedCounter("E-fyrd-1", "english", "LON", steps_lost=3), "it cannot have lost 3"),
        (PlacedCounter("E-Harold", "english", "ROM"), "no area 'ROM'"),
        (PlacedCounter("E-Harold", "english", "forces"), "no area 'forces' for E-Harold"),
    ],
)
def test_what_the_game_does_not_have_is_refused(block, words, monkeypatch):
    monkeypatch.setattr("generator.vassal.positions.write_position.plan_for", lambda definition: PLAN)
    with pytest.raises(CommandError, match=words):
        position_save(GAME, "campaign", Standing("england", [block], NOW, {}), "x")


def test_the_commands_write_and_read(tmp_path, monkeypatch):
    for name in ("module.planning.plan_module", "positions.save_game.plan_for"):
        monkeypatch.setattr(f"generator.vassal.{name}", lambda definition, sizes: PLAN)
    path, run = tmp_path / "c.vsav", CliRunner().invoke
    path.write_bytes(saves_of(PLAN).position(SCENARIO, [FYRD], NOW, ""))
    told = run(app, ["vassal", "read", str(path)])
    assert told.exit_code == 0 and "LON London E-fyrd-1, face down, steps lost: 2" in told.output
    (fact,) = json.loads(run(app, ["vassal", "read", str(path), "--json"]).output)["placed"]
    assert (fact["place"], fact["steps_lost"], fact["face_down"]) == ("LON", 2, True)
