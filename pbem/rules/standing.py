"""The standing orders in a log, and what they answer: kept beside the rules as these are replayed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from modules.engine.errors import OrderError
from modules.engine.orders import Order
from modules.engine.play import Play, Rules
from modules.engine.requests import Choose
from modules.engine.standing import Line
from pbem import errors
from pbem.codes import Code
from pbem.entry.bodies import Standing


@dataclass(frozen=True, slots=True)
class Stood:
    """A decision that a side had made beforehand: `line` of its standing orders, or, where that is empty, the
    game's default once its time is over."""

    side: str
    line: str
    order: str


class Filed:
    """Who has filed what. The newest `standing` of a side replaces its earlier ones."""

    def __init__(self, rules: Rules[Any]) -> None:
        self._rules = rules
        self.vocabulary = rules.standing()
        self._filed: list[tuple[int, str, tuple[Line, ...]]] = []

    def take(self, seq: int, side: str, said: Standing) -> None:
        """File what a side has said in entry `seq`.

        Raises LineRefused for a line that is not one in its canonical text.
        """
        lines = tuple(self._parsed(index, text) for index, text in enumerate(said.lines))
        self._filed.append((seq, side, lines))

    def _parsed(self, index: int, text: str) -> Line:
        try:
            line = self.vocabulary.parse(text)
        except OrderError as error:
            raise errors.LineRefused(index, text, error) from error
        if str(line) != text:
            raise errors.LineRefused(
                index, text, errors.LogFault(Code.RULES_REFUSE, f"written in full it is `{line}`")
            )
        return line

    def of(self, side: str) -> tuple[Line, ...]:
        """What a side has filed."""
        return next((lines for _, who, lines in reversed(self._filed) if who == side), ())

    def back_to(self, seq: int) -> None:
        """Forget what was filed after an entry."""
        self._filed = [filed for filed in self._filed if filed[0] <= seq]

    def answer(self, play: Play[Any], choice: Choose, absent: bool) -> tuple[Stood, Order] | None:
        """What stands in the place of a side's answer: a line of its standing orders, or, if it is absent,
        the game's default. None if it is to be asked."""
        return self._said(play, choice) or (self._default(play, choice) if absent else None)

    def instead(self, play: Play[Any], choice: Choose) -> tuple[Stood, Order]:
        """What counts in the place of an answer that did not come, or came to nothing."""
        return self._said(play, choice) or self._default(play, choice)

    def _said(self, play: Play[Any], choice: Choose) -> tuple[Stood, Order] | None:
        said = self.vocabulary.answer(self.of(choice.seat), self._rules.view(play.state, ""), choice)
        return None if said is None else (Stood(choice.seat, str(said[0]), str(said[1])), said[1])

    def _default(self, play: Play[Any], choice: Choose) -> tuple[Stood, Order]:
        order = self.vocabulary.default(self._rules.view(play.state, ""), choice)
        return Stood(choice.seat, "", str(order)), order
