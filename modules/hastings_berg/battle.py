"""What stays the same all game: options, tables, ground, facings; the names of boxes, orders and areas."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import cached_property
from typing import Any, Final

from modules.definition import Counter, Definition
from modules.definition.formats.scenarios import HexScenario
from modules.engine.hexes.facing import Compass
from modules.engine.hexes.field import HexBattle
from modules.engine.lookup_tables import BandsTable, DifferentialTable, OddsTable, RangeTable, TotalsTable
from modules.hastings_berg.state import Unit

SAXON, NORMAN = "saxon", "norman"
STRATEGIES: Final = ("aggressive", "moderate", "cautious", "defensive")
WINGS: Final = {"right": "S-Gyrth", "center": "S-Harold", "left": "S-Leofwine"}
"""The Saxon wings, and who leads each (4.1.1)."""
NATIONS: Final = ("norman", "breton", "french")
FOOT, KNIGHTS, HOUSECARLS = "foot", "knights", "housecarls"
"""What follows a nation, or a wing, in the names of boxes that hold an order."""
BOXES: Final = (
    *WINGS, *(f"{wing}_{HOUSECARLS}" for wing in WINGS),
    *(f"{nation}_{arm}" for nation in NATIONS for arm in (FOOT, KNIGHTS)),
)  # fmt: skip
"""The boxes that hold an order (4.1)."""
WALL, IN_PLACE, ADVANCE, ATTACK, HOLD, CHARGE = (
    "shield_wall", "in_place", "advance", "pursue", "hold", "charge"
)  # fmt: skip
"""The orders, by the first word of their rows in the order tables (4.3)."""
ORDERS: Final = (WALL, IN_PLACE, ADVANCE, ATTACK, HOLD, CHARGE)
SENLAC, ROAD, HILLOCK, TOP = "senlac", "road_on_senlac", "hillock", 5
"""Areas of the map, and the level of 275 feet (5.3.3)."""
WORST: Final = 5
"""The number of morale class E."""
KING: Final = {SAXON: "S-Harold", NORMAN: "N-William"}
GUARD: Final = "N-guard"


class Battle(HexBattle):
    """What stays the same all game. `effects`: the words of the optional rules that are played."""

    def __init__(self, definition: Definition, scenario: HexScenario, options: frozenset[str]) -> None:
        super().__init__(definition, scenario)
        self.effects = frozenset(e for name in options for e in scenario.options[name].effects)
        self.compass = Compass(self.board, "vertex")
        tables = definition.tables
        self.melee = DifferentialTable(
            tables.differentials["melee_mended" if "mended_melee" in self.effects else "melee"]
        )
        self.fire = OddsTable(tables.odds["missile_results"])
        self.missiles = RangeTable(tables.ranges["missile_strength"])
        self.totals = {name: TotalsTable(entry) for name, entry in tables.totals.items()}
        self.bands = {name: BandsTable(entry) for name, entry in tables.bands.items()}
        self.bowmen, self.knights = self._of_kind("bowman"), self._of_kind("knight", "guard")
        self.of_side = {
            side: tuple(i for i, c in self.counters.items() if c.side == side) for side in self.sides
        }

    def _of_kind(self, *kinds: str) -> frozenset[str]:
        return frozenset(i for i, counter in self.counters.items() if counter.kind in kinds)

    def shares_hex(self, counter: Counter) -> bool:
        """5.6.1: leaders stack with units."""
        return counter.role == "leader"

    def has_zoc(self, counter: Counter) -> bool:
        """5.7: combat units."""
        return counter.role != "leader"

    def zoc_by_state(self) -> Callable[[str, Any], Collection[str]]:
        """5.7: through the front hexsides, of units that are neither disrupted nor routed."""
        return lambda _, unit: () if unit.disrupted or unit.routed else self.front(unit)

    def front(self, unit: Unit) -> tuple[str, ...]:
        """The hexes before a unit (6.1.2)."""
        return self.compass.front(unit.at, unit.facing) if unit.facing else ()

    def drm(self, name: str) -> int:
        """What a modifier is worth."""
        return self.definition.tables.modifiers[name].value

    def home(self, side: str) -> str:
        """The facing toward a side's rear lines (9.2.3(2))."""
        return "N" if side == SAXON else "S"

    def toward(self, side: str) -> str:
        """The facing toward the enemy's rear lines."""
        return self.home(self.enemy(side))

    def rearward(self, side: str, one: str, other: str) -> bool:
        """True for a step into the next row toward a side's own edge (ruling hex_step)."""
        ahead = self.board.grid.numbers(other)[0] - self.board.grid.numbers(one)[0]
        return ahead == (-1 if side == SAXON else 1)

    # --- ground ------------------------------------------------------------------------------------

    @cached_property
    def _below(self) -> dict[str, int]:
        """How far each hex is from higher ground within two hexes, one more where there is none; some heights
        do not count (5.3.3)."""
        board, near = self.board, self.number("uphill_near")
        out = {h for h in board.grid.ids if board.level(h) == TOP} | {*board.area(HILLOCK)}
        found = {}
        for here in board.grid.ids:
            above = (
                h for h in board.within(here, near) if h not in out and board.level(h) > board.level(here)
            )
            found[here] = min((board.distance(here, h) for h in above), default=near + 1)
        return found

    def uphill(self, one: str, other: str) -> bool:
        """True for a step uphill (5.3.3, ruling uphill_step)."""
        board = self.board
        if board.level(one) != board.level(other):
            return board.level(other) > board.level(one)
        return self._below[other] < self._below[one]

    def downhill(self, one: str, other: str) -> bool:
        """5.3.4: the way back would be uphill; a step that is both is uphill."""
        return self.uphill(other, one) and not self.uphill(one, other)

    def checks(self, one: str, other: str, kind: str) -> bool:
        """True for a step on which a kind of counter checks its morale (5.3.5, 5.3.6)."""
        return self.checks_before(one, other, kind) or kind in self.board.terrain_of(other).checks

    def checks_before(self, one: str, other: str, kind: str) -> bool:
        """True for one on which it does so before it goes."""
        return any(kind in feature.checks for feature in self.board.features(one, other))

    @cached_property
    def crossings(self) -> tuple[tuple[str, str], ...]:
        """The steps across hexsides that call for checks."""
        neighbours, features = self.board.neighbours, self.board.features
        pairs = ((one, other) for one, around in neighbours.items() for other in around)
        return tuple(pair for pair in pairs if any(f.checks for f in features(*pair)))
