"""The battlefield: what only this game asks of a position: ground, walls, corps, leaders, fatigue."""

from __future__ import annotations

from functools import cached_property

from modules.definition import Counter, Definition
from modules.definition.formats.scenarios import HexScenario
from modules.engine.hexes.field import HexBattle, HexField
from modules.shield_wall.special import special_of
from modules.shield_wall.state import DEAD, State

FATIGUE = "fatigue"
MUD = "mud"


class Battle(HexBattle):
    """What stays the same all game. `effects`: the words of the optional rules that are played."""

    def __init__(self, definition: Definition, scenario: HexScenario, options: frozenset[str]) -> None:
        super().__init__(definition, scenario)
        self.effects = frozenset(e for name in options for e in scenario.options[name].effects)
        self.special = special_of(scenario)
        self.road = self.board.area(self.special.road)
        self._rows: dict[tuple[str, int], dict[str, str]] = {}
        self._hits: dict[int, int] = {}
        self.leaders = frozenset(i for i, counter in self.counters.items() if counter.role == "leader")
        self.archers = frozenset(i for i, counter in self.counters.items() if counter.kind == "archer")

    def shares_hex(self, counter: Counter) -> bool:  # noqa: ARG002
        """6.5: one unit a hex, and leaders are units (ruling setup_leaders)."""
        return False

    def has_zoc(self, counter: Counter) -> bool:
        """6.4: all units except archers."""
        return counter.kind != "archer"

    @cached_property
    def hill(self) -> frozenset[str]:
        """The hill hexes."""
        return self._filled("hill")

    @cached_property
    def slopes(self) -> frozenset[str]:
        """The slope hexes, steep ones among them (ruling steep)."""
        return self._filled("slope", "steep")

    @cached_property
    def steep(self) -> frozenset[str]:
        """The steep slope hexes."""
        return self._filled("steep")

    @cached_property
    def clear(self) -> frozenset[str]:
        """The clear hexes."""
        return self._filled("clear")

    def _filled(self, *names: str) -> frozenset[str]:
        return frozenset(h for h in self.board.grid.ids if self.board.terrain_name(h) in names)

    def drm(self, name: str) -> int:
        """What a die-roll modifier is worth."""
        return self.definition.tables.modifiers[name].value

    def row(self, table: str, number: int) -> dict[str, str]:
        """The line of a table for a number, by its columns; empty where it has none for it."""
        if (table, number) not in self._rows:
            entry = self.definition.tables.lists[table]
            found = (row for row in entry.rows if _covers(row[0], number))
            self._rows[table, number] = dict(zip(entry.columns, next(found, ()), strict=False))
        return self._rows[table, number]

    def result(self, table: str, total: int) -> str:
        """What a table of two columns says of a die roll."""
        return list(self.row(table, total).values())[1]

    def hits(self, added: int) -> int:
        """How many faces of the die hit in melee with so much added to them (7.4)."""
        if added not in self._hits:
            faces = range(1, self.die + 1)
            self._hits[added] = sum(self.result("melee", face + added) == "Hits" for face in faces)
        return self._hits[added]

    def in_pile(self, state: State, pile: str, side: str) -> list[str]:
        """The units of a side in a place off the map, in the order of the counter list."""
        return [i for i, c in self.counters.items() if c.side == side and state.units[i].at == pile]


def _covers(cell: str, number: int) -> bool:
    """True if the first cell of a line means a number: `3`, `2-5`, `5 or less`, `6 or more`."""
    least, _, rest = cell.partition(" or ")
    first, _, last = least.partition("-")
    low, high = int(first), int(last or first)
    return (low <= number or rest == "less") and (number <= high or rest == "more")


class Field(HexField[Battle, State]):
    """A position, as the rules see it."""

    # --- units -------------------------------------------------------------------------------------

    def turned(self, unit_id: str) -> bool:
        """7.1: the counter without a shield."""
        return self.state.units[unit_id].wall_down

    def called(self, unit_id: str) -> str:
        """How reports name a unit: a leader by his name, others by their ids."""
        return self.counter(unit_id).name if self.is_leader(unit_id) else unit_id

    def is_leader(self, unit_id: str) -> bool:
        """True for a leader."""
        return unit_id in self.battle.leaders

    def is_archer(self, unit_id: str) -> bool:
        """True for archers."""
        return unit_id in self.battle.archers

    def is_walled(self, unit_id: str) -> bool:
        """True for a unit that has a shield wall, up or down: huscarls and Saxon leaders."""
        return self.counter(unit_id).back is not None

    def corps(self, unit_id: str) -> str:
        """The corps that its colour names (2.1); all Saxons are one."""
        return self.counter(unit_id).nation

    def hex_of(self, unit_id: str) -> str:
        """Where a unit on the map stands."""
        return self.state.units[unit_id].at

    def allowance(self, unit_id: str, mp: int, *, rested: bool = False) -> int:
        """So many MP less mud (13.0) and, unless `rested`, fatigue (10.0 point 1), in the board's units
        (rulings rout_path, mud_leaders)."""
        if MUD in self.battle.effects:
            mounted = self.counter(unit_id).mounted
            mp = min(mp, self.battle.number("mud_mounted" if mounted else "mud_foot"))
        return self.board.units(max(0, mp + (0 if rested else int(self.tired.get("MA", 0)))))

    # --- armies ------------------------------------------------------------------------------------

    @property
    def phase_name(self) -> str:
        """The phase, as the sequence of play calls it (4.0)."""
        state, game = self.state, self.battle.definition.game
        found = (p.name for p in game.sequence if (p.id, p.side) == (state.phase, state.active))
        return next(found, f"{game.sides[state.active].name}: set-up")

    @property
    def fatigue(self) -> int:
        """The Fatigue Level of the turn (10.0), another in mud (13.0); 0 where it is not played."""
        turn, effects = self.battle.row("turn_track", self.state.turn), self.battle.effects
        level = turn.get("Mud" if MUD in effects else "Fatigue", "-")
        return int(level) if FATIGUE in effects and level.isdigit() else 0

    @property
    def tired(self) -> dict[str, str]:
        """What fatigue does now, by the columns of its table."""
        return self.battle.row("fatigue", self.fatigue)

    @property
    def worn_out(self) -> bool:
        """True where no wall saves and nobody charges (10.0 point 3)."""
        return self.tired.get("Walls and charges") == "none"

    def demoralized(self, side: str) -> bool:
        """11.0: so many more units in the dead pile than the enemy."""
        sides = self.battle.roll.sides
        dead = [sides[unit_id] for unit_id, unit in self.state.units.items() if unit.at == DEAD]
        own = dead.count(side)
        return own - (len(dead) - own) >= self.battle.number("demoralization")

    def leaders(self, side: str) -> list[str]:
        """The leaders of a side on the map."""
        return [u for u in self.on_map(side) if self.is_leader(u)]

    def steadied(self, unit_id: str) -> bool:
        """7.5: a leader, or beside one of its corps: it does not mind demoralization."""
        side, around = self.side(unit_id), self.board.neighbours[self.hex_of(unit_id)]
        friends = (self.friend_in(n, side) for n in around)
        beside = (f for f in friends if f is not None and self.is_leader(f))
        return self.is_leader(unit_id) or any(self.corps(f) == self.corps(unit_id) for f in beside)
