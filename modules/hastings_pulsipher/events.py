"""Events (7.0): who may play which card when, what it does, and the card that is drawn for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import pairwise

from modules.definition.formats.cards import Choice
from modules.engine.decisions import Asks, pick
from modules.engine.errors import Illegal
from modules.engine.requests import Reveal, Tell
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.field import EVENTS, Field
from modules.hastings_pulsipher.hidden_information import deal, forget, learn, turn_up
from modules.hastings_pulsipher.state import Effect

LASTS_ONE_TURN = frozenset({"transfer", "storm", "show", "charge"})
"""Effects that end with the turn in which they are played; the others last until the player's next turn."""


# --- what may be played ----------------------------------------------------------------------------------


def playable(field: Field, side: str) -> list[str]:
    """The events that a side may play now, as far as the state knows its hand."""
    return [card for card in field.battle.deck.cards if play_fault(field, side, card) is None]


def play_fault(field: Field, side: str, name: str) -> Illegal | None:
    """Why an event may not be played."""
    card = field.battle.deck.cards.get(name)
    if card is None:
        return Illegal(
            "7.1", f"there is no event {name!r}; the events are {', '.join(field.battle.deck.cards)}"
        )
    if field.state.played:
        return Illegal("7.1", "one event per turn: you have already played yours")
    choice = field.battle.choice(card, side)
    if choice is None:
        return Illegal("7.1.2", f"{card.name} is of no use to your side")
    if not _may_hold(field, side, name, card.count):
        return Illegal("7.1", f"you do not hold {card.name}")
    if choice.not_first_turn is not None and field.state.turn == 1:
        return Illegal(choice.not_first_turn, f"{choice.name} may not be played in the first turn")
    return None


def idle(field: Field, side: str, effect: str) -> Tell | None:
    """What is told of an event that has nothing to do here; it may be played all the same."""
    return _WORKS[effect].idle(field, side)


def _may_hold(field: Field, side: str, name: str, count: int) -> bool:
    """True if the card is in the hand, or, where that is not known, may be."""
    known, hand = field.state.known, field.state.hands[side]
    if any(known.get(token) == name for token in hand):
        return True
    seen = sum(known.get(token) == name for token in field.battle.tokens[EVENTS])
    return seen < count and any(token not in known for token in hand)


# --- playing ---------------------------------------------------------------------------------------------


def play_event(field: Field, side: str, name: str) -> Asks[None]:
    """Plays an event from the hand and draws another (7.1)."""
    battle, state = field.battle, field.state
    token = yield from _from_hand(field, side, name)
    state.played = True
    if token is None:
        yield Tell(
            f"{battle.side_name(side)} do not hold {battle.deck.cards[name].name}: no event is played", "7.1"
        )
        return
    state.hands[side] = tuple(t for t in state.hands[side] if t != token)
    state.discard = (*state.discard, token)
    card = battle.deck.cards[name]
    choice = battle.choice(card, side)
    if choice is None:
        raise Illegal("7.1.2", f"{card.name} is of no use to {side}")
    yield Tell(f"{battle.side_name(side)} play {choice.name}", "7.1")
    nothing = idle(field, side, choice.effect)
    if nothing is None:
        yield from _WORKS[choice.effect].carry_out(field, side, choice)
    else:
        yield nothing
    yield from _draw(field, side)


def _from_hand(field: Field, side: str, name: str) -> Asks[str | None]:
    """The card of this name in the hand; who does not know the hand asks to be shown one."""
    known, hand = field.state.known, field.state.hands[side]
    held = next((t for t in hand if known.get(t) == name), None)
    unknown = tuple(t for t in hand if t not in known)
    if held is not None or not unknown:
        return held
    wanted = tuple(i for i, card in enumerate(field.battle.packs[EVENTS]) if card == name)
    called = field.battle.deck.cards[name].name
    label = f"{called} in the hand of the {field.battle.side_name(side)}"
    shown: Mapping[str, int] = yield Reveal(label, "7.1", unknown, 1, wanted)
    learn(field, shown)
    token = next(iter(shown))
    if field.state.known[token] == name:
        return token
    forget(field, token)
    return None


