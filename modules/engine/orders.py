"""Orders as values with one canonical text: `move N-foot-3 1920-2020`, `attack N-foot-3,N-foot-4 > S-fyrd-7`.

A kind of order is a frozen dataclass whose `FORM` says how it is written; the fields' markers say what
stands there. Reading has three steps with their own errors: syntax (OrderSyntaxError), names
(UnknownThingError, AmbiguousThingError), and only then, elsewhere, the rules (Illegal).
"""

from __future__ import annotations

import dataclasses
import difflib
import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from operator import attrgetter
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Final, TypeAlias, get_args, get_origin, get_type_hints

from modules.engine.errors import AmbiguousThingError, NotAPlaceError, OrderSyntaxError, UnknownThingError


@dataclass(frozen=True, slots=True)
class _Marker:
    what: str
    joined_by: str | None = None


Unit = Annotated[str, _Marker("counter")]
"""A counter: `N-foot-3`; in input also in part (`foot-3`), where that names only one."""

Units = Annotated[tuple[str, ...], _Marker("counter", ",")]
"""Counters joined by commas."""

Spot = Annotated[str, _Marker("place")]
"""A hex, an area, or a word such as `exit` that the game allows."""

Track = Annotated[tuple[str, ...], _Marker("place", "-")]
"""Places joined by dashes."""

Word = Annotated[str, _Marker("word")]
"""Any single word."""

Words = Annotated[tuple[str, ...], _Marker("word", ",")]
"""Words joined by commas."""

Name = Annotated[str, _Marker("piece")]
"""A piece by what it is, where alike ones are called alike: `E-fyrd.3`."""

Names = Annotated[tuple[str, ...], _Marker("piece", ",")]
"""Such pieces joined by commas."""

Facing = Annotated[str, _Marker("facing")]
"""The way that a counter looks, as a point of the compass: `NE`."""

Saying = Annotated[str, _Marker("saying")]
"""Words of a player, the last field of an order, between quotation marks: `"Moscow has fallen"`."""

_TOKEN = re.compile(r"[^\s>]+|>")
_FIELD = re.compile(r"\[?\{(\w+)\}\]?")
_QUOTES: Final = str.maketrans(
    dict.fromkeys(
        "\N{LEFT DOUBLE QUOTATION MARK}\N{RIGHT DOUBLE QUOTATION MARK}\N{DOUBLE LOW-9 QUOTATION MARK}", '"'
    )
)
"""What telephones write for quotation marks."""
LONGEST_SAYING: Final = 200
MAX_LENGTH = 2000
NAMELESS: Final[Mapping[str, str]] = MappingProxyType({})
"""The names of places where the map prints none."""


@dataclass(frozen=True, slots=True)
class Order:
    """Base of all orders. `FORM` begins with the verb and holds the fields in braces; the last may be left
    out, as an empty word, where it stands in brackets: `[{facing}]`. `MARKS`: what else than the verb a hand
    marks a counter with to say it, such as `reduced`."""

    FORM: ClassVar[str] = ""
    MARKS: ClassVar[tuple[str, ...]] = ()

    @property
    def verb(self) -> str:
        """The first word."""
        return self.FORM.split()[0]

    def __str__(self) -> str:
        form, fields = _FORMS.get(type(self)) or _form(type(self))
        words = [
            value if isinstance(value := getattr(self, name), str) else joint.join(value)
            for name, joint in fields
        ]
        return form.format(*words).rstrip()

    @property
    def beginning(self) -> str:
        """The first two words of its text, quicker: thousands of orders are told by these."""
        verb, first, joint = _BEGINNINGS.get(type(self)) or _beginning(type(self))
        if not first:
            return " ".join(str(self).split(" ", 2)[:2])
        value = getattr(self, first)
        return f"{verb} {value if isinstance(value, str) else joint.join(value)}".rstrip()


@dataclass(frozen=True, slots=True)
class Done(Order):
    """No more orders of this kind."""

    FORM: ClassVar[str] = "done"


@dataclass(frozen=True, slots=True)
class Pass(Order):
    """Let a chance go by: do not try."""

    FORM: ClassVar[str] = "pass"


_FORMS: dict[type[Order], tuple[str, tuple[tuple[str, str], ...]]] = {}
"""How a kind of order is written, with `{}` for each field, and the fields with what joins their parts."""


