"""The decision that a seat owes, in words and values for a page: the question, its rule, what may be picked
up, and what may be said at once.

For example, in a movement phase of `three_battles` the question is "move a unit, or `done`" (4.1), the lit
counters are the units that have not moved, and `done` is a word.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from modules.definition import Definition
from modules.engine.driver import Play
from modules.engine.gestures.by_hand import is_by_hand
from modules.engine.gestures.filling import find_forms
from modules.engine.gestures.forms import gesture_kind
from modules.engine.gestures.handles import find_lit
from modules.engine.gestures.reading import DONE
from modules.engine.listed_orders import way_part
from modules.engine.orders import Grammar, Order, parts_of
from modules.engine.requests import Choose
from modules.engine.rules.mail_rules import vocabulary_of
from modules.engine.rules.view_rules import ViewRules
from pbem.table.seat.form_words import BY_HAND, name_form
from pbem.table.seat.order_words import name_things, say_order
from pbem.table.story_json import Json

_FEW: Final = 20
"""So many legal orders are listed beside the board."""
_ON_BOARD: Final = ("put", "point", "turn")


def describe_due(definition: Definition, play: Play[ViewRules[Any]], choice: Choose, *, closed: bool) -> Json:
    """A decision of a seat, on its own board. `closed`: what is said stays closed for now."""
    lit = find_lit(play, choice)
    return {
        "side": choice.side,
        "seat": choice.seat,
        "kind": choice.kind,
        "ask": choice.ask[:1].upper() + choice.ask[1:],
        "rule": choice.rule,
        "by_hand": is_by_hand(choice),
        "closed": closed,
        "lit": {"counters": list(lit.counters), "places": list(lit.places)},
        "words": _list_words(play.rules.grammar, choice, name_things(definition, play)),
        "forms": _list_forms(play.rules.grammar, choice),
    }


def _list_words(grammar: Grammar, choice: Choose, names: Mapping[str, str]) -> list[Json]:
    """Orders that are said with a button: those that name nothing, and few others that no hand shows."""
    options, about = choice.options, choice.options.summarize
    due = options.due_kinds()
    bare = [each for each in grammar.bare if type(each) in due and options.fault_of(each) is None]
    others, only = _list_few(choice), len(bare) == len(due)
    return [
        {
            "line": str(order),
            "label": say_order(order, names),
            "tells": about([order]),
            "primary": order.verb == DONE or (only and order is bare[0]),
        }
        for order in (*bare, *others)
    ]


def _list_few(choice: Choose) -> list[Order]:
    """The orders with words that no hand on the board shows, if they are few. Where pieces go ways, the
    list of legal orders is long, and is not made for this."""
    kinds = [kind for kind in choice.options.due_kinds() if parts_of(kind)]
    if is_by_hand(choice) or not kinds or any(way_part(kind) is not None for kind in kinds):
        return []
    legal = [order for order in choice.options.legal() if parts_of(type(order)) and not _says(order)]
    legal = [order for order in legal if order.verb != BY_HAND]  # of these an example of each kind is listed
    return [each for each in legal if len(legal) <= _FEW and gesture_kind(type(each)) not in _ON_BOARD]


def _says(order: Order) -> bool:
    """Whether a person says something in it, which no list has."""
    return any(part.what == "saying" for part in parts_of(type(order)))


def _list_forms(grammar: Grammar, choice: Choose) -> list[Json]:
    """The kinds of orders that can be filled in; `main` where no hand on the board shows them."""
    kinds = find_forms(choice, grammar)
    return [{**name_form(kind), "main": gesture_kind(kind) == "fill"} for kind in kinds]


def list_offers(rules: ViewRules[Any], choice: Choose) -> list[Json]:
    """What a standing order may say of a decision: the lines without numbers, counters and places."""
    vocabulary = vocabulary_of(rules)
    kind = vocabulary.kinds.get(choice.kind)
    if kind is None:
        return []
    numbered = {word.name for word in kind.words if word.numbers is not None}
    return [
        {"line": f"{kind.name}: {word}", "tells": says}
        for word, says in vocabulary.words_of(kind.name).items()
        if word not in numbered and word != "ask"
    ]
