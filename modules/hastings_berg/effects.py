"""What befalls a unit or a leader: the links of which a cascade of results is made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Mode = Literal["full", "no_rout", "routs_only"]
"""Of a check: as the table says; a rout is a disruption (9.6.2); a disruption is nothing (9.6.4)."""


@dataclass(frozen=True, slots=True)
class Check:
    """A unit checks its morale (9.6). `why`: in words, for the die."""

    unit: str
    rule: str
    why: str
    mode: Mode = "full"


@dataclass(frozen=True, slots=True)
class Disrupt:
    """A unit is disrupted (9.2.2)."""

    unit: str
    rule: str


@dataclass(frozen=True, slots=True)
class Rout:
    """A unit routs, or routs on (9.2.3)."""

    unit: str
    rule: str


@dataclass(frozen=True, slots=True)
class Step:
    """A unit loses a step (9.2.4). `alone`: leaders whom it leaves alone go at once, not after their roll."""

    unit: str
    rule: str
    alone: bool = True


@dataclass(frozen=True, slots=True)
class Casualty:
    """A leader was with a unit that took a `1` result (10.4.1)."""

    leader: str
    column: Literal["fire", "melee"]


@dataclass(frozen=True, slots=True)
class Alone:
    """A leader whose unit has gone: in an EZOC he must leave (10.2.2)."""

    leader: str


Effect: TypeAlias = Check | Disrupt | Rout | Step | Casualty | Alone
