"""Movement for a hand and a line: where a unit comes, why it does not, which way is meant."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from modules.amounts import count_noun
from modules.engine.errors import Illegal
from modules.engine.hexes.board import written
from modules.engine.hexes.telling import from_enemies, told
from modules.engine.listed_orders import Actor, Chosen, find_axes
from modules.engine.orders import Order
from modules.engine.requests import Reached
from modules.engine.stacks.allowances import tell_amount
from modules.engine.stacks.field import StackField
from modules.engine.stacks.going import Going, Path, find_reach
from modules.engine.stacks.moves import Moving, StackMoves
from modules.engine.stacks.orders import EXIT, Done, MoveStack
from modules.engine.stacks.stacking import AT_LAST

_FAR: Final = 40
"""MP of a way that is looked for only to say why it is too far."""


def surplus_lines(field: StackField) -> tuple[str, ...]:
    """For the report: what of the phasing side lies in a hex beyond a limit, and must be settled by hand."""
    over = field.counts.surplus(field.moment.side, AT_LAST)
    return tuple(f"{each.tell()} (rule {each.clause.rule}): the surplus is by hand" for each in over)


class MoveOptions(StackMoves):
    """The legal moves of the phasing side, as hands and lines of players ask for them."""

    def rule_of(self, order: MoveStack) -> str:
        """The number of the way of moving by which the first unit of a legal move goes."""
        return self.judge_path(order.units[0], order.units, order.path)[0].clause.rule

    def actors(self) -> Iterable[Actor]:
        return [(unit, "") for unit in self.movers if self.first_move(unit) is not None]

    def due_kinds(self) -> Collection[type[Order]]:
        return MoveStack, Done

    def orders_by(self, actor: str) -> Sequence[Order]:
        return self.legal_for(actor)

    def legal_for(self, counter: str) -> Sequence[Moving]:
        if counter not in self.movers:
            return ()
        stacks = (stack for stack in self.stacks if counter in stack)
        return [order for units in ((counter,), *stacks) for order in self.moves_of(units)]

    def reach(self, mover: str) -> Sequence[Reached]:
        moves = self.moves_of((mover,)) if mover in self.movers else ()
        return [Reached(move.path[-1], move, *self.spent_on(move)) for move in moves]

    def spent_on(self, order: Order) -> tuple[str, str]:
        """In MP, or in words where hexes are counted. Of several units what the one pays that has least left;
        of a hex that is too dear, and may be entered all the same, all that the unit has."""
        if not isinstance(order, MoveStack):
            return "", ""
        paid = []
        for unit in order.units:
            going, path = self.judge_path(unit, order.units, order.path)
            cost = min(going.budget.amount, going.amount(path.spent))
            paid.append((going.budget.amount - cost, cost, going.budget.by_hexes))
        left, cost, by_hexes = min(paid)
        if by_hexes:
            return tell_amount(cost, by_hexes=True), tell_amount(left, by_hexes=True)
        return written(cost), written(left)

    def equivalence_key(self, order: Order) -> object | None:
        """The hex over which a unit comes in: on the map no way matters beside its end."""
        if not isinstance(order, MoveStack):
            return None
        return "" if self.field.at(order.units[0]) is not None else order.path[0]

    def axes(self, kind: type[Order], chosen: Chosen) -> Mapping[str, Sequence[str]]:
        units = tuple(dict.fromkeys(chosen.get("units", ())))
        if kind is not MoveStack or not units:
            return find_axes((o for o in self.legal() if len(getattr(o, "units", ())) == 1), kind, chosen)
        moves = self.moves_of(units) if self.party_fault(units) is None else []
        beside = next((stack for stack in self.stacks if units[0] in stack), ())
        more = [unit for unit in beside if unit not in units and self._can_join(units, unit, chosen["path"])]
        return {"units": [*units, *more], "path": find_axes(moves, kind, chosen)["path"]}

    def _can_join(self, units: tuple[str, ...], unit: str, path: Sequence[str]) -> bool:
        moves = self.moves_of((*units, unit))
        return any(not path or move.path[-1] == path[-1] for move in moves)

    # --- ways in part ------------------------------------------------------------------------------

    def expand_path(self, order: Order) -> Sequence[Path]:
        """By each way of moving the cheapest way over the places that an order names."""
        if not isinstance(order, MoveStack) or self.party_fault(order.units) is not None:
            return ()
        if any(place not in (*self.board.neighbours, EXIT) for place in order.path):
            return ()
        found = [
            fan.search.path(e) for fan in self.fans_of(order.units) for e in fan.ends if (e,) == order.path
        ]
        for way in self.ways_for(order.units):
            found += self._over(self.slowest(way, order.units), order.path)
        return list(dict.fromkeys(found))

    def _over(self, going: Going, stops: Sequence[str]) -> Iterator[Path]:
        """The cheapest way over some places, one after the other; nothing where there is none."""
        closed, way, steps = [bar.hexes for bar in going.closed], [going.start], going.first
        for stop in stops:
            if stop == EXIT:
                way.append(EXIT)
                continue
            found = find_reach(way[-1], steps, going.spendable, going.ways, closed)
            if stop not in found.ways:
                return
            way += found.path(stop)
            steps = going.ways.steps[stop]
        yield tuple(way[1:])

    # --- why not -----------------------------------------------------------------------------------

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        if mover not in self.field.battle.counters or place not in (*self.board.neighbours, EXIT):
            return None
        fault = self.mover_fault(mover)
        if fault is not None or any(place in fan.ends for fan in self.fans_of((mover,))):
            return fault
        return self._end_fault(mover, place)

    def _end_fault(self, mover: str, place: str) -> Illegal | None:
        """What is in the way of a unit to a place: on the way that would be cheapest if nothing were."""
        units = (mover,)
        goings = [self.going(way, mover, units) for way in self.ways_for(units)]
        for bar in (*goings[0].closed, *goings[0].no_end):
            if place in bar.hexes:
                return Illegal(bar.rule, bar.why(place))
        paths = [path for going in goings if (path := self._straight(going, place))]
        if not paths:
            return Illegal(goings[0].clause.rule, f"no way leads {mover} to {place}")
        found = [self.judge_path(mover, units, path)[1] for path in paths]
        return max(found, key=lambda each: each.steps).fault

    def _straight(self, going: Going, place: str) -> Path:
        """The cheapest way over the ground alone; empty where there is none."""
        if place == EXIT or place in self.board.neighbours.get(going.start, ()):
            return (place,)
        first = going.table.ways.steps[going.start] if going.on_map else going.first
        found = find_reach(going.start, first, _FAR * self.field.map_rules.parts, going.table.ways)
        if place in found.ways:
            return found.path(place)
        return () if going.on_map else (place,)

    def find_paths(self, counter: str, place: str) -> tuple[str, Sequence[Order]]:
        known = place in self.board.neighbours and counter in self.movers
        moves = self.moves_of((counter,)) if known else []
        if there := [move for move in moves if move.path[-1] == place]:
            return "", there
        moves = [move for move in moves if move.path[-1] != EXIT]
        moves.sort(key=lambda move: self.board.distance(move.path[-1], place))
        if not moves or place == self.field.at(counter):
            return "", moves[:3]
        end = moves[0].path[-1]
        distance = self.board.distance(end, place)
        if distance == 1:
            return f"no way ends in {place}: {self.why_closed(counter, place)}", moves[:3]
        away = f"{counter} comes no nearer than {end}, {count_noun(distance, 'hex')} from it"
        return f"no way ends in {place}: {away}", moves[:3]

    def summarize(self, orders: Sequence[Order]) -> str:
        return told(self.field, orders, self._far)

    @cached_property
    def _far(self) -> Mapping[str, int]:
        return from_enemies(self.board, self.field.enemy_hexes(self.side))
