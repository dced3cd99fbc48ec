"""Standing orders: decisions answered beforehand by a few lines from a vocabulary that a game declares.

    LINE = KIND ["of" COUNTER,...] ["in" PLACE,...] ["if" CONDITION | "unless" CONDITION] ":" WORD [NUMBER]

KIND is a kind of decision (`Choose.kind`) or `any`. `of`, `in` and the condition leave only the choices that
they fit; where they leave none the line does not count, and the next one is read. A WORD picks one of what is
left. Picking is pure and looks at what everybody knows: whoever has the lines can tell what they will do.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, TypeVar

from modules.engine.errors import OrderSyntaxError
from modules.engine.orders import Grammar, Order, counters_of, places_of
from modules.engine.requests import Choose

ANY: Final = "any"
"""In the place of a kind: every kind that is not planned."""

ASK, DEFAULT, FIRST, PASS = "ask", "default", "first", "pass"
FORM: Final = "KIND [of COUNTER,...] [in PLACE,...] [if|unless CONDITION]: WORD [NUMBER]"

GENERIC: Final[Mapping[str, str]] = {
    DEFAULT: "the game's own default",
    FIRST: "the first legal order in the list",
    PASS: "do nothing, if that is legal; otherwise the next line decides",
    ASK: "do not answer for me: wait for my mail",
}
"""Words for every kind of decision."""

PASSING: Final = frozenset({"done", "pass", "hold"})
"""The verbs of orders that do nothing."""

_TOKEN = re.compile(r"[^\s:,]+(?:\s*,\s*[^\s:,]+)*|[:,]")

S = TypeVar("S")


@dataclass(frozen=True, slots=True)
class Case(Generic[S]):
    """What a word picks from: the position as everybody knows it, the decision, the orders that its line
    leaves (with those that name no counter and no place), the line's number (0 without one)."""

    state: S
    choice: Choose
    orders: Sequence[Any]
    number: int = 0


Pick = Callable[[Case[S]], Order | None]
"""One of the case's orders, or None where the word has nothing to say."""


@dataclass(frozen=True, slots=True)
class Word(Generic[S]):
    """One way to decide. `says` is for players; `numbers` are the least and the most that it may be given."""

    name: str
    says: str
    pick: Pick[S]
    numbers: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Kind(Generic[S]):
    """The words for one kind of decision; `default` is one of them, `first` or `pass`.

    `passes`: there may be an order that does nothing. `planned`: a decision of one's own turn that mostly is
    made in the order itself; `any` leaves it alone.
    """

    name: str
    says: str
    rule: str
    words: tuple[Word[S], ...]
    default: str
    passes: bool = False
    planned: bool = False

    def word(self, name: str) -> Word[S] | None:
        """A word of its own."""
        return next((word for word in self.words if word.name == name), None)


@dataclass(frozen=True, slots=True)
class Condition(Generic[S]):
    """What a line may ask of each order that it leaves to choose from."""

    name: str
    says: str
    holds: Callable[[S, Choose, Order], bool]


@dataclass(frozen=True, slots=True)
class Line:
    """One line of standing orders; its text is canonical."""

    kind: str
    word: str
    number: int | None = None
    of: tuple[str, ...] = ()
    places: tuple[str, ...] = ()
    condition: str = ""
    negated: bool = False

    def __str__(self) -> str:
        parts = [self.kind]
        parts += [f"of {','.join(self.of)}"] if self.of else []
        parts += [f"in {','.join(self.places)}"] if self.places else []
        parts += [f"{'unless' if self.negated else 'if'} {self.condition}"] if self.condition else []
        number = "" if self.number is None else f" {self.number}"
        return f"{' '.join(parts)}: {self.word}{number}"


def _is_own_turn(state: Any, choice: Choose, _order: Order) -> bool:
    return bool(state.active == choice.side)


MY_TURN: Final[Condition[Any]] = Condition("my-turn", "it is your own player turn", _is_own_turn)


