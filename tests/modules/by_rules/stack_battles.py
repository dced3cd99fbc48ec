"""What must hold of tables with clauses, in the test games: one side in a hex, on ground that it may enter,
and each unit moved once in a phase. Where results of attacks are by hand, hands carry them out at random."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from watching import Dice, Watcher, answer_to

from modules.engine.driver import Play
from modules.engine.hexes.orders import PlaceCounter
from modules.engine.orders import Done, Order
from modules.engine.requests import Answer, Choose, Request
from modules.engine.rules.full_rules import FullRules
from modules.engine.stacks.orders import (
    ATTACKS,
    Advance,
    Lose,
    MoveStack,
    RebuildUnit,
    RecoverUnit,
    RestoreUnit,
    Retreat,
)
from modules.free_table import orders as o
from modules.free_table.by_rules.due_options import DueOptions
from modules.free_table.by_rules.mixed_options import MixedOptions
from modules.free_table.by_rules.table_by_rules import AFTERMATH, TableByRules

HERE = Path(__file__).parent


def table_of(rules: Any) -> TableByRules:
    assert isinstance(rules, TableByRules)
    return rules


class Stacks(Watcher):
    """See the module."""

    rules_folder = "free_table"

    def __init__(self, folder: Path, *scenarios: str) -> None:
        self.folder, self.game, self.scenarios = folder, folder.name, scenarios

    @property
    def word(self) -> str:
        return str(self.folder)

    # --- players -----------------------------------------------------------------------------------

    def answer(self, rules: FullRules[Any], request: Request, state: Any, dice: Dice, sense: float) -> Answer:
        """By the program at random; a hand does little, and what a referee would let pass."""
        if isinstance(request, Choose) and not isinstance(request.options, MixedOptions | DueOptions):
            if request.kind == AFTERMATH and dice.below(3):
                return self._carry_out(table_of(rules), request, state, dice)
            return rules.advise(request, state, dice)
        return answer_to(rules, request, state, dice, sense)

    def _carry_out(self, rules: TableByRules, request: Choose, state: Any, dice: Dice) -> Order:
        """A loss or a retreat of a unit that has fought."""
        fought = [unit for unit in (*state.acted, *state.defended) if state.at[unit] in self._open(rules)]
        if not fought:
            return Done()
        unit = fought[dice.below(len(fought))]
        free = [h for h in self._beside(rules, state, unit) if not self._enemies(rules, state, unit, h)]
        if dice.below(2) and free:
            return o.Put(request.rule, unit, free[dice.below(len(free))])
        return o.Lose(request.rule, unit)

    @staticmethod
    def _open(rules: TableByRules) -> Mapping[str, Any]:
        return rules._battle.board.neighbours

    def _beside(self, rules: TableByRules, state: Any, unit: str) -> list[str]:
        board = rules._battle.board
        kind = rules.definition.counters[unit].kind
        return [h for h, _ in board.ways(kind).steps[state.at[unit]] if board.terrain_name(h) != "marsh"]

    @staticmethod
    def _enemies(rules: TableByRules, state: Any, unit: str, hex_id: str) -> bool:
        counters = rules.definition.counters
        return any(counters[each].side != counters[unit].side for each in state.stacks.get(hex_id, ()))

    # --- positions ---------------------------------------------------------------------------------

    def check_position(self, rules: FullRules[Any], state: Any) -> None:
        table = table_of(rules)
        board, counters = table._battle.board, table.definition.counters
        for place, stack in state.stacks.items():
            assert all(state.at[unit] == place for unit in stack)
            if place not in board.neighbours:
                continue
            assert len({counters[unit].side for unit in stack}) == 1, f"{stack} share {place}"
            assert place not in board.closed, f"{stack} in {place}"
            barred = table._battle.map_rules.barred_ground
            sunk = [unit for unit in stack if barred(place, counters[unit].kind) is not None]
            assert not sunk, f"{sunk} in {place}"
        assert len(set(state.acted)) == len(state.acted)

    def check_report(self, rules: FullRules[Any], play: Play[Any]) -> None:
        """Each thing told bears a number of the designer's."""
        assert all(event.rule for event in play.events)

    def changed(self, rules: FullRules[Any], state: Any, order: Order, looker: Dice) -> Order:
        """With another place or unit in it."""
        table = table_of(rules)
        hexes, units = sorted(table._battle.board.neighbours), list(table._battle.counters)
        if isinstance(order, MoveStack):
            if looker.below(3):
                at = looker.below(len(order.path))
                path = (*order.path[:at], hexes[looker.below(len(hexes))], *order.path[at + 1 :])
                return replace(order, path=path[: 1 + looker.below(len(path))])
            return replace(order, units=(units[looker.below(len(units))],))
        if isinstance(order, ATTACKS):
            name = ("attackers", "defenders")[looker.below(2)]
            return replace(order, **{name: (units[looker.below(len(units))],)})
        if isinstance(order, PlaceCounter | RebuildUnit):
            return replace(order, at=hexes[looker.below(len(hexes))])
        if isinstance(order, Retreat | Advance):
            at = looker.below(len(order.path))
            path = (*order.path[:at], hexes[looker.below(len(hexes))], *order.path[at + 1 :])
            return replace(order, path=path[: 1 + looker.below(len(path))])
        if isinstance(order, Lose | RestoreUnit | RecoverUnit):
            return replace(order, unit=units[looker.below(len(units))])
        return MoveStack((units[looker.below(len(units))],), (hexes[looker.below(len(hexes))],))

    def is_covered(self, rules: FullRules[Any], play: Play[Any], order: Order, listed: list[Order]) -> bool:
        """A list shows one way to each end, none back to the beginning, and of attacks those of one unit and
        of all."""
        if order in listed:
            return True
        if isinstance(order, Retreat | Advance):
            ways = [each for each in listed if isinstance(each, type(order))]
            return (order.unit, order.path[-1]) in {(each.unit, each.path[-1]) for each in ways}
        if not isinstance(order, (MoveStack, PlaceCounter, *ATTACKS)):
            return isinstance(order, o.Act | o.Retract)
        if isinstance(order, MoveStack):
            singles = [each for each in listed if isinstance(each, MoveStack) and len(each.units) == 1]
            ends = {(each.units[0], each.path[-1]) for each in singles}
            back = order.path[-1] == play.state.at[order.units[0]]
            return back or all((unit, order.path[-1]) in ends for unit in order.units)
        if isinstance(order, PlaceCounter):
            return play.request is not None and getattr(play.request, "kind", "") == "setup"
        against = {(a, d) for e in listed if isinstance(e, ATTACKS) for a in e.attackers for d in e.defenders}
        return all((a, d) in against for a in order.attackers for d in order.defenders)

    def losses(self, rules: FullRules[Any], state: Any) -> Mapping[str, int]:
        lost = state.stacks.get("lost", ())
        return {side: sum(rules.definition.counters[u].side == side for u in lost) for side in rules.sides}


STACKS = Stacks(HERE / "three_high", "plain")
"""Of attacks half is by program there, the results by hand."""
WHOLE = (
    Stacks(HERE.parent / "ruled_games" / "moscow", "winter"),
    Stacks(HERE.parent / "ruled_games" / "metz", "september"),
    Stacks(HERE.parent / "ruled_games" / "depots", "may", "must"),
)
"""Games of which the program carries out the whole."""
