"""A game scene by scene as a log: marches place by place with the signs that VASSAL itself writes, combats
declared and over, orders told once."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from generator.vassal.format.archive import open_archive, read_archive
from generator.vassal.format.commands import Chat, MovePiece, Turn, read_commands
from generator.vassal.format.container import read_save
from generator.vassal.format.orders.marks import COMBAT, FIRE, declared
from generator.vassal.format.pieces import Piece
from generator.vassal.logs.log_file import open_log
from generator.vassal.logs.recorded import Recorded
from generator.vassal.logs.table import Table
from generator.vassal.logs.tape import Step, steps_of
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.read_position import start_of
from generator.vassal.positions.scenes import Scene
from generator.vassal.positions.standings import Standing
from generator.vassal.positions.write_position import game_log
from modules import library
from modules.engine.gestures.hand import Put
from modules.engine.position import PlacedCounter

TURNS = Path(__file__).parents[1] / "data" / "turns"
GAME, SCENARIO = "three_battles", "hastings"
Shown = tuple[str, str, int, int]
"""Trail, sign of movement and px of a counter."""


def shown(piece: Piece) -> Shown:
    """What a piece shows of its march, and where."""
    states = {each.type_text().partition(";")[0]: each.state_text() for each in piece.traits}
    return states["footprint"], states["markmoved"], piece.basic.x, piece.basic.y


class Played:
    """A log, played step by step."""

    def __init__(self, text: str) -> None:
        commands = read_commands(text)
        self.table, self.steps = Table.of(start_of(commands)), steps_of(commands)

    def play(self) -> Iterator[Step]:
        for step in self.steps:
            for command in step.commands:
                self.table.take(command)
            yield step

    def piece(self, counter: str) -> Piece:
        return next(each for each in self.table.pieces.values() if each.markers().get("CounterId") == counter)

    def bear(self, mark: str) -> dict[str, int]:
        """The counters in declared combats, with their numbers."""
        found = {
            each.markers().get("CounterId", ""): declared(each.traits, mark)
            for each in self.table.pieces.values()
        }
        return {counter: number for counter, number in found.items() if number}


def marches(played: Played, counter: str) -> Iterator[Shown]:
    """What a counter shows after each step that moves it."""
    for step in played.play():
        moved = [each.piece_id for each in step.commands if isinstance(each, MovePiece)]
        if any(played.table.pieces[each].markers().get("CounterId") == counter for each in moved):
            yield shown(played.piece(counter))


def longest_way(recorded: Recorded) -> tuple[str, list[str]]:
    """The counter that was dragged farthest, and its way."""
    ways: dict[str, list[str]] = {}
    for made in recorded.made:
        if isinstance(made.gesture, Put) and (counter := made.gesture.pieces[0].counter):
            ways.setdefault(counter, [made.gesture.way[0]]).append(made.gesture.way[-1])
    return max(ways.items(), key=lambda each: len(each[1]))


def log_of(game: str, scenario: str, start: Standing, scenes: Sequence[Scene]) -> Played:
    log = game_log(library.definition(game), scenario, start, scenes, "")
    return Played(read_save(read_archive(log, "x")).text)


@pytest.mark.parametrize("name", ["hastings_berg", "shield_wall", "three_battles"])
def test_a_march_is_shown_hex_by_hex_as_vassal_itself_recorded_it(name: str) -> None:
    path = TURNS / f"{name}-hastings.vlog"
    rules, definition = library.rules(name, "hastings"), library.definition(name)
    recorded = open_log(path).read(definition, rules.grammar.places, rules.sides)
    counter, (begin, *way) = longest_way(recorded)
    assert len(way) >= 3 and recorded.start.moment is not None
    theirs = list(marches(Played(read_save(open_archive(path)).text), counter))

    placed = recorded.start.placed
    there = tuple(replace(each, place=way[-1]) if each.counter == counter else each for each in placed)
    start = Standing("hastings", placed, recorded.start.moment, {})
    order = rules.grammar.parse(f"move {counter} {'-'.join(way)}")
    scene = Scene(["first"], ["last"], replace(start, placed=there), [order])
    played = log_of(name, "hastings", start, [scene])
    assert next(each.place for each in placed if each.counter == counter) == begin
    said = [[each.line for each in step.commands if isinstance(each, Chat)] for step in played.steps]
    assert said == [["* first"], *[[]] * (len(way) - 2), ["* last"]]
    assert list(marches(played, counter)) == theirs


# --- signs come and go ---------------------------------------------------------------------------------


def standing(phase: str = "movement", player: str = "norman", turn: int = 2, **places: str) -> Standing:
    """How Hastings stands, with these counters alone."""
    names = {each.replace("_", "-"): place for each, place in places.items()}
    sides = {"N": "norman", "S": "saxon"}
    placed = tuple(PlacedCounter(each, sides[each[0]], place) for each, place in names.items())
    return Standing(SCENARIO, placed, Moment(turn, player, phase), {})


def scene(line: str, after: Standing) -> Scene:
    return Scene([line], ["then"], after, [library.rules(GAME, SCENARIO).grammar.parse(line)])


def test_signs_of_movement_go_when_the_other_player_moves_and_not_before() -> None:
    start = standing(N_foot_1="2010")
    gone = standing(N_foot_1="2012")
    other = standing(player="saxon", N_foot_1="2012")
    scenes = [
        scene("move N-foot-1 2011-2012", gone),
        scene("done", replace(gone, now=Moment(2, "norman", "combat"))),
        scene("done", other),
    ]
    played = log_of(GAME, SCENARIO, start, scenes)
    signs = [shown(played.piece("N-foot-1"))[:2] for _ in played.play()]
    (_, at, under) = shown(played.piece("N-foot-1"))[1:]
    assert [moved for _, moved in signs] == ["true", "true", "true", "false"]
    assert signs[1][0] == signs[2][0] and signs[1][0].startswith("true;Map0;2;")
    assert signs[3][0] == f"true;Map0;1;{at},{under};true"


def test_the_last_march_of_a_turn_is_seen_to_its_end() -> None:
    over = standing(player="saxon", N_foot_1="2012")
    played = log_of(GAME, SCENARIO, standing(N_foot_1="2010"), [scene("move N-foot-1 2011-2012", over)])
    seen = [(shown(played.piece("N-foot-1")), played.table, step) for step in played.play()]
    assert [each[0][1] for each in seen] == ["true", "true", "false"]
    assert seen[1][0][2:] == seen[2][0][2:]
    assert [any(isinstance(c, Turn) for c in step.commands) for *_, step in seen] == [False, False, True]


def test_who_falls_goes_his_way_and_who_is_sent_off_the_map_leaves_no_trail_there() -> None:
    fallen = standing(N_foot_1="lost", N_foot_2="lost")
    start = standing(N_foot_1="2010", N_foot_2="2310")
    played = log_of(GAME, SCENARIO, start, [scene("move N-foot-1 2011-2012", fallen)])
    seen = [(shown(played.piece("N-foot-1")), shown(played.piece("N-foot-2"))) for _ in played.play()]
    assert [one[0].split(";")[2] for one, _ in seen] == ["1", "2", "2"]
    assert [other[:2] for _, other in seen] == [("false;;0;false", "false")] * 3
    assert played.piece("N-foot-1").basic.map == played.piece("N-foot-2").basic.map == "Eliminated"


def test_a_combat_is_seen_on_all_in_it_until_the_phase_is_over() -> None:
    fights = standing("combat", N_foot_1="2010", N_foot_2="2011", N_archer_1="2212", S_fyrd_7="2111")
    rallies = replace(fights, now=Moment(2, "norman", "rally"))
    scenes = [
        scene("attack N-foot-1,N-foot-2 > S-fyrd-7", fights),
        scene("fire N-archer-1 > 2111", fights),
        scene("done", rallies),
    ]
    played = log_of(GAME, SCENARIO, fights, scenes)
    seen = [(played.bear(COMBAT), played.bear(FIRE)) for _ in played.play()]
    both = {"N-foot-1": 1, "N-foot-2": 1, "S-fyrd-7": 1}
    fire = {"N-archer-1": 1, "S-fyrd-7": 1}
    assert seen == [(both, {}), (both, {}), (both, fire), (both, fire), ({}, {})]


def test_after_nine_combats_the_numbers_begin_anew_and_at_the_end_of_a_log_none_is_left() -> None:
    fights = standing("combat", N_foot_1="2010", N_foot_2="2011", S_fyrd_7="2111")
    one, other = (scene(f"attack N-foot-{n} > S-fyrd-7", fights) for n in (1, 2))
    played = log_of(GAME, SCENARIO, fights, [*[one] * 9, other])
    numbers: list[dict[str, int]] = [played.bear(COMBAT) for _ in played.play()]
    assert numbers[-4:-1] == [{"N-foot-1": 9, "S-fyrd-7": 9}, *[{"N-foot-2": 1, "S-fyrd-7": 1}] * 2]
    assert numbers[-1] == {}
