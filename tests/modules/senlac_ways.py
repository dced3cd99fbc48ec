"""A second, simple model of ways on Senlac Hill: pursuit (9.4) and the flight of leaders (10.2.2), written
from the rulebook and the rulings. It imports nothing of the project, and lists every way one by one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

ROWS, COLUMNS = 24, 31
FRONTS = {
    "N": ("NW", "NE"), "NE": ("NE", "E"), "SE": ("E", "SE"), "S": ("SE", "SW"), "SW": ("SW", "W"),
    "NW": ("W", "NW"),
}  # fmt: skip
"""The two front hexsides of each facing (6.1.2)."""
STEPS = {"NE": (-1, -1), "E": (0, -2), "SE": (1, -1), "SW": (1, 1), "W": (0, 2), "NW": (-1, 1)}
"""Rows grow to the south, and half columns to the west."""
MOST_STEPS, FLIGHT = 6, 3

Way = tuple[str, ...]


def point(place: str) -> tuple[int, int]:
    """The row, and the column in halves: even rows lie half a hex farther west."""
    row, column = int(place[:2]), int(place[2:])
    return row, 2 * column + (row % 2 == 0)


def place_at(row: int, half: int) -> str | None:
    """The hex of a point; None off the map."""
    column, odd = divmod(half - (row % 2 == 0), 2)
    inside = 1 <= row <= ROWS and 1 <= column <= COLUMNS and not odd
    return f"{row:02}{column:02}" if inside else None


def beside(place: str, side: str) -> str | None:
    """The hex through a hexside."""
    row, half = point(place)
    down, west = STEPS[side]
    return place_at(row + down, half + west)


def around(place: str) -> list[str]:
    """The hexes around one."""
    return [there for side in STEPS if (there := beside(place, side)) is not None]


def apart(one: str, other: str) -> int:
    """Hexes from one to the other."""
    down = abs(point(one)[0] - point(other)[0])
    west = abs(point(one)[1] - point(other)[1])
    return down + max(0, (west - down) // 2)


@dataclass(frozen=True)
class Man:
    """A unit or a leader. `sound`: neither disrupted nor routed."""

    side: str
    at: str
    facing: str = ""
    sound: bool = True
    leader: bool = False
    knight: bool = False


@dataclass(frozen=True)
class Hill:
    """A position. `checks`: the steps on which knights check their morale."""

    men: Mapping[str, Man]
    checks: frozenset[tuple[str, str]] = frozenset()

    def holders(self, place: str, side: str) -> set[str]:
        """The enemies of a side whose ZOC reaches a hex (5.7)."""
        return {
            name
            for name, man in self.men.items()
            if man.side != side and man.sound and not man.leader
            for hexside in FRONTS[man.facing]
            if beside(man.at, hexside) == place
        }

    def friend(self, place: str, name: str) -> bool:
        """Another unit of the same side is in a hex."""
        side = self.men[name].side
        return any(
            m.side == side and m.at == place and not m.leader for n, m in self.men.items() if n != name
        )

    def enemy(self, place: str, side: str) -> bool:
        """An enemy is in a hex, be he a leader."""
        return any(man.side != side and man.at == place for man in self.men.values())

    # --- pursuit -----------------------------------------------------------------------------------

    def pursuits(self, name: str, prey: str, gap: str) -> set[Way]:
        """The ways of a victor after a unit that has left a hex, the gap."""
        ways = [way for way in self._after(name, prey, ()) if not self.friend(way[-1], name)]
        ways = [way for way in ways if way[0] == gap] or ways
        done = [way for way in ways if self._ends(name, prey, way[-1])]
        near = min((apart(way[-1], self.men[prey].at) for way in ways), default=0)
        return set(done or [way for way in ways if apart(way[-1], self.men[prey].at) == near])

    def _ends(self, name: str, prey: str, place: str) -> bool:
        """Beside the prey, or in the ZOC of an enemy in whose ZOC it has not begun."""
        man = self.men[name]
        new = self.holders(place, man.side) - self.holders(man.at, man.side)
        return apart(place, self.men[prey].at) == 1 or bool(new)

    def _after(self, name: str, prey: str, way: Way) -> Iterator[Way]:
        """Every way and each of its beginnings, whoever is in its last hex."""
        man, goal = self.men[name], self.men[prey].at
        here = way[-1] if way else man.at
        if apart(here, goal) == 1 or (way and self._ends(name, prey, here)):
            return
        for place in around(here):
            crowded = self.friend(here, name) or self.friend(place, name)
            checked = man.knight and crowded and (here, place) in self.checks
            if apart(place, goal) < apart(here, goal) and not self.enemy(place, man.side) and not checked:
                yield (*way, place)
                yield from self._after(name, prey, (*way, place))

    # --- flight ------------------------------------------------------------------------------------

    def flights(self, name: str, enemies: Iterable[str]) -> set[str]:
        """The hexes where a leader may end who flees from enemies in these hexes."""
        far = {place: min(apart(place, each) for each in enemies) for place in self._open_to(name)}
        least = min((each for each in far.values() if each >= FLIGHT), default=FLIGHT)
        return {place for place, each in far.items() if each == least}

    def _open_to(self, name: str) -> set[str]:
        """What he reaches in six steps: no enemy, and no EZOC without a friend."""
        man = self.men[name]
        seen, front = {man.at}, {man.at}
        for _ in range(MOST_STEPS):
            there = {n for here in front for n in around(here)} - seen
            front = {n for n in there if not self.enemy(n, man.side) and self._safe(n, name)}
            seen |= front
        return seen - {man.at}

    def _safe(self, place: str, name: str) -> bool:
        return self.friend(place, name) or not self.holders(place, self.men[name].side)
