"""A log of a game by hand as what was done: each counter that was put, in the order in which the stacks lie,
turned, flipped, marked; cards that were taken; dice that were rolled.

The order of a stack is part of such a game, and so are the markers that lie on counters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from generator.vassal.format import commands as c
from generator.vassal.logs.lying_order import LyingOrder, put_again
from generator.vassal.logs.recorded import Hand, Passed, Placements
from generator.vassal.logs.tape import Step
from generator.vassal.module.data import copies
from generator.vassal.module.names import STEP
from generator.vassal.module.pack_names import pack_title
from generator.vassal.positions.read_position import start_of
from generator.vassal.positions.saved_position import layer_levels
from generator.vassal.positions.setups_areas import AT_SEA, LOST, POOL, WAITING
from modules.engine.gestures.gathering import Made
from modules.engine.gestures.hand import OFF, Dice, Draw, Flip, Gesture, Mark, Piece, Put, Turn, Unmark
from modules.engine.position import PlacedCounter

_APART: Final = (OFF, LOST, AT_SEA, POOL)
"""Where counters lie side by side."""
_ROLLED: Final = re.compile(r"\*{2,3} (\d{1,3}d\d{1,3}) = .*\*\*\*.*")
"""What VASSAL says of dice; the words of a player never begin so."""


@dataclass
class FreeHand(Hand):
    """What is done on a table where all is done by hand. `bearing`: the counters that bear markers when the
    log begins, each with these."""

    bearing: Mapping[str, Sequence[str]]
    _last: int = field(default=1, init=False)

    def __post_init__(self) -> None:
        super().__post_init__()
        self._order = LyingOrder(start_of(self.commands))
        self._ids = {name: piece for piece in self.table.pieces if (name := self._counter(piece))}
        self._stacks = self._lying()
        self._packed = dict(self.table.lies_in)
        self._bearers: dict[str, tuple[str, str]] = {}
        for piece in self.table.pieces:
            if name := self._marker(piece):
                self._bearers[piece] = (name, self._first_bearer(piece, name))

    def take(self, command: c.Command) -> None:
        super().take(command)
        self._order.take(command)

    def play(self, step: Step) -> None:
        super().play(step)
        self._last = step.number
        self._stacks, self._packed = self._lying(), dict(self.table.lies_in)

    def end(self) -> None:
        """Tell of markers that were left behind: none was taken off."""
        super().end()
        for piece, (name, bearer) in self._bearers.items():
            if bearer and self._spot(piece) != self._spot(self._ids.get(bearer, "")):
                self.passed.append(
                    Passed(self._last, f"the marker {name} is left behind, {bearer} bears it still")
                )

    def place(self, placed: PlacedCounter) -> str:
        return POOL if placed.place == WAITING else super().place(placed)

    def note_pieces(self, step: Step, before: Placements, after: Placements) -> None:
        for piece in after:
            self._adopt(step.number, piece)
        self._note_puts(step.number)
        for piece, now in after.items():
            was = before[piece]
            if was is not None and now is not None and self._ids.get(now.counter) == piece:
                self._note_all(step.number, _changes(was, now, _piece(now, self.place(now))))
        self._note_markers(step.number, before)
        for piece in before:
            if pack := self._drawn_from(piece):
                self._note_all(step.number, [Draw(pack)])
        rolled = (_ROLLED.fullmatch(each.line) for each in step.commands if isinstance(each, c.Chat))
        self._note_all(step.number, [Dice(found[1]) for found in rolled if found is not None])

    def _note_all(self, step: int, gestures: Sequence[Gesture] | Iterator[Gesture]) -> None:
        self.made += [Made(gesture, (step,)) for gesture in gestures]

    # --- counters ------------------------------------------------------------------------------------------

    def _counter(self, piece: str) -> str:
        """The counter that a piece is; empty for any other."""
        placed = self.placed(piece)
        known = placed is not None and placed.counter in self.plan.definition.counters
        return placed.counter if placed is not None and known else ""

    def _adopt(self, step: int, piece: str) -> None:
        """A counter from the palette stands for one that was taken away; a second one is none."""
        name = self._counter(piece)
        if name and self._ids.get(name, "") not in self.table.pieces:
            self._ids[name] = piece
        elif name and self._ids[name] != piece:
            self.passed.append(Passed(step, f"a second {name}, from the palette"))

    def _lying(self) -> dict[str, list[str]]:
        """The counters in each place, the lowest first."""
        found: dict[str, list[str]] = {}
        for piece in self._order:
            placed = self.placed(piece)
            if placed is not None and self._ids.get(placed.counter) == piece:
                found.setdefault(self.place(placed), []).append(placed.counter)
        return found

    def _note_puts(self, step: int) -> None:
        """Each counter that came into a place, or came up in its stack, the lowest first; one that was taken
        away is out of play."""
        was = {counter: place for place, stack in self._stacks.items() for counter in stack}
        lying = self._lying()
        lies = {each for stack in lying.values() for each in stack}
        lying.setdefault(LOST, []).extend(each for each in was if each not in lies)
        for place, stack in lying.items():
            came = [each for each in stack if was.get(each) != place]
            for each in came if place in _APART else put_again(self._stacks.get(place, []), stack):
                start = was.get(each, OFF)
                self._note_all(step, [Put((replace(self._held(each), place=start),), (start, place))])

    # --- markers and cards ---------------------------------------------------------------------------------

    def _marker(self, piece: str) -> str:
        """The marker of the game that a piece is, by the face that is up; empty for any other."""
        found, known = self.table.pieces.get(piece), self.plan.definition.game.markers
        name = "" if found is None else found.markers().get("MarkerId", "")
        if found is None or name not in known:
            return ""
        return (known[name].back if layer_levels(found).get(STEP, 1) == 2 else None) or name

    def _spot(self, piece: str) -> tuple[str, int, int] | None:
        found = self.table.pieces.get(piece)
        return None if found is None else (found.basic.map, found.basic.x, found.basic.y)

    def _here(self, marker: str) -> list[str]:
        """The counters where a marker lies, the lowest first, leaders before units."""
        counters, spot = self.plan.definition.counters, self._spot(marker)
        found = [self._counter(each) for each in self._order if self._spot(each) == spot]
        return sorted(filter(None, found), key=lambda name: counters[name].role == "unit")

    def _first_bearer(self, piece: str, name: str) -> str:
        """The counter that bears a marker when the log begins: one of which the game says so."""
        taken = {bearer for kind, bearer in self._bearers.values() if kind == name}
        here = (each for each in self._here(piece) if name in self.bearing.get(each, ()))
        return next((each for each in here if each not in taken), "")

    def _note_markers(self, step: int, before: Placements) -> None:
        """A marker goes along with its counter; laid elsewhere, it is on the uppermost unit there."""
        for piece in before:
            was, bearer = self._bearers.pop(piece, ("", ""))
            name = self._marker(piece)
            along = bearer and name == was and self._spot(piece) == self._spot(self._ids[bearer])
            now = bearer if along else (self._here(piece) or [""])[-1] if name else ""
            if name:
                self._bearers[piece] = (name, now)
            if bearer and (was, bearer) != (name, now):
                self._unmark_bearer(step, was, bearer)
            if now and (was, bearer) != (name, now):
                self._note_all(step, [Mark((self._held(now),), name)])
            elif name and not was and not now:
                self.passed.append(Passed(step, f"the marker {name} is laid on no counter"))

    def _unmark_bearer(self, step: int, name: str, bearer: str) -> None:
        self._note_all(step, [Unmark((self._held(bearer),), name)])

    def _held(self, counter: str) -> Piece:
        placed = self.placed(self._ids[counter])
        return Piece(counter, OFF) if placed is None else _piece(placed, self.place(placed))

    def _drawn_from(self, piece: str) -> str:
        """The pack from which a card has come in a step; empty for what is no such card."""
        was, card = self._packed.get(piece, ""), self.table.pieces.get(piece)
        copy = "" if card is None else card.markers().get("CardCopy", "")
        pack, _ = copies(self.plan.definition).get(copy, ("", ""))
        came = pack and self.table.decks.get(was) == pack_title(self.plan.definition, pack)
        return pack if came and self.table.lies_in.get(piece) != was else ""


def _changes(was: PlacedCounter, now: PlacedCounter, piece: Piece) -> Iterator[Gesture]:
    """What was done to a counter beside putting it."""
    pieces = (piece,)
    if now.facing and was.facing != now.facing:
        yield Turn(pieces, now.facing)
    if was.reduced != now.reduced:
        yield Flip(pieces, "over")
    lost = now.steps_lost - was.steps_lost
    yield from [Flip(pieces, "down" if lost > 0 else "up")] * abs(lost)
    yield from (Unmark(pieces, name) for name in was.markers if name not in now.markers)
    yield from (Mark(pieces, name) for name in now.markers if name not in was.markers)


def _piece(placed: PlacedCounter, place: str) -> Piece:
    return Piece(placed.counter, place, placed.side, placed.steps_lost)
