"""Attacks half by program: who may attack whom, on which column, with which shifts; what is refused."""

from __future__ import annotations

from typing import Any

import pytest
import worlds
from worlds import Chance

from modules.definition.formats.clauses.combat import AttackPhase
from modules.engine.errors import OrderSyntaxError
from modules.engine.orders import Grammar
from modules.engine.stacks.combat.attack_options import AttackOptions
from modules.engine.stacks.orders import KINDS, AttackColumn, AttackDrm, AttackPlain, AttackShifted, Done

COLUMNS = {"crt": ("1-1", "2-1"), "fire": ()}
BATTLE = {"table": "crt", "stack": "as_one", "hexes": "one", "rule": "6"}
AT = {"B-1": "0202", "B-2": "0201", "BT-1": "0303", "R-1": "0302", "R-2": "0302", "R-3": "0401"}


def find(table: str, said: str) -> str | None:
    """The column that is meant."""
    return next((column for column in COLUMNS[table] if column == said.replace(":", "-")), None)


def attack(
    at: dict[str, str] | None = None,
    way: dict[str, Any] | None = None,
    *,
    phase: dict[str, Any] | None = None,
    more: dict[str, Any] | None = None,
    ground: dict[str, Any] | None = None,
    **moment: Any,
) -> AttackOptions:
    """Blue's attacks in a moment."""
    attacks = {"battle": {**BATTLE, **(way or {})}, **(more or {})}
    phases = {"combat": {"does": "attack", "by": [*attacks], "rule": "2", **(phase or {})}}
    rules = worlds.clauses(phases=phases, attacks=attacks)
    known = worlds.battle(rules, worlds.small_map(**(ground or {})))
    clause = known.rules.phases["combat"]
    assert isinstance(clause, AttackPhase)
    return AttackOptions(worlds.field(known, at or AT, phase="combat", **moment), clause, COLUMNS, find)


def order(options: AttackOptions, text: str) -> Any:
    """A line as an order."""
    return Grammar((*KINDS, Done), options.field.battle.counters, {}).parse(text)


def refused(options: AttackOptions, text: str) -> tuple[str, str]:
    """The number and the words of a refusal."""
    fault = options.fault(order(options, text))
    assert fault is not None, text
    return fault.rule, fault.reason


def test_one_unit_of_a_hex_means_all_of_it() -> None:
    options = attack()
    found = options.find_attack(order(options, "attack B-1,B-2 > R-2 column 2:1"))
    assert (found.defenders, found.column, found.shift, found.drm) == (("R-1", "R-2"), "2-1", 0, 0)
    assert found.clause.rule == "6"
    chosen = attack(way={"stack": "chosen"})
    assert chosen.find_attack(order(chosen, "attack B-1 > R-2 column 2-1")).defenders == ("R-2",)


def test_shifts_and_drm_are_read_up_to_their_most() -> None:
    options = attack(way={"shifts": 1, "drm": 2})
    found = options.find_attack(order(options, "attack B-1 > R-1 column 1-1 shift -1 drm +2"))
    assert (found.shift, found.drm) == (-1, 2)
    plain = attack(way={"table": "fire", "drm": 1})
    assert plain.find_attack(order(plain, "attack B-1 > R-1 drm -1")).drm == -1
    assert plain.find_attack(order(plain, "attack B-1 > R-1")).column == ""


