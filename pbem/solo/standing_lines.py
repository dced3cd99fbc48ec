"""Standing orders at one screen: what a seat has said beforehand, and what that decides.

They are the lines of a game by mail. The line that was said last is asked first, as a person who clicks
means what was clicked last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from modules.engine.errors import OrderError
from modules.engine.orders import Order
from modules.engine.requests import Choose
from modules.engine.rules.mail_rules import vocabulary_of
from modules.engine.rules.view_rules import ViewRules
from modules.engine.standing_orders import Line
from pbem import errors


class StandingLines:
    """The lines of each seat, in the order in which they are asked."""

    def __init__(self, rules: ViewRules[Any], kept: Mapping[str, Sequence[str]]) -> None:
        """Raises RefusedLine for a kept line that cannot be read."""
        self._rules, self._vocabulary = rules, vocabulary_of(rules)
        self._lines = {seat: tuple(map(self._parse, lines)) for seat, lines in kept.items()}

    def _parse(self, text: str) -> Line:
        try:
            return self._vocabulary.parse(text)
        except OrderError as error:
            raise errors.RefusedLine(0, text, error) from error

    def lines_of(self, seat: str) -> tuple[str, ...]:
        """The lines of a seat as text."""
        return tuple(map(str, self._lines.get(seat, ())))

    def add(self, seat: str, text: str) -> tuple[str, ...]:
        """The lines of a seat with one that is said now, in the place of one about the same. Raises
        RefusedLine."""
        line = self._parse(text)
        left = (each for each in self._lines.get(seat, ()) if _scope(each) != _scope(line))
        return tuple(map(str, (line, *left)))

    def drop(self, seat: str, number: int) -> tuple[str, ...]:
        """The lines of a seat as text, without one, counted from 1. Raises OrderFileFault where there is
        none."""
        lines = self.lines_of(seat)
        if not 0 < number <= len(lines):
            raise errors.OrderFileFault(
                f"there is no standing order {number}: {seat} has {len(lines) or 'none'}"
            )
        return (*lines[: number - 1], *lines[number:])

    def answer(self, seat: str, state: Any, choice: Choose) -> tuple[str, Order] | None:
        """The line that decides for a seat, and its order; None if the player is to be asked. `state`: that
        of the seat's board."""
        lines = self._lines.get(seat, ())
        if not lines:
            return None
        known = self._rules.view(state, seat if self._rules.closed_orders else "")
        said = self._vocabulary.answer(lines, known, choice)
        return None if said is None else (str(said[0]), said[1])


def keep_readable(rules: ViewRules[Any], kept: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """Of kept lines those that can still be read, for the seats that are still there."""
    found = {
        seat: [line for line in kept[seat] if _is_readable(rules, line)]
        for seat in rules.seats
        if seat in kept
    }
    return {seat: lines for seat, lines in found.items() if lines}


def _is_readable(rules: ViewRules[Any], line: str) -> bool:
    try:
        StandingLines(rules, {"": [line]})
    except errors.RefusedLine:
        return False
    return True


def _scope(line: Line) -> Line:
    """What a line is about, without what it decides."""
    return replace(line, word="", number=None)
