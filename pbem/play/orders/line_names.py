"""The counters and places of a game that a line names, and how surely: `V-guard` and `1510` are names
wherever they stand, `guard`, `York` or `42` are words of a language too.

Dates, telephone numbers and links are no places. A number of four digits that the map has is one, whatever
its author meant: a line that is shown too often costs a moment, one that is not shown costs a turn.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator
from functools import cached_property
from typing import Final, Literal, NamedTuple

from modules.engine.orders import Grammar

Kind = Literal["counter", "place"]
_LINKS: Final = re.compile(
    r"<[^<>]*>|\S+@\S+|(?:https?://|www\.)\S+|\[(?:image|cid):?[^\[\]]*\]", re.IGNORECASE
)
_TELEPHONE: Final = re.compile(
    r"\+\d[\d ()/.-]{5,}|\b(?:tel|phone|mobile|mob|cell|fax|telefon|handy|tél)\b[ .:]*[\d ()/.+-]+",
    re.IGNORECASE,
)
_MONTHS: Final = (
    "jan|feb|fév|mar|mär|mrt|apr|avr|abr|may|mai|mei|mag|jun|juin|giu|jul|juil|lug|aug|août|ago|sep|set|oct|okt|ott"
    "|nov|dec|dez|déc|dic"
)
_DATE: Final = re.compile(
    rf"\b\d{{1,2}}[./-]\d{{1,2}}[./-]\d{{2,4}}\b|\b\d{{4}}-\d{{2}}-\d{{2}}\b|\b\d{{1,2}}[:.]\d{{2}}(?::\d{{2}})?\b"
    rf"|\b(?:{_MONTHS})\w*\.?,? (?:\d{{1,2}}\w{{0,2}},? )?\d{{4}}\b",
    re.IGNORECASE,
)
_GROUPS: Final = re.compile(r"(?<![\w-])0\d+(?:[ /]+\d+)+(?![\w-])")
"""Groups of digits as a telephone number has them, the first with a 0 in front."""
_TOKEN: Final = re.compile(r"[^\s,;:/>()\[\]{}]+|[,/>]")
_EDGES: Final = ".!?'_-\"“”„«»‘’`*"
_CLOSE: Final = 0.75
_SURE_DIGITS: Final = 3
_MOST_SLIPS: Final = 300
"""Words of a mail that are compared with all counters: a hostile mail must not keep the referee busy."""


class Name(NamedTuple):
    """A word of a line that names something: `written` as the grammar has it, a way with its hyphens;
    `sure`: it is no word of a language; `slip`: it is only near the name."""

    kind: Kind
    written: str
    sure: bool
    slip: bool = False


class LineNames:
    """The names of a game, looked up in the lines of one mail."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar = grammar
        self._known: dict[str, Name | None] = {}
        self._slips_left = _MOST_SLIPS

    @cached_property
    def _counters(self) -> dict[str, str]:
        return {counter.lower(): counter for counter in self.grammar.counters}

    @cached_property
    def _tails(self) -> dict[str, list[str]]:
        """The ends of counters behind a hyphen, by which they are called in short."""
        tails: dict[str, list[str]] = {}
        for low, counter in self._counters.items():
            parts = low.split("-")
            for start in range(1, len(parts)):
                tails.setdefault("-".join(parts[start:]), []).append(counter)
        return {tail: those for tail, those in tails.items() if not tail.isdigit()}

    def tokens(self, text: str) -> list[str]:
        """The words of a line and the signs between them, without dates, telephone numbers and links."""
        for pattern in (_LINKS, _TELEPHONE, _DATE):
            text = pattern.sub(" ", text)
        text = _GROUPS.sub(self._keep_places, text)
        text = self.grammar.replace_names(text)
        found = (token.strip(_EDGES) or token for token in _TOKEN.findall(text))
        return [token for token in found if token]

    def _keep_places(self, groups: re.Match[str]) -> str:
        return (
            groups[0] if all(group in self.grammar.places for group in re.split(r"[ /]+", groups[0])) else " "
        )

    def look_up(self, token: str) -> Name | None:
        """What a word names, if anything."""
        if token not in self._known:
            self._known[token] = self._look_up(token)
        return self._known[token]

    def _look_up(self, token: str) -> Name | None:
        low = token.lower()
        if (counter := self._counters.get(low)) is not None:
            return Name("counter", counter, "-" in token)
        if low in self._tails:
            those = self._tails[low]
            return Name("counter", those[0] if len(those) == 1 else token, any(c.isdigit() for c in token))
        places = [self._place(part) for part in token.split("-")]
        if token and all(places):
            sure = all(part.isdigit() and len(part) >= _SURE_DIGITS for part in token.split("-"))
            return Name("place", "-".join(filter(None, places)), sure or len(places) > 1)
        return self._look_up_slip(low)

    def _place(self, word: str) -> str | None:
        """A place by itself, or by its name on the map in any case: `not` is a word, `NOT` may be one."""
        if word in self.grammar.places:
            return word
        place = self.grammar.names.get(word.lower())
        return place if place is not None and place.lower() != word.lower() else None

    def _look_up_slip(self, low: str) -> Name | None:
        """A counter whose name is misspelt: only what looks like one, with a hyphen."""
        head, hyphen, tail = low.partition("-")
        if not (head and hyphen and tail) or low[0].isdigit() or not self._slips_left:
            return None
        self._slips_left -= 1
        near = difflib.get_close_matches(low, self._counters, n=1, cutoff=_CLOSE)
        near = near or difflib.get_close_matches(low, self._tails, n=1, cutoff=_CLOSE)
        counter = next((self._counters.get(n) or self._tails[n][0] for n in near), None)
        return None if counter is None else Name("counter", counter, sure=True, slip=True)

    def names(self, text: str) -> Iterator[Name]:
        """The names in a line, in their order."""
        yield from filter(None, map(self.look_up, self.tokens(text)))
