"""What the ledger of a game lets a hand do under a number, and the acts of a turn that it counts.

A number that the ledger gives to the program, or to nobody, is no number of a hand. A number outside the
ledger is: the ledger may have gaps, and the other players are told.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count as numbers_from
from itertools import islice
from typing import Final, TypeVar

from modules.definition import Definition
from modules.definition.formats.ledger import OTHER, OWN, LedgerEntry, Period, dice_of, is_writable
from modules.engine.errors import Illegal
from modules.free_table import orders as o
from modules.free_table.state import CountedAct, TableState

A = TypeVar("A", bound=o.Act)

_NOT_BY_HAND: Final = {
    "program": "is carried out by the program, not by a hand",
    "nothing": "needs nothing to be done",
}
_MOST_NAMED: Final = 12
_MOST_TRIED: Final = 100
_MOST_FITTED: Final = 20
"""Numbers of a ledger that are looked at for an example of an act."""


def counters_of(order: o.Act) -> tuple[str, ...]:
    """The counters that an act names."""
    if isinstance(order, o.Roll):
        return tuple(order.counters)
    return (order.counter,) if isinstance(order, o.Move) else ()


def kind_of(order: o.Act) -> str:
    """What an act does, by the word in its line."""
    return order.FORM.split()[2]


def check_limits(definition: Definition, state: TableState, side: str, order: o.Act) -> None:
    """Raise Illegal where the ledger does not let a side's hand do this now."""
    entry = definition.ledger.get(order.rule)
    if entry is not None:
        for reason in _Limits(definition, entry, state, side).refusals(order):
            raise Illegal(order.rule, reason)


@dataclass(frozen=True, slots=True)
class _Limits:
    """The limits of an entry for a side, as the table stands."""

    definition: Definition
    entry: LedgerEntry
    state: TableState
    side: str

    def refusals(self, order: o.Act) -> Iterator[str]:
        """Why an act is not allowed; nothing for one that is."""
        entry, phase = self.entry, self.state.phase
        if not entry.is_by_hand:
            yield self._not_by_hand()
        if entry.acts and kind_of(order) not in entry.acts:
            allowed = [f"`{kind}`" for kind in entry.acts]
            yield f"it is for {_listed(allowed)}, not for `{kind_of(order)}`"
        if entry.sides and self.side not in entry.sides:
            yield f"it is for {_listed(entry.sides)}, not for {self.side}"
        if entry.phases and phase not in entry.phases:
            yield f"it is for the phase {_listed(entry.phases)}: this is {phase}"
        if entry.tables and isinstance(order, o.Roll):
            yield from self._other_table(order)
        for counter in counters_of(order):
            if entry.pieces and not self.fits(counter):
                yield f"it is for {_listed(entry.pieces)}, not for {counter}"
        for period, most in entry.times.items():
            yield from self._too_often(order, period, most)

    def _not_by_hand(self) -> str:
        ledger = self.definition.ledger
        listed = [each.number for each in ledger.values() if each.is_by_hand and is_writable(each.number)]
        named = _listed(listed, " and ") if listed else "no others"
        return f"it {_NOT_BY_HAND[self.entry.by or 'nothing']}: by hand are {named}"

    def _other_table(self, order: o.Roll) -> Iterator[str]:
        tables, dice = self.entry.tables, dice_of(order.what)
        if order.what not in tables and (dice is None or dice not in map(dice_of, tables)):
            yield f"it is rolled on {_listed(tables)}, not on {order.what}"

    def fits(self, counter: str) -> bool:
        """Whether an act under the number may name this counter."""
        known, pieces = self.definition.counters[counter], self.entry.pieces
        owner = OWN if known.side == self.side else OTHER
        return not pieces or not {counter, known.group, owner}.isdisjoint(pieces)

    @property
    def is_of_counters(self) -> bool:
        """Whether the number is for some counters alone, or counted for each."""
        return bool(self.entry.pieces) or "counter" in self.entry.times

    def may_name(self, counter: str, kind: str) -> bool:
        """Whether an act of a kind under the number may name this counter once more."""
        most = self.entry.times.get("counter")
        return self.fits(counter) and (most is None or self._done_for(counter, kind) < most)

    def _done(self, kind: str) -> list[CountedAct]:
        """The acts of a kind by the side under the number in this turn."""
        wanted = self.entry.number, kind, self.side
        return [act for act in self.state.counted if (act.rule, act.kind, act.side) == wanted]

    def _done_for(self, counter: str, kind: str) -> int:
        return sum(act.counters.count(counter) for act in self._done(kind))

    def _too_often(self, order: o.Act, period: Period, most: int) -> Iterator[str]:
        kind = kind_of(order)
        if period == "counter":
            named = counters_of(order)
            if not named:
                yield "it is counted for each counter: name the counters that it is for"
            for counter in dict.fromkeys(named):
                before, where = self._done_for(counter, kind), f"for {counter} in this turn"
                yield from self._beyond(before + named.count(counter), before, most, f"`{kind}` {where}")
            return
        now = self.state.phase, self.state.active
        done = [act for act in self._done(kind) if period == "turn" or (act.phase, act.active) == now]
        before = sum(act.amount for act in done)
        yield from self._beyond(before + _amount(order), before, most, f"`{kind}` in this {period}")

    def _beyond(self, after: int, before: int, most: int, what: str) -> Iterator[str]:
        if after > most:
            yield f"it is for {most} {what}: {self.side} has {most - before or 'none'} left"


