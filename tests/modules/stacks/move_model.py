"""A slow and simple model of moves under rules.yaml, written from the words of its contract: no word of the
program is used but the geometry of the grid.

It reads clauses as plain data. From where a unit lies it tries step after step, and keeps of a way only the
hex, what was spent, and whether the unit has stopped.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any

from modules.geometry import HexGrid

Clause = Mapping[str, Any]
Pair = frozenset[str]
EXIT = "exit"


@dataclass
class Land:
    """A map as plain data."""

    grid: HexGrid
    terrain: Mapping[str, Clause]
    filled: Mapping[str, str]
    """The terrain of each hex."""
    sides: Mapping[Pair, Sequence[str]]
    roads: Mapping[Pair, Sequence[str]]
    level: Mapping[str, int]

    def beside(self, hex_id: str) -> Sequence[str]:
        """The neighbours of a hex."""
        return self.grid.adjacency[hex_id]


@dataclass
class Counter:
    """A counter as plain data."""

    side: str
    kind: str
    entry: str
    front: Mapping[str, int]
    back: Mapping[str, int]


@dataclass
class Scene:
    """All that a move depends on. `entries`: for each counter that comes later its turn and its hexes."""

    rules: Clause
    land: Land
    counters: Mapping[str, Counter]
    at: Mapping[str, str]
    turn: int
    phase: str
    side: str
    options: Sequence[str] = ()
    states: Mapping[str, Sequence[str]] = field(default_factory=dict)
    deeds: Mapping[str, Sequence[str]] = field(default_factory=dict)
    acted: Sequence[str] = ()
    entered_over: Mapping[str, int] = field(default_factory=dict)
    entries: Mapping[str, tuple[int, Sequence[str]]] = field(default_factory=dict)

    # --- words and conditions ----------------------------------------------------------------------

    def named(self, unit: str, words: Sequence[str]) -> bool:
        """Whether a counter is of one of the words; without words each is."""
        mine = self.counters[unit]
        names = {"all", mine.side, mine.kind, mine.entry, unit}
        groups = self.rules.get("groups", {})
        return not words or any(
            word in names or (word in groups and self._in_group(unit, groups[word])) for word in words
        )

    def _in_group(self, unit: str, group: Clause) -> bool:
        mine = self.counters[unit]
        return all(
            value in group[key] for key, value in (("kinds", mine.kind), ("sides", mine.side)) if key in group
        )

    def placed(self, hex_id: str | None, words: Sequence[str]) -> bool:
        """Whether a hex is of one of the words; without words each is."""
        if not words:
            return True
        return hex_id in self.land.filled and any(w in (hex_id, self.land.filled[hex_id]) for w in words)

    def now(self, times: Clause) -> bool:
        """Whether a condition of times holds."""
        turns = [n for w in times.get("turns", ()) for n in self._turns(w)]
        return (
            ("turns" not in times or self.turn in turns)
            and ("phases" not in times or self.phase in times["phases"])
            and ("sides" not in times or self.side in times["sides"])
            and ("option" not in times or any(o in self.options for o in times["option"]))
            and not any(o in self.options for o in times.get("not_option", ()))
        )

    def _turns(self, word: Any) -> Sequence[int]:
        return self.rules["turns"][word] if isinstance(word, str) else (word,)

    def holds(self, unit: str, units: Clause) -> bool:
        """Whether a condition of units holds for a unit where it lies."""
        here, states, deeds = self.on_map(unit), self.states.get(unit, ()), self.deeds.get(unit, ())
        tests = {
            "of": lambda v: self.named(unit, v),
            "not_of": lambda v: not self.named(unit, v),
            "state": lambda v: any(s in states for s in v),
            "not_state": lambda v: not any(s in states for s in v),
            "at": lambda v: here is not None and self.placed(here, v),
            "not_at": lambda v: here is None or not self.placed(here, v),
            "was": lambda v: any(d in deeds for d in v),
            "not_was": lambda v: not any(d in deeds for d in v),
            "zone": lambda v: self._in_zone(unit) == (v == "enemy"),
            "near": lambda v: self._near(unit, v),
        }
        return all(tests[key](value) for key, value in units.items())

    def _in_zone(self, unit: str) -> bool:
        here = self.on_map(unit)
        return any(here in self.cover(zone, unit, [unit]) for zone in self.zones_on(unit))

    def _near(self, unit: str, near: Clause) -> bool:
        here, side = self.on_map(unit), self.counters[unit].side
        those = [c for c in self.counters if self.named(c, near["of"])]
        own = [c for c in those if self.counters[c].side == side]
        return here is not None and any(
            other != unit
            and (there := self.on_map(other)) is not None
            and self.land.grid.distance(here, there) <= near["hexes"]
            for other in own or those
        )

    def on_map(self, unit: str) -> str | None:
        """The hex of a counter."""
        place = self.at.get(unit)
        return place if place in self.land.filled else None

    def lying(self, hex_id: str, *, friends_of: str = "", enemies_of: str = "") -> list[str]:
        """Counters in a hex, of a unit's own side or of others."""
        there = [c for c, place in self.at.items() if place == hex_id]
        if friends_of:
            return [c for c in there if self.counters[c].side == self.counters[friends_of].side]
        return [c for c in there if self.counters[c].side != self.counters[enemies_of].side]

    # --- zones -------------------------------------------------------------------------------------

    def zones_on(self, unit: str) -> list[Clause]:
        """The clauses of zones that hold now and bind a unit."""
        zones = self.rules.get("zones", ())
        return [z for z in zones if self.now(z.get("when", {})) and self.named(unit, z.get("binds", ()))]

    def cover(self, zone: Clause, unit: str, movers: Sequence[str]) -> dict[str, set[str]]:
        """The hexes that a zone covers for a unit, with the enemies whose it is."""
        found: dict[str, set[str]] = {}
        for enemy in self.counters:
            here, states = self.on_map(enemy), self.states.get(enemy, ())
            exerts = (
                here is not None
                and self.counters[enemy].side != self.counters[unit].side
                and self.named(enemy, zone["of"])
                and ("state" not in zone or any(s in states for s in zone["state"]))
                and not any(s in states for s in zone.get("not_state", ()))
            )
            for hex_id in self._spread(zone, str(here)) if exerts else ():
                friends = [f for f in self.lying(hex_id, friends_of=unit) if f not in movers]
                if not (zone.get("cancelled_by_friends") and friends):
                    found.setdefault(hex_id, set()).add(enemy)
        return found

    def _spread(self, zone: Clause, start: str) -> set[str]:
        reached = {start}
        for _ in range(zone.get("reach", 1)):
            reached |= {n for h in reached for n in self.land.beside(h) if self._zone_goes(zone, h, n)}
        return reached

    def _zone_goes(self, zone: Clause, one: str, other: str) -> bool:
        land = self.land
        crossed = land.sides.get(frozenset((one, other)), ())
        blocked = [land.terrain[name].get("zoc") == "blocked" for name in (land.filled[other], *crossed)]
        not_across = any(name in zone.get("not_across", ()) for name in crossed)
        shut = "not_into" in zone and self.placed(other, zone["not_into"])
        return not any(blocked) and not not_across and not shut

    # --- stacking ----------------------------------------------------------------------------------

    def too_full(
        self, clause: Clause, hex_id: str, units: Sequence[str], without: Collection[str] = ()
    ) -> bool:
        """Whether a clause is broken in a hex where these units are, too, and some others no more."""
        if not self.now(clause.get("when", {})) or not self.placed(hex_id, clause.get("at", ())):
            return False
        others = (c for c in self.lying(hex_id, friends_of=units[0]) if c not in {*units, *without})
        there = [*others, *units]
        counted = [c for c in there if self.counts(clause, c)]
        total = sum(self.weight(clause, c) for c in counted)
        return total > clause["limit"] and any(
            self.counts(clause, u) and self.weight(clause, u) for u in units
        )

    def counts(self, clause: Clause, unit: str) -> bool:
        """Whether a clause counts a unit."""
        free = "free" in clause and self.named(unit, clause["free"])
        return not free and self.named(unit, clause.get("of", ()))

    def weight(self, clause: Clause, unit: str) -> int:
        """How much of the limit it takes up."""
        name = clause.get("count", "units")
        return 1 if name == "units" else self.value(unit, name)

    def value(self, unit: str, name: str) -> int:
        """A value on the face that is up."""
        mine = self.counters[unit]
        return (mine.back if "reduced" in self.states.get(unit, ()) else mine.front)[name]


