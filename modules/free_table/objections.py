"""Objections to acts by hand: by when a side may object, the side that judges, and what an upheld one undoes.

An act may be objected to by each other side until that side has given its next order that is no objection.
An objection stops nothing. The referee judges it; without one all sides but the author and the objector, each
by its next orders, and if they differ, then the act stands. Of two sides without a referee the author judges.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.requests import Judged, Tell
from modules.free_table import orders as o
from modules.free_table.state import Deed, Lie, Objection, TableState, Tally
from modules.free_table.undone_acts import undo

OBJECTIONS: Final = "objections"
"""Stands for a rule's number where these rules for objections forbid something."""


@dataclass(frozen=True, slots=True)
class Judges:
    """The sides of a game, and whether its referee judges."""

    sides: tuple[str, ...]
    refereed: bool = False

    def find_judges(self, author: str, objector: str) -> tuple[str, ...]:
        """The sides that judge an objection; none where the referee does."""
        if self.refereed:
            return ()
        others = tuple(side for side in self.sides if side not in (author, objector))
        return others or (author,)


# --- acts that may be objected to ------------------------------------------------------------------


def add_deed(
    state: TableState, judges: Judges, author: str, order: o.Act, before: Lie | Tally | None, dice: int = 0
) -> None:
    """Note the act that was just carried out; `before`: how its counter lay, or how large its number was;
    `dice`: how many it needs."""
    after = _find_now(state, before)
    others = tuple(side for side in judges.sides if side != author)
    deed = Deed(state.acts, author, order.rule, str(order), before, after, state.rolls, others, dice)
    state.deeds = (*state.deeds, deed)


def _find_now(state: TableState, before: Lie | Tally | None) -> Lie | Tally | None:
    if before is None:
        return None
    if isinstance(before, Tally):
        return Tally(before.name, state.tallies[before.name])
    return state.lie(before.counter)


def close_window(state: TableState, side: str) -> Iterator[Tell]:
    """A side gives an order that is no objection: it agrees to each act so far, and if it has still to judge,
    then the act stands."""
    if any(side in deed.open_to or not deed.open_to for deed in state.deeds):
        left = (replace(deed, open_to=tuple(s for s in deed.open_to if s != side)) for deed in state.deeds)
        state.deeds = tuple(deed for deed in left if deed.open_to)
    for objection in state.objections:
        if side in objection.judges:
            yield _dismiss(state, objection, f"{side} says nothing of it")


# --- checked ---------------------------------------------------------------------------------------


def check(state: TableState, side: str, order: Order) -> None:
    """Raises Illegal for an objection, or a word of a side that judges, that has no place now."""
    match order:
        case o.Object(act):
            _check_object(state, side, act)
        case o.Uphold(act):
            objection = _find_open(state, act)
            if side not in (*objection.judges, objection.deed.author):
                raise Illegal(OBJECTIONS, f"you do not judge act {act}: {_name_judges(objection)}")
        case o.Dismiss(act):
            objection = _find_open(state, act)
            if side not in objection.judges:
                raise Illegal(OBJECTIONS, f"you do not judge act {act}: {_name_judges(objection)}")


def _check_object(state: TableState, side: str, act: str) -> None:
    deed = next((deed for deed in state.deeds if str(deed.number) == act), None)
    if deed is None or side not in deed.open_to:
        raise Illegal(OBJECTIONS, _why_closed(state, side, act, deed))
    if any(objection.by == side for objection in state.objections):
        raise Illegal(OBJECTIONS, "an objection of yours is open: one at a time")
    if any(objection.deed.number == deed.number for objection in state.objections):
        raise Illegal(OBJECTIONS, f"an objection to act {act} is open already")


def _why_closed(state: TableState, side: str, act: str, deed: Deed | None) -> str:
    if deed is not None and deed.author == side:
        return f"act {act} is your own"
    may = ", ".join(str(each.number) for each in state.deeds if side in each.open_to)
    if re.fullmatch("[1-9][0-9]{0,8}", act) is None or int(act) > state.acts:
        return f"there is no act {act}; " + (f"you may object to {may}" if may else "none is open to you")
    return f"you have agreed to act {act} with your own orders since: an objection comes before these" + (
        f"; you may object to {may}" if may else ""
    )


