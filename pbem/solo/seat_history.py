"""The course of a game at one screen as a seat saw it, in the same values as that of a game by mail.

For example, in a game of closed orders an order of the program is an effect here: its line is nowhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from modules.engine.requests import Answer, Choose, Effect, Roll, Secret, Shuffle
from modules.engine.rules.view_rules import ViewRules
from pbem.log.due_rolls import due_rolls
from pbem.messages.history import HistoryStep
from pbem.rules.boards.seat_board import SeatBoard
from pbem.rules.replay.order_report import EffectReport, RollResult, TakenAnswer, Told, UsedLine
from pbem.rules.replay.simultaneous_decision import OpenedOrder
from pbem.rules.replay.standing_answers import StandingAnswer
from pbem.solo.session_step import GivenOrder, SessionStep


class SeatHistory:
    """Follows a game on a board of its own. `start`: how it stood before the first step."""

    def __init__(self, rules: ViewRules[Any], seat: str) -> None:
        self._rules, self._seat = rules, seat
        self._board = SeatBoard(rules, seat)
        self.start = HistoryStep((), (), self._look())

    def follow(self, steps: Iterable[SessionStep]) -> Iterator[HistoryStep]:
        """The steps that come after those that were followed, each as the seat saw it."""
        for step in steps:
            request, answer = self._board.play.request, step.seen[self._seat]
            told = len(self._board.play.events)
            self._board.follow(step.request, answer)
            events = self._board.play.events[told:]
            heard = (each for each in events if not each.seen_by or self._seat in each.seen_by)
            taken = TakenAnswer(
                step.number, request or step.request, _shown(step, answer), _tell(step, answer)
            )
            yield HistoryStep((taken,), tuple(heard), self._look())

    def _look(self) -> Any:
        return self._rules.view(self._board.play.state, self._seat)


def _shown(step: SessionStep, answer: Answer) -> Answer:
    """What may be known of an answer: of a secret pack no order."""
    return () if isinstance(step.request, Shuffle) and step.request.secret else answer


def _tell(step: SessionStep, answer: Answer) -> tuple[Told, ...]:
    """How an account tells of an answer."""
    match step.request:
        case Choose():
            (given,) = step.given
            return (_tell_order(given, answer),)
        case Secret():
            return tuple(OpenedOrder(each.seat, str(each.order), each.order) for each in step.given)
        case Roll() as roll if isinstance(answer, tuple):
            return tuple(
                RollResult(due, (value,)) for due, value in zip(due_rolls(roll), answer, strict=True)
            )
        case Shuffle() as pack:
            shown = _shown(step, answer)
            return tuple(
                RollResult(due, shown if isinstance(shown, tuple) else ()) for due in due_rolls(pack)
            )
    return ()


def _tell_order(given: GivenOrder, answer: Answer) -> Told:
    if isinstance(answer, Effect) and answer.order is None:
        return EffectReport(given.seat, str(answer.known))
    if given.standing:
        return StandingAnswer(given.seat, given.standing, str(given.order))
    return UsedLine(str(given.order))
