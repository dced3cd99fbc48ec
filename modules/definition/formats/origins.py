"""What a `source` says: what of a datum the rulebook states, and what was found, deduced or is ours.

One or several parts, with `; ` between them: `rulebook 16.3, 16.6`, or the word for another origin, a colon
and the reason: `rulebook 16.4; reconstruction: the reduced side`. What the rulebook states may have words
after its numbers: `rulebook 17.2: half, rounded down`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

Origin = Literal["rulebook", "found", "deduced", "reconstruction"]
ORIGINS: tuple[Origin, ...] = ("rulebook", "found", "deduced", "reconstruction")
"""From the most certain to the least."""

_NUMBERS = r"rulebook [A-Z0-9][^;:\n]*"
_PART = rf"({_NUMBERS}(: [^;\n]+)?|(found|deduced|reconstruction): [^;\n]+)"
PATTERN = rf"^{_PART}(; {_PART})*$"

_RULE = re.compile(r"(?<![\w.,-])\d{1,2}(?:\.\d{1,2})+(?!\w|\.\d| ?(?:%|°|(?:mm|cm|m|km|in|MP)\b))")
"""What can only be a rule's number in a reason: digits with points between, without a unit behind them."""


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its origin, the rule numbers of the rulebook that it rests on, its words."""

    origin: Origin
    numbers: tuple[str, ...]
    words: str


def parts(source: str) -> tuple[Part, ...]:
    """The parts of a source that has the pattern."""
    return tuple(_part(each) for each in source.split("; "))


def _part(text: str) -> Part:
    head, _, words = text.partition(": ")
    if head.startswith("rulebook "):
        return Part("rulebook", tuple(head.removeprefix("rulebook ").split(", ")), words)
    return Part(next(each for each in ORIGINS if each == head), (), words)


def origin_of(source: str) -> Origin:
    """The origin of a source: that of its least certain part."""
    return max((part.origin for part in parts(source)), key=ORIGINS.index)


def numbers_in(source: str) -> tuple[str, ...]:
    """The rule numbers that a source names: of the rulebook's parts, and those in the words of any part."""
    found = [number for part in parts(source) for number in (*part.numbers, *_RULE.findall(part.words))]
    return tuple(dict.fromkeys(found))
