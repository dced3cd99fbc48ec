"""Set-up of stacks and reinforcements that are placed: zones, conditions, room, and what draws end in."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest
import worlds
from worlds import Chance

from modules.definition.formats.clauses.moving import EnterPhase
from modules.definition.formats.scenarios import SetUp
from modules.engine.errors import Illegal
from modules.engine.stacks.entering import EnterOptions
from modules.engine.stacks.field import StackField
from modules.engine.stacks.orders import Deploy, Done, PlaceCounter
from modules.engine.stacks.setting_up import SetUpOptions

LEFT = {"areas": [], "hexes": ["0101", "0102", "0103", "0201"], "rule": "9.1", "source": worlds.SOURCE}
SUGGESTED = {"B-1": "0101", "B-2": "0101", "B-3": "0102", "BL": "0103"}
ROWS = ("......", "......", "..m...", "...l..", "......", "......")


def set_up(field: StackField, **more: Any) -> SetUpOptions:
    """Blue's set-up in a moment."""
    made = {"side": "blue", "rule": "9", "at": SUGGESTED, "zones": [LEFT], "source": worlds.SOURCE, **more}
    return SetUpOptions(field, worlds.typed(SetUp, made), "1")


def moment(at: dict[str, str], **rules: Any) -> StackField:
    """A moment of the set-up."""
    known = worlds.battle(worlds.clauses(**rules), worlds.small_map(ROWS))
    return worlds.field(known, {**dict.fromkeys(SUGGESTED, "reserve"), **at}, phase="setup")


def refused(options: SetUpOptions | EnterOptions, order: Any) -> tuple[str, str]:
    """The number and the words of a refusal."""
    fault = options.fault(order)
    assert fault is not None, order
    return fault.rule, fault.reason


ONE = {"limit": 1, "holds": "always", "free": ["leader"], "rule": "5"}


def test_counters_are_placed_within_their_zone_where_there_is_room() -> None:
    options = set_up(moment({"B-1": "0101", "R-1": "0201"}, stacking=[ONE]))
    assert [str(each) for each in options.orders_by("B-2")] == ["place B-2 0102", "place B-2 0103"]
    assert [str(each) for each in options.orders_by("BL")] == [f"place BL 010{n}" for n in (1, 2, 3)]
    assert refused(options, PlaceCounter("B-2", "0301")) == ("9.1", "B-2 may not be set up in 0301")
    assert refused(options, PlaceCounter("B-2", "0101")) == (
        "5",
        "0101 holds 1 unit, at most 1 may lie there",
    )
    assert refused(options, PlaceCounter("B-2", "0201")) == ("1", "0201 is held by R-1")
    assert refused(options, PlaceCounter("R-1", "0101"))[0] == "9"
    assert refused(options, Deploy())[0] == "5"
    assert refused(options, Done()) == ("9", "3 counters must still be set up: B-2, B-3, BL")
    assert set_up(moment({"B-1": "0101"})).fault(Deploy()) is None


def test_ground_of_a_kind_takes_no_counter_of_it() -> None:
    """Marsh is prohibited to armour, a lake to all: by the number in the terrain chart."""
    zone = {**LEFT, "hexes": ["0303", "0404"]}
    options = set_up(moment({"BT-1": "reserve"}), at={"BT-1": "0303", "B-1": "0303"}, zones=[zone])
    assert refused(options, PlaceCounter("BT-1", "0303")) == ("T Marsh", "BT-1 may not be in 0303: Marsh")
    assert refused(options, PlaceCounter("B-1", "0404")) == ("T Lake", "B-1 may not be in 0404: Lake")
    assert options.fault(PlaceCounter("B-1", "0303")) is None


def test_a_limit_at_the_end_of_the_phase_holds_the_end_of_the_set_up() -> None:
    late = {**ONE, "holds": "phase_end"}
    options = set_up(moment(SUGGESTED, stacking=[late]))
    assert refused(options, Done()) == ("5", "0101 holds 2 units, at most 1 may lie there")
    assert PlaceCounter("B-2", "0201") in options.legal()
    assert set_up(moment({**SUGGESTED, "B-2": "0201"}, stacking=[late])).legal() == [Done()]


CONDITIONS: dict[str, tuple[dict[str, Any], dict[str, str], str]] = {
    "together": ({"kind": "together", "nation": "any"}, {"BL": "0103"}, "BL must start with a unit"),
    "apart": (
        {"kind": "apart", "counters": ["B-3"], "hexes": 2},
        {"B-3": "0102"},
        "B-3 in 0102 must be at least",
    ),
    "beside": (
        {"kind": "beside", "of": "nation"},
        {"BL": "0103", "B-3": "0101"},
        "BL in 0103 must be beside",
    ),
}


