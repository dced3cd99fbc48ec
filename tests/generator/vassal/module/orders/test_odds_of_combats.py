"""The odds of a declared combat or fire: whose values are summed, and the column that the table prints."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import product

import pytest

from generator.drawing.typography import odds as as_printed
from generator.vassal.format.expressions import prop
from generator.vassal.format.traits import CalculatedProperty, Marker
from generator.vassal.module.data import read_vassal_file
from generator.vassal.module.orders.columns import column_reached
from generator.vassal.module.orders.odds import odds_button, odds_properties
from generator.vassal.module.planning import plan_module
from modules import library
from modules.engine.lookup_tables import DifferentialTable, OddsTable, RangeTable

GAMES = {"three_battles": ("Combat", "Combat"), "hastings_berg": ("Melee", "Defence")}
ALL = sorted(library.refereed_games())


def chosen(code: str, attack: int, defence: int) -> str:
    """What VASSAL makes of a chain of choices by two strengths."""
    for part in code.split(" : "):
        condition, _, then = part.rpartition(" ? ")
        if not condition or eval(condition, {"Attack": attack, "Defence": defence}):
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
    fire, tables = odds.fire and odds.fire.table, definition.tables
    for table in filter(None, (odds.table, fire)):
        code = column_reached(definition, table, prop("Attack"), prop("Defence")).code
        for attack, defence in product((1, 3, 7, 8, 12, 20, 41), (1, 2, 4, 5, 8, 9, 14, 23)):
            if table in tables.odds:
                by_odds = OddsTable(tables.odds[table])
                column = by_odds.column(Fraction(attack), Fraction(defence))
                expected = as_printed(by_odds.name(column).replace(":", "-"))
            else:
                by_difference = DifferentialTable(tables.differentials[table])
                expected = by_difference.name(by_difference.column(attack - defence))
            assert chosen(code, attack, defence) == expected, (attack, defence)


@pytest.mark.parametrize(("game", "values"), GAMES.items())
def test_each_side_is_summed_by_its_own_value(game: str, values: tuple[str, str]) -> None:
    definition = library.definition(game)
    written = [str(each.children[0].attributes["propChanger"]) for each in odds_properties(
        definition, read_vassal_file(definition))]  # fmt: skip
    assert tuple(re.findall(r'SumMap\(\\*"(\w+)', each)[0] for each in written[:2]) == values
    assert all("Declares" in each for each in written)


def test_a_weapon_is_as_strong_at_each_range_as_the_rules_have_it() -> None:
    """And whoever is fired at adds up, range by range, the enemies who declare that fire."""
    definition = library.definition("hastings_berg")
    plan, table = plan_module(definition), RangeTable(definition.tables.ranges["missile_strength"])
    for counter, weapon in (("N-bowman-1", "bow"), ("S-javelin-1", "javelin"), ("S-slinger-1", "sling")):
        traits = plan.roster.counter(counter).traits
        marked = {
            k: v for t in traits if isinstance(t, Marker) for k, v in zip(t.names, t.values, strict=True)
        }
        reach = table.reach(weapon)
        told = {hexes: int(marked.get(f"FireAt{hexes}", 0)) for hexes in range(1, 6)}
        assert told == {hexes: table.strength(weapon, hexes) for hexes in told} and reach in told
    traits = plan.roster.counter("S-fyrd-1").traits
    assert not any("FireAt1" in t.names for t in traits if isinstance(t, Marker))
    (taken,) = (t.expression for t in traits if isinstance(t, CalculatedProperty) and t.name == "FireTaken")
    summed = re.findall(r'SumRange\((\d), (\d), "FireAt(\d)", "\{([^}]*)\}', taken)
    assert [each[:3] for each in summed] == [("1", "1", "1"), ("2", "2", "2"), ("3", "3", "3")]
    assert all("DeclaredFire == FireNumber" in each[3] and "Side == " in each[3] for each in summed)


def test_archers_who_hit_by_their_own_value_are_counted() -> None:
    definition = library.definition("three_battles")
    file = read_vassal_file(definition)
    strength, counted = odds_properties(definition, file)[2:]
    assert 'SumMap("Fire"' in str(strength.children[0].attributes["propChanger"])
    assert "CountMap(" in str(counted.children[0].attributes["propChanger"])
    lines = [str(each.attributes.get("reportFormat", "")) for each in odds_button(definition, file)]
    assert any("on average" in line and f"in {definition.game.die} hit" in line for line in lines)


@pytest.mark.parametrize("game", GAMES)
def test_each_loop_counts_in_a_property_of_its_own(game: str) -> None:
    """VASSAL finds but one of two of one name: the other's combats would have no number."""
    definition = library.definition(game)
    buttons = odds_button(definition, read_vassal_file(definition))
    counted = [
        str(each.attributes["indexProperty"]) for each in buttons if "indexProperty" in each.attributes
    ]
    assert len(counted) == len(set(counted)) == 2
