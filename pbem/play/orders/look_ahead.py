"""Lines tried on the game as their side sees it, for a player who wants to know what will be legal then.

Nothing is signed, and no dice are rolled: the look ends at the first dice or another side's decision. For
example, after all moves and `done` it shows the attacks that these moves make possible.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.requests import Choose
from modules.engine.rules.mail_rules import MailRules
from pbem import errors
from pbem.play.orders import shorthand
from pbem.rules.table import DraftedPlay, Table


@dataclass(frozen=True, slots=True)
class LookAhead:
    """The game after `orders`, and the lines that were not tried (`left`), as something else comes first."""

    play: Play[MailRules[Any]]
    orders: tuple[Order, ...]
    left: tuple[str, ...]


def look_ahead(table: Table, side: str, lines: Sequence[str]) -> LookAhead:
    """The game of a table after these lines of a side, as who sits there sees it; the table shows it then.

    Raises RefusedLine for the first line that is not legal, or that names a place to which several ways lead.
    """
    trial = Play.restore(table.play.rules, table.play.snapshot())
    ground = partial(shorthand.ground_of, table)
    orders = [trial.rules.grammar.parse(line) for line in lines]
    placed = list(shorthand.arrange_orders(trial, side, orders, ground))
    done: list[Order] = []
    for number, order in placed:
        request = trial.request
        if not isinstance(request, Choose) or request.seat != side:
            break
        done.append(_give(trial, request, order, ground, number))
    left = tuple(str(order) for _, order in placed[len(done) :])
    table.drafted = DraftedPlay(trial, tuple(done))
    return LookAhead(trial, tuple(done), left)


def _give(
    trial: Play[MailRules[Any]], request: Choose, order: Order, ground: shorthand.Ground, number: int
) -> Order:
    try:
        fault = partial(shorthand.SeveralPaths, number)
        full = shorthand.complete_path(trial, request, order, ground, fault)
        trial.answer(full)
    except Illegal as error:
        cause = trial.why_not(request.seat, order) or error
        raise errors.RefusedLine(number, str(order), cause, cause.rule, request) from error
    except shorthand.SeveralPaths as error:
        raise errors.RefusedLine(number, str(order), error, "", request) from error
    return full
