"""Whole attacks at a table: named first and carried out in order, told, owed, and what their odds say."""

from __future__ import annotations

import shutil
from fractions import Fraction
from pathlib import Path
from typing import Any

from modules import library
from modules.engine.driver import Play
from modules.engine.odds.odds import odds_of
from modules.engine.requests import LONGEST_QUOTED, Choose, Roll
from modules.engine.rules.arrangement_rules import Arrangement
from modules.free_table.dice_limit import MOST_DICE

DEPOTS = Path(__file__).parents[1] / "ruled_games" / "depots"
UNITS = {
    "B-inf-1": "0503", "B-arm-1": "0503", "B-inf-2": "0403", "R-inf-1": "0603", "R-inf-2": "0402",
}  # fmt: skip
ONE, OTHER = "attack B-inf-1,B-arm-1 > R-inf-1", "attack B-inf-2 > R-inf-2"


def laid_out(units: dict[str, str] = UNITS, scenario: str = "must", phase: str = "combat") -> Play[Any]:
    rules: Any = library.rules(str(DEPOTS), scenario, ())
    asked = Arrangement(1, phase, "blue", {"others": "reserve", **units}, {})
    return Play(rules, rules.arrange(asked))


def give(play: Play[Any], *lines: str, dice: tuple[int, ...] = ()) -> Play[Any]:
    """Orders, each with the dice that are due after it."""
    left = iter(dice)
    for line in lines:
        play.answer(play.rules.grammar.parse(line))
        while isinstance(play.request, Roll):
            play.answer(tuple(next(left) for _ in play.request.dice))
    return play


def fault(play: Play[Any], line: str) -> tuple[str, str] | None:
    assert isinstance(play.request, Choose)
    found = play.request.options.fault_of(play.rules.grammar.parse(line))
    return None if found is None else (found.rule, found.reason)


def told(play: Play[Any]) -> list[str]:
    return [event.text for event in play.events]


def test_the_counters_in_duty_are_those_of_the_beginning_of_the_phase() -> None:
    play = laid_out()
    assert set(play.state.owing) == set(UNITS)
    assert fault(play, "done") is not None
    give(play, ONE, OTHER)
    assert fault(play, "done") is None
    assert play.state.declared == (ONE, OTHER)
    assert [line for line in told(play) if line.startswith("named")] == [
        "named: B-inf-1, B-arm-1 against R-inf-1 in 0603", "named: B-inf-2 against R-inf-2 in 0402",
    ]  # fmt: skip


def test_each_is_reckoned_when_it_is_carried_out_and_all_of_it_is_told() -> None:
    play = give(laid_out(), ONE, OTHER, "done", dice=(3,))  # R-inf-1 is driven off
    assert told(play)[2:10] == [
        "B-inf-1, B-arm-1 against R-inf-1 in 0603",
        "B-arm-1: combat 6, +1 (attackers, armour, at clear, 5.3) = 7",
        "attackers 11: B-inf-1 4, B-arm-1 7",
        "R-inf-1: combat 4, doubled (Town, 5.2) = 8",
        "defenders 8: R-inf-1 8",
        "odds 11 to 8: column 1-1",
        "shift +1: +1 (attackers, armour, with infantry, 5.3): column 2-1",
        "die 3: DR, Defenders retreat: Each defender retreats two hexes",
    ]
    assert play.state.result == "DR, Defenders retreat: Each defender retreats two hexes"


def test_an_attack_whose_target_has_gone_falls_away() -> None:
    units = {"B-arm-1": "0504", "B-arm-2": "0504", "B-inf-1": "0505", "R-inf-1": "0604"}
    again = "attack B-inf-1 > R-inf-1"
    play = give(laid_out(units, "may"), "attack B-arm-1,B-arm-2 > R-inf-1", again, "done", dice=(6,))
    assert play.state.at["R-inf-1"] == "lost"
    give(play, "hold")
    assert f"`{again}` falls away: nobody is left to fight" in told(play)
    assert play.state.phase == "exploitation"


def test_attackers_that_have_gone_are_left_out() -> None:
    play = give(laid_out(), OTHER, ONE)
    play.answer(play.rules.grammar.parse("done"))
    play.state.put("B-arm-1", "lost")  # as by a result of the attack before
    play.answer((3,))
    assert isinstance(play.request, Roll)
    assert "attackers 4: B-inf-1 4" in told(play)
    assert play.request.dice[0].label == ONE


def test_the_odds_of_an_attack_are_those_of_its_own_dice_whatever_was_named_before() -> None:
    play = give(laid_out(), ONE)
    odds = odds_of(play, "blue", [play.rules.grammar.parse(OTHER)])
    assert odds.dice == (OTHER,)
    by_die = {roll[0]: Fraction(0) for result in odds.results for roll in result.dice}
    for result in odds.results:
        for roll in result.dice:
            by_die[roll[0]] += result.share / len(result.dice)
    assert set(by_die) == set(range(1, 7))
    assert sum(by_die.values()) == 1
    assert "AD, Attackers disrupted: All attackers are disrupted" in {each.says for each in odds.results}


def test_what_changes_an_attack_is_told_with_its_odds() -> None:
    play = laid_out()
    odds = odds_of(play, "blue", [play.rules.grammar.parse(ONE)])
    assert [str(each) for each in odds.modifiers] == [
        "B-arm-1: attackers, armour, at clear +1 (5.3)", "R-inf-1: Town doubled (5.2)",
        "attackers, armour, with infantry +1 (5.3)",
    ]  # fmt: skip


def test_where_one_answer_holds_no_more_dice_the_side_is_done() -> None:
    play = laid_out()
    play.state.attack_dice = MOST_DICE
    assert fault(play, "done") is None
    assert fault(play, ONE) is not None
    assert "done" in [str(each) for each in play.request.options.legal()]


def test_a_line_that_is_too_long_for_a_log_is_rolled_for_by_its_first_units() -> None:
    many = {f"B-inf-{n}": "0503" for n in range(1, 9)} | {f"R-inf-{n}": "0603" for n in range(1, 10)}
    many |= {f"B-arm-{n}": "0604" for n in range(1, 4)}
    many |= {"R-arm-1": "0603", "R-arm-2": "0603", "R-art-1": "0603", "R-art-2": "0603"}
    play = laid_out(many, "may")
    line = f"attack {','.join(u for u in many if u[0] == 'B')} > {','.join(u for u in many if u[0] == 'R')}"
    assert len(line) > LONGEST_QUOTED
    give(play, line)
    play.answer(play.rules.grammar.parse("done"))
    assert isinstance(play.request, Roll)
    assert play.request.dice[0].label == "attack B-inf-1 and 10 more > R-inf-1 and 12 more"
    assert not play.request.quoted


def test_a_river_that_was_crossed_in_the_turn_halves(tmp_path: Path) -> None:
    game = tmp_path / "depots"
    shutil.copytree(DEPOTS, game)
    chart = game / "terrain.yaml"
    text = chart.read_text("utf-8")
    text = text.replace("combat: [attacker_halved],", "combat: [attacker_halved_if_crossed],")
    chart.write_text(text, "utf-8")
    rules: Any = library.rules(str(game), "may", ())
    units = {"others": "reserve", "B-inf-1": "0602", "B-inf-2": "0702", "R-inf-1": "0802"}
    play = Play(rules, rules.arrange(Arrangement(1, "movement", "blue", units, {})))
    give(play, "move B-inf-1 0702", "done", "attack B-inf-1,B-inf-2 > R-inf-1")
    play.answer(play.rules.grammar.parse("done"))
    assert "attackers 6: B-inf-1 2, B-inf-2 4" in told(play)
