"""Moves of stacks for a hand and a form: what lights up, what a drag means, why a place is closed."""

from __future__ import annotations

from typing import Any

import worlds

from modules.definition.formats.clauses.moving import MovePhase
from modules.engine.stacks.moving import MoveOptions
from modules.engine.stacks.orders import EXIT, Done, MoveStack

AT = {"B-1": "0103", "B-2": "0103", "BT-1": "0203", "R-1": "0505"}
ZONE = {"of": ["all"], "stop": True, "leave": "free", "hop": "free", "rule": "4"}


def moves(at: dict[str, str] | None = None, march: dict[str, Any] | None = None, **rules: Any) -> MoveOptions:
    """Blue's moves, together where units lie in one hex; units stop beside an enemy."""
    way = {"rule": "3", "budget": "movement", "stacks": "together", **(march or {})}
    phase = {
        "does": "move",
        "by": ["march"],
        "rule": "2",
        "exits": [{"over": ["0101"], "cost": 1, "rule": "6"}],
    }
    made = worlds.clauses(movement={"march": way}, phases={"movement": phase}, zones=[ZONE], **rules)
    roads = {"road": [["0103", "0203", "0303"]]}
    known = worlds.battle(
        made, worlds.small_map(("......", "......", "..w...", "......", "......"), roads=roads)
    )
    clause = known.rules.phases["movement"]
    assert isinstance(clause, MovePhase)
    return MoveOptions(worlds.field(known, at or AT), clause)


def test_a_stack_goes_as_far_as_its_slowest() -> None:
    """The reduced one has 3 MP; the road costs half."""
    options = moves()
    slow = MoveOptions(
        worlds.field(options.field.battle, AT, states={"B-2": ["reduced"]}), options.clause
    )  # fmt: skip
    both = ("B-1", "B-2")
    assert both in {m.units for m in options.legal() if isinstance(m, MoveStack) and m.path[-1] == "0501"}
    assert "0501" in {m.path[-1] for m in slow.moves_of(("B-1",))}
    assert "0501" not in {m.path[-1] for m in slow.moves_of(both)}
    assert slow.spent_on(MoveStack(both, ("0203", "0202"))) == ("1 1/2", "1 1/2")
    assert options.rule_of(MoveStack(both, ("0203",))) == "3"


def test_what_may_be_picked_up_and_where_it_comes() -> None:
    options = moves()
    assert [name for name, _ in options.actors()] == ["B-1", "B-2", "BT-1"]
    assert set(options.due_kinds()) == {MoveStack, Done}
    reached = {each.place: (each.cost, each.left) for each in options.reach("B-1")}
    assert reached["0303"] == ("1", "3")
    assert reached[EXIT] == ("3", "1")
    assert not options.reach("R-1")
    assert {order.units for order in options.orders_by("B-1") if isinstance(order, MoveStack)} == {
        ("B-1",), ("B-1", "B-2"),
    }  # fmt: skip


def test_a_drag_over_some_hexes_is_the_cheapest_way_over_them() -> None:
    options = moves()
    assert options.expand_path(MoveStack(("B-1",), ("0303",))) == [("0203", "0303")]
    assert options.expand_path(MoveStack(("B-1",), ("0202", "0302"))) == [("0202", "0302")]
    assert options.expand_path(MoveStack(("B-1",), ("0101", EXIT))) == [("0102", "0101", EXIT)]
    assert not options.expand_path(MoveStack(("B-1",), ("0505",)))
    assert not options.expand_path(MoveStack(("R-1",), ("0504",)))


def test_a_form_offers_who_may_go_along_and_where() -> None:
    options = moves()
    assert options.axes(MoveStack, {"units": (), "path": ()})["units"] == ["B-1", "B-2", "BT-1"]
    axes = options.axes(MoveStack, {"units": ("B-1",), "path": ("0203",)})
    assert axes["units"] == ["B-1", "B-2"]
    assert axes["path"] == ["0303", "0304", "0204"]


def test_a_place_is_closed_by_what_lies_there_or_on_the_way() -> None:
    options = moves()
    told = {place: str(options.why_closed("B-1", place)) for place in ("0303", "0505", "0604", "0605")}
    assert told["0303"] == "None"
    assert told["0505"] == "against rule 3: 0505 is held by R-1"
    assert told["0604"] == "against rule 4: B-1 must stop in 0504, in the ZOC of R-1"
    assert told["0605"] == "against rule 4: B-1 must stop in 0404, in the ZOC of R-1"
    assert str(options.why_closed("R-1", "0303")) == "against rule 2: R-1 is not your unit"
    assert str(moves(march={"budget": 1}).why_closed("B-1", "0105")) == (
        "against rule 3: 1 MP short: 1 MP; 0103-0104 1 (Open ground), 0104-0105 1 (Open ground)"
    )


def test_who_looks_for_a_way_is_told_what_comes_nearest() -> None:
    options = moves()
    why, ways = options.find_paths("B-1", "0605")
    assert why.startswith("no way ends in 0605: B-1 comes no nearer than")
    assert len(ways) == 3
    assert options.find_paths("B-1", "0303") == ("", [MoveStack(("B-1",), ("0203", "0303"))])


def test_ways_come_to_the_same_but_for_the_hex_of_entry() -> None:
    options = moves({"B-4": "entering", "B-1": "0103"})
    assert options.equivalence_key(MoveStack(("B-1",), ("0203", "0303"))) == ""
    assert options.equivalence_key(MoveStack(("B-4",), ("0101", "0102"))) == "0101"


def test_moves_are_told_in_one_line() -> None:
    options = moves()
    assert options.summarize(options.moves_of(("BT-1",))).startswith("2")
