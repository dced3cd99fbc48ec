"""How many dice a side may roll before another side has given an order: the entry that answers holds all of
them, each with the line that it is for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from modules.engine.errors import Illegal
from modules.free_table.orders import TABLE
from modules.free_table.state import TableState

MOST_DICE: Final = 400

DiceOf = Callable[[str], tuple[int, int] | None]
"""How many dice a table, or a word such as 2d6, throws, and of how many sides."""


def check_dice(state: TableState, side: str, dice: int, dice_of: DiceOf) -> None:
    """Raise Illegal for more dice than one answer can hold beside those of the acts that are open."""
    rolled = sum(_dice_in(deed.text, dice_of) for deed in state.deeds if deed.author == side)
    if rolled + dice > MOST_DICE:
        left = max(MOST_DICE - rolled, 0)
        raise Illegal(
            TABLE,
            f"a side rolls {MOST_DICE} dice at most before another side has given an order: {left} are left",
        )


def _dice_in(text: str, dice_of: DiceOf) -> int:
    """The dice of an act, by its line: a draw has one for each card or counter."""
    match text.split():
        case [_, _, "roll", what, *_]:
            return (dice_of(what) or (1, 1))[0]
        case [_, _, "draw", _, number]:
            return int(number)
        case _:
            return 0
