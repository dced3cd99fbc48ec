"""Orders that a counter itself shows: in which declared combat it is, at whom it fires, by which way it came.

Each is a dynamic property of the piece (`PROP;` among its traits), whose state stands in saves and in the
changes (`D/`) of a log:

- `DeclaredCombat` and `DeclaredFire`: a digit from 1 to 9, "0" for none. All counters with the same digit
  are one combat: those of the side whose orders these are attack the others, many on many. A game has the
  first where an order other than `fire` points from those who act to a target, the second where `fire` does.
- `Way`: every place where the counter was put down since it was last marked as not moved, beginning with
  that where it stood, in VASSAL's words for places and joined by dashes: `2010-2110-2211`; empty for one
  that stays.

The turn tracker clears the declared digits at each of its steps, on or back, and the ways when a player turn
begins. A log has these changes in a step of their own that comes before the `TURN` command, without a line in
the chat. Where a player takes a sign away (Ctrl+0), the same step tells it there. So a digit counts until the
player himself takes it away, and ends with the phase.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from generator.vassal.format.traits import DynamicProperty, Trait

COMBAT: Final = "DeclaredCombat"
FIRE: Final = "DeclaredFire"
WAY: Final = "Way"

NONE: Final = "0"
"""The digit of who is in no combat, or does not fire."""

HIGHEST: Final = 9


def declared(traits: Iterable[Trait], mark: str) -> int:
    """The number of the combat (`COMBAT`) or fire (`FIRE`) that a piece's traits declare; 0 for none."""
    said = _said(traits, mark)
    return int(said) if len(said) == 1 and said in "123456789" else 0


def way(traits: Iterable[Trait]) -> tuple[str, ...]:
    """The places where a piece was put down, the first where it stood; empty where it was not moved."""
    said = _said(traits, WAY)
    return tuple(said.split("-")) if said else ()


def _said(traits: Iterable[Trait], name: str) -> str:
    found = (t.value for t in traits if isinstance(t, DynamicProperty) and t.name == name)
    return next(found, "")
