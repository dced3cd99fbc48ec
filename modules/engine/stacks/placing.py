"""Counters placed in a hex, at set-up or as reinforcements: whether it is full, what a form offers."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from modules.engine.errors import Illegal
from modules.engine.listed_orders import Chosen
from modules.engine.stacks.field import StackField
from modules.engine.stacks.stacking import tell_crowd


def crowding_fault(field: StackField, counter: str, place: str, holds: Collection[str]) -> Illegal | None:
    """Why a hex takes no more, by the clauses of stacking that hold at these times; None where it does."""
    side = field.side(counter)
    for clause in field.counts.clauses:
        if clause.holds in holds and place in field.counts.full(clause, (counter,), side):
            total = field.counts.total(clause, place, side)
            return Illegal(clause.rule, tell_crowd(clause, place, total))
    return None


def place_axes(hexes: Mapping[str, Sequence[str]], chosen: Chosen) -> dict[str, list[str]]:
    """What may stand in the fields of `place`: `hexes` are those of each counter that may be placed."""
    wanted, units = set(chosen.get("at", ())), chosen.get("unit", ())
    may = {counter: each for counter, each in hexes.items() if each}
    open_hexes = [h for counter in units or may for h in may.get(counter, ())]
    return {
        "unit": [counter for counter, each in may.items() if wanted <= set(each)],
        "at": list(dict.fromkeys(open_hexes)),
    }