class Vocabulary(Generic[S]):
    """What may be said in the standing orders of a game.

    `where`: the places that an order is about; without it those that it names.
    """

    def __init__(
        self,
        grammar: Grammar,
        kinds: Sequence[Kind[S]],
        conditions: Sequence[Condition[S]] = (),
        where: Callable[[S, Order], Sequence[str]] | None = None,
    ) -> None:
        self.grammar = grammar
        self.kinds = {kind.name: kind for kind in kinds}
        self.conditions: dict[str, Condition[S]] = {c.name: c for c in (MY_TURN, *conditions)}
        self._where = where

    def words_of(self, kind: str) -> dict[str, str]:
        """The words that may stand for a kind, or for `any`, each with what it says."""
        if kind == ANY:
            return dict(GENERIC)
        its = self.kinds[kind]
        general = {name: says for name, says in GENERIC.items() if its.passes or name != PASS}
        return {word.name: word.says for word in its.words} | general

    # --- reading -----------------------------------------------------------------------------------

    def parse(self, text: str) -> Line:
        """The line that a text means. Raises OrderSyntaxError, UnknownThingError, AmbiguousThingError."""
        return _Reader(self, text).line()

    # --- answering ---------------------------------------------------------------------------------

    def answer(self, lines: Sequence[Line], state: S, choice: Choose) -> tuple[Line, Order] | None:
        """The first line that decides, and its order; None where the side is to be asked."""
        kind = self.kinds.get(choice.kind)
        for line in lines if kind is not None else ():
            if kind is None or line.kind not in (kind.name, "" if kind.planned else ANY):
                continue
            left = self._match_orders(line, state, choice)
            if line.word == ASK and left:
                return None
            order = self._pick(kind, line.word, Case(state, choice, left, line.number or 0)) if left else None
            if order is not None:
                return line, order
        return None

    def default(self, state: S, choice: Choose) -> Order:
        """What counts where a side has said nothing and its time is over."""
        case: Case[S] = Case(state, choice, choice.options.legal())
        kind = self.kinds.get(choice.kind)
        order = self._pick(kind, DEFAULT, case) if kind is not None else None
        return order or _pick_pass(case) or _pick_first(case)

    def _match_orders(self, line: Line, state: S, choice: Choose) -> list[Order]:
        """The legal orders that a line is about; empty where it is about none."""
        legal = list(choice.options.legal())
        if not (line.of or line.places or line.condition):
            return legal
        bare = {order for order in legal if not counters_of(order) and not places_of(order)}
        telling = [order for order in legal if order not in bare] or bare
        about = {order for order in telling if self._is_due(line, state, choice, order)}
        return [order for order in legal if order in about or order in bare] if about else []

    def _is_due(self, line: Line, state: S, choice: Choose, order: Order) -> bool:
        places = places_of(order) if self._where is None else self._where(state, order)
        if line.of and not set(line.of) & set(counters_of(order)):
            return False
        if line.places and not set(line.places) & set(places):
            return False
        asked = self.conditions.get(line.condition)
        return asked is None or asked.holds(state, choice, order) != line.negated

    @staticmethod
    def _pick(kind: Kind[S], name: str, case: Case[S]) -> Order | None:
        name = kind.default if name == DEFAULT else name
        word = kind.word(name)
        if word is not None:
            return word.pick(case)
        return _pick_pass(case) if name == PASS else _pick_first(case)


def _pick_pass(case: Case[Any]) -> Order | None:
    return next((order for order in case.orders if order.verb in PASSING), None)


def _pick_first(case: Case[Any]) -> Order:
    order: Order = case.orders[0]
    return order


def pick_best(case: Case[S], worth: Callable[[Any], Any], verb: str) -> Any:
    """The order of this verb that is worth most, the first of equals; None without one."""
    orders = [order for order in case.orders if order.verb == verb]
    return max(orders, key=worth) if orders else None


def pick_verb(name: str) -> Pick[Any]:
    """Picks the first order with this verb."""
    return lambda case: next((order for order in case.orders if order.verb == name), None)


class _Reader:
    """Reads one line from left to right."""

    def __init__(self, vocabulary: Vocabulary[Any], text: str) -> None:
        self._all, self._text = vocabulary, text
        plain = vocabulary.grammar.replace_names(text)
        self._tokens = iter([(m.group(), m.start() + 1) for m in _TOKEN.finditer(plain)])
        self._word, self._column = "", 1
        self._take_word()

    def _take_word(self) -> str:
        """The word that was read; the one after it is looked at from now on."""
        word = self._word
        self._word, self._column = next(self._tokens, ("", len(self._text) + 1))
        return word

    def _fault(self, problem: str, expected: str) -> OrderSyntaxError:
        return OrderSyntaxError(self._text, self._column, problem, expected)

    def line(self) -> Line:
        kind = self._take_known("kind of decision", [*self._all.kinds, ANY])
        of: tuple[str, ...] = ()
        places: tuple[str, ...] = ()
        condition, negated = "", False
        if self._word.lower() == "of":
            self._take_word()
            of = tuple(self._all.grammar.counter(word) for word in self._names("a counter"))
        if self._word.lower() == "in":
            self._take_word()
            places = tuple(self._all.grammar.place(word) for word in self._names("a place"))
        if self._word.lower() in ("if", "unless"):
            negated = self._take_word().lower() == "unless"
            condition = self._take_known("condition", list(self._all.conditions))
        if self._word != ":":
            raise self._fault(f"{self._word!r} in the place of `:`" if self._word else "`:` is missing", FORM)
        self._take_word()
        word, number = self._decision(kind)
        if self._word:
            raise self._fault(f"unexpected {self._word!r} at the end", FORM)
        return Line(kind, word, number, of, places, condition, negated)

    def _decision(self, kind: str) -> tuple[str, int | None]:
        words = self._all.words_of(kind)
        name = self._take_known("word", list(words))
        own = {word.name: word for word in self._all.kinds[kind].words} if kind != ANY else {}
        numbers = own[name].numbers if name in own else None
        if numbers is None:
            return name, None
        least, most = numbers
        if not self._word.isascii() or not self._word.isdigit() or not least <= int(self._word) <= most:
            raise self._fault(f"`{name}` needs a number from {least} to {most}", FORM)
        return name, int(self._take_word())

    def _take_known(self, what: str, known: Sequence[str]) -> str:
        """A word of a closed list; `-` and `_` are alike in it."""
        alike = {name.replace("_", "-"): name for name in known}
        found = alike.get(self._word.lower().replace("_", "-"))
        if found is None:
            problem = (
                f"unknown {what} {self._word!r}" if self._word not in ("", ":") else f"a {what} is missing"
            )
            raise self._fault(problem, f"one of {', '.join(known)}")
        self._take_word()
        return found

    def _names(self, what: str) -> list[str]:
        if self._word in ("", ":"):
            raise self._fault(f"{what} is missing", FORM)
        return [name.strip() for name in self._take_word().split(",")]
