"""Retreats, routs and pursuits: units that must go, one by one, in the order that their owner likes."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeVar

from modules.engine.decisions import Asks, choose
from modules.engine.errors import Illegal
from modules.engine.hexes.field import HexField
from modules.engine.hexes.movement.paths import MoveLimits, MoveRules, Path, move_fault, path_fault, told_mp
from modules.engine.hexes.options import HexOptions
from modules.engine.hexes.orders import EXIT, Lose, Move, Retreat
from modules.engine.order_timing import explain_timing
from modules.engine.orders import Order

F = TypeVar("F", bound=HexField[Any, Any])


class OneByOne(HexOptions[Retreat | Move | Lose], Generic[F]):
    """The ways of the units that have still to go. Who has none on the map may leave it, where units may, or
    is lost once nobody else can make room. `order`: how a way is written; `kind`: the kind of decision."""

    order: type[Retreat | Move] = Retreat
    kind = "retreat"

    def __init__(self, field: F, waiting: Sequence[str], rule: str) -> None:
        self.field, self.waiting, self.rule = field, tuple(waiting), rule

    @abstractmethod
    def paths(self, unit_id: str) -> Sequence[Path]:
        """A unit's ways on the map, in a fixed order."""

    @abstractmethod
    def way_fault(self, unit_id: str, path: Path) -> Illegal | None:
        """Why a unit may not go a way; None where it may."""

    def ways_off(self, unit_id: str) -> Sequence[Path]:  # noqa: ARG002 - for games to override
        """A unit's ways off the map: none."""
        return ()

    def listing(self) -> Sequence[Retreat | Move | Lose]:
        """Ways on the map, then losses, then ways off the map; nothing where nobody has a choice."""
        stays = [self.order(u, path) for u in self.waiting for path in self.paths(u)]
        leaves = [self.order(u, path) for u in self.waiting for path in self.ways_off(u)]
        losses = () if stays else dict.fromkeys(order.unit for order in leaves)
        return [*stays, *(Lose(unit_id) for unit_id in losses), *leaves]

    def fault(self, order: Order) -> Illegal | None:
        if isinstance(order, Lose) and order.unit in self.waiting:
            if order in self.legal():
                return None
            may_go = "; ".join(str(choice) for choice in self.legal()[:6])
            return Illegal(self.rule, f"{order.unit} is lost only where it cannot retreat: {may_go}")
        mine = " or ".join(self.waiting)
        if not isinstance(order, (self.order, Lose)):
            return explain_timing(
                self.field.battle.times, order, self.rule, f"A {self.kind} of {mine} is due"
            )
        if isinstance(order, Lose) or order.unit not in self.waiting:
            return Illegal(self.rule, f"`{order}` is not a {self.kind} of {mine}")
        return self.way_fault(order.unit, order.path)


def one_by_one(
    field: HexField[Any, Any],
    units: Sequence[str],
    options_of: Callable[[Sequence[str]], OneByOne[Any]],
    go: Callable[[Any], Asks[None]],
    stay: Callable[[str], Asks[None]],
) -> Asks[None]:
    """Takes these units on their ways in the order that their owner likes; those left, when none of them has
    one, stay, and what that means `stay` says."""
    waiting = [u for u in units if field.at(u) is not None]
    while waiting:
        options = options_of(waiting)
        choices = options.legal()
        if not choices:
            break
        order = choices[0]
        if len(choices) > 1:
            ask = f"{options.order.FORM.split()[0]} {' or '.join(waiting)}"
            order = yield from choose(field.side(waiting[0]), options.kind, ask, options.rule, options)
        waiting.remove(order.unit)
        if isinstance(order, Lose):
            yield from stay(order.unit)
        else:
            yield from go(order)
    for unit_id in waiting:
        yield from stay(unit_id)


# --- retreats by length ----------------------------------------------------------------------------------


class Closed(NamedTuple):
    """Hexes that a retreat does not enter, and why not, in words of one of them."""

    hexes: Collection[str]
    why: Callable[[str], str]


