"""What the exclusive rules of a battle may change of the series' rules: one method for each such place.

The base class answers as the series does; `hastings` and `stamford_bridge` say what is different there. Which
of them counts, and for whom and where, stands in the scenario (`special: exclusive`).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

from modules.engine.asking import Asks
from modules.engine.hexes.paths import Bar

if TYPE_CHECKING:
    from modules.three_battles.field import Field


class Exclusive:
    """The series' answers; also those of Fulford, whose special rules are all data."""

    def allowance_factor(self, field: Field, side: str) -> int:  # noqa: ARG002
        """By what the movement allowances of a side are multiplied."""
        return 1

    def odds_shift(self, field: Field, side: str) -> int:  # noqa: ARG002
        """Columns to the right for attacks of a side, besides demoralization."""
        return 0

    def bars(self, field: Field, unit_id: str) -> Sequence[Bar]:  # noqa: ARG002
        """What keeps a counter from moving or advancing from a hex to the next, or off the map."""
        return ()

    def leader_idles(self, field: Field, leader: str, nations: Collection[str]) -> bool:  # noqa: ARG002
        """True if a leader who takes no part costs morale, these nationalities attacking (14.5)."""
        return True

    def points_for_exits(self, field: Field, side: str, points: int) -> int:  # noqa: ARG002
        """Victory points for units that left the map, given those for enemy losses."""
        return 0

    def turn_begins(self, field: Field, side: str) -> Asks[None]:  # noqa: ARG002
        """Before the movement phase of a side."""
        yield from ()

    def moved(self, field: Field, counters: Sequence[str], path: Sequence[str]) -> Asks[None]:  # noqa: ARG002
        """After these counters have moved, retreated, advanced or come back along these hexes, the first of
        them that from which they came."""
        yield from ()

    def way_matters(self, path: Sequence[str]) -> bool:  # noqa: ARG002
        """Whether what `moved` does follows from the hexes of this way, not from its end alone."""
        return False

    def attacked(self, field: Field, targets: Sequence[str]) -> Asks[None]:  # noqa: ARG002
        """After fire or a combat against these units was declared."""
        yield from ()
