"""Set-ups and positions as saves: read back, each counter stands where the definition puts it."""

from __future__ import annotations

import io
import zipfile
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from plans import shipped_plan

from generator.vassal.format.codec import split
from generator.vassal.format.commands import AddPiece, Boards, Command, RawCommand, Turn, read_commands
from generator.vassal.format.container import deobfuscate
from generator.vassal.format.errors import CommandError
from generator.vassal.format.pieces import Piece
from generator.vassal.format.traits import Embellishment, UsePrototype
from generator.vassal.module.data import counter_slot
from generator.vassal.module.display import DISPLAY
from generator.vassal.module.forces import FORCES, free_counters
from generator.vassal.module.hex_map import MapPlan
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.names import BATTLEFIELD, LAYERS
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.saves_of import saves_of
from generator.vassal.positions.setups_hexes import ENTERING, set_up
from modules.engine.position import PlacedCounter

PLAN = shipped_plan("three_battles")
assert isinstance(PLAN, HexModule)
GAME = PLAN.definition
HASTINGS = GAME.hex_scenarios["hastings"]
HEXES = PLAN.maps["hastings"].sheet.frame.grid.ids


def commands(save: bytes) -> list[Command]:
    with zipfile.ZipFile(io.BytesIO(save)) as archive:
        return read_commands(deobfuscate(archive.read("savedGame")))


def laid(plan: HexModule, save: bytes) -> MapPlan:
    """The map whose board a save lays out on the battlefield."""
    (boards,) = (c for c in commands(save) if isinstance(c, Boards) and c.map == BATTLEFIELD)
    ((title, *cell),) = boards.boards
    assert cell == [0, 0]
    return next(each for each in plan.maps.values() if each.title == title)


def stacks(save: bytes) -> Iterator[tuple[str, int, int, list[Piece]]]:
    """All stacks but those of markers on tracks."""
    shown = laid(PLAN, save)
    tracks = {(BATTLEFIELD, *shown.px(at)) for at in shown.sheet.spots.values()}
    return (each for each in all_stacks(save) if each[:3] not in tracks)


def all_stacks(save: bytes) -> Iterator[tuple[str, int, int, list[Piece]]]:
    """Map, px and pieces of every stack; every piece must come before its stack and stand in one, together
    with others of its layer."""
    seen: dict[str, Piece] = {}
    for command in commands(save):
        if isinstance(command, AddPiece) and command.type == "stack":
            window, x, y, *ids, layer = split(command.state, ";")
            pieces = [seen.pop(piece_id) for piece_id in ids]
            assert {f"@@{LAYERS.index(p.markers()['Layer'])}" for p in pieces} == {layer}
            assert all((p.basic.map, p.basic.x, p.basic.y) == (window, int(x), int(y)) for p in pieces)
            yield window, int(x), int(y), pieces
        elif isinstance(command, AddPiece):
            assert command.piece_id not in seen
            seen[command.piece_id] = command.piece()
    assert not seen


def read_back(plan: HexModule, save: bytes) -> list[PlacedCounter]:
    """The counters of a save by VASSAL's own names of places, bottom of a stack first."""
    shown_map = laid(plan, save)
    cells = {place: counter for counter, place in plan.display.cells.items()}
    waiting = {c: (BATTLEFIELD, *shown_map.beside(c)) for c in shown_map.sheet.entering}
    found = []
    for window, x, y, pieces in stacks(save):
        for piece in pieces:
            levels = {t.name: t.level for t in piece.traits if isinstance(t, Embellishment)}
            counter = piece.markers()["CounterId"]
            place = "" if window == DISPLAY else shown_map.placement.name(x, y)
            if (window, x, y) == waiting.get(counter):
                place = ENTERING
            assert window != DISPLAY or cells[x, y] == counter
            shown = tuple(s for s in plan.file.states if levels.get(s.title(), -1) == 1)
            side = plan.definition.counters[counter].side
            found.append(PlacedCounter(counter, side, place, levels["Step"] == 2, shown))
    return found


@pytest.mark.parametrize("name", GAME.hex_scenarios)
def test_every_setup_is_the_one_of_its_scenario(name: str) -> None:
    scenario = GAME.hex_scenarios[name]
    found = {p.counter: p for p in read_back(PLAN, saves_of(PLAN).setup(scenario))}
    wanted = {counter: place for setup in scenario.setup for counter, place in setup.at.items()}
    wanted |= {counter: ENTERING for entry in scenario.entries for counter in entry.counters}
    assert {counter: p.place for counter, p in found.items()} == wanted
    assert not any(p.reduced or p.markers for p in found.values())


