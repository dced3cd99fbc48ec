"""A game of cards both ways: what is written as a save is read back, and what has no place is named."""

import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plans import shipped_plan
from typer.testing import CliRunner

from generator.cli.app import app
from generator.vassal.format import commands as c
from generator.vassal.format.archive import read_archive
from generator.vassal.format.container import read_save
from generator.vassal.format.decks import deck_name
from generator.vassal.format.dump import dump_commands, render
from generator.vassal.format.errors import VassalError
from generator.vassal.format.pieces import BasicPiece, Piece
from generator.vassal.module.card_game import CardModule
from generator.vassal.module.data import copies
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.read_position import read_position
from generator.vassal.positions.saves_of import saves_of
from generator.vassal.positions.setups_cards import BATTLEFIELD, masked, set_up
from modules.engine.position import PlacedCounter

PLAN = shipped_plan("hastings_pulsipher")
assert isinstance(PLAN, CardModule)
GAME = PLAN.definition
BATTLES = GAME.card_scenarios
UNITS = sorted(each.id for each in GAME.counters.values() if each.form == "card")
LEADERS = {"S-Harold": "saxon", "N-William": "norman"}
NOW = Moment(2, "norman", "combat")


def text_of(save):
    return read_save(read_archive(save, "x")).text


def written(*placed, battle="full", moment=NOW):
    return text_of(saves_of(PLAN).position(BATTLES[battle], placed, moment, "x"))


def in_any_order(placed):
    return sorted(placed, key=lambda p: (p.place, p.side, p.counter, p.markers, p.face_down))


@st.composite
def unit_cards(draw, squares):
    """Unit cards in every place there is, some masked, some of which only the side is known."""
    found, reserve = [], {"saxon": 0, "norman": 0}
    for name in draw(st.lists(st.sampled_from(UNITS), unique=True, max_size=12)):
        counter = GAME.counters[name]
        place = draw(
            st.sampled_from([*squares, "pile", "lost", "reserve", f"hand {counter.side}", "hand saxon"])
        )
        reserve[counter.side] += place == "reserve"
        if place == "reserve" and reserve[counter.side] > 2:
            place = "lost"
        marks = ("wound",) * draw(st.integers(0, 4))
        marks += ("dry",) * (counter.kind == "archer" and draw(st.booleans()))
        down = place != "pile" and draw(st.booleans())
        if down and draw(st.booleans()):
            name, marks = "", marks[:1]
        found.append(PlacedCounter(name, counter.side, place, False, marks, down))
    return found


@st.composite
def event_cards(draw):
    found = []
    for name in draw(st.lists(st.sampled_from(sorted(copies(GAME))), unique=True, max_size=6)):
        place = draw(st.sampled_from(["pile", "discard", "hand saxon", "hand norman"]))
        side = place.removeprefix("hand ") if place.startswith("hand") else ""
        found.append(PlacedCounter(name, side, place, False, (), bool(side) and draw(st.booleans())))
    return found


@st.composite
def positions(draw):
    battle = draw(st.sampled_from(sorted(BATTLES)))
    board = PLAN.boards[BATTLES[battle].board]
    sectors = sorted(board.sectors)
    found = [*draw(unit_cards(board.sheet.frame.squares)), *draw(event_cards())]
    for leader, side in LEADERS.items():
        place = draw(st.sampled_from([*sectors, "reserve", "lost"]))
        found.append(PlacedCounter(leader, side, place, markers=draw(st.sampled_from([(), ("broken",)]))))
    for side, sector in draw(
        st.lists(st.tuples(st.sampled_from(["saxon", "norman"]), st.sampled_from(sectors)), unique=True)
    ):
        found.append(PlacedCounter("", side, sector, markers=("broken",)))
    return battle, found


@settings(max_examples=60, deadline=None)
@given(positions(), st.sampled_from(GAME.game.sequence), st.integers(1, 9))
def test_a_position_that_is_written_is_read_back(position, phase, turn):
    battle, placed = position
    moment = Moment(turn, "saxon", phase.id)
    found = read_position(PLAN, written(*placed, battle=battle, moment=moment))
    assert in_any_order(found.placed) == in_any_order(placed)
    assert (found.unplaced, found.moment, found.maps) == ((), moment, (BATTLES[battle].board,))


@pytest.mark.parametrize("name", BATTLES)
def test_every_set_up_is_read_back(name):
    found = read_position(PLAN, text_of(saves_of(PLAN).setup(BATTLES[name])))
    assert in_any_order(found.placed) == in_any_order(set_up(GAME, BATTLES[name]))
    assert found.unplaced == ()


def test_who_masked_a_card_of_a_pack_does_not_matter():
    """VASSAL masks the cards of a deck that lies face down as nobody's."""
    card = PlacedCounter("hold-1", "", "pile")
    begin, first, *rest = c.read_commands(written(card))
    nobody = c.AddPiece.of(first.piece_id, masked(first.piece(), "nobody"))
    assert nobody.state != first.state
    assert read_position(PLAN, c.write_commands([begin, nobody, *rest])).placed == (card,)


