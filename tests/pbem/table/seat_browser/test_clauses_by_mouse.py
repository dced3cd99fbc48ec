"""Start games whose clauses the program carries out, at the table: the first turn of each by mouse. What a
clause forbids is refused under its own number."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hands_by_mouse import HandsByMouse, try_game
from real_table import RealTable

from generator.new_game.start import start_game

pytestmark = pytest.mark.whole
Sit = Callable[[str, str], HandsByMouse]


@pytest.fixture
def tried(at_table: Callable[..., Any], tmp_path: Path) -> Sit:
    """Sits down at the start game of a style."""

    def sit(style: str, scenario: str) -> HandsByMouse:
        start_game(tmp_path / style, "The first turn", style, "hexes")
        source = try_game(tmp_path / style, scenario, tmp_path / "kept")
        table = RealTable(source.session, source)
        return HandsByMouse(at_table(table), table)

    return sit


def give(hands: HandsByMouse, *lines: str) -> None:
    """Each order by mouse."""
    for line in lines:
        hands.mouse.settle()
        hands.mouse.give(hands.table.session.whole.rules.grammar.parse(line))
        hands.mouse.settle()
        assert hands.given == line


def move_both(hands: HandsByMouse, counter: str, place: str) -> str:
    """A counter goes with the one that lies below it."""
    hands.hold(counter)
    hands.mouse.click("#due button:text-is('+1')")
    hands.mouse.settle()
    return hands._after(f".lights [data-place='{place}']")


def why_closed(hands: HandsByMouse, counter: str, over: str) -> str:
    """What stands beside the pointer over a counter where another one does not come."""
    hands.hold(counter)
    number = hands.table.number_of(over)
    hands.page.mouse.move(*hands.mouse.middle_of(f".piece[data-piece='{number}']"))
    hands.page.wait_for_selector("#card.hint")
    said = str(hands.page.inner_text("#card"))
    hands.page.keyboard.press("Escape")
    return said


def test_the_first_turn_of_tapestry(tried: Sit) -> None:
    hands = tried("tapestry", "mill_bridge")
    hands.press("Deploy")
    hands.press("Done")
    give(hands, "move R-hirdman-4 0505")
    assert move_both(hands, "R-hirdman-1", "0503") == "move R-hirdman-1,R-Orm 0403-0503"
    assert why_closed(hands, "R-rider-1", "S-housecarl-1") == "2 0604 is held by S-housecarl-1"
    hands.press("Done")
    give(hands, "attack R-Orm,R-hirdman-1 > S-fyrd-2")
    assert "die " in hands.page.inner_text("#caption")


def test_the_first_turn_of_modern(tried: Sit) -> None:
    hands = tried("modern", "canal")
    hands.press("Deploy")
    hands.press("Done")
    hands.press("Done")
    give(hands, "move G-inf-1 0504")
    assert why_closed(hands, "G-pz-1", "F-inf-1") == "2 0604 is held by F-inf-1"
    hands.press("Done")
    form = "attack {attackers} > {defenders} shift {shift} drm {drm}"
    named = hands.fill(form, attackers="G-inf-1", defenders="F-inf-1", shift="+2")
    assert named == "attack G-inf-1 > F-inf-1 shift +2 drm 0"
    assert "die " in hands.page.inner_text("#caption")


def test_the_first_turn_of_gunpowder(tried: Sit) -> None:
    hands = tried("gunpowder", "lohbach")
    hands.press("Deploy")
    hands.press("Done")
    unit = next(iter(dict(hands.table.session.due_choice.options.actors())))
    place = hands.table.session.due_choice.options.reach(unit)[0].place
    assert hands.put(unit, place).startswith(f"move {unit} ")
