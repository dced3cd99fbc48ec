"""Combat (8.1 to 8.6): the moving player's attacks, one die each, in the order that he likes."""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.decisions import Asks, choose, pass_over, roll
from modules.engine.errors import Illegal
from modules.engine.order_timing import explain_timing
from modules.engine.orders import Order
from modules.engine.requests import ListedOptions, Options, Tell
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.attack_results import Blow, both, endanger, melee, said
from modules.hastings_pulsipher.field import Field, is_archer
from modules.hastings_pulsipher.hidden_information import show, turn_up
from modules.hastings_pulsipher.timing import TIMES
from modules.hastings_pulsipher.to_hit import (
    in_wall,
    is_shooting,
    melee_targets,
    seems_to_shoot,
    shot_fault,
    shots,
    within_reach,
)


def combat_phase(field: Field, side: str) -> Asks[None]:
    """Attacks until `done`; nobody is asked where, as far as anybody can see, there is nothing to attack."""
    while True:
        options, ask = AttackOptions(field, side), "attack, shoot, or `done`"
        if not options.fighters and not seems_to_shoot(field, side):
            late = AttackOptions(field.copy(), side)
            yield from pass_over(side, "attacks", ask, "8.1", late, (orders.Attack, orders.Fire))
            break
        order = yield from choose(side, "attacks", ask, "8.1", options)
        if isinstance(order, orders.Done):
            break
        if isinstance(order, orders.Attack):
            yield from _attack(field, order)
        else:
            yield from _fire(field, order)
    for token, card in field.state.cards.items():
        if card.crossed or card.fought:
            field.state.put(token, crossed=False, fought=False)


# --- carrying out ----------------------------------------------------------------------------------------


def _attack(field: Field, order: orders.Attack) -> Asks[None]:
    attacker = field.state.occupants[order.at]
    yield from _exchange(field, attacker, order.target)
    target = field.state.occupants[order.target]
    field.state.put(attacker, fought=True)
    card = field.state.cards[target]
    field.state.put(target, foes=(*card.foes, attacker))
    blows = [Blow.of(field, "melee", attacker, target)]
    if field.facing(order.target, field.side(target)) == attacker and in_wall(field, target):
        # 8.8: at the same time, and it has struck back with that
        blows.append(Blow.of(field, "shield wall", target, attacker))
        field.state.put(target, struck=True)
    yield from melee(field, blows, "8.4")


def _exchange(field: Field, attacker: str, square: str) -> Asks[None]:
    """6.6: archers may change places with the unit behind them before the die is rolled."""
    archers = field.state.occupants[square]
    side = field.side(archers)
    behind = field.own(field.board.square_ahead(square, side, -1), side)
    if behind is None or not is_archer(field.counter(archers)):
        return
    ask = f"{field.called(attacker)} attacks {field.called(archers)}: swap with {field.called(behind)}?"
    choices = [orders.Withdraw(square), orders.Stand(square)]
    order = yield from choose(side, "archers_exchange", ask, "6.6", ListedOptions(choices, "6.6"))
    if isinstance(order, orders.Withdraw):
        yield Tell(f"{field.called(archers)} change places with {field.called(behind)}", "6.6")
        field.swap(archers, behind)
        yield from turn_up(field)


def _fire(field: Field, order: orders.Fire) -> Asks[None]:
    shooter, target = field.state.occupants[order.at], field.state.occupants[order.target]
    if not field.state.cards[shooter].face_up:
        # ruling shown_by_deed: who shoots is seen to be an archer
        yield from show(field, [shooter], f"the card in {order.at}, which shoots", "6.5.2")
    field.state.put(shooter, fought=True)
    if not is_archer(field.counter(shooter)):
        yield Tell(f"{field.called(shooter)} has no bows and does not shoot", "8.6.1")
        return
    blow = Blow.of(field, "archery", shooter, target, archery=True)
    (value,) = yield from roll(blow.side, "8.6.1", [blow.label], field.battle.die)
    hit = value >= blow.reckoning.needs
    yield Tell(said(blow, value, "a wound" if hit else "a miss"), "8.6.1", both(field, blow))
    if hit:
        field.state.put(target, wounds=field.state.cards[target].wounds + 1)
    if _draws_blood(field, blow.side):
        yield from endanger(field, blow, value)


def _draws_blood(field: Field, side: str) -> bool:
    """8.6.4: archery endangers a leader only once so many units of its side have attacked in melee."""
    fought = sum(field.side(token) == side for token in field.state.melee)
    return fought >= field.battle.number("king_at_risk_after")


