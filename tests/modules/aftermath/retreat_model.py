"""A slow and simple model of retreats under rules.yaml, written from the words of its contract: it tries
every way step by step. Zones, stacks and words are those of the model of moves.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from move_model import Scene

Path = tuple[str, ...]
PUSHES, FARTHER = 6, 6


@dataclass
class Flight:
    """How a unit retreats by a clause, so many hexes or until it is `safe`."""

    scene: Scene
    clause: Mapping[str, Any]
    unit: str
    hexes: int | str
    chain: Sequence[str] = ()

    # --- steps -------------------------------------------------------------------------------------

    def goes(self, one: str, other: str) -> bool:
        """Whether a step may be taken."""
        scene, land = self.scene, self.scene.land
        return (
            other in land.beside(one)
            and other not in self.chain
            and self._ground_lets(one, other)
            and not scene.lying(other, enemies_of=self.unit)
            and not (self.clause["zones"] != "open" and self._in_zone(other) and not self._opened(other))
            and not (self.clause["friends"] == "barred" and self._friends(other))
            and not (one != self.scene.at[self.unit] and self._full(one, ["always"]))
            and not self._away(one, other)
        )

    def _ground_lets(self, one: str, other: str) -> bool:
        land = self.scene.land
        filled = land.terrain[land.filled[other]]
        mp = filled.get("by_kind", {}).get(self.scene.counters[self.unit].kind, filled["mp"])
        sides = [land.terrain[name] for name in land.sides.get(frozenset((one, other)), ())]
        crossed = [filled, *sides]
        if land.level[one] != land.level[other]:
            crossed.append(land.terrain["slopes"])
        return (
            mp != "prohibited"
            and all(side["mp"] != "prohibited" for side in sides)
            and all(each.get("retreat") != "prohibited" for each in crossed)
        )

    def _in_zone(self, hex_id: str) -> bool:
        scene = self.scene
        return any(hex_id in scene.cover(zone, self.unit, [self.unit]) for zone in scene.zones_on(self.unit))

    def _opened(self, hex_id: str) -> bool:
        return self.clause["zones"] == "friend_opens" and self._friends(hex_id)

    def _friends(self, hex_id: str) -> bool:
        return any(each != self.unit for each in self.scene.lying(hex_id, friends_of=self.unit))

    def _full(self, hex_id: str, holds: Sequence[str] = ("always", "move_end", "phase_end")) -> bool:
        return any(self.scene.too_full(clause, hex_id, [self.unit]) for clause in self._limits(holds))

    def _limits(self, holds: Sequence[str]) -> list[Mapping[str, Any]]:
        return [each for each in self.scene.rules.get("stacking", ()) if each["holds"] in holds]

    def _away(self, one: str, other: str) -> bool:
        scene = self.scene
        words = self.clause.get("toward", {}).get(scene.counters[self.unit].side)
        aims = [h for h in scene.land.filled if scene.placed(h, words)] if words else []
        far = scene.land.grid.distance
        return bool(aims) and min(far(other, h) for h in aims) > min(far(one, h) for h in aims)

    # --- ends --------------------------------------------------------------------------------------

    def _enough(self, path: Path) -> bool:
        return not self._in_zone(path[-1]) if self.hexes == "safe" else len(path) >= int(self.hexes)

    def _can_push(self, hex_id: str) -> bool:
        if self.clause["friends"] != "displace" or len(self.chain) > PUSHES:
            return False
        broken = [
            c for c in self._limits(("always", "move_end", "phase_end"))
            if self.scene.too_full(c, hex_id, [self.unit])
        ]  # fmt: skip
        return all(self.scene.weight(clause, self.unit) <= clause["limit"] for clause in broken)

    def kind(self, path: Path) -> str:
        """Of which kind a way is, if there were no other; empty for none."""
        start, gone = self.scene.at[self.unit], list[str]()
        onward, most = False, 20 if self.hexes == "safe" else int(self.hexes) + FARTHER
        for i, place in enumerate(path):
            if not self.goes(([start, *gone])[-1], place) or place in (start, *gone) or i == most:
                return ""
            gone.append(place)
            far = self.scene.land.grid.distance(start, place)
            if self.hexes != "safe" and self.clause["exactly"] and far < min(len(gone), int(self.hexes)):
                return ""
            if self._enough(tuple(gone)) and i < len(path) - 1:
                if not self._full(place):
                    return ""
                onward = True
        if not self._enough(path):
            return ""
        if self._full(path[-1]):
            return "pushing" if not onward and self._can_push(path[-1]) else ""
        return "within" if not onward else "onward" if self.clause["friends"] == "onward" else ""

    def ends(self) -> tuple[str, set[str]]:
        """The best kind of which there are ways, and where these end."""
        found: dict[str, set[str]] = {}
        for path in self._near_all():
            found.setdefault(self.kind(path), set()).add(path[-1])
        return next(
            ((kind, found[kind]) for kind in ("within", "onward", "pushing") if kind in found), ("", set())
        )

    def _near_all(self) -> Iterator[Path]:
        """Every way that may be one; of those to safety a shortest to each hex, for on a longer one to the
        same hex nothing else is met than hexes from which the unit goes on."""
        return self._to_safety() if self.hexes == "safe" else self._of_length()

    def _of_length(self) -> Iterator[Path]:
        waiting: list[Path] = [()]
        while waiting:
            path = waiting.pop()
            for place in self.scene.land.beside(path[-1] if path else self.scene.at[self.unit]):
                longer = (*path, place)
                if place in (self.scene.at[self.unit], *path) or not self.goes(
                    path[-1] if path else self.scene.at[self.unit], place
                ):
                    continue
                if len(longer) < int(self.hexes):
                    waiting.append(longer)
                    continue
                yield longer
                more = self.clause["friends"] == "onward" and self._full(place)
                if more and len(longer) < int(self.hexes) + FARTHER:
                    waiting.append(longer)

    def _to_safety(self) -> Iterator[Path]:
        ways: dict[str, Path] = {self.scene.at[self.unit]: ()}
        for through_full in (False, True):
            front = list(ways)
            while front:
                here = front.pop(0)
                path = ways[here]
                goes_on = not path or self._in_zone(here) or (through_full and self._full(here))
                for place in self.scene.land.beside(here) if goes_on else ():
                    if place not in ways and self.goes(here, place):
                        ways[place] = (*path, place)
                        front.append(place)
        yield from (path for path in ways.values() if path)