# --- moves -------------------------------------------------------------------------------------------------


@dataclass
class Walk:
    """How a unit goes by a way of moving in a phase, together with `movers`."""

    scene: Scene
    phase: Clause
    way: Clause
    unit: str
    movers: Sequence[str]

    def allowance(self) -> tuple[Fraction, bool]:
        """What it may spend, and whether that is hexes."""
        scene, unit, base = self.scene, self.unit, self.way
        for each in self.way.get("instead", ()):
            if scene.holds(unit, each.get("units", {})) and scene.now(each.get("when", {})):
                base = each
                break
        amount = Fraction(base["hexes"]) if "hexes" in base else self._value(base["budget"])
        for change in self.way.get("changes", ()):
            if scene.holds(unit, change.get("units", {})) and scene.now(change.get("when", {})):
                if "times" in change:
                    amount *= Fraction(change["times"])
                    amount = {"up": ceil, "down": floor, "exact": Fraction}[change["round"]](amount)
                amount = max(Fraction(0), Fraction(amount) + change.get("add", 0))
        return amount, "hexes" in base

    def _value(self, budget: str | int) -> Fraction:
        return Fraction(self.scene.value(self.unit, budget) if isinstance(budget, str) else budget)

    def _part(self, key: str, name: Any, usual: Any) -> Any:
        """What a part of a step costs: as the first clause of `costs` says that holds for it."""
        scene = self.scene
        for each in self.way.get("costs", ()):
            meant = key in each and (scene.placed(name, each[key]) if key == "into" else name in each[key])
            if meant and scene.holds(self.unit, each.get("units", {})) and scene.now(each.get("when", {})):
                if "mp" in each:
                    return each["mp"]
                return usual if usual in (None, "prohibited") else Fraction(usual) * Fraction(each["times"])
        return usual

    def ground(self, one: str, other: str) -> Fraction | None:
        """What a step costs on the ground; None where it may not be."""
        land = self.scene.land
        pair, filled = frozenset((one, other)), land.terrain[land.filled[other]]
        rise = land.level[other] - land.level[one]
        usual = filled["down"] if rise < 0 and "down" in filled else filled["mp"]
        usual = filled.get("by_kind", {}).get(self.scene.counters[self.unit].kind, usual)
        into = self._part("into", other, usual)
        across = {n: self._part("across", n, land.terrain[n]["mp"]) for n in land.sides.get(pair, ())}
        if "prohibited" in (into, *across.values()):
            return None
        roads = self._roads(land.roads.get(pair, ()))
        if self.way.get("along"):
            return min(roads) if roads else None
        if roads:
            tolls = [Fraction(mp) for n, mp in across.items() if land.terrain[n].get("on_road")]
            return min(roads) + sum(tolls)
        change = Fraction(land.terrain["slopes"]["mp"]) if rise else 0
        return Fraction(into) + sum(map(Fraction, across.values())) + change

    def _roads(self, names: Sequence[str]) -> list[Fraction]:
        along = self.way.get("along", ())
        if self.way.get("roads") == "ignored":
            return []
        found = []
        for name in names:
            usual = self.way["cost"] if along else self.scene.land.terrain[name].get("mp")
            cost = self._part("along", name, usual)
            if (not along or name in along) and cost not in (None, "prohibited"):
                found.append(Fraction(cost))
        return found

    # --- a step ------------------------------------------------------------------------------------

    def _zones(self) -> list[tuple[Clause, dict[str, set[str]]]]:
        if self.way.get("zones") == "ignored":
            return []
        scene = self.scene
        return [(zone, scene.cover(zone, self.unit, self.movers)) for zone in scene.zones_on(self.unit)]

    def must_stop(self, hex_id: str) -> bool:
        """Whether the unit stops in a hex that it enters."""
        scene = self.scene
        halts = [
            h
            for h in self.way.get("halts", ())
            if scene.placed(hex_id, h["into"])
            and scene.holds(self.unit, h.get("units", {}))
            and scene.now(h.get("when", {}))
        ]
        return bool(halts) or any(zone["stop"] and hex_id in cover for zone, cover in self._zones())

    def _closed(self, hex_id: str) -> bool:
        """Whether the unit may not enter a hex, wherever it comes from."""
        scene = self.scene
        zones = self._zones()
        return (
            bool(scene.lying(hex_id, enemies_of=self.unit))
            or any(zone.get("enter") == "never" and hex_id in cover for zone, cover in zones)
            or (self.way.get("zones") == "closed" and any(hex_id in cover for _, cover in zones))
            or self._full(hex_id, "always")
        )

    def _full(self, hex_id: str, holds: str) -> bool:
        clauses = (c for c in self.scene.rules.get("stacking", ()) if c["holds"] == holds)
        return any(self.scene.too_full(clause, hex_id, self.movers) for clause in clauses)

    def _zone_lets(self, one: str, other: str) -> bool:
        for zone, cover in self._zones():
            if zone["leave"] == "combat_only" and one in cover:
                return False
            both = one in cover and other in cover
            if both and (zone["hop"] == "never" or (zone["hop"] == "not_same" and cover[one] & cover[other])):
                return False
        return True

    def _zone_cost(self, one: str, other: str) -> Fraction:
        total = Fraction(0)
        for zone, cover in self._zones():
            if zone["leave"] not in ("free", "combat_only") and one in cover:
                total += Fraction(zone["leave"])
            if zone.get("enter", 0) != "never" and other in cover:
                total += Fraction(zone.get("enter", 0))
        return total

    def step(self, one: str, other: str) -> Fraction | None:
        """What a step costs from where the unit lies, or on its way; None where it may not be."""
        by_hexes, land = self.allowance()[1], self.scene.land
        if other == EXIT:
            mp = self._exit(one)
            lets = mp is not None and self._zone_lets(one, EXIT)
        elif one in land.filled:
            mp = self.ground(one, other) if other in land.beside(one) else None
            lets = mp is not None and not self._closed(other) and self._zone_lets(one, other)
        else:
            mp = self._entry(other)
            lets = mp is not None and not self._closed(other)
        if not lets or mp is None:
            return None
        if by_hexes:
            return Fraction(self._column(other)) if one not in land.filled else Fraction(1)
        return mp + self._zone_cost(one, other)

    # --- over the edge -----------------------------------------------------------------------------

    def _exit(self, one: str) -> Fraction | None:
        for clause in self.phase.get("exits", ()):
            all_may = all(self.scene.named(unit, clause.get("of", ())) for unit in self.movers)
            if all_may and self.scene.placed(one, clause["over"]):
                return Fraction(clause["cost"])
        return None

    def _column(self, hex_id: str) -> int:
        column = self.scene.rules.get("entering", {}).get("column")
        return 1 + self.scene.entered_over.get(hex_id, 0) if column else 1

    def entry_hexes(self) -> list[str]:
        """The hexes over which a unit may come in."""
        scene, land = self.scene, self.scene.land
        named = self.scene.entries[self.unit][1]

        def free(hexes: Sequence[str]) -> list[str]:
            kind = scene.counters[self.unit].kind
            usual = {h: land.terrain[land.filled[h]] for h in hexes}
            open_hexes = [
                h for h, t in usual.items() if t.get("by_kind", {}).get(kind, t["mp"]) != "prohibited"
            ]
            return [h for h in open_hexes if not scene.lying(h, enemies_of=self.unit)]

        clause = scene.rules.get("entering", {})
        if free(named) or clause.get("blocked") != "nearest":
            return free(named)
        edge = free([h for h in land.filled if len(land.beside(h)) < 6])
        far = {h: min(land.grid.distance(h, each) for each in named) for h in edge}
        return [h for h in edge if far[h] == min(far.values())]

    def _entry(self, hex_id: str) -> Fraction | None:
        scene, land = self.scene, self.scene.land
        if hex_id not in self.entry_hexes():
            return None
        closed = scene.rules.get("entering", {}).get("zones") == "closed"
        zones = scene.zones_on(self.unit) if closed else ()
        if any(hex_id in scene.cover(zone, self.unit, self.movers) for zone in zones):
            return None
        filled = land.terrain[land.filled[hex_id]]
        usual = filled.get("by_kind", {}).get(scene.counters[self.unit].kind, filled["mp"])
        into = self._part("into", hex_id, usual)
        if into == "prohibited":
            return None
        if self.way.get("along"):
            roads = self._roads([n for pair, those in land.roads.items() if hex_id in pair for n in those])
            return min(roads) * self._column(hex_id) if roads else None
        return min([Fraction(into), *self._roads([*self._ending(hex_id)])]) * self._column(hex_id)

    def _ending(self, hex_id: str) -> Iterator[str]:
        """The roads that end in a hex: those of which one piece alone leads there, in these worlds."""
        for name in ("road", "rail"):
            pairs = [
                pair for pair, names in self.scene.land.roads.items() if name in names and hex_id in pair
            ]
            if len(pairs) == 1:
                yield name

    # --- ways --------------------------------------------------------------------------------------

    def may_end(self, hex_id: str) -> bool:
        """Whether the unit may end its move in a hex."""
        return hex_id == EXIT or not (self._full(hex_id, "move_end") or self._full_for_good(hex_id))

    def _full_for_good(self, hex_id: str) -> bool:
        """Whether too much would lie there at the end of the phase, with those that move no more."""
        scene = self.scene
        going = {
            unit
            for unit in scene.lying(hex_id, friends_of=self.unit)
            if unit not in scene.acted and scene.holds(unit, self.phase.get("units", {}))
        }
        clauses = (c for c in scene.rules.get("stacking", ()) if c["holds"] == "phase_end")
        return any(scene.too_full(clause, hex_id, self.movers, going) for clause in clauses)

    def cost(self, path: Sequence[str]) -> Fraction | None:
        """What a path costs; None where the unit may not go it."""
        here, spent = self.scene.at[self.unit], Fraction(0)
        for i, place in enumerate(path):
            mp = None if (i and self.must_stop(here)) or here == EXIT else self.step(here, place)
            if mp is None:
                return None
            spent, here = spent + mp, place
        one = self.way.get("at_least_one") and len(path) == 1 and path[0] != EXIT
        can = spent <= self.allowance()[0] or one
        return spent if can and self.may_end(here) else None

    def ends(self) -> dict[str, Fraction]:
        """Every place where the unit may end, with the least that it may spend; what is too dear, and may be
        entered all the same as the only hex, costs the allowance."""
        most, start = self.allowance()[0], self.scene.at[self.unit]
        least: dict[str, Fraction] = {start: Fraction(0)}
        waiting = [start]
        while waiting:
            here = waiting.pop()
            if here == EXIT or (here != start and self.must_stop(here)):
                continue
            for place in (*self._beside(here), EXIT):
                mp = self.step(here, place)
                total = most + 1 if mp is None else least[here] + mp
                if total <= most and total < least.get(place, most + 1):
                    least[place] = total
                    waiting.append(place)
        del least[start]
        if self.way.get("at_least_one"):
            for place in self._beside(start):
                if place not in least and self.step(start, place) is not None:
                    least[place] = most
        return {place: mp for place, mp in least.items() if self.may_end(place)}

    def _beside(self, here: str) -> Sequence[str]:
        land = self.scene.land
        return land.beside(here) if here in land.filled else self.entry_hexes()