@dataclass(frozen=True, slots=True)
class Mover:
    """A unit that retreats so many hexes. `stacks`: it may end with a friend. `closed`: the hexes that it
    does not enter, with `reasons`."""

    unit: str
    side: str
    start: str
    length: int
    stacks: bool
    reasons: tuple[Closed, ...]
    closed: frozenset[str]


class RetreatOptions(OneByOne[F]):
    """Retreats of a length in hexes, away from where they begin, farther through friends if need be. `far`:
    the rule of retreats of more than one hex."""

    def __init__(self, field: F, waiting: Sequence[str], rule: str, far: str) -> None:
        super().__init__(field, waiting, rule)
        self.far = far

    @abstractmethod
    def length(self, unit_id: str) -> int:
        """How many hexes a unit retreats."""

    @abstractmethod
    def may_leave(self) -> bool:
        """True where a retreat may lead off the map, over any edge."""

    def paths(self, unit_id: str) -> list[Path]:
        """Of the proper length, or longer only if there is none of that length. Of the ways to a hex the
        shortest count."""
        mover = self._mover(unit_id)
        proper: list[Path] = [()]
        for _ in range(mover.length):
            proper = [longer for path in proper for longer in self._farther(mover, path)]
        proper = [path for path in proper if self._may_stop(mover, path[-1])]
        return sorted(proper or self._ends(mover), key=lambda path: (len(path), path))

    def ways_off(self, unit_id: str) -> list[Path]:
        if not self.may_leave():
            return []
        board, mover = self.field.board, self._mover(unit_id)
        ways: list[Path] = [()]
        front = ways
        for _ in range(mover.length - 1):
            front = [longer for path in front for longer in self._farther(mover, path)]
            ways = [*ways, *front]
        at_edge = (path for path in ways if board.grid.open_sides(path[-1] if path else mover.start))
        return sorted((*path, EXIT) for path in at_edge)

    def way_fault(self, unit_id: str, path: Path) -> Illegal | None:
        mover = self._mover(unit_id)
        here = mover.start
        for place in path if path[-1] != EXIT else path[:-1]:
            why = self._why_closed(mover, here, place)
            if why:
                return Illegal(self.rule, f"{unit_id} may not retreat from {here} to {place}: {why}")
            here = place
        if EXIT not in path and len(path) >= mover.length and not self._is_away(mover, here):
            return Illegal(
                self.rule, f"a retreat of {unit_id} to {here} does not lead away from {mover.start}"
            )
        if path in (*self.paths(unit_id), *self.ways_off(unit_id)):
            return None
        return self._not_open(unit_id, mover, "-".join(path))

    def _mover(self, unit_id: str) -> Mover:
        field, start = self.field, self.field.state.units[unit_id].at
        side, stacks = field.side(unit_id), unit_id in field.battle.roll.sharing
        lone = field.hexes_with(field.battle.enemy(side)) if stacks else ()
        reasons = (
            Closed((start,), lambda _: "it is where the retreat began"),
            Closed(field.enemies_of(side), lambda _: "an enemy unit is in it"),
            Closed(lone, lambda _: "an enemy leader is in it"),
            Closed(field.ezoc(side), lambda h: f"it is in the ZOC of {', '.join(field.exerting(h, side))}"),
        )
        closed = frozenset().union(*(reason.hexes for reason in reasons))
        return Mover(unit_id, side, start, self.length(unit_id), stacks, reasons, closed)

    def _farther(self, mover: Mover, path: Path) -> Iterator[Path]:
        """A path with one step more that leads away from where it began."""
        here, distance = path[-1] if path else mover.start, self.field.board.distance
        away = distance(mover.start, here)
        for place, _ in self.field.board.strides.steps[here]:
            if place not in mover.closed and distance(mover.start, place) > away:
                yield (*path, place)

    def _ends(self, mover: Mover) -> Iterator[Path]:
        """The shortest ways to each hex where the unit may stop: as far off as it must go, and no friend in
        it. From any other hex it goes on."""
        steps = {mover.start: 0}
        front: list[Path] = [()]
        while front:
            following: list[Path] = []
            for path in front:
                for place, _ in self.field.board.strides.steps[path[-1] if path else mover.start]:
                    if steps.get(place, len(path) + 1) <= len(path) or place in mover.closed:
                        continue
                    steps[place] = len(path) + 1
                    longer = (*path, place)
                    if self._may_stop(mover, place):
                        yield longer
                    else:
                        following.append(longer)
            front = following

    def _may_stop(self, mover: Mover, place: str) -> bool:
        friend = self.field.friend_in(place, mover.side) is not None and not mover.stacks
        return self._is_away(mover, place) and not friend

    def _is_away(self, mover: Mover, place: str) -> bool:
        """True as far from the start as a retreat must lead."""
        return self.field.board.distance(mover.start, place) >= mover.length

    def _why_closed(self, mover: Mover, here: str, place: str) -> str:
        board = self.field.board
        if board.grid.side_toward(here, place) is None:
            return "the hexes are not adjacent"
        if not board.retreat_open(here, place):
            return "the terrain prohibits it"
        return next((reason.why(place) for reason in mover.reasons if place in reason.hexes), "")

    def spent_on(self, order: Order) -> tuple[str, str]:
        return (str(len(order.path)), "") if isinstance(order, self.order) else ("", "")

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        if mover not in self.field.battle.counters or place not in self.field.board.neighbours:
            return None
        order = self.order(mover, (place,))
        if mover not in self.waiting:
            return self.fault(order)
        going = self._mover(mover)
        if any(path[-1] == place for path in self.paths(mover)):
            return None
        why = next((reason.why(place) for reason in going.reasons if place in reason.hexes), "")
        if why:
            return Illegal(self.rule, f"{mover} may not retreat to {place}: {why}")
        beside = self.field.board.grid.side_toward(going.start, place) is not None
        return self.fault(order) if beside else self._not_open(mover, going, place)

    def _not_open(self, unit_id: str, mover: Mover, place: str) -> Illegal:
        """A retreat is refused that none of the proper ones is, with these."""
        legal = [*self.paths(unit_id), *self.ways_off(unit_id)]
        listed = "; ".join("-".join(way) for way in legal[:6]) or "none"
        rule = self.far if mover.length > 1 else self.rule
        return Illegal(rule, f"{place} is not a retreat open to {unit_id}; it may go {listed}")


