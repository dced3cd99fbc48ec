"""What standing orders answer, by the words of a game. Which lines count, the log says, or who knows them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from modules.engine.driver import Play
from modules.engine.errors import OrderError
from modules.engine.orders import Order
from modules.engine.requests import Choose
from modules.engine.rules.mail_rules import MailRules
from modules.engine.standing_orders import Line
from pbem import errors
from pbem.reason_codes import Code

Papers: TypeAlias = Callable[[str, int], "tuple[str, ...] | None"]
"""The lines of a side's standing paper by its number; None for who cannot read it."""


def nobody_reads(_side: str, _number: int) -> None:
    """What everybody knows of sealed papers."""


@dataclass(frozen=True, slots=True)
class StandingAnswer:
    """A decision for which a side was not asked: `line` of its standing orders made it. Without a line it is
    `forced`, as there was one legal order alone, or it is the game's default once the time was over."""

    side: str
    line: str
    order: str
    forced: bool = False


class StandingAnswers:
    """A game's words for standing orders."""

    def __init__(self, rules: MailRules[Any]) -> None:
        self._rules = rules
        self.vocabulary = rules.standing_vocabulary()
        self._known: dict[str, Line] = {}

    def check(self, lines: Sequence[str]) -> None:
        """Raise LineRefused for a line that is not one in its canonical text."""
        for index, text in enumerate(lines):
            self._parse_line(index, text)

    def _parse_line(self, index: int, text: str) -> Line:
        if text in self._known:
            return self._known[text]
        try:
            line = self.vocabulary.parse(text)
        except OrderError as error:
            raise errors.RefusedLine(index, text, error) from error
        if str(line) != text:
            raise errors.RefusedLine(
                index, text, errors.LogFault(Code.RULES_REFUSE, f"written in full it is `{line}`")
            )
        return self._known.setdefault(text, line)

    def answer(
        self, lines: Sequence[str], play: Play[MailRules[Any]], choice: Choose, absent: bool
    ) -> tuple[StandingAnswer, Order] | None:
        """What stands in the place of a side's answer: what one of its lines decides, or, if it is absent,
        the game's default. None if it is to be asked. Raises LineRefused for a line that cannot be read."""
        return self._match_line(lines, play, choice) or (self._default(play, choice) if absent else None)

    def answer_default(
        self, lines: Sequence[str], play: Play[MailRules[Any]], choice: Choose
    ) -> tuple[StandingAnswer, Order]:
        """What counts in the place of an answer that did not come, or came to nothing; raises as `answer`."""
        return self._match_line(lines, play, choice) or self._default(play, choice)

    def _match_line(
        self, lines: Sequence[str], play: Play[MailRules[Any]], choice: Choose
    ) -> tuple[StandingAnswer, Order] | None:
        read = [self._parse_line(index, text) for index, text in enumerate(lines)]
        said = self.vocabulary.answer(read, self._visible_state(play, choice), choice)
        return None if said is None else (StandingAnswer(choice.seat, str(said[0]), str(said[1])), said[1])

    def _default(self, play: Play[MailRules[Any]], choice: Choose) -> tuple[StandingAnswer, Order]:
        order = self.vocabulary.default(self._visible_state(play, choice), choice)
        return StandingAnswer(choice.seat, "", str(order)), order

    def _visible_state(self, play: Play[MailRules[Any]], choice: Choose) -> Any:
        """What a word may look at: what all know; where orders stay closed what the seat itself knows."""
        return self._rules.view(play.state, choice.seat if self._rules.closed_orders else "")
