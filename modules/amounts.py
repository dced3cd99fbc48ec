"""Numbers with their nouns, one function for all that people read: "1 hit", "2 hits", "3 dice"."""

from __future__ import annotations

_IRREGULAR = {"die": "dice"}
_HISSING = ("s", "x", "z", "ch", "sh")


def count_noun(number: int, noun: str) -> str:
    """A number and its noun: "1 hit" of (1, "hit"), "12,000 more entries" of (12000, "more entry").

    >>> count_noun(1, "die"), count_noun(12_000, "more entry")
    ('1 die', '12,000 more entries')
    """
    return f"{number:,} {inflect_noun(number, noun)}"


def span_noun(least: int, most: int, noun: str) -> str:
    """Two numbers and their noun: "2 to 16 ways" of (2, 16, "way"), "1 way" of (1, 1, "way").

    >>> span_noun(2, 16, "way")
    '2 to 16 ways'
    """
    return count_noun(least, noun) if least == most else f"{least:,} to {count_noun(most, noun)}"


def inflect_noun(number: int, noun: str) -> str:
    """The noun alone as a number asks for it: "column" for 1 and -1, "columns" for the rest.

    `noun` is singular. Words before it are kept: "map tile" becomes "map tiles".
    """
    before, space, last = noun.rpartition(" ")
    return noun if abs(number) == 1 else before + space + _plural(last)


def _plural(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith(_HISSING):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return word[:-1] + "ies"
    return word + "s"
