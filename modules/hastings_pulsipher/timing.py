"""When each kind of order is given (5.3, 8.1)."""

from __future__ import annotations

from typing import Final

from modules.engine.order_timing import Times
from modules.hastings_pulsipher import orders

_SET_UP = ("3.5", "cards are placed in the set-up")
_EVENT = ("7.1", "an event is played before combat, and then its card says what is chosen")

TIMES: Final[Times] = {
    orders.PlaceCard: _SET_UP,
    orders.Deploy: _SET_UP,
    orders.Station: ("5.3", "a leader is stationed before combat"),
    orders.Move: ("5.3", "units move before combat"),
    orders.Play: ("7.1", "an event is played before combat"),
    orders.Sector: _EVENT,
    orders.Between: _EVENT,
    orders.Heal: _EVENT,
    orders.Attack: ("8.1", "the player whose turn it is attacks"),
    orders.Fire: ("8.1", "only the player whose turn it is shoots"),
    orders.Withdraw: ("6.7", "a unit falls back when an enemy comes into contact with it"),
    orders.Strike: ("8.7", "units strike back after all attacks of the other player"),
}
