"""Gestures put together that are one: the drops of a piece's way, and what it was turned to or marked
with."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from modules.engine.gestures.forms import words_of_ways
from modules.engine.gestures.hand import (
    Dice,
    Draw,
    Flip,
    Gesture,
    Mark,
    Phase,
    Piece,
    Point,
    Press,
    Put,
    Turn,
    apart,
)
from modules.engine.orders import Grammar


@dataclass(frozen=True, slots=True)
class Made:
    """A gesture with the `steps` in which it was made, counted from 1."""

    gesture: Gesture
    steps: tuple[int, ...]


def gathered(gestures: Iterable[Made], grammar: Grammar) -> list[Made]:
    """Gestures with those put together that are one, up to each word that is pressed; each stands where its
    first step was made. Pieces that went together all the way are put together."""
    words, found, since = words_of_ways(grammar), list[Made](), 0
    for made in (each for every in gestures for each in _singly(every)):
        n, one = _nearest(found, since, made.gesture, words)
        if one is not None:
            found[n] = Made(one, (*found[n].steps, *made.steps))
            continue
        found.append(made)
        since = len(found) if isinstance(made.gesture, Press | Phase) else since
    return _together(found)


def in_sequence(gestures: Iterable[Made]) -> list[Made]:
    """Gestures of a game by hand in their sequence, in which stacks come to lie: a counter that is put, or
    turned, once more before a word, a phase, a card or dice is put where it lay last; what is flipped and
    flipped back is nothing."""
    found, newest = dict[int, Made](), dict[tuple[type[Gesture], str], int]()
    for n, made in enumerate(each for every in gestures for each in _singly(every)):
        this = made.gesture
        if isinstance(this, Press | Phase | Dice | Draw):
            newest.clear()
        elif isinstance(this, Put | Turn | Flip):
            key = (type(this), this.pieces[0].counter)
            before = found.get(newest.get(key, -1))
            one = made if before is None else _once_more(before, made)
            if before is not None and one != made:
                del found[newest.pop(key)]
            if one is None:
                continue
            made, newest[key] = one, n
        found[n] = made
    return list(found.values())


def _once_more(before: Made, made: Made) -> Made | None:
    """A counter that was put, turned or flipped, and is so again, as one; None where that comes to nothing,
    and the second alone where they are two."""
    steps = (*before.steps, *made.steps)
    match before.gesture, made.gesture:
        case Put() as first, Put() as second:
            return Made(replace(first, way=(*first.way, *second.way[1:])), steps)
        case Turn(), Turn():
            return Made(made.gesture, steps)
        case Flip(_, first), Flip(_, second) if {first, second} in ({"over"}, {"up", "down"}):
            return None
    return made


def _nearest(
    found: list[Made], since: int, gesture: Gesture, words: frozenset[str]
) -> tuple[int, Gesture | None]:
    """The newest gesture with which another is one, by its place, and what they are together. Whoever has
    pointed at somebody, or was pointed at, begins anew."""
    for n in range(len(found) - 1, since - 1, -1):
        before = found[n].gesture
        if isinstance(before, Point) and isinstance(gesture, Put) and _names(before) & _names(gesture):
            break
        if (one := _joined(before, gesture, words)) is not None:
            return n, one
    return -1, None


def _names(gesture: Point | Put) -> set[str]:
    pieces = (*gesture.pieces, *(gesture.at if isinstance(gesture, Point) else ()))
    return {piece.counter or piece.place for piece in pieces}


def _singly(made: Made) -> list[Made]:
    """What is put, piece by piece; all else as it is."""
    parts = apart(made.gesture) if isinstance(made.gesture, Put) else ()
    return [Made(part, made.steps) for part in parts] or [made]


def _together(singly: Iterable[Made]) -> list[Made]:
    found: list[Made] = []
    for made in singly:
        last, this = found[-1].gesture if found else None, made.gesture
        if isinstance(last, Put) and isinstance(this, Put) and found[-1].steps == made.steps:
            both = replace(last, pieces=(*last.pieces, *this.pieces))
            if both == replace(this, pieces=both.pieces):
                found[-1] = Made(both, made.steps)
                continue
        found.append(made)
    return found


def _joined(first: Gesture, second: Gesture, words: frozenset[str]) -> Gesture | None:
    """Two gestures as one; None where they are two."""
    match first, second:
        case Put(), Put() if first.way[-1] == second.way[0] and _same(
            first.pieces, second.pieces, first.way[-1]
        ):
            way = (*first.way, *second.way[1:])
            return replace(
                first, way=way, facing=second.facing or first.facing, word=second.word or first.word
            )
        case Put(), Turn() if _same(first.pieces, second.pieces, first.way[-1]):
            return replace(first, facing=second.facing)
        case Put(), Mark() if second.word in words and _same(first.pieces, second.pieces, first.way[-1]):
            return replace(first, word=second.word)
        case Turn(), Turn() if _same(first.pieces, second.pieces):
            return second
        case Turn(), Put() if _same(first.pieces, second.pieces):
            return replace(second, facing=second.facing or first.facing)
        case Mark(), Put() if first.word in words and _same(first.pieces, second.pieces):
            return replace(second, word=first.word)
    return None


def _same(first: tuple[Piece, ...], second: tuple[Piece, ...], lies: str = "") -> bool:
    """Whether they are the same pieces: by their names, or, without one, since the later lies where the first
    was brought."""
    if len(first) != len(second):
        return False
    pairs = zip(first, second, strict=True)
    return all(a.counter == b.counter and (a.counter or b.place == (lies or a.place)) for a, b in pairs)
