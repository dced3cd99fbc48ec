"""The rules of games that are data alone: a free table, or one with the clauses of rules.yaml."""

from __future__ import annotations

from modules.definition import Definition
from modules.definition.formats.scenarios import HexScenario
from modules.free_table.by_rules.table_by_rules import TableByRules
from modules.free_table.rules import FreeTable
from modules.free_table.rules import build as build_free_table


def build(definition: Definition, scenario: str, options: frozenset[str]) -> FreeTable:
    """The table of a scenario. Clauses are for scenarios on hexes."""
    played = definition.scenarios[scenario]
    if definition.rules_file is None or not isinstance(played, HexScenario):
        return build_free_table(definition, scenario, options)
    return TableByRules(definition, played, options)
