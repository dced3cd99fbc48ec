"""Set-up: events are dealt (3.3), packs shuffled (3.4), cards laid out (3.5), leaders placed (3.6, 3.7)."""

from __future__ import annotations

from collections.abc import Sequence

from modules.engine.decisions import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.orders import Order
from modules.engine.requests import Chance, ListedOptions, Options, Tell
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.field import EVENTS, Field
from modules.hastings_pulsipher.hidden_information import deal, shuffle, turn_up


def deal_events(field: Field) -> Asks[None]:
    """3.3: the first player gets the first cards, the other the next; what is left is the pile."""
    battle, state = field.battle, field.state
    yield from shuffle(field, EVENTS, "event cards", "3.3")
    tokens, hand = battle.tokens[EVENTS], battle.deck.dealt
    for i, side in enumerate((battle.first, battle.enemy(battle.first))):
        state.hands[side] = tokens[i * hand : (i + 1) * hand]
        yield from deal(field, side, f"{battle.side_name(side)}: event cards", "3.3", state.hands[side])
    state.pile = tokens[2 * hand :]


def set_up(field: Field, side: str) -> Asks[None]:
    """3.4, 3.5: one side's cards, laid face down into its home rows."""
    battle = field.battle
    name, pack = battle.side_name(side), battle.letters[side]
    yield from shuffle(field, pack, f"{name}: unit cards", "3.4")
    yield from deal(field, side, f"{name}: unit cards", "3.4", battle.tokens[pack])
    while True:
        options = SetUpOptions(field, side)
        if not options.waiting:
            yield Tell(f"{name}: set-up complete", "3.5")
            return
        ask = "place a card, or `deploy` the rest in the order of the pack"
        order = yield from choose(side, "setup", ask, "3.5", options)
        if isinstance(order, orders.PlaceCard):
            field.state.put(order.card, at=order.at)
        else:
            for token, square in zip(options.waiting, options.free, strict=True):
                field.state.put(token, at=square)


def place_leader(field: Field, side: str) -> Asks[None]:
    """3.6: a leader's first sector; after the second leader the front rows are turned up (3.7)."""
    name = field.battle.leader_name(side)
    choices = [orders.Station(sector) for sector in field.board.sectors]
    order = yield from choose(
        side, "leader_setup", f"place {name} in a sector", "3.6", ListedOptions(choices, "3.6")
    )
    field.state.leaders[side] = order.sector
    yield Tell(
        f"{name} is in the {field.battle.sector_name(order.sector)}", "3.6", (field.battle.leaders[side],)
    )
    if side == field.battle.sides[-1]:
        yield from turn_up(field, "3.7")


class SetUpOptions(Options[orders.PlaceCard | orders.Deploy]):
    """Laying cards on free squares of the home rows; one that lies may be laid elsewhere while others wait.

    `waiting`: the cards that are left; `free`: the squares that are left, front row first, left to right.
    """

    def __init__(self, field: Field, side: str) -> None:
        self.field, self.side = field, side
        aside = field.battle.set_aside(side)
        self.cards = tuple(t for t in field.battle.tokens[field.battle.letters[side]] if t not in aside)
        self.waiting = [t for t in self.cards if t not in field.state.occupants.values()]
        rows = range(len(field.battle.board.board.homes[side].rows) - 1, -1, -1)
        home = [square for row in rows for square in field.board.home(side, row)]
        self.free = [square for square in home if square not in field.state.occupants]

    def legal(self) -> Sequence[orders.PlaceCard | orders.Deploy]:
        return [orders.Deploy(), *(orders.PlaceCard(t, s) for t in self.waiting for s in self.free)]

    def orders_by(self, actor: str) -> Sequence[Order]:
        """A card that lies may be laid elsewhere while others wait, which is not listed."""
        return [orders.PlaceCard(actor, square) for square in self.free if actor in self.cards]

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        return self.fault_of(orders.PlaceCard(mover, place))

    def sample(self, chance: Chance) -> orders.PlaceCard | orders.Deploy:
        token = self.waiting[chance.below(len(self.waiting))]
        return orders.PlaceCard(token, self.free[chance.below(len(self.free))])

    def check(self, order: Order) -> None:
        if isinstance(order, orders.Deploy):
            return
        if not isinstance(order, orders.PlaceCard):
            raise Illegal("3.5", f"`{order}` does not set up a card; give place or deploy")
        if order.card in self.field.battle.set_aside(self.side):
            raise Illegal("3.4", f"{order.card} is set aside as a reinforcement")
        if order.card not in self.cards:
            raise Illegal("3.5", f"{order.card} is not one of your unit cards")
        if order.at not in self.field.board.home(self.side):
            raise Illegal("3.5", f"{order.at} is not in your home rows")
        if order.at not in self.free:
            there = self.field.state.occupants[order.at]
            raise Illegal("3.5", f"{there} is in {order.at}: one card per area")
