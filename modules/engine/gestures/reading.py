"""One gesture read by the legal orders of the moment: the order that it is, several to choose from, or why
none.

Never a guess. An order that the gesture says as it is and that is legal is the one; of ways that were not
gone place by place the cheapest, if all that cost as much come to the same for the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Final

from modules.engine.driver import Play
from modules.engine.errors import Illegal, OrderError
from modules.engine.gestures.by_hand import ActsByHand
from modules.engine.gestures.filling import fill_form, known_parts
from modules.engine.gestures.forms import (
    gesture_kind,
    is_of,
    mark_of,
    names_words,
    said,
    words_beside,
)
from modules.engine.gestures.hand import (
    OFF,
    Dice,
    Draw,
    Fill,
    Gesture,
    Mark,
    Phase,
    Piece,
    Point,
    Press,
    Put,
)
from modules.engine.listed_orders import end_of, names_of, order_of, shape_of, start_of
from modules.engine.orders import Order, parts_of
from modules.engine.requests import Choose, Secret, path_part
from modules.engine.rules.mail_rules import MailRules
from modules.engine.rules.play_rules import PlayRules
from modules.engine.rules.required_parts import require
from modules.engine.rules.view_rules import ViewRules


@dataclass(frozen=True, slots=True)
class Read:
    """What a gesture is: the `order`; or, with none, the legal `choices` between which the person must say;
    or, with neither, why it is none."""

    order: Order | None = None
    choices: tuple[Order, ...] = ()
    fault: Illegal | None = None


def due(play: Play[PlayRules[Any]], seat: str) -> Choose | None:
    """The decision that a seat owes in a game; None while dice or others come first."""
    request = play.request
    if isinstance(request, Secret):
        return request.choices.get(seat)
    return request if isinstance(request, Choose) and request.seat == seat else None


def goes_on(play: Play[ViewRules[Any]], order: Order) -> bool:
    """Whether a game, as a seat sees it, goes on by itself after a legal order of that seat: of some orders
    only who sees all knows what they come to (`MailRules.effect`)."""
    return (
        not play.rules.closed_orders or require(play.rules, MailRules).effect(play.state, order) is not None
    )


def read_by_hand(choice: Choose, gesture: Gesture) -> Read | None:
    """Read a gesture as an act by hand; neither order nor fault where it changes nothing. None where the
    program carries out the rules, and for words: an unmarked hand does nothing there by itself."""
    if not isinstance(choice.options, ActsByHand) or isinstance(gesture, Press | Fill | Phase):
        return None
    try:
        act = choice.options.act_of(gesture)
    except Illegal as fault:
        return Read(fault=fault)
    against = None if act is None else why_not(choice, act)
    return Read(act) if against is None else Read(fault=against)


def read(play: Play[ViewRules[Any]], choice: Choose, gesture: Gesture) -> Read:
    """Read a gesture as an answer to the decision that is due in a game, which stays where it is."""
    found = fitting(play, choice, gesture)
    if len(found) == 1:
        return Read(found[0])
    return Read(choices=found) if found else Read(fault=fault_of(play, choice, gesture))


def fitting(play: Play[ViewRules[Any]], choice: Choose, gesture: Gesture) -> tuple[Order, ...]:
    """The legal orders that a gesture may be."""
    if (act := read_by_hand(choice, gesture)) is not None:
        return () if act.order is None else (act.order,)
    if isinstance(gesture, Fill):
        return tuple(_filled(play, choice, gesture))
    orders = list(dict.fromkeys(said(play.rules.grammar, gesture)))
    found = [each for order in orders for each in _as_gone(play, choice, order)]
    if not found and isinstance(gesture, Put):
        found = list(_other_ways(play, choice, orders))
    if not found and isinstance(gesture, Mark | Put) and names_words(play.rules.grammar):
        found = [order for order in choice.options.legal() if is_of(order, gesture)]
    if not found and isinstance(gesture, Mark) and len(gesture.pieces) == 1:
        found = [order for order in _marks_of(choice, gesture.pieces[0]) if mark_of(order) == gesture.word]
    if not found and isinstance(gesture, Point):
        found = list(_with_a_word(choice, gesture))
    return tuple(_unmarked(found) if isinstance(gesture, Put) and not gesture.word else found)


def _with_a_word(choice: Choose, point: Point) -> Iterator[Order]:
    """The legal orders that point so and have a word beside, such as attacks on each column of a table."""
    by, at = (tuple(each.counter for each in those) for those in (point.pieces, point.at))
    for kind in choice.options.due_kinds():
        shape, words = shape_of(kind), words_beside(kind)
        if shape.who is None or shape.aim is None or len(words) != 1 or len(parts_of(kind)) != 3:
            continue
        chosen = {shape.who.name: by, shape.aim.name: at, words[0]: ()}
        for word in choice.options.axes(kind, chosen)[words[0]]:
            order = order_of(kind, {**chosen, words[0]: (word,)})
            if order is not None and why_not(choice, order) is None:
                yield order


def _filled(play: Play[ViewRules[Any]], choice: Choose, fill: Fill) -> Iterator[Order]:
    """The legal order that a form is."""
    grammar = play.rules.grammar
    for kind in (kind for kind in grammar.kinds if fill.verb == kind.FORM):
        try:
            form = fill_form(choice, kind, known_parts(grammar, kind, dict(fill.values)))
        except OrderError:
            return
        if form.order is not None:
            yield form.order


def _marks_of(choice: Choose, piece: Piece) -> Iterator[Order]:
    """The orders that a hand says by marking a piece, also where they call it otherwise than the rest do."""
    orders = choice.options.orders_by(piece.counter) if piece.counter else ()
    yield from (order for order in orders if gesture_kind(type(order)) == "mark")


def _unmarked(orders: Sequence[Order]) -> list[Order]:
    """Of orders that only a mark could tell apart those of the plain kind, which the grammar names first: who
    means another, such as a charge, marks it."""
    plain: dict[object, type[Order]] = {}
    for order in orders:
        plain.setdefault(parts_of(type(order)), type(order))
    return [order for order in orders if type(order) is plain[parts_of(type(order))]]


def with_order_names(play: Play[ViewRules[Any]], gesture: Gesture) -> Gesture:
    """A gesture with its pieces called as the orders of a game call them."""
    if isinstance(gesture, Press | Fill | Phase | Dice | Draw):
        return gesture
    named = replace(gesture, pieces=with_names(play, gesture.pieces))
    return replace(named, at=with_names(play, named.at)) if isinstance(named, Point) else named


def with_names(play: Play[ViewRules[Any]], pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    """Pieces called as the orders of a game call them."""
    name, state = play.rules.order_name, play.state
    return tuple(
        replace(each, counter=name(state, each.counter, each.steps_lost) if each.counter else "")
        for each in pieces
    )


DONE: Final = "done"
"""The word that closes a phase."""


def is_in(play: Play[PlayRules[Any]], phase: Phase) -> bool:
    """Whether a game stands in a phase. (A player may stand behind the sides of a campaign's battles.)"""
    state, sides = play.state, play.rules.sides
    whose = phase.player not in sides or phase.player == state.active
    return whose and (state.turn, state.phase) == (phase.turn, phase.phase)


def that_closes(play: Play[PlayRules[Any]], choice: Choose) -> Order | None:
    """The order that closes a phase where a decision is due; None where it cannot be given."""
    done = next((order for order in play.rules.grammar.bare if order.verb == DONE), None)
    return done if done is not None and why_not(choice, done) is None else None


def why_not(choice: Choose, order: Order) -> Illegal | None:
    """Why an order is no answer to a decision; None where it is one."""
    try:
        choice.options.check(order)
    except Illegal as fault:
        return fault
    return None


# --- ways --------------------------------------------------------------------------------------------------


def _as_gone(play: Play[ViewRules[Any]], choice: Choose, order: Order) -> list[Order]:
    """An order as the gesture says it, if it is legal; where its way was gone and taken back in part, without
    that too, if it comes to something else."""
    part = path_part(order)
    ways = _without_loops(getattr(order, part.name)) if part is not None else ()
    both = (order, *(replace(order, **{part.name: way}) for way in ways if part is not None))
    return differing(play, choice, [each for each in both if why_not(choice, each) is None])


def _other_ways(play: Play[ViewRules[Any]], choice: Choose, orders: Iterable[Order]) -> Iterator[Order]:
    """For each order whose way is not legal as it was gone: the cheapest way over the same places; or, where
    those that cost as much come to different things, one for each of these."""
    for order in orders:
        part = path_part(order)
        if part is None:
            continue
        ways = choice.options.expand_path(order)
        tried = (replace(order, **{part.name: way}) for way in ways)
        yield from differing(play, choice, [each for each in tried if why_not(choice, each) is None])


def differing(play: Play[ViewRules[Any]], choice: Choose, orders: Sequence[Order]) -> list[Order]:
    """Of legal orders that differ by the way alone the first of each outcome for the game."""
    if len(orders) < 2:
        return list(orders)
    found: dict[object, Order] = {}
    outcome = _outcome(play, choice)
    for order in orders:
        found.setdefault(outcome(order), order)
    return list(found.values())


def _outcome(play: Play[ViewRules[Any]], choice: Choose) -> Callable[[Order], object]:
    """What an order comes to: as its options say, else what the game is after it."""

    def tried(order: Order) -> object:
        said = choice.options.equivalence_key(order)
        if said is not None:
            return said
        if not goes_on(play, order):
            return order
        trial = Play.restore(play.rules, play.snapshot())
        trial.answer(order)
        after = trial.request
        return _Outcome(trial.state, (type(after), getattr(after, "kind", ""), getattr(after, "side", "")))

    return tried


class _Outcome:
    """A state and what is due in it; states can be compared, but not hashed."""

    def __init__(self, state: object, due: object) -> None:
        self._state, self._due = state, due

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Outcome) and (self._state, self._due) == (other._state, other._due)

    def __hash__(self) -> int:
        return hash(self._due)