# --- routs by movement points ----------------------------------------------------------------------------


class RoutOptions(OneByOne[F]):
    """Routs along a way that the unit pays in MP, to a hex where it may end."""

    def __init__(self, field: F, waiting: Sequence[str], rules: MoveRules) -> None:
        super().__init__(field, waiting, rules.phase)
        self.rules = rules

    @abstractmethod
    def going(self, unit_id: str) -> MoveLimits:
        """How a unit may rout."""

    def paths(self, unit_id: str) -> Sequence[Path]:
        """The cheapest way to each hex where it may end."""
        reached = self.going(unit_id).reach()
        return [reached.path(place) for place in reached.ways]

    def way_fault(self, unit_id: str, path: Path) -> Illegal | None:
        return path_fault(self.field, unit_id, self.going(unit_id), path, self.rules)

    def spent_on(self, order: Order) -> tuple[str, str]:
        if not isinstance(order, self.order):
            return "", ""
        return told_mp(self.field.board, self.going(order.unit), order.path)

    def why_closed(self, mover: str, place: str) -> Illegal | None:
        if mover not in self.field.battle.counters or place not in self.field.board.neighbours:
            return None
        if mover not in self.waiting:
            return self.fault(self.order(mover, (place,)))
        if any(path[-1] == place for path in self.paths(mover)):
            return None
        return move_fault(self.field, mover, self.going(mover), (place,), self.rules)
