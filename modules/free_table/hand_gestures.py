"""Which act by hand a gesture on a board is: a counter that was put, turned, flipped or marked there, a card
that was taken from a pack. Dice of a board are none."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator

from modules.engine.errors import Illegal
from modules.engine.gestures.hand import OFF, Dice, Draw, Flip, Gesture, Mark, Put, Turn, Unmark
from modules.free_table import orders as o
from modules.free_table.state import LOST, TableState


def act_of(
    state: TableState, rule: str, gesture: Gesture, renumber: Callable[[o.Act], o.Act]
) -> o.Act | None:
    """The act of a gesture under the rule of a phase, or under the number that `renumber` finds for it, legal
    or not; None where the counter lies or shows so already. Raises Illegal for what no act can be."""
    if isinstance(gesture, Dice):
        line = renumber(o.RollDice(rule, gesture.what, ()))
        raise Illegal(rule, f"dice of VASSAL prove nothing: write `{line}`")
    found = _act_of(state, rule, gesture)
    return None if found is None else renumber(found)


def meant_by(gesture: Gesture, markers: Container[str]) -> Gesture:
    """What is meant by a mark that is no marker of the game: the word of an act."""
    if not isinstance(gesture, Mark) or gesture.word in markers:
        return gesture
    pieces = gesture.pieces
    match gesture.word.split(" "):
        case ["flip"]:
            return Flip(pieces, "over")
        case ["lose"]:
            return Flip(pieces, "down")
        case ["eliminate"]:
            return Put(pieces, (pieces[0].place, LOST))
        case ["mark", marker]:
            return Mark(pieces, marker)
        case ["unmark", marker]:
            return Unmark(pieces, marker)
    return gesture


def acts_with(
    state: TableState, rule: str, counter: str, points: Iterable[str], markers: Iterable[str]
) -> Iterator[o.Act]:
    """What may be done with a counter but to put it, legal or not."""
    marks = state.face(counter).marks
    yield from (o.Face(rule, counter, point) for point in points)
    yield o.Flip(rule, counter)
    yield from (o.Mark(rule, counter, marker) for marker in markers if marker not in marks)
    yield from (o.Unmark(rule, counter, marker) for marker in marks)
    yield o.Lose(rule, counter)
    yield o.Eliminate(rule, counter)


def _act_of(state: TableState, rule: str, gesture: Gesture) -> o.Act | None:
    if isinstance(gesture, Draw):
        return o.Draw(rule, gesture.pack, "1")
    if not isinstance(gesture, Put | Turn | Flip | Mark | Unmark) or len(gesture.pieces) != 1:
        raise Illegal(rule, f"{gesture}: no act by hand does that")
    counter = gesture.pieces[0].counter
    if counter not in state.at:
        raise Illegal(rule, f"{gesture}: an act by hand names its counter")
    match gesture:
        case Put(_, way):
            return _put(state, rule, counter, way[-1])
        case Flip(_, turned):
            return _flip(rule, counter, turned)
        case Turn(_, facing):
            return None if state.face(counter).toward == facing else o.Face(rule, counter, facing)
        case Mark(_, marker):
            return None if marker in state.face(counter).marks else o.Mark(rule, counter, marker)
        case Unmark(_, marker):
            return o.Unmark(rule, counter, marker) if marker in state.face(counter).marks else None


def _put(state: TableState, rule: str, counter: str, place: str) -> o.Act | None:
    """To put a counter among those out of play is to eliminate it."""
    at = state.at[counter]
    if place == OFF:
        raise Illegal(rule, f"{counter} lies in no place of the table: put it into one, or out of play")
    if place == LOST:
        return None if at == LOST else o.Eliminate(rule, counter)
    return None if at == place and state.stacks[at][-1] == counter else o.Put(rule, counter, place)


def _flip(rule: str, counter: str, turned: str) -> o.Act:
    if turned == "up":
        raise Illegal(rule, f"{counter}: no act by hand gives a step back; only `retract` takes back a loss")
    return o.Lose(rule, counter) if turned == "down" else o.Flip(rule, counter)
