"""The way that a piece has gone, as text: each drop adds to it, marking the piece as not moved clears it.

VASSAL's own trail holds px and tells nothing to an expression; this property tells the places, so that the
orders handed in name them, and stands in every log.
"""

from __future__ import annotations

from generator.vassal.format.buildfile import Component, component
from generator.vassal.format.codec import join
from generator.vassal.format.expressions import TRUE, any_of, braced, choose, equal, grouped, plus, prop, text
from generator.vassal.format.keys import ctrl, key, named_key
from generator.vassal.format.orders.marks import WAY
from generator.vassal.format.traits import (
    DynamicProperty,
    Footprint,
    MovementMarkable,
    Trait,
    TriggerAction,
    property_command,
)

MOVED = named_key("putDown")
"""What the battlefield gives to each piece that is dragged to it or on it."""

FORGET = named_key("forgetTheTrail")
"""Marks a piece as not moved, and clears its trail and its way."""

TURNS = (key("]", ctrl=True), key("[", ctrl=True))
"""What turns a piece that faces to the right, and to the left."""

TURNED = "Turned"
"""The property of a piece that was turned."""

UNMOVE = named_key("markAllUnmoved")
"""Fired at the start of a player turn: the signs of movement go from all maps."""

_CLEAR = named_key("clearTheTrail")
_TRAIL = Footprint(
    text="Movement trail: show or hide", initially_visible=True, globally_visible=True, clear_key=_CLEAR
)


def trails(*, from_boxes: bool) -> tuple[Trait, ...]:
    """Where a piece has been since it was last marked as not moved: shown as soon as it is moved.

    `from_boxes`: a trail begins where a piece comes out of a box beside the map, and does not run across it.
    There what a place is called is what its zone is called.
    """
    gone = TriggerAction(name="The trail goes", watched=(FORGET,), actions=(_CLEAR,))
    if not from_boxes:
        return (_TRAIL, gone)
    out = braced(equal(prop("OldLocationName"), prop("OldZone")))
    begins = TriggerAction(name="The trail begins here", watched=(MOVED,), actions=(_CLEAR,), expression=out)
    return (_TRAIL, gone, begins)


def moved_sign(width: int, height: int) -> MovementMarkable:
    """The sign of a piece that has moved, at the upper right corner of one so many px large."""
    return MovementMarkable(
        x=width // 2 - 12, y=-height // 2 - 4, text="Mark as moved, or not", off_key=FORGET
    )


def way_told() -> DynamicProperty:
    """The property of the way."""
    here, old, gone = prop("LocationName"), prop("OldLocationName"), prop(WAY)
    start = grouped(choose(equal(gone, text("")), old, gone))
    on = choose(equal(here, old), gone, plus(plus(start, text("-")), here))
    grown = join(("P", braced(on)), ",")
    empty = join(("P", ""), ",")
    keys = ((MOVED, grown), (FORGET, empty), (ctrl("M"), empty))
    return DynamicProperty(WAY, commands=tuple(property_command("", key, change) for key, change in keys))


def turned() -> DynamicProperty:
    """Whether a piece was turned since it was last marked as not moved."""
    said, empty = join(("P", "yes"), ","), join(("P", ""), ",")
    commands = [property_command("", key, said) for key in TURNS]
    return DynamicProperty(TURNED, commands=(*commands, property_command("", FORGET, empty)))


def forgetting() -> Component:
    """The button that marks all pieces as not moved, and their trails and ways with them."""
    moved = any_of(equal(prop("Moved"), TRUE), equal(prop(TURNED), text("yes")))
    return component(
        "module.GlobalKeyCommand", name="Mark all as not moved", buttonText="", icon="/images/unmoved.gif",
        tooltip="Mark all pieces as not moved: signs of movement and trails go", hotkey=FORGET,
        buttonHotkey=UNMOVE, filter=braced(moved), reportSingle=True,
    )  # fmt: skip
