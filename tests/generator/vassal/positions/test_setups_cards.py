"""Set-ups and positions of a game of cards as saves: read back, each card lies where it was put."""

from __future__ import annotations

import io
import zipfile
from collections import Counter as Count
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plans import shipped_plan

from generator.vassal.format.codec import split
from generator.vassal.format.commands import SETUP_STACK, AddPiece, Boards, Command, Turn, read_commands
from generator.vassal.format.container import deobfuscate
from generator.vassal.format.decks import read_deck_type
from generator.vassal.format.errors import CommandError
from generator.vassal.format.pieces import Piece
from generator.vassal.format.traits import Embellishment, Obscurable, UsePrototype
from generator.vassal.module.card_game import CardModule
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.saves_of import saves_of
from generator.vassal.positions.setups_cards import set_up
from modules.engine.position import PlacedCounter

PLAN = shipped_plan("hastings_pulsipher")
assert isinstance(PLAN, CardModule)
GAME = PLAN.definition
FULL = GAME.card_scenarios["full"]
NOW = Moment(2, "norman", "combat")
Spot = tuple[str, int, int]


def commands(save: bytes) -> list[Command]:
    with zipfile.ZipFile(io.BytesIO(save)) as archive:
        return read_commands(deobfuscate(archive.read("savedGame")))


def lying(save: bytes) -> Iterator[tuple[str, Spot, list[Piece]]]:
    """The deck's name ("" for a stack), the place and the pieces of all that lies."""
    seen: dict[str, Piece] = {}
    for command in commands(save):
        if not isinstance(command, AddPiece):
            continue
        name, ids, found = "", [], None
        if command.type == "stack":
            window, x, y, *ids, _ = split(command.state, ";")
        elif (found := read_deck_type(command.type)) is not None:
            window, x, y, down, *rest = split(command.state, ";")
            name, ids = found.name, [i for i in ",".join(rest).split(",") if i]
            assert (down == "true") == (found.face_down == "Always")
        else:
            assert command.piece_id not in seen
            seen[command.piece_id] = command.piece()
            continue
        pieces = [seen.pop(piece_id) for piece_id in ids]
        assert all((p.basic.map, p.basic.x, p.basic.y) == (window, int(x), int(y)) for p in pieces)
        yield name, (window, int(x), int(y)), pieces
    assert not seen


def identity(piece: Piece) -> str:
    markers = piece.markers()
    return markers.get("CounterId") or markers.get("CardCopy") or ""


@pytest.mark.parametrize("name", GAME.card_scenarios)
def test_the_packs_hold_the_cards_of_the_scenario(name: str) -> None:
    scenario = GAME.card_scenarios[name]
    packs = {deck: pieces for deck, _, pieces in lying(saves_of(PLAN).setup(scenario)) if deck}
    assert set(packs) == {kind.name for kind in PLAN.decks.values()}
    for force in scenario.forces:
        title = f"{GAME.game.sides[force.side].name}: unit cards"
        groups = Count(GAME.counters[identity(p)].group for p in packs[title])
        wanted = {g: n for g, n in force.counters.items() if GAME.counters.get(g) is None}
        assert groups == wanted
        leaders = sum(n for g, n in force.counters.items() if g not in wanted)
        assert len(packs[title]) == sum(force.counters.values()) - leaders
    assert len(packs["Event cards"]) == sum(c.count for c in GAME.decks["events"].cards.values())
    assert packs["Event cards: discards"] == []


@pytest.mark.parametrize("name", GAME.card_scenarios)
def test_leaders_wait_beside_the_board_and_nothing_else_lies_open(name: str) -> None:
    scenario = GAME.card_scenarios[name]
    width = PLAN.boards[scenario.board].size[0]
    found = {
        identity(p): spot
        for deck, spot, pieces in lying(saves_of(PLAN).setup(scenario))
        if not deck
        for p in pieces
    }
    assert set(found) == {"S-Harold", "N-William"}
    for counter, (window, x, y) in found.items():
        place = PLAN.table.places[f"leader {counter}"]
        assert (window, x, y) == ("Battlefield", width + place.x, place.y)


