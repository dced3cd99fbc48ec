"""A position on hexes, as the rules see it: who stands where, and whose zone of control reaches which hex.

Changes are made by the phases of a game.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, Generic, Self, TypeVar

from modules.definition import Counter, Definition
from modules.definition.formats.scenarios import HexScenario
from modules.engine.hexes.board import board_of
from modules.engine.hexes.places import Places, Roll
from modules.engine.hexes.state import HexState
from modules.engine.order_timing import Times


class HexBattle(ABC):
    """What stays the same all game: the board, the counters that are in play, the numbers. `times`: when each
    kind of order is given."""

    times: ClassVar[Times] = {}

    def __init__(self, definition: Definition, scenario: HexScenario) -> None:
        self.definition = definition
        self.scenario = scenario
        self.board = board_of(definition.maps[scenario.map], definition.terrain)
        in_play = {counter_id for setup in scenario.setup for counter_id in setup.at}
        in_play |= {c for setup in scenario.setup for box in setup.boxes.values() for c in box}
        in_play |= {counter_id for entry in scenario.entries for counter_id in entry.counters}
        self.counters: dict[str, Counter] = {i: c for i, c in definition.counters.items() if i in in_play}
        self.sides = tuple(setup.side for setup in scenario.setup)
        self.die = definition.game.die
        self._numbers = {**definition.game.parameters, **scenario.parameters}
        self.roll = Roll(
            self.board,
            {counter.id: counter.side for counter in self.counters.values()},
            frozenset(i for i, counter in self.counters.items() if self.shares_hex(counter)),
            frozenset(i for i, counter in self.counters.items() if self.has_zoc(counter)),
            self.zoc_by_state(),
        )

    def zoc_by_state(self) -> Callable[[str, Any], Collection[str]] | None:
        """Where ZOC depend on the state of a unit, such as its facing: the hexes that they reach by it."""
        return None

    @abstractmethod
    def shares_hex(self, counter: Counter) -> bool:
        """True for a counter that stands in a hex together with a unit and fills none itself: a leader who is
        no unit."""

    @abstractmethod
    def has_zoc(self, counter: Counter) -> bool:
        """True for a counter that exerts a zone of control."""

    def number(self, name: str) -> int:
        """A number of the rules, from the game's or the scenario's parameters."""
        return self._numbers[name].value

    def rule_of(self, name: str) -> str:
        """The rule that says such a number."""
        return self._numbers[name].rule

    def has_number(self, name: str) -> bool:
        """True for a number that this battle has."""
        return name in self._numbers

    @cached_property
    def entry_steps(self) -> dict[str, tuple[tuple[str, int], ...]]:
        """The counters that enter during the game, each with the hexes of the map edge over which it may come
        and what that costs, in the board's units."""
        board = self.board
        found: dict[str, tuple[tuple[str, int], ...]] = {}
        for entry in self.scenario.entries:
            hexes = (*entry.hexes, *(h for area in entry.areas for h in board.area(area)))
            steps = tuple((hex_id, board.entry_cost(hex_id)) for hex_id in hexes)
            found |= {counter_id: steps for counter_id in entry.counters if counter_id not in found}
        return found

    def enemy(self, side: str) -> str:
        """The other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]


B = TypeVar("B", bound=HexBattle)
S = TypeVar("S", bound=HexState[Any])


class HexField(ABC, Generic[B, S]):
    """A position. A game adds what its own rules ask of one."""

    def __init__(self, battle: B, state: S) -> None:
        self.battle = battle
        self.state = state
        self.board = battle.board

    def copy(self) -> Self:
        """The battlefield as it is now."""
        return type(self)(self.battle, self.state.copy())

    @property
    def places(self) -> Places:
        """The index of who stands where."""
        return self.state.places

    # --- counters ----------------------------------------------------------------------------------

    @abstractmethod
    def turned(self, unit_id: str) -> bool:
        """True if the back of a counter is up, or the second of the two counters that a unit has."""

    @abstractmethod
    def called(self, unit_id: str) -> str:
        """How reports name a counter."""

    def counter(self, unit_id: str) -> Counter:
        """The counter itself."""
        return self.battle.counters[unit_id]

    def side(self, unit_id: str) -> str:
        """Whose it is."""
        return self.battle.counters[unit_id].side

    def at(self, unit_id: str) -> str | None:
        """The hex where it stands; None off the map."""
        place: str = self.state.units[unit_id].at
        return place if place in self.board.neighbours else None

    def on_map(self, side: str) -> tuple[str, ...]:
        """The units of a side on the map, in the order of the counter list, without those who share hexes."""
        return tuple(self.places.units[side])

    def sharing_on_map(self, side: str) -> list[str]:
        """Those on the map who stand in a hex together with others, in the order of the counter list."""
        return self.places.sharing[side].copy()

    def value(self, unit_id: str, name: str) -> int:
        """A value on the face that is up; 0 where the counter has none."""
        counter = self.battle.counters[unit_id]
        face = counter.back if counter.back and self.turned(unit_id) else counter.front
        return face.get(name, 0)

    # --- who stands where --------------------------------------------------------------------------

    def unit_in(self, hex_id: str) -> str | None:
        """The unit in a hex."""
        return self.places.filled.get(hex_id)

    def units_in(self, hex_id: str) -> Sequence[str]:
        """The units in a hex: one, or none."""
        unit_id = self.unit_in(hex_id)
        return () if unit_id is None else (unit_id,)

    def lying_beside(self, unit_id: str, hex_id: str) -> Sequence[str]:  # noqa: ARG002 - in stacks it matters
        """All that stand in the hexes beside that of a counter."""
        return [u for n in self.board.neighbours[hex_id] for u in self.places.occupants.get(n, ())]

    def sharing_in(self, hex_id: str) -> tuple[str, ...]:
        """Those in a hex who fill none."""
        there = self.places.occupants.get(hex_id, ())
        return tuple(u for u in there if u in self.battle.roll.sharing)

    def holder(self, hex_id: str) -> str | None:
        """The side that has a counter in the hex."""
        there = self.places.occupants.get(hex_id)
        return self.battle.roll.sides[there[0]] if there else None

    def friend_in(self, hex_id: str, side: str) -> str | None:
        """The unit of this side in a hex."""
        return self.places.held[side].get(hex_id)

    def enemy_in(self, hex_id: str, side: str) -> str | None:
        """The unit of the other side in a hex."""
        return self.places.held[self.battle.enemy(side)].get(hex_id)

    def enemies_of(self, side: str) -> Mapping[str, str]:
        """The hexes that the enemies of `side` fill, each with the unit."""
        held: Mapping[str, str] = self.state.places.held[self.battle.enemy(side)]
        return held

    def hexes_with(self, side: str) -> set[str]:
        """The hexes where a side has a counter."""
        return {*self.places.held[side], *(self.state.units[u].at for u in self.places.sharing[side])}

    def contact(self, side: str) -> set[str]:
        """The hexes that are adjacent to a unit of the other side."""
        return set().union(*(self.board.neighbours[h] for h in self.enemies_of(side)))

    def beside_enemy(self, hex_id: str, side: str) -> bool:
        """True if a unit of the other side is adjacent to the hex."""
        return not self.enemies_of(side).keys().isdisjoint(self.board.neighbours[hex_id])

    # --- zones of control --------------------------------------------------------------------------

    def ezoc(self, side: str) -> Collection[str]:
        """All hexes in the ZOC of the enemies of `side`, as they are at any time."""
        return self.places.zoc[self.battle.enemy(side)].keys()

    def exerting(self, hex_id: str, side: str) -> list[str]:
        """The enemy units of `side` whose ZOC reaches the hex."""
        if hex_id not in self.places.zoc[self.battle.enemy(side)]:
            return []
        enemies, roll, units = self.enemies_of(side), self.battle.roll, self.state.units
        beside = [enemies[n] for n in self.board.neighbours[hex_id] if n in enemies]
        return [unit_id for unit_id in beside if hex_id in roll.reach(unit_id, units[unit_id])]
