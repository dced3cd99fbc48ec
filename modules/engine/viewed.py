"""One viewer's board of a game with closed orders, beside the whole game: it takes in what he learns of each
answer, and has to be what he may see of the whole."""

from __future__ import annotations

from typing import Generic, TypeVar

from modules.engine.orders import Order
from modules.engine.play import Play, Rules, State
from modules.engine.requests import Answer, Choose, Effect

S = TypeVar("S", bound=State)


class UnlikeView(Exception):
    """A board that is not what its viewer may see: a fault of the rules."""


class Viewed(Generic[S]):
    """`whole` is answered by orders and `board`, that of a seat, a side or everybody (empty), by effects."""

    def __init__(self, rules: Rules[S], state: S, viewer: str) -> None:
        self.rules, self.viewer = rules, viewer
        self.whole = Play(rules, state)
        self.board = Play(rules, rules.view(state, viewer))

    def answer(self, value: Answer) -> None:
        """Gives the whole game what it asks for, and the board what its viewer learns of that. Raises
        Illegal, WrongAnswer, UnlikeView."""
        told = self._told(value) if isinstance(value, Order) else value
        self.whole.answer(value)
        self.board.follow(told)
        if self.board.state != self.rules.view(self.whole.state, self.viewer):
            raise UnlikeView(f"after `{value}` the board of {self.viewer or 'everybody'} is not what it sees")

    def _told(self, order: Order) -> Effect | Order:
        request, state = self.whole.request, self.whole.state
        if not isinstance(request, Choose):
            return order
        request.options.check(order)
        known = self.rules.effect(state, order)
        if known is None:
            raise UnlikeView(f"the rules do not say what everybody may know of `{order}`")
        news = self.rules.news(state, order, self.viewer) if self.viewer else ()
        return Effect(known, news, order if self.viewer == request.seat else None)
