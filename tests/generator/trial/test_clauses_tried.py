"""`senlac try --unit` and `--attack`: words and picture come from the options that judge orders."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest
from by_hand import start_half

from generator.new_game import start_game
from generator.trial.attack_check import check_attack
from generator.trial.tried_position import Wish
from generator.trial.unit_ways import UnitWays, find_ways, tell_ways
from generator.trial.ways_picture import draw_ways, write_ways
from modules import library
from modules.definition import load
from modules.engine.requests import order_to


@pytest.fixture(scope="module")
def mill(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("tried") / "mill"
    start_game(folder)
    return str(folder)


@pytest.fixture(scope="module")
def canal(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("tried") / "canal"
    start_game(folder, style="modern")
    return str(folder)


@pytest.fixture(scope="module")
def rider(mill: str) -> UnitWays:
    return find_ways(mill, "mill_bridge", "R-rider-1", Wish(at="0404", states=("disordered",)))


def test_a_place_in_reach_is_legal_and_a_closed_one_is_not(rider: UnitWays) -> None:
    options = rider.position.program
    assert len(rider.reached) > 20
    assert [each.place for each in rider.reached if options.fault_of(each.order)] == []
    assert len(rider.closed) > 5
    for place, fault in rider.closed:
        assert place not in {each.place for each in rider.reached}
        assert options.fault_of(order_to(rider.reached[0].order, place)) is not None
        again = options.why_closed("R-rider-1", place)
        assert again is not None
        assert (again.rule, again.reason) == (fault.rule, fault.reason)


def test_the_words_tell_the_allowance_each_cost_and_the_lines_of_clauses(mill: str, rider: UnitWays) -> None:
    told = tell_ways(rider)
    assert told[0] == "R-rider-1 in 0404: The mill bridge, turn 1: Movement, Raiders"
    assert told[1].endswith(": movement 7, disordered: half, 4 MP")
    assert "  for 1/2, 3 1/2 left: 0304, 0504" in told
    listed = {place for line in told if line.startswith("  for ") for place in re.findall(r"\d{4}", line)}
    assert listed == {each.place for each in rider.reached}
    closed = "\n".join(line for line in told if "in the ZOC of" in line)
    lines = (Path(mill) / "rules.yaml").read_text("utf-8").splitlines()
    (line,) = re.findall(r"rule 2\.5 \(rules\.yaml:(\d+)\)", closed)
    assert lines[int(line) - 1].startswith('  - {rule: "2.5", of: [fighters]')
    assert {place for place, _ in rider.closed} <= set(re.findall(r"\d{4}", "\n".join(told)))


def test_a_unit_that_may_not_move_tells_why(mill: str) -> None:
    found = find_ways(mill, "mill_bridge", "R-rider-1", Wish(at="lost"))
    assert (found.reached, found.allowances) == ((), ())
    (said,) = tell_ways(found)[1:]
    assert re.fullmatch(
        r"it does not move: rule 2 \(rules\.yaml:[\d, ]+\): R-rider-1 is not on the map", said
    )


def test_a_picture_shows_what_each_place_costs(rider: UnitWays) -> None:
    words = Counter(draw_ways(rider, "text").words())
    costs = Counter(each.cost.replace(" 1/2", "½").replace("1/2", "½") for each in rider.reached)
    assert len(costs) > 5
    assert {cost for cost, number in costs.items() if words[cost] < number} == set()


def test_a_unit_that_counts_hexes_is_told_and_drawn(mill: str) -> None:
    found = find_ways(mill, "mill_bridge", "S-fyrd-1", Wish())
    ends = sorted(each.place for each in found.reached)
    assert tell_ways(found)[1].endswith(": turn 1, fyrd: 1 hex")
    assert f"  for 1 hex, 0 hexes left: {', '.join(ends)}" in tell_ways(found)
    assert Counter(draw_ways(found, "text").words())["1"] >= len(ends)


def test_other_phases_of_movement_are_told(canal: str) -> None:
    rules = Path(canal) / "rules.yaml"
    kept = rules.read_text("utf-8")
    rules.write_text(
        kept.replace("  combat: {rule", '  cards: {rule: "2", does: move, by: [march]}\n  combat: {rule')
    )
    library.forget_definitions()
    try:
        told = tell_ways(find_ways(canal, "canal", "G-pz-1", Wish()))
        alone = tell_ways(find_ways(canal, "canal", "G-pz-1", Wish(phase="cards")))
    finally:
        rules.write_text(kept)
        library.forget_definitions()
    assert told[1] == "units move in other phases, too: --phase cards"
    assert "other phases" not in "".join(alone)


def test_a_picture_is_the_same_each_time(rider: UnitWays, tmp_path: Path) -> None:
    for name in ("one.svg", "two.svg", "one.png"):
        write_ways(rider, tmp_path / name)
    assert (tmp_path / "one.svg").read_bytes() == (tmp_path / "two.svg").read_bytes()
    assert (tmp_path / "one.png").read_bytes().startswith(b"\x89PNG")
    folder = str(rider.position.definition.folder)
    write_ways(find_ways(folder, "mill_bridge", "R-rider-1", Wish(at="0104")), tmp_path / "other.svg")
    assert (tmp_path / "other.svg").read_bytes() != (tmp_path / "one.svg").read_bytes()


def test_a_half_attack_is_told_with_its_columns_and_what_may_be_added(tmp_path: Path) -> None:
    start_half(tmp_path / "canal")
    canal = str(tmp_path / "canal")
    wish = Wish(places={"G-inf-1": "0504", "G-pz-1": "0505", "G-inf-3": "0507"})
    told = check_attack(canal, "canal", "G-inf-1,G-pz-1 > F-inf-1", wish)
    assert told[0] == "The bridges over the canal, turn 1: Combat, Germans"
    assert re.fullmatch(r"  legal: rule 3\.2 \(rules\.yaml:\d+\), against F-inf-1, on the table crt", told[1])
    columns = load(Path(canal)).tables.odds["crt"].columns
    assert told[2] == f"  columns: {', '.join(columns)}"
    assert told[3] == "  may be added: shift -4 to +4, drm -1 to +1"
    assert told[4] == "  write: attack G-inf-1,G-pz-1 > F-inf-1 column 3-1"
    assert told[5:] == [
        "  G-inf-1 may attack F-inf-1",
        "  G-pz-1 may attack F-inf-1",
        "  F-inf-1 may be attacked by G-inf-1, G-pz-1",
    ]


def test_an_attack_that_is_not_legal_tells_why(canal: str) -> None:
    told = check_attack(canal, "canal", "G-inf-1 > F-inf-1", Wish())
    assert re.match(r"  not legal: rule 3\.2 \(rules\.yaml:\d+\): G-inf-1 in 0404 does not reach", told[1])
    assert told[2:] == ["  G-inf-1 may attack no unit", "  F-inf-1 may be attacked by no unit"]


def test_a_whole_attack_is_told_with_what_may_be_named(canal: str) -> None:
    wish = Wish(places={"G-inf-1": "0504", "G-pz-1": "0505", "G-Kessel": "0404"})
    told = [line.strip() for line in check_attack(canal, "canal", "G-inf-1,G-pz-1 > F-inf-1", wish)]
    assert re.fullmatch(r"legal: rule 3\.2 \(rules\.yaml:\d+\), against F-inf-1 in 0604", told[1])
    assert "write: attack G-inf-1,G-pz-1 > F-inf-1" in told
    named = "may be named (5.1): shift -2 to +2, as in attack G-inf-1,G-pz-1 > F-inf-1 shift +2 drm 0"
    assert named in told
