"""A decision in a phase by program: orders of the program, then acts by hand under the numbers that no clause
bears, then `done`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from modules.engine.errors import Illegal
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.orders import Deploy, PlaceCounter
from modules.engine.listed_orders import Actor, Chosen
from modules.engine.orders import Done, Order
from modules.engine.requests import Chance, Options, Reached
from modules.engine.stacks.combat.attack_options import AttackOptions
from modules.engine.stacks.moving import MoveOptions
from modules.engine.stacks.orders import ATTACKS, UPKEEP, MoveStack, RecoverUnit
from modules.free_table import orders as o
from modules.free_table.by_rules.ruled_state import RuledState
from modules.free_table.dice_limit import check_dice
from modules.free_table.hand_options import HandOptions

BY_HAND: tuple[type[Order], ...] = (o.Act, o.Retract, *o.OBJECTIONS)
"""The kinds of what a hand does, or says of what hands did."""
UNJUDGED: tuple[type[Order], ...] = (Done, Deploy, PlaceCounter, MoveStack, *UPKEEP)
"""What stands as it was judged by earlier rules, where these were adopted since."""


class RuledHandOptions(HandOptions):
    """Acts by hand at a table with clauses. Those of the past were judged by the ledger of their time."""

    _state: RuledState

    @property
    def keeps_limits(self) -> bool:
        return not self._state.past

    def check(self, order: Order) -> None:
        super().check(order)
        ledger = self._components.definition.ledger
        if isinstance(order, o.Act) and self.keeps_limits and order.rule not in ledger:
            for number, entry in ledger.items():
                if not entry.is_by_hand and _plain(number) == _plain(order.rule):
                    raise Illegal(number, f"{order.rule} is {number}, which is carried out by the program")


def _plain(number: str) -> str:
    """A number as it is read: `3.0`, `03` and `3.` are 3.

    >>> _plain("03."), _plain("3.0"), _plain("3.10"), _plain("10")
    ('3', '3', '3.10', '10')
    """
    parts = [part.lstrip("0") or "0" for part in number.casefold().strip(".").split(".")]
    while len(parts) > 1 and parts[-1] == "0":
        parts.pop()
    return ".".join(parts)


class MixedOptions(Options[Order]):
    """`make` works out what the program lets a side do, anew after an objection has put a counter back.
    `dice`: the most that an attack needs."""

    def __init__(
        self, make: Callable[[], HexOptions[Any]], hand: HandOptions, state: RuledState, rule: str, dice: int
    ) -> None:
        self._make, self._hand, self._state, self._rule, self._dice = make, hand, state, rule, dice
        self._made: tuple[object, HexOptions[Any]] | None = None
        self._listed: tuple[Sequence[Order], Sequence[Order], Sequence[Order]] | None = None

    @property
    def program(self) -> HexOptions[Any]:
        """What the program lets the side do now."""
        state = self._state
        stamp = state.acts, state.upheld, state.past
        if self._made is None or self._made[0] != stamp:
            self._made = stamp, self._make()
        return self._made[1]

    # --- checked -----------------------------------------------------------------------------------

    def check(self, order: Order) -> None:
        if isinstance(order, BY_HAND):
            self._hand.check(order)
        elif self._state.past and isinstance(order, UNJUDGED):
            return
        elif self._state.past and isinstance(order, ATTACKS) and isinstance(self.program, AttackOptions):
            self.program.find_past_attack(order)
        else:
            self._check_by_program(order)

    def _check_by_program(self, order: Order) -> None:
        """After acts by hand the program goes on no more. Where these cannot be taken back, the phase can be
        ended whatever units could still do: the rest is by hand."""
        state = self._state
        if not state.by_hand or state.past:
            if isinstance(order, (*ATTACKS, RecoverUnit)) and not state.past:
                dice = self._dice if isinstance(order, ATTACKS) else 1
                check_dice(state, state.active, dice, state.attack_dice)
            if not self._is_out_of_dice(order):
                self.program.check(order)
        elif not isinstance(order, Done):
            raise self._too_late
        elif state.undoable and (fault := self.program.fault_of(order)) is not None:
            raise Illegal(fault.rule, f"{fault.reason}; take back what you did by hand with `retract` first")

    def _is_out_of_dice(self, order: Order) -> bool:
        """Whether a side is done since one answer holds no more dice, whatever units owe."""
        return isinstance(order, Done) and isinstance(self.program, AttackOptions) and not self._has_dice

    def judge(self, order: Order) -> None:
        if isinstance(order, (*BY_HAND, *ATTACKS, Done)) or self._state.by_hand or self._state.past:
            self.check(order)
        else:
            self.program.judge(order)

    @property
    def _too_late(self) -> Illegal:
        said = "you have acted by hand in this phase, and acts by hand come last"
        if self._state.undoable:
            return Illegal(self._rule, f"{said}: take them back with `retract`, or write `done`")
        return Illegal(self._rule, f"{said}: write `done`")

    # --- listed ------------------------------------------------------------------------------------

    def legal(self) -> Sequence[Order]:
        """The orders of the program, and an act by hand of each kind that there is."""
        program, hand = self._by_program(), self._hand.legal()
        if self._listed is None or self._listed[0] is not program or self._listed[1] is not hand:
            by_hand = (order for order in hand if isinstance(order, BY_HAND))
            self._listed = program, hand, (*program, *by_hand)
        return self._listed[2]

    def _by_program(self) -> Sequence[Order]:
        if self._state.by_hand:
            return [Done()] if self.fault_of(Done()) is None else []
        if self._has_dice:
            return self.program.legal()
        rest = (order for order in self.program.legal() if not isinstance(order, (*ATTACKS, Done)))
        return [*rest, *([Done()] if self.fault_of(Done()) is None else [])]

    @property
    def _has_dice(self) -> bool:
        """Whether one answer holds the dice of another attack."""
        state = self._state
        try:
            check_dice(state, state.active, self._dice, state.attack_dice)
        except Illegal:
            return False
        return True

    def legal_for(self, counter: str) -> Sequence[Order]:
        if self._state.by_hand:
            return self._hand.legal_for(counter)
        return [*self.program.legal_for(counter), *self._hand.legal_for(counter)]

    def sample(self, chance: Chance) -> Order:
        """An order of the program at random: what a hand may do besides has no end."""
        if self._state.by_hand:
            return Done() if self.fault_of(Done()) is None else o.Retract()
        order: Order = self.program.sample(chance)
        return order if self._has_dice or not isinstance(order, ATTACKS) else Done()

    def find_owed(self) -> Order | None:
        """What must be given before `done` is legal; None where nothing must."""
        if self.fault_of(Done()) is None:
            return None
        if not self._state.by_hand and isinstance(self.program, MoveOptions):
            return self.program.owed_move()
        if not self._state.by_hand and isinstance(self.program, AttackOptions):
            return next(self.program.duties.planned())
        return o.Retract()

    def summarize(self, orders: Sequence[Order]) -> str:
        if isinstance(orders[0], BY_HAND):
            return self._hand.summarize(orders)
        return self.program.summarize(orders)

    def find_paths(self, counter: str, place: str) -> tuple[str, Sequence[Order]]:
        return ("", ()) if self._state.by_hand else self.program.find_paths(counter, place)

    def expand_path(self, order: Order) -> Sequence[tuple[str, ...]]:
        return () if isinstance(order, BY_HAND) else self.program.expand_path(order)

    # --- for a hand on a board: an unmarked gesture is an order of the program --------------------------

    def actors(self) -> Iterable[Actor]:
        return () if self._state.by_hand else self.program.actors()

    def due_kinds(self) -> Collection[type[Order]]:
        kinds = (Done,) if self._state.by_hand else tuple(self.program.due_kinds())
        return tuple(dict.fromkeys((*kinds, *self._hand.due_kinds())))

    def orders_by(self, actor: str) -> Sequence[Order]:
        return () if self._state.by_hand else self.program.orders_by(actor)

    def reach(self, mover: str) -> Sequence[Reached]:
        return () if self._state.by_hand else self.program.reach(mover)

    def spent_on(self, order: Order) -> tuple[str, str]:
        return ("", "") if isinstance(order, BY_HAND) else self.program.spent_on(order)

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        return self._too_late if self._state.by_hand else self.program.why_closed(mover, place)

    def equivalence_key(self, order: Order) -> object | None:
        return None if isinstance(order, BY_HAND) else self.program.equivalence_key(order)

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        if issubclass(kind, BY_HAND):
            return self._hand.axes(kind, chosen)
        return self.program.axes(kind, chosen)