def _draw(field: Field, side: str) -> Asks[None]:
    """7.1: one card from the pile, while it lasts."""
    state = field.state
    if not state.pile:
        yield Tell("the event pile is empty: no card is drawn", "7.1 empty")
        return
    token, *rest = state.pile
    state.pile = tuple(rest)
    state.hands[side] = (*state.hands[side], token)
    yield from deal(field, side, f"{field.battle.side_name(side)}: an event card is drawn", "7.1", [token])


# --- what the events do ----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Work:
    """What an effect does, and what is told where it has nothing to do."""

    carry_out: Callable[[Field, str, Choice], Asks[None]]
    idle: Callable[[Field, str], Tell | None]


def _never(_field: Field, _side: str) -> Tell | None:
    return None


def _nothing(why: str, rule: str) -> Tell:
    return Tell(f"nothing comes of it: {why}", rule)


def _put_in_force(field: Field, side: str, choice: Choice, sectors: tuple[str, ...] = ()) -> None:
    effect = Effect(choice.effect, side, sectors, choice.limit or 1)
    field.state.effects = (*field.state.effects, effect)


def _lasting(field: Field, side: str, choice: Choice) -> Asks[None]:
    _put_in_force(field, side, choice)
    yield Tell(choice.text, "7.1")


def reinforcements(field: Field, side: str) -> list[orders.PlaceCard]:
    """6.9: the areas of the back row that are free, not next to an enemy and not in a broken sector."""
    squares = [
        square
        for square in field.board.home(side, 0)
        if square not in field.state.occupants
        and not field.enemies_beside(square, side)
        and not field.broken(side, field.board.sector(square))
    ]
    return [orders.PlaceCard(token, square) for token in field.reserve(side) for square in squares]


def _no_reinforcement(field: Field, side: str) -> Tell | None:
    if not field.reserve(side):
        return _nothing("no reinforcements are left", "6.9")
    if not reinforcements(field, side):
        return _nothing("no area of the back row is both free and clear of enemies", "6.9")
    return None


def _reinforce(field: Field, side: str, _choice: Choice) -> Asks[None]:
    ask = "place one of your reinforcements in your back row"
    order = yield from pick(side, "reinforcement", ask, "6.9", reinforcements(field, side))
    field.state.put(order.card, at=order.at)
    yield Tell(f"a reinforcement appears in {order.at}", "6.9")
    yield from turn_up(field)


def _transfer(field: Field, side: str, choice: Choice) -> Asks[None]:
    pairs = [orders.Between(one, other) for one, other in pairwise(field.board.sectors)]
    ask = "between which sectors may units transfer?"
    order = yield from pick(side, "event_between", ask, "6.5 B", pairs)
    _put_in_force(field, side, choice, (order.one, order.other))
    names = (field.battle.sector_name(s) for s in (order.one, order.other))
    yield Tell(f"units may transfer between {' and '.join(names)}", "6.5 B")


def _wounded(field: Field, side: str) -> list[orders.Heal]:
    return [orders.Heal(field.at(t)) for t in field.on_board(side) if field.state.cards[t].wounds]


def _nobody_wounded(field: Field, side: str) -> Tell | None:
    return None if _wounded(field, side) else _nothing("no unit is wounded", "7.1.3 wounds")


def _heal(field: Field, side: str, _choice: Choice) -> Asks[None]:
    ask = "which unit recovers from its wounds?"
    order = yield from pick(side, "event_unit", ask, "7.1.3 wounds", _wounded(field, side))
    token = field.state.occupants[order.at]
    field.state.put(token, wounds=0)
    yield Tell(f"{field.called(token)} recovers from its wounds", "7.1.3 wounds")


def _nobody_dry(field: Field, side: str) -> Tell | None:
    dry = field.effect("dry", field.battle.enemy(side))
    return None if dry else _nothing("the archers have arrows", "4.2 resupply")


def _resupply(field: Field, side: str, choice: Choice) -> Asks[None]:
    other = field.battle.enemy(side)
    field.state.effects = tuple(e for e in field.state.effects if (e.word, e.side) != ("dry", other))
    yield Tell(choice.text, "4.2 resupply")


