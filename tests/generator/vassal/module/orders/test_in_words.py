"""Orders in words: the button "Say an order", and what "Hand in orders" tells of them.

`said.vlog` was recorded in the genuine 3.7.26: three orders said, a fourth time the question left, the button
pressed; then the turn tracker put on, and the button pressed once more.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from chatted import chatted
from plans import shipped_plan

from generator.vassal.format.buildfile import Component
from generator.vassal.format.orders.block import read_blocks
from generator.vassal.logs.log_file import open_log
from generator.vassal.module.orders.handing_in import Handing
from modules import library
from modules.engine.gestures.hand import Press

LOG = Path(__file__).parent / "data" / "said.vlog"
SAID = ("place S-Harold 0408", "deploy", "attack A > B")


def test_what_was_said_is_handed_in_once_and_forgotten_with_its_phase() -> None:
    first, second = read_blocks(chatted(LOG))
    assert first.orders == (*SAID, "done") and first.holds
    assert second.orders == ("done",) and second.holds


def test_a_log_has_it_as_words_that_were_pressed() -> None:
    rules = library.rules("shield_wall", "hastings")
    found = open_log(LOG).read(library.definition("shield_wall"), rules.grammar.places, ("saxon",))
    pressed = [made.gesture for made in found.made if isinstance(made.gesture, Press)]
    assert pressed == [Press(line) for line in SAID]


def keys_of(components: list[Component], name: str) -> str:
    [found] = [each for each in components if each.attributes.get("name") == name]
    return str(found.attributes["hotkeys"])


@pytest.mark.parametrize("game", ["three_battles", "hastings_pulsipher", "year_of_the_comet"])
def test_the_block_has_what_was_said_before_its_end(game: str) -> None:
    plan = shipped_plan(game)
    components = [*Handing.of(plan.definition, plan.file).components()]
    told = keys_of(components, "Hand in orders")
    assert told.index("tellSaid") < told.index("ordersDone")
    assert "Say an order" in {each.attributes.get("text") for each in components}