def _amount(order: o.Act) -> int:
    """How often an act counts: a draw once for each card."""
    return int(order.number) if isinstance(order, o.Draw) else 1


def _listed(words: Sequence[str], last: str = " or ") -> str:
    """Words of a limit, or the first of them where they are many."""
    if len(words) > _MOST_NAMED:
        return f"{', '.join(words[:_MOST_NAMED])}, ..."
    return last.join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


# --- counted ---------------------------------------------------------------------------------------------


def count_act(definition: Definition, state: TableState, side: str, order: o.Act) -> bool:
    """Count an act that is carried out in a game with a ledger; whether the ledger does not list it."""
    if not definition.ledger:
        return False
    act = CountedAct(
        order.rule, kind_of(order), side, state.phase, state.active, counters_of(order), _amount(order)
    )
    state.counted = (*state.counted, act)
    unlisted = order.rule not in definition.ledger
    state.unlisted += unlisted
    return unlisted


def take_back_count(definition: Definition, state: TableState) -> None:
    """Count the last act no more."""
    if definition.ledger:
        *rest, last = state.counted
        state.counted = tuple(rest)
        state.unlisted -= last.rule not in definition.ledger


# --- numbers for orders of the program ---------------------------------------------------------------------


def under_a_number(definition: Definition, state: TableState, side: str, order: A) -> A:
    """The same act under the first number of the ledger that lets it be done, its own before others. Where
    there is none, the act as it is."""
    own = [order.rule] if order.rule in definition.ledger else []
    by_hand = (each.number for each in _open_to(definition, kind_of(order)) if is_writable(each.number))
    for number in (*own, *islice(by_hand, _MOST_TRIED)):
        numbered = replace(order, rule=number)
        try:
            check_limits(definition, state, side, numbered)
        except Illegal:
            continue
        return numbered
    return order


def _open_to(definition: Definition, kind: str) -> Iterator[LedgerEntry]:
    """The entries by hand under which an act of a kind may be done."""
    for entry in definition.ledger.values():
        if entry.is_by_hand and (not entry.acts or kind in entry.acts):
            yield entry


def unlisted_number(ledger: Mapping[str, LedgerEntry]) -> str:
    """A number that the ledger does not have, for an act that must be possible."""
    return next(word for n in numbers_from(1) if (word := f"table-{n}") not in ledger)


def fitting_counters(definition: Definition, state: TableState, side: str, kind: str) -> tuple[str, ...]:
    """For each number by hand with limits on counters, the first that an act of a kind may name now, a side's
    own before others."""
    counters = sorted(definition.counters, key=lambda each: definition.counters[each].side != side)
    limits = (_Limits(definition, entry, state, side) for entry in _open_to(definition, kind))
    found: dict[str, None] = {}
    for each in islice((each for each in limits if each.is_of_counters), _MOST_FITTED):
        found |= dict.fromkeys(islice((c for c in counters if each.may_name(c, kind)), 1))
    return tuple(found)
