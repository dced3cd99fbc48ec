"""Which gesture a kind of order is, as its typed fields say, and the orders that a gesture would be.

A counter and a way, or a place, are put; what stands behind a `>` is pointed at; a counter and a facing are
turned; a counter alone, or with a word, is marked; an order in words is pressed; any other is filled in. What
is said here of a kind holds for every game that has one of that form; which of the orders is legal is another
matter.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final, Literal, TypeAlias

from modules.engine.errors import OrderError
from modules.engine.gestures.filling import known_parts
from modules.engine.gestures.hand import OFF, Fill, Gesture, Handled, Mark, Piece, Point, Press, Put, Turn
from modules.engine.listed_orders import PIECES, fixed_words, order_of, shape_of, values_of
from modules.engine.orders import Grammar, Order, Part, parts_of

EXIT: Final = "exit"
"""The word in an order for a way that leads off the board."""


def said(grammar: Grammar, gesture: Gesture) -> Iterator[Order]:
    """The orders of a grammar that a gesture may be, legal or not; of a way as it was gone, drop by drop."""
    if isinstance(gesture, Press):
        yield from _pressed(grammar, gesture)
    if isinstance(gesture, Fill):
        yield from _whole(grammar, gesture)
    if not isinstance(gesture, Put | Turn | Mark | Point):
        return
    built = ((kind, _fields(kind, gesture)) for kind in grammar.kinds)
    orders = [kind(**found) for kind, found in built if found is not None]
    word = "" if isinstance(gesture, Turn) else gesture.word
    yield from [order for order in orders if word in words_of(type(order))] or orders


GestureKind: TypeAlias = Literal["put", "point", "turn", "mark", "press", "fill"]


def gesture_kind(kind: type[Order]) -> GestureKind:
    """The gesture by which a hand gives an order of a kind."""
    shape = shape_of(kind)
    if not parts_of(kind):
        return "press"
    if shape.who is None and shape.start is None:
        return "fill"
    if shape.aim is not None:
        return "point" if len(words_beside(kind)) < 2 else "fill"
    if shape.end is not None:
        return "put"
    return "mark" if shape.facing is None else "turn"


def words_beside(kind: type[Order]) -> tuple[str, ...]:
    """The fields of words of a kind, such as the column of an attack, which no hand says that points."""
    return tuple(part.name for part in parts_of(kind) if part.what == "word")


def words_of(kind: type[Order]) -> tuple[str, ...]:
    """The words with which a hand says that it means an order of this kind."""
    return (kind.FORM.split()[0], *kind.MARKS)


def mark_of(order: Order) -> str:
    """The word with which a hand marks pieces to say just this order: what is done, and the words behind the
    pieces, as in `reserve left`."""
    who, parts = shape_of(type(order)).who, parts_of(type(order))
    behind = parts[parts.index(who) + 1 :] if who in parts else ()
    words = [word for part in behind if part.what == "word" for word in values_of(order, part)]
    return " ".join((fixed_words(type(order))[-1], *words))


def words_of_ways(grammar: Grammar) -> frozenset[str]:
    """The words with which it says so of what it puts."""
    ways = (kind for kind in grammar.kinds if any(p.what == "place" and p.many for p in parts_of(kind)))
    return frozenset(word for kind in ways for word in words_of(kind))


def _whole(grammar: Grammar, fill: Fill) -> Iterator[Order]:
    """The order of a form that has no field left."""
    for kind in (kind for kind in grammar.kinds if fill.verb == kind.FORM):
        try:
            order = order_of(kind, known_parts(grammar, kind, dict(fill.values)))
        except OrderError:
            return
        if order is not None:
            yield order


def _pressed(grammar: Grammar, press: Press) -> Iterator[Order]:
    try:
        yield grammar.parse(press.word)
    except OrderError:
        return


def _fields(kind: type[Order], gesture: Handled) -> dict[str, Any] | None:
    """The fields of such an order, None where the kind is no such gesture."""
    parts = parts_of(kind)
    if not parts:
        return None
    match gesture:
        case Point():
            return _pointed(parts, gesture)
        case Put():
            return None if any(part.aimed for part in parts) else _put(parts, kind, gesture)
        case Turn():
            return _turned(parts, gesture)
        case Mark():
            return None if any(part.aimed for part in parts) else _marked(parts, kind, gesture)


def names_words(grammar: Grammar) -> bool:
    """Whether a kind of order names pieces and words that a hand does not say, such as the column in which a
    block takes a hit."""
    whats = ({part.what for part in parts_of(kind)} for kind in grammar.kinds)
    return any("word" in what and what & {*PIECES} for what in whats)


def is_of(order: Order, gesture: Mark | Put) -> bool:
    """Whether an order that also has words names just the pieces of a gesture, and its end if it names
    one."""
    parts = parts_of(type(order))
    whats = {part.what for part in parts}
    if "word" not in whats or not whats & {*PIECES} or any(part.aimed for part in parts):
        return False
    if isinstance(gesture, Mark) and gesture.word not in ("", *words_of(type(order)), mark_of(order)):
        return False
    for part in parts:
        value = getattr(order, part.name)
        if part.what in PIECES and value != _counters(part, gesture.pieces):
            return False
        if part.what == "place" and (not isinstance(gesture, Put) or value != gesture.way[-1]):
            return False
    return True


def names_an_end(order: Order) -> bool:
    """Whether an order names one place and nothing else."""
    return [(part.what, part.many) for part in parts_of(type(order))] == [("place", False)]


# --- putting -----------------------------------------------------------------------------------------------


def _put(parts: tuple[Part, ...], kind: type[Order], put: Put) -> dict[str, Any] | None:
    places = [part for part in parts if part.what == "place"]
    way = tuple(EXIT if place == OFF else place for place in put.way)
    if not places:
        lost = way[-1] == EXIT and "lost" in kind.MARKS
        return _named(parts, put.pieces) if lost and len(parts) == 1 else None
    found: dict[str, Any] = {}
    for part in parts:
        value: Any = None
        if part.what in PIECES:
            value = _counters(part, put.pieces)
        elif part.what == "facing":
            value = put.facing
        elif part.what == "place":
            value = _on_the_way(part, places, way, first=part is parts[0])
        if value is None:
            return None
        found[part.name] = value
    return found


def _on_the_way(
    part: Part, places: list[Part], way: tuple[str, ...], *, first: bool
) -> str | tuple[str, ...] | None:
    """What stands in the field of a place: the way, without its start if who goes it stands before it; its
    end; or where it starts."""
    if part.many:
        return way if part is places[0] and first else way[1:]
    if len(places) == 1:
        return way[-1]
    return way[0] if part is places[0] and places[-1].many else None


# --- pointing, turning, marking ----------------------------------------------------------------------------


def _pointed(parts: tuple[Part, ...], point: Point) -> dict[str, Any] | None:
    if len(parts) != 2 or (parts[0].what in PIECES and not parts[1].aimed and parts[1].what == "place"):
        return None
    if not parts[1].aimed and {part.many for part in parts} != {False}:
        return None
    first, second = (
        _reached(part, those) for part, those in zip(parts, (point.pieces, point.at), strict=True)
    )
    return None if first is None or second is None else {parts[0].name: first, parts[1].name: second}


def _reached(part: Part, pieces: tuple[Piece, ...]) -> str | tuple[str, ...] | None:
    """Pieces as a field names them: by their names, or by the one place where they all lie."""
    if part.what in PIECES:
        return _counters(part, pieces)
    places = {piece.place for piece in pieces}
    return places.pop() if part.what == "place" and not part.many and len(places) == 1 else None


def _turned(parts: tuple[Part, ...], turn: Turn) -> dict[str, Any] | None:
    if [part.what for part in parts] != ["counter", "facing"]:
        return None
    who = _counters(parts[0], turn.pieces)
    return None if who is None else {parts[0].name: who, parts[1].name: turn.facing}


def _marked(parts: tuple[Part, ...], kind: type[Order], mark: Mark) -> dict[str, Any] | None:
    means_verb = mark.word in ("", *words_of(kind))
    if len(parts) == 1:
        return _named(parts, mark.pieces) if means_verb else None
    if [part.what for part in parts] != ["counter", "word"] or means_verb:
        return None
    who = _counters(parts[0], mark.pieces)
    return None if who is None else {parts[0].name: who, parts[1].name: mark.word}


def _named(parts: tuple[Part, ...], pieces: tuple[Piece, ...]) -> dict[str, Any] | None:
    """The one field of an order that names nothing but pieces: by name, as a word too, or by their place."""
    (part,) = parts
    value = _reached(part, pieces)
    if part.what == "word" and not part.many and len(pieces) == 1 and pieces[0].counter:
        value = pieces[0].counter
    return None if value is None else {part.name: value}


def _counters(part: Part, pieces: tuple[Piece, ...]) -> str | tuple[str, ...] | None:
    names = tuple(piece.counter for piece in pieces)
    if not all(names):
        return None
    if part.many:
        return names
    return names[0] if len(names) == 1 else None
