"""The lines of a mail one by one: an order, a line that was meant as one, or other words.

A line is first read as it was typed; only where that fails, what is around the order is taken off
(`line_decoration`), and the words between its names (`to`, commas, blanks between hexes) are set as the game
writes them. A line is *meant* as an order if its first word is a verb of the game or one slip from one, or if
it names a counter or a place (`line_names`). All else is talk.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from itertools import takewhile
from typing import Final

from modules.engine.errors import OrderError
from modules.engine.orders import Grammar
from pbem.mail.author_text import MAX_LINES, PRESS
from pbem.play.orders import line_decoration, mail_word_codes
from pbem.play.orders.line_names import LineNames, Name

RESIGN: Final = "resign"
"""The line with which a side gives up the game."""
_FILLERS: Final = frozenset({"to", "into", "hex", "the", "unit", "please"})
_LEADING: Final = frozenset({"and", "then", "please", "finally"})
_FROM: Final = re.compile(r"\bfrom (?:hex )?\w+\b", re.IGNORECASE)
"""Where a counter stands, as in `from 1511 to 1510`."""
_AND: Final = frozenset({"and", "&", "+"})
_WORDS_OF_A_LANGUAGE: Final = frozenset(
    {"love", "more", "most", "none", "gone", "line", "dine", "past", "told", "five", "hire", "close", "some"}
    | {"last", "past", "mass", "loose", "house", "stay", "retreats", "wall", "well", "tall", "call", "war"}
)
"""Words of letters that are one slip from a verb of some game."""
MOST_MEANT: Final = 30
"""Lines that cannot be read after which no more are looked at: a hostile mail must not keep the referee
busy."""
_MOST_JOINED: Final = 4
"""Lines over which a mail program may have broken one order."""
_FEW: Final = 2
"""Words beside the names by which a line without a sure name is still taken for an order."""
_LEAST_LETTERS: Final = 3
_CLOSE: Final = 0.75
"""How like a legal order a line must be to be compared with it at all, from 0 to 1."""


class Sign(Enum):
    """By what a line that cannot be read was taken for an order."""

    VERB = "verb"
    COUNTER = "counter"
    PLACE = "place"


@dataclass(frozen=True, slots=True)
class Candidate:
    """A line that is an order, or several (`orders`, in canonical text), or was meant as one (`sign`, `why`).
    `typed`: as its author wrote it, of a broken order the pieces; `bare`: without what was around it."""

    typed: str
    orders: tuple[str, ...] = ()
    sign: Sign | None = None
    why: str = ""
    bare: str = ""


@dataclass(frozen=True, slots=True)
class Candidates:
    """The lines of a mail that are orders or were meant so, in their order, and how many others it has."""

    lines: tuple[Candidate, ...]
    words: int
    left: int = 0
    """Lines behind so many that cannot be read that no more were looked at."""

    @property
    def any(self) -> bool:
        """Whether there is an order, or a line that begins like one or names a counter. A line that names a
        place alone may be an address."""
        return any(line.sign is not Sign.PLACE for line in self.lines)


def read_candidates(typed: Sequence[str], grammar: Grammar) -> Candidates:
    """Read the lines of a mail, on no board: what is against the rules is found later."""
    reader = _Reader(grammar)
    found: list[Candidate] = []
    index = words = wrong = given = 0
    while index < len(typed) and wrong < MOST_MEANT and given < MAX_LINES:
        taken, candidate = reader.read(typed[index:])
        if candidate is not None:
            found.append(candidate)
            wrong += not candidate.orders
            given += len(candidate.orders)
        elif not reader.is_mark(typed[index]) and not line_decoration.attribution_length(typed[index:]):
            words += 1
        index += taken
    return Candidates(tuple(found), words, len(typed) - index)


def is_one_slip(word: str, other: str) -> bool:
    """Whether two words differ by one letter that is wrong, missing or too many, or by two that changed
    places.

    >>> is_one_slip("mvoe", "move"), is_one_slip("dnoe", "done"), is_one_slip("moove", "move")
    (True, True, True)
    >>> is_one_slip("move", "move"), is_one_slip("rove", "dove"), is_one_slip("hello", "hold")
    (False, True, False)
    """
    if word == other or abs(len(word) - len(other)) > 1:
        return False
    start = next((i for i, (a, b) in enumerate(zip(word, other, strict=False)) if a != b), None)
    if start is None:
        return True
    rest, others = word[start:], other[start:]
    swapped = rest[1:2] + rest[:1] + rest[2:]
    return rest[1:] == others or rest == others[1:] or rest[1:] == others[1:] or swapped == others


class _Reader:
    """Reads lines by one game's grammar."""

    def __init__(self, grammar: Grammar) -> None:
        self.grammar, self.names = grammar, LineNames(grammar)
        self.verbs = {form.split()[0].lower(): form for form in grammar.forms} | {RESIGN: RESIGN}
        self._bare = {str(order) for order in grammar.bare} | {RESIGN}

    def is_mark(self, line: str) -> bool:
        """Whether it is no line of words: a comment, or what a program wrote."""
        comment = line.startswith("#") and not line[1:2].isdigit()
        return comment or line_decoration.is_mark(line)

    def read(self, lines: Sequence[str]) -> tuple[int, Candidate | None]:
        """What the first of these lines is, and over how many of them it goes."""
        line = lines[0]
        if line.lower().startswith(PRESS) or mail_word_codes.is_tried([line]) or self.is_mark(line):
            return 1, None
        if (count := self._count_broken(lines)) > 1 and (orders := self.orders_of(" ".join(lines[:count]))):
            return count, Candidate(" ".join(lines[:count]), orders)
        if orders := self.orders_of(line):
            return 1, Candidate(line, orders)
        if count := line_decoration.attribution_length(lines):
            return count, None
        return 1, self._meant(line)

    def _count_broken(self, lines: Sequence[str]) -> int:
        """Over how many lines an order goes that a mail program has broken: the next ones are names alone,
        and the first is no order by itself, or a hyphen or comma stands at the break."""
        bare = line_decoration.undecorate(lines[0])
        if self._verb(bare) is None:
            return 1
        count = 1
        while count < min(len(lines), _MOST_JOINED) and self._continues(lines[count - 1], lines[count]):
            count += 1
        joint = count > 1 and (lines[0].rstrip().endswith(("-", ",")) or lines[1].lstrip().startswith("-"))
        return count if joint or not self.orders_of(lines[0]) else 1

    def _continues(self, line: str, after: str) -> bool:
        """Whether the line after one holds nothing but names and signs between them."""
        bare = line_decoration.undecorate(after).lstrip("-")
        tokens = self.names.tokens(bare)
        names = [self.names.look_up(token) for token in tokens if token not in (",", "/", ">")]
        return bool(names) and all(name is not None and name.kind == "place" for name in names) and bool(line)

    def _verb(self, bare: str) -> str | None:
        """The verb with which a line begins."""
        word = bare.split()[0].rstrip(",.;:!").lower() if bare else ""
        return word if word in self.verbs else None

    # --- orders --------------------------------------------------------------------------------------------

    def orders_of(self, line: str) -> tuple[str, ...]:
        """The orders that a line holds, in canonical text; none where a part of it is no order."""
        if order := self._parse(line.partition("#")[0].strip()):
            return (order,)
        bare = line_decoration.undecorate(line)
        if order := self._parse_bare(bare) or self._parse_bracketed(line, bare):
            return (order,)
        for pieces in (bare.split(";"), self._split_verbs(bare)):
            parts = [text for piece in pieces if (text := piece.strip(" .,;!-"))]
            orders = tuple(takewhile(bool, map(self._parse_bare, parts)))
            if len(parts) > 1 and len(orders) == len(parts):
                return tuple(filter(None, orders))
        return ()

    def _parse_bracketed(self, line: str, bare: str) -> str | None:
        """The same where a name stands in brackets, as in `move V-guard (1510)`; a line that stands in them
        as a whole is a remark."""
        whole = line_decoration.undecorate(line, remarks=True)
        return self._parse_bare(whole) if bare and whole != bare else None

    def _split_verbs(self, bare: str) -> list[str]:
        """A line cut before each of its verbs: a mail program has put several lines into one."""
        pieces: list[list[str]] = [[]]
        for word in bare.replace(";", " ").split():
            if word.strip(".,!").lower() in self.verbs and pieces[-1]:
                pieces.append([])
            pieces[-1].append(word)
        return [" ".join(piece) for piece in pieces]

    def _parse(self, text: str) -> str | None:
        """The canonical text of a line, its verb in any case."""
        verb, space, rest = text.partition(" ")
        if verb.lower() == RESIGN and not rest:
            return RESIGN
        for each in (text, verb.lower() + space + rest):
            try:
                return str(self.grammar.parse(each))
            except OrderError:
                continue
        return None

    def _parse_bare(self, bare: str) -> str | None:
        """The canonical text of a line without what was around it, its names set in order where needed."""
        words = bare.split()
        if len(words) > 1 and re.fullmatch(r"\d{1,2}", words[0]) and words[1].lower() in self.verbs:
            words = words[1:]  # the number that stands before a choice in our own mails
        while words and words[0].lower() in _LEADING:
            words = words[1:]
        text = " ".join(words)
        verb = self._verb(text)
        if verb is None:
            return None
        if (order := self._parse(text)) or not words[1:]:
            return order or self._parse(verb)
        return self._parse(f"{verb} {self.arrange(' '.join(words[1:]), aimed='>' in self.verbs[verb])}")

    def arrange(self, rest: str, *, aimed: bool) -> str:
        """What follows a verb as the game writes it: counters joined by commas, places by hyphens, `>` only
        where the order is aimed. Words that name nothing stay, but `to` and its like."""
        out: list[str] = []
        last: Name | None = None
        comma = False
        for word in self.names.tokens(_FROM.sub(" ", rest, count=1)):
            name = self.names.look_up(word)
            if word in (",", "/", "-") or word.lower() in _FILLERS | _AND:
                comma = comma or word == "," or word.lower() in _AND
            elif word == ">":
                out += [">"] if aimed else []
                last, comma = (None, False) if aimed else (last, comma)
            elif name is None or name.slip:
                out.append(word)
                last, comma = None, False
            else:
                joint = "-" if last and last.kind == name.kind == "place" else ""
                joint = "," if last and last.kind == name.kind == "counter" and comma else joint
                out = [*out[:-1], f"{out[-1]}{joint}{name.written}"] if joint else [*out, name.written]
                last, comma = name, False
        return " ".join(out)

    # --- meant ---------------------------------------------------------------------------------------------

    def _meant(self, line: str) -> Candidate | None:
        """A line that was meant as an order and is none; None for talk."""
        bare = line_decoration.undecorate(line) or line_decoration.undecorate(line, remarks=True)
        first = re.sub(r"[^\w-]", "", bare.split()[0]).lower() if bare else ""
        names = list(self.names.names(line))
        sign = self._sign_of_verb(line, bare, first, names) or self._sign_of_names(line, names)
        if sign is None:
            return None
        return Candidate(line, (), sign, self._why(bare or line, first, sign), bare or line)

    def _sign_of_verb(self, line: str, bare: str, first: str, names: Sequence[Name]) -> Sign | None:
        if first in self.verbs:
            heading = line.rstrip().endswith(":") and not names and first not in self._bare
            return None if heading else Sign.VERB
        if len(first) < _LEAST_LETTERS:
            return None
        near = [verb for verb in self.verbs if is_one_slip(first, verb)]
        if not near:
            return None
        common = first in _WORDS_OF_A_LANGUAGE or any(first in (f"{v}s", f"{v}d") for v in near)
        alone = len(bare.split()) == 1 and any(verb in self._bare for verb in near)
        alone = alone and not line.rstrip().endswith((":", ","))
        return Sign.VERB if names or alone or not common else None

    def _sign_of_names(self, line: str, names: Sequence[Name]) -> Sign | None:
        if not names:
            return None
        sign = Sign.COUNTER if any(n.kind == "counter" and n.sure for n in names) else Sign.PLACE
        if any(name.sure for name in names):
            return sign
        words = (word for word in self.names.tokens(line) if word not in (",", "/", ">"))
        others = [w for w in words if w.lower() not in _FILLERS and self.names.look_up(w) is None]
        several = len({name.written for name in names}) > 1 and len(others) <= _FEW
        alone = not others and any(name.kind == "place" for name in names)
        return sign if several or alone or ">" in line_decoration.undecorate(line) else None

    def _why(self, bare: str, first: str, sign: Sign) -> str:
        """What is wrong with it."""
        if first in self._bare and len(bare.split()) > 1:
            return f"`{first}` stands alone on its line"
        if first in self.verbs:
            rest = self.arrange(" ".join(bare.split()[1:]), aimed=">" in self.verbs[first])
            return why_not(self.grammar, bare, rest)
        if sign is Sign.VERB:
            return f"no order begins with `{first}`"
        return f"it names a {sign.value}, but does not begin as an order does"

    # --- the nearest order ---------------------------------------------------------------------------------

    def near_its_verb(self, bare: str) -> Iterator[str]:
        """Orders that can be read and may have been meant by a line with a verb in it, or a slip of one."""
        words = bare.split()
        for verb in self.verbs:
            if words and is_one_slip(re.sub(r"\W", "", words[0]).lower(), verb):
                yield from self._orders_with(verb, words[1:])
        inside = next((i for i, w in enumerate(words) if w.strip(".,:!").lower() in self.verbs), None)
        if inside is not None:
            yield from self._orders_with(words[inside].strip(".,:!").lower(), words[inside + 1 :])

    def near_its_names(self, bare: str, verbs: Sequence[str]) -> Iterator[str]:
        """The same of a line without a verb: these verbs with the names in it."""
        for verb in verbs:
            if verb not in self._bare and any(self.names.names(bare)):
                yield from self._orders_with(verb, bare.split())

    def _orders_with(self, verb: str, rest: Sequence[str]) -> Iterator[str]:
        for text in dict.fromkeys((" ".join(rest), self._names_alone(rest))):
            arranged = self.arrange(text, aimed=">" in self.verbs.get(verb, ""))
            if (order := self._parse(f"{verb} {arranged}".strip())) is not None:
                yield order

    def counters_in(self, bare: str) -> set[str]:
        """The counters that a line names surely."""
        return {name.written for name in self.names.names(bare) if name.kind == "counter" and name.sure}

    def _names_alone(self, words: Sequence[str]) -> str:
        """The names of some words, those that are misspelt put right, and the aim between them."""
        out = []
        for token in self.names.tokens(" ".join(words)):
            name = self.names.look_up(token)
            out += [token] if token in (">", ",") else [] if name is None else [name.written]
        return " ".join(out)


