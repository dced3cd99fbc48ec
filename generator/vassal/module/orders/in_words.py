"""The button "Say an order": an order in words for what no hand can show. It is told in the chat at once,
where a log keeps it, and once more by "Hand in orders" (`handing_in`), until the turn tracker goes on.

What a player types into the chat itself VASSAL tells no module; so it stands in the log alone.
"""

from __future__ import annotations

from collections.abc import Iterator

from generator.vassal.format.buildfile import Component, component
from generator.vassal.format.codec import join
from generator.vassal.format.expressions import (
    Term,
    before,
    behind,
    braced,
    choose,
    equal,
    number,
    plus,
    prop,
    text,
    unequal,
)
from generator.vassal.format.keys import named_key
from generator.vassal.format.orders.spoken import BEGINS
from generator.vassal.module.orders.buttons import change_to, does, property_of

FORGET_SAID = named_key("forgetSaid")
"""Each step of the turn tracker gives it: what was said is of a phase that is over."""
TELL_SAID = named_key("tellSaid")
"""Tells what was said, line by line."""
COUNT_SAID = named_key("countSaid")
"""Is given for each line: it goes into the checksum."""

SAID = "OrdersSaid"
"""The property of the module that holds what was said in this phase, each line behind the other."""
END_OF_SAID = "|"
"""Ends a line of it."""

_TYPED, _LEFT = "OrderTyped", "OrdersToTell"
_EMPTY, _ASK, _KEEP, _KEPT = (named_key(f"{word}Order") for word in ("empty", "ask", "keep", "kept"))
_BEGIN, _NEXT, _EACH = named_key("beginSaid"), named_key("nextSaid"), named_key("eachSaid")
_NOTHING = text("")


def line_said() -> Term:
    """The line that is told now."""
    return before(prop(_LEFT), END_OF_SAID)


def properties() -> list[Component]:
    """What is typed, what was said in this phase, and what of it is still to be told."""
    said = braced(plus(plus(prop(SAID), prop(_TYPED)), text(END_OF_SAID)))
    asked = component(
        "module.properties.ChangePropertyButton", text="", tooltip="", hotkey=_ASK,
        propChanger=join(("R", "An order, as a file of orders has it"), ","),
    )  # fmt: skip
    emptied = component(
        "module.properties.ChangePropertyButton", text="", tooltip="", hotkey=_EMPTY,
        propChanger=change_to(""),
    )  # fmt: skip
    return [
        component("module.properties.GlobalProperty", emptied, asked, name=_TYPED, initialValue=""),
        property_of(SAID, "", {_KEPT: said, FORGET_SAID: ""}),
        property_of(_LEFT, "", {_BEGIN: braced(prop(SAID)), _NEXT: braced(behind(prop(_LEFT), END_OF_SAID))}),
    ]


def components() -> Iterator[Component]:
    """The button, and the commands that it and "Hand in orders" give."""
    typed = braced(choose(equal(prop(_TYPED), _NOTHING), number(0), number(1)))
    yield does(
        "Order in words: said", _KEEP, [_KEPT], doReport=True, reportFormat=f"{BEGINS}${_TYPED}$",
        doLoop=True, loopType="counted", loopCount=typed,
    )  # fmt: skip
    yield does(
        "Order in words: each", _EACH, [COUNT_SAID, _NEXT], doReport=True, reportFormat=braced(line_said()),
        doLoop=True, loopType="while", whileExpression=braced(unequal(prop(_LEFT), _NOTHING)),
    )  # fmt: skip
    yield does("Orders in words", TELL_SAID, [_BEGIN, _EACH])
    yield does(
        "Say an order", named_key("sayOrder"), [_EMPTY, _ASK, _KEEP], text="Say an order",
        tooltip="Say an order in words, for what no hand can show; Hand in orders tells it too",
    )  # fmt: skip


def at_each_step() -> Component:
    """What of the turn tracker forgets what was said."""
    return component("module.turn.TurnGlobalHotkey", name="Forget said orders", hotkey=FORGET_SAID, match="")
