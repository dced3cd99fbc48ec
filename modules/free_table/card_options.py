"""What a hand may do with packs and cards now: the check of each act, and an example of each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from modules.amounts import count_noun
from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.free_table import orders as o
from modules.free_table.orders import TABLE
from modules.free_table.state import TableState


def check_draw(state: TableState, order: o.Draw, cups: Sequence[str]) -> None:
    """As many cards, or counters of a cup, as are left, at least one."""
    if order.pack in cups:
        left, what = len(state.stacks.get(order.pack, ())), "counter"
    else:
        sealed = _is_sealed(state, order.pack, cups)
        left = len(state.hidden.packs[order.pack].pile if sealed else state.packs[order.pack].left)
        what = "card"
    if not order.number.isascii() or not order.number.isdigit() or not 0 < int(order.number) <= left:
        raise Illegal(TABLE, f"{order.pack} has {count_noun(left, what)} left: draw a number of these")


def check_play(state: TableState, side: str, order: o.Play) -> None:
    """A card of one's own hand, by its place in the pack as it was shuffled; what it is must not matter, for
    not all know that."""
    if state.hidden.pack_in_hand(side, order.card) is None:
        held = ", ".join(card for _, card in state.hidden.hand(side)) or "no card"
        raise Illegal(TABLE, f"{order.card!r} is not in your hand, which has {held}")


def check_shuffle(state: TableState, order: o.ShufflePack) -> None:
    """Of an open pack what was drawn; of one of which hands are held the discards, when nothing is left: what
    is left lies in an order that nobody knows, and no part of it can be told from the discards."""
    if not _is_sealed(state, order.pack):
        if not state.packs[order.pack].drawn:
            raise Illegal(TABLE, f"no card was drawn from {order.pack}: it is whole")
        return
    pack = state.hidden.packs[order.pack]
    if pack.pile:
        raise Illegal(TABLE, f"{order.pack} has {count_noun(len(pack.pile), 'card')} left: draw these first")
    if not pack.discards:
        raise Illegal(TABLE, f"no card of {order.pack} was played: nothing can be shuffled")


def _is_sealed(state: TableState, pack: str, cups: Sequence[str] = ()) -> bool:
    """Whether hands are held of a pack. Raises Illegal for one that the game does not have."""
    if pack not in state.packs and pack not in state.hidden.packs:
        known = ", ".join((*state.packs, *state.hidden.packs, *cups)) or "none"
        raise Illegal(TABLE, f"there is no pack {pack!r}: the game has {known}")
    return pack in state.hidden.packs


def card_acts(state: TableState, side: str, rule: str, cups: Sequence[str]) -> Iterator[Order]:
    """An act of each kind with cards; not each of them is legal."""
    packs = (*state.packs, *state.hidden.packs)
    yield from (o.Draw(rule, pack, "1") for pack in (*packs, *cups))
    yield from (o.Play(rule, card) for _, card in list(state.hidden.hand(side))[:1])
    yield from (o.ShufflePack(rule, pack) for pack in packs)