@pytest.mark.parametrize("name", GAME.card_scenarios)
def test_a_set_up_shows_its_own_board_and_turn_1(name: str) -> None:
    scenario = GAME.card_scenarios[name]
    found = commands(saves_of(PLAN).setup(scenario))
    boards = {c.map: c.boards for c in found if isinstance(c, Boards)}
    title = PLAN.boards[scenario.board].title
    assert boards["Battlefield"] == ((title, 0, 0), ("Beside the board", 1, 0))
    assert set(boards) == {"Battlefield", "Hand of the Normans", "Hand of the Saxons", "Eliminated"}
    assert found.count(SETUP_STACK) == 1
    (turn,) = (c for c in found if isinstance(c, Turn))
    assert turn.state.startswith("0|1;0;false;-1;0\\;0\\;0\\;true,true\\;0\\\\;")


def test_a_deck_of_a_save_is_the_one_of_the_module() -> None:
    for command in commands(saves_of(PLAN).setup(FULL)):
        if isinstance(command, AddPiece) and (found := read_deck_type(command.type)) is not None:
            assert found in PLAN.decks.values()


def test_pieces_are_expanded_and_no_card_is_masked_in_its_pack() -> None:
    for _, _, pieces in lying(saves_of(PLAN).setup(FULL)):
        for piece in pieces:
            assert not any(isinstance(trait, UsePrototype) for trait in piece.traits)
            assert all(t.masked_by == "null" for t in piece.traits if isinstance(t, Obscurable))


# --- positions -----------------------------------------------------------------------------------------

UNITS = sorted(c.id for c in GAME.counters.values() if c.form == "card")
SQUARES = PLAN.boards["full"].sheet.frame.squares


@st.composite
def positions(draw: st.DrawFn) -> tuple[PlacedCounter, ...]:
    """Cards in squares of their own, some face down, some unknown, some wounded; leaders in sectors."""
    chosen = draw(st.lists(st.sampled_from(UNITS), unique=True, max_size=10))
    squares = draw(
        st.lists(st.sampled_from(SQUARES), unique=True, min_size=len(chosen), max_size=len(chosen))
    )
    found = []
    for counter, square in zip(chosen, squares, strict=True):
        down = draw(st.booleans())
        known = "" if down and draw(st.booleans()) else counter
        wounds = 0 if down else draw(st.integers(0, 4))
        found.append(
            PlacedCounter(known, GAME.counters[counter].side, square, False, ("wound",) * wounds, down)
        )
    for leader, side in (("S-Harold", "saxon"), ("N-William", "norman")):
        found.append(
            PlacedCounter(leader, side, draw(st.sampled_from(["left", "center", "right", "reserve", "lost"])))
        )
    return tuple(found)


def read_back(save: bytes) -> list[PlacedCounter]:
    board = PLAN.boards["full"]
    sectors = {
        ("Battlefield", *board.leader_at(side, sector)): sector
        for side in GAME.game.sides
        for sector in board.sectors
    }
    names = {side.name: key for key, side in GAME.game.sides.items()}
    found = []
    for _, spot, pieces in lying(save):
        for piece in pieces:
            markers = piece.markers()
            masks = [t.masked_by for t in piece.traits if isinstance(t, Obscurable)]
            down = "UnknownOf" in markers or masks not in ([], ["null"])
            assert all(owner in ("null", markers["Side"]) for owner in masks)
            levels = {t.name: t.level for t in piece.traits if isinstance(t, Embellishment)}
            place = sectors.get(spot) or board.called(*spot[1:])
            place = "lost" if spot[0] == "Eliminated" else place or "reserve"
            wounds = ("wound",) * (levels.get("Wound", 1) - 1)
            found.append(PlacedCounter(identity(piece), names[markers["Side"]], place, False, wounds, down))
    return found


@settings(max_examples=40, deadline=None)
@given(positions())
def test_a_position_reads_back_as_it_was(placed: tuple[PlacedCounter, ...]) -> None:
    def key(p: PlacedCounter) -> tuple[str, str, str]:
        return p.place, p.side, p.counter

    save = saves_of(PLAN).position(FULL, placed, NOW, "")
    assert sorted(read_back(save), key=key) == sorted(placed, key=key)


def test_a_card_that_the_viewer_may_not_know_leaves_no_trace() -> None:
    save = saves_of(PLAN).position(FULL, (PlacedCounter("", "saxon", "22", face_down=True),), NOW, "")
    (piece,) = (p for _, _, pieces in lying(save) for p in pieces)
    assert "S-" not in piece.definition() and piece.markers()["UnknownOf"] == "units saxon"