def why_not(grammar: Grammar, bare: str, arranged: str) -> str:
    """Why a line that begins with a verb cannot be read, by the better of its two texts."""
    verb = bare.split()[0].lower()
    for text in (f"{verb} {arranged}".strip(), bare):
        try:
            grammar.parse(text)
        except OrderError as error:
            return re.sub(r"\Acolumn \d+: ", "", str(error))
    return "it stands in brackets, as a remark does"


def nearest_order(grammar: Grammar, bare: str, legal: Sequence[str]) -> str | None:
    """The order that was most likely meant by a line that is none: one that can be read, and one of those
    that are legal where it can be. It is shown and never given for anybody."""
    reader = _Reader(grammar)
    verbs = list(dict.fromkeys(text.split()[0] for text in legal))
    for found in (reader.near_its_verb(bare), reader.near_its_names(bare, verbs)):
        orders = list(dict.fromkeys(found))
        if orders:
            return next(filter(None, (_legal_form(order, legal) for order in orders)), orders[0])
    named = reader.counters_in(bare)
    among = {text.lower(): text for text in legal if " " in text and named <= set(re.split(r"[\s,]", text))}
    close = difflib.get_close_matches(bare.lower(), among, n=1, cutoff=_CLOSE)
    return among[close[0]] if close else None


def _legal_form(order: str, legal: Sequence[str]) -> str | None:
    """An order if it is legal, or without the place where its counter stands, or one that names its last
    place alone and can be filled in."""
    head, _, way = order.rpartition(" ")
    shorter = f"{head} {way.partition('-')[2]}"
    if order in legal or shorter in legal:
        return order if order in legal else shorter
    ends = {(text.rpartition(" ")[0], re.split(r"[\s-]", text)[-1]) for text in legal}
    return order if (head, way) in ends else None
