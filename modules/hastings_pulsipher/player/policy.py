"""A simple, sensible player: good units in front, attacks where the exchange pays, sectors kept manned.

It serves demonstrations, soak tests and the balance table. It knows only what its side may know, decides one
thing at a time and remembers nothing, so that a game by policy replays like any other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from modules.engine.orders import Order
from modules.engine.requests import Chance, Choose, Options
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.combat import AttackOptions
from modules.hastings_pulsipher.events import idle
from modules.hastings_pulsipher.field import Field
from modules.hastings_pulsipher.movement import MoveOptions
from modules.hastings_pulsipher.player import judging, laying
from modules.hastings_pulsipher.player.estimate import STYLES, USUAL, Eyes, exchange, guess, shot, worth
from modules.hastings_pulsipher.player.marching import best_move
from modules.hastings_pulsipher.setup import SetUpOptions

EARLY = {"reinforce": 9, "heal": 7, "resupply": 6, "ruse": 8}
"""How eagerly events are played before anybody moves, by their effect."""

LATE = {
    "panic": 8,
    "halt": 7,
    "fury": 6,
    "charge": 5,
    "dry": 5,
    "steady": 4,
    "hold": 4,
    "storm": 3,
    "transfer": 1,
}
"""How eagerly events are played when all have moved; a transfer only for the card that is drawn for it."""


def advise(seen: Field, choice: Choose, chance: Chance, style: str = USUAL) -> Order:
    """An order for the decision that is due. `seen` is the side's own view, which is changed by guesses."""
    field = Eyes(seen.battle, seen.state, STYLES[style])
    guess(field, choice.side)
    options = choice.options
    if field.style.learnt and (order := _learnt(field, choice)) is not None:
        return order
    if isinstance(options, SetUpOptions):
        return laying.sensible(field, options)
    if isinstance(options, MoveOptions):
        return _move(field, options)
    if isinstance(options, AttackOptions):
        return _attack(field, options)
    picker = _PICKERS.get(choice.kind)
    return options.sample(chance) if picker is None else picker(field, choice.side, options)


def _learnt(field: Eyes, choice: Choose) -> Order | None:
    """What was learnt says of a decision; None of those of which it says nothing."""
    options, side, before = choice.options, choice.side, choice.kind in ("setup", "leader_setup")
    net = judging.learnt(field.battle, side, "-setup" if before else "")
    if net is None:
        return None
    if isinstance(options, SetUpOptions):
        return laying.best(field, options, net)
    if before:
        return laying.best_station(field, side, options, net)
    if isinstance(options, MoveOptions):
        return judging.best_step(field, side, net)
    if choice.kind in judging.EFFECTS:
        return judging.best_choice(field, side, choice.kind, options.legal(), net)
    return None