def test_counters_that_enter_wait_beside_the_map_by_kind() -> None:
    battle = GAME.hex_scenarios["stamford_bridge"]
    entering = {counter for entry in battle.entries for counter in entry.counters}
    plan, seen = PLAN.maps[battle.map], set()
    left, top, right, bottom = plan.box
    for _, x, y, pieces in stacks(saves_of(PLAN).setup(battle)):
        here = [GAME.counters[p.markers()["CounterId"]] for p in pieces]
        if not entering.intersection(c.id for c in here):
            continue
        seen |= {c.id for c in here}
        assert len(here) <= 8 and len({(c.side, c.kind, c.name) for c in here}) == 1
        assert not (left <= x <= right and top <= y <= bottom)
        assert 0 < x < plan.size[0] and 0 < y < plan.size[1]
    assert seen == entering


def test_leaders_lie_above_their_units_in_one_stack() -> None:
    """Who drags the stack takes the leader along."""
    found = [[p.markers()["Role"] for p in pieces] for *_, pieces in stacks(saves_of(PLAN).setup(HASTINGS))]
    together = [roles for roles in found if len(roles) > 1]
    assert len(together) == 6 and all(roles == ["Unit", "Leader"] for roles in together)


def test_pieces_are_expanded_and_bear_the_ids_of_their_slots() -> None:
    for *_, pieces in stacks(saves_of(PLAN).setup(HASTINGS)):
        for piece in pieces:
            assert not any(isinstance(trait, UsePrototype) for trait in piece.traits)
            counter = piece.markers()["CounterId"]
            assert piece.basic.gpid == str(PLAN.roster.ids[counter_slot(counter)])
            assert piece.markers()["Side"] == GAME.game.sides[GAME.counters[counter].side].name


def test_a_save_names_the_boards_and_the_first_phase() -> None:
    found = commands(saves_of(PLAN).setup(HASTINGS))
    boards = [c.text() for c in found if c.text().partition("\t")[0].endswith("BoardPicker")]
    laid = {"Battlefield": "Hastings", "Forces": "Forces", "Eliminated": "Eliminated"}
    assert boards == [f"{window}BoardPicker\t{title}\t0\t0" for window, title in laid.items()]
    assert "GlobalProperty\t;Battle;scenario hastings;Module" in [c.text() for c in found]
    assert found[0] == RawCommand("begin_save") and found[-1] == RawCommand("end_save")
    (turn,) = (c for c in found if isinstance(c, Turn))
    # The sides are Vikings, Saxons, Normans: the third begins, and the first is not there.
    phases = "0\\\\;0\\\\;0\\\\;true,true,true,true"
    assert turn.state == f"0|1;0;false;-1;2\\;0\\;2\\;false,true,true\\;{phases}"


def test_the_turn_of_a_position() -> None:
    save = saves_of(PLAN).position(HASTINGS, (), Moment(4, "saxon", "combat"), "Noon")
    (turn,) = (c for c in commands(save) if isinstance(c, Turn))
    assert turn.state.startswith("0|4;0;false;-1;1\\;0\\;2\\;false,true,true\\;2\\\\;")


ANYWHERE = st.one_of(st.sampled_from(HEXES), st.just(""))


@st.composite
def positions(draw: st.DrawFn) -> tuple[PlacedCounter, ...]:
    chosen = draw(st.lists(st.sampled_from(sorted(GAME.counters)), unique=True, max_size=12))
    found = []
    for counter in (GAME.counters[each] for each in chosen):
        states = tuple(
            state for state in PLAN.file.of_kind(counter.kind, counter.role) if draw(st.booleans())
        )
        reduced = counter.steps == 2 and draw(st.booleans())
        found.append(PlacedCounter(counter.id, counter.side, draw(ANYWHERE), reduced, states))
    return tuple(found)


def leads(placed: PlacedCounter) -> bool:
    return GAME.counters[placed.counter].role == "leader"


@settings(max_examples=60, deadline=None)
@given(positions())
def test_a_position_reads_back_as_it_was(placed: tuple[PlacedCounter, ...]) -> None:
    save = saves_of(PLAN).position(HASTINGS, placed, Moment(1, "norman", "movement"), "")
    found = read_back(PLAN, save)
    assert sorted(found, key=lambda p: p.counter) == sorted(placed, key=lambda p: p.counter)
    for place in {p.place for p in placed if p.place}:
        here = sorted((p for p in placed if p.place == place), key=leads)
        assert sorted((p for p in found if p.place == place), key=leads) == here


def test_a_marker_that_the_counter_cannot_show_lies_on_it() -> None:
    placed = (PlacedCounter("N-William", "norman", "1722", False, ("disordered", "arrows")),)
    save = saves_of(PLAN).position(HASTINGS, placed, Moment(1, "norman", "movement"), "")
    (window, *spot, counters), (above, *same, markers) = stacks(save)
    assert (window, spot) == (above, same)
    assert [p.markers().get("MarkerId") for p in (*counters, *markers)] == [None, "disordered", "arrows"]


