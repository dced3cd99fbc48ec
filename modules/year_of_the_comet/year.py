"""What stays the same all year: the map, the groups of blocks with their values, who plays what."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from modules.definition import Counter, Definition
from modules.definition.formats.scenarios import AreaScenario
from modules.engine.areas.area_paths import Gait

VIKING, NORMAN, ENGLISH = "viking", "norman", "english"
SUPREME: Final[Mapping[str, str]] = {VIKING: "V-Hardrada", NORMAN: "N-William", ENGLISH: "E-Harold"}
"""16.4: the leaders whose fall ends their side's war."""
EARLS, TOSTIG = "E-Earls", "V-Tostig"
FYRD: Final = "E-fyrd"
TOSTIG_AREA: Final = "YOR"
"""8.3: where Tostig may raise."""
NO_LIMIT_FROM: Final = 6
"""17.3: with so many players a subordinate's limit of number is rescinded."""


class Year:
    """A scenario with its number of players."""

    def __init__(self, definition: Definition, scenario: AreaScenario, players: int) -> None:
        self.definition, self.scenario, self.players = definition, scenario, players
        self.map = definition.area_maps[scenario.area_map]
        self.graph = self.map.graph
        self.sides = scenario.order
        self.seats = self._seated()
        self.groups: dict[str, Counter] = definition.first_of_group
        self.counts = {g: sum(c.group == g for c in definition.counters.values()) for g in self.groups}

    def number(self, name: str) -> int:
        """A number of the rules."""
        return self.definition.game.parameters[name].value

    def most(self, group: str) -> int:
        """A block's CV at full strength."""
        return self.groups[group].strengths[0]

    def is_leader(self, group: str) -> bool:
        """True for leaders."""
        return self.groups[group].role == "leader"

    def side(self, group: str) -> str:
        """Whose block it is."""
        return self.groups[group].side

    def nation(self, group: str) -> str:
        """Its nation."""
        return self.groups[group].nation

    def is_archer(self, group: str) -> bool:
        """12.4: fires first."""
        return bool(self.groups[group].front.get("first"))

    def fire(self, group: str) -> int:
        """12.2, 12.3: the highest die that hits, 1 for F1 and 2 for F2."""
        return self.groups[group].front["fire"]

    @cached_property
    def _gaits(self) -> dict[bool, Gait]:
        foot, horse, more = (self.number(n) for n in ("move_foot", "move_horse", "road_bonus"))
        return {False: Gait(foot, foot + more), True: Gait(horse, horse + more)}

    def gait(self, groups: tuple[str, ...]) -> Gait:
        """6.1, 6.3, 6.4: how far these go together: as far as the slowest."""
        return self._gaits[all(self.groups[group].mounted for group in groups)]

    def name(self, area: str) -> str:
        """An area by its name; what is no area of the map by itself."""
        return self.map.areas[area].name if area in self.map.areas else area

    def called(self, group: str) -> str:
        """A block in words."""
        counter = self.groups[group]
        return counter.name if self.is_leader(group) else f"{counter.name} ({counter.group})"

    # --- who plays ---------------------------------------------------------------------------------

    def _seated(self) -> dict[str, str]:
        """17.1 to 17.3: who sits at the table of players.yaml, each with his side: in the order of the sides'
        turns, and the main player of a side first."""
        seated = self.definition.table(self.players)
        sides = {seat: self.definition.players[seat].sides[0] for seat in seated}
        ranked = sorted(seated, key=lambda seat: (self.sides.index(sides[seat]), seat != sides[seat]))
        return {seat: sides[seat] for seat in ranked}

    def sides_of(self, seat: str) -> tuple[str, ...]:
        """The sides that a seat commands (17.2), or a side's own name."""
        return self.definition.players[seat].sides if seat in self.seats else (seat,)

    def player(self, seat: str) -> str:
        """A player by the name of the table of players, or of the side."""
        named = self.definition.players[seat].name
        return named or self.definition.game.sides[self.sides_of(seat)[0]].name

    def seats_of(self, side: str) -> tuple[str, ...]:
        """A side's players in the order in which they move (ruling multi_moves)."""
        return tuple(seat for seat in self.seats if side in self.sides_of(seat))

    @cached_property
    def subordinates(self) -> dict[str, str]:
        """17.3: leaders with a player of their own, and his seat."""
        return {p.leader: seat for seat, p in self.definition.players.items() if p.leader is not None}

    @cached_property
    def _allies(self) -> dict[str, str]:
        """17.3: nations with a player of their own, and his seat."""
        return {p.nation: seat for seat, p in self.definition.players.items() if p.nation is not None}

    def belongs(self, group: str) -> str:
        """The seat of an ally to whom a group belongs for good; empty for none."""
        return self.subordinates.get(group) or self._allies.get(self.nation(group), "")

    @property
    def limited(self) -> bool:
        """7.2, 17.3: whether subordinates command only so many blocks."""
        return self.players < NO_LIMIT_FROM