def _mover(order: Order) -> str:
    """Who goes a way, as the order names him: a counter, or the place where he lies."""
    names = names_of(order)
    return names[0] if len(names) == 1 else "" if names else start_of(order)


def _without_loops(stops: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """A way without what was gone and taken back by hand."""
    kept: list[str] = []
    for stop in stops:
        if stop in kept:
            del kept[kept.index(stop) :]
        kept.append(stop)
    if len(kept) < len(stops):
        yield tuple(kept)


# --- why not -----------------------------------------------------------------------------------------------


def fault_of(play: Play[PlayRules[Any]], choice: Choose, gesture: Gesture) -> Illegal:
    """The rule and the reason, as for an order that is typed: that of a kind which is due, if there is one,
    else of the time at which what the gesture says is done, and what is due."""
    if (act := read_by_hand(choice, gesture)) is not None:
        return act.fault or Illegal(choice.rule, f"{gesture}: that changes nothing")
    end = gesture.way[-1] if isinstance(gesture, Put) else OFF
    if end != OFF and end not in play.rules.grammar.places:
        return Illegal(choice.rule, f"{gesture}: {end} is not a place of the board")
    kinds = choice.options.due_kinds()
    orders = list(dict.fromkeys(said(play.rules.grammar, gesture)))
    due = [order for order in orders if type(order) in kinds]
    said_so = orders if isinstance(gesture, Press | Fill) else due  # words name their kind themselves
    found = chain([_closed(choice, due)], (why_not(choice, order) for order in said_so))
    fault = next((each for each in found if each is not None), None)
    verbs = [*dict.fromkeys(kind.FORM.split()[0] for kind in kinds)]
    return fault or _late(play, choice, orders, gesture, verbs)


def _closed(choice: Choose, orders: Sequence[Order]) -> Illegal | None:
    """Why the place where orders end is closed: in few words where it is only too far."""
    for order in orders:
        mover, end = _mover(order), end_of(order)
        closed = choice.options.why_closed(mover, end) if end else None
        if closed is not None:
            far, _ = choice.options.find_paths(mover, end)
            return Illegal(closed.rule, far) if far and "against rule" not in far else closed
    return None


def _late(
    play: Play[PlayRules[Any]],
    choice: Choose,
    orders: Sequence[Order],
    gesture: Gesture,
    verbs: Sequence[str],
) -> Illegal:
    """Why a gesture is no order of a kind that is due: by the phase that was passed over, or the rule of its
    own time; what is put is moved rather than set up."""
    expected = f"expected are {', '.join(verbs)}"
    for order in sorted(orders, key=lambda each: path_part(each) is None):
        fault = play.why_not(choice.seat, order) or why_not(choice, order)
        if fault is not None:
            named = any(verb in fault.reason for verb in verbs)
            return fault if named else Illegal(fault.rule, f"{fault.reason}; {expected}")
    return Illegal(choice.rule, f"{gesture}: that is no order now; {expected}")


def belongs(play: Play[PlayRules[Any]], choice: Choose, gesture: Gesture) -> bool:
    """Whether a gesture is of a form that is due, legal or not."""
    if read_by_hand(choice, gesture) is not None:
        return True
    kinds = {type(order) for order in choice.options.legal()}
    return any(type(order) in kinds for order in said(play.rules.grammar, gesture))
