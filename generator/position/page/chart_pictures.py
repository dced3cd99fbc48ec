"""The charts of a game as pictures: what its readers look up beside the board."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from generator.drawing.art import Look
from generator.drawing.raster import png
from generator.look import look_of
from generator.position import kept_pictures
from generator.position.page.webp import encode_chart
from modules.definition.model import Definition

_WIDTH_PX = 680
_ELSEWHERE = ("display-", "setup-", "rulings")
"""The first words of charts that a page does not need: displays lie beside its board, set-up is its first
position, and rulings are told where a rule is named."""


@dataclass(frozen=True, slots=True)
class ChartPicture:
    """A chart as WebP, with its title."""

    title: str
    data: bytes


def chart_pictures(
    definition: Definition, scenarios: Iterable[str], folder: Path | None = None
) -> Iterator[ChartPicture]:
    """The charts of these scenarios, each once. `folder`: where they are kept. Raises as
    `generator.charts.players.charts`."""
    from generator.charts.players import charts

    look, told = look_of(definition), set[str]()
    _, kept = kept_pictures.stores_of(definition, "charts", folder)
    for scenario in scenarios:
        for chart in charts(look, definition, definition.scenarios[scenario]):
            drawing = chart.drawing()
            if drawing.name.startswith(_ELSEWHERE) or drawing.svg in told:
                continue
            told.add(drawing.svg)
            data = kept.get(f"page {drawing.svg} {_WIDTH_PX} px", partial(_draw, look, drawing.svg))
            yield ChartPicture(drawing.title, data)


def _draw(look: Look, svg: str) -> bytes:
    return encode_chart(png(look, svg, width=_WIDTH_PX))
