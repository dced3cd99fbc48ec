"""Duties against a slow model of their wording: as many that owe fight as can."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import chain, combinations
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from modules.engine.stacks.combat.attack_options import AttackOptions
from modules.engine.stacks.orders import AttackPlain, Done
from tests.modules.stack_combat.combats import attacks, refused
from tests.modules.stacks import worlds

HEXES = [f"{a:02d}{b:02d}" for a in range(1, 4) for b in range(1, 4)]
UNITS = tuple(f"{side}-{n}" for side in "BR" for n in range(1, 5))
ZONES = {"zones": [{"of": ["all"], "stop": True, "leave": "free", "hop": "free", "rule": "4"}]}


@dataclass(frozen=True)
class Case:
    """A position and a clause: who lies where, which hexes make attacks optional, what is done already."""

    at: dict[str, str]
    ground: tuple[str, ...]
    fences: tuple[tuple[str, str], ...]
    way: dict[str, Any]

    def options(self, **moment: Any) -> AttackOptions:
        fences = {"fence": [list(each) for each in self.fences]} if self.fences else {}
        ground = {"rows": list(self.ground), "hexsides": fences}
        return attacks(self.at, self.way, ground=ground, rules=ZONES, **moment)


def random_case(random: Random) -> Case:
    """A random position of few units, close together."""
    units = random.sample(UNITS, random.randint(2, len(UNITS)))
    sides: dict[str, str] = {}
    at = {}
    for unit in units:
        here = random.choice([h for h in HEXES if sides.get(h, unit[0]) == unit[0]])
        sides[here], at[unit] = unit[0], here
    letters = [["j" if random.random() < 0.2 else "." for _ in range(6)] for _ in range(6)]
    near = worlds.battle(worlds.clauses()).board.neighbours
    fences = [(h, n) for h in HEXES for n in near[h] if n > h and random.random() < 0.1]
    of = random.choice(["attackers", "both"])
    duty = {"of": of, "owed_in": random.choice(["zone", "reach"]), "rule": "6.9"}
    way = {
        "hexes": random.choice(["one", "several"]),
        "stack": random.choice(["as_one", "chosen"]),
        "once": ["attackers", "defenders"] if of == "both" or random.random() < 0.5 else ["attackers"],
        "duties": [duty],
    }
    return Case(at, tuple("".join(row) for row in letters), tuple(fences), way)


# --- the model: every sequence of attacks ------------------------------------------------------------------


class Model:
    """Attacks as the words of the clause have them, tried out one after the other."""

    def __init__(self, case: Case, owing: frozenset[str]) -> None:
        self.case, self.owing = case, owing
        self.near = worlds.battle(worlds.clauses()).board.neighbours
        self.fences = {frozenset(each) for each in case.fences}
        self.most = lru_cache(maxsize=None)(self._most)

    def is_duty(self, unit: str, target: str) -> bool:
        """Whether an attack of one on another can be asked: adjacent, and not optional."""
        here, there = self.case.at[unit], self.case.at[target]
        optional = self.case.ground[int(there[2:]) - 1][int(there[:2]) - 1] == "j"
        return there in self.near[here] and not optional and frozenset((here, there)) not in self.fences

    def attacks(self, acted: frozenset[str], spent: frozenset[str]) -> Iterator[tuple[tuple[str, ...], ...]]:
        """Every attack that is a duty of all its units."""
        mine = [u for u in self.case.at if u[0] == "B" and u not in acted]
        theirs = [
            u
            for u in self.case.at
            if u[0] == "R" and not ("defenders" in self.case.way["once"] and u in spent)
        ]
        hexes = {self.case.at[u] for u in theirs}
        for target in _parts(sorted(hexes), 1 if self.case.way["hexes"] == "one" else 9):
            those = [u for u in theirs if self.case.at[u] in target]
            groups = (
                [tuple(those)]
                if self.case.way["stack"] == "as_one"
                else [g for g in _parts(those, 9) if {self.case.at[u] for u in g} == set(target)]
            )
            for defenders in groups:
                able = [u for u in mine if all(self.is_duty(u, d) for d in defenders)]
                yield from ((attackers, defenders) for attackers in _parts(able, 9))

    def _most(self, acted: frozenset[str], spent: frozenset[str]) -> int:
        """The greatest number of those that owe that can still be satisfied."""
        best = 0
        for attackers, defenders in self.attacks(acted, spent):
            fought = {*attackers, *(d for d in defenders if d not in spent)}
            best = max(best, len(fought & self.owing) + self.most(acted | {*attackers}, spent | {*defenders}))
        return best

    def can_fight(self, unit: str, acted: frozenset[str], spent: frozenset[str]) -> bool:
        return any(unit in (*a, *d) for a, d in self.attacks(acted, spent))


def _parts(units: list[str], most: int) -> Iterator[tuple[str, ...]]:
    return chain.from_iterable(combinations(units, n) for n in range(1, min(most, len(units)) + 1))


def every_attack(case: Case, options: AttackOptions) -> Iterator[AttackPlain]:
    """Every attack on hexes as a whole or in part, legal or not."""
    mine = [u for u in case.at if u[0] == "B"]
    theirs = [u for u in case.at if u[0] == "R"]
    for attackers in _parts(mine, 9):
        for defenders in _parts(theirs, 9):
            yield AttackPlain(attackers, defenders)


# --- what must hold --------------------------------------------------------------------------------------


@given(st.integers(0, 2**32))
def test_the_assignment_is_that_of_the_model_and_nobody_gets_stuck(seed: int) -> None:
    random = Random(seed)
    case = random_case(random)
    owing = frozenset(case.options().duties.find_owing())
    model, state = Model(case, owing), {"acted": frozenset[str](), "defended": frozenset[str]()}
    for _ in range(10):
        options = case.options(owing=owing, **state)
        listed = options.legal()
        assert listed, "nothing is legal"
        for each in listed:
            options.judge(each)
        acted, spent = state["acted"], state["defended"]
        open_owing = owing - acted - spent
        most = model.most(acted, spent)
        assert (options.fault(Done()) is None) == (most == 0)
        _compare(case, options, model, state, random)
        drawn = options.sample(worlds.Chance(random.randrange))
        options.judge(drawn)
        if isinstance(drawn, Done):
            left = [told[0] for told in options.duties.tell_left()]
            assert left == sorted(open_owing)
            return
        state = {
            "acted": acted | {*drawn.attackers},
            "defended": spent | {*options.find_attack(drawn).defenders},
        }


def _compare(case: Case, options: AttackOptions, model: Model, state: dict[str, Any], random: Random) -> None:
    """What the duty lets pass is what leaves as many able to fight as before."""
    acted, spent = state["acted"], state["defended"]
    most = model.most(acted, spent)
    free = replace_duties(case).options(**state)
    orders = [each for each in every_attack(case, options) if free.fault(each) is None]
    for each in random.sample(orders, min(len(orders), 12)):
        defenders = free.find_attack(each).defenders
        fought = {u for u in (*each.attackers, *defenders) if u in model.owing and u not in acted | spent}
        fought = {unit for unit in fought if model.can_fight(unit, acted, spent)}
        after = model.most(acted | {*each.attackers}, spent | {*defenders})
        legal = after + len(fought) >= most
        assert (options.fault(each) is None) == legal, (str(each), most, after, fought)


def replace_duties(case: Case) -> Case:
    """The same where nobody must attack."""
    return replace(case, way={**case.way, "duties": []})


# --- cases -----------------------------------------------------------------------------------------------

BOTH = {
    "once": ["attackers", "defenders"], "duties": [{"of": "both", "owed_in": "reach", "rule": "6.9"}],
}  # fmt: skip


def owing(at: dict[str, str], way: dict[str, Any], **moment: Any) -> AttackOptions:
    """Attacks in a phase that begins in a position."""
    known = attacks(at, way, rules=ZONES).duties.find_owing()
    return attacks(at, way, rules=ZONES, owing=frozenset(known), **moment)


def test_an_attacker_is_not_wasted_on_a_hex_that_another_could_attack() -> None:
    at = {"B-1": "0202", "B-2": "0103", "R-1": "0302", "R-2": "0203"}
    options = owing(at, {**BOTH, "hexes": "one"})
    assert refused(options, "done") == ("6.9", "B-1 must attack before `done`: it reaches 0203, 0302")
    rule, reason = refused(options, "attack B-1 > R-2")
    assert (rule, reason) == (
        "6.9",
        "B-2 must attack, and would reach no target after this: let it take part",
    )
    assert refused(options, "attack B-1,B-2 > R-2")[1] == (
        "R-1 in 0302 must be attacked, and after this no unit is left for it"
    )
    assert {str(each) for each in options.legal()} == {"attack B-1 > R-1", "attack B-2 > R-2"}


def test_who_owes_and_can_attack_nobody_does_not_hold_up_the_phase() -> None:
    at = {"B-1": "0202", "B-2": "0103", "R-1": "0302"}
    options = attacks(at, {**BOTH, "hexes": "one"}, rules=ZONES, owing=frozenset(["B-1", "B-2", "R-1"]),
                      acted=frozenset(["B-1"]), defended=frozenset(["R-1"]))  # fmt: skip
    assert options.legal() == [Done()]
    assert options.duties.tell_left() == [("B-2", "6.9", "B-2 owed an attack, and can make none")]


def test_a_duty_asks_only_those_that_it_names_and_only_in_a_zone() -> None:
    at = {"B-1": "0202", "BT-1": "0303", "R-1": "0302"}
    duty = {"of": "attackers", "owed_in": "zone", "owing": {"of": ["armour"]}, "rule": "6.9"}
    way = {"once": ["attackers"], "duties": [duty]}
    assert attacks(at, way, rules=ZONES).duties.find_owing() == ("BT-1",)
    assert attacks(at, way).duties.find_owing() == ()
    later = {"duties": [{**duty, "when": {"turns": [2]}}, {**duty, "owing": {}}], "once": ["attackers"]}
    assert attacks(at, later, rules=ZONES).duties.find_owing() == ("B-1", "BT-1")
    assert attacks(at, later, rules=ZONES, turn=2).duties.find_owing() == ("BT-1",)


def test_what_is_listed_leaves_a_way_where_no_attack_of_one_or_of_all_does() -> None:
    """B-1 alone reaches R-1 and R-2, and R-3 too, which is all that the two others reach."""
    at = {"B-1": "0303", "R-1": "0302", "R-2": "0203", "R-3": "0403", "B-2": "0504", "B-3": "0504"}
    options = owing(at, {**BOTH, "hexes": "several"})
    assert {str(each) for each in options.legal()} == {"attack B-1 > R-1,R-2", "attack B-2,B-3 > R-3"}
