"""Markers with two faces: drawn and printed so, turned over in a module, known by the face that is up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from changed import Changes, changed, game_with
from looks import TAPESTRY

from generator.checking.faults import faults_of
from generator.counters.printed import marker, piece_svg, pieces
from generator.kit.make import make_kit
from generator.kit.options import Options
from generator.kit.parts import parts
from generator.vassal.format.archive import read_archive
from generator.vassal.format.container import read_save
from generator.vassal.format.keys import ctrl
from generator.vassal.format.traits import Embellishment, ReportState
from generator.vassal.lint import lint_file
from generator.vassal.make import write_module
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.planning import Sizes, plan_module
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.read_position import read_position
from generator.vassal.positions.saves_of import saves_of
from modules.definition import Definition
from modules.engine.position import PlacedCounter

TURN = 'turn: {name: Game turn, count: 1, text: TURN, source: "rulebook 1.4"}'
TWO_FACES = (
    TURN + "\n  charge: {name: Charge, count: 6, figure: knight-charging, back: rout, source: rulebook 2.1}"
    "\n  rout: {name: Rout, count: 0, text: ROUT, source: rulebook 2.1}"
)
CHANGES: Changes = {"game.yaml": ((TURN, TWO_FACES),)}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Definition:
    return game_with(tmp_path_factory.mktemp("faces") / "mill", CHANGES)


def test_the_back_shows_the_other_marker_and_is_no_piece_of_its_own(game: Definition) -> None:
    charge = next(each for each in pieces(TAPESTRY, game) if each.id == "charge")
    assert "rout" not in [each.id for each in pieces(TAPESTRY, game)]
    back, rout = (
        piece_svg(TAPESTRY, game, charge, "back").svg,
        piece_svg(TAPESTRY, game, marker(TAPESTRY, game, "rout"), "front").svg,
    )
    assert back.partition("<title>")[0] == rout.partition("<title>")[0]
    assert back.partition("</title>")[2] == rout.partition("</title>")[2]
    assert back != piece_svg(TAPESTRY, game, charge, "front").svg
    turn = marker(TAPESTRY, game, "turn")
    assert (
        piece_svg(TAPESTRY, game, turn, "back").svg.partition("</title>")[2]
        == (piece_svg(TAPESTRY, game, turn, "front").svg.partition("</title>")[2])
    )


def test_a_kit_counts_them_once_and_names_the_back(game: Definition) -> None:
    kit = make_kit(game, Options(only=("markers",)))
    assert kit.pieces == 8 + 1 + 6
    told = {each.name: (each.values, each.count) for each in parts(TAPESTRY, game) if each.whose == "Marker"}
    assert told["Charge"] == ("on the back: Rout", 6) and "Rout" not in told


def test_a_module_turns_them_over_and_a_save_tells_the_face_that_is_up(
    game: Definition, tmp_path: Path
) -> None:
    plan = plan_module(game, Sizes(hex=24, counter=20))
    assert isinstance(plan, HexModule)
    shown = plan.roster.markers["charge"]
    (face,) = (each for each in shown.traits if isinstance(each, Embellishment))
    assert face.images == ("marker-charge.png", "marker-rout.png") and face.names == ("", "Rout")
    assert face.increase_keystroke == ctrl("F")
    assert any(isinstance(each, ReportState) and each.keys == (ctrl("F"),) for each in shown.traits)
    assert "rout" not in plan.roster.markers
    battle = game.hex_scenarios["mill_bridge"]
    placed = (
        PlacedCounter("R-rider-1", "raider", "0204", markers=("charge",)),
        PlacedCounter("R-rider-2", "raider", "0205", markers=("rout", "turn")),
    )
    save = saves_of(plan).position(battle, placed, Moment(2, "raider", "movement"), "")
    found = read_position(plan, read_save(read_archive(save, "x")).text)
    assert (found.placed, found.unplaced) == (placed, ())
    write_module(game, tmp_path / "mill.vmod", Sizes(hex=24, counter=20), workers=1)
    assert lint_file(tmp_path / "mill.vmod", None) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("back: rout", "back: root", "found 'root': expected one of"),
        ("back: rout", "back: charge", "the back of 'charge' is itself"),
        ("count: 0, text: ROUT", "count: 0, back: charge, text: ROUT", "has a back of its own"),
        (", back: rout", "", "the marker 'rout' has the count 0 but is on the back of no other"),
    ],
)
def test_a_back_that_cannot_be_is_told_with_its_line(tmp_path: Path, old: str, new: str, said: str) -> None:
    folder = changed(tmp_path / "mill", {"game.yaml": ((TURN, TWO_FACES), (old, new))})
    told = [fault for fault in faults_of(folder) if said in fault.message]
    assert told and all(fault.place.file == "game.yaml" and fault.place.line in (48, 49) for fault in told)


def test_a_roster_names_what_it_lacks(game: Definition) -> None:
    roster = plan_module(game).roster
    with pytest.raises(KeyError):
        replace(roster, carriers={}).marker("rout")