# --- what may be done ------------------------------------------------------------------------------------


AttackOrder = orders.Attack | orders.Fire | orders.Done


class AttackOptions(Options[AttackOrder]):
    """The attacks of one side at one moment. `ready`: its units that may attack; `fighters`: those of them
    that have an enemy to fight; `bound`: those that must, for he stands in front (8.2)."""

    def __init__(self, field: Field, side: str) -> None:
        self.field, self.side = field, side
        cards = field.state.cards
        self.ready = [t for t in field.on_board(side) if not (cards[t].fought or cards[t].crossed)]
        self.fighters = {t: targets for t in self.ready if (targets := melee_targets(field, t))}
        self.bound = [t for t in self.fighters if field.facing(field.at(t), side) is not None]

    def legal(self) -> Sequence[AttackOrder]:
        at = self.field.at
        found: list[AttackOrder] = [
            orders.Attack(at(t), at(e)) for t, targets in self.fighters.items() for e in targets
        ]
        archers = [t for t in self.ready if self.field.may_be(t, is_archer)]
        found += [orders.Fire(at(t), at(e)) for t in archers for e in shots(self.field, t)]
        return found if self.bound else [*found, orders.Done()]

    def find_forced(self) -> AttackOrder | None:
        """The one attack that a unit owes."""
        orders = self.legal() if self.bound else ()
        return orders[0] if len(orders) == 1 else None

    def check(self, order: Order) -> None:
        fault: Illegal | None = None
        if isinstance(order, orders.Done):
            fault = self._done_fault()
        elif isinstance(order, orders.Attack):
            fault = self._unit_fault(order) or self._melee_fault(order)
        elif isinstance(order, orders.Fire):
            fault = self._unit_fault(order) or self._fire_fault(order)
        else:
            fault = explain_timing(TIMES, order, "8.1", "In combat give attack, fire or done")
        if fault is not None:
            raise fault

    def _done_fault(self) -> Illegal | None:
        if not self.bound:
            return None
        field, token = self.field, self.bound[0]
        foe = field.facing(field.at(token), self.side)
        in_front = field.called(foe) if foe is not None else ""
        return Illegal("8.2", f"{field.called(token)} must attack {in_front}, directly in front of it")

    def _unit_fault(self, order: orders.Attack | orders.Fire) -> Illegal | None:
        field, token = self.field, self.field.own(order.at, self.side)
        if token is None:
            return Illegal("8.1", f"you have no unit in {order.at}")
        card = field.state.cards[token]
        if card.fought:
            return Illegal("8.1", f"{field.called(token)} has already attacked this turn")
        if card.crossed:
            return Illegal("6.5 A", f"{field.called(token)} has changed sector and may not attack this turn")
        if field.enemy(order.target, self.side) is None:
            return Illegal("8.1", f"there is no enemy in {order.target}")
        return None

    def _melee_fault(self, order: orders.Attack) -> Illegal | None:
        field = self.field
        token, enemy = field.state.occupants[order.at], field.state.occupants[order.target]
        return melee_fault(field, token, enemy)

    def _fire_fault(self, order: orders.Fire) -> Illegal | None:
        field = self.field
        token, enemy = field.state.occupants[order.at], field.state.occupants[order.target]
        called = field.called(token)
        if not field.may_be(token, is_archer):
            return Illegal("8.6.1", f"{called} has no bows")
        near = field.enemies_beside(order.at, self.side)
        if near:
            return Illegal("8.6.5", f"{called} is next to {field.called(near[0])} and may not shoot")
        if not is_shooting(field, token):
            return Illegal("8.6.1 arrows", f"{called} has no arrows this turn")
        fault = shot_fault(field, token, enemy)
        return None if fault is None else Illegal(*fault)


def melee_fault(field: Field, token: str, enemy: str) -> Illegal | None:
    """Why a unit may not attack an enemy hand to hand (8.2, 8.3)."""
    here, there, side = field.at(token), field.at(enemy), field.side(token)
    called = field.called(token)
    if there not in field.board.neighbours[here]:
        return Illegal("8.2", f"{called} is not next to {there}")
    front = field.facing(here, side)
    if front == enemy:
        return None
    if front is not None:
        behind = there == field.board.square_ahead(here, side, -1)
        rule = "8.3.3" if behind else "8.3.1"
        return Illegal(rule, f"{called} must attack {field.called(front)}, directly in front of it")
    if not within_reach(field, token, enemy):
        sector = field.battle.sector_name(field.board.sector(here))
        return Illegal("8.3.2", f"{field.called(enemy)} is in another sector and unbroken in the {sector}")
    return None
