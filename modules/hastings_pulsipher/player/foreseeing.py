"""What an event would bring: the field after each way to play it. Between which sectors a Transfer would hold
(6.5 B) is chosen later: in thought it lets nobody pass, but where there are only two.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from modules.engine.orders import Order
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.events import drawn_along, front_line, idle, reinforcements
from modules.hastings_pulsipher.field import Field
from modules.hastings_pulsipher.player.estimate import Eyes
from modules.hastings_pulsipher.state import Effect

Kind = tuple[object, ...]


def kind_of(field: Field, token: str) -> Kind:
    """Cards of which this is the same are as good as each other."""
    counter = field.counter(token)
    return counter.kind, counter.mounted, *sorted(counter.front.items())


def played(field: Eyes, side: str, card: str) -> Iterator[Eyes]:
    """The field after each way to play an event; what is drawn for it is not known."""
    choice = field.battle.choice(field.battle.deck.cards[card], side)
    if choice is None:
        return
    after = field.like()
    state, known = after.state, after.state.known
    token = next(t for t in state.hands[side] if known.get(t) == card)
    state.played = True
    state.hands[side] = tuple(t for t in state.hands[side] if t != token)
    if idle(after, side, choice.effect) is not None:
        yield after
        return
    for way in _ways(after, side, choice.effect):
        yield chosen(after, side, choice.effect, way, choice.limit or 1)


def _ways(field: Field, side: str, effect: str) -> Sequence[Order | None]:
    """What is chosen for an event, of cards that are alike only one."""
    sectors = field.board.sectors
    if effect == "reinforce":
        places = reinforcements(field, side)
        return list({(kind_of(field, each.card), each.at): each for each in places}.values())
    if effect == "heal":
        return [orders.Heal(field.at(t)) for t in field.on_board(side) if field.state.cards[t].wounds]
    if effect == "steady":
        return [orders.Sector(s) for s in sectors if field.in_sector(side, s)]
    if effect == "show":
        return [orders.Station(s) for s in sectors]
    if effect == "ruse":
        return [orders.Sector(s) for s in sectors if any(_drawn(field, side, s))]
    pairs = [orders.Between(*pair) for pair in pairwise(sectors)]
    return pairs if effect == "transfer" and len(pairs) == 1 else [None]


def _drawn(field: Field, side: str, sector: str) -> Iterator[tuple[str, str]]:
    """Whom a ruse draws forward in a sector, each as far as he goes, and to where."""
    for token in front_line(field, field.battle.enemy(side), sector):
        if way := drawn_along(field, token):
            yield token, way[-1]


def chosen(field: Eyes, side: str, effect: str, order: Order | None, serves: int = 1) -> Eyes:
    """The field after what is chosen for an event. `serves`: how many units it serves that stays in force."""
    after = field.like()
    state = after.state
    match order:
        case orders.PlaceCard():
            state.put(order.card, at=order.at)
        case orders.Heal():
            state.put(state.occupants[order.at], wounds=0)
        case orders.Sector() if effect == "ruse":
            for token, to in list(_drawn(after, side, order.sector)):
                state.put(token, at=to)
        case _ if effect == "resupply":
            other = field.battle.enemy(side)
            state.effects = tuple(e for e in state.effects if (e.word, e.side) != ("dry", other))
        case _:
            state.effects = (*state.effects, Effect(effect, side, _where(order), serves))
            if isinstance(order, orders.Station):
                state.leaders[side] = order.sector
    return after


def _where(order: Order | None) -> tuple[str, ...]:
    """The sectors where an event is in force, as far as they are chosen."""
    match order:
        case orders.Sector():
            return (order.sector,)
        case orders.Between():
            return order.one, order.other
    return ()
