"""How attacks are reckoned: values, modifiers, ground, columns, shifts, dice, in their fixed order."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from modules.definition.formats.tables import OddsTableEntry
from modules.definition.heads import ratio
from modules.engine.stacks.combat.columns import Columns
from modules.engine.stacks.combat.results import read_result
from modules.engine.stacks.orders import AttackNamed
from tests.modules.stack_combat.combats import TABLES, attacks, column, order, reckoned, refused
from tests.modules.stacks import worlds

AT = {"B-1": "0202", "B-2": "0201", "BT-1": "0303", "R-1": "0302"}
"""Two infantry and armour around a hex."""
LINE = "attack B-1,B-2 > R-1"


def mod(of: str, **more: Any) -> dict[str, Any]:
    return {"of": of, "rule": "6.1", **more}


def strengths(options: Any, text: str) -> dict[str, Fraction]:
    return dict(reckoned(options, text).strengths)


# --- strengths -------------------------------------------------------------------------------------------


def test_a_value_is_that_of_the_face_that_lies_up() -> None:
    options = attacks(AT, states={"B-2": {"reduced"}})
    assert strengths(options, LINE) == {"B-1": 4, "B-2": 1, "R-1": 4}
    counted = attacks(AT, strength={"attack": "units", "defence": "units"}, states={"B-2": {"reduced"}})
    assert strengths(counted, LINE) == {"B-1": 1, "B-2": 1, "R-1": 1}


def test_modifiers_of_strength_come_in_the_order_in_which_they_are_written() -> None:
    add, half = mod("attackers", add=1), mod("attackers", times="1/2")
    assert strengths(attacks(AT, {"modifiers": [add, half]}), LINE)["B-1"] == Fraction(5, 2)
    assert strengths(attacks(AT, {"modifiers": [half, add]}), LINE)["B-1"] == 3


def test_no_strength_falls_below_nothing() -> None:
    options = attacks(AT, {"modifiers": [mod("defenders", add=-9)]})
    assert strengths(options, LINE)["R-1"] == 0


def test_modifiers_ask_for_units_for_enough_of_them_and_for_company() -> None:
    def b_1(modifier: dict[str, Any], line: str = LINE) -> Fraction:
        return strengths(attacks(AT, {"modifiers": [modifier]}), line)["B-1"]

    assert b_1(mod("attackers", times=2, units={"of": ["armour"]})) == 4
    assert b_1(mod("attackers", times=2, at_least=3)) == 4
    assert b_1(mod("attackers", times=2, at_least=3), "attack B-1,B-2,BT-1 > R-1") == 8
    assert b_1(mod("attackers", times=2, joined=["armour"])) == 4
    assert b_1(mod("attackers", times=2, joined=["armour"]), "attack B-1,BT-1 > R-1") == 8
    assert b_1(mod("attackers", times=2, when={"turns": [2]})) == 4
    assert b_1(mod("attackers", add="movement")) == 8


def test_an_attacker_is_modified_for_the_hexside_that_it_crosses_itself() -> None:
    ground = {"hexsides": {"river": [["0202", "0302"]]}}
    options = attacks(AT, {"modifiers": [mod("attackers", times="1/2", across=["river"])]}, ground=ground)
    assert strengths(options, LINE) == {"B-1": 2, "B-2": 4, "R-1": 4}


# --- shifts and dice -------------------------------------------------------------------------------------


@pytest.mark.parametrize(("who", "by"), [("any", 1), ("all", 0), ("each", 2)], ids=["any", "all", "each"])
def test_a_shift_counts_for_any_for_all_or_for_each(who: str, by: int) -> None:
    modifier = mod("attackers", shift=1, who=who, units={"of": ["infantry"]})
    made = attacks(AT, {"modifiers": [modifier]}, {"attack": "units", "defence": "units"})
    before = attacks(AT, {}, {"attack": "units", "defence": "units"})
    line = "attack B-1,B-2,BT-1 > R-1"
    assert column(before, line) == "3-1"
    assert column(made, "attack B-1 > R-1") == "2-1"
    drm = attacks(AT, {"modifiers": [{**modifier, "shift": None, "drm": 1}]})
    assert reckoned(drm, line).drm == by


def test_a_value_shifts_by_the_highest_of_a_unit_or_by_all() -> None:
    any_one = mod("attackers", drm="movement", who="any")
    assert reckoned(attacks(AT, {"modifiers": [any_one]}), "attack B-1,BT-1 > R-1").drm == 6
    each = mod("attackers", drm="movement", who="each")
    assert reckoned(attacks(AT, {"modifiers": [each]}), "attack B-1,BT-1 > R-1").drm == 10


def test_shifts_and_drm_add_up_and_are_cut() -> None:
    modifiers = [mod("attackers", shift=3, who="any"), mod("defenders", shift=-1, who="any")]
    modifiers += [mod("attackers", drm=-2, who="any"), mod("defenders", drm=-3, who="all")]
    made = attacks(AT, {"modifiers": modifiers}, {"shift_limit": 1, "drm_limit": 4})
    assert column(made, "attack B-1 > R-1") == "2-1"
    assert reckoned(made, "attack B-1 > R-1").drm == -4
    assert column(attacks(AT, {"modifiers": modifiers}), "attack B-1 > R-1") == "3-1"


CROSSED = [("all", {"B-1": "0202", "R-1": "0302"}, True), ("all", AT, False), ("any", AT, True)]


@pytest.mark.parametrize(("crossing", "at", "counts"), CROSSED)
def test_a_hexside_counts_if_all_or_any_cross_it(crossing: str, at: dict[str, str], counts: bool) -> None:
    ground = {"hexsides": {"canal": [["0202", "0302"]]}}
    line = f"attack {','.join(u for u in ('B-1', 'B-2') if u in at)} > R-1"
    made = attacks(at, {}, {"crossing": crossing}, ground=ground)
    assert strengths(made, line)["R-1"] == (12 if counts else 4)
    assert reckoned(made, line).drm == (-2 if counts else 0)
    modifier = mod("defenders", times=2, across=["river"], crossing=crossing)
    river = {"hexsides": {"river": [["0202", "0302"]]}}
    own = attacks(at, {"modifiers": [modifier]}, ground=river)
    assert strengths(own, line)["R-1"] == (8 if counts else 4)


# --- the chart -------------------------------------------------------------------------------------------


def rows(**letters: str) -> list[str]:
    """A map with such terrain in some hexes: `h0302="t"`."""
    made = [list(row) for row in worlds.PLAIN]
    for hex_id, letter in letters.items():
        made[int(hex_id[3:]) - 1][int(hex_id[1:3]) - 1] = letter
    return ["".join(row) for row in made]


def test_the_ground_of_the_target_doubles_and_shifts() -> None:
    options = attacks(AT, ground={"rows": rows(h0302="t")})
    made = reckoned(options, LINE)
    assert made.strengths["R-1"] == 8
    assert column(options, LINE) == "1-2"  # 8 to 8, and one to the left
    assert options.summarize([order(options, LINE)]) == made.brief == "8 to 8: column 1-2"
    assert [str(change) for change in made.changes] == ["R-1: Town doubled (T Town)", "Town -1 (T Town)"]


def test_the_ground_halves_attackers_in_it_or_into_it() -> None:
    into = attacks(AT, ground={"rows": rows(h0302="b")})
    assert strengths(into, LINE) == {"B-1": 2, "B-2": 2, "R-1": 4}
    out = attacks(AT, ground={"rows": rows(h0202="b")})
    assert strengths(out, LINE) == {"B-1": 2, "B-2": 4, "R-1": 4}


def test_a_hexside_halves_those_that_cross_it_and_a_river_those_that_have() -> None:
    ground = {"hexsides": {"brook": [["0202", "0302"]], "ford": [["0505", "0506"]]}}
    options = attacks(AT, ground=ground, deeds={"B-2": {"crossed"}})
    assert strengths(options, LINE) == {"B-1": 2, "B-2": 2, "R-1": 4}


def test_levels_halve_and_shift_uphill_alone() -> None:
    up = attacks(AT, {}, {"crossing": "any"}, ground={"levels": [*["000000"] * 1, "001000", *["000000"] * 4]})
    assert strengths(up, LINE) == {"B-1": 2, "B-2": 2, "R-1": 4}
    assert column(up, LINE) == "1-2"
    down = attacks(AT, {}, {"crossing": "any"}, ground={"levels": ["111111", "110111", *["111111"] * 4]})
    assert (strengths(down, LINE)["B-1"], column(down, LINE)) == (4, "2-1")


@pytest.mark.parametrize("town", ["h0302", "h0201"])
def test_of_several_hexes_the_best_for_the_defenders_counts_once(town: str) -> None:
    at = {"B-1": "0202", "B-2": "0202", "R-1": "0302", "R-2": "0201"}
    counted = {"attack": "units", "defence": "units"}
    options = attacks(at, {"hexes": "several"}, counted, ground={"rows": rows(**{town: "t"})})
    made = reckoned(options, "attack B-1,B-2 > R-1,R-2")
    assert sorted(made.strengths[unit] for unit in ("R-1", "R-2")) == [1, 2]
    assert column(options, "attack B-1,B-2 > R-1,R-2") == "1-3"  # 2 to 3, and one to the left


def test_nobody_attacks_into_a_prohibited_hex() -> None:
    options = attacks(AT, ground={"rows": rows(h0302="f")})
    assert refused(options, LINE) == ("6", "R-1 cannot be attacked: Fort prohibits combat")
    assert [str(each) for each in options.legal()] == ["done"]


# --- columns ---------------------------------------------------------------------------------------------


def _columns(heads: list[str]) -> Columns:
    entry = worlds.typed(OddsTableEntry, {**TABLES["odds"]["crt"], "columns": heads})
    return Columns(entry, by_odds=True)


HEADS = ["1-3", "1-2", "1-1", "2-1", "3-1"]


def _slow_column(odds: Fraction, rounded: str) -> int:
    """A column by writing odds as 1-n or n-1 with a whole n, as a player does; -1 and 5 are beyond."""
    n = odds if odds >= 1 else 1 / odds
    whole, rest = int(n), n - int(n)
    up = {"attacker": rest > 0, "defender": False, "nearest": rest > Fraction(1, 2)}[rounded]
    if odds < 1:  # the more defenders for one attacker, the worse for the attacker
        up = {"attacker": False, "defender": rest > 0, "nearest": rest >= Fraction(1, 2)}[rounded]
    whole += up
    read = Fraction(whole) if odds >= 1 else Fraction(1, whole)
    known = [ratio(head) for head in HEADS]
    return -1 if read < known[0] else len(known) if read > known[-1] else known.index(read)


@pytest.mark.parametrize("rounded", ["defender", "attacker", "nearest"])
def test_odds_are_rounded_as_a_player_rounds_them(rounded: str) -> None:
    columns = _columns(HEADS)
    for attack in range(1, 40):
        for defence in range(1, 40):
            odds = Fraction(attack, defence)
            found = columns.by_odds(Fraction(attack), Fraction(defence), rounded)
            assert found == _slow_column(odds, rounded), (attack, defence)
    assert columns.by_odds(Fraction(0), Fraction(1), rounded) == -1
    assert columns.by_odds(Fraction(1), Fraction(0), rounded) == 5


BEYOND = [("clamp", 1, "3-1"), ("X", 1, "X"), ("X", 0, "3-1")]


@pytest.mark.parametrize(("above", "reduced", "found"), BEYOND)
def test_beyond_the_last_column_it_is_read_or_a_code_comes(above: str, reduced: bool, found: str) -> None:
    """A shift alone never reaches what lies beyond."""
    shift = {"modifiers": [mod("attackers", shift=3, who="any")]}
    states = {"R-1": {"reduced"}} if reduced else {}
    assert column(attacks(AT, shift, {"above": above}, states=states), "attack B-1 > R-1") == found


def test_a_barred_attack_is_refused_with_what_was_reckoned() -> None:
    reduced = {unit: {"reduced"} for unit in ("B-1", "B-2")}
    options = attacks(AT, {}, {"below": "barred"}, states=reduced)
    rule, reason = refused(options, "attack B-1 > R-1")
    assert rule == "6"
    assert reason == (
        "attackers 1: B-1 1; defenders 4: R-1 4; odds 1 to 4, below 1-3: there is no such attack"
    )
    assert "attack B-1 > R-1" not in map(str, options.legal())
    assert column(options, "attack B-1,B-2 > R-1") == "1-2"


def test_the_cell_below_the_first_column_is_reached_by_a_shift_where_the_table_has_one() -> None:
    shift = {"modifiers": [mod("attackers", shift=-1, who="any")]}
    deep = attacks(AT, {**shift, "table": "deep"})
    made = reckoned(deep, "attack B-1 > R-1")
    assert (made.code, made.column) == ("X", -1)
    assert column(attacks(AT, shift, states={"B-1": {"reduced"}}), "attack B-1 > R-1") == "1-3"


def test_an_attacker_may_name_a_lower_column_where_that_is_said() -> None:
    options = attacks(AT, {}, {"lower": True})
    assert column(options, "attack B-1,B-2 > R-1 column 1-1") == "1-1"
    assert refused(options, "attack B-1 > R-1 column 3-1")[1].endswith("column 3-1 is higher than 1-1")
    assert refused(options, "attack B-1 > R-1 column 9-1")[1].startswith("the table crt has no column 9-1")
    assert (
        "write `attack {attackers} > {defenders}`" in refused(attacks(AT), "attack B-1 > R-1 column 1-1")[1]
    )
    sure = attacks(AT, {}, {"lower": True, "above": "X"}, states={"R-1": {"reduced"}})
    assert column(sure, "attack B-1,B-2 > R-1") == "X"
    assert column(sure, "attack B-1,B-2 > R-1 column 2-1") == "2-1"
    same = attacks(AT, {}, {"lower": True, "above": "X", "below": "X"}, states={"B-1": {"reduced"}})
    assert column(same, "attack B-1 > R-1") == "X"
    assert refused(same, "attack B-1 > R-1 column 3-1")[1].endswith("below 1-3: no column is lower")


DIFFERENCES = [
    ("attack B-1 > R-1", {}, "0"),
    ("attack B-1,B-2 > R-1", {}, "+4"),
    ("attack B-1 > R-1", {"times": "5/8"}, "-2/-1"),
]


@pytest.mark.parametrize(("line", "change", "found"), DIFFERENCES)
def test_a_difference_is_rounded_down(line: str, change: dict[str, Any], found: str) -> None:
    by = {
        "by": "difference",
        "attack": "combat",
        "defence": "combat",
        "above": "clamp",
        "below": "X",
        "crossing": "all",
    }
    modifiers = [mod("attackers", **change)] if change else []
    assert column(attacks(AT, {"table": "gaps", "modifiers": modifiers}, by), line) == found


def test_attackers_alone_are_read_on_a_table_of_strengths() -> None:
    by = {"by": "attack", "attack": "units", "above": "X", "below": "clamp", "crossing": "all"}
    options = attacks(AT, {"table": "gaps"}, by)
    assert column(options, LINE) == "+1/+3"
    assert "R-1" not in reckoned(options, LINE).strengths


# --- dice ------------------------------------------------------------------------------------------------

TO_HIT: dict[str, Any] = {"by": "to_hit", "attack": "combat", "hits_on": 5}


def test_each_attacker_rolls_its_dice_and_hits_with_what_is_added() -> None:
    way = {"table": None, "results": {"HIT": [{"do": "step", "of": "defenders"}]}}
    way["modifiers"] = [mod("attackers", times="3/8"), mod("attackers", drm=1, who="any")]
    options = attacks(AT, way, TO_HIT)
    found = options.find_attack(order(options, LINE))
    made = reckoned(options, LINE)
    assert (dict(made.dice), made.drm) == ({"B-1": 1, "B-2": 1}, 1)
    result = read_result(found.clause, None, made, (4, 3))
    assert (result.code, result.words, len(result.effects)) == ("HIT", "1 hit", 1)
    assert read_result(found.clause, None, made, (3, 3)).effects == ()


def test_what_hits_may_be_a_value_and_no_attack_rolls_too_many_dice() -> None:
    way = {"table": None, "results": {"HIT": []}}
    by_value = attacks(AT, way, {**TO_HIT, "hits_on": "movement"})
    assert dict(reckoned(by_value, "attack B-1,BT-1 > R-1").hits_on) == {"B-1": 4, "BT-1": 6}
    many = attacks(AT, {**way, "modifiers": [mod("attackers", times=8)]}, TO_HIT)
    assert refused(many, LINE)[1].endswith("64 dice: at most 60 are rolled in one attack")
    assert "attack B-1 > R-1" in map(str, many.legal())
    assert LINE not in map(str, many.legal())


# --- who attacks together --------------------------------------------------------------------------------


def test_support_from_afar_sees_its_target() -> None:
    support = {"rule": "6.2", "reach": 2, "sight": True, "alone": True, "hurt": True}
    at = {"B-1": "0301", "R-1": "0303"}
    assert reckoned(attacks(at, {"support": support}), "attack B-1 > R-1").strengths["B-1"] == 4
    hidden = attacks(at, {"support": support}, ground={"rows": rows(h0302="j")})
    told = "B-1 in 0301 does not reach 0303: no line of sight, jungle in 0302"
    assert refused(hidden, "attack B-1 > R-1") == ("6", told)
    assert hidden.legal() == [order(hidden, "done")]


def test_units_of_no_formation_attack_each_alone() -> None:
    options = attacks(AT, {"same": {"rule": "6.3", "of": "formation"}})
    told = "only units of one formation attack together: B-1 of none, B-2 of none"
    assert refused(options, LINE) == ("6.3", told)
    assert LINE not in map(str, options.legal())
    assert options.fault(order(options, "attack B-1 > R-1")) is None


# --- what is named ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("limit", "found"), [(None, "3-1"), (2, "3-1"), (1, "2-1")])
def test_what_is_named_counts_with_the_other_shifts_within_their_limit(limit: int | None, found: str) -> None:
    way = {
        "modifiers": [mod("attackers", shift=1, who="any")],
        "named": {"shift": 1, "drm": 1, "rule": "6.2"},
    }
    options = attacks(AT, way, {"shift_limit": limit})
    made = reckoned(options, "attack B-1 > R-1 shift +1 drm -1")
    assert column(options, "attack B-1 > R-1 shift +1 drm -1") == found
    assert made.drm == -1 and "DRM -1: -1 (named, 6.2)" in made.lines
    assert [(each.what, each.rule) for each in made.changes[-2:]] == [("named", "6.2")] * 2
    assert column(options, "attack B-1 > R-1 shift 0 drm 0") == column(options, "attack B-1 > R-1") == "2-1"
    assert column(options, "attack B-1 > R-1 shift -1 drm 0") == "1-1"


def test_more_is_not_named_than_the_clause_says_and_nothing_where_there_is_none() -> None:
    options = attacks(AT, {"named": {"shift": 1, "rule": "6.2"}})
    assert refused(options, "attack B-1 > R-1 shift +2 drm 0") == ("6.2", "shift +2: at most 1 either way")
    assert refused(options, "attack B-1 > R-1 shift 1 drm 0")[1].startswith("shift 1: write 0, or a number")
    assert refused(attacks(AT), "attack B-1 > R-1 shift 0 drm 0")[0] == "6"
    chosen: dict[str, tuple[str, ...]] = dict.fromkeys(("attackers", "defenders", "shift", "drm"), ())
    axes = options.axes(AttackNamed, chosen)
    assert (axes["shift"], axes["drm"]) == (["-1", "0", "+1"], ["0"])
    assert AttackNamed in options.due_kinds() and AttackNamed not in attacks(AT).due_kinds()


def test_printed_numbers_count_and_without_a_number_no_die_is_rolled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(worlds.COUNTERS["B"]["values"], "movement", "(3½)")
    monkeypatch.setitem(worlds.COUNTERS["BT"]["values"], "movement", "A")
    way = {"table": None, "results": {"HIT": []}}
    way["modifiers"] = [mod("attackers", drm="movement", who="any")]
    made = reckoned(attacks(AT, way, {**TO_HIT, "hits_on": "movement"}), "attack B-1,BT-1 > R-1")
    assert (dict(made.dice), dict(made.hits_on)["B-1"], made.drm) == ({"B-1": 4}, 4, 3)
