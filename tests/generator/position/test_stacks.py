"""What a stack covers is told: its states on the top counter and in words."""

from __future__ import annotations

from dataclasses import replace

from generator.drawing.svg import Canvas
from generator.look import look_of
from generator.position import scene_of
from generator.position.stacks import covered_chips, covered_legend, tell_covered
from modules import library
from modules.engine.position import PlacedCounter

GAME = library.definition("three_battles")
KNIGHT, FOOT = (PlacedCounter(counter, "norman", "2020") for counter in ("N-knight-1", "N-foot-1"))
WILLIAM = PlacedCounter("N-William", "norman", "2020")
DISORDERED = replace(KNIGHT, markers=("disordered",))


def test_a_state_below_the_top_has_a_chip_and_words() -> None:
    stack = [DISORDERED, replace(FOOT, markers=("disordered",)), FOOT]
    assert covered_chips(GAME, stack) == {"D": 2}
    assert covered_legend(GAME, stack) == {"D": "Disordered"}
    ((where, what),) = tell_covered(GAME, stack, ["2020"])
    assert where == "2020, below Foot 1"
    assert what.count("(Disordered)") == 2


def test_a_turned_counter_is_told_by_what_its_back_is_called() -> None:
    ((_, what),) = tell_covered(GAME, [replace(KNIGHT, reduced=True), FOOT], ["2020"])
    assert what == "Knights 1 (reduced)"


def test_what_lies_below_a_leader_is_named_without_a_state_too() -> None:
    assert tell_covered(GAME, [KNIGHT, WILLIAM], ["2020"]) == [("2020, below William", "Knights 1")]
    assert tell_covered(GAME, [KNIGHT, FOOT], ["2020"]) == []


def test_the_state_of_the_top_counter_is_not_told_twice() -> None:
    assert covered_chips(GAME, [FOOT, DISORDERED]) == {}
    assert tell_covered(GAME, [FOOT, DISORDERED], ["2020"]) == []


def test_the_top_counter_shows_the_state_below_it() -> None:
    scene = scene_of(look_of(GAME), GAME, "hastings")
    (plain, top), (_, other) = (scene.spots([below, FOOT]) for below in (DISORDERED, KNIGHT))
    assert (plain.lying, top.lying, other.lying) == ("", "D", "")
    drawn = []
    for spot in (top, other):
        canvas = Canvas(scene.look, 20, 20)
        scene.piece(canvas, replace(spot, at=(10.0, 10.0)))
        drawn.append(canvas.svg())
    assert drawn[0] != drawn[1]