@pytest.mark.parametrize("name", CONDITIONS)
def test_conditions_of_a_set_up_hold_with_stacks(name: str) -> None:
    condition, at, says = CONDITIONS[name]
    options = set_up(moment({**SUGGESTED, **at}), conditions=[{**condition, "rule": "9.7"}])
    rule, reason = refused(options, Done())
    assert rule == "9.7"
    assert reason.startswith(says)


def test_a_set_up_that_is_stuck_goes_home_in_draws() -> None:
    """Three units for three hexes, one a hex; a unit lies where another alone may: draws end all the same."""
    zones = [{**LEFT, "hexes": ["0101"], "counters": ["B-1"]}, {**LEFT, "hexes": ["0101", "0102"]}]
    suggested = {"B-1": "0101", "B-2": "0102"}
    at = {"B-2": "0101", "B-1": "reserve"}
    for number in range(9):
        field, steps = moment(at, stacking=[ONE]), 0
        chance = Chance(partial(_rest, number))
        while (order := set_up(field, at=suggested, zones=zones).sample(chance)) != Done():
            assert isinstance(order, PlaceCounter)
            field, steps = field.with_placed({order.unit: order.at}), steps + 1
            assert steps < 9


def _rest(number: int, limit: int) -> int:
    return number % limit


def entering(at: dict[str, str], phase: dict[str, Any] | None = None, **rules: Any) -> EnterOptions:
    """Blue's reinforcements in a moment."""
    phases = {"movement": {"does": "enter", "rule": "2", **(phase or {})}}
    entry = {"side": "blue", "turn": 1, "rule": "8", "source": worlds.SOURCE}
    entries = [
        {**entry, "counters": ["B-1", "BT-1"], "hexes": ["0101", "0303"]},
        {**entry, "turn": 2, "counters": ["B-2"], "hexes": ["0101"]},
    ]
    known = worlds.battle(worlds.clauses(phases=phases, **rules), worlds.small_map(ROWS), entries=entries)
    clause = known.rules.phases["movement"]
    assert isinstance(clause, EnterPhase)
    return EnterOptions(worlds.field(known, at), clause)


def test_reinforcements_are_placed_in_their_hexes() -> None:
    waiting = {"B-1": "entering", "BT-1": "entering", "B-2": "entering"}
    options = entering(waiting)
    assert [str(each) for each in options.legal()] == [
        "place B-1 0101", "place B-1 0303", "place BT-1 0101", "done",
    ]  # fmt: skip
    assert refused(options, PlaceCounter("BT-1", "0303")) == ("T Marsh", "BT-1 may not be in 0303: Marsh")
    assert refused(options, PlaceCounter("B-2", "0101")) == ("8", "B-2 enters the map in turn 2")
    assert refused(options, PlaceCounter("B-1", "0102"))[0] == "8"
    assert refused(options, PlaceCounter("R-1", "0101")) == ("2", "R-1 is not your unit")
    assert refused(options, PlaceCounter("B-3", "0101")) == ("2", "B-3 does not wait to enter the map")
    full = entering({**waiting, "B-3": "0101"}, stacking=[{**ONE, "holds": "move_end"}])
    assert refused(full, PlaceCounter("B-1", "0101"))[0] == "5"
    closed = entering(waiting, {"not_on": [{"turns": [1]}]})
    assert refused(closed, PlaceCounter("B-1", "0101")) == ("2", "no unit comes in in this phase: turn 1")
    assert closed.legal() == [Done()]


def test_blocked_reinforcements_wait_or_come_by_the_nearest_hex() -> None:
    at = {"B-1": "entering", "R-1": "0101", "R-2": "0303"}
    clause = {"blocked": "wait", "zones": "open", "rule": "7"}
    assert entering(at, entering=clause).legal() == [Done()]
    nearest = entering(at, entering={**clause, "blocked": "nearest"})
    assert [str(each) for each in nearest.legal()] == ["place B-1 0102", "place B-1 0201", "done"]


def test_draws_place_all_that_can_come() -> None:
    options = entering({"B-1": "entering", "B-2": "entering"})
    assert options.sample(Chance(lambda n: n - 1)) == PlaceCounter("B-1", "0303")
    assert entering({"B-2": "entering"}).sample(Chance(lambda n: 0)) == Done()


def test_check_raises_what_fault_tells() -> None:
    with pytest.raises(Illegal, match="rule 8"):
        entering({"B-2": "entering"}).check(PlaceCounter("B-2", "0101"))
