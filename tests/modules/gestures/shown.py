"""How a hand gives an order: the gesture on the pieces that lie on the board, by the fields of the order
alone."""

from typing import Any

from modules.engine.driver import Play
from modules.engine.gestures.filling import fill_form
from modules.engine.gestures.forms import gesture_kind, mark_of
from modules.engine.gestures.hand import OFF, Fill, Gesture, Mark, Piece, Point, Press, Put, Turn
from modules.engine.gestures.handles import find_handles, find_lit
from modules.engine.gestures.reading import read, with_order_names
from modules.engine.listed_orders import Shape, end_of, names_of, shape_of, start_of, values_of
from modules.engine.orders import Order, parts_of
from modules.engine.requests import Choose


def pieces_of(play: Play[Any], names: tuple[str, ...], place: str) -> tuple[Piece, ...]:
    """The pieces on the board, or beside it, that orders call so; each once."""
    rules, state = play.rules, play.state
    left = [*rules.position(state), *rules.off_map(state)]
    found = []
    for name in names:
        for each in left:
            called = rules.order_name(state, each.counter, each.steps_lost) if each.counter else ""
            if name in (called, each.counter) and place in ("", each.place):
                found.append(Piece(each.counter, each.place, each.side, each.steps_lost))
                left.remove(each)
                break
    return tuple(found)


def held_for(play: Play[Any], order: Order) -> tuple[Piece, ...]:
    """The pieces that a hand takes hold of to give an order."""
    names = names_of(order)
    if names:
        return pieces_of(play, names, start_of(order))
    parts = parts_of(type(order))
    if [part.what for part in parts] == ["word"]:
        return pieces_of(play, values_of(order, parts[0]), "")
    return (Piece("", start_of(order)),)


def aimed_at(play: Play[Any], order: Order, shape: Shape) -> tuple[Piece, ...]:
    """The pieces at which it points."""
    assert shape.aim is not None
    values = values_of(order, shape.aim)
    if shape.aim.what == "place":
        return tuple(Piece("", value) for value in values)
    return pieces_of(play, values, "")


def gesture_for(play: Play[Any], choice: Choose, order: Order) -> Gesture:
    """The gesture that gives an order; never a typed line but for a bare word."""
    shape = shape_of(type(order))
    facing = "" if shape.facing is None else "".join(values_of(order, shape.facing))
    match gesture_kind(type(order)):
        case "press":
            return Press(str(order))
        case "fill":
            return filled(choice, order)
        case "point":
            return Point(held_for(play, order), aimed_at(play, order, shape), order.verb)
        case "put":
            held = held_for(play, order)
            assert shape.end is not None
            way = values_of(order, shape.end)
            gone = way if shape.start is shape.end else (held[0].place, *way)
            return Put(held, tuple(OFF if place == "exit" else place for place in gone), facing, order.verb)
        case "turn":
            return Turn(held_for(play, order), facing)
        case "mark":
            return Mark(held_for(play, order), mark_of(order))


def filled(choice: Choose, order: Order) -> Fill:
    """A form filled in field by field: each part is one of those offered when it is its turn."""
    chosen: dict[str, tuple[str, ...]] = {}
    form = fill_form(choice, type(order), chosen)
    for part in parts_of(type(order)):
        shown = next(field for field in form.fields if field.name == part.name)
        if shown.chosen == values_of(order, part):
            continue
        for value in values_of(order, part):
            field = next(field for field in form.fields if field.name == part.name)
            assert part.what == "saying" or value in field.values, (order, part.name, value, field.values)
            chosen[part.name] = (*chosen.get(part.name, ()), value)
            form = fill_form(choice, type(order), chosen)
    return Fill(form.form, tuple((field.name, field.chosen) for field in form.fields))


def given_by(play: Play[Any], choice: Choose, order: Order) -> None:
    """Asserts that a hand gives an order: the pieces are lit, what is shown for them has it, and the gesture
    is read as it, or leaves it among those to choose from."""
    said = with_order_names(play, gesture_for(play, choice, order))
    found = read(play, choice, said)
    assert order == found.order or order in found.choices, (order, said, found)
    if gesture_kind(type(order)) in ("press", "fill"):
        return
    held, lit = held_for(play, order), find_lit(play, choice)
    assert held
    for piece in held:
        assert piece.counter in lit.counters or piece.place in lit.places, (order, piece)
    handles = find_handles(play, choice, held)
    shown = [each.order for each in (*handles.reach, *handles.targets)]
    shown += [each for _, each in (*handles.turns, *handles.marks)]
    ends = {(type(each.order), each.place) for each in handles.reach}
    assert order in shown or (type(order), end_of(order)) in ends, (order, held, shown[:8])
