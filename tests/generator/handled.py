"""What a person does on a board to say an order: the way back of `modules.engine.gestures`, for tests.

It is worked out from the fields of the order alone, as a hand would do it that puts counters hex by hex.
"""

from modules.engine.gestures.hand import OFF, Mark, Piece, Point, Press, Put, Turn
from modules.engine.orders import parts_of
from modules.engine.rules.full_rules import FullRules

PIECES = ("counter", "piece")


def lying(rules: FullRules, state) -> dict:
    """The place of each counter by the name that orders give it."""
    placed = (*rules.off_map(state), *rules.position(state))
    return {rules.order_name(state, p.counter, p.steps_lost): p.place for p in placed if p.counter}


def gesture_of(order, lies):
    """One gesture that says an order, with its verb where words may be said of it."""
    parts = parts_of(type(order))
    values = [getattr(order, part.name) for part in parts]
    whats = [part.what for part in parts]
    pairs = (["place", "place"], ["counter", "counter"])
    if len(parts) == 2 and (parts[1].aimed or (whats in pairs and not parts[1].many)):
        return Point(
            *(_pieces(part, value, lies) for part, value in zip(parts, values, strict=True)), order.verb
        )
    if any(part.what == "place" and part.many for part in parts):
        return _put(parts, values, whats, lies)
    if whats == ["counter", "place"]:
        return Put(_pieces(parts[0], values[0], lies), (lies[values[0]], values[1]), word=order.verb)
    if whats == ["counter", "facing"]:
        return Turn(_pieces(parts[0], values[0], lies), values[1])
    if whats == ["counter", "word"]:
        return Mark(_pieces(parts[0], values[0], lies), values[1])
    if len(parts) == 1 and whats[0] in (*PIECES, "place"):
        return Mark(_pieces(parts[0], values[0], lies), order.verb)
    return Press(str(order))


def _put(parts, values, whats, lies):
    track = next(n for n, part in enumerate(parts) if part.what == "place" and part.many)
    way = tuple(OFF if place == "exit" else place for place in values[track])
    facing = next((v for v, what in zip(values, whats, strict=True) if what == "facing"), "")
    mover = next(n for n in range(len(parts)) if n != track and whats[n] in (*PIECES, "place"))
    start = values[mover] if whats[mover] == "place" else lies[_several(values[mover])[0]]
    return Put(_pieces(parts[mover], values[mover], lies), way if track == 0 else (start, *way), facing)


def _pieces(part, value, lies):
    if part.what == "place":
        return (Piece("", value),)
    return tuple(Piece(each, lies.get(each, "")) for each in _several(value))


def _several(value):
    return (value,) if isinstance(value, str) else value