def test_the_reserve_has_a_place_for_each_card() -> None:
    placed = [PlacedCounter(f"N-foot-{n}", "norman", "reserve", face_down=True) for n in (1, 2)]
    spots = {
        identity(p): spot
        for _, spot, pieces in lying(saves_of(PLAN).position(FULL, placed, NOW, ""))
        for p in pieces
    }
    wanted = [PLAN.table.places[f"reserve norman {n}"].x + PLAN.boards["full"].size[0] for n in (1, 2)]
    assert [spots[f"N-foot-{n}"][1] for n in (1, 2)] == wanted


def test_hands_discards_and_piles() -> None:
    placed = (
        PlacedCounter("ruse-1", "norman", "hand norman", face_down=True),
        PlacedCounter("fury-1", "saxon", "discard"),
        PlacedCounter("hold-1", "", "pile"),
        PlacedCounter("S-fyrd-1", "saxon", "lost"),
        PlacedCounter("S-fyrd-2", "saxon", "lost", face_down=True),
    )
    found = {
        identity(p): (deck, spot[0])
        for deck, spot, pieces in lying(saves_of(PLAN).position(FULL, placed, NOW, ""))
        for p in pieces
    }
    assert found == {
        "ruse-1": ("", "Hand of the Normans"),
        "fury-1": ("Event cards: discards", "Battlefield"),
        "hold-1": ("Event cards", "Battlefield"),
        "S-fyrd-1": ("", "Eliminated"),
        "S-fyrd-2": ("", "Eliminated"),
    }


def test_a_marker_that_the_piece_cannot_show_lies_on_it() -> None:
    placed = (PlacedCounter("S-Harold", "saxon", "center", markers=("broken",)),)
    ((_, _, pieces),) = (row for row in lying(saves_of(PLAN).position(FULL, placed, NOW, "")) if not row[0])
    assert [p.markers().get("MarkerId") for p in pieces] == [None, "broken"]


def test_the_marker_of_a_broken_sector_lies_beside_the_leader() -> None:
    placed = (
        PlacedCounter("S-Harold", "saxon", "left"),
        PlacedCounter("", "saxon", "left", markers=("broken",)),
    )
    rows = [row for row in lying(saves_of(PLAN).position(FULL, placed, NOW, "")) if not row[0]]
    (harold, (_, spot, (marker,))) = rows
    assert marker.markers()["MarkerId"] == "broken"
    assert spot != harold[1] and abs(spot[1] - harold[1][1]) < 200


@pytest.mark.parametrize(
    ("placed", "moment", "words"),
    [
        (PlacedCounter("S-nobody", "saxon", "22"), NOW, "no counter or card 'S-nobody'"),
        (PlacedCounter("", "welsh", "22", face_down=True), NOW, "no counter or card ''"),
        (PlacedCounter("S-fyrd-1", "saxon", "81"), NOW, "no place '81'"),
        (PlacedCounter("S-fyrd-1", "saxon", "hand welsh"), NOW, "no place 'hand welsh'"),
        (PlacedCounter("S-fyrd-1", "saxon", "22", markers=("asleep",)), NOW, "no marker 'asleep'"),
        (PlacedCounter("S-fyrd-1", "saxon", "22"), Moment(1, "norman", "tea"), "no tea phase of norman"),
    ],
)
def test_what_the_game_does_not_have_is_refused(placed: PlacedCounter, moment: Moment, words: str) -> None:
    with pytest.raises(CommandError, match=words):
        saves_of(PLAN).position(FULL, (placed,), moment, "")


def test_a_third_card_of_a_reserve_of_two_is_refused() -> None:
    placed = [PlacedCounter(f"N-foot-{n}", "norman", "reserve") for n in (1, 2, 3)]
    with pytest.raises(CommandError, match="'reserve norman 3'"):
        saves_of(PLAN).position(FULL, placed, NOW, "")


def test_set_up_is_every_card_of_the_scenario_and_the_leaders() -> None:
    found = set_up(GAME, GAME.card_scenarios["small"])
    units = [p for p in found if p.counter in UNITS]
    assert Count(p.side for p in units) == {"saxon": 14, "norman": 14}
    assert [p.counter for p in found if p.place == "reserve"] == ["S-Harold", "N-William"]
