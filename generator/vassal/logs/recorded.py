"""A log that a person recorded, as what his hand did: pieces put, turned, marked, the phase marker moved on.

Only what lies where, before and after each step, tells: chat is text but for orders in words, and dice that
VASSAL rolled are worth nothing. Steps that were undone are passed over.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from generator.vassal.format import commands as c
from generator.vassal.format.orders.marks import COMBAT, FIRE, declared
from generator.vassal.format.orders.spoken import spoken
from generator.vassal.logs.table import Table, touched
from generator.vassal.logs.tape import Step, steps_of
from generator.vassal.module.planning import AnyModule
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.read_position import moment_of, read_position, reader_of, start_of
from generator.vassal.positions.saved_position import Heap, SavedPosition
from modules.engine.gestures.gathering import Made
from modules.engine.gestures.hand import OFF, Gesture, Mark, Phase, Piece, Point, Press, Put, Turn
from modules.engine.position import PlacedCounter

Placements: TypeAlias = Mapping[str, PlacedCounter | None]
"""What pieces are and where they lie, by their ids; None for one that is no counter or card of the game."""
REDUCED = "reduced"
"""The mark of a counter that was turned to its reduced side."""
_WORDS = {COMBAT: "combat", FIRE: "fire"}
"""What the signs of declared combats say."""
HIT = "hit"
"""The mark of a block that was turned to less strength."""


@dataclass(frozen=True)
class Passed:
    """A step, or what it did to a piece, that is nothing for a referee, and why."""

    step: int
    what: str


@dataclass(frozen=True)
class Recorded:
    """What a log holds: the position with which it begins, what was done in it, what was passed over, and how
    many steps it has."""

    start: SavedPosition
    made: tuple[Made, ...]
    passed: tuple[Passed, ...]
    steps: int


def recorded(plan: AnyModule, text: str, places: Container[str], sides: Container[str]) -> Recorded:
    """The text of a log read by the plan of its module, as the orders of these sides; whatever is in none of
    the `places` is off the board.

    Raises CommandError for a damaged text.
    """
    return played_by(Hand(plan, c.read_commands(text), places, sides), text)


def played_by(hand: Hand, text: str) -> Recorded:
    """What a hand does in the text of a log. Raises CommandError for a damaged text."""
    steps = steps_of(hand.commands)
    for step in steps:
        hand.play(step)
    hand.end()
    return Recorded(read_position(hand.plan, text), tuple(hand.made), tuple(hand.passed), len(steps))


@dataclass
class Hand:
    """What is done, step after step, on the table that the log has laid out."""

    plan: AnyModule
    commands: list[c.Command]
    places: Container[str]
    sides: Container[str]
    made: list[Made] = field(default_factory=list, init=False)
    passed: list[Passed] = field(default_factory=list, init=False)
    _declared_at: dict[tuple[str, str, int], int] = field(default_factory=dict, init=False)

    def __post_init__(self) -> None:
        start = list(start_of(self.commands))
        self._reader, self.table = reader_of(self.plan, start), Table.of(start)
        self._lies: dict[str, PlacedCounter | None] = {}
        moments = (moment_of(self.plan.definition, each) for each in start if isinstance(each, c.Turn))
        self._moments = [next((moment for moment in moments if moment is not None), None)]

    def end(self) -> None:
        """The log is over."""
        self._declare()

    def play(self, step: Step) -> None:
        """Play a step; where it counts, note what the hand did."""
        turns = any(isinstance(each, c.Turn) for each in step.commands)
        if step.counts and (turns or self._clears(step)):
            self._declare()
        pieces = list(touched(step.commands))
        before = {each: self.placed(each) for each in pieces}
        signs = {each: set(self._signs(each)) for each in pieces}
        for command in step.commands:
            self.take(command)
        for each in pieces:
            self._lies.pop(each, None)
        if not step.counts:
            return
        after = {each: self.placed(each) for each in pieces}
        self.note_pieces(step, before, after)
        if not turns:
            for each in pieces:
                new = {*self._signs(each)} - signs[each]
                self._declared_at |= dict.fromkeys(new, step.number)
        for command in step.commands:
            if isinstance(command, c.Chat) and (order := spoken(command.line)):
                self.made.append(Made(Press(order), (step.number,)))
            if isinstance(command, c.Turn) and (to := moment_of(self.plan.definition, command)) is not None:
                self._turn_on(step.number, to)

    def take(self, command: c.Command) -> None:
        """Let a command change what lies on the table."""
        self.table.take(command)

    def note_pieces(self, step: Step, before: Placements, after: Placements) -> None:
        """Note what was done to the pieces of a step, by their ids."""
        for each in before:
            self._note(step.number, before[each], after[each])

    # --- declared combats ----------------------------------------------------------------------------------

    def _signs(self, piece_id: str) -> Iterator[tuple[str, str, int]]:
        """The signs of combat that a piece bears: whose it is, which sign, which number."""
        piece = self.table.pieces.get(piece_id)
        for sign in (COMBAT, FIRE) if piece is not None else ():
            if piece is not None and (number := declared(piece.traits, sign)):
                yield piece_id, sign, number

    def _clears(self, step: Step) -> bool:
        """Whether a step takes signs away without a word: VASSAL's turn tracker does so in a step before its
        own. Where a player does, the chat tells it."""
        if any(isinstance(each, c.Chat) for each in step.commands):
            return False
        for each in step.commands:
            if isinstance(each, c.ChangePiece) and (piece := self.table.changed(each)) is not None:
                signs = {(sign, number) for _, sign, number in self._signs(each.piece_id)}
                if any(declared(piece.traits, sign) != number for sign, number in signs):
                    return True
        return False

    def _declare(self) -> None:
        """What the signs on the pieces say, combat by combat: those of the sides whose orders these are
        point at the others."""
        groups: dict[tuple[str, int], tuple[list[str], list[str]]] = {}
        for piece_id, sign, number in (each for every in self.table.pieces for each in self._signs(every)):
            placed = self.placed(piece_id)
            if placed is not None:
                own, others = groups.setdefault((sign, number), ([], []))
                (own if placed.side in self.sides else others).append(piece_id)
        for (sign, number), (own, others) in sorted(groups.items()):
            marks = {(each, sign, number) for each in (*own, *others)}
            steps = sorted({self._declared_at[mark] for mark in marks if mark in self._declared_at})
            if not steps:
                continue  # it was declared before the log began
            if own and others:
                point = Point(self._those(own), self._those(others), _WORDS[sign])
                place = sum(each.steps[0] <= steps[-1] for each in self.made)
                self.made.insert(place, Made(point, tuple(steps)))
            else:
                of = "nobody of yours" if others else "no target"
                self.passed.append(Passed(steps[-1], f"{_WORDS[sign]} {number} has {of}"))
        self._declared_at.clear()

    def _those(self, ids: list[str]) -> tuple[Piece, ...]:
        found = [placed for each in ids if (placed := self.placed(each)) is not None]
        return tuple(_piece(each, self.place(each)) for each in found)

    def _turn_on(self, step: int, to: Moment) -> None:
        """The turn tracker is put on from where it stood, or back to where it stood before."""
        if to in self._moments:
            over = self._moments[self._moments.index(to) :]
            self._moments = self._moments[: self._moments.index(to) + 1]
            taken_back = [_phase(moment) for moment in over if moment is not None]
            self.made = [each for each in self.made if each.gesture not in taken_back]
            return
        if (now := self._moments[-1]) is not None:
            self.made.append(Made(_phase(now), (step,)))
        self._moments.append(to)

    def placed(self, piece_id: str) -> PlacedCounter | None:
        """What a piece is and where it lies, None for one that is no counter or card of the game."""
        if piece_id not in self._lies:
            self._lies[piece_id] = self._looked(piece_id)
        return self._lies[piece_id]

    def _looked(self, piece_id: str) -> PlacedCounter | None:
        piece = self.table.pieces.get(piece_id)
        if piece is None:
            return None
        found = self._reader.piece(piece, Heap((piece,), self.table.deck_of(piece_id)))
        if isinstance(found, str):  # it has no place: why not is nothing to a referee
            return PlacedCounter(piece.markers().get("CounterId", ""), "", OFF)
        return found

    def _note(self, step: int, before: PlacedCounter | None, after: PlacedCounter | None) -> None:
        if before is None or after is None:
            return
        self.made += [Made(gesture, (step,)) for gesture in self._gestures(before, after)]
        for gone in {*before.markers} - {*after.markers}:
            self._unmark(step, before, gone)

    def _gestures(self, before: PlacedCounter, after: PlacedCounter) -> Iterator[Gesture]:
        """What was done to one piece in a step."""
        start, end = self.place(before), self.place(after)
        piece = (_piece(before, start),)
        if before.place != after.place:
            yield Put(piece, (start, end))
        piece = (_piece(after, end),)
        if after.facing and before.facing != after.facing:
            yield Turn(piece, after.facing)
        if after.reduced and not before.reduced:
            yield Mark(piece, REDUCED)
        if after.steps_lost > before.steps_lost:
            yield Mark(piece, HIT)
        for name in after.markers:
            if name not in before.markers:
                yield Mark(piece, name)

    def place(self, placed: PlacedCounter) -> str:
        """Where it lies, as orders call it."""
        return placed.place if placed.place in self.places else OFF

    def _unmark(self, step: int, piece: PlacedCounter, name: str) -> None:
        """A mark that is taken away takes back the newest that was put on in this log."""
        for n in range(len(self.made) - 1, -1, -1):
            gesture = self.made[n].gesture
            if (
                isinstance(gesture, Mark)
                and gesture.word == name
                and gesture.pieces[0].counter == piece.counter
            ):
                del self.made[n]
                return
        self.passed.append(Passed(step, f"{piece.counter or piece.place}: {name} taken away"))


def _phase(moment: Moment) -> Phase:
    return Phase(moment.turn, moment.player, moment.phase)


def _piece(placed: PlacedCounter, place: str) -> Piece:
    return Piece(placed.counter, place, placed.side, placed.steps_lost)
