"""Every kind of refusal of a move: the number of the clause, and what was reckoned."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import pytest
import worlds

from modules.definition.formats.clauses.moving import MovePhase
from modules.engine.orders import Grammar
from modules.engine.stacks.moving import MoveOptions, surplus_lines
from modules.engine.stacks.orders import KINDS, Done, PlaceCounter

ZONE = {"of": ["all"], "stop": False, "leave": "free", "hop": "free", "rule": "4"}
LATE = {"side": "blue", "counters": ["B-4"], "rule": "8", "source": worlds.SOURCE}
GROUND = ("..w...", "......", "..m...", "...l..", "......", "......")


@dataclass
class Refused:
    """An order that is refused by a rule with these words, in a moment under these clauses."""

    order: str
    rule: str
    says: str
    at: dict[str, str]
    march: dict[str, Any] = field(default_factory=dict)
    phase: dict[str, Any] = field(default_factory=dict)
    rules: dict[str, Any] = field(default_factory=dict)
    ground: dict[str, Any] = field(default_factory=dict)
    moment: dict[str, Any] = field(default_factory=dict)
    entries: list[Any] = field(default_factory=list)

    def options(self) -> MoveOptions:
        """The moves of the moment."""
        march = {"rule": "3", "budget": "movement", **self.march}
        phase = {"does": "move", "by": ["march"], "rule": "2", **self.phase}
        rules = worlds.clauses(movement={"march": march}, phases={"movement": phase}, **self.rules)
        known = worlds.battle(rules, worlds.small_map(GROUND, **self.ground), entries=self.entries)
        now = worlds.field(known, self.at, **self.moment)
        clause = known.rules.phases["movement"]
        assert isinstance(clause, MovePhase)
        return MoveOptions(now, clause)


B1 = {"B-1": "0103"}
BESIDE = {"B-1": "0103", "R-1": "0303"}
REFUSALS = {
    "short": Refused(
        "move B-1 0202-0302-0301",
        "3",
        "2 MP short: movement 4, tired: half, 2 MP; 0103-0202 1 (Open ground), 0202-0302 1 (Open ground), "
        "0302-0301 2 (Woods)",
        B1,
        march={"changes": [{"times": "1/2", "round": "up", "units": {"state": ["tired"]}, "rule": "3.1"}]},
        moment={"states": {"B-1": ["tired"]}},
    ),
    "short of hexes": Refused(
        "move B-1 0102-0101",
        "3.2",
        "1 hex short: mud: 1 hex; 0103-0102 1, 0102-0101 1",
        B1,
        march={"instead": [{"hexes": 1, "when": {"turns": ["mud"]}, "rule": "3.2"}]},
        rules={"turns": {"mud": [1]}},
    ),
    "parts of a cost": Refused(
        "move B-1 0102",
        "3",
        "2 MP short: 1 MP; 0103-0102 3 (Open ground 1, River 1, ZOC 1)",
        {"B-1": "0103", "R-1": "0101"},
        march={"budget": 1},
        rules={"zones": [{**ZONE, "enter": 1}]},
        ground={"hexsides": {"river": [["0103", "0102"]]}},
    ),
    "not adjacent": Refused("move B-1 0105", "3", "0105 is not adjacent to 0103: name every hex", B1),
    "where it lies": Refused("move B-1 0103", "3", "B-1 is in 0103 already", B1),
    "ground prohibited": Refused("move B-1 0404", "T Lake", "Lake between 0403 and 0404", {"B-1": "0403"}),
    "ground of a kind": Refused("move BT-1 0303", "T Marsh", "Marsh between", {"BT-1": "0203"}),
    "hexside prohibited": Refused(
        "move B-1 0102", "T Cliff", "Cliff between", B1, ground={"hexsides": {"cliff": [["0103", "0102"]]}}
    ),
    "prohibited by a clause": Refused(
        "move B-1 0301",
        "3.3",
        "Woods between",
        {"B-1": "0201"},
        march={"costs": [{"into": ["woods"], "mp": "prohibited", "units": {"of": ["B"]}, "rule": "3.3"}]},
    ),
    "no rail": Refused(
        "move B-1 0102",
        "3",
        "no railway leads from 0103 to 0102",
        B1,
        march={"along": ["rail"], "cost": 1},
        ground={"roads": {"rail": [["0103", "0203"]]}},
    ),
    "held by an enemy": Refused("move B-1 0102", "3", "0102 is held by R-1", {"B-1": "0103", "R-1": "0102"}),
    "stop in a zone": Refused(
        "move B-1 0203-0202", "4", "B-1 must stop in 0203, in the ZOC of R-1",
        {"B-1": "0103", "R-1": "0304"}, rules={"zones": [{**ZONE, "stop": True}]},
    ),
    "halt": Refused(
        "move B-1 0301-0401", "3.4", "B-1 must stop in 0301, Woods", {"B-1": "0201"},
        march={"halts": [{"into": ["woods"], "rule": "3.4"}]},
    ),
    "zone never entered": Refused(
        "move B-1 0203", "4", "B-1 may not enter 0203, in the ZOC of R-1",
        {"B-1": "0103", "R-1": "0304"}, rules={"zones": [{**ZONE, "enter": "never"}]},
    ),
    "zone closed": Refused(
        "move B-1 0203", "3", "B-1 may not enter 0203, in the ZOC of R-1",
        {"B-1": "0103", "R-1": "0304"}, march={"zones": "closed"}, rules={"zones": [ZONE]},
    ),
    "locked": Refused(
        "move B-1 0102", "4", "B-1 in 0103 is in the ZOC of R-1 and stays until combat takes it out",
        {"B-1": "0103", "R-1": "0104"}, rules={"zones": [{**ZONE, "leave": "combat_only"}]},
    ),
    "leaving costs": Refused(
        "move B-1 0102", "3", "2 MP short: 1 MP; 0103-0102 3 (Open ground 1, ZOC 2)",
        {"B-1": "0103", "R-1": "0104"}, march={"budget": 1}, rules={"zones": [{**ZONE, "leave": 2}]},
    ),
    "from zone to zone": Refused(
        "move B-1 0203", "4", "B-1 may not go from ZOC to ZOC, from 0103 to 0203 (R-1, R-2)",
        {"B-1": "0103", "R-1": "0104", "R-2": "0303"}, rules={"zones": [{**ZONE, "hop": "never"}]},
        ground={"hexsides": {"cliff": [["0104", "0203"]]}},
    ),
    "within one zone": Refused(
        "move B-1 0203", "4", "B-1 may not go within the ZOC of one unit, from 0103 to 0203 (R-1)",
        {"B-1": "0103", "R-1": "0104"}, rules={"zones": [{**ZONE, "hop": "not_same"}]},
    ),
    "full always": Refused(
        "move B-1 0203-0202", "5", "0203 holds 1 unit, at most 1 may lie there",
        {"B-1": "0103", "B-2": "0203"},
        rules={"stacking": [{"limit": 1, "holds": "always", "rule": "5"}]},
    ),
    "full at the end": Refused(
        "move B-1 0203", "5", "0203 holds 4 of combat, at most 6 may lie there",
        {"B-1": "0103", "B-2": "0203"},
        rules={"stacking": [{"limit": 6, "count": "combat", "holds": "move_end", "rule": "5"}]},
    ),
    "one by one": Refused("move B-1,B-2 0203", "3", "units move one by one", {"B-1": "0103", "B-2": "0103"}),
    "not in one hex": Refused(
        "move B-1,B-2 0203", "2", "B-1, B-2 do not lie in one hex", {"B-1": "0103", "B-2": "0104"},
        march={"stacks": "together"},
    ),
    "named twice": Refused(
        "move B-1,B-1 0203", "2", "a unit is named twice", B1, march={"stacks": "together"}
    ),
    "one of a stack": Refused(
        "move B-1,B-2 0203-0303", "3", "B-2: 1 MP short: movement 3", {"B-1": "0103", "B-2": "0103"},
        march={"stacks": "together"}, moment={"states": {"B-2": ["reduced"]}},
    ),
    "no unit of the side": Refused("move R-1 0203", "2", "R-1 is not your unit", {"R-1": "0103"}),
    "moved already": Refused(
        "move B-1 0203", "2", "B-1 has already moved in this phase", B1, moment={"acted": frozenset(["B-1"])}
    ),
    "other units move": Refused(
        "move B-1 0203", "2", "B-1 does not move in this phase: units that move are armour", B1,
        phase={"units": {"of": ["armour"]}},
    ),
    "no phase now": Refused(
        "move B-1 0203", "2", "no unit moves in this phase: turn 1", B1, phase={"not_on": [{"turns": [1]}]}
    ),
    "off the map": Refused("move B-1 0203", "2", "B-1 is not on the map", {"B-1": "lost"}),
    "too early": Refused(
        "move B-4 0101", "8", "B-4 enters the map in turn 2", {"B-4": "entering"}, phase={"enters": True},
        entries=[{**LATE, "turn": 2, "hexes": ["0101"]}],
    ),
    "no entry in this phase": Refused(
        "move B-4 0101", "2", "no unit comes in in this phase", {"B-4": "entering"},
        entries=[{**LATE, "turn": 1, "hexes": ["0101"]}],
    ),
    "another hex": Refused(
        "move B-4 0102", "8", "B-4 comes in over 0101, not over 0102", {"B-4": "entering"},
        phase={"enters": True}, entries=[{**LATE, "turn": 1, "hexes": ["0101"]}],
    ),
    "entry blocked": Refused(
        "move B-4 0101", "7", "B-4 waits: the enemy holds its hexes", {"B-4": "entering", "R-1": "0101"},
        phase={"enters": True}, entries=[{**LATE, "turn": 1, "hexes": ["0101"]}],
        rules={"entering": {"blocked": "wait", "zones": "open", "rule": "7"}},
    ),
    "entry elsewhere": Refused(
        "move B-4 0103", "7", "B-4 comes in over 0102, 0201, not over 0103",
        {"B-4": "entering", "R-1": "0101"}, phase={"enters": True},
        entries=[{**LATE, "turn": 1, "hexes": ["0101"]}],
        rules={"entering": {"blocked": "nearest", "zones": "open", "rule": "7"}},
    ),
    "entry in a zone": Refused(
        "move B-4 0101", "7", "B-4 may not come in over 0101, in the ZOC of R-1",
        {"B-4": "entering", "R-1": "0102"}, phase={"enters": True},
        entries=[{**LATE, "turn": 1, "hexes": ["0101"]}],
        rules={"entering": {"blocked": "wait", "zones": "closed", "rule": "7"}, "zones": [ZONE]},
    ),
    "in column": Refused(
        "move B-4 0101", "3", "1 MP short: 2 MP; entering-0101 3 (3 times 1)", {"B-4": "entering"},
        march={"budget": 2}, phase={"enters": True}, entries=[{**LATE, "turn": 1, "hexes": ["0101"]}],
        rules={"entering": {"blocked": "wait", "zones": "open", "column": True, "rule": "7"}},
        moment={"entered_over": {"0101": 2}},
    ),
    "no exit": Refused("move B-1 exit", "2", "no unit leaves the map in this phase", B1),
    "no exit from here": Refused(
        "move B-1 exit", "6", "B-1 may not leave the map from 0103", B1,
        phase={"exits": [{"over": ["0101"], "cost": 1, "rule": "6"}]},
    ),
    "exit too dear": Refused(
        "move B-1 exit", "3", "1 MP short: movement 4; 0103-exit 5", B1,
        phase={"exits": [{"over": ["0103"], "cost": 5, "rule": "6"}]},
    ),
    "exit in the middle": Refused(
        "move B-1 exit-0103", "3", "`exit` must come last", B1,
        phase={"exits": [{"over": ["0103"], "cost": 1, "rule": "6"}]},
    ),
    "too full for the end": Refused(
        "done", "5", "0103 holds 2 units, at most 1 may lie there: B-1 or B-2 can still move away",
        {"B-1": "0103", "B-2": "0103"}, rules={"stacking": [{"limit": 1, "holds": "phase_end", "rule": "5"}]},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refusal_names_its_clause_and_what_was_reckoned(name: str) -> None:
    case = REFUSALS[name]
    options = case.options()
    places = {*options.field.map_rules.hexes, "exit"}
    fault = options.fault(Grammar((*KINDS, Done), options.field.battle.counters, places).parse(case.order))
    assert fault is not None
    assert fault.rule == case.rule
    assert case.says in fault.reason


def test_an_order_of_another_phase_is_not_due() -> None:
    options = Refused("", "", "", B1).options()
    fault = options.fault(PlaceCounter("B-1", "0101"))
    assert fault is not None
    assert fault.rule == "2"


def test_a_surplus_that_nobody_can_settle_lets_the_phase_end_and_is_told() -> None:
    """Both have moved: `done` is legal, and the report says that the rest is by hand."""
    stacking = {"stacking": [{"limit": 1, "holds": "phase_end", "rule": "5"}]}
    moved = {"acted": frozenset(["B-1", "B-2"])}
    options = Refused("", "", "", {"B-1": "0103", "B-2": "0103"}, rules=stacking, moment=moved).options()
    assert options.fault(Done()) is None
    assert surplus_lines(options.field) == (
        "0103 holds 2 units, at most 1 may lie there (rule 5): the surplus is by hand",
    )


def test_of_two_ways_of_moving_the_one_that_comes_farthest_says_why_not() -> None:
    """By rail the unit comes three hexes far; the march would fail at once in the lake's place."""
    case = Refused(
        "", "", "", B1, march={"budget": 1},
        ground={"roads": {"rail": [["0103", "0104", "0105", "0106"]]}},
    )  # fmt: skip
    rules = worlds.clauses(
        movement={
            "march": {"rule": "3", "budget": 0, "costs": [
                {"into": ["0104"], "mp": "prohibited", "units": {"of": ["B"]}, "rule": "3.3"}]},
            "rail": {"rule": "3.9", "hexes": 2, "along": ["rail"], "cost": 1},
        },
        phases={"movement": {"does": "move", "by": ["march", "rail"], "rule": "2"}},
    )  # fmt: skip
    known = worlds.battle(rules, worlds.small_map(GROUND, **case.ground))
    clause = known.rules.phases["movement"]
    assert isinstance(clause, MovePhase)
    options = MoveOptions(worlds.field(known, B1), clause)
    grammar = Grammar(KINDS, known.counters, known.map_rules.hexes)
    assert options.fault(grammar.parse("move B-1 0104-0105")) is None
    fault = options.fault(grammar.parse("move B-1 0104-0105-0106"))
    assert fault is not None
    assert str(fault) == "against rule 3.9: 1 hex short: 2 hexes; 0103-0104 1, 0104-0105 1, 0105-0106 1"
