"""Gestures of a page as values: `{"kind": "put", "pieces": [{"counter": "S-fyrd-3", "place": "1920"}], "way":
["1920", "2020"]}` is a counter that was taken from one hex and let go in another.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from modules.engine.driver import Play
from modules.engine.gestures.hand import Fill, Flip, Gesture, Mark, Piece, Point, Press, Put, Turn, Unmark
from modules.engine.gestures.handles import find_piece
from modules.engine.rules.view_rules import ViewRules

Json = Mapping[str, Any]
_MOST: Final = 400
"""Places of a way, or characters of a word."""
_MOST_PIECES: Final = 60


class BadCall(Exception):
    """A call that no page of ours makes."""


def take_text(said: Json, name: str) -> str:
    """A text of a call, empty where it is left out. Raises BadCall."""
    value = said.get(name, "")
    if not isinstance(value, str) or len(value) > _MOST:
        raise BadCall(f"{name} is not a short text")
    return value


def take_texts(said: Json, name: str) -> tuple[str, ...]:
    """A list of texts of a call, empty where it is left out. Raises BadCall."""
    value = said.get(name, [])
    if not isinstance(value, list) or len(value) > _MOST or not all(isinstance(each, str) for each in value):
        raise BadCall(f"{name} is not a list of texts")
    return tuple(value)


def take_number(said: Json, name: str) -> int:
    """A number of a call, 0 or more. Raises BadCall."""
    value = said.get(name)
    if type(value) is not int or value < 0:
        raise BadCall(f"{name} is not a number")
    return value


def read_pieces(play: Play[ViewRules[Any]], said: object) -> tuple[Piece, ...]:
    """Pieces, as they lie on the board of a seat. Raises BadCall."""
    if not isinstance(said, list) or len(said) > _MOST_PIECES:
        raise BadCall("the pieces are not a list")
    return tuple(_read_piece(play, each) for each in said)


def _read_piece(play: Play[ViewRules[Any]], said: object) -> Piece:
    if not isinstance(said, dict):
        raise BadCall("a piece is not an object")
    return find_piece(play, take_text(said, "counter"), take_text(said, "place"))


def read_gesture(play: Play[ViewRules[Any]], said: object) -> Gesture:
    """A gesture. Raises BadCall."""
    if not isinstance(said, dict) or said.get("kind") not in _KINDS:
        raise BadCall(f"a gesture is one of {', '.join(_KINDS)}")
    return _KINDS[said["kind"]](play, said)


def read_values(said: Json) -> dict[str, tuple[str, ...]]:
    """What stands in the fields of a form. Raises BadCall."""
    values = said.get("values", {})
    if not isinstance(values, dict):
        raise BadCall("values is not an object")
    return {name: take_texts(values, name) for name in values}


def _held(play: Play[ViewRules[Any]], said: Json) -> tuple[Piece, ...]:
    pieces = read_pieces(play, said.get("pieces"))
    if not pieces:
        raise BadCall("a hand without pieces")
    return pieces


def _put(play: Play[ViewRules[Any]], said: Json) -> Gesture:
    way = take_texts(said, "way")
    if len(way) < 2:
        raise BadCall("a way has a beginning and an end")
    return Put(_held(play, said), way, take_text(said, "facing"), take_text(said, "word"))


def _point(play: Play[ViewRules[Any]], said: Json) -> Gesture:
    at = read_pieces(play, said.get("at"))
    if not at:
        raise BadCall("nothing is pointed at")
    return Point(_held(play, said), at, take_text(said, "word"))


def _turn(play: Play[ViewRules[Any]], said: Json) -> Gesture:
    return Turn(_held(play, said), take_text(said, "facing"))


def _mark(play: Play[ViewRules[Any]], said: Json) -> Gesture:
    return Mark(_held(play, said), take_text(said, "word"))


def _unmark(play: Play[ViewRules[Any]], said: Json) -> Gesture:
    return Unmark(_held(play, said), take_text(said, "word"))


def _flip(play: Play[ViewRules[Any]], said: Json) -> Gesture:
    way = said.get("way")
    if way not in ("over", "down", "up"):
        raise BadCall("a piece is turned over, down or up")
    return Flip(_held(play, said), way)


def _press(_play: Play[ViewRules[Any]], said: Json) -> Gesture:
    return Press(take_text(said, "word"))


def _fill(_play: Play[ViewRules[Any]], said: Json) -> Gesture:
    values: Sequence[tuple[str, tuple[str, ...]]] = tuple(read_values(said).items())
    return Fill(take_text(said, "form"), tuple(values))


_KINDS: Final[Mapping[str, Callable[[Play[ViewRules[Any]], Json], Gesture]]] = {
    "put": _put,
    "point": _point,
    "turn": _turn,
    "mark": _mark,
    "unmark": _unmark,
    "flip": _flip,
    "press": _press,
    "fill": _fill,
}