def _form(kind: type[Order]) -> tuple[str, tuple[tuple[str, str], ...]]:
    names = [field[1] for token in kind.FORM.split() if (field := _FIELD.fullmatch(token))]
    fields = tuple((name, _markers(kind)[name].joined_by or "") for name in names)
    quoted = {f"{{{name}}}" for name in names if _markers(kind)[name].what == "saying"}
    form = " ".join(
        '"{}"' if token in quoted else "{}" if _FIELD.fullmatch(token) else token
        for token in kind.FORM.split()
    )
    return _FORMS.setdefault(kind, (form, fields))


_BEGINNINGS: dict[type[Order], tuple[str, str, str]] = {}
"""The verb of a kind of order, the field that comes next with what joins its parts; no field where none does,
or where what follows would come next if it is empty."""


def _beginning(kind: type[Order]) -> tuple[str, str, str]:
    second = kind.FORM.split()[1:2]
    field = _FIELD.fullmatch(second[0]) if second else None
    if field is None or (second[0].startswith("[") and len(kind.FORM.split()) > 2):
        return _BEGINNINGS.setdefault(kind, (kind.FORM.split()[0], "", ""))
    joint = _markers(kind)[field[1]].joined_by or ""
    return _BEGINNINGS.setdefault(kind, (kind.FORM.split()[0], field[1], joint))


_MARKERS: dict[type[Order], dict[str, _Marker]] = {}


def _markers(kind: type[Order]) -> dict[str, _Marker]:
    if kind not in _MARKERS:
        hints = get_type_hints(kind, include_extras=True)
        _MARKERS[kind] = {f.name: _marker_of(hints[f.name]) for f in dataclasses.fields(kind)}
    return _MARKERS[kind]


def _marker_of(hint: Any) -> _Marker:
    if get_origin(hint) is Annotated:
        return next(m for m in get_args(hint)[1:] if isinstance(m, _Marker))
    raise TypeError(f"an order's field needs a marker such as Unit or Track, not {hint}")


@dataclass(frozen=True, slots=True)
class Part:
    """A field of a kind of order: what stands there (`counter`, `piece`, `place`, `word`, `facing`),
    whether several may, and whether it is what the order aims at, behind the `>`."""

    name: str
    what: str
    many: bool
    aimed: bool


_PARTS: dict[type[Order], tuple[Part, ...]] = {}


def parts_of(kind: type[Order]) -> tuple[Part, ...]:
    """The fields of a kind of order, as they are written."""
    if kind not in _PARTS:
        found: list[Part] = []
        aimed = False
        for part in kind.FORM.split()[1:]:
            aimed = aimed or part == ">"
            if field := _FIELD.fullmatch(part):
                marker = _markers(kind)[field[1]]
                found.append(Part(field[1], marker.what, marker.joined_by is not None, aimed))
        _PARTS[kind] = tuple(found)
    return _PARTS[kind]


_Names: TypeAlias = Callable[["Order"], tuple[str, ...]]
_COUNTERS: dict[type[Order], _Names] = {}
_PLACES: dict[type[Order], _Names] = {}
"""How the counters, and the places, that an order of a kind names are read off it."""


def counters_of(order: Order) -> tuple[str, ...]:
    """The counters that an order names, as it is written."""
    return (_COUNTERS.get(type(order)) or _collect_names(_COUNTERS, type(order), "counter"))(order)


def places_of(order: Order) -> tuple[str, ...]:
    """The places that an order names, as it is written: of a path all but where it starts, or all."""
    return (_PLACES.get(type(order)) or _collect_names(_PLACES, type(order), "place"))(order)


def _collect_names(known: dict[type[Order], _Names], kind: type[Order], what: str) -> _Names:
    """Most kinds have one field of a sort or none: thousands of orders are read for one line of a report."""
    names = [name for name, marker in _markers(kind).items() if marker.what == what]

    def of_one(order: Order) -> tuple[str, ...]:
        value = field(order)
        return (value,) if isinstance(value, str) else value

    def of_all(order: Order) -> tuple[str, ...]:
        values = (getattr(order, name) for name in names)
        return tuple(each for value in values for each in ((value,) if isinstance(value, str) else value))

    if len(names) != 1:
        return known.setdefault(kind, of_all if names else lambda _: ())
    field = attrgetter(names[0])
    return known.setdefault(kind, of_one)


