"""The gesture with which a hand shows an order: the way back from `forms`, for a surface that tells in lines
what was done on it. What no hand shows is pressed, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from modules.engine.gestures.hand import OFF, Gesture, Piece, Point, Press, Put, Turn
from modules.engine.hexes.orders import PlaceCounter
from modules.engine.orders import Grammar, Order, Part, parts_of

_FIRE: Final = "fire"
COMBAT: Final = "combat"
"""The word of every declared combat that is no fire."""


def shown(grammar: Grammar, order: Order, lying: Mapping[str, Piece]) -> Gesture:
    """The gesture of an order; `lying` are the pieces that the hand finds on the board, by their names.

    Of a way the plain kind needs no word: which of several kinds it is, is what is legal then.
    """
    parts = parts_of(type(order))
    match [(part.what, part.many) for part in parts]:
        case [_, _] if parts[1].aimed:
            word = _FIRE if order.verb == _FIRE else COMBAT
            return Point(_pieces(order, parts[0], lying), _pieces(order, parts[1], lying), word)
        case [("counter", False), ("place", True)] | [("counter", False), ("place", True), ("facing", False)]:
            facing = getattr(order, parts[2].name) if len(parts) > 2 else ""
            return _gone(grammar, order, _pieces(order, parts[0], lying), facing)
        case [("place", False), ("place", True)]:
            return _gone(grammar, order, _pieces(order, parts[0], lying), "")
        case [("counter", False), ("place", False)] if isinstance(order, PlaceCounter):
            pieces = _pieces(order, parts[0], lying)
            return Put(pieces, (pieces[0].place, getattr(order, parts[1].name)))
        case [("counter", False), ("facing", False)]:
            return Turn(_pieces(order, parts[0], lying), getattr(order, parts[1].name))
    return Press(str(order))


def _gone(grammar: Grammar, order: Order, pieces: tuple[Piece, ...], facing: str) -> Put:
    parts = parts_of(type(order))
    plain = next(kind for kind in grammar.kinds if parts_of(kind) == parts)
    way = (pieces[0].place, *getattr(order, parts[1].name))
    return Put(pieces, way, facing, "" if type(order) is plain else order.verb)


def _pieces(order: Order, part: Part, lying: Mapping[str, Piece]) -> tuple[Piece, ...]:
    """Those that a field names; of a place the one that lies there, or whoever does."""
    value = getattr(order, part.name)
    names = (value,) if isinstance(value, str) else value
    if part.what == "place":
        return tuple(Piece("", name) for name in names)
    return tuple(lying.get(name, Piece(name, OFF)) for name in names)
