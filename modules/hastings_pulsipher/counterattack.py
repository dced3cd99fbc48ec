"""Counterattack (8.1, 8.7): units that were attacked in melee and are left strike back; nobody shoots."""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.decisions import Asks, choose, pass_over
from modules.engine.errors import Illegal
from modules.engine.order_timing import explain_timing
from modules.engine.orders import Order
from modules.engine.requests import Options
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.attack_results import Blow, melee
from modules.hastings_pulsipher.combat import melee_fault
from modules.hastings_pulsipher.field import Field
from modules.hastings_pulsipher.timing import TIMES
from modules.hastings_pulsipher.to_hit import within_reach


def counterattack_phase(field: Field, side: str) -> Asks[None]:
    """The enemies of the moving side strike back, in the order that they like."""
    striker = field.battle.enemy(side)
    while True:
        options, ask = StrikeOptions(field, striker), "strike back, or `done`"
        if not options.strikers:
            late = StrikeOptions(field.copy(), striker)
            yield from pass_over(striker, "counterattacks", ask, "8.7", late, (orders.Strike,))
            break
        order = yield from choose(striker, "counterattacks", ask, "8.7", options)
        if isinstance(order, orders.Done):
            break
        token, target = field.state.occupants[order.at], field.state.occupants[order.target]
        field.state.put(token, struck=True)
        yield from melee(field, [Blow.of(field, "counterattack", token, target)], "8.7")
    for token, card in field.state.cards.items():
        if card.struck or card.foes:
            field.state.put(token, struck=False, foes=())


class StrikeOptions(Options[orders.Strike | orders.Done]):
    """The counterattacks of one side at one moment. `strikers`: who may strike at whom."""

    def __init__(self, field: Field, side: str) -> None:
        self.field, self.side = field, side
        cards = field.state.cards
        ready = [t for t in field.on_board(side) if cards[t].foes and not cards[t].struck]
        self.strikers = {t: targets for t in ready if (targets := self._targets(t))}

    def _targets(self, token: str) -> list[str]:
        """8.7.1: the enemy in front, else those at its sides and behind who attacked it."""
        field, here = self.field, self.field.at(token)
        front = field.facing(here, self.side)
        if front is not None:
            return [front]
        foes = field.state.cards[token].foes
        near = field.enemies_beside(here, self.side)
        return [e for e in near if e in foes and within_reach(field, token, e)]

    def legal(self) -> Sequence[orders.Strike | orders.Done]:
        at = self.field.at
        strikes = [orders.Strike(at(t), at(e)) for t, targets in self.strikers.items() for e in targets]
        return [*strikes, orders.Done()]

    def check(self, order: Order) -> None:
        if isinstance(order, orders.Done):
            return
        if not isinstance(order, orders.Strike):
            raise explain_timing(TIMES, order, "8.7", "Now give strike or done")
        fault = self._striker_fault(order) or self._target_fault(order)
        if fault is not None:
            raise fault

    def _striker_fault(self, order: orders.Strike) -> Illegal | None:
        field, token = self.field, self.field.own(order.at, self.side)
        if token is None:
            return Illegal("8.7", f"you have no unit in {order.at}")
        card = field.state.cards[token]
        if not card.foes:
            return Illegal("8.1", f"{field.called(token)} was not attacked in melee this turn")
        if card.struck:
            return Illegal("8.7", f"{field.called(token)} has already struck back")
        return None

    def _target_fault(self, order: orders.Strike) -> Illegal | None:
        field, token = self.field, self.field.state.occupants[order.at]
        enemy = field.enemy(order.target, self.side)
        if enemy is None:
            return Illegal("8.7", f"there is no enemy in {order.target}")
        fault = melee_fault(field, token, enemy)
        if fault is not None:
            return Illegal("8.7.1", fault.reason) if fault.rule in ("8.3.1", "8.3.3") else fault
        if enemy not in self._targets(token):
            return Illegal("8.7", f"{field.called(enemy)} did not attack {field.called(token)}")
        return None
