"""The heads of a table's columns, read as what they say: odds such as `1-1.5`, differences as `+2/+3`."""

from __future__ import annotations

import re
from fractions import Fraction

_NUMBER = r"([0-9]{1,3}(?:\.[0-9]{1,2})?)"
_ODDS = re.compile(rf"{_NUMBER}-{_NUMBER}\Z")
_DIFFERENCES = re.compile(r"(0|[+-][1-9][0-9]?)(?:/(0|[+-][1-9][0-9]?))?\Z")


class HeadError(ValueError):
    """A head that is none of its kind; the message says what was expected."""


def ratio(head: str) -> Fraction:
    """The odds at the head of a column, attacker to defender, exactly. Raises HeadError."""
    found = _ODDS.match(head)
    if found is None or not all(Fraction(part) for part in found.groups()):
        raise HeadError(f"found {head!r}: expected odds such as 1-2, 1-1.5 or 3-1")
    return Fraction(found[1]) / Fraction(found[2])


def differences(head: str) -> tuple[int, int]:
    """The first and the last difference of a column. Raises HeadError."""
    found = _DIFFERENCES.match(head)
    if found is None:
        raise HeadError(f"found {head!r}: expected a difference such as -6 or 0, or two such as +2/+3")
    first, last = int(found[1]), int(found[2] or found[1])
    if last < first:
        raise HeadError(f"found {head!r}: the second difference is lower than the first")
    return first, last
