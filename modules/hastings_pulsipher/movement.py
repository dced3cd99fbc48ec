"""Movement and events (5.3): units one after the other (6.5.1), the leader, one event or none (7.1.1), in any
order."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from modules.amounts import count_noun
from modules.engine.decisions import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.listed_orders import Actor
from modules.engine.order_timing import explain_timing
from modules.engine.orders import Order
from modules.engine.requests import Chance, ListedOptions, Options, Reached, Tell
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.events import play_event, play_fault, playable
from modules.hastings_pulsipher.field import Field, is_cavalry
from modules.hastings_pulsipher.hidden_information import show, turn_up
from modules.hastings_pulsipher.state import LOST
from modules.hastings_pulsipher.timing import TIMES
from modules.hastings_pulsipher.walking import Walk, reach, shortest_way, walk_path


def movement_phase(field: Field, side: str) -> Asks[None]:
    """All that a player does before combat (6.10)."""
    ask = "move units and your leader, play an event, or `done`"
    while True:
        options = MoveOptions(field, side)
        order = yield from choose(side, "movement", ask, "6.1", options)
        if isinstance(order, orders.Move):
            yield from _move(field, order)
        elif isinstance(order, orders.Station):
            yield from _station(field, side, order.sector)
        elif isinstance(order, orders.Play):
            yield from play_event(field, side, order.card)
        else:
            break
    for token, card in field.state.cards.items():
        if card.moved or card.withdrawn:
            field.state.put(token, moved=False, withdrawn=False)


def _station(field: Field, side: str, sector: str) -> Asks[None]:
    field.state.leaders[side] = sector
    field.state.led = True
    words = f"{field.battle.leader_name(side)} goes to the {field.battle.sector_name(sector)}"
    yield Tell(words, "6.8", (field.battle.leaders[side],))


def _move(field: Field, order: orders.Move) -> Asks[None]:
    token = field.state.occupants[order.at]
    if len(order.path) > field.battle.number("move_foot") and not field.state.cards[token].face_up:
        # ruling shown_by_deed: who may go so far is seen before it goes
        yield from show(
            field,
            [token],
            f"the card in {order.at}, which moves {count_noun(len(order.path), 'area')}",
            "6.5.2",
        )
    field.state.put(token, moved=True)
    if len(order.path) > field.allowance(token):
        yield Tell(
            f"{field.called(token)} cannot move {count_noun(len(order.path), 'area')} and stays", "6.2"
        )
        return
    walk = walk_path(field, token, order.path)
    if isinstance(walk, Illegal):
        raise walk
    yield Tell(f"{field.called(token)} moves {'-'.join((order.at, *order.path))}", "6.1")
    _use_transfers(field, walk)
    for to in walk.path:
        yield from _step(field, token, to)
    if walk.flees:
        field.state.lose(token)
        yield Tell(f"the unit in {walk.at} flees from its broken sector", "8.11.3")
        return
    field.state.put(token, crossed=walk.crossed)
    yield from _confront(field, token)


def _use_transfers(field: Field, walk: Walk) -> None:
    field.state.effects = tuple(
        replace(e, serves=e.serves - 1) if e in walk.transfers else e for e in field.state.effects
    )


def _step(field: Field, token: str, to: str) -> Asks[None]:
    """One area farther, and who comes into sight is turned up. It does not lie where it passes a friend."""
    if field.state.occupants.get(to) in (None, token):
        field.state.put(token, at=to)
        yield from turn_up(field)
        return
    near = any(field.enemy(square, field.side(token)) for square in field.battle.near[to])
    if near and not field.state.cards[token].face_up:
        yield from show(field, [token], f"a card that passes {to}, near the enemy", "6.5.2")


def _confront(field: Field, token: str) -> Asks[None]:
    """6.7: cavalry to whose front a unit has come may fall back, now or not at all."""
    side = field.side(token)
    other = field.battle.enemy(side)
    foe = field.facing(field.at(token), side)
    if foe is None or not is_cavalry(field.counter(foe)) or field.state.cards[foe].withdrawn:
        return
    here = field.at(foe)
    back = field.board.square_ahead(here, other, -1)
    if not back or back in field.state.occupants or field.board.uphill(here, back):
        return
    ask = f"{field.called(token)} comes into contact with {field.called(foe)}: withdraw to {back}, or stand?"
    choices = [orders.Withdraw(here), orders.Stand(here)]
    order = yield from choose(other, "cavalry_retreat", ask, "6.7", ListedOptions(choices, "6.7"))
    if isinstance(order, orders.Withdraw):
        yield Tell(f"{field.called(foe)} falls back to {back}", "6.7", (field.state.known[foe],))
        field.state.put(foe, at=back, withdrawn=True)
        yield from turn_up(field)


MoveOrder = orders.Move | orders.Station | orders.Play | orders.Done


class MoveOptions(Options[MoveOrder]):
    """What a player may do before combat. `movable`: his units that have not moved."""

    def __init__(self, field: Field, side: str) -> None:
        self.field, self.side = field, side
        self.halted = field.effect("halt", field.battle.enemy(side)) is not None
        cards = field.state.cards
        self.movable = [] if self.halted else [t for t in field.on_board(side) if not cards[t].moved]

    def legal(self) -> Sequence[MoveOrder]:
        moves = [move for token in self.movable for move in self.moves_of(token)]
        return [*moves, *self.stations(), *self.events(), orders.Done()]

    def sample(self, chance: Chance) -> MoveOrder:
        lists: list[Sequence[MoveOrder]] = [self.stations(), self.events(), [orders.Done()]]
        choice = chance.below(len(self.movable) + len(lists))
        found: Sequence[MoveOrder]
        if choice < len(self.movable):
            found = self.moves_of(self.movable[choice])
        else:
            found = lists[choice - len(self.movable)]
        return found[chance.below(len(found))] if found else orders.Done()

    def moves_of(self, token: str) -> list[orders.Move]:
        """One order for each area that a unit can move to."""
        return [orders.Move(walk.start, walk.path) for walk in reach(self.field, token)]

    def stations(self) -> list[orders.Station]:
        """Where the leader may go."""
        sectors = self.field.board.sectors
        return [orders.Station(s) for s in sectors if self._station_fault(s) is None]

    def events(self) -> list[orders.Play]:
        """The events that may be played."""
        return [orders.Play(card) for card in playable(self.field, self.side)]

    # --- for a hand ----------------------------------------------------------------------------------

    def actors(self) -> Iterable[Actor]:
        """The units, and a leader who may still be stationed."""
        return [*super().actors(), *((self._leader, "") for _ in self.stations()[:1])]

    @property
    def _leader(self) -> str:
        return self.field.battle.leaders[self.side]

    def reach(self, mover: str) -> Sequence[Reached]:
        if mover == self._leader:
            return [Reached(order.sector, order) for order in self.stations()]
        return super().reach(mover)

    def spent_on(self, order: Order) -> tuple[str, str]:
        if not isinstance(order, orders.Move):
            return "", ""
        gone, allowance = len(order.path), self.field.allowance(self.field.state.occupants[order.at])
        return str(gone), str(max(0, allowance - gone))

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        if mover == self._leader:
            return self._station_fault(place)
        field = self.field
        if not {mover, place} <= field.board.neighbours.keys():
            return None
        fault = self._unit_fault(orders.Move(mover, (place,)))
        token = field.state.occupants.get(mover)
        if fault is not None or token is None:
            return fault
        if any(walk.at == place for walk in reach(field, token)):
            return None
        return self._path_fault(orders.Move(mover, shortest_way(field, mover, place)))

    # --- checking ------------------------------------------------------------------------------------

    def check(self, order: Order) -> None:
        fault: Illegal | None = None
        if isinstance(order, orders.Move):
            fault = self._unit_fault(order) or self._path_fault(order)
        elif isinstance(order, orders.Station):
            fault = self._station_fault(order.sector)
        elif isinstance(order, orders.Play):
            fault = play_fault(self.field, self.side, order.card)
        elif not isinstance(order, orders.Done):
            fault = explain_timing(TIMES, order, "5.3", "Before combat give move, station, play or done")
        if fault is not None:
            raise fault

    def _unit_fault(self, order: orders.Move) -> Illegal | None:
        token = self.field.own(order.at, self.side)
        if token is None:
            return Illegal("6.1", f"you have no unit in {order.at}")
        if self.halted:
            return Illegal("7.1.3", "No Movement is in force: your units may not move this turn")
        if self.field.state.cards[token].moved:
            return Illegal("6.1", f"{self.field.called(token)} has already moved this turn")
        return None

    def _path_fault(self, order: orders.Move) -> Illegal | None:
        field, token = self.field, self.field.state.occupants[order.at]
        allowance, wounds = field.allowance(token), field.state.cards[token].wounds
        if len(order.path) > allowance:
            rule, why = ("8.6.3", "wounded, it may move") if wounds else ("6.2", "it may move")
            return Illegal(
                rule, f"{field.called(token)}: {why} {count_noun(allowance, 'area')}, not {len(order.path)}"
            )
        walk = walk_path(field, token, order.path)
        return walk if isinstance(walk, Illegal) else None

    def _station_fault(self, sector: str) -> Illegal | None:
        here, name = self.field.state.leaders[self.side], self.field.battle.leader_name(self.side)
        if here == LOST:
            return Illegal("6.8", f"{name} is dead")
        if self.field.state.led:
            return Illegal("6.8", f"{name} has already moved this turn")
        if sector not in self.field.board.sectors:
            return Illegal("6.8", f"{sector} is not a sector: a leader is placed in a sector, not in an area")
        if sector not in self.field.board.adjacent_sectors(here):
            return Illegal("6.8", f"{name} is in the {here}: the {sector} is not adjacent to it")
        return None
