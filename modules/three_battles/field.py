"""The battlefield: a state together with the board, counters and numbers that stay the same all game.

Every question that the rules ask of a position is answered here: who stands where, whose zone of control
reaches which hex, how strong and how fast a counter is. Changes are made by the phases.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from modules.definition import Counter, Definition
from modules.definition.scenarios import HexScenario, SetUp
from modules.engine.board import board_of
from modules.engine.tables import OddsTable
from modules.three_battles.exclusive import Exclusive
from modules.three_battles.special import special_of
from modules.three_battles.state import OFF_MAP, REMOVED, State


class Battle:
    """What stays the same all game. `effects`: the words of the options that are played with (16.7)."""

    exclusive: Exclusive

    def __init__(self, definition: Definition, scenario: HexScenario, options: frozenset[str]) -> None:
        self.definition = definition
        self.scenario = scenario
        self.board = board_of(definition.maps[scenario.map], definition.terrain)
        self.crt = OddsTable(definition.tables.odds["crt"])
        self.effects = frozenset(e for name in options for e in scenario.options[name].effects)
        self.setups = _setups(scenario, options)
        in_play = {counter_id for setup in scenario.setup for counter_id in setup.at}
        in_play |= {counter_id for entry in scenario.entries for counter_id in entry.counters}
        self.counters: dict[str, Counter] = {i: c for i, c in definition.counters.items() if i in in_play}
        self.sides = tuple(setup.side for setup in scenario.setup)
        self.special = special_of(scenario)
        self.commanders = {side: c.counter for side, c in self.special.commanders.items()}
        self.leaders = tuple(c.id for c in self.counters.values() if c.role == "leader")
        self.die = definition.game.die
        self._numbers = {**definition.game.parameters, **scenario.parameters}

    def number(self, name: str) -> int:
        """A number of the rules, from the game's or the scenario's parameters."""
        return self._numbers[name].value

    def arrows(self, side: str) -> int:
        """The arrows that a side begins with; none where the battle has no such option (16.7 option 5)."""
        name = f"arrows_{side}"
        return self.number(name) if name in self._numbers else 0

    def has(self, effect: str) -> bool:
        """True if an option with this effect is played with."""
        return effect in self.effects

    def enemy(self, side: str) -> str:
        """The other side."""
        return self.sides[1] if side == self.sides[0] else self.sides[0]

    def army_line(self, side: str) -> str:
        """The line of the morale table that counts a whole side's losses."""
        return next(n for n, m in self.scenario.morale.items() if m.side == side and m.nation is None)

    def nation_line(self, nation: str) -> str | None:
        """The line of the morale table that counts one nationality's losses, if it has one (16.5)."""
        return next((n for n, m in self.scenario.morale.items() if m.nation == nation), None)


def _setups(scenario: HexScenario, options: frozenset[str]) -> tuple[SetUp, ...]:
    """The set-ups in their order, with the zones that options give (14.7 option 4, 16.7 option 6)."""
    found = list(scenario.setup)
    for name in sorted(options):
        option = scenario.options[name]
        for i, setup in enumerate(found):
            free = option.frees.get(setup.side)
            if free is not None:
                changed = {"zones": free.zones, "conditions": free.conditions}
                found[i] = setup.model_copy(update=changed)
        if option.order:
            found.sort(key=lambda setup: option.order.index(setup.side))
    return tuple(found)


