"""Who judges each position by what was learnt: of the turns that he might play, he takes the first step of
the one after which he stands best, and the rest when he sees what came of it.

A turn is played out in thought step by step: units move, the leader, an event. After each step a few of the
positions that look best are followed farther (a beam), until for some steps none was better than all before.
A card that would be turned up on the way stays hidden in thought.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Final, NamedTuple

from modules.engine.orders import Order
from modules.hastings_pulsipher import orders
from modules.hastings_pulsipher.field import Battle
from modules.hastings_pulsipher.movement import MoveOptions
from modules.hastings_pulsipher.player.estimate import Eyes
from modules.hastings_pulsipher.player.foreseeing import chosen, played
from modules.hastings_pulsipher.player.inputs import Numbers, Sight, names
from modules.hastings_pulsipher.player.network import Around, Network, network
from modules.hastings_pulsipher.player.outlook import Outlook
from modules.hastings_pulsipher.state import OFF_BOARD
from modules.hastings_pulsipher.walking import Walk, reach

LEAST: Final = 0.0001
"""What a turn must win at least, of the logarithm of the odds."""

EFFECTS: Final = {"reinforcement": "reinforce", "event_unit": "heal", "event_sector": ""}
"""Decisions about an event, with what it does; a sector is chosen for a ruse or to stand firm, or for a
leader who shows himself."""

_DONE: Final[Order] = orders.Done()


@lru_cache(maxsize=16)
def learnt(battle: Battle, side: str, what: str = "") -> Network | None:
    """What a side goes by in a battle; None where nothing was learnt of it, or of other columns, sectors or
    events than it has. `what`: for a part of the game, `-setup`."""
    net = network(f"{battle.scenario.scenario}-{side}{what}")
    return net if net is not None and list(net.inputs) == names(battle) else None


class Beam(NamedTuple):
    """How far a turn is thought through: so many positions are followed at once, and so many steps may gain
    nothing."""

    width: int
    patience: int


BEAM: Final = Beam(4, 1)
BEAM_OF_FEW: Final = Beam(8, 2)
"""In a battle of two sectors, where a turn has fewer steps: worth a point and a half of a hundred there."""

FEW: Final = 2
"""Sectors of a battle in which a turn is thought through farther."""


def best_step(field: Eyes, side: str, net: Network) -> Order:
    """The first step of the turn after which a side stands best; done, if it stands best as it is."""
    best, found = worth_of(field, side, net) + LEAST, _DONE
    thoughts, seen, vain = [Thought(field, side, net)], {_position(field, side)}, 0
    width, patience = BEAM_OF_FEW if len(field.board.sectors) == FEW else BEAM
    while thoughts and vain < patience:
        steps = sorted((step for each in thoughts for step in each.steps()), key=lambda step: -step.worth)
        thoughts, vain = [], vain + 1
        for step in steps:
            after = step.after()
            if (position := _position(after, side)) in seen:
                continue
            seen.add(position)
            if step.worth > best:
                best, found, vain = step.worth, step.first, 0
            thoughts.append(Thought(after, side, net, step.first))
            if len(thoughts) == width:
                break
    return found


class Step(NamedTuple):
    """A step in thought: what the position after it is worth, the order with which the turn began, and the
    field after it."""

    worth: float
    first: Order
    after: Callable[[], Eyes]


class Thought:
    """A position in thought, in the middle of a side's turn that began with the order `first`, if any."""

    def __init__(self, field: Eyes, side: str, net: Network, first: Order | None = None) -> None:
        self.field, self.side, self.net, self.first = field, side, net, first
        self._known = _known(_surroundings(field, side), net)

    def steps(self) -> Iterator[Step]:
        """What may be done next."""
        options = MoveOptions(self.field, self.side)
        yield from self._moves(Outlook(self.field, self.side), options)
        yield from self._events(options)

    def _moves(self, look: Outlook, options: MoveOptions) -> Iterator[Step]:
        inputs, at = Numbers(look), dict(look.mine)
        now, near = inputs.now, Around(self.net, inputs.of(inputs.now))
        for token in options.movable:
            here = at[token]
            for walk in reach(look.field, token):
                if walk.flees or walk.at == here:
                    continue
                at[token] = walk.at
                crossed = now.crossed | {token} if walk.crossed else now.crossed
                worth = self._worth(inputs, near, Sight(at, crossed, now.leader))
                yield Step(
                    worth, self.first or orders.Move(here, walk.path), partial(self._moved, token, walk)
                )
            at[token] = here
        for station in options.stations():
            worth = self._worth(inputs, near, now._replace(leader=station.sector))
            yield Step(worth, self.first or station, partial(self._led, station.sector))

    def _worth(self, inputs: Numbers, near: Around, sight: Sight) -> float:
        """Each position is judged once."""
        key = (*sight.at.values(), sight.crossed, sight.leader)
        if key not in self._known:
            self._known[key] = near.worth(inputs.of(sight))
        return self._known[key]

    def _moved(self, token: str, walk: Walk) -> Eyes:
        field = self.field.like()
        crossed = walk.crossed or field.state.cards[token].crossed
        field.state.put(token, at=walk.at, moved=True, crossed=crossed)
        field.state.effects = tuple(
            replace(e, serves=e.serves - 1) if e in walk.transfers else e for e in field.state.effects
        )
        return field

    def _led(self, sector: str) -> Eyes:
        field = self.field.like()
        field.state.leaders[self.side], field.state.led = sector, True
        return field

    def _events(self, options: MoveOptions) -> Iterator[Step]:
        for event in options.events():
            for field in played(self.field, self.side, event.card):
                worth = worth_of(field, self.side, self.net)
                yield Step(worth, self.first or event, partial(_same, field))


def _same(field: Eyes) -> Eyes:
    return field


@lru_cache(maxsize=64)
def _known(_surroundings: Hashable, _net: Network) -> dict[Hashable, float]:
    """What positions with the same surroundings were worth that were judged before."""
    return {}


def _surroundings(field: Eyes, side: str) -> Hashable:
    """All that counts but where a side's cards and its leader are."""
    state, enemy = field.state, field.battle.enemy(side)
    cards = (
        (c.at in OFF_BOARD if field.side(t) == side else c.at, c.face_up, c.wounds)
        for t, c in state.cards.items()
    )
    hands, lost = (state.hands[side], len(state.hands[enemy]), len(state.pile)), (*state.broken.values(),)
    told = state.turn, state.played, state.effects, state.penalty, state.leaders[enemy]
    return (field.battle, side, *told, *hands, *lost, frozenset(state.known.items()), *cards)


def _position(field: Eyes, side: str) -> Hashable:
    """What makes a position in a side's turn another than before."""
    state = field.state
    return (*state.cards.values(), state.leaders[side], state.effects, state.hands[side])


def best_choice(field: Eyes, side: str, kind: str, choices: Sequence[Order], net: Network) -> Order:
    """What is best chosen for an event."""
    of_sector = "ruse" if side == field.battle.first else "steady"

    def worth(order: Order) -> float:
        effect = EFFECTS[kind] or ("show" if isinstance(order, orders.Station) else of_sector)
        return worth_of(chosen(field, side, effect, order), side, net)

    return max(choices, key=worth)


def worth_of(field: Eyes, side: str, net: Network) -> float:
    """What a field is worth to a side."""
    inputs = Numbers(Outlook(field, side))
    return net.worth(inputs.of(inputs.now))
