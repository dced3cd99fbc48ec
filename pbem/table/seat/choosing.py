"""What a page asks while a player makes up their mind: where a piece may go, why not there, what a gesture
is.

All is asked of the seat's own board, and nothing changes on it. For example, a hand holds S-fyrd-3: the
answer names fourteen hexes, each with the MP left in it and the line that brings the piece there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from modules.definition import Definition
from modules.engine.driver import Play
from modules.engine.errors import Illegal
from modules.engine.gestures.filling import OrderForm, fill_form, find_forms, known_parts
from modules.engine.gestures.forms import gesture_kind
from modules.engine.gestures.hand import Piece
from modules.engine.gestures.handles import find_handles
from modules.engine.gestures.reading import Read, goes_on, read, why_not, with_names, with_order_names
from modules.engine.orders import Order
from modules.engine.requests import Choose, path_part
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.view_rules import ViewRules
from pbem.log.due_rolls import CHANCE
from pbem.table.seat import gesture_reader
from pbem.table.seat.form_words import describe_form, name_form
from pbem.table.seat.gesture_reader import BadCall
from pbem.table.story_json import Json

_MOST_CHOICES: Final = 40


class Choosing:
    """A decision that a seat owes, on its own board."""

    def __init__(self, definition: Definition, play: Play[ViewRules[Any]], choice: Choose) -> None:
        self._definition, self._play, self._choice = definition, play, choice

    def pick(self, said: Mapping[str, Any]) -> Json:
        """What a hand that holds pieces may do with them."""
        pieces = self._read_pieces(said)
        handles = find_handles(self._play, self._choice, pieces)
        about = self._choice.options.summarize
        kinds = {type(order) for order in self._orders_with(with_names(self._play, pieces))}
        return {
            "reach": [
                {"place": each.place, "cost": each.cost, "left": each.left, "line": str(each.order)}
                for each in handles.reach
            ],
            "targets": [
                {"counters": list(each.pieces), "places": list(each.places), "line": str(each.order)}
                for each in handles.targets
            ],
            "turns": [{"facing": facing, "line": str(order)} for facing, order in handles.turns],
            "marks": [
                {"word": word, "line": str(order), "tells": about([order])} for word, order in handles.marks
            ],
            "forms": [name_form(kind) for kind in self._forms() if kind in kinds],
        }

    def explain(self, said: Mapping[str, Any]) -> Json:
        """Why a place is closed to a piece, by rule; nothing where it is open, or the options cannot tell."""
        (piece,) = with_names(self._play, self._read_pieces({"pieces": [said.get("piece")]}))
        place = gesture_reader.take_text(said, "place")
        for mover in (name for name in (piece.counter, piece.place) if name):
            fault = self._choice.options.why_closed(mover, place)
            if fault is not None:
                return tell_fault(fault)
        return {}

    def read(self, said: Mapping[str, Any]) -> Json:
        """What a gesture is: an order, several to choose from, or none and why."""
        gesture = with_order_names(self._play, gesture_reader.read_gesture(self._play, said.get("gesture")))
        return self._tell_read(read(self._play, self._choice, gesture))

    def fill(self, said: Mapping[str, Any]) -> Json:
        """A form with what may stand in each field beside the others that are filled in. Raises OrderError
        for names that the game does not have."""
        asked = gesture_reader.take_text(said, "form")
        kind = next((each for each in self._forms() if asked == each.FORM), None)
        if kind is None:
            raise BadCall(f"no form {asked!r} is due")
        chosen = known_parts(self._play.rules.grammar, kind, gesture_reader.read_values(said))
        form = fill_form(self._choice, kind, chosen)
        return self._tell_form(form)

    def _tell_form(self, form: OrderForm) -> Json:
        return {
            **describe_form(self._definition, self._play, form),
            "line": None if form.order is None else str(form.order),
            "ahead": None if form.order is None else self._look_ahead(form.order),
            "fault": None if form.fault is None else tell_fault(form.fault),
        }

    def _forms(self) -> Sequence[type[Order]]:
        return find_forms(self._choice, self._play.rules.grammar)

    def _read_pieces(self, said: Mapping[str, Any]) -> tuple[Piece, ...]:
        pieces = gesture_reader.read_pieces(self._play, said.get("pieces"))
        if not pieces:
            raise BadCall("a hand without pieces")
        return pieces

    def _orders_with(self, pieces: Sequence[Piece]) -> Sequence[Order]:
        options = self._choice.options
        return [order for each in pieces if each.counter for order in options.legal_for(each.counter)]

    # --- what a gesture comes to -------------------------------------------------------------------

    def _tell_read(self, found: Read) -> Json:
        if found.order is not None:
            return {"line": str(found.order), "ahead": self._look_ahead(found.order)}
        if found.choices:
            about = self._choice.options.summarize
            return {
                "choices": [
                    {"line": str(order), "tells": about([order]), "ahead": self._look_ahead(order)}
                    for order in found.choices[:_MOST_CHOICES]
                ]
            }
        return {"fault": None if found.fault is None else tell_fault(found.fault)}

    def _look_ahead(self, order: Order) -> Json:
        """What is known of a legal order before its dice: modifiers, the way, MP."""
        rules, state, part = self._play.rules, self._play.state, path_part(order)
        modifiers = rules.modifiers(state, order) if isinstance(rules, AdviceRules) else ()
        goes = gesture_kind(type(order)) == "put"
        cost, left = self._choice.options.spent_on(order) if goes else ("", "")
        return {
            "modifiers": [{"what": each.what, "by": each.by, "rule": each.rule} for each in modifiers],
            "way": [] if part is None else [*getattr(order, part.name)],
            "cost": cost,
            "left": left,
            "tells": self._choice.options.summarize([order]),
            "dice": self._rolls_dice(order),
            "label": order.verb.capitalize(),
        }

    def _rolls_dice(self, order: Order) -> bool:
        """Whether dice fall, or cards are shown, as soon as an order is given."""
        if not goes_on(self._play, order) or why_not(self._choice, order) is not None:
            return False
        trial = Play.restore(self._play.rules, self._play.snapshot())
        if not isinstance(trial.request, Choose):
            return False
        trial.answer(order)
        return isinstance(trial.request, CHANCE)


def tell_fault(fault: Exception) -> Json:
    """Why something cannot be ordered, with its rule, empty where it breaks none."""
    if isinstance(fault, Illegal):
        return {"rule": fault.rule, "why": fault.reason}
    return {"rule": "", "why": str(fault)}