def _steady(field: Field, side: str, choice: Choice) -> Asks[None]:
    sectors = [orders.Sector(s) for s in field.board.sectors if field.in_sector(side, s)]
    order = yield from pick(side, "event_sector", "which sector stands firm?", "4.2 steady", sectors)
    _put_in_force(field, side, choice, (order.sector,))
    yield Tell(f"the {field.battle.sector_name(order.sector)} fights as in a shield wall", "4.2 steady")


def _nobody_stands(field: Field, side: str) -> Tell | None:
    return None if next(field.on_board(side), None) else _nothing("no unit is on the board", "4.2 steady")


def _nobody_shows(field: Field, side: str) -> Tell | None:
    name = field.battle.leader_name(side)
    return _nothing(f"{name} is dead", "4.2 shown") if field.leader_dead(side) else None


def _show(field: Field, side: str, choice: Choice) -> Asks[None]:
    name = field.battle.leader_name(side)
    sectors = [orders.Station(s) for s in field.board.sectors]
    order = yield from pick(
        side, "event_sector", f"in which sector does {name} show his face?", "4.2 shown", sectors
    )
    field.state.leaders[side] = order.sector
    _put_in_force(field, side, choice)
    words = f"{name} shows his face in the {field.battle.sector_name(order.sector)}"
    yield Tell(words, "4.2 shown", (field.battle.leaders[side],))


# --- the ruse --------------------------------------------------------------------------------------------


def front_line(field: Field, side: str, sector: str) -> list[str]:
    """The foremost unit of a side in each column of a sector, from left to right."""
    columns: dict[str, str] = {}
    for token in field.in_sector(side, sector):
        square = field.at(token)
        best = columns.get(square[0])
        if best is None or field.board.rows_ahead(field.at(best), square, side) > 0:
            columns[square[0]] = token
    return [columns[column] for column in sorted(columns)]


def drawn_along(field: Field, token: str) -> list[str]:
    """The areas straight ahead through which the ruse may draw a unit: up to two, one if it is wounded, until
    a card or the edge stops it."""
    here, way = field.at(token), list[str]()
    for _ in range(min(field.battle.number("ruse_areas"), field.allowance(token))):
        here = field.board.square_ahead(here, field.side(token))
        if not here or here in field.state.occupants:
            break
        way.append(here)
    return way


def _ruse_sectors(field: Field, side: str) -> list[orders.Sector]:
    other = field.battle.enemy(side)
    return [
        orders.Sector(sector)
        for sector in field.board.sectors
        if any(drawn_along(field, token) for token in front_line(field, other, sector))
    ]


def _nobody_drawn(field: Field, side: str) -> Tell | None:
    if _ruse_sectors(field, side):
        return None
    return _nothing("no enemy front-line unit has a free area in front of it", "7.1.3 ruse")


def _ruse(field: Field, side: str, _choice: Choice) -> Asks[None]:
    ask = "in which sector are the enemy units drawn forward?"
    order = yield from pick(side, "event_sector", ask, "7.1.3 ruse", _ruse_sectors(field, side))
    other = field.battle.enemy(side)
    for token in front_line(field, other, order.sector):
        for to in (yield from _drawn(field, side, token)):
            yield Tell(f"{field.called(token)} is drawn forward to {to}", "7.1.3 ruse")
            field.state.put(token, at=to)
            yield from turn_up(field)


def _drawn(field: Field, side: str, token: str) -> Asks[tuple[str, ...]]:
    """7.1.3: how far is the choice of who plays the ruse (ruling ruse_moves)."""
    here, way = field.at(token), tuple(drawn_along(field, token))
    if not way:
        return ()
    ask = f"how far is {field.called(token)} drawn forward?"
    ways = [orders.Move(here, way[:areas]) for areas in range(len(way), 0, -1)]
    order = yield from pick(side, "event_ruse", ask, "7.1.3 ruse", ways)
    return order.path


_WORKS: dict[str, Work] = {
    "reinforce": Work(_reinforce, _no_reinforcement),
    "transfer": Work(_transfer, _never),
    "heal": Work(_heal, _nobody_wounded),
    "resupply": Work(_resupply, _nobody_dry),
    "ruse": Work(_ruse, _nobody_drawn),
    "steady": Work(_steady, _nobody_stands),
    "show": Work(_show, _nobody_shows),
    **dict.fromkeys(("dry", "storm", "panic", "halt", "hold", "fury", "charge"), Work(_lasting, _never)),
}
