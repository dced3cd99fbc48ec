"""How many dice a side may roll before another side has given an order: the entry that answers holds all of
them, each with the line that it is for."""

from __future__ import annotations

from typing import Final

from modules.engine.errors import Illegal
from modules.free_table.orders import TABLE
from modules.free_table.state import TableState

MOST_DICE: Final = 400


def check_dice(state: TableState, side: str, dice: int, besides: int = 0) -> None:
    """Raise Illegal for more dice than one answer can hold beside those of the acts that are open, and so
    many `besides`."""
    rolled = besides + sum(deed.dice for deed in state.deeds if deed.author == side)
    if rolled + dice > MOST_DICE:
        left = max(MOST_DICE - rolled, 0)
        raise Illegal(
            TABLE,
            f"a side rolls {MOST_DICE} dice at most before another side has given an order: {left} are left",
        )
