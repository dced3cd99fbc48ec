"""What the dice of a reckoned attack bring: the code of the table in words, and its effects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from modules.amounts import count_noun
from modules.definition.formats.clauses.combat import HIT, Attack, Effect
from modules.engine.stacks.combat.columns import Columns
from modules.engine.stacks.combat.reckoning import Reckoning


@dataclass(frozen=True, slots=True)
class ReadResult:
    """A result: its `code`, in `words`, the number of it, what it does, and how the dice were read
    (`told`)."""

    code: str
    words: str
    rule: str
    effects: tuple[Effect, ...]
    told: str


def dice_of(reckoning: Reckoning, dice: int) -> int:
    """How many dice an attack needs on a table that is rolled on with so many."""
    if reckoning.code:
        return 0
    return sum(reckoning.dice.values()) if reckoning.column is None else dice


def read_result(
    clause: Attack, columns: Columns | None, reckoning: Reckoning, values: Sequence[int]
) -> ReadResult:
    """The result of an attack for what its dice show."""
    if columns is None:
        return _hits(clause, reckoning, values)
    shown = "+".join(map(str, values))
    told = ""
    code = reckoning.code
    if not code and reckoning.column is not None:
        total = sum(values) + reckoning.drm
        code = columns.cell(reckoning.column, total)
        added = f" {reckoning.drm:+d}" if reckoning.drm else ""
        is_sum = len(values) > 1 or bool(added)
        told = f"{'die' if len(values) == 1 else 'dice'} {shown}{added}" + (f" = {total}" if is_sum else "")
    words, rule = _in_words(columns, code, clause.rule)
    return ReadResult(code, words, rule, effects_of(clause, code), told)


def hit_share(reckoning: Reckoning, die: int) -> float:
    """How many hits are to be expected, where attackers roll dice of so many sides."""
    return sum(
        count * max(0, min(die, die + 1 - reckoning.hits_on[unit] + reckoning.drm)) / die
        for unit, count in reckoning.dice.items()
    )


def effects_of(clause: Attack, code: str) -> tuple[Effect, ...]:
    """What a code does: the whole cell of a table, else the attackers' half and the defenders'."""
    if code in clause.results or "/" not in code:
        return clause.results.get(code, ())
    mine, _, theirs = code.partition("/")
    return (*clause.results.get(f"{mine}/", ()), *clause.results.get(f"/{theirs}", ()))


def _in_words(columns: Columns, code: str, rule: str) -> tuple[str, str]:
    """A code with what the table says of it, and the number that bears it."""
    known = columns.entry.results
    parts = [code] if code in known else code.split("/")
    said = [(part, known[part]) for part in parts if part in known]
    if not said:
        return code, rule
    if len(parts) == 1:
        return f"{code}, {said[0][1].name}: {said[0][1].text.rstrip('.')}", said[0][1].rule
    told = "; ".join(f"{part}, {each.name}: {each.text.rstrip('.')}" for part, each in said)
    return f"{code} ({told})", said[-1][1].rule


def _hits(clause: Attack, reckoning: Reckoning, values: Sequence[int]) -> ReadResult:
    """Each attacker's dice with what is added to each, hit by hit."""
    left, hits, told = iter(values), 0, []
    for unit, count in reckoning.dice.items():
        shown = [next(left) for _ in range(count)]
        hit = sum(value + reckoning.drm >= reckoning.hits_on[unit] for value in shown)
        hits += hit
        told.append(f"{unit} {','.join(map(str, shown))}: {count_noun(hit, 'hit')}")
    words = count_noun(hits, "hit") if hits else "no hit"
    return ReadResult(HIT, words, clause.rule, effects_of(clause, HIT) * hits, "; ".join(told))