def stray(piece, *placed):
    commands = c.read_commands(written(*placed))
    return read_position(PLAN, c.write_commands([*commands[:-1], c.AddPiece.of("9", piece), c.END_SAVE]))


def test_what_has_no_place_is_named_with_its_reason():
    board = PLAN.boards["full"]
    card = PlacedCounter("S-fyrd-1", "saxon", "22")
    pack = saves_of(PLAN).decks["events"]
    unit, harold = PLAN.roster.counter("S-fyrd-2"), PLAN.roster.counter("S-Harold")
    marker = PLAN.roster.marker("broken")
    loose = PLAN.table.places["events"]
    for piece, why in (
        (Piece(BasicPiece("a.png", "Tank", BATTLEFIELD, 5, 5)), "not a counter or marker"),
        (unit.at(BATTLEFIELD, 1, 1), "no square, hand, reserve or pile"),
        (unit.at("Elsewhere", *board.at("22")), "no square"),
        (PLAN.roster.counter("S-fyrd-1").at(BATTLEFIELD, *board.at("33")), "already placed"),
        (harold.at(BATTLEFIELD, *board.leader_at("norman", "left")), "no square"),
        (harold.at(BATTLEFIELD, *board.at("22")), "no square"),
        (marker.at(BATTLEFIELD, *board.at("33")), "not on a counter"),
        (PLAN.roster.card("hold-1").at(BATTLEFIELD, board.size[0] + loose.x, loose.y), "no square"),
        (PLAN.roster.unknown_card("events").at(BATTLEFIELD, *board.at("33")), "no square"),
    ):
        found = stray(piece, card)
        assert found.placed == (card,)
        assert [why in each.why for each in found.unplaced] == [True], piece.basic.name
    text = written(PlacedCounter("hold-1", "", "pile"), PlacedCounter("S-fyrd-1", "saxon", "pile"))
    title = PLAN.decks["units saxon"].name
    assert deck_name("deck;" + pack.dump()) == pack.name
    swapped = text.replace(title, "\0").replace(pack.name, title, 1).replace("\0", pack.name)
    assert {each.why[:17] for each in read_position(PLAN, swapped).unplaced} == {"it is in the deck"}


def test_a_save_without_a_board_of_the_game_places_nothing_on_it():
    text = written(PlacedCounter("S-fyrd-1", "saxon", "22"), PlacedCounter("S-fyrd-2", "saxon", "lost"))
    found = read_position(PLAN, text.replace(PLAN.boards["full"].title, "Elsewhere"))
    assert [each.counter for each in found.placed] == ["S-fyrd-2"]
    assert len(found.unplaced) == 1 and found.maps == ()


def test_the_commands_write_and_read(tmp_path, monkeypatch):
    for name in ("module.planning.plan_module", "positions.save_game.plan_for"):
        monkeypatch.setattr(f"generator.vassal.{name}", lambda definition, sizes: PLAN)
    path, run = tmp_path / "h.vsav", CliRunner().invoke
    path.write_bytes(
        saves_of(PLAN).position(
            BATTLES["full"],
            [
                PlacedCounter("S-fyrd-1", "saxon", "22", markers=("wound",)),
                PlacedCounter("", "norman", "23", face_down=True),
                PlacedCounter("ruse-1", "norman", "hand norman", face_down=True),
                PlacedCounter("", "saxon", "left", markers=("broken",)),
            ],
            NOW,
            "",
        )
    )
    told = run(app, ["vassal", "read", str(path)])
    assert told.exit_code == 0
    for words in ("S-fyrd-1, wound", "a card of norman", "ruse-1, face down", "saxon's sector, broken"):
        assert words in told.output
    facts = json.loads(run(app, ["vassal", "read", str(path), "--json"]).output)
    assert facts["game"] == "hastings_pulsipher" and len(facts["placed"]) == 4


cuts = st.lists(
    st.tuples(
        st.floats(0, 0.9999),
        st.integers(0, 6),
        st.sampled_from(
            ["", "\\", ";", "\t", "/", "-1", "--5", "9" * 5000, "²", "ß", "\x1b", "\x9b2J", "null"]
        ),
    ),
    min_size=1,
    max_size=6,
)


@settings(max_examples=25, deadline=None)
@given(cuts)
def test_a_save_with_anything_in_it_is_read_or_refused_and_told_in_print(changes):
    text = SMALL
    for place, length, new in changes:
        index = int(place * len(text))
        text = text[:index] + new + text[index + length :]
    try:
        read_position(PLAN, text)
        lines = list(render(dump_commands(text)))
    except VassalError:
        return
    assert all(line.isprintable() for line in lines)


SMALL = written(*set_up(GAME, BATTLES["small"])[:12], battle="small")
