"""The battlefield: what only this game asks of a position: its leaders, its morale, how strong units are.

`Exclusive` is what the exclusive rules of a battle may change of the series' rules: one method for each such
place. The base class answers as the series does; `hastings` and `stamford_bridge` say what is different.
Which of them counts, and for whom and where, stands in the scenario (`special: exclusive`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from fractions import Fraction
from functools import cached_property

from modules.definition import Counter, Definition
from modules.definition.formats.scenarios import HexScenario, SetUp
from modules.engine.decisions import Asks
from modules.engine.hexes.field import HexBattle, HexField
from modules.engine.hexes.movement.paths import MoveRestriction, MoveRules
from modules.engine.lookup_tables import OddsTable
from modules.three_battles.special import special_of
from modules.three_battles.state import REMOVED, State
from modules.three_battles.timing import TIMES


class Battle(HexBattle):
    """What stays the same all game. `effects`: the words of the options that are played with, each with the
    rule of its option (16.7)."""

    times = TIMES
    exclusive: Exclusive

    def __init__(self, definition: Definition, scenario: HexScenario, options: frozenset[str]) -> None:
        super().__init__(definition, scenario)
        self.crt = OddsTable(definition.tables.odds["crt"])
        chosen = (scenario.options[name] for name in sorted(options))
        self.effects = {effect: option.rule for option in chosen for effect in option.effects}
        self.setups = _setups(scenario, options)
        self.special = special_of(scenario)
        self.commanders = {side: c.counter for side, c in self.special.commanders.items()}
        self.archers = frozenset(i for i, c in self.counters.items() if "fire" in c.front)
        self.leaders = tuple(c.id for c in self.counters.values() if c.role == "leader")

    def shares_hex(self, counter: Counter) -> bool:
        """4.3: leaders stack with units."""
        return counter.role == "leader"

    def has_zoc(self, counter: Counter) -> bool:
        """5.1: all units except leaders."""
        return counter.role == "unit"

    def arrows(self, side: str) -> int:
        """The arrows that a side begins with; none where the battle has no such option (16.7 option 5)."""
        name = f"arrows_{side}"
        return self.number(name) if self.has_number(name) else 0

    @cached_property
    def exits(self) -> dict[str, dict[str, int]]:
        """For each side the hexes from which it may leave the map, over any edge (14.2, 15.2) or along a road
        (16.2), with the cost in the board's units."""
        board = self.board
        if self.special.edge_exits is not None:
            cost = board.units(self.number("exit_cost"))
            edge = {h: cost for h in board.grid.ids if board.grid.open_sides(h)}
            return {side: edge for side in self.sides}  # noqa: C420 - one table for both
        ways = board.map.exits.values()
        return {
            side: {e.hex: board.road_cost(e.road) for e in ways if side in e.sides} for side in self.sides
        }

    @cached_property
    def rivers(self) -> frozenset[tuple[str, str]]:
        """The steps across water that halves attacks in the same player turn (TEC)."""
        return frozenset(
            (one, other)
            for one, around in self.board.neighbours.items()
            for other in around
            if any("attacker_halved_if_crossed" in f.combat for f in self.board.features(one, other))
        )

    @cached_property
    def move_rules(self) -> MoveRules:
        """The numbers of the rules of movement."""
        return MoveRules("4.1", allowance="4.2", stop="5.2", leaving=self.special.edge_exits or "16.2")

    def has(self, effect: str) -> bool:
        """True if an option with this effect is played with."""
        return effect in self.effects

    def army_line(self, side: str) -> str:
        """The line of the morale table that counts a whole side's losses."""
        return self._army_lines[side]

    @cached_property
    def _army_lines(self) -> dict[str, str]:
        morale = self.scenario.morale.items()
        return {m.side: name for name, m in reversed(morale) if m.nation is None}

    def nation_line(self, nation: str) -> str | None:
        """The line of the morale table that counts one nationality's losses, if it has one (16.5)."""
        return self._nation_lines.get(nation)

    @cached_property
    def _nation_lines(self) -> dict[str, str]:
        morale = self.scenario.morale.items()
        return {m.nation: name for name, m in reversed(morale) if m.nation is not None}


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


class Field(HexField[Battle, State]):
    """A position, as the rules see it."""

    # --- counters ----------------------------------------------------------------------------------

    def turned(self, unit_id: str) -> bool:
        """13.4 on 7.7: a two-step unit that has lost a step."""
        return self.state.units[unit_id].reduced

    def called(self, unit_id: str) -> str:
        """How reports name a counter: a leader by his name, a unit by its id."""
        return self.counter(unit_id).name if self.is_leader(unit_id) else unit_id

    def is_leader(self, unit_id: str) -> bool:
        """True for a leader."""
        return unit_id in self.battle.roll.sharing

    def leaders_on_map(self, side: str) -> list[str]:
        """The leaders of a side on the map."""
        return self.sharing_on_map(side)

    def leaders_in(self, hex_id: str) -> tuple[str, ...]:
        """The leaders in a hex."""
        return self.sharing_in(hex_id)

    def lone_leaders_in(self, hex_id: str) -> tuple[str, ...]:
        """The leaders in a hex where no combat unit is."""
        return () if self.unit_in(hex_id) is not None else self.leaders_in(hex_id)

    def is_archer(self, unit_id: str) -> bool:
        """True for a unit with archery capability (6.1)."""
        return unit_id in self.battle.archers

    def strength(self, unit_id: str) -> Fraction:
        """Combat strength on the map; halved while disordered (ruling disordered)."""
        full = Fraction(self.value(unit_id, "combat"))
        return full / 2 if self.state.units[unit_id].disordered else full

    def crosses_river(self, one: str, other: str) -> bool:
        """True if a step crosses water that halves attacks in the same player turn (TEC)."""
        return (one, other) in self.battle.rivers

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


class Exclusive:
    """The series' answers; also those of Fulford, whose special rules are all data."""

    def allowance_factor(self, field: Field, side: str) -> int:  # noqa: ARG002
        """By what the movement allowances of a side are multiplied."""
        return 1

    def odds_shift(self, field: Field, side: str) -> int:  # noqa: ARG002
        """Columns to the right for attacks of a side, besides demoralization."""
        return 0

    def bars(self, field: Field, unit_id: str) -> Sequence[MoveRestriction]:  # noqa: ARG002
        """What keeps a counter from moving or advancing from a hex to the next, or off the map."""
        return ()

    def leader_idles(self, field: Field, leader: str, nations: Collection[str]) -> bool:  # noqa: ARG002
        """True if a leader who takes no part costs morale, these nationalities attacking (14.5)."""
        return True

    def points_for_exits(self, field: Field, side: str, points: int) -> int:  # noqa: ARG002
        """Victory points for units that left the map, given those for enemy losses."""
        return 0

    def turn_begins(self, field: Field, side: str) -> Asks[None]:  # noqa: ARG002
        """Before the movement phase of a side."""
        yield from ()

    def moved(self, field: Field, counters: Sequence[str], path: Sequence[str]) -> Asks[None]:  # noqa: ARG002
        """After these counters have moved, retreated, advanced or come back along these hexes, the first of
        them that from which they came."""
        yield from ()

    def way_matters(self, path: Sequence[str]) -> bool:  # noqa: ARG002
        """Whether what `moved` does follows from the hexes of this way, not from its end alone."""
        return False

    def attacked(self, field: Field, targets: Sequence[str]) -> Asks[None]:  # noqa: ARG002
        """After fire or a combat against these units was declared."""
        yield from ()
