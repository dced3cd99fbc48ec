"""What happened between two entries of a log, as one party may see it: moves, retreats, fights, losses.

No game is known here: the positions before and after each answer tell what went where, the places that an
order names tell by which way, and an order or a story that names counters of both sides tells of a fight.
All is read from the board of who looks, so that nothing is in it that he may not know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from modules.engine.amendments import Amendments
from modules.engine.orders import Order, counters_of, places_of
from modules.engine.position import BoardEvent, HappeningKind, PlacedCounter
from modules.engine.requests import Choose, Effect, Judged, RulesAdopted, Tell
from modules.engine.rules.view_rules import ViewRules
from pbem.entry.bodies import Game
from pbem.messages.history import HistoryStep, walk_history
from pbem.rules import rules_lookup
from pbem.rules.boards.closed_board import ClosedBoard
from pbem.rules.replay.order_report import TakenAnswer
from pbem.rules.rules_lookup import GroundOf, MapGeometry
from pbem.rules.table import Table


def events_since(
    table: Table, side: str | None, seq: int, ground_of: GroundOf = rules_lookup.geometry_of
) -> tuple[BoardEvent, ...]:
    """What happened after entry `seq`, as `side` saw it or, with None, as who sits at the table did.

    What the dice of an order did is part of the order's entry.

    Of a game that has changed its map since then, what happened on the last one. Raises BadPicture for an
    unknown side or an entry that is not in the log, UnknownGame, `out-of-step`.
    """
    if table.replay.rules.closed_orders:
        return _public_moves(table, seq)
    moments = walk_history(table, side, seq)
    rules = table.replay.rules
    reader, found = EventReader(rules, table.game, next(moments).state, ground_of), list[BoardEvent]()
    for step in moments:
        before = reader.map_name
        events = reader.read(step, rules.position(step.state))
        found = [*found, *events] if reader.map_name == before else []
    return tuple(_join_moves(found))


class EventReader:
    """Gives what happened in each step of a game's history, from the state `start` on, one after the
    other."""

    def __init__(
        self,
        rules: ViewRules[Any],
        game: Game,
        start: Any,
        ground_of: GroundOf = rules_lookup.geometry_of,
    ) -> None:
        self._rules, self._game, self._ground_of = rules, game, ground_of
        self._now = self._look(start, rules.position(start))
        self._collector = _EventCollector(ground_of(game, self.map_name))

    @property
    def map_name(self) -> str:
        """The map or board after the step that was read last."""
        return self._now.map_name

    def read(self, step: HistoryStep, placed: tuple[PlacedCounter, ...]) -> tuple[BoardEvent, ...]:
        """What happened in a step that led to this position; of one that leads to another map, nothing."""
        before, self._now = self._now, self._look(step.state, placed)
        if self._rules.closed_orders:
            return tuple(dict.fromkeys(move for taken in step.taken for move in _public_move(taken)))
        if self._now.map_name != before.map_name:
            self._collector = _EventCollector(self._ground_of(self._game, self.map_name))
            return ()
        self._collector.found = []
        self._collector.add(step.taken[0], step.heard, before, self._now)
        return tuple(self._collector.found)

    def _look(self, state: Any, placed: tuple[PlacedCounter, ...]) -> _Moment:
        return _Moment(placed, (state.turn, state.phase, state.active), self._rules.map_of(state))


def _public_moves(table: Table, seq: int) -> tuple[BoardEvent, ...]:
    """Where orders stay closed: the moves whose ways everybody was told of. No block has a name that lasts
    from one position to the next, so that positions tell nothing of what became of it."""
    batch, found = table.verifier.batch, list[BoardEvent]()
    for taken in table.replay.record:
        if taken.seq <= seq or (batch is not None and taken.seq >= batch.seq):
            continue
        found += _public_move(taken)
    if table.drafted is not None and isinstance(table.seat, ClosedBoard):
        paths = (places_of(order) for order in table.drafted.orders)
        found += [BoardEvent("move", table.seat.knows.seat, "", path) for path in paths if len(path) > 1]
    return tuple(dict.fromkeys(found))


def _public_move(taken: TakenAnswer) -> Iterator[BoardEvent]:
    """The move of an order that stays closed, if its way was told."""
    path = places_of(taken.answer.known) if isinstance(taken.answer, Effect) else ()
    if isinstance(taken.request, Choose) and len(path) > 1:
        yield BoardEvent("move", taken.request.side, "", path)


@dataclass(frozen=True, slots=True)
class _Moment:
    """A position as it is seen, with turn, phase and active side."""

    placed: tuple[PlacedCounter, ...]
    phase: tuple[int, str, str]
    map_name: str


class _EventCollector:
    """What happened on one map, in the order in which it did."""

    def __init__(self, ground: MapGeometry) -> None:
        self.found: list[BoardEvent] = []
        self._ground = ground
        self._fights: set[tuple[str, str]] = set()
        self._order: Order | None = None

    def add(self, taken: TakenAnswer, heard: Iterable[Tell], before: _Moment, after: _Moment) -> None:
        """Take in an answer, what was told of it and of the cards after it, and the positions around it."""
        start, end = self._on_map(before.placed), self._on_map(after.placed)
        if isinstance(taken.request, Choose) and isinstance(taken.answer, Order):
            self._order = taken.answer
            named = (counters_of(taken.answer), places_of(taken.answer))
            self._fought(
                [p for p in start if p.counter in named[0] or p.place in named[1]], taken.request.side
            )
        elif isinstance(taken.answer, Amendments | Judged | RulesAdopted):
            self._order = None
        for tell in heard:
            self._fought([p for p in start if p.counter and p.counter in tell.pieces], before.phase[2])
        # Dice or a card may come before an order takes effect, and for who knows less sooner than for others.
        places = places_of(self._order) if self._order else ()
        moved, gone = _changes(start, end, places)
        self.found += [self._make_move(each, to, places) for each, to in moved]
        self.found += [
            self._make_move(each, "", places) if self._has_left_map(each) else _make_loss(each)
            for each in gone
        ]
        if before.phase != after.phase:
            self._fights.clear()

    def _on_map(self, placed: Iterable[PlacedCounter]) -> list[PlacedCounter]:
        return [each for each in placed if each.place in self._ground.places and not each.lone]

    def _fought(self, named: Sequence[PlacedCounter], attacker: str) -> None:
        """A fight, where pieces of the attacker and of others are named together."""
        own = [each for each in named if each.side == attacker]
        targets = dict.fromkeys(each.place for each in named if each.side != attacker)
        for target in targets:
            for each in own:
                if each.place != target:
                    self._fights.add((each.place, target))
                    self.found.append(BoardEvent("fought", attacker, each.counter, (each.place, target)))

    def _has_left_map(self, gone: PlacedCounter) -> bool:
        """Whether a counter went off the map by an order, whose path then ends outside."""
        if self._order is None or gone.counter not in counters_of(self._order):
            return False
        return any(place not in self._ground.places for place in places_of(self._order)[-1:])

    def _make_move(self, each: PlacedCounter, to: str, named: Sequence[str]) -> BoardEvent:
        """A move to a place, or off the map (""), by the way that an order names if it leads there."""
        way = [place for place in named if place in self._ground.places]
        way = way[way.index(each.place) + 1 :] if each.place in way else way
        if to in way:
            way = way[: way.index(to) + 1]
        elif to:
            way = [to]
        kind: HappeningKind = "retreat" if to and self._list_removed(each.place, to) else "move"
        return BoardEvent(kind, each.side, each.counter, (each.place, *way))

    def _list_removed(self, start: str, to: str) -> bool:
        """Whether who fought goes farther from those whom he fought."""
        foes = {a if t == start else t for a, t in self._fights if start in (a, t)}
        far = self._ground.distance
        return to not in foes and sum(far(to, foe) - far(start, foe) for foe in foes) > 0


def _make_loss(each: PlacedCounter) -> BoardEvent:
    return BoardEvent("lost", each.side, each.counter, (each.place,))


def _changes(
    start: Sequence[PlacedCounter], end: Sequence[PlacedCounter], way: Sequence[str]
) -> tuple[list[tuple[PlacedCounter, str]], list[PlacedCounter]]:
    """The pieces that moved, each with its new place, and those that are gone.

    A piece that is known before and after is itself. Else a side's piece that is missed in one place is the
    one that is new in another, if one of them is hidden and the order names both places or no other can be
    meant.
    """
    new = {each.counter: each for each in end if each.counter}
    moved = [(p, new[p.counter].place) for p in start if p.counter in new and new[p.counter].place != p.place]
    known = {each.counter for each in start if each.counter in new}
    missed, came = [p for p in start if p.counter not in known], [p for p in end if p.counter not in known]
    missed, came = _without_matches(missed, came), _without_matches(came, missed)
    gone = []
    for side in dict.fromkeys(each.side for each in missed):
        lacking = [p for p in missed if p.side == side]
        found = [p for p in came if p.side == side]
        named = [p for p in lacking if p.place in way], [p for p in found if p.place in way]
        pairs = named if all(len(those) == 1 for those in named) else (lacking, found)
        if all(each.counter for each in (*lacking, *found)) or not found:
            gone += lacking
        elif len(pairs[0]) == len(pairs[1]) == 1:
            moved.append((pairs[0][0], pairs[1][0].place))
    return moved, gone


def _without_matches(those: Sequence[PlacedCounter], others: Sequence[PlacedCounter]) -> list[PlacedCounter]:
    """Those that are not among the others as a piece of the same side in the same place."""
    left = Counter((each.side, each.place) for each in others)
    found = []
    for each in those:
        if left[each.side, each.place]:
            left[each.side, each.place] -= 1
        else:
            found.append(each)
    return found


def _join_moves(found: Iterable[BoardEvent]) -> list[BoardEvent]:
    """The same, moves of a counter that follow one another as one, and nothing twice; but a way that a
    counter goes again, after it has come back, is told again."""
    joined: dict[int, BoardEvent] = {}
    told: set[BoardEvent] = set()
    last: dict[str, int] = {}
    for number, each in enumerate(found):
        if each.kind == "fought" or not each.counter:
            if each not in told:
                joined[number] = each
            told.add(each)
            continue
        before = joined.get(last.get(each.counter, -1))
        if each == before:
            continue
        if before is not None and _continues(before, each):
            del joined[last[each.counter]]
            each = replace(each, path=(*before.path, *each.path[1:]))
        joined[number] = each
        last[each.counter] = number
    return list(joined.values())


def _continues(before: BoardEvent, each: BoardEvent) -> bool:
    if (before.kind, each.kind) != ("move", "move"):
        return False
    return before.path[-1] == each.path[0] and not {*before.path} & {*each.path[1:]}
