"""Expressions of BeanShell, put together from checked parts: no text of a game ever becomes a program.

    braced(equal(prop("Phase"), text('the "long" retreat')))    {Phase == "the \\"long\\" retreat"}

VASSAL runs what stands in braces as a program, with all that Java can do. So an expression is made here and
nowhere else: texts are quoted, names of properties are checked, and a term brings its own brackets where its
operator binds less than the one around it. Sources: `script/expression/BeanShellExpression.java`,
`script/ExpressionInterpreter.java` of VASSAL 3.7, and the grammar of BeanShell 2.0.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from generator.vassal.format.beanshell import WORDS
from generator.vassal.format.errors import ExpressionError

_PROPERTY = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_ESCAPES = {"\\": "\\\\", '"': '\\"', "\n": "\\n", "\r": "\\r", "\t": "\\t"}
_CHOICE, _OR, _AND, _EQUAL, _ORDER, _SUM, _PART, _NOT, _WHOLE = range(9)
"""How strongly operators bind, the loosest first."""


@dataclass(frozen=True, slots=True)
class Term:
    """A part of an expression: its text in BeanShell, and how strongly its outermost operator binds."""

    code: str
    binds: int = _WHOLE


def text(words: str) -> Term:
    """A text as it is. Raises ExpressionError for one with a `$`, which VASSAL replaces before it reads the
    quotes, and for a character that no line can hold."""
    if "$" in words:
        raise ExpressionError(f"{words!r} has a $: VASSAL puts a property in its place, whatever it holds")
    code = "".join(_ESCAPES.get(each, each) for each in words)
    if not all(each.isprintable() for each in code):
        raise ExpressionError(f"{words!r} has a character that no expression can hold")
    return Term(f'"{code}"')


def number(value: int) -> Term:
    """A whole number."""
    return Term(str(value)) if value >= 0 else Term(f"({value})")


def prop(name: str) -> Term:
    """The value of a property. Raises ExpressionError for a name that BeanShell would read otherwise."""
    if not _PROPERTY.fullmatch(name) or name in WORDS:
        raise ExpressionError(f"{name!r} cannot be the name of a property in an expression")
    return Term(name)


TRUE, FALSE = Term("true"), Term("false")


def equal(left: Term, right: Term) -> Term:
    """Whether two values are the same."""
    return _two(left, "==", right, _EQUAL)


def unequal(left: Term, right: Term) -> Term:
    """Whether two values differ."""
    return _two(left, "!=", right, _EQUAL)


def more(left: Term, right: Term) -> Term:
    """Whether the first number is larger."""
    return _two(left, ">", right, _ORDER)


def less(left: Term, right: Term) -> Term:
    """Whether the first number is smaller."""
    return _two(left, "<", right, _ORDER)


def at_most(left: Term, right: Term) -> Term:
    """Whether the first number is not larger."""
    return _two(left, "<=", right, _ORDER)


def plus(left: Term, right: Term) -> Term:
    """The sum of numbers, or one text behind the other."""
    return _two(left, "+", right, _SUM)


def joined(*terms: Term) -> Term:
    """Texts and values one behind the other."""
    found = terms[0]
    for term in terms[1:]:
        found = plus(found, term)
    return found


def minus(left: Term, right: Term) -> Term:
    """The difference of numbers."""
    return _two(left, "-", right, _SUM)


def times(left: Term, right: Term) -> Term:
    """The product of numbers."""
    return _two(left, "*", right, _PART)


def rest(left: Term, right: Term) -> Term:
    """What a division leaves over."""
    return _two(left, "%", right, _PART)


def all_of(*terms: Term) -> Term:
    """Whether all of them hold; without one, that is so."""
    return _chain(terms, "&&", _AND, TRUE)


def any_of(*terms: Term) -> Term:
    """Whether one of them holds; without one, that is not so."""
    return _chain(terms, "||", _OR, FALSE)


def negated(term: Term) -> Term:
    """Whether it does not hold."""
    return Term(f"!{_within(term, _NOT)}", _NOT)


def choose(condition: Term, then: Term, otherwise: Term) -> Term:
    """The one where the condition holds, else the other."""
    code = f"{_within(condition, _OR)} ? {_within(then, _OR)} : {_within(otherwise, _CHOICE)}"
    return Term(code, _CHOICE)


def grouped(term: Term) -> Term:
    """In brackets, though none be needed."""
    return Term(f"({term.code})")


def starts_with(value: Term, words: str) -> Term:
    """Whether a property's value begins with a text."""
    return Term(f"{_within(value, _WHOLE)}.startsWith({text(words).code})")


def number_from(value: Term, place: int) -> Term:
    """The whole number that a property's value is from a place on, counted from 0."""
    return Term(f"Integer.parseInt({_within(value, _WHOLE)}.substring({number(place).code}))")


def sum_map(name: str, window: str, condition: Term) -> Term:
    """The sum of a property over the pieces of a map window for which a condition holds."""
    named, at, filtered = (text(words).code for words in (name, window, braced(condition)))
    return Term(f"SumMap({named}, {at}, {filtered})")


def sum_near(name: str, hexes: int, condition: Term) -> Term:
    """The sum of a property over the pieces that lie just so many hexes from the piece that asks, for which a
    condition holds."""
    named, filtered = (text(words).code for words in (name, braced(condition)))
    return Term(f"SumRange({hexes}, {hexes}, {named}, {filtered})")


def count_map(window: str, condition: Term) -> Term:
    """How many pieces lie on a map window for which a condition holds, in decks and hands too."""
    at, filtered = (text(words).code for words in (window, braced(condition)))
    return Term(f"CountMap({at}, {filtered})")


def before(value: Term, mark: str) -> Term:
    """What a text has before the first of a mark."""
    whole = _within(value, _WHOLE)
    return Term(f"{whole}.substring(0, {whole}.indexOf({text(mark).code}))")


def behind(value: Term, mark: str) -> Term:
    """What a text has behind the first of a mark of one character."""
    whole = _within(value, _WHOLE)
    return Term(f"{whole}.substring({whole}.indexOf({text(mark).code}) + 1)")


def digest(value: Term, modulus: int) -> Term:
    """What a text comes to by Java's hash code, from 0 up to a modulus."""
    return Term(f"Math.floorMod({_within(value, _WHOLE)}.hashCode(), {modulus})")


def braced(term: Term) -> str:
    """The expression as VASSAL has it.

    Raises ExpressionError for a text alone that needs escapes: VASSAL takes one as it stands between the
    quotes, without reading them.
    """
    if term.code.startswith('"') and "\\" in term.code and _alone(term.code):
        raise ExpressionError(f"{term.code}: VASSAL does not read the escapes of a text that stands alone")
    return f"{{{term.code}}}"


def _alone(code: str) -> bool:
    return re.fullmatch(r'"(?:[^"\\]|\\.)*"', code) is not None


def _two(left: Term, operator: str, right: Term, binds: int) -> Term:
    """An operator between two terms; that of equals to its right needs brackets."""
    return Term(f"{_within(left, binds)} {operator} {_within(right, binds + 1)}", binds)


def _chain(terms: tuple[Term, ...], operator: str, binds: int, empty: Term) -> Term:
    if len(terms) < 2:
        return terms[0] if terms else empty
    return Term(f" {operator} ".join(_within(term, binds) for term in terms), binds)


def _within(term: Term, binds: int) -> str:
    """The term's text where an operator stands around it that binds so strongly."""
    return term.code if term.binds >= binds else f"({term.code})"
