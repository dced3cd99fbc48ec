"""Nothing in Hastings: 1066 is without a case: rulings are named in one, orders and options played; and where
a number, a modifier or what the ground is worth is changed by one, a case fails."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from modules import library
from modules.cases import Case, problem_of, read_cases
from modules.engine.driver import Play
from modules.engine.hexes.field import HexBattle
from modules.hastings_berg import orders, strengths
from modules.hastings_berg.battle import Battle

SCENARIO = "hastings_berg/hastings"
FILES = sorted((Path(__file__).parents[1] / "rules" / "hastings_berg").glob("*.yaml"))
CASES = [case for file in FILES for case in read_cases(file).cases]
GAME = library.definition("hastings_berg")
NAMED = re.compile(r"\(rulings? ([a-z_, ]+)\)")
UNUSED = "fyrd_between"
"""What is left in the cup; the numbers of fyrd are looked at below."""
MASKED = {"supply_bowmen_first", "hold_some", "hold_most"}
"""One more changes nothing: six segments are the most, and no number of Normans is so little above a half."""
HEIGHTS = "_below"
"""What a battle works out once from a number and the ground."""
NUMBERS = [name for name in GAME.game.parameters if name != UNUSED]


def rules_of(case: Case) -> str:
    return case.rule.split()[0]


def nearest(rule: str) -> Iterator[Case]:
    """The cases of a rule first, then those of its chapter, then the others: some case soon fails."""
    chapter = rule.split(".")[0] + "."
    yield from sorted(CASES, key=lambda c: (rules_of(c) != rule, not c.rule.startswith(chapter)))


def fails(case: Case) -> bool:
    try:
        return bool(problem_of(SCENARIO, case))
    except (LookupError, ValueError):  # a set-up that no longer comes out
        return True


def is_tested(rule: str) -> bool:
    return any(fails(case) for case in nearest(rule))


def test_each_ruling_is_named_by_a_case() -> None:
    named = {name for case in CASES for words in NAMED.findall(case.title) for name in words.split(", ")}
    assert named == set(GAME.rulings)


def test_each_order_is_given_and_each_option_played() -> None:
    given = {step.order.split()[1] for case in CASES for step in case.play if getattr(step, "order", "")}
    assert {kind.FORM.split()[0] for kind in orders.ALL} <= given
    offered = set(GAME.hex_scenarios["hastings"].options)
    assert {option for case in CASES for option in case.options} == offered


def _kept(found: dict[Any, Any], key: Any, work: Callable[[Any], Any], given: Any) -> Any:
    if key not in found:
        found[key] = work(given)
    return found[key]


@pytest.mark.parametrize("name", NUMBERS)
def test_each_number_has_a_case(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    number: Callable[[Any, str], int] = HexBattle.number
    heights, found = vars(Battle)[HEIGHTS].func, dict[tuple[int, int], Any]()
    monkeypatch.setattr(  # whichever battles there are, none keeps what it worked out before
        Battle,
        HEIGHTS,
        property(lambda self: _kept(found, (id(self), self.number("uphill_near")), heights, self)),
    )
    tested = []
    for change in (1, -1):
        monkeypatch.setattr(
            HexBattle, "number", lambda self, n, by=change: number(self, n) + by * (n == name)
        )
        tested.append(is_tested(GAME.game.parameters[name].rule))
    assert tested == [name not in MASKED, True]


def test_every_fyrd_is_drawn_or_comes_later() -> None:
    number = {name: entry.value for name, entry in GAME.game.parameters.items()}
    early = number["fyrd_early_turns"]
    arriving = early * number["fyrd_early"] + (8 - early) * number["fyrd_late"]
    fyrd = [c for c in GAME.counters.values() if c.kind in ("fyrd", "javelin", "slinger")]
    assert len(fyrd) == number["fyrd_at_start"] + arriving + number[UNUSED]


@pytest.mark.parametrize("name", GAME.tables.modifiers)
def test_each_modifier_has_a_case(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drm = Battle.drm
    monkeypatch.setattr(Battle, "drm", lambda self, n: drm(self, n) + (n == name))
    assert is_tested(GAME.tables.modifiers[name].rule)


BONUSES = [
    pytest.param(bonus, id=f"{name} {i}")
    for name, terrain in GAME.terrain.items()
    for i, bonus in enumerate(getattr(terrain, "bonuses", ()))
]


@pytest.mark.parametrize("bonus", BONUSES)
def test_each_bonus_of_the_ground_has_a_case(bonus: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    summed = strengths._sum
    more = bonus.model_copy(update={"value": bonus.value + 1})

    def changed(bonuses: Any, *given: Any, **named: Any) -> int:
        return summed([more if each == bonus else each for each in bonuses], *given, **named)

    monkeypatch.setattr(strengths, "_sum", changed)
    monkeypatch.setattr(strengths, "uneven", strengths.uneven.__wrapped__)  # what was summed before is kept
    assert is_tested("8.4")


def test_players_see_what_is_left_to_fire() -> None:
    rules = library.rules("hastings_berg", "hastings")
    facts = dict(rules.summary(Play(rules).state))
    assert facts["Fire segments left"] == "norman 6, breton 6, french 6, right 4, center 4, left 4"
    own = library.rules("hastings_berg", "hastings", ["own_supply"])
    assert "Fire segments left" not in dict(own.summary(Play(own).state))
