"""Orders as words of a button: names for counters, blanks for underscores, and a form field by field.

For example, `rally S-Harold` is "Rally Harold", and `muster 1,1 -` is "Muster: new 1, 1; grown none".
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from generator.position.stacks import name_counter
from modules.definition import Definition
from modules.engine.driver import Play
from modules.engine.gestures.forms import gesture_kind
from modules.engine.listed_orders import values_of
from modules.engine.orders import Order, Part, parts_of
from modules.engine.rules.view_rules import ViewRules

_NOTHING: Final = "-"
_NAMED: Final = re.compile(r"[^\s,/:>]+")


def name_things(definition: Definition, play: Play[ViewRules[Any]]) -> dict[str, str]:
    """The names that people have for each piece and area that orders may name: of blocks that orders call
    alike the kind, with their strength, such as `Fyrdmen 3` for `E-fyrd.3`. If two pieces of a side have
    one name, then the name in orders stands beside it."""
    areas = (area_map.areas.items() for area_map in definition.area_maps.values())
    found = {code: area.name for each in areas for code, area in each}
    alike: dict[tuple[str, str], set[str]] = {}
    for each in (*play.rules.position(play.state), *play.rules.off_map(play.state)):
        if each.counter in definition.counters:
            called = play.rules.order_name(play.state, each.counter, each.steps_lost)
            found[each.counter] = words = name_counter(definition, each.counter)
            if called != each.counter:
                words = f"{definition.counters[each.counter].name} {called.rpartition('.')[2]}"
            alike.setdefault((each.side, words), set()).add(called)
    for (_, words), names in alike.items():
        found |= {name: words if len(names) == 1 else f"{words} ({name})" for name in names}
    return found


def say_value(value: str, names: Mapping[str, str]) -> str:
    """A value of an order in words."""
    if value == _NOTHING:
        return "none"
    return _NAMED.sub(lambda found: names.get(found[0], found[0].replace("_", " ")), value)


def say_order(order: Order, names: Mapping[str, str]) -> str:
    """An order in words, with a large letter."""
    parts = parts_of(type(order))
    if gesture_kind(type(order)) == "fill" and len(parts) > 1:
        said = [_say_part(part, values_of(order, part), names) for part in parts]
        return f"{order.verb.capitalize()}: {'; '.join(said)}"
    words = say_value(str(order), names)
    return words[:1].upper() + words[1:]


def _say_part(part: Part, values: Iterable[str], names: Mapping[str, str]) -> str:
    return f"{part.name} {', '.join(say_value(value, names) for value in values)}"
