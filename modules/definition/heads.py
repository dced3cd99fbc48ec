"""The heads of a table's columns, read as what they say: odds such as `1-1.5` or `1-1⅓`, differences as
`+2/+3`, strengths as `4/7`."""

from __future__ import annotations

import re
from fractions import Fraction

_BROKEN = {
    "½": Fraction(1, 2),
    "⅓": Fraction(1, 3),
    "⅔": Fraction(2, 3),
    "¼": Fraction(1, 4),
    "¾": Fraction(3, 4),
}
_THIRDS = {"33": Fraction(1, 3), "66": Fraction(2, 3), "67": Fraction(2, 3)}
"""What two digits behind the point stand for where they cannot say it exactly."""

_NUMBER = r"([0-9]{1,3}(?:\.[0-9]{1,2})?|[0-9]{0,3}[½⅓⅔¼¾])"
_ODDS = re.compile(rf"{_NUMBER}-{_NUMBER}\Z")
_DIFFERENCES = re.compile(
    r"(0|[+-][1-9][0-9]?)(?:/(0|[+-][1-9][0-9]?))?\Z|([1-9][0-9]?)(?:/([1-9][0-9]?))?\Z"
)


class HeadError(ValueError):
    """A head that is none of its kind; the message says what was expected."""


def ratio(head: str) -> Fraction:
    """The odds at the head of a column, attacker to defender, exactly; 1.33 and 1.67 are thirds. Raises
    HeadError."""
    found = _ODDS.match(head)
    attack, defence = map(_exactly, found.groups()) if found is not None else (Fraction(0), Fraction(0))
    if not attack or not defence:
        raise HeadError(f"found {head!r}: expected odds such as 1-2, 1-1.5, 1-1⅓ or 3-1")
    return attack / defence


def _exactly(text: str) -> Fraction:
    if text[-1] in _BROKEN:
        return Fraction(text[:-1] or 0) + _BROKEN[text[-1]]
    whole, _, part = text.partition(".")
    return Fraction(whole) + _THIRDS[part] if part in _THIRDS else Fraction(text)


def differences(head: str) -> tuple[int, int]:
    """The first and the last difference, or strength, of a column. Raises HeadError."""
    found = _DIFFERENCES.match(head)
    if found is None:
        form = "expected a difference such as -6 or 0, two such as +2/+3, or strengths such as 4/7"
        raise HeadError(f"found {head!r}: {form}")
    first, last = int(found[1] or found[3]), int(found[2] or found[4] or found[1] or found[3])
    if last < first:
        raise HeadError(f"found {head!r}: the second difference is lower than the first")
    return first, last
