"""One viewer's board of a game with closed orders, beside the whole game: it takes in what he learns of each
answer, and has to be what he may see of the whole."""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from modules.engine.driver import Play
from modules.engine.orders import Order
from modules.engine.requests import Answer, Choose, Effect
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.required_parts import require
from modules.engine.rules.view_rules import ViewRules

R = TypeVar("R", bound=ViewRules[Any])


class UnlikeView(Exception):
    """A board that is not what its viewer may see: a fault of the rules."""


class ObserverState(Generic[R]):
    """`whole` is answered by orders and `board`, that of a seat, a side or everybody (empty), by effects."""

    def __init__(self, rules: R, state: Any, viewer: str) -> None:
        self.rules, self.viewer = rules, viewer
        self.whole = Play(rules, state)
        self.board = Play(rules, rules.view(state, viewer))

    def answer(self, value: Answer) -> None:
        """Gives the whole game what it asks for, and the board what its viewer learns of that. Raises
        Illegal, WrongAnswer, UnlikeView."""
        told = observe_answer(self.whole, value, self.viewer)
        self.whole.answer(value)
        self.board.follow(told)
        if self.board.state != self.rules.view(self.whole.state, self.viewer):
            raise UnlikeView(f"after `{value}` the board of {self.viewer or 'everybody'} is not what it sees")


def observe_answer(whole: Play[ViewRules[Any]], value: Answer, viewer: str) -> Answer:
    """What a viewer learns of an answer to the whole game, before it is given: where orders stay closed, of
    an order its effect. Raises Illegal, and UnlikeView for an order of which the rules tell nothing."""
    request = whole.request
    if not (whole.rules.closed_orders and isinstance(value, Order) and isinstance(request, Choose)):
        return value
    rules = require(whole.rules, MailRules)
    request.options.check(value)
    known = rules.effect(whole.state, value)
    if known is None:
        raise UnlikeView(f"the rules do not say what everybody may know of `{value}`")
    news = rules.news(whole.state, value, viewer) if viewer else ()
    return Effect(known, news, value if viewer == request.seat else None)
