"""Where counters look: the words for facings as bearings on the sheet."""

from __future__ import annotations

from collections.abc import Mapping

from modules.definition import Definition
from modules.engine.hexes.board import Board
from modules.engine.hexes.facing import Compass


def bearings_of(definition: Definition) -> Mapping[str, int]:
    """Degrees clockwise from the top of the sheet, by the words for facings; none in a game without. The maps
    of a game lie one way, or its counters would not fit all of them."""
    each_map = next(iter(definition.maps.values()), None)
    if definition.game.facing is None or each_map is None:
        return {}
    compass = Compass(Board(each_map, definition.terrain), definition.game.facing.toward)
    return {word: compass.bearing(word) for word in compass.words}