class Grammar:
    """The kinds of orders of a game, its counters and its places.

    `names`: the places by the names that the map prints, as `York` for `YOR`. They may be written instead,
    in any case, and so may the places then. The text of an order has the place itself.
    """

    def __init__(
        self,
        kinds: Sequence[type[Order]],
        counters: Iterable[str],
        places: Container[str],
        names: Mapping[str, str] = NAMELESS,
    ) -> None:
        self._printed = {place: name for name, place in names.items()}
        self._called = {name.lower(): place for name, place in names.items()}
        self._called |= {place.lower(): place for place in names.values()}
        self._odd = _match_spaced_names(names)
        self._token = (
            re.compile(rf"(?:{self._odd.pattern}|[^\s>])+|>", re.IGNORECASE) if self._odd else _TOKEN
        )
        self._kinds: dict[str, list[type[Order]]] = {}
        for kind in kinds:
            self._kinds.setdefault(kind.FORM.split()[0], []).append(kind)
        self._counters = tuple(counters)
        self._by_lower = {c.lower(): c for c in self._counters}
        self.places = places
        self.kinds: tuple[type[Order], ...] = tuple(kinds)
        self._says = any(_has_saying(kind) for kind in kinds)
        self.bare: tuple[Order, ...] = tuple(kind() for kind in kinds if not dataclasses.fields(kind))
        """The orders that name nothing, such as `done`."""

    @property
    def counters(self) -> tuple[str, ...]:
        """The counters of the game, in their order."""
        return self._counters

    @property
    def names(self) -> Mapping[str, str]:
        """The places that have a name on the map, by that name and by themselves, in small letters."""
        return self._called

    @property
    def forms(self) -> tuple[str, ...]:
        """How each kind of order is written."""
        return tuple(kind.FORM for kind in self.kinds)

    def parse(self, text: str) -> Order:
        """The order that a line means. Raises OrderSyntaxError, AmbiguousThingError, UnknownThingError,
        NotAPlaceError.

        >>> @dataclass(frozen=True, slots=True)
        ... class March(Order):
        ...     counter: Unit
        ...     path: Track
        ...     FORM = "march {counter} {path}"
        >>> grammar = Grammar((March, Done), ("N-foot-3", "S-fyrd-7"), ("1920", "2020"))
        >>> grammar.parse("MARCH foot-3 1920-2020")
        March(counter='N-foot-3', path=('1920', '2020'))
        >>> str(grammar.parse("MARCH foot-3 1920-2020"))
        'march N-foot-3 1920-2020'
        >>> grammar.parse("march N-foot-9 1920-2020")
        Traceback (most recent call last):
            ...
        modules.engine.errors.UnknownThingError: there is no counter 'N-foot-9'; did you mean N-foot-3?
        """
        if len(text) > MAX_LENGTH or "\n" in text:
            raise OrderSyntaxError(text[:80], 1, "an order is a single line", "verb ...")
        tokens = self._tokens(text)
        if not tokens:
            raise OrderSyntaxError(text, 1, "the line is empty", "verb ...")
        kinds = self._kinds.get(tokens[0][0].lower())
        if kinds is None:
            verbs = ", ".join(self._kinds)
            raise OrderSyntaxError(text, tokens[0][1], f"unknown verb {tokens[0][0]!r}", f"one of {verbs}")
        kind = kinds[0] if len(kinds) == 1 else _kind_by_words(kinds, text, tokens)
        return kind(**self._fields(kind, text, tokens))

    def _tokens(self, text: str) -> list[tuple[str, int]]:
        """The words of a line with their columns; what is said between quotation marks is one, behind its
        first mark."""
        said = text.translate(_QUOTES) if self._says else text
        head, mark, tail = said.partition('"') if self._says else (text, "", "")
        found = [(m.group(), m.start() + 1) for m in self._token.finditer(_close_commas(head))]
        return [*found, (mark + tail, len(head) + 1)] if mark else found

    def _fields(self, kind: type[Order], text: str, tokens: list[tuple[str, int]]) -> dict[str, Any]:
        form = kind.FORM.split()
        found: dict[str, Any] = {}
        for i, part in enumerate(form[1:], start=1):
            if i >= len(tokens) and part.startswith("["):
                found[part[2:-2]] = "" if _markers(kind)[part[2:-2]].joined_by is None else ()
                break
            if i >= len(tokens):
                raise OrderSyntaxError(text, len(text) + 1, "the order is incomplete", kind.FORM)
            word, column = tokens[i]
            field = _FIELD.fullmatch(part)
            if field is not None and _markers(kind)[field[1]].what == "saying":
                found[field[1]] = read_saying(text, column, word, kind.FORM)
            elif field is not None and word != ">":
                found[field[1]] = self._value(_markers(kind)[field[1]], word)
            elif word.lower() != part:
                raise OrderSyntaxError(text, column, f"{word!r} in the place of {part!r}", kind.FORM)
        if len(tokens) > len(form):
            word, column = tokens[len(form)]
            raise OrderSyntaxError(text, column, f"unexpected {word!r} at the end", kind.FORM)
        return found

    def _value(self, marker: _Marker, word: str) -> str | tuple[str, ...]:
        readers: dict[str, Callable[[str], str]] = {
            "counter": self.counter,
            "place": self.place,
            "word": str,
            "piece": str,
            "facing": str,
        }
        if marker.what == "place":
            word = self.replace_names(word)
            if word not in self.places and word.lower() in self._by_lower:
                raise NotAPlaceError(word)
        one = readers[marker.what]
        if marker.joined_by is None:
            return one(word)
        return tuple(one(part) for part in word.split(marker.joined_by))

    def counter(self, word: str) -> str:
        """The counter that a word names, in full or by a part that fits only one."""
        exact = self._by_lower.get(word.lower())
        if exact is not None:
            return exact
        tail = "-" + word.lower()
        fitting = tuple(c for c in self._counters if c.lower().endswith(tail))
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            raise AmbiguousThingError(word, fitting)
        near = difflib.get_close_matches(word.lower(), list(self._by_lower), n=2)
        raise UnknownThingError(word, "counter", tuple(self._by_lower[n] for n in near))

    def place(self, word: str) -> str:
        """The place that a word names, itself or by its name on the map. Raises UnknownThingError."""
        if word in self.places:
            return word
        found = self._called.get(" ".join(word.lower().split()))
        if found is None:
            close = difflib.get_close_matches(word.lower(), self._called, n=3)
            near = dict.fromkeys(self._called[each] for each in close)
            raise UnknownThingError(word, "place", tuple(f"{self._printed[n]} ({n})" for n in near))
        return found

    def replace_names(self, text: str) -> str:
        """A text with the places themselves instead of names that hold a space or a dash."""
        return text if self._odd is None else self._odd.sub(lambda m: self.place(m.group()), text)