REFUSALS: dict[str, tuple[dict[str, Any], str, str, str]] = {
    "no column": ({}, "attack B-1 > R-1", "6", "name a column of the table crt"),
    "column of none": (
        {"way": {"table": "fire"}}, "attack B-1 > R-1 column 1-1", "6", "its table has no columns",
    ),
    "unknown column": ({}, "attack B-1 > R-1 column 3-1", "6", "the table crt has no column 3-1: 1-1, 2-1"),
    "too many shifts": ({}, "attack B-1 > R-1 column 1-1 shift +1 drm 0", "6", "shift +1: at most 0"),
    "too much drm": ({}, "attack B-1 > R-1 column 1-1 shift 0 drm -1", "6", "drm -1: at most 0"),
    "no number": ({"way": {"drm": 9}}, "attack B-1 > R-1 column 1-1 shift 0 drm 1", "6", "drm 1: write 0"),
    "too far": ({}, "attack B-1 > R-3 column 1-1", "6", "0401: 2 hexes away, at most 1"),
    "one of them too far": ({}, "attack BT-1,B-1 > R-3 column 1-1", "6", "BT-1 in 0303 does not reach 0401"),
    "across a cliff": (
        {"ground": {"hexsides": {"cliff": [["0202", "0302"]]}}},
        "attack B-1 > R-1 column 1-1", "6", "does not reach 0302: Cliff prohibits combat",
    ),
    "attacker named twice": ({}, "attack B-1,B-1 > R-1 column 1-1", "6", "an attacker is named twice"),
    "target named twice": ({}, "attack B-1 > R-1,R-1 column 1-1", "6", "a target is named twice"),
    "not your unit": ({}, "attack R-1 > R-2 column 1-1", "6", "R-1 is not your unit"),
    "your own": ({}, "attack B-1 > B-2 column 1-1", "6", "B-2 is your own unit"),
    "not on the map": ({"at": {"B-1": "0202"}}, "attack B-1 > R-1 column 1-1", "6", "R-1 is not on the map"),
    "other attackers": (
        {"way": {"units": {"of": ["armour"]}}}, "attack B-1 > R-1 column 1-1", "6", "that do are armour",
    ),
    "other targets": (
        {"way": {"targets": {"of": ["armour"]}}}, "attack B-1 > R-1 column 1-1", "6", "targets are armour",
    ),
    "two hexes": (
        {"at": {"B-1": "0202", "R-1": "0302", "R-2": "0102"}}, "attack B-1 > R-1,R-2 column 1-1", "6",
        "an attack has one hex as its target, not 0302, 0102",
    ),
    "attacked before": (
        {"way": {"once": ["attackers"]}, "acted": frozenset(["B-1"])}, "attack B-1 > R-1 column 1-1", "6",
        "B-1 has already attacked in this phase",
    ),
    "was attacked": (
        {"way": {"once": ["defenders"]}, "defended": frozenset(["R-2"])}, "attack B-1 > R-1 column 1-1", "6",
        "R-2 was already attacked in this phase",
    ),
    "not now": ({"phase": {"not_on": [{"turns": [1]}]}}, "attack B-1 > R-1 column 1-1", "2", "turn 1"),
    "not due": ({}, "move B-1 0101", "2", "is not due"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSALS)
def test_a_refused_attack_names_its_clause(name: str) -> None:
    made, text, rule, says = REFUSALS[name]
    options = attack(**made)
    if text.startswith("move"):
        grammar = Grammar(KINDS, options.field.battle.counters, options.field.map_rules.hexes)
        fault = options.fault(grammar.parse(text))
        assert fault is not None
        assert (fault.rule, says in fault.reason) == (rule, True)
    else:
        number, reason = refused(options, text)
        assert number == rule
        assert says in reason


def test_what_has_fought_may_fight_again_where_no_clause_forbids_it() -> None:
    options = attack(acted=frozenset(["B-1"]), defended=frozenset(["R-1"]))
    assert options.fault(order(options, "attack B-1 > R-1 column 1-1")) is None


def test_several_hexes_and_a_longer_reach() -> None:
    far = attack(way={"hexes": "several", "reach": 3})
    found = far.find_attack(order(far, "attack B-1,BT-1 > R-3,R-1 column 1-1"))
    assert found.defenders == ("R-1", "R-2", "R-3")


def test_the_way_that_fits_is_taken() -> None:
    """Fire by armour on another table, beside the battle of all."""
    fire = {"fire": {**BATTLE, "table": "fire", "units": {"of": ["armour"]}, "reach": 2, "rule": "6.5"}}
    options = attack(more=fire)
    assert options.find_attack(order(options, "attack BT-1 > R-3")).clause.rule == "6.5"
    assert refused(options, "attack B-1 > R-1") == ("6.5", "B-1 may not attack so: units that do are armour")
    by_armour = options.axes(AttackColumn, {"attackers": ("BT-1",), "defenders": (), "column": ()})
    assert by_armour["defenders"] == ["R-1", "R-2"]
    assert options.axes(AttackPlain, {"attackers": ("B-1",), "defenders": ()})["defenders"] == []


def test_attacks_are_listed_for_one_and_for_all_and_each_is_legal() -> None:
    options = attack()
    listed = options.legal()
    assert [str(each) for each in listed] == [
        "attack B-1 > R-1,R-2 column 1-1", "attack B-1 > R-1,R-2 column 2-1",
        "attack B-2 > R-1,R-2 column 1-1", "attack B-2 > R-1,R-2 column 2-1",
        "attack BT-1 > R-1,R-2 column 1-1", "attack BT-1 > R-1,R-2 column 2-1",
        "attack B-1,B-2,BT-1 > R-1,R-2 column 1-1", "attack B-1,B-2,BT-1 > R-1,R-2 column 2-1", "done",
    ]  # fmt: skip
    for each in listed:
        options.judge(each)
    for number in range(9):
        options.judge(options.sample(Chance(lambda n, number=number: number % n)))


def test_a_form_offers_what_may_stand_beside_what_is_chosen() -> None:
    options = attack(way={"shifts": 1, "drm": 0})
    assert set(options.due_kinds()) == {AttackColumn, AttackShifted, Done}
    empty: dict[str, tuple[str, ...]] = dict.fromkeys(
        ("attackers", "defenders", "column", "shift", "drm"), ()
    )
    axes = options.axes(AttackShifted, {**empty, "attackers": ("B-1",)})
    assert axes == {
        "attackers": ["B-1", "B-2", "BT-1"], "defenders": ["R-1", "R-2"], "column": ["1-1", "2-1"],
        "shift": ["-1", "0", "+1"], "drm": ["0"],
    }  # fmt: skip
    assert set(attack(way={"table": "fire", "drm": 1}).due_kinds()) == {AttackPlain, AttackDrm, Done}
    assert [name for name, _ in options.actors()] == ["B-1", "B-2", "BT-1"]


@pytest.mark.parametrize("words", ["shift +1", "drm 1 shift +1", "column 1-1 shift +1", "column 1-1 drm 1"])
def test_a_line_that_lacks_a_word_is_told_the_whole_form(words: str) -> None:
    with pytest.raises(OrderSyntaxError) as told:
        order(attack(), f"attack B-1 > R-1 {words}")
    assert told.value.expected == AttackShifted.FORM