def _find_open(state: TableState, act: str) -> Objection:
    found = next((each for each in state.objections if str(each.deed.number) == act), None)
    if found is None:
        raise Illegal(OBJECTIONS, f"no objection to an act {act} is open")
    return found


def _name_judges(objection: Objection) -> str:
    return f"{' and '.join(objection.judges) or 'the referee'} does"


def find_examples(state: TableState, side: str) -> Iterator[Order]:
    """What a side may say of acts and objections now: an example of each kind."""
    mine = [deed for deed in state.deeds if side in deed.open_to]
    objected = [str(objection.deed.number) for objection in state.objections[:1]]
    for order in (
        *(o.Object(str(deed.number), "why") for deed in mine[-1:]),
        *(kind(act) for act in objected for kind in (o.Uphold, o.Dismiss)),
    ):
        try:
            check(state, side, order)
        except Illegal:
            continue
        yield order


def open_acts(state: TableState, side: str, kind: type[Order]) -> list[str]:
    """The numbers of the acts to which a side may object, or of those whose objections are open."""
    if kind is o.Object:
        return [str(deed.number) for deed in state.deeds if side in deed.open_to]
    return [str(objection.deed.number) for objection in state.objections]


# --- carried out -----------------------------------------------------------------------------------


def carry_out(state: TableState, judges: Judges, side: str, order: Order) -> Iterator[Tell]:
    """Carry out a legal objection, or a word of a side that judges."""
    match order:
        case o.Object(act, why):
            deed = next(deed for deed in state.deeds if str(deed.number) == act)
            asked = judges.find_judges(deed.author, side)
            state.objections = (*state.objections, Objection(deed, side, why, asked))
            since = "; dice were rolled since" if state.rolls > deed.rolls else ""
            yield Tell(f"{side} objects to act {act}, `{deed.text}`: {why}{since}", deed.rule)
        case o.Uphold(act):
            objection = _find_open(state, act)
            left = tuple(judge for judge in objection.judges if judge != side)
            if left and side != objection.deed.author:
                _put_in(state, replace(objection, judges=left))
                yield Tell(f"{side} says that the objection to act {act} is right", objection.deed.rule)
            else:
                yield from _uphold(state, objection, f"{side} says so")
        case o.Dismiss(act):
            yield _dismiss(state, _find_open(state, act), f"{side} says so")


def judge(state: TableState, said: Judged) -> Sequence[Tell]:
    """Carry out what the referee says. Raises Illegal where no objection to that act waits for the
    referee."""
    objection = _find_open(state, str(said.act))
    if objection.judges:
        raise Illegal(OBJECTIONS, f"the referee does not judge act {said.act}: {_name_judges(objection)}")
    why = f"the referee says: {said.why}"
    return [*_uphold(state, objection, why)] if said.upheld else [_dismiss(state, objection, why)]


def _put_in(state: TableState, changed: Objection) -> None:
    number = changed.deed.number
    state.objections = tuple(changed if each.deed.number == number else each for each in state.objections)


def _settle(state: TableState, objection: Objection) -> None:
    state.objections = tuple(each for each in state.objections if each != objection)
    state.deeds = tuple(deed for deed in state.deeds if deed.number != objection.deed.number)


def _dismiss(state: TableState, objection: Objection, why: str) -> Tell:
    _settle(state, objection)
    state.dismissed += 1
    number = objection.deed.number
    return Tell(
        f"act {number} stands, with the objection of {objection.by} beside it: {why}", objection.deed.rule
    )


def _uphold(state: TableState, objection: Objection, why: str) -> Iterator[Tell]:
    """The act alone is undone; dice stand, and so does all that was done since."""
    _settle(state, objection)
    state.upheld += 1
    state.undoable = ()
    deed = objection.deed
    yield Tell(f"the objection of {objection.by} to act {deed.number} is upheld: {why}", deed.rule)
    told, counters = undo(state, deed)
    yield Tell(f"act {deed.number} {told}", deed.rule, counters)
