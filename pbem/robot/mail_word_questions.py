"""What a player by mail word may ask in a mail: `legal V-guard`, what a counter may do now, and
`odds attack A > B`, what may come of an order. Nothing is drafted or changed by a question.

A mail may hold orders too: the questions are answered above the draft.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from modules.engine.odds import telling
from modules.engine.orders import Grammar, Order
from pbem import errors
from pbem.play.orders import order_candidates
from pbem.play.orders.line_decoration import undecorate
from pbem.play.orders.order_odds import find_odds
from pbem.rules import order_choices
from pbem.rules.table import Table

MOST: Final = 5
"""Questions of a mail that are answered."""
_LINES: Final = 80
"""Lines of an answer."""
_SAMPLES: Final = 400
"""Branches of the dice that are drawn where they are many: a mail must not keep the referee busy."""
_QUESTION: Final = re.compile(r"(?P<word>legal|odds)(?:\s+(?P<rest>.+))?", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Question:
    """`word` is `legal` or `odds`, `rest` what it is asked of."""

    word: str
    rest: str

    def __str__(self) -> str:
        return f"{self.word} {self.rest}".strip()


def split_questions(lines: Sequence[str], grammar: Grammar) -> tuple[list[Question], tuple[str, ...]]:
    """The questions among the lines of a mail, and the other lines; a word that a game has as an order asks
    nothing."""
    verbs = {form.split()[0].lower() for form in grammar.forms}
    questions, others = list[Question](), list[str]()
    for line in lines:
        found = _QUESTION.fullmatch(undecorate(line))
        if found is None or found["word"].lower() in verbs or _is_talk(found):
            others.append(line)
        else:
            questions.append(Question(found["word"].lower(), found["rest"] or ""))
    return questions, tuple(others)


def _is_talk(found: re.Match[str]) -> bool:
    """`Odds are that I lose` asks nothing: a name or an order stands behind the word, or nothing."""
    rest = (found["rest"] or "").split()
    return (found["word"].lower() == "legal" and len(rest) > 1) or (bool(rest) and rest[0] in ("are", "is"))


def answer_questions(table: Table, side: str, questions: Sequence[Question]) -> list[str]:
    """The answers, as lines of a mail; the table shows what the side may see."""
    lines: list[str] = []
    for question in questions[:MOST]:
        lines += [f"You asked: {question}", *(f"    {line}" for line in _answer(table, side, question)), ""]
    if len(questions) > MOST:
        lines += [f"At most {MOST} questions of a mail are answered; ask the others in another mail.", ""]
    return lines


def _answer(table: Table, side: str, question: Question) -> list[str]:
    choice = table.choice(side)
    if choice is None:
        return ["You have nothing to decide now."]
    try:
        if question.word == "odds":
            return list(_odds(table, side, question.rest))[:_LINES]
        if not question.rest:
            return order_choices.list_choices(choice, _LINES)
        found = order_choices.orders_of(table, question.rest, side, told=True)
    except errors.PbemError as error:
        return str(error).splitlines()
    more = [f"... and {len(found) - _LINES} more"] if len(found) > _LINES else []
    return [*found[:_LINES], *more] or [f"{question.rest} has no legal order now."]


def _odds(table: Table, side: str, text: str) -> Iterator[str]:
    orders = list(_read_orders(table, text))
    if not orders:
        yield "No order can be read there. Write one as in the list, such as `odds attack A > B`."
        return
    yield from telling.lines(find_odds(table, side, orders, {}, _SAMPLES))


def _read_orders(table: Table, text: str) -> Iterator[Order]:
    """The orders in a question: several are separated by `;`, and the odds are those of the last."""
    grammar = table.replay.rules.grammar
    for each in order_candidates.read_candidates([text], grammar).lines:
        yield from (grammar.parse(line) for line in each.orders if line != order_candidates.RESIGN)
