"""The odds of orders as a player types them, from the board of their side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from modules.engine.errors import Illegal
from modules.engine.odds.branches import NoOdds
from modules.engine.odds.odds import Odds, first_refused, odds_of
from modules.engine.orders import Order
from modules.engine.requests import Choose
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.standing_orders import Line
from pbem import errors
from pbem.play.orders import shorthand
from pbem.reason_codes import Code
from pbem.rules.rules_lookup import play_with
from pbem.rules.table import Table


def find_odds(
    table: Table, side: str, orders: Sequence[Order], lines: Mapping[str, Sequence[Line]], samples: int
) -> Odds:
    """The odds of the last of these orders of a side, as the party at the table sees the game, with ways
    written out. `lines`: standing orders by seat, `samples`: branches drawn where they are many.

    Raises `no-odds`, OrderFileFault where several ways lead to a place, RefusedLine for the first order that
    is not legal.
    """
    grammar = table.replay.rules.grammar
    ground = partial(shorthand.ground_of, table)
    try:
        full = shorthand.complete_lines(table.play, side, list(map(str, orders)), ground)
    except shorthand.SeveralPaths as error:
        raise errors.OrderFileFault(str(error)) from error
    asked, play = [grammar.parse(line) for line in full], play_with(table.play, AdviceRules)
    try:
        return odds_of(play, side, asked, dict(lines), samples)
    except NoOdds as error:
        raise errors.Refusal(Code.NO_ODDS, str(error)) from error
    except Illegal as error:
        index = first_refused(play, asked)
        due = table.play.request if index == 0 and isinstance(table.play.request, Choose) else None
        raise errors.RefusedLine(index, str(asked[index]), error, error.rule, due) from error
