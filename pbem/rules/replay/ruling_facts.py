"""The facts of a ruling, one a line: `SIDE: ORDER` answers a decision, `game over: ...` ends the game,
`lines lost: SEQ` and `paper lost: SIDE NUMBER` (`log.closings`) give up what was closed, those of
`modules.engine.amendments` say where a counter lies or how large a number is. All sign them, so that
they may say what the rules do not give."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from modules.engine.amendments import FORMS, Fact, parse_fact
from modules.engine.errors import OrderSyntaxError
from modules.engine.orders import Grammar
from pbem import errors
from pbem.entry.canonical_json import Value
from pbem.reason_codes import Code

OVER: Final = "game over"
"""The head of the fact that ends a game."""
_LEVEL: Final = re.compile(r"|[a-z][a-z0-9-]{0,31}")
"""The level of a victory on which all agree."""


def parse_outcome(said: str, sides: Collection[str]) -> dict[str, Value] | None:
    """The outcome on which all agree: `draw`, or a side and, if they like, a level; None for other words."""
    winner, _, level = said.partition(" ")
    if said == "draw":
        winner, level = "", "draw"
    elif winner not in sides or not _LEVEL.fullmatch(level):
        return None
    return {"winner": winner, "level": level or "agreed", "reason": "agreed by all", "rule": ""}


def parse_table_fact(text: str, grammar: Grammar) -> Fact | None:
    """What a line says of a counter or a number; None for a line of another form. Raises OrderError for a
    counter that is not known, `rules-refuse` for one that is not called by its full name."""
    try:
        fact = parse_fact(text, grammar)
    except OrderSyntaxError:
        return None
    if str(fact) != text:
        raise errors.LogFault(Code.RULES_REFUSE, f"written in full it is `{fact}`")
    return fact


def too_late(index: int, text: str, since: int | None) -> errors.RefusedLine:
    """Why counters and numbers cannot be put right in the middle of a phase; `since`: the entry after which
    it began, if one ends there."""
    back = "" if since is None else f", or first go back to where it began: `pbem rollback --to {since}`"
    why = errors.LogFault(
        Code.RULES_REFUSE,
        "counters and numbers are put right where a phase begins and a side has to decide, before its first "
        f"order; this phase goes on. Wait for the next{back}",
    )
    return errors.RefusedLine(index, text, why)


def no_fact(index: int, text: str, whose_turn: str) -> errors.RefusedLine:
    """Why a line of a ruling is no fact, or cannot be one now."""
    why = errors.LogFault(
        Code.RULES_REFUSE,
        "a fact is `SIDE: ORDER` for the decision that SIDE has to make now, `game over: SIDE LEVEL`, "
        "`game over: draw`, `lines lost: SEQ` for what an order closed, or, where a phase begins, "
        f"{FORMS}; now {whose_turn}",
    )
    return errors.RefusedLine(index, text, why)
