"""Forms of orders in words: what each field is called, and what stands behind each value that may be chosen.

For example, the order `deploy {left} {centre} {right} {reserve}` is a form with four rows, and the value
`E-fyrd.3` is a block that lies on the board in London.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from generator.position.stacks import name_counter, place_words
from modules.definition import Definition
from modules.engine.driver import Play
from modules.engine.gestures.filling import Field, OrderForm
from modules.engine.orders import Order
from modules.engine.rules.view_rules import ViewRules
from pbem.table.seat.order_words import name_things, say_value
from pbem.table.story_json import Json

BY_HAND: Final = "hand"
"""The verb of what a hand does."""
_FIELD: Final = re.compile(r"\[?\{\w+\}\]?|>")


def name_form(kind: type[Order]) -> Json:
    """A kind of order as a page lists it: how it is written, its verb, and its words."""
    words = [word for word in kind.FORM.split() if not _FIELD.fullmatch(word)]
    return {"form": kind.FORM, "verb": words[0], "label": _label(words)}


def _label(words: list[str]) -> str:
    """The words of a kind of order; that a hand does it at a free table, everybody sees."""
    return " ".join(words[1:] if words[0] == BY_HAND and len(words) > 1 else words).capitalize()


def describe_form(definition: Definition, play: Play[ViewRules[Any]], form: OrderForm) -> Json:
    """A form with its fields."""
    words = [word for word in form.form.split() if not _FIELD.fullmatch(word)]
    return {
        "form": form.form,
        "verb": form.verb,
        "label": _label(words),
        "fields": [_describe_field(definition, play, field) for field in form.fields],
    }


def _describe_field(definition: Definition, play: Play[ViewRules[Any]], field: Field) -> Json:
    names = {p.counter: p.place for p in play.rules.position(play.state) if p.counter}
    called, values = name_things(definition, play), dict.fromkeys((*field.values, *field.chosen))
    return {
        "name": field.name,
        "label": field.name.replace("_", " ").capitalize(),
        "what": field.what,
        "many": field.many,
        "aimed": field.aimed,
        "values": [_describe_value(definition, field, value, names, called) for value in values],
        "chosen": list(field.chosen),
    }


def _describe_value(
    definition: Definition, field: Field, value: str, lying: dict[str, str], called: Mapping[str, str]
) -> Json:
    if field.what == "place":
        return {"value": value, "label": called.get(value) or place_words(definition, value), "place": value}
    if value in definition.counters:
        place = lying.get(value, "")
        return {"value": value, "label": name_counter(definition, value), "counter": value, "place": place}
    return {"value": value, "label": say_value(value, called)}
