"""The room that hex games share says what Shield Wall's rulebook asks for; tried on a small ridge.

The numbers are that rulebook's, in brackets where the data of the ridge go beyond it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from listing import look, nothing_else, same_end
from neighbours import Around
from ridge_rules import (
    ALL,
    RULES,
    AdvanceOptions,
    AttackOptions,
    Field,
    FireOptions,
    MoveOptions,
    RoutOptions,
    WithdrawOptions,
    placed,
    refused,
)
from watching import Dice

from modules import library
from modules.engine.driver import Play
from modules.engine.hexes.board import Board
from modules.engine.hexes.looking import Glance, once
from modules.engine.hexes.orders import Advance, Done, Hold, Move
from modules.engine.hexes.path_graph import Ways, marches, reach
from modules.engine.hexes.places import Places
from modules.engine.hexes.setting_up import SetUpOptions, SetUpRules
from modules.engine.hexes.state import HexUnit
from modules.engine.orders import Order
from modules.engine.requests import Choose, Options
from modules.engine.rules.arrangement_rules import Arrangement
from modules.engine.state_digest import digest

BOARD = RULES.battle.board


def ends(options: Options[Any], unit: str) -> dict[str, tuple[str, ...]]:
    """Where a unit may end, with the way."""
    return {o.path[-1]: o.path for o in options.legal() if getattr(o, "unit", "") == unit}


# --- what a step costs ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other", "kind", "mp"),
    [
        ("0502", "0503", "", "0"),  # hill to slope: down
        ("0503", "0502", "", "1"),  # hill is entered for 1, up or down
        ("0505", "0504", "", "2"),  # clear to slope: up
        ("0304", "0404", "", "2"),  # along the slope
        ("0503", "0504", "", "0"),
        ("0504", "0505", "", "1"),
        ("0406", "0407", "", "3"),  # over the stream
        ("0708", "0808", "foot", "2"),
        ("0708", "0808", "knights", "4"),
    ],
)
def test_a_step_costs_by_direction_and_by_kind(one: str, other: str, kind: str, mp: str) -> None:
    """6.2, 6.3: uphill 2, downhill nothing, along the slope 2; and a chart may name kinds of counters."""
    step = BOARD.step(one, other, kind)
    assert BOARD.show_mp(step.cost) == mp
    assert (other, step.cost) in BOARD.ways(kind).steps[one]


def test_where_a_retreat_may_step_is_the_same_for_one_step_and_for_all() -> None:
    shut = 0
    for definition in map(library.definition, ("three_battles", "shield_wall")):
        for each in definition.maps.values():
            board = Board(each, definition.terrain)
            for one, around in board.neighbours.items():
                allowed = {place for place, _ in board.strides.steps[one]}
                assert allowed == {place for place in around if board.retreat_open(one, place)}
                shut += len(around) - len(allowed)
    assert shut


def test_a_unit_without_mp_goes_on_downhill() -> None:
    """6.2: three MP along the hill, then two slopes for nothing; the plain costs one more."""
    field = placed({"S-fyrd-1": "0402"}, side="saxon", level_fatigue=9)
    options = MoveOptions(field, "saxon", ())
    way = "move S-fyrd-1 0502-0602-0702"
    assert refused(options, f"{way}-0703-0704") == ("", "")
    assert refused(options, f"{way}-0703-0704-0705")[0] == "6.1"
    assert refused(options, f"{way}-0701")[0] == "6.1"


def test_fatigue_is_taken_off_the_allowance() -> None:
    """10.0: the level, and never more than three MP."""
    far = [placed({"N-foot-1": "0510"}, level_fatigue=n).allowance("N-foot-1", 6) for n in range(6)]
    assert far == [6, 5, 4, 3, 3, 3]
    tired = MoveOptions(placed({"N-foot-1": "0510"}, level_fatigue=4), "norman", ())
    assert "0507" in ends(tired, "N-foot-1")
    assert "0506" not in ends(tired, "N-foot-1")
    rule, reason = refused(tired, "move N-foot-1 0509-0508-0507-0506")
    assert rule == "6.1"
    assert "4 MP needed, 3 allowed: 1 MP short" in reason


# --- zones of control, passing, leaders -------------------------------------------------------------------


@pytest.mark.parametrize(("enemy", "stops"), [("N-foot-1", True), ("N-William", True), ("N-archer-1", False)])
def test_who_exerts_a_zone_of_control_depends_on_the_unit(enemy: str, stops: bool) -> None:
    """6.4: all units but archers, leaders too."""
    options = MoveOptions(placed({"S-fyrd-1": "0505", enemy: "0607"}, side="saxon"), "saxon", ())
    assert options.field.exerting("0507", "saxon") == ([enemy] if stops else [])
    rule, reason = refused(options, "move S-fyrd-1 0506-0507-0508")
    assert (rule, enemy in reason) == (("6.4", True) if stops else ("", False))
    assert ("0507" in ends(options, "S-fyrd-1")["0508"]) is not stops


def test_a_friend_may_be_passed_but_is_no_place_to_end() -> None:
    """6.5, between two woods and an edge the way leads through him."""
    options = MoveOptions(
        placed({"N-foot-1": "0110", "N-foot-2": "0109", "N-knight-1": "0210"}), "norman", ()
    )
    ways = ends(options, "N-foot-1")
    assert ways["0108"] == ("0109", "0108")
    assert not {"0109", "0210"} & set(ways)
    rule, reason = refused(options, "move N-foot-1 0109")
    assert rule == "6.5"
    assert "N-foot-2 is in 0109" in reason
    assert refused(options, "move N-foot-1 0109-0108") == ("", "")
    too_far = refused(options, "move N-foot-1 0109-0108-0107-0106-0105-0104")
    assert "1 MP short" in too_far[1], "whom it passes is not what stops it"
    barred = MoveOptions(placed({"N-foot-1": "0110", "S-fyrd-1": "0109"}), "norman", ())
    assert refused(barred, "move N-foot-1 0109-0108")[0] == "6.1", "beside an enemy nobody moves"


def test_a_leader_is_a_unit_with_a_hex_of_his_own() -> None:
    """6.5, 6.4, 7.3: nobody stands with him, he holds a zone, he must attack."""
    field = placed({"S-Harold": "0304", "N-foot-1": "0305", "S-fyrd-1": "0302"}, phase="melee", side="saxon")
    assert field.unit_in("0304") == "S-Harold"
    assert field.on_map("saxon") == ("S-fyrd-1", "S-Harold")
    assert refused(AttackOptions(field, "saxon", ()), "done")[0] == "7.3"
    moves = MoveOptions(field, "saxon", ())
    assert refused(moves, "move S-fyrd-1 0303-0304")[0] == "6.5"
    with pytest.raises(Exception, match="one unit per hex"):
        placed({"S-Harold": "0304", "S-fyrd-1": "0304"})


def test_who_withdraws_enters_no_zone_of_control() -> None:
    """6.7: knights and leaders may leave an EZOC, through none and into none; foot stays."""
    field = placed({"N-knight-1": "0405", "N-foot-1": "0605", "S-fyrd-1": "0505"})
    options = WithdrawOptions(field, "norman", ())
    assert not ends(options, "N-foot-1")
    assert not set(ends(options, "N-knight-1")) & set(field.ezoc("norman"))
    assert refused(options, "move N-knight-1 0506")[0] == "6.7"
    assert refused(options, "move N-foot-1 0606")[0] == "6.1"


# --- fire and melee ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("others", "why"),
    [
        ({}, ""),
        ({"N-foot-1": "0507"}, "N-foot-1 in 0507"),
        ({"N-foot-1": "0507", "S-fyrd-2": "0504"}, "N-foot-1 in 0507"),
    ],
)
def test_at_range_five_units_hide_what_is_behind_them(others: dict[str, str], why: str) -> None:
    """7.2: a clear line at five hexes, over everything to four."""
    field = placed({"N-archer-1": "0508", "S-fyrd-1": "0503", **others}, phase="fire")
    rule, reason = refused(FireOptions(field, "norman", ()), "fire N-archer-1 > 0503")
    assert (rule, why in reason) == ("7.2" if why else "", True)
    near = placed({"N-archer-1": "0507", "S-fyrd-1": "0503", "N-foot-1": "0506"}, phase="fire")
    assert refused(FireOptions(near, "norman", ()), "fire N-archer-1 > 0503") == ("", "")


def test_the_hill_hides_its_second_rank_and_contact_saves_from_fire() -> None:
    """7.2."""
    field = placed(
        {"N-archer-1": "0506", "S-fyrd-1": "0501", "S-fyrd-2": "0305", "N-foot-1": "0306"}, phase="fire"
    )
    options = FireOptions(field, "norman", ())
    assert "hill in 0502" in refused(options, "fire N-archer-1 > 0501")[1]
    assert "beside one of yours" in refused(options, "fire N-archer-1 > 0305")[1]
    assert options.legal() == [Done()]


def test_everyone_in_a_zone_attacks_one_and_a_defender_may_be_attacked_again() -> None:
    """7.3."""
    normans = {"N-foot-1": "0404", "N-foot-2": "0604", "N-archer-1": "0505"}
    units = {**normans, "S-fyrd-1": "0504", "S-fyrd-2": "0304"}
    field = placed(units, phase="melee")
    options = AttackOptions(field, "norman", ())
    pairs = {("N-foot-1", "S-fyrd-1"), ("N-foot-1", "S-fyrd-2"), ("N-foot-2", "S-fyrd-1")}
    assert {str(o) for o in options.legal()} == {f"attack {one} > {other}" for one, other in pairs}
    assert refused(options, "attack N-archer-1 > S-fyrd-1")[0] == "7.3"
    assert "one unit attacks one unit" in refused(options, "attack N-foot-1,N-foot-2 > S-fyrd-1")[1]
    again = AttackOptions(field, "norman", {"N-foot-1"})
    assert [str(o) for o in again.legal()] == ["attack N-foot-2 > S-fyrd-1"]
    assert AttackOptions(field, "norman", {"N-foot-1", "N-foot-2"}).legal() == [Done()]


@pytest.mark.parametrize(
    ("here", "there", "free"), [("0402", "0403", True), ("0405", "0404", False), ("0402", "0401", False)]
)
def test_the_victor_advances_but_needs_not_leave_the_hill(here: str, there: str, free: bool) -> None:
    """7.7."""
    options = AdvanceOptions(placed({"S-fyrd-1": here}, phase="melee", side="saxon"), "S-fyrd-1", there)
    assert options.legal() == [*([Hold()] if free else []), Advance("S-fyrd-1", (there,))]
    assert (refused(options, "hold")[0] == "7.7") is not free


# --- rout -------------------------------------------------------------------------------------------------


def test_a_rout_pays_mp_past_nobody_and_ends_off_the_slope() -> None:
    """6.6."""
    field = placed({"N-foot-1": "0504", "N-knight-1": "0502", "N-foot-2": "0505", "S-fyrd-1": "0202"})
    options = RoutOptions(field, ["N-foot-1", "N-knight-1"])
    ways = {unit: [o.path for o in options.legal() if o.unit == unit] for unit in options.waiting}
    assert not field.slopes("slope", "steep") & {path[-1] for paths in ways.values() for path in paths}
    assert not any({"0505", "0504"} & set(path) for path in ways["N-knight-1"])
    assert not any(BOARD.terrain_name(h) == "steep" for path in ways["N-knight-1"] for h in path)
    assert any("0503" in path for path in ways["N-foot-1"]), "on foot a steep slope may be passed"
    assert not any(set(field.ezoc("norman")) & set(path) for paths in ways.values() for path in paths)
    assert "0505" in refused(options, "retreat N-foot-1 0505-0506")[1]
    assert "is slope" in refused(options, "retreat N-foot-1 0604")[1]
    assert "steep" in refused(options, "retreat N-knight-1 0503-0403")[1]
    assert refused(options, "lose N-foot-1")[0] == "6.6"


def test_who_has_no_way_waits_for_others_and_all_that_are_stuck_are_lost() -> None:
    """6.6, 4.0: in the Saxon turn the Normans choose their ways, then the Saxons move."""
    held = {"N-foot-1": "0104", "N-foot-2": "0204", "N-archer-1": "0105", "S-fyrd-1": "0202"}
    state = placed(held, phase="reaction", side="saxon").state
    play = Play(RULES, state)
    assert isinstance(play.request, Choose)
    assert (play.state.active, play.request.side, play.request.kind) == ("saxon", "norman", "retreat")
    assert {o.unit for o in play.request.options.legal()} == {"N-foot-2"}, "the first is shut in"
    play.answer(RULES.grammar.parse("retreat N-foot-2 0205"))
    assert isinstance(play.request, Choose)
    assert {o.unit for o in play.request.options.legal()} == {"N-foot-1"}
    play.answer(play.request.options.legal()[0])
    assert isinstance(play.request, Choose)
    assert (play.request.side, play.request.kind) == ("saxon", "movement")
    normans = {"N-foot-1": "0104", "N-foot-2": "0204", "N-archer-1": "0105", "N-archer-2": "0103"}
    shut = {**normans, "N-knight-1": "0205", "S-fyrd-1": "0303", "S-huscarl-1": "0102"}
    stuck = Play(RULES, placed({**shut, "S-fyrd-2": "0304"}, phase="reaction", side="saxon").state)
    assert [e.text for e in stuck.events if "lost" in e.text] == [
        f"{u} is lost" for u in ("N-foot-1", "N-foot-2", "N-archer-2")
    ]


# --- two counters, set-up, the course of turns ------------------------------------------------------------


def test_a_unit_of_two_counters_shows_the_one_that_is_up() -> None:
    """7.1: with its wall down the other counter lies on the map, with its own values."""
    up, down = placed({"S-huscarl-1": "0402"}), placed({"S-huscarl-1": "0402, wall_down"})
    assert [field.value("S-huscarl-1", "shield") for field in (up, down)] == [1, 0]
    assert [field.value("S-huscarl-1", "combat") for field in (up, down)] == [2, 2]
    faces = [[p.reduced for p in RULES.position(f.state) if p.counter == "S-huscarl-1"] for f in (up, down)]
    assert faces == [[False], [True]]
    assert RULES.describe(down.state, "S-huscarl-1") == "0402, wall_down"


def test_nobody_is_set_up_apart_from_his_formation() -> None:
    """3.0."""
    side = RULES.battle.scenario.setup[1]
    whole = placed(dict(side.at), phase="setup")
    assert SetUpOptions(whole, side, SetUpRules("6.5")).legal() == [Done()]
    apart = placed({**side.at, "N-knight-2": "0110"}, phase="setup")
    assert refused(SetUpOptions(apart, side, SetUpRules("6.5")), "done") == (
        "3.0",
        "N-knight-2 in 0110 must be beside another of its formation",
    )


def test_phases_are_gone_through_with_the_sides_that_they_name() -> None:
    """4.0: the whole game of random players, its stages in order."""
    play, dice, seen = Play(RULES), Dice(3), []
    while play.request is not None:
        assert isinstance(play.request, Choose)
        seen.append((play.state.turn, play.state.phase, play.state.active, play.request.side))
        play.answer(play.request.options.sample(dice))
    order = [("setup", "saxon"), ("setup", "norman"), *RULES.turn.stages, *RULES.turn.stages]
    names = [(phase, active) for _, phase, active, _ in seen]
    waiting = deque(order)
    for name, after in pairwise([*names, ("", "")]):
        while waiting and waiting[0] != name:
            waiting.popleft()
        assert waiting, f"{name} out of its order, before {after}"
    assert play.state.outcome is not None
    assert play.state.turn == 3


# --- the index of places ----------------------------------------------------------------------------------


def recounted(field: Field) -> Places:
    """The index, worked out anew."""
    found = Places(field.battle.roll)
    for unit_id, unit in field.state.units.items():
        found.move(unit_id, HexUnit("dead"), unit)
    return found


def same(one: Places, other: Places) -> bool:
    names = ("filled", "units", "sharing", "held", "zoc")
    stands = {h: sorted(u) for h, u in one.occupants.items()} == {
        h: sorted(u) for h, u in other.occupants.items()
    }
    return stands and all(getattr(one, name) == getattr(other, name) for name in names)


@settings(max_examples=60, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 15), st.integers(0, 99), st.booleans()), max_size=40))
def test_the_index_is_kept_by_every_change_and_by_copies_apart(changes: list[tuple[int, int, bool]]) -> None:
    field, units = placed({}), list(RULES.battle.counters)
    copies: list[tuple[Field, str]] = []
    for which, where, copied in changes:
        if copied:
            copies.append((field.copy(), digest(field.state)))
        hexes = ["dead", *(h for h in BOARD.grid.ids if field.unit_in(h) is None)]
        field.state.put(units[which % len(units)], at=hexes[where % len(hexes)])
        assert same(field.places, recounted(field))
    for copy, before in copies:
        assert digest(copy.state) == before
        assert same(copy.places, recounted(copy))


# --- ways -------------------------------------------------------------------------------------------------


def test_reach_finds_the_cheapest_way_and_stops_where_it_must() -> None:
    costs = {"a": 9, "b": 1, "c": 5, "d": 1, "e": 1}
    ways = {"a": "bc", "b": "d", "c": "e", "d": "ce", "e": ""}
    graph = Ways({one: tuple((other, costs[other]) for other in those) for one, those in ways.items()})
    found = reach("a", graph.steps["a"], 6, graph, stops="d")
    assert found.costs["d"] == 2
    assert found.path("c") == ("c",), "d stops every mover, so that c is entered straight"
    assert found.path("e") == ("c", "e")
    assert "e" not in reach("a", graph.steps["a"], 5, graph, stops="d").ways
    assert "e" not in reach("a", graph.steps["a"], 6, graph, [{"c"}], stops="d").ways


def every_way(
    graph: Mapping[str, tuple[tuple[str, int], ...]], budget: int
) -> dict[str, tuple[int, tuple[str, ...]]]:
    """The least cost to each place and the first of such ways, by trying all that come to no place twice."""
    best: dict[str, tuple[int, tuple[str, ...]]] = {}
    waiting: list[tuple[int, tuple[str, ...]]] = [(0, ())]
    while waiting:
        cost, path = waiting.pop()
        for there, toll in graph[path[-1] if path else "a"]:
            longer = (cost + toll, (*path, there))
            if there != "a" and there not in path and longer[0] <= budget:
                best[there] = min(best.get(there, longer), longer)
                waiting.append(longer)
    return best


@settings(max_examples=80, deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("abcdef"), st.sampled_from("abcdef"), st.integers(0, 3)), max_size=14)
)
def test_of_equal_ways_the_smaller_ids_are_kept_even_where_steps_cost_nothing(
    edges: list[tuple[str, str, int]],
) -> None:
    least: dict[tuple[str, str], int] = {}
    for one, other, cost in edges:
        least[one, other] = min(cost, least.get((one, other), cost))
    graph = {p: tuple((b, c) for (a, b), c in least.items() if a == p) for p in "abcdef"}
    found = reach("a", graph["a"], 6, Ways(graph))
    assert {p: (found.costs[p], found.path(p)) for p in found.ways} == every_way(graph, 6)
    barred = {(one, there) for one, steps in graph.items() for there, _ in steps if one > there}
    rest = {one: tuple((there, c) for there, c in steps if one <= there) for one, steps in graph.items()}
    fewer = reach("a", rest["a"], 6, Ways(graph).without(barred))
    assert {p: (fewer.costs[p], fewer.path(p)) for p in fewer.ways} == every_way(rest, 6)
    least_to_goal = {
        p: min(reach(p, graph[p], 99, Ways(graph)).costs.get(g, 99) for g in "df") for p in "abce"
    }
    marched = marches("df", Ways(graph))
    assert {p: marched.get(p, 99) for p in "abce"} == least_to_goal


def test_at_a_glance_each_thing_is_looked_at_once_and_at_the_next_anew() -> None:
    looked: list[str] = []

    @once
    def strength(field: Field, unit_id: str) -> str | None:
        looked.append(unit_id)
        return field.at(unit_id)

    class Eyes(Glance, Field):
        pass

    field = placed({"S-Harold": "0505"})
    glance = Eyes(field.battle, field.state)
    assert [strength(glance, "S-Harold"), strength(glance, "S-Harold"), strength(glance, "N-William")] == [
        "0505",
        "0505",
        None,
    ]
    assert looked == ["S-Harold", "N-William"]
    field.state.put("S-Harold", at="0506")
    assert strength(Eyes(field.battle, field.state), "S-Harold") == "0506"
    assert [strength(field, "S-Harold"), strength(field, "S-Harold")] == ["0506", "0506"]
    assert looked[2:] == ["S-Harold"] * 3, "a battlefield that may change is looked at each time"


# --- what is listed and what is checked -------------------------------------------------------------------


class OnTheRidge(Around):
    kinds = ALL

    def __init__(self, field: Field) -> None:
        self.field = field

    def counters(self, counter: str) -> Iterable[str]:
        return [unit for unit in self.field.battle.counters if unit != counter]

    def places(self, place: str) -> Iterable[str]:
        return BOARD.neighbours.get(place, ())

    def odd_places(self) -> Iterable[str]:
        return ("0101",)


def back_again(options: Any, order: Order, listed: Any) -> bool:
    """The same end; or back to where it stands."""
    back = isinstance(order, Move) and order.path[-1] == options.field.at(order.unit)
    return back or same_end(options, order, listed)


def decisions(seed: int) -> Iterator[tuple[Play[Any], Choose]]:
    """The decisions of a game of random players in which both armies begin close to each other."""
    close = {unit: place for setup in RULES.battle.scenario.setup for unit, place in setup.at.items()}
    up = {unit: f"{h[:2]}{int(h[2:]) - 2:02d}" for unit, h in close.items() if unit.startswith("N")}
    play = Play(RULES, RULES.arrange(Arrangement(1, "movement", "norman", {**close, **up}, {})))
    dice = Dice(seed)
    while play.request is not None:
        assert isinstance(play.request, Choose)
        yield play, play.request
        play.answer(play.request.options.sample(dice))


@pytest.mark.parametrize("seed", range(4))
def test_what_is_listed_is_accepted_and_nothing_else_is(seed: int) -> None:
    variants = {
        MoveOptions: back_again,
        RoutOptions: same_end,
        FireOptions: nothing_else,
        AttackOptions: nothing_else,
        AdvanceOptions: nothing_else,
    }
    met, looker = set(), Dice(seed)
    for i, (play, choice) in enumerate(decisions(seed)):
        if i % 5 == 0 or type(choice.options) not in met:
            met.add(type(choice.options))
            look(choice.options, OnTheRidge(RULES.field_of(play.state)), variants, looker)
    assert met >= {MoveOptions, FireOptions, AttackOptions}


def test_what_was_offered_is_not_judged_again() -> None:
    """A listed or sampled order is taken as it is, also written anew; any other is judged."""
    options = MoveOptions(placed({"N-foot-1": "0510"}), "norman", ())
    judged: list[Order] = []
    options.fault = lambda order: judged.append(order)  # type: ignore[method-assign,assignment,return-value]
    listed = options.legal()[0]
    options.check(listed)
    options.check(options.sample(Dice(1)))
    assert judged == []
    options.check(RULES.grammar.parse(str(listed)))
    assert judged == []
    other = RULES.grammar.parse("move N-foot-1 0101")
    options.check(other)
    assert judged == [other]
