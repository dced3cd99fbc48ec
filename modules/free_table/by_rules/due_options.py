"""A decision in the middle of what the program carries out: its orders and objections, no acts by hand."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from modules.engine.errors import Illegal
from modules.engine.listed_orders import Actor, Chosen
from modules.engine.orders import Done, Order
from modules.engine.requests import Chance, ListedOptions, Options, Reached
from modules.engine.stacks.orders import Hold
from modules.free_table import objections
from modules.free_table import orders as o
from modules.free_table.by_rules.ruled_state import RuledState


class DueOptions(Options[Order]):
    """`make` works out what is due, anew after an objection has put a counter back. If nothing is due any
    more since then, the decision is left with `done`."""

    def __init__(self, make: Callable[[], Options[Any]], state: RuledState, side: str, rule: str) -> None:
        self._make, self._state, self._side, self._rule = make, state, side, rule
        self._made: tuple[object, Options[Any]] | None = None

    @property
    def program(self) -> Options[Any]:
        """What is due now."""
        stamp = self._state.acts, self._state.upheld, self._state.past
        if self._made is None or self._made[0] != stamp:
            made = self._make()
            self._made = stamp, made if made.legal() else ListedOptions([Done()], self._rule)
        return self._made[1]

    def check(self, order: Order) -> None:
        if isinstance(order, o.OBJECTIONS):
            objections.check(self._state, self._side, order)
        elif isinstance(order, o.Act | o.Retract):
            reason = "nothing is by hand in the middle of an attack: answer what is due first"
            raise Illegal(self._rule, f"`{order}`: {reason}")
        else:
            self.program.check(order)

    # --- listed ------------------------------------------------------------------------------------

    def legal(self) -> Sequence[Order]:
        """The orders that are due, and examples of objections."""
        return [*self.program.legal(), *objections.find_examples(self._state, self._side)]

    def legal_for(self, counter: str) -> Sequence[Order]:
        return self.program.legal_for(counter)

    def sample(self, chance: Chance) -> Order:
        order: Order = self.program.sample(chance)
        return order

    def find_least(self) -> Order:
        """`hold`, if it is legal; else the first legal order."""
        found: Sequence[Order] = self.program.legal()
        return next((order for order in found if isinstance(order, Hold)), found[0])

    def summarize(self, orders: Sequence[Order]) -> str:
        return self.program.summarize(orders)

    def find_paths(self, counter: str, place: str) -> tuple[str, Sequence[Order]]:
        return self.program.find_paths(counter, place)

    def expand_path(self, order: Order) -> Sequence[tuple[str, ...]]:
        return self.program.expand_path(order)

    # --- for a hand on a board ---------------------------------------------------------------------

    def actors(self) -> Iterable[Actor]:
        return self.program.actors()

    def due_kinds(self) -> Collection[type[Order]]:
        said = (type(order) for order in objections.find_examples(self._state, self._side))
        return dict.fromkeys((*self.program.due_kinds(), *said))

    def orders_by(self, actor: str) -> Sequence[Order]:
        return self.program.orders_by(actor)

    def reach(self, mover: str) -> Sequence[Reached]:
        return self.program.reach(mover)

    def spent_on(self, order: Order) -> tuple[str, str]:
        return self.program.spent_on(order)

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        return self.program.why_closed(mover, place)

    def equivalence_key(self, order: Order) -> object | None:
        return self.program.equivalence_key(order)

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        if issubclass(kind, o.OBJECTIONS):
            acts = objections.open_acts(self._state, self._side, kind)
            return {name: acts if name == "act" else () for name in chosen}
        return self.program.axes(kind, chosen)
