"""Who attacks whom (7.3, 7.4), against a search through all divisions of small positions.

The rules accept a combat exactly when what is left can still be divided lawfully; they decide it without a
search. Here the search is made.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, combinations

from battles import hastings
from hypothesis import given, settings
from hypothesis import strategies as st

from modules.engine.errors import Illegal
from modules.engine.rules.arrangement_rules import Arrangement
from modules.three_battles import orders
from modules.three_battles.declaring import AttackOptions, Combat
from modules.three_battles.field import Field

RULES = hastings(())
PATCH = RULES.battle.board.grid.within("1010", 2)
NORMANS = ("N-foot-1", "N-foot-2", "N-foot-3", "N-archer-1")
SAXONS = ("S-fyrd-1", "S-fyrd-2", "S-fyrd-3", "S-thegn-1")
LEADERS = ("S-Gyrth", "S-Leofwine")


@st.composite
def positions(draw: st.DrawFn) -> Field:
    """Up to four units a side and two Saxon leaders alone, thrown on the hexes around 1010."""
    units = draw(st.integers(1, 4)), draw(st.integers(1, 4)), draw(st.integers(0, 2))
    ids = [*NORMANS[: units[0]], *SAXONS[: units[1]], *LEADERS[: units[2]]]
    hexes = draw(st.permutations(PATCH))
    return Field(
        RULES.battle,
        RULES.arrange(Arrangement(1, "combat", "norman", dict(zip(ids, hexes, strict=False)), {})),
    )


def subsets(of: Sequence[str]) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(of, n) for n in range(1, len(of) + 1))


def beside(field: Field, one: str, other: str) -> bool:
    return field.board.distance(field.state.units[one].at, field.state.units[other].at) == 1


def all_combats(field: Field) -> list[Combat]:
    """Every combat in which all are adjacent to all (7.4); a leader alone is attacked by himself (10.5)."""
    normans = list(field.on_map("norman"))
    saxons = [*subsets(list(field.on_map("saxon"))), *((leader,) for leader in field.leaders_on_map("saxon"))]
    return [
        Combat(attackers, defenders)
        for attackers in subsets(normans)
        for defenders in saxons
        if all(beside(field, a, d) for a in attackers for d in defenders)
    ]


def must_fight(field: Field) -> set[str]:
    """7.3: units next to an enemy unit; on this ground zones of control reach every neighbour."""
    pairs = [(a, d) for a in field.on_map("norman") for d in field.on_map("saxon") if beside(field, a, d)]
    return {unit for pair in pairs for unit in pair}


def divisible(must: set[str], combats: Sequence[Combat]) -> bool:
    """True if combats can be picked, nobody in two, so that everybody in `must` is in one."""
    if not must:
        return True
    first = min(must)
    for combat in combats:
        if first in combat.units:
            rest = [c for c in combats if not set(c.units) & set(combat.units)]
            if divisible(must - set(combat.units), rest):
                return True
    return False


def accepted(options: AttackOptions, combat: Combat) -> bool:
    try:
        options.check(orders.Attack(combat.attackers, combat.defenders))
    except Illegal:
        return False
    return True


@settings(max_examples=120)
@given(positions(), st.randoms(use_true_random=False))
def test_a_combat_is_accepted_exactly_when_the_rest_can_be_divided(field: Field, chance: object) -> None:
    declared: list[Combat] = []
    combats, must = all_combats(field), must_fight(field)
    assert divisible(must, combats), "7.3 and 7.4 can always be obeyed"
    while combats:
        options = AttackOptions(field, "norman", declared)
        for combat in combats:
            rest = [c for c in combats if not set(c.units) & set(combat.units)]
            lawful = divisible(must - set(combat.units), rest)
            assert accepted(options, combat) == lawful, f"{combat} with {[str(c) for c in declared]}"
        listed = options.legal()
        assert listed
        assert (orders.Done() in listed) == (not must)
        attacks = [o for o in listed if isinstance(o, orders.Attack)]
        order = chance.choice(attacks)  # type: ignore[attr-defined]
        declared.append(Combat(order.attackers, order.defenders))
        must -= set(declared[-1].units)
        combats = [c for c in combats if not set(c.units) & set(declared[-1].units)]
    assert not must
