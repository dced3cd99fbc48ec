"""The facts of a ruling, one a line: `SIDE: ORDER` answers a decision, `game over: ...` ends the game. All
sign them, so they may say what the rules do not give."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Final

from pbem import errors
from pbem.codes import Code
from pbem.entry.canonical import Value

OVER: Final = "game over"
"""The head of the fact that ends a game."""
_LEVEL: Final = re.compile(r"|[a-z][a-z0-9-]{0,31}")
"""The level of a victory on which all agree."""


def agreed_end(said: str, sides: Collection[str]) -> dict[str, Value] | None:
    """The outcome on which all agree: `draw`, or a side and, if they like, a level; None for other words."""
    winner, _, level = said.partition(" ")
    if said == "draw":
        winner, level = "", "draw"
    elif winner not in sides or not _LEVEL.fullmatch(level):
        return None
    return {"winner": winner, "level": level or "agreed", "reason": "agreed by all", "rule": ""}


def no_fact(index: int, text: str, whose_turn: str) -> errors.LineRefused:
    """Why a line of a ruling is no fact, or cannot be one now."""
    why = errors.LogFault(
        Code.RULES_REFUSE,
        "a fact is `SIDE: ORDER` for the decision that SIDE has to make now, `game over: SIDE LEVEL` or "
        f"`game over: draw`; now {whose_turn}",
    )
    return errors.LineRefused(index, text, why)
