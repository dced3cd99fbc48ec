"""What stays the same all year: the map, the groups of blocks with their values, who plays what."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from modules.definition import Counter, Definition
from modules.definition.scenarios import AreaScenario
from modules.engine.areas.ways import Gait

VIKING, NORMAN, ENGLISH = "viking", "norman", "english"
INVADER: Final = "invader"
SEATS: Final[Mapping[int, Mapping[str, str]]] = {
    2: {INVADER: VIKING, ENGLISH: ENGLISH},
    **{
        count: {
            VIKING: VIKING, **({"tostig": VIKING} if count > 6 else {}),
            NORMAN: NORMAN, **({"bretons": NORMAN} if count > 3 else {}),
            **({"flemish": NORMAN} if count > 4 else {}),
            ENGLISH: ENGLISH, **({"earls": ENGLISH} if count > 5 else {}),
        }
        for count in range(3, 8)
    },
}  # fmt: skip
"""17.1 to 17.3: who plays, by the number of players, each with his side."""
SUPREME: Final[Mapping[str, str]] = {VIKING: "V-Hardrada", NORMAN: "N-William", ENGLISH: "E-Harold"}
"""16.4: the leaders whose fall ends their side's war."""
EARLS, TOSTIG, ALAN, EUSTACE = "E-Earls", "V-Tostig", "B-Alan", "F-Eustace"
FYRD: Final = "E-fyrd"
TOSTIG_AREA: Final = "YOR"
"""8.3: where Tostig may raise."""
NATION_OF: Final[Mapping[str, str]] = {ALAN: "breton", EUSTACE: "flemish"}
"""7.2: leaders who command one nation."""
SUBORDINATE: Final[Mapping[str, str]] = {EARLS: "earls", TOSTIG: "tostig"}
"""17.3: leaders with a player of their own, and his seat."""
NATION_SEAT: Final[Mapping[str, str]] = {"breton": "bretons", "flemish": "flemish"}
NO_LIMIT_FROM: Final = 6
"""17.3: with so many players a subordinate's limit of number is rescinded."""


class Year:
    """A scenario with its number of players."""

    def __init__(self, definition: Definition, scenario: AreaScenario, players: int) -> None:
        self.definition, self.scenario, self.players = definition, scenario, players
        self.map = definition.area_maps[scenario.area_map]
        self.graph = self.map.graph
        self.sides = scenario.order
        self.seats = SEATS[players]
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
        """12.2: the highest die that hits."""
        return self.groups[group].front["fire"]

    @cached_property
    def _gaits(self) -> dict[bool, Gait]:
        foot, horse, more = (self.number(n) for n in ("move_foot", "move_horse", "road_bonus"))
        return {False: Gait(foot, foot + more), True: Gait(horse, horse + more)}

    def gait(self, groups: tuple[str, ...]) -> Gait:
        """6.1, 6.3, 6.4: how far these go together: as far as the slowest."""
        return self._gaits[all(self.groups[group].mounted for group in groups)]

    def name(self, area: str) -> str:
        """An area by its name."""
        return self.map.areas[area].name

    def called(self, group: str) -> str:
        """A block in words."""
        counter = self.groups[group]
        return counter.name if self.is_leader(group) else f"{counter.name} ({counter.group})"

    # --- who plays ---------------------------------------------------------------------------------

    def sides_of(self, seat: str) -> tuple[str, ...]:
        """The sides that a seat commands (17.2), or a side's own name."""
        if seat == INVADER:
            return (VIKING, NORMAN)
        return (self.seats.get(seat, seat),)

    def seats_of(self, side: str) -> tuple[str, ...]:
        """A side's players in the order in which they move (ruling multi_moves)."""
        found = [seat for seat in self.seats if side in self.sides_of(seat)]
        main = INVADER if self.players == 2 and side != ENGLISH else side
        return (main, *(seat for seat in found if seat != main))

    @property
    def limited(self) -> bool:
        """7.2, 17.3: whether subordinates command only so many blocks."""
        return self.players < NO_LIMIT_FROM
