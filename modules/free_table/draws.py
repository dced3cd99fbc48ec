"""What is drawn by dice, for all to see: cards of open packs, and counters of cups."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from modules.engine.decisions import Asks
from modules.engine.requests import Die, Roll, Steps, Tell
from modules.free_table import orders as o
from modules.free_table.state import RESERVE, Pack, TableState

T = TypeVar("T")


def draw_cards(state: TableState, side: str, order: o.Draw, names: Sequence[str]) -> Steps:
    """Cards leave an open pack; `names`: of all its cards."""
    pack = state.packs[order.pack]
    drawn, left = yield from _draw(side, order, pack.left)
    state.packs[order.pack] = Pack(left, (*pack.drawn, *drawn))
    cards = ", ".join(names[number] for number in drawn)
    yield Tell(state.tell_act(f"drawn from {order.pack}: {cards}"), order.rule)


def draw_counters(state: TableState, side: str, order: o.Draw) -> Steps:
    """Counters leave a cup and lie in reserve, from where a hand puts them."""
    drawn, _ = yield from _draw(side, order, tuple(sorted(state.stacks[order.pack])))
    for counter in drawn:
        state.put(counter, RESERVE)
    yield Tell(state.tell_act(f"drawn from {order.pack}: {', '.join(drawn)}"), order.rule, drawn)


def _draw(side: str, order: o.Draw, left: tuple[T, ...]) -> Asks[tuple[tuple[T, ...], tuple[T, ...]]]:
    """What is drawn, and what is left. Each is one of those that are left, by a die with as many sides, so
    that nobody knows the next one. The last one needs no die."""
    count, rest = int(order.number), list(left)
    sides = [len(rest) - n for n in range(count)]
    dice = tuple(Die(each, f"{order}: draw {n}") for n, each in enumerate(sides, 1) if each > 1)
    values = (yield Roll(side, order.rule, dice, quoted=True)) if dice else ()
    drawn = tuple(rest.pop(value - 1) for value in (*values, 1)[:count])
    return drawn, tuple(rest)
