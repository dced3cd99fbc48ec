"""Where one unit may retreat: the hexes and steps that are open to it, and the places where it may end.

The ways are of the first kind of which there is any: those that end within the limits of stacks, then those
that go onward from a full hex, then those that push friends out of one. What is possible is said once: a list
is searched over the same steps and ends by which a way is judged.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, Literal

from modules.amounts import count_noun
from modules.definition.formats.clauses.combat import RetreatClause
from modules.engine.errors import Illegal
from modules.engine.stacks.aftermath.ground import barred_by
from modules.engine.stacks.field import StackField
from modules.engine.stacks.going import Bar, Path, bar_enemies, bar_full_hexes
from modules.engine.stacks.stacking import AT_LAST

SAFE: Final = "safe"
MOST_PUSHED: Final = 6
"""Hexes of a chain in which friends push friends on."""
MOST_ONWARD: Final = 6
"""Hexes that a unit goes onward through full ones."""
MOST_TO_SAFETY: Final = 20
"""Hexes that a unit retreats until it is safe."""
_MOST_TRIED: Final = 20_000
"""Steps that are tried for the ways of a unit: a way that no search finds by then is none."""

Kind = Literal["within", "onward", "pushing"]


class RetreatWays:
    """The ways of a unit that retreats so many `hexes`, or until it is safe. `chain`: the hexes in which the
    units stood that pushed each other until this one was pushed, and where the last of them came."""

    def __init__(
        self,
        field: StackField,
        clause: RetreatClause,
        unit: str,
        hexes: int | Literal["safe"],
        chain: Sequence[str] = (),
    ) -> None:
        self.field, self.clause, self.unit, self.chain = field, clause, unit, tuple(chain)
        self.side, self.start = field.side(unit), field.moment.at[unit]
        self.until_safe, self.length = hexes == SAFE, MOST_TO_SAFETY if hexes == "safe" else hexes
        self._exactly = clause.exactly and not self.until_safe
        self._steps: dict[str, tuple[str, ...]] = {}
        self._tried = 0

    # --- what is open ------------------------------------------------------------------------------

    @cached_property
    def bars(self) -> Sequence[Bar]:
        """The hexes that the unit does not enter, whether it would stop there or not."""
        found = [bar_enemies(self.field, self.side, self.clause.rule)]
        found += [self._zone_bar(covers) for covers in self._covers if self.clause.zones != "open"]
        if self.clause.friends == "barred":
            found.append(Bar(self.clause.rule, self._friends, lambda h: f"friends are in {h}"))
        if self.chain:
            found.append(Bar(self.clause.rule, self.chain, lambda h: f"units were pushed on from {h}"))
        return found

    def _zone_bar(self, covers: Mapping[str, Sequence[str]]) -> Bar:
        opened = self._friends if self.clause.zones == "friend_opens" else ()
        hexes = covers.keys() - set(opened)
        return Bar(self.clause.rule, hexes, lambda h: f"{h} is in the ZOC of {', '.join(covers[h])}")

    @cached_property
    def _covers(self) -> Sequence[Mapping[str, Sequence[str]]]:
        return [effect.covers for effect in self.field.zones.effects(self.unit, (self.unit,))]

    @cached_property
    def _friends(self) -> Collection[str]:
        """The hexes in which other units of the side lie."""
        held = self.field.stacks_of(self.side)
        return {hex_id for hex_id, units in held.items() if any(unit != self.unit for unit in units)}

    @cached_property
    def _no_pass(self) -> Sequence[Bar]:
        """The hexes through which the unit does not go, for too much would lie there meanwhile."""
        return bar_full_hexes(self.field, self.side, (self.unit,), ("always",))

    @cached_property
    def _closed(self) -> frozenset[str]:
        return frozenset().union(*(bar.hexes for bar in self.bars))

    @cached_property
    def _full_ends(self) -> Sequence[Bar]:
        """The hexes where the unit may not end, for too much would lie there."""
        return bar_full_hexes(self.field, self.side, (self.unit,), AT_LAST)

    @cached_property
    def _full_hexes(self) -> frozenset[str]:
        return frozenset().union(*(bar.hexes for bar in self._full_ends))

    @cached_property
    def _toward(self) -> Callable[[str], int] | None:
        """How far a hex is from those to which the side retreats; None where it may retreat anywhere."""
        words = self.clause.toward.get(self.side, ())
        places = sorted(self.field.map_rules.places.find(words)) if words else ()
        if not places:
            return None
        distance = self.field.board.distance
        return lambda h: min(distance(h, place) for place in places)

    def step_fault(self, here: str, place: str) -> Illegal | None:
        """Why the unit does not go from a hex to another; None where it may."""
        rule, board = self.clause.rule, self.field.board
        if place not in board.neighbours.get(here, ()):
            return Illegal(rule, f"{place} is not adjacent to {here}: name every hex of the path")
        barred = self._barred(here, place)
        if barred:
            return Illegal(rule, f"{self.unit} may not retreat from {here} to {place}: {barred}")
        for bar in self.bars:
            if place in bar.hexes:
                return Illegal(bar.rule, f"{self.unit} may not retreat to {place}: {bar.why(place)}")
        if self._leads_away(here, place):
            words = " or ".join(self.clause.toward[self.side])
            return Illegal(rule, f"{self.unit} may not retreat from {here} to {place}: away from {words}")
        for bar in self._no_pass if here != self.start else ():
            if here in bar.hexes:
                return Illegal(bar.rule, f"{self.unit} may not retreat through {here}: {bar.why(here)}")
        return None

    def _barred(self, here: str, place: str) -> str:
        kind = self.field.battle.counters[self.unit].kind
        barred = barred_by(self.field.map_rules, here, place, kind, retreats=True)
        return "" if barred is None else f"{barred.name} prohibits it"

    def _leads_away(self, here: str, place: str) -> bool:
        return self._toward is not None and self._toward(place) > self._toward(here)

    def steps(self, here: str) -> Sequence[str]:
        """The hexes to which the unit may go from a hex."""
        if here not in self._steps:
            beside = (h for h in self.field.board.neighbours[here] if h not in self._closed)
            shut = here != self.start and any(here in bar.hexes for bar in self._no_pass)
            self._steps[here] = tuple(
                h for h in beside if not shut and not self._barred(here, h) and not self._leads_away(here, h)
            )
        return self._steps[here]

    # --- where it may end --------------------------------------------------------------------------

    def _has_gone_far_enough(self, path: Path) -> bool:
        if self.until_safe:
            return self.is_safe(path[-1])
        return len(path) >= self.length

    def is_safe(self, hex_id: str) -> bool:
        """Whether the unit would be in no ZOC of the enemy in a hex."""
        return not any(hex_id in covers for covers in self._covers)

    def _can_push(self, hex_id: str) -> bool:
        """Whether room can be made in a full hex by friends that are pushed on."""
        if self.clause.friends != "displace" or len(self.chain) > MOST_PUSHED:
            return False
        counts = self.field.counts
        broken = (c for c in counts.clauses if hex_id in counts.full(c, (self.unit,), self.side))
        return all(counts.weight(clause, self.unit) <= clause.limit for clause in broken)

    def _strays(self, path: Path) -> bool:
        """Whether a way of exactly so many hexes does not lead straight away."""
        if not self._exactly:
            return False
        far = self.field.board.distance(self.start, path[-1])
        return far < min(len(path), self.length)

    # --- searched ----------------------------------------------------------------------------------

    @cached_property
    def kind(self) -> Kind | None:
        """Of which kind the ways are; None where there is none."""
        return self._found[0]

    @property
    def paths(self) -> Mapping[str, Path]:
        """One way to each hex where the unit may end, in the order of their length."""
        return self._found[1]

    @cached_property
    def _found(self) -> tuple[Kind | None, Mapping[str, Path]]:
        kinds: list[Kind] = ["within"]
        if self.clause.friends == "onward":
            kinds.append("onward")
        if self.clause.friends == "displace":
            kinds.append("pushing")
        for kind in kinds:
            ways = self._search_to_safety(kind) if self.until_safe else self._search_by_length(kind)
            if ways:
                return kind, ways
        return None, {}

    def _is_end(self, hex_id: str, kind: Kind) -> bool:
        if hex_id in self._full_hexes:
            return kind == "pushing" and self._can_push(hex_id)
        return kind != "pushing"

    def _search_to_safety(self, kind: Kind) -> dict[str, Path]:
        """The shortest ways through zones, and onward through full hexes."""
        known, front, found = {self.start}, list[Path]([()]), dict[str, Path]()
        for _ in range(self.length):
            longer: list[Path] = []
            for path in front:
                for place in self.steps(path[-1] if path else self.start):
                    if place in known:
                        continue
                    known.add(place)
                    safe = self.is_safe(place)
                    if safe and self._is_end(place, kind):
                        found[place] = (*path, place)
                    elif not safe or kind == "onward":
                        longer.append((*path, place))
            front = longer
        return found

    def _search_by_length(self, kind: Kind) -> dict[str, Path]:
        """Ways of the length, and onward through full hexes, that enter no hex twice."""
        found: dict[str, Path] = {}
        layers = self._layers(self.length + (MOST_ONWARD if kind == "onward" else 0))
        for number in range(self.length, len(layers)):
            for end in sorted(layers[number]):
                if end not in found and self._is_end(end, kind):
                    path = self._way_over(layers, end, number)
                    if path:
                        found[end] = path
        return found

    def _layers(self, most: int) -> list[set[str]]:
        """The hexes in which the unit can be after so many steps, if it may enter one twice."""
        layers = [{self.start}]
        for number in range(1, most + 1):
            reached: set[str] = set()
            for here in layers[-1]:
                if number <= self.length or here in self._full_hexes:
                    reached.update(self.steps(here))
            layers.append({h for h in reached if h != self.start and not self._is_near(h, number)})
        return layers

    def _is_near(self, hex_id: str, number: int) -> bool:
        far = self.field.board.distance(self.start, hex_id)
        return self._exactly and far < min(number, self.length)

    def _way_over(self, layers: Sequence[set[str]], end: str, number: int) -> Path:
        """A way to an end in so many steps; empty where each enters a hex twice."""
        back = [set[str]() for _ in range(number)] + [{end}]
        for at in range(number - 1, 0, -1):
            goes_on = layers[at] if at < self.length else layers[at] & self._full_hexes
            back[at] = {h for h in goes_on if not back[at + 1].isdisjoint(self.steps(h))}
        return next(self._simple(back, ()), ())

    def _simple(self, back: Sequence[set[str]], path: Path) -> Iterator[Path]:
        if len(path) == len(back) - 1:
            yield path
            return
        for place in self.steps(path[-1] if path else self.start):
            if place in back[len(path) + 1] and place not in path and self._tried < _MOST_TRIED:
                self._tried += 1
                yield from self._simple(back, (*path, place))

    # --- judged ------------------------------------------------------------------------------------

    def fault(self, path: Path) -> Illegal | None:
        """Why the unit may not retreat by a way; None where it may."""
        here = self.start
        for i, place in enumerate(path):
            if place == self.start or place in path[:i]:
                return Illegal(self.clause.rule, f"{self.unit} may not enter {place} twice in a retreat")
            if i and self._has_gone_far_enough(path[:i]) and not self._goes_onward(here):
                return self._too_far(path, i)
            fault = self.step_fault(here, place)
            if fault is not None:
                return fault
            if self._strays(path[: i + 1]):
                return self._stray_fault(path[: i + 1])
            here = place
        return self._end_fault(path)

    def _goes_onward(self, hex_id: str) -> bool:
        return self.kind == "onward" and hex_id in self._full_hexes

    def _end_fault(self, path: Path) -> Illegal | None:
        end, most = path[-1], self.length + (MOST_ONWARD if not self.until_safe else 0)
        if len(path) > most:
            return Illegal(self.clause.rule, f"{self.unit} may not retreat {count_noun(len(path), 'hex')}")
        if not self._has_gone_far_enough(path):
            return self._too_near(path)
        if self._is_end(end, self.kind or "within"):
            return None
        for bar in self._full_ends:
            if end in bar.hexes:
                return Illegal(bar.rule, f"{self.unit} may not end its retreat in {end}: {bar.why(end)}")
        return Illegal(self.clause.rule, f"{self.unit} may not end its retreat in {end}: {self.tell_open()}")

    def _too_near(self, path: Path) -> Illegal:
        if self.until_safe:
            end = path[-1]
            holders = ", ".join(dict.fromkeys(u for covers in self._covers for u in covers.get(end, ())))
            reason = f"{self.unit} retreats until it is safe, and {end} is in the ZOC of {holders}"
            return Illegal(self.clause.rule, f"{reason}; {self.tell_open()}")
        return self._wrong_length(path)

    def _too_far(self, path: Path, enough: int) -> Illegal:
        if self.until_safe:
            reason = f"{self.unit} is safe in {path[enough - 1]}, and retreats no farther"
            return Illegal(self.clause.rule, f"{reason}; {self.tell_open()}")
        return self._wrong_length(path)

    def _wrong_length(self, path: Path) -> Illegal:
        due = count_noun(self.length, "hex")
        return Illegal(self.clause.rule, f"{self.unit} retreats {due}, not {len(path)}; {self.tell_open()}")

    def _stray_fault(self, path: Path) -> Illegal:
        far = count_noun(self.field.board.distance(self.start, path[-1]), "hex")
        due = count_noun(self.length, "hex")
        reason = f"{path[-1]} is {far} from {self.start}, and a retreat of {self.unit} leads {due} away"
        return Illegal(self.clause.rule, f"{reason}; {self.tell_open()}")

    def tell_open(self) -> str:
        """Some of the ways that are open, in words."""
        ways = ["-".join(path) for path in self.paths.values()]
        return f"it may go {'; '.join(ways[:6])}" if ways else "no way is open to it"

    def why_closed(self, place: str) -> Illegal | None:
        """Why the unit does not come to a hex at the end of its retreat; None where it does."""
        if place in self.paths:
            return None
        if place == self.start:
            return Illegal(self.clause.rule, f"{self.unit} is in {place}, where its retreat begins")
        for bar in (*self.bars, *(self._full_ends if self.kind == "within" else ())):
            if place in bar.hexes:
                return Illegal(bar.rule, f"{self.unit} may not retreat to {place}: {bar.why(place)}")
        fault = self.fault((place,)) if place in self.field.board.neighbours[self.start] else None
        if fault is not None:
            return fault
        return Illegal(self.clause.rule, f"no retreat of {self.unit} ends in {place}; {self.tell_open()}")
