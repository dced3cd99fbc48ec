"""How words and numbers that files hold with a keyboard's signs are set in print.

Charts, counters, sheets, kits and the charts of a VASSAL module go through here, so that a minus sign, the
dash of odds and the dash of nothing are made in one place. What somebody types back, such as an id or an
option of a command, is left as it is.
"""

from __future__ import annotations

import re
from fractions import Fraction

MINUS = "\N{MINUS SIGN}"
DASH = "\N{EN DASH}"
"""Between two numbers, and alone for nothing."""

_BROKEN = {
    Fraction(1, 2): "½",
    Fraction(1, 3): "⅓",
    Fraction(2, 3): "⅔",
    Fraction(1, 4): "¼",
    Fraction(3, 4): "¾",
}
_DECIMALS = {"5": "½", "50": "½", "33": "⅓", "66": "⅔", "67": "⅔", "25": "¼", "75": "¾"}
_DECIMAL = re.compile(rf"(\d{{1,2}})\.({'|'.join(_DECIMALS)})(?!\d)")
_ODDS = re.compile(r"(?<![\w.:-])(?:1[-:]\d{1,2}\.\d{1,2}|\d{1,2}\.\d{1,2}[-:]1)(?![\w:-]|\.\d)")
"""Odds of one to a decimal: numbers of rules, from 15.3 to 15.5, are none."""

_NUMBER = r"[\d½⅓⅔¼¾]"
_ALONE = re.compile(r"(?<![^\s/(:])-(?![^\s/):,.;])")
_SIGN = re.compile(rf"(?<![^\s/(+×])-(?={_NUMBER}|\.\d)")
_BETWEEN = re.compile(rf"(?<![\w-])(\(?{_NUMBER}[\d.½⅓⅔¼¾]*\)?)((?:-\(?{_NUMBER}[\d.½⅓⅔¼¾]*\)?)+)(?![\w-])")
_DATE = re.compile(r"\d{4}-\d\d-\d\d")
_APART = re.compile(r"(?<=[a-z])-(?=\d)")


def printed(words: str) -> str:
    """Words as they are set: curved apostrophes, fractions in odds, minus signs, en dashes in odds and for
    nothing. A line with a date of digits keeps its hyphens."""
    words = _ODDS.sub(lambda found: odds(found[0]), words.replace("'", "’"))
    if "-" not in words or _DATE.search(words):
        return words
    words = _ALONE.sub(DASH, words)
    words = _BETWEEN.sub(lambda found: found[1] + found[2].replace("-", DASH), words)
    return _SIGN.sub(MINUS, words)


def odds(head: str) -> str:
    """Odds with fractions for decimals: `1-1.5` is 1-1½."""
    return _DECIMAL.sub(lambda found: ("" if found[1] == "0" else found[1]) + _DECIMALS[found[2]], head)


def number(value: Fraction | float) -> str:
    """A number as charts print it: `2`, `−1`, `2½`, `⅓`; a part that no sign stands for as `1/5`."""
    sign, (whole, part) = MINUS if value < 0 else "", divmod(abs(Fraction(value)), 1)
    broken = (_BROKEN.get(part) or str(part)) if part else ""
    apart = " " if whole and "/" in broken else ""
    return f"{sign}{whole if whole or not part else ''}{apart}{broken}"


def signed(value: int) -> str:
    """A modifier: `+1`, `−1`, `0`."""
    return f"+{value}" if value > 0 else number(value)


def name_of(word: str) -> str:
    """A word of the files as a name on a counter: `fyrd-10` is Fyrd 10, `west_gate` West gate."""
    told = _APART.sub(" ", word).replace("_", " ")
    return told[:1].upper() + told[1:]