def _first_station(_field: Field, _side: str, options: Options[orders.Station]) -> Order:
    """In the middle, from where every sector is near."""
    stations = options.legal()
    return stations[len(stations) // 2]


# --- movement --------------------------------------------------------------------------------------------


def _move(field: Eyes, options: MoveOptions) -> Order:
    """Events that help movement, units from the front ranks to the rear, the leader, the other events."""
    event = _event(field, options, EARLY)
    if event is not None:
        return event
    ranks = sorted(options.movable, key=lambda t: (-_rank(field, t, options.side), t))
    for token in ranks:
        move = best_move(field, token)
        if move is not None:
            return move
    return _station(field, options) or _event(field, options, LATE) or orders.Done()


def _rank(field: Field, token: str, side: str) -> int:
    return field.board.rows_ahead(field.board.home(side, 0)[0], field.at(token), side)


def _station(field: Field, options: MoveOptions) -> Order | None:
    """Where most of his units fight, but not where they may soon be too few."""
    here = field.state.leaders[options.side]
    choices = [o.sector for o in options.stations()]
    if not choices:
        return None
    best = max(
        [here, *choices], key=lambda sector: (_need_of_leader(field, options.side, sector), sector == here)
    )
    return None if best == here else orders.Station(best)


def _need_of_leader(field: Field, side: str, sector: str) -> int:
    own = field.in_sector(side, sector)
    enemies = field.in_sector(field.battle.enemy(side), sector)
    fighting = sum(field.facing(field.at(t), side) is not None for t in own)
    return 3 * fighting + min(len(enemies), 2) - (20 if len(own) < 4 and len(enemies) > 1 else 0)


def _event(field: Field, options: MoveOptions, eager: dict[str, int]) -> Order | None:
    """The event that its player likes best, of those that are of use now."""
    deck = field.battle.deck.cards
    found: list[tuple[int, str]] = []
    for order in options.events():
        choice = field.battle.choice(deck[order.card], options.side)
        if choice is not None and choice.effect in eager and _of_use(field, options.side, choice.effect):
            found.append((eager[choice.effect], order.card))
    return orders.Play(max(found)[1]) if found else None


def _of_use(field: Field, side: str, effect: str) -> bool:
    """Events that have nothing to do are kept, those about fighting wait until there is some."""
    if idle(field, side, effect) is not None:
        return False
    if effect in ("fury", "charge", "steady", "hold", "panic", "halt"):
        return any(field.facing(field.at(t), side) is not None for t in field.on_board(side))
    return True


# --- combat ----------------------------------------------------------------------------------------------


def _attack(field: Eyes, options: AttackOptions) -> Order:
    """The blow that pays best first; what nobody must do only where it pays."""
    best: tuple[int, str, Order] | None = None
    for order in options.legal():
        value = _value(field, order, options)
        if value is not None and (best is None or (value, str(order)) > best[:2]):
            best = (value, str(order), order)
    return orders.Done() if best is None else best[2]


def _value(field: Eyes, order: Order, options: AttackOptions) -> int | None:
    """How well an attack pays; None for what is better left alone."""
    occupants = field.state.occupants
    if isinstance(order, orders.Fire):
        return shot(field, occupants[order.at], occupants[order.target]) or None
    if not isinstance(order, orders.Attack):
        return None
    token = occupants[order.at]
    target = occupants[order.target]
    gain = exchange(field, token, target) + field.near_its_end(target)
    return gain if token in options.bound or gain > field.style.least else None


def _strike(field: Field, _side: str, options: Options[orders.Strike | orders.Done]) -> Order:
    """Back at the most valuable enemy that may fall."""
    at = field.state.occupants
    strikes = [o for o in options.legal() if isinstance(o, orders.Strike)]
    return max(strikes, key=lambda o: (exchange(field, at[o.at], at[o.target], answered=False), str(o)))


# --- small choices ---------------------------------------------------------------------------------------


def _fall_back(field: Field, side: str, options: Options[orders.Withdraw | orders.Stand]) -> Order:
    """Cavalry falls back where the exchange would pay the enemy."""
    withdraw, stand = options.legal()
    cavalry = field.state.occupants[withdraw.at]
    foe = field.facing(withdraw.at, side)
    return withdraw if foe is not None and exchange(field, foe, cavalry) > 0 else stand


def _change_places(field: Field, side: str, options: Options[orders.Withdraw | orders.Stand]) -> Order:
    """Archers give way to a unit that stands better."""
    withdraw, stand = options.legal()
    behind = field.own(field.board.square_ahead(withdraw.at, side, -1), side)
    archers = field.state.occupants[withdraw.at]
    firm = behind is not None and _firmness(field, behind) > _firmness(field, archers)
    return withdraw if firm else stand


def _firmness(field: Field, token: str) -> int:
    return field.counter(token).front["defence"] - field.state.cards[token].wounds


def _reinforce(field: Field, side: str, options: Options[orders.PlaceCard]) -> Order:
    """The better card, into the sector with the fewest units."""

    def value(order: orders.PlaceCard) -> tuple[int, int, str]:
        few = len(field.in_sector(side, field.board.sector(order.at)))
        return worth(field, order.card), -few, order.at

    return max(options.legal(), key=value)


def _heal(field: Field, _side: str, options: Options[orders.Heal]) -> Order:
    """The unit with the most wounds."""
    at = field.state.occupants
    return max(
        options.legal(), key=lambda o: (field.state.cards[at[o.at]].wounds, worth(field, at[o.at]), o.at)
    )


def _sector(field: Field, side: str, options: Options[Any]) -> Order:
    """Where most of one's units face an enemy, or are near one."""

    def fighting(order: Any) -> tuple[int, int]:
        own = field.in_sector(side, order.sector)
        faced = sum(field.facing(field.at(t), side) is not None for t in own)
        return faced, len(own)

    choices: Sequence[Order] = options.legal()
    return max(choices, key=lambda o: (fighting(o), str(o)))


def _farthest(_field: Field, _side: str, options: Options[Order]) -> Order:
    """The enemy is drawn as far as he goes."""
    return options.legal()[0]


_PICKERS: dict[str, Callable[[Field, str, Options[Any]], Order]] = {
    "leader_setup": _first_station,
    "reinforcement": _reinforce,
    "event_unit": _heal,
    "event_sector": _sector,
    "event_ruse": _farthest,
    "cavalry_retreat": _fall_back,
    "archers_exchange": _change_places,
    "counterattacks": _strike,
}
