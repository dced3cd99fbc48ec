"""The odds of a declared combat: whose values are summed, and the column that the table prints."""

from __future__ import annotations

import re
from fractions import Fraction

import pytest

from generator.vassal.module.data import read_vassal_file
from generator.vassal.module.orders.odds import column_reached, odds_button, odds_properties
from modules import library
from modules.engine.tables import DifferentialTable, OddsTable

GAMES = {"three_battles": ("Combat", "Combat"), "hastings_berg": ("Melee", "Defence")}
ALL = sorted(library.refereed())


def chosen(code: str, attack: int, defence: int) -> str:
    """What VASSAL makes of a chain of choices by two strengths."""
    for part in code.split(" : "):
        condition, _, then = part.rpartition(" ? ")
        if not condition or eval(condition, {"OddsAttack": attack, "OddsDefence": defence}):
            return then.strip('"')
    raise AssertionError(code)


@pytest.mark.parametrize("game", ALL)
def test_the_column_is_that_of_the_rules(game: str) -> None:
    definition = library.definition(game)
    odds = read_vassal_file(definition).odds
    assert (odds is not None) == (game in GAMES)
    if odds is None:
        assert [*odds_button(definition, read_vassal_file(definition))] == []
        return
    code, tables = column_reached(definition, odds.table).code, definition.tables
    for attack in (1, 3, 7, 8, 12, 20, 41):
        for defence in (1, 2, 4, 5, 8, 9, 14, 23):
            if odds.table in tables.odds:
                by_odds = OddsTable(tables.odds[odds.table])
                expected = by_odds.name(by_odds.column(Fraction(attack), Fraction(defence))).replace(":", "-")
            else:
                by_difference = DifferentialTable(tables.differentials[odds.table])
                expected = by_difference.name(by_difference.column(attack - defence))
            assert chosen(code, attack, defence) == expected, (attack, defence)


@pytest.mark.parametrize(("game", "values"), GAMES.items())
def test_each_side_is_summed_by_its_own_value(game: str, values: tuple[str, str]) -> None:
    definition = library.definition(game)
    written = [str(each.children[0].attributes["propChanger"]) for each in odds_properties(
        definition, read_vassal_file(definition))]  # fmt: skip
    assert tuple(re.findall(r'SumMap\(\\*"(\w+)', each)[0] for each in written) == values
    assert all("Declares" in each for each in written)
