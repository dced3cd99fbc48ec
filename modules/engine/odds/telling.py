"""Odds in words for a person, and as plain data for a program."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, Final

from modules.amounts import count_noun
from modules.engine.odds.odds import Odds, Result

_MOST_DICE: Final = 12
_MOST_CHANGES: Final = 12
NO_CHANGE: Final = "no change"


def percent(share: Fraction) -> str:
    """A share as people read it: `33.3 %`."""
    return f"{float(100 * share):.1f} %"


def dice_said(result: Result) -> str:
    """The first dice that lead to a result: `1-2, 5`, or `1+2, 3+6` where several fall together."""
    if any(len(values) != 1 for values in result.dice):
        said = ["+".join(map(str, values)) for values in result.dice[:_MOST_DICE] if values]
        return ", ".join([*said, *(["..."] if len(result.dice) > _MOST_DICE else [])])
    spans: list[list[int]] = []
    for (value,) in result.dice:
        if spans and spans[-1][1] == value - 1:
            spans[-1][1] = value
        else:
            spans.append([value, value])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in spans)


def happens(result: Result) -> str:
    """What changes, in one line."""
    changed = [*map(str, result.changes), *(f"{name} {by:+d}" for name, by in result.numbers)]
    more = [f"and {len(changed) - _MOST_CHANGES} more"] if len(changed) > _MOST_CHANGES else []
    said = [result.says] if result.says else []
    return "; ".join([*changed[:_MOST_CHANGES], *more, *said]) or NO_CHANGE


def lines(odds: Odds) -> Iterator[str]:
    """The whole of it, line by line."""
    yield "; ".join(map(str, odds.orders))
    yield from (f"  dice: {label}" for label in odds.dice)
    yield from (f"  {modifier}" for modifier in odds.modifiers)
    yield _how(odds)
    shared = _told_in_each(odds)
    yield from (f"{'':10}{told}" for told in shared)
    for result in odds.results:
        off = f" (± {100 * odds.error(result.share):.1f})" if odds.samples else ""
        dice = f"  die {said}" if (said := dice_said(result)) and odds.dice else ""
        yield f"{percent(result.share):>8}{off}{dice}  {happens(result)}"
        yield from (f"{'':10}{told}" for told in result.told[len(shared) :])
        if result.then:
            yield f"{'':10}then {odds.seat}: {result.then}"
    for counter, ends in odds.ends.items() if len(odds.results) > 1 else ():
        yield f"  {counter}: " + "; ".join(f"{percent(share)} {end}" for end, share in ends.items())
    for name, mean in odds.means.items():
        yield f"  {name}: {float(mean):+.2f} on the average"


def _told_in_each(odds: Odds) -> tuple[str, ...]:
    """What is told first whatever the dice, such as how an attack is reckoned: it is said once."""
    first = odds.results[0].told if len(odds.results) > 1 else ()
    number = len(first)
    for result in odds.results:
        pairs = zip(first[:number], result.told, strict=False)
        number = next(
            (i for i, (one, other) in enumerate(pairs) if one != other), min(number, len(result.told))
        )
    return first[:number]


def _how(odds: Odds) -> str:
    if odds.samples:
        return f"sampled: {count_noun(odds.samples, 'branch')} of the dice, each share with its error (95 %)"
    return f"exact: {count_noun(odds.branches, 'branch')} of the dice"


def facts(odds: Odds) -> dict[str, Any]:
    """The same for a program. Shares are fractions, such as `1/3`, and their values."""
    return {
        "orders": [str(order) for order in odds.orders],
        "side": odds.seat,
        "dice": list(odds.dice),
        "exact": not odds.samples,
        "branches": odds.branches,
        "modifiers": [{"what": m.what, "by": m.by, "rule": m.rule} for m in odds.modifiers],
        "results": [_facts(odds, result) for result in odds.results],
        "ends": {who: {end: float(s) for end, s in ends.items()} for who, ends in odds.ends.items()},
        "means": {name: float(mean) for name, mean in odds.means.items()},
    }


def _facts(odds: Odds, result: Result) -> dict[str, Any]:
    return {
        "share": str(result.share),
        "value": float(result.share),
        "error": odds.error(result.share),
        "dice": [list(values) for values in result.dice],
        "changes": [{"counter": c.counter, "from": c.before, "to": c.after} for c in result.changes],
        "numbers": dict(result.numbers),
        "told": list(result.told),
        "says": result.says,
        "then": result.then,
    }