def _has_saying(kind: type[Order]) -> bool:
    """Whether an order of a kind ends with words of the player."""
    return any(marker.what == "saying" for marker in _markers(kind).values())


def _kind_by_words(kinds: Sequence[type[Order]], text: str, tokens: list[tuple[str, int]]) -> type[Order]:
    """Of several kinds with one verb, the one whose other fixed words stand in the line: of two that fit the
    one with more of them, and of a line that goes on with a word of another kind that one. Raises
    OrderSyntaxError."""

    def fixed(kind: type[Order]) -> list[tuple[int, str]]:
        form = kind.FORM.split()
        return [(at, word) for at, word in enumerate(form) if at and not _FIELD.fullmatch(word)]

    words = [word.lower() for word, _ in tokens]
    fitting = [kind for kind in kinds if all(words[at : at + 1] == [word] for at, word in fixed(kind))]
    if fitting:
        best = max(fitting, key=lambda kind: len(fixed(kind)))
        left = words[len(best.FORM.split()) :][:1]
        begun = [kind for kind in kinds if left and left[0] in {word for _, word in fixed(kind)}]
        return max(begun, key=lambda kind: len(fixed(kind)), default=best)  # its form tells what is missing
    at, _ = fixed(kinds[0])[0]
    known = dict.fromkeys(word for kind in kinds for _, word in fixed(kind)[:1])
    word, column = tokens[at] if at < len(tokens) else ("", len(text) + 1)
    problem = f"unknown word {word!r}" if word else "the order is incomplete"
    first = " ".join(kinds[0].FORM.split()[:at])
    raise OrderSyntaxError(text, column, problem, f"{first} {'|'.join(known)} ...")


def read_saying(text: str, column: int, word: str, form: str) -> str:
    """What stands between quotation marks. Raises OrderSyntaxError."""
    said = unicodedata.normalize("NFC", " ".join(word[1:-1].split()))
    if not (word[:1] == word[-1:] == '"' and len(word) > 1 and said):
        raise OrderSyntaxError(text, column, "words between quotation marks are due", form)
    if '"' in said or not said.isprintable() or len(said) > LONGEST_SAYING:
        limit = f"at most {LONGEST_SAYING} printable characters, no quotation marks among them"
        raise OrderSyntaxError(text, column, limit, form)
    return said


def _match_spaced_names(names: Iterable[str]) -> re.Pattern[str] | None:
    """What finds names that hold a space or a dash, which else stand between words and between places."""
    odd = sorted((name for name in names if re.search(r"[\s-]", name)), key=len, reverse=True)
    if not odd:
        return None
    each = "|".join(r"\s+".join(map(re.escape, name.split())) for name in odd)
    return re.compile(rf"(?<![^\s,/>-])(?:{each})(?![^\s,/>-])", re.IGNORECASE)


def _close_commas(text: str) -> str:
    return re.sub(r"\s*,\s*", ",", text)