@pytest.mark.parametrize(
    ("placed", "moment", "words"),
    [
        (PlacedCounter("N-nobody", "norman", "1722"), ("norman", "movement"), "no counter 'N-nobody'"),
        (
            PlacedCounter("N-William", "norman", "1722", False, ("asleep",)),
            ("norman", "movement"),
            "no marker 'asleep'",
        ),
        (
            PlacedCounter("N-foot-1", "norman", "1722", True),
            ("norman", "movement"),
            "no layer 'Step' with a level 2",
        ),
        (PlacedCounter("N-foot-1", "norman", "1722"), ("norman", "tea"), "no tea phase of norman"),
        (PlacedCounter("N-foot-1", "norman", "1722"), ("welsh", "movement"), "no movement phase of welsh"),
    ],
)
def test_what_the_game_does_not_have_is_refused(
    placed: PlacedCounter, moment: tuple[str, str], words: str
) -> None:
    with pytest.raises(CommandError, match=words):
        saves_of(PLAN).position(HASTINGS, (placed,), Moment(1, *moment), "")


def test_layers_of_other_names_are_refused() -> None:
    with pytest.raises(CommandError, match="no layer 'Mood'"):
        PLAN.roster.counter("N-William", {"Mood": 1})


def test_set_up_is_the_order_of_the_file_with_leaders_last() -> None:
    found = set_up(GAME, HASTINGS)
    assert len(found) == sum(len(setup.at) for setup in HASTINGS.setup)
    assert [GAME.counters[p.counter].role for p in found[-6:]] == ["leader"] * 6


def test_a_free_set_up_has_the_counters_beside_the_map_by_kind() -> None:
    free = saves_of(PLAN).free_setups()
    assert {title for title, _ in free.values()} == {
        *(f"{battle.title}: free set-up" for battle in GAME.hex_scenarios.values() if free_counters(battle)),
        "Hastings: order of battle", "Stamford Bridge: order of battle",  # at Fulford all are free
    }  # fmt: skip
    wanted = free_counters(HASTINGS)
    seen: set[str] = set()
    for window, _, _, pieces in stacks(free["hastings-free"][1]):
        here = [GAME.counters[p.markers()["CounterId"]] for p in pieces]
        assert (window == FORCES) == bool(wanted.intersection(c.id for c in here))
        if window == FORCES:
            assert len({(c.side, c.kind, c.name, *c.front.items()) for c in here}) == 1
            seen |= {c.id for c in here}
    assert seen == wanted and 0 < len(wanted) < len(GAME.counters)


def test_in_an_order_of_battle_every_counter_of_the_scenario_lies_in_its_box() -> None:
    (_, save) = saves_of(PLAN).free_setups()["hastings-order"]
    lying = {
        p.markers()["CounterId"]: (x, y) for w, x, y, pieces in stacks(save) if w == FORCES for p in pieces
    }
    assert lying == {p.counter: PLAN.forces.places[p.counter] for p in set_up(GAME, HASTINGS)}
    assert {head for head, _ in PLAN.forces.heads} >= {"Norman army: Bretons", "Anglo-Saxons"}


def test_a_box_of_forces_says_how_many_wait_in_it_where_there_are_several() -> None:
    waiting = Counter(PLAN.forces.places.values())
    assert 1 in waiting.values() and max(waiting.values()) > 1
    for box in PLAN.forces.boxes:
        counters = [GAME.counters[c] for c, place in PLAN.forces.places.items() if place == (box.x, box.y)]
        (name,) = {counter.name for counter in counters}
        assert box.words == (f"{name} x{len(counters)}" if len(counters) > 1 else name)
    assert "Harold" in {box.words for box in PLAN.forces.boxes}


@pytest.mark.parametrize("name", GAME.hex_scenarios)
def test_markers_stand_on_their_tracks(name: str) -> None:
    battle = GAME.hex_scenarios[name]
    plan = PLAN.maps[battle.map]
    save = saves_of(PLAN).position(battle, (), Moment(3, battle.first_player, "movement"), "")
    found = {(x, y): [p.markers()["MarkerId"] for p in pieces] for _, x, y, pieces in all_stacks(save)}
    armies = len(battle.morale)
    assert found == {
        plan.px(plan.sheet.spots["turn 3"]): ["turn"],
        plan.px(plan.sheet.spots["losses x1 0"]): ["loss_1"] * armies,
        plan.px(plan.sheet.spots["losses x10 0"]): ["loss_10"] * armies,
    }
    for place, panel in (("turn 3", "turns"), ("losses x1 0", "losses"), ("losses x10 0", "losses")):
        assert plan.sheet.panels[panel].holds(plan.sheet.spots[place])


def test_beyond_the_last_turn_the_marker_stays_on_the_last_box() -> None:
    battle = next(iter(GAME.hex_scenarios.values()))
    plan = PLAN.maps[battle.map]
    save = saves_of(PLAN).position(battle, (), Moment(99, battle.first_player, "movement"), "")
    last = plan.px(plan.sheet.spots[f"turn {battle.turns}"])
    assert [
        p.markers()["MarkerId"] for _, x, y, those in all_stacks(save) for p in those if (x, y) == last
    ] == ["turn"]
