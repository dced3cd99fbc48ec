"""When each kind of order is given (3.2)."""

from __future__ import annotations

from typing import Final

from modules.engine.order_timing import Times
from modules.three_battles import orders

_SET_UP = ("3.1", "counters are placed in the set-up")
_MOVEMENT = ("3.2 A", "units move in the movement phase of their player")
_COMBAT = ("3.2 C", "units attack in the combat phase of their player")

TIMES: Final[Times] = {
    orders.PlaceCounter: _SET_UP,
    orders.Deploy: _SET_UP,
    orders.Move: _MOVEMENT,
    orders.Charge: _MOVEMENT,
    orders.Fire: ("3.2 B", "archers fire in the archery phases"),
    orders.Attack: _COMBAT,
    orders.Resolve: _COMBAT,
    orders.Lose: ("7.5", "a unit is lost by a result of combat"),
    orders.Retreat: ("7.8", "units retreat by a result of combat, and leaders also from one (8.3)"),
    orders.Follow: ("7.8", "a leader follows a unit that retreats"),
    orders.Stand: ("8.3", "a leader may stand instead of a retreat before combat"),
    orders.Advance: ("7.9", "units advance into a hex that a combat has vacated"),
    orders.Hold: ("7.9", "units hold where they might advance"),
    orders.Rally: ("3.2 D", "units rally in the reorganization and rally phase"),
    orders.Pass: ("3.2 D", "players pass in the reorganization and rally phase"),
}
