"""Small battles for tests of whole attacks: a clause, a position, and the attacks that it allows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from modules.definition.formats.clauses.combat import AttackPhase
from modules.engine.orders import Grammar
from modules.engine.stacks.combat.attack_options import AttackOptions
from modules.engine.stacks.combat.columns import columns_of
from modules.engine.stacks.combat.reckoning import Reckoning
from modules.engine.stacks.combat.whole_attacks import WholeAttack
from modules.engine.stacks.orders import KINDS, Done
from tests.modules.stacks import worlds

SOURCE = worlds.SOURCE
_TOLD = {"name": "Code", "text": "A code.", "rule": "7"}


def _table(columns: Sequence[str], codes: Sequence[str], **more: Any) -> dict[str, Any]:
    """Rows in which each cell is the code of its column, with the roll behind it."""
    rows = {str(n): [f"{code}{n}" for code in codes] for n in range(1, 7)}
    results = {cell: _TOLD for cells in rows.values() for cell in cells}
    return {
        "name": "Table", "columns": columns, "rows": rows, "results": {**results, "X": _TOLD}, "rule": "7",
        "source": SOURCE, **more,
    }  # fmt: skip


TABLES: dict[str, Any] = {
    "odds": {
        "crt": _table(("1-3", "1-2", "1-1", "2-1", "3-1"), "ABCDE"),
        "deep": _table(("1-1", "2-1"), "CD", below="X"),
    },
    "differentials": {"gaps": _table(("-2/-1", "0", "+1/+3", "+4"), "ABCD")},
}


def _kind(where: str, name: str, **more: Any) -> dict[str, Any]:
    return {"where": where, "name": name, "rule": f"T {name}", "source": SOURCE, **more}


GROUND: dict[str, Any] = {
    "town": _kind("hex", "Town", letter="t", mp=1, combat=["defender_doubled"], shift=-1),
    "bog": _kind("hex", "Bog", letter="b", mp=1, combat=["attacker_halved_in_or_out"]),
    "fort": _kind("hex", "Fort", letter="f", mp=1, combat=["prohibited"]),
    "jungle": _kind(
        "hex", "Jungle", letter="j", mp=1, combat=["optional", "attacker_halved"], sight="blocks"
    ),
    "brook": _kind("hexside", "Brook", mp=1, combat=["attacker_halved"]),
    "canal": _kind("hexside", "Canal", mp=1, shift=-1, drm=-2, combat=["defender_tripled"]),
    "ford": _kind("hexside", "Ford", mp=1, combat=["attacker_halved_if_crossed"]),
    "fence": _kind("hexside", "Fence", mp=1, combat=["optional"]),
    "slopes": _kind("level", "Slope", mp=1, combat=["attacker_halved_up"], shift=-1),
}
"""Terrain beside that of other tests, each with another effect on combat."""

STRENGTH: dict[str, Any] = {
    "by": "odds", "attack": "combat", "defence": "combat", "round": "defender", "above": "clamp",
    "below": "clamp", "crossing": "all",
}  # fmt: skip
BATTLE: dict[str, Any] = {
    "table": "crt", "stack": "as_one", "hexes": "one", "duties": [], "results": {"X": []}, "rule": "6",
}  # fmt: skip


def attacks(
    at: Mapping[str, str],
    way: Mapping[str, Any] | None = None,
    strength: Mapping[str, Any] | None = None,
    *,
    ground: Mapping[str, Any] | None = None,
    rules: Mapping[str, Any] | None = None,
    more: Mapping[str, Any] | None = None,
    **moment: Any,
) -> AttackOptions:
    """Blue's attacks in a moment by one way of attack. `strength`: in the place of all of it if it has `by`,
    else put into the usual one. A key of `way` that is None is left out."""
    strong = strength if strength and "by" in strength else {**STRENGTH, **(strength or {})}
    battle = {key: each for key, each in {**BATTLE, **(way or {})}.items() if each is not None}
    ways = {"battle": {**battle, "strength": strong}, **(more or {})}
    phases = {"combat": {"does": "attack", "by": [*ways], "declare": "one_by_one", "rule": "2"}}
    said = worlds.clauses(phases=phases, attacks=ways, **(rules or {}))
    known = worlds.battle(said, worlds.small_map(**(ground or {})), terrain=GROUND, tables=TABLES)
    clause = known.rules.phases["combat"]
    assert isinstance(clause, AttackPhase)
    field = worlds.field(known, at, phase="combat", **moment)
    return AttackOptions(field, clause, {}, lambda _, __: None)


def order(options: AttackOptions, text: str) -> Any:
    """A line as an order."""
    return Grammar((*KINDS, Done), options.field.battle.counters, {}).parse(text)


def reckoned(options: AttackOptions, text: str) -> Reckoning:
    """How an attack is reckoned that is legal."""
    found = options.find_attack(order(options, text))
    assert isinstance(found, WholeAttack)
    return found.reckoning


def column(options: AttackOptions, text: str) -> str:
    """The head of the column of a legal attack, or the code that comes without a die."""
    found = options.find_attack(order(options, text))
    assert isinstance(found, WholeAttack)
    made = found.reckoning
    if made.column is None:
        return made.code
    return columns_of(options.field.battle.definition, found.clause.table).name(made.column)


def refused(options: AttackOptions, text: str) -> tuple[str, str]:
    """The number and the words of a refusal."""
    fault = options.fault(order(options, text))
    assert fault is not None, text
    return fault.rule, fault.reason
