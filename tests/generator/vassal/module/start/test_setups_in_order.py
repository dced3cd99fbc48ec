"""What a player begins with: set-ups by date, commands for a selection, what eliminated pieces may do."""

from __future__ import annotations

import pytest
from plans import shipped_plan

from generator.vassal.format.keys import ctrl
from generator.vassal.format.traits import ReportState, RestrictCommands
from generator.vassal.module.start.selection import selection_menu
from generator.vassal.module.start.setups import date_of, setups
from generator.vassal.positions.saves_of import saves_of
from modules import library


def test_setups_stand_in_the_order_of_their_dates() -> None:
    game = library.definition("three_battles")
    free, other = ({f"hastings-{kind}": (f"Hastings: {kind} set-up", b"")} for kind in ("free", "other"))
    *found, menu = setups(game, free, other)
    names = [str(each.attributes["file"]) for each in found]
    assert names == ["fulford.vsav", "stamford_bridge.vsav", "hastings.vsav", "hastings-free.vsav"]
    assert menu.attributes["isMenu"] == "true"
    assert [each.attributes["file"] for each in menu.children] == ["hastings-other.vsav"]


def test_those_that_players_lay_out_stand_so_too() -> None:
    saves = saves_of(shipped_plan("three_battles"))
    free = saves.free_setups()
    for found in (free, saves.unnumbered_setups(free)):
        titles = [title.partition(":")[0].partition(",")[0] for title, _ in found.values()]
        assert [*dict.fromkeys(titles)] == ["Fulford", "Stamford Bridge", "Hastings"]


def test_who_may_charge_can_be_marked_so() -> None:
    plan = shipped_plan("three_battles")
    kinds = plan.definition.game.kinds.items()
    mounted = {name for name, kind in kinds if kind.mounted and kind.role == "unit"}
    assert set(plan.file.states["charge"].kinds) == mounted


@pytest.mark.parametrize(
    ("words", "date"),
    [
        ("14 October 1066", (1066, 10, 14)),
        ("April to December 1066", (1066, 4, 0)),
        ("a summer", (9999, 0, 0)),
        ("14 Thermidor 1794", (9999, 0, 0)),
    ],
)
def test_a_date_is_read(words: str, date: tuple[int, int, int]) -> None:
    assert date_of(words) == date


def test_a_command_of_the_menu_reaches_selected_pieces_alone() -> None:
    *commands, menu = selection_menu({"Turn over": ctrl("F")})
    assert menu.attributes["menuItems"] == ",".join(str(each.attributes["buttonText"]) for each in commands)
    assert [(each.attributes["hotkey"], each.attributes["filter"]) for each in commands] == [
        (ctrl("F"), "{Selected == true}")
    ]


def test_keys_do_something_or_are_not_there() -> None:
    """Ctrl+F on counters with a second side alone; Ctrl+E where not eliminated, Ctrl+B where eliminated."""
    plan = shipped_plan("three_battles")
    reports = {
        counter: {
            key for t in plan.roster.counter(counter).traits if isinstance(t, ReportState) for key in t.keys
        }
        for counter in ("S-huscarl-1", "N-foot-1")
    }
    assert ctrl("F") in reports["S-huscarl-1"] and ctrl("F") not in reports["N-foot-1"]
    traits = plan.roster.counter("N-foot-1").traits
    bars = {t.keys: t.expression for t in traits if isinstance(t, RestrictCommands)}
    assert bars[(ctrl("E"),)] == '{CurrentMap == "Eliminated"}'
    assert bars[(ctrl("B"),)] == '{!(CurrentMap == "Eliminated")}'
