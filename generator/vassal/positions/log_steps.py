"""The steps of a log: the commands that lead from one position, as a save has it, to the next.

What lies where in both, and the ways that were gone, is all that it needs, whatever a game is played on.
Pieces show that they have moved, and in which combats they are, as if a player had dragged and marked them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from generator.vassal.format.commands import (
    AddPiece,
    ChangePiece,
    Command,
    MovePiece,
    RemovePiece,
    Turn,
    move_to_empty,
)
from generator.vassal.positions.piece_matching import Heap, Lying, PiecePlace, lifted, piece_of, same_pieces
from generator.vassal.positions.signs import UNSIGNED, Signs, bears, goes, moved_to
from generator.vassal.positions.ways import Ground, Spot, Way

NOWHERE = Ground()


class Course:
    """A position that goes on, beginning with that of a save; `numbers` gives the ids of what comes new, on
    the `ground` pieces show that they have moved.

    Every piece of a position must lie in a stack or deck, as our saves have it.
    """

    def __init__(self, commands: Iterable[Command], numbers: Iterator[int], ground: Ground = NOWHERE) -> None:
        self._now = self._goal = Lying.of(commands)
        self._numbers = numbers
        self._at = dict(self._now.places())
        self._names = {each: each for each in self._now.pieces}
        self._signs: dict[str, Signs] = {}
        self.ground = ground

    def aim(self, commands: Iterable[Command]) -> None:
        """The position of a save with these commands is where `march` and `arrive` lead."""
        self._goal = Lying.of(commands)
        self._names = same_pieces(self._now.pieces, self._goal.pieces)

    @property
    def turns(self) -> bool:
        """Whether the turn tracker goes on."""
        return any(isinstance(each, Turn) and each not in self._now.others for each in self._goal.others)

    def step(self, commands: Iterable[Command]) -> list[Command]:
        """What leads to the position of a save with these commands; nothing if it is the same."""
        self.aim(commands)
        return self.arrive()

    # --- the way there -------------------------------------------------------------------------------------

    def march(self, ways: Sequence[Way], *, whole: bool = False) -> list[list[Command]]:
        """What leads pieces along these ways, place by place: a list of commands for each place but the last,
        or with `whole` for that too."""
        legs = self._legs(ways, whole=whole) if ways else {}
        count = max(map(len, legs.values()), default=0)
        found: list[list[Command]] = []
        for left in range(count, 0, -1):
            going = [(each, way[-left]) for each, way in legs.items() if len(way) >= left]
            found.append([command for each, place in going for command in self._goes(each, place)])
        return found

    def _legs(self, ways: Sequence[Way], *, whole: bool) -> dict[str, list[PiecePlace]]:
        """The places of the map that each piece comes to on its way; one that is turned up where it arrives
        comes there as it was."""
        found, new = dict[str, list[PiecePlace]](), self._turned_up(ways)
        for each, place in self._goal.places():
            own = self._names.get(each, new.get(each))
            if own is None or self._at[own].spot == place.spot:
                continue
            added = self._goal.pieces[each]
            counter = piece_of(added.type, added.state).markers().get("CounterId", "")
            legs = self.ground.legs(ways, counter, self._at[own].spot, place.spot)
            if legs and legs[-1] == place.spot and each not in new and not whole:
                del legs[-1]
            if legs:
                layer = max(place.layer, self._at[own].layer)  # it may come out of a deck, or go into one
                found[own] = [PiecePlace(*spot, layer) for spot in legs]
        return found

    def _turned_up(self, ways: Sequence[Way]) -> dict[str, str]:
        """Which piece that is gone each new one was, where one went a way and another has come there."""
        kept, place, found = set(self._names.values()), self.ground.place, dict[str, str]()
        gone = {each: place(self._at[each].spot) for each in self._now.pieces if each not in kept}
        new = {each: place(at.spot) for each, at in self._goal.places() if each not in self._names}
        for way in ways if gone else ():
            start, *others = way.places
            old = [each for each, lay in gone.items() if lay == start]
            come = [each for each, lies in new.items() if lies in others]
            alone = len(old) == len(come) == 1
            if alone and self._side(self._now, old[0]) == self._side(self._goal, come[0]):
                found[come[0]] = old[0]
        return found

    @staticmethod
    def _side(lying: Lying, piece: str) -> str:
        added = lying.pieces[piece]
        return piece_of(added.type, added.state).markers().get("Side", "")

    def _goes(self, piece: str, place: PiecePlace) -> Iterator[Command]:
        """A piece goes to the next place of its way."""
        now, signs = self._now.pieces[piece], self._signs.get(piece)
        self._now.pieces[piece] = replace(now, state=moved_to(now.state, *place.spot))
        yield from self._moved(piece, place)
        if self._signs.get(piece) != signs:
            yield self._shown(piece)

    # --- signs ---------------------------------------------------------------------------------------------

    def of(self, mark: str, counters: Collection[str], places: Collection[str]) -> list[str]:
        """The pieces with these counters' ids or in these places that may be in a combat of that kind."""
        return [
            each
            for each, added in self._now.pieces.items()
            if bears(added.type, mark)
            and (
                piece_of(added.type, added.state).markers().get("CounterId") in counters
                or self.ground.place(self._at[each].spot) in places
            )
        ]

    def declare(self, mark: str, digit: int, pieces: Iterable[str]) -> Iterator[Command]:
        """Pieces are in the combat of that number."""
        for each in pieces:
            signs = self._signs.get(each, UNSIGNED)
            self._signs[each] = replace(signs, declared={**signs.declared, mark: str(digit)})
            yield self._shown(each)

    def clear_declared(self, *marks: str) -> Iterator[Command]:
        """All combats of these kinds are over."""
        for each, signs in self._signs.items():
            left = {mark: digit for mark, digit in signs.declared.items() if mark not in marks}
            if left != signs.declared:
                self._signs[each] = replace(signs, declared=left)
                yield self._shown(each)

    def forget(self) -> Iterator[Command]:
        """All pieces are marked as not moved."""
        for each, signs in self._signs.items():
            if signs.moved:
                self._signs[each] = signs.unmoved(self._at[each].x, self._at[each].y)
                yield self._shown(each)

    def unsign(self) -> Iterator[Command]:
        """All pieces are as if nothing had ever moved or fought."""
        for each in list(self._signs):
            del self._signs[each]
            yield self._shown(each)

    def _shown(self, piece: str) -> ChangePiece:
        """A piece as it is, with its signs."""
        added = self._now.pieces[piece]
        return ChangePiece(piece, self._signs.get(piece, UNSIGNED).on(added.type, added.state))

    # --- the last step -------------------------------------------------------------------------------------

    def arrive(self) -> list[Command]:
        """What leads to the position aimed at from where the pieces lie now."""
        goal, now, names = self._goal, self._now, self._names
        # The turn first: what the module does with it, it does with pieces that are then put in their places.
        found = [each for each in goal.others if each not in now.others]
        now.others = goal.others
        kept = set(names.values())
        left = {self._at[each].spot: each for each in self._signs if each not in kept}
        for each, place in goal.places():
            found += self._brought(each, place, left.get(place.spot, ""))
        for gone in [each for each in now.pieces if each not in set(names.values())]:
            self._take(gone)
            del now.pieces[gone], self._at[gone]
            self._signs.pop(gone, None)
            found.append(RemovePiece(gone))
        for place, heap in goal.heaps.items():
            found += self._sorted(place, [names[each] for each in heap.pieces])
        return found

    def exchange(self, commands: Iterable[Command], called: Mapping[str, str]) -> Iterator[Command]:
        """What leads to the position of a save in which pieces that look alike have changed their names, so
        that nobody sees it: what each counter was `called` lay there, and showed what it is to show."""
        counters = {
            piece_of(added.type, added.state).markers().get("CounterId", ""): each
            for each, added in self._now.pieces.items()
        }
        renamed = {
            counters[now]: counters[was] for now, was in called.items() if now != was and now in counters
        }
        signs = {now: self._signs.get(was, UNSIGNED) for now, was in renamed.items()}
        self.ground = NOWHERE
        self._signs |= signs
        yield from self.step(commands)
        yield from (self._shown(each) for each in signs)

    def _brought(self, piece: str, place: PiecePlace, left: str) -> Iterator[Command]:
        """A piece comes to its place and into its state; one that is new there may have the signs of another
        of its side that has `left`: it is the same, turned up."""
        added, own = self._goal.pieces[piece], self._names.get(piece)
        if own is None:
            own = self._names[piece] = str(next(self._numbers))
            if left and self._side(self._now, left) == self._side(self._goal, piece):
                self._signs[own] = self._signs[left]
            yield AddPiece(own, added.type, self._signs.get(own, UNSIGNED).on(added.type, added.state))
            self._now.pieces[own] = replace(added, piece_id=own)
            yield from self._moved(own, place)
            return
        before, signs = self._now.pieces[own], self._signs.get(own)
        self._now.pieces[own] = replace(added, piece_id=own)
        if self._at[own] != place:
            yield from self._moved(own, place)
        changed = before.state != added.state and lifted(before) != lifted(added)
        if changed or self._signs.get(own) != signs:
            yield self._shown(own)

    def _moved(self, piece: str, place: PiecePlace) -> Iterator[Command]:
        came, old, under = piece not in self._at, self._at.get(piece, place), self._take(piece)
        if not came and goes(self._now.pieces[piece].type):
            self._sign(piece, old.spot, place.spot)
        move = MovePiece(piece, place.map, place.x, place.y, "", old.map, old.x, old.y, under)
        self._at[piece] = place
        heap = self._now.heaps.get(place)
        if heap is not None:
            heap.pieces.append(piece)
            yield replace(move, under=heap.added.piece_id)
            return
        added, onto = move_to_empty(move, str(next(self._numbers)), place.layer)
        self._now.heaps[place] = Heap(added, [piece])
        yield from (added, onto)

    def _sign(self, piece: str, old: Spot, new: Spot) -> None:
        """What a piece shows that is moved: on the map, out of it into a box beside it, or onto it; one that
        is sent to another window keeps what it shows."""
        signs, (window, *px) = self._signs.get(piece, UNSIGNED), old
        if self.ground.place(old) and window == new[0]:
            self._signs[piece] = signs.gone_from(*px)
        elif self.ground.place(new):
            self._signs[piece] = signs.come_to(*new[1:])

    def _take(self, piece: str) -> str:
        """Take a piece out of where it lies, and give back the id of that. VASSAL drops a stack that is
        empty, but no deck."""
        place = self._at.get(piece)
        if place is None:
            return ""
        heap = self._now.heaps[place]
        heap.pieces.remove(piece)
        if not heap.pieces and not heap.is_deck:
            del self._now.heaps[place]
        return heap.added.piece_id

    def _sorted(self, place: PiecePlace, pieces: list[str]) -> Iterator[Command]:
        heap = self._now.heaps.get(place)
        if heap is not None and heap.pieces != pieces:
            heap.pieces = pieces
            yield ChangePiece(heap.added.piece_id, heap.state(pieces))