class Field:
    """A position, as the rules see it."""

    def __init__(self, battle: Battle, state: State) -> None:
        self.battle = battle
        self.state = state
        self.board = battle.board

    def copy(self) -> Field:
        """The battlefield as it is now."""
        return Field(self.battle, self.state.copy())

    # --- counters ----------------------------------------------------------------------------------

    def counter(self, unit_id: str) -> Counter:
        """The counter itself."""
        return self.battle.counters[unit_id]

    def side(self, unit_id: str) -> str:
        """Whose it is."""
        return self.battle.counters[unit_id].side

    def is_leader(self, unit_id: str) -> bool:
        """True for a leader."""
        return self.battle.counters[unit_id].role == "leader"

    def at(self, unit_id: str) -> str | None:
        """The hex where it stands; None off the map."""
        place = self.state.units[unit_id].at
        return None if place in OFF_MAP else place

    def on_map(self, side: str) -> Iterator[str]:
        """The combat units of a side on the map, in the order of the counter list."""
        for unit_id, counter in self.battle.counters.items():
            if counter.side == side and counter.role == "unit" and self.at(unit_id) is not None:
                yield unit_id

    def leaders_on_map(self, side: str) -> list[str]:
        """The leaders of a side on the map."""
        return [i for i in self.battle.leaders if self.side(i) == side and self.at(i) is not None]

    def value(self, unit_id: str, name: str) -> int:
        """A value on the face that is up; 0 where the counter has none."""
        counter = self.counter(unit_id)
        face = counter.back if self.state.units[unit_id].reduced and counter.back else counter.front
        return face.get(name, 0)

    def is_archer(self, unit_id: str) -> bool:
        """True for a unit with archery capability (6.1)."""
        return "fire" in self.counter(unit_id).front

    def strength(self, unit_id: str) -> Fraction:
        """Combat strength on the map; halved while disordered (ruling disordered)."""
        full = Fraction(self.value(unit_id, "combat"))
        return full / 2 if self.state.units[unit_id].disordered else full

    def crosses_river(self, one: str, other: str) -> bool:
        """True if a step crosses water that halves attacks in the same player turn (TEC)."""
        return any("attacker_halved_if_crossed" in f.combat for f in self.board.features(one, other))

    # --- who stands where --------------------------------------------------------------------------

    def unit_in(self, hex_id: str) -> str | None:
        """The combat unit in a hex: never more than one (13.4 on 4.3)."""
        for unit_id in self.state.occupants.get(hex_id, ()):
            if not self.is_leader(unit_id):
                return unit_id
        return None

    def leaders_in(self, hex_id: str) -> tuple[str, ...]:
        """The leaders in a hex."""
        return tuple(u for u in self.state.occupants.get(hex_id, ()) if self.is_leader(u))

    def holder(self, hex_id: str) -> str | None:
        """The side that has a counter in the hex."""
        there = self.state.occupants.get(hex_id)
        return self.side(there[0]) if there else None

    def friend_in(self, hex_id: str, side: str) -> str | None:
        """The combat unit of this side in a hex."""
        unit_id = self.unit_in(hex_id)
        return unit_id if unit_id is not None and self.side(unit_id) == side else None

    def enemy_in(self, hex_id: str, side: str) -> str | None:
        """The combat unit of the other side in a hex."""
        unit_id = self.unit_in(hex_id)
        return unit_id if unit_id is not None and self.side(unit_id) != side else None

    def lone_leaders_in(self, hex_id: str) -> tuple[str, ...]:
        """The leaders in a hex where no combat unit is."""
        return () if self.unit_in(hex_id) is not None else self.leaders_in(hex_id)

    # --- zones of control --------------------------------------------------------------------------

    def exerting(self, hex_id: str, side: str) -> list[str]:
        """The enemy units of `side` whose ZOC reaches the hex (5.1: all units except leaders)."""
        found = []
        for beside in self.board.neighbours[hex_id]:
            unit_id = self.enemy_in(beside, side)
            if unit_id is not None and self.board.zoc_open(beside, hex_id):
                found.append(unit_id)
        return found

    def ezoc(self, side: str) -> frozenset[str]:
        """All hexes in the ZOC of the enemies of `side`; friends' ZOC never hinder (4.3)."""
        reached: set[str] = set()
        for unit_id in self.on_map(self.battle.enemy(side)):
            reached |= self.board.zoc_reach(self.state.units[unit_id].at)
        return frozenset(reached)

    # --- leaders and morale ------------------------------------------------------------------------

    def may_affect(self, leader: str, unit_id: str) -> bool:
        """True if a leader helps a unit: of his own nationality, or, for the commander, of any (16.3)."""
        if self.side(leader) != self.side(unit_id):
            return False
        head = self.battle.commanders.get(self.side(leader)) == leader
        return head or self.counter(leader).nation == self.counter(unit_id).nation

    def leadership(self, unit_id: str) -> int:
        """The value that one leader in its hex adds to a unit (10.2): the best of those who may."""
        hex_id = self.at(unit_id)
        leaders = self.leaders_in(hex_id) if hex_id is not None else ()
        return max((self.value(i, "leadership") for i in leaders if self.may_affect(i, unit_id)), default=0)

    def demoralized(self, line: str) -> bool:
        """True if the losses of a line of the morale table have reached its level (11.3)."""
        return self.state.losses[line] >= self.battle.scenario.morale[line].demoralization

    def attack_is_demoralized(self, attackers: tuple[str, ...]) -> bool:
        """True if the attackers' army, or the nationality of any of them, is demoralized (11.3, 16.5)."""
        lines = {self.battle.army_line(self.side(attackers[0]))}
        for unit_id in attackers:
            line = self.battle.nation_line(self.counter(unit_id).nation)
            if line is not None:
                lines.add(line)
        return any(self.demoralized(line) for line in lines)

    def gone(self, unit_id: str) -> bool:
        """True for a counter that can never come back."""
        return self.state.units[unit_id].at == REMOVED

    def fallen(self, leader: str) -> bool:
        """True for a leader who was killed, and, where units that leave the map count as eliminated (14.2,
        15.2), for one who left it (ruling exit_leader)."""
        left = self.battle.special.edge_exits is not None and self.state.has_left(leader)
        return left or self.gone(leader)

    def called(self, unit_id: str) -> str:
        """How reports name a counter: a leader by his name, a unit by its id."""
        return self.counter(unit_id).name if self.is_leader(unit_id) else unit_id
