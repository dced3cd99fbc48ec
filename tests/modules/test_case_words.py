"""A word of a position that no game knows is a fault, in every game: nothing is passed over in silence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from modules import library
from modules.cases import Case, CaseFile, read_cases
from modules.engine.errors import OrderError
from modules.engine.rules.arrangement_rules import Arrangement

RULES = Path(__file__).parents[1] / "rules"
STRANGE = "xyzzy"


def arrangement(case: Case) -> Arrangement:
    side, _, phase = case.phase.partition(" ")
    return Arrangement(case.turn, phase, side, case.units, case.facts)


def misspelt(asked: Arrangement) -> Iterator[tuple[str, Arrangement]]:
    """Each word of a position spoiled, one at a time, with what was spoiled."""
    yield "phase", replace(asked, phase=asked.phase + STRANGE)
    yield "side", replace(asked, active=STRANGE)
    yield "both", replace(asked, active=STRANGE, phase=STRANGE)
    yield "new fact", replace(asked, facts={**asked.facts, STRANGE: 1})
    yield (
        "new counter",
        replace(asked, units={**asked.units, STRANGE: next(iter(asked.units.values()), "lost")}),
    )
    for name in asked.facts:
        rest = {other: number for other, number in asked.facts.items() if other != name}
        yield f"fact {name}", replace(asked, facts={**rest, f"{name} {STRANGE}": asked.facts[name]})
        yield f"fact {name}, spelling", replace(asked, facts={**rest, name + STRANGE: asked.facts[name]})
    for counter, where in asked.units.items():
        words = where.split(" ")
        for at in range(len(words)):
            spoiled = " ".join([*words[:at], STRANGE + words[at], *words[at + 1 :]])
            yield f"{counter}: {spoiled}", replace(asked, units={**asked.units, counter: spoiled})
        for more in (f"{where}, {STRANGE}", f"{where} {STRANGE}"):
            yield f"{counter}: {more}", replace(asked, units={**asked.units, counter: more})


def samples() -> Iterator[tuple[str, CaseFile, Case]]:
    """Of each file of cases those that bring a new kind of word: a fact, a state, a phase."""
    seen: set[str] = set()
    for file in sorted(RULES.glob("*/*.yaml")):
        cases = read_cases(file)
        for case in cases.cases:
            words = {f"{cases.scenario} {case.phase}"}
            words |= {f"{file.parent.name} {name.split(' ')[0]}" for name in case.facts}
            words |= {
                f"{file.parent.name} {w}" for where in case.units.values() for w in where.split(" ")[1:]
            }
            if words - seen:
                seen |= words
                yield f"{file.parent.name}/{file.stem}: {case.title}", cases, case


SAMPLES = list(samples())


@pytest.mark.parametrize(("cases", "case"), [s[1:] for s in SAMPLES], ids=[s[0] for s in SAMPLES])
def test_an_unknown_word_is_a_fault(cases: CaseFile, case: Case) -> None:
    rules = library.rules(*cases.scenario.split("/"), case.options)
    rules.arrange(arrangement(case))
    for what, asked in misspelt(arrangement(case)):
        try:
            rules.arrange(asked)
        except OrderError:
            continue
        pytest.fail(f"passed over in silence: {what}")


def test_every_game_is_tried() -> None:
    assert {name.partition("/")[0] for name, _, _ in SAMPLES} == {
        d.name for d in RULES.iterdir() if d.is_dir()
    }
