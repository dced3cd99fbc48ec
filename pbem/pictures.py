"""The position drawn, with the generator's hand; imported only where a picture is asked for."""

from __future__ import annotations

from pathlib import Path

from generator.art import UnknownColourError
from generator.counters import CounterError
from generator.maps.look import UnknownLookError
from generator.position import position_drawing
from generator.raster import png
from pbem import atomic, games, refusals, roster
from pbem.table import Table


def draw(table: Table, side: str | None, out: Path, *, dpi: int = 100, crop: bool = False) -> None:
    """Write the position as PNG or SVG by the name's ending, as `side` sees it or, with None, all of it.

    Raises BadPicture for another ending, a side that does not play, or a game that cannot be drawn.
    """
    if out.suffix not in (".png", ".svg"):
        raise refusals.BadPicture(f"{out.name}: a picture's name ends in .png or .svg")
    rules, state = table.replay.rules, roster.seen(table, side)
    definition, map_name = games.definition_of(table.charter), rules.map_of(state)
    facts = rules.summary(state)
    try:
        drawing = position_drawing(
            definition, map_name, rules.position(state), facts=facts, crop=crop, text_as="paths"
        )
    except (CounterError, UnknownColourError, UnknownLookError) as error:
        raise refusals.BadPicture(str(error.args[0])) from error
    atomic.DISK.make_directory(out.parent)
    data = png(drawing.svg, dpi=dpi) if out.suffix == ".png" else drawing.svg.encode()
    atomic.replace(out, data)
