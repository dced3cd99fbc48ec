"""Tracks: rows of boxes for markers: game turns, and strength lost in tens and units with its thresholds."""

from __future__ import annotations

from dataclasses import dataclass

from generator.charts.panel import PAD, Chart, Panel, TextAs, stretched
from generator.figures import Box
from generator.svg import pt
from generator.typeface import SANS, SANS_BOLD
from modules.definition.model import Definition
from modules.definition.scenarios import CardScenario, HexScenario, Morale

BOX_MM = 16.6
"""A box holds a 5/8-in counter with room to lift it."""

_LABEL = 8.0
_PILL = 3.1


@dataclass(frozen=True, slots=True)
class Threshold:
    """A total on the track at which something befalls an army: it is demoralized, or it disintegrates."""

    name: str
    total: int
    last: bool


def _box(panel: Panel, box: Box, words: str, *, first: bool = False) -> None:
    palette = panel.palette
    fill = palette["band"] if first else palette["paper"]
    panel.pen.rect(box.x, box.y, box.width, box.height, fill=fill, stroke=palette["frame"], stroke_width=0.35)
    at = (box.x + 1.4, box.y + 1.4)
    panel.pen.text(words, *at, pt(15), SANS_BOLD, align="top", fill=palette["soft"])


def turn_chart(
    definition: Definition,
    scenario: HexScenario | CardScenario,
    *,
    width: float = 97.0,
    box_mm: float = BOX_MM,
    text_as: TextAs = "text",
) -> Chart:
    """A box for every game turn of a scenario, in rows as wide as the panel."""
    panel = Panel("turns", "Turn track", width, "", text_as)
    columns = max(1, min(scenario.turns, int(panel.room / box_mm)))
    for i in range(scenario.turns):
        row, column = divmod(i, columns)
        box = Box(PAD + column * box_mm, panel.y + row * box_mm, box_mm, box_mm)
        _box(panel, box, str(i + 1), first=i == 0)
    panel.y += -(-scenario.turns // columns) * box_mm + 1.4
    first = definition.game.sides[scenario.first_player].name
    minutes = scenario.minutes_per_turn
    each = "" if minutes is None else f"Each game turn is {minutes} minutes. "
    panel.paragraph(f"{each}First player: {first}.")
    return panel.done()


def thresholds(scenario: HexScenario) -> tuple[Threshold, ...]:
    """The totals of the morale table in rising order."""
    found = [t for morale in scenario.morale.values() for t in _of(morale)]
    return tuple(sorted(found, key=lambda t: (t.total, t.name)))


def _of(morale: Morale) -> tuple[Threshold, Threshold]:
    return (
        Threshold(morale.name, morale.demoralization, last=False),
        Threshold(morale.name, morale.disintegration, last=True),
    )


def loss_chart(
    scenario: HexScenario, *, width: float = 97.0, box_mm: float = BOX_MM, text_as: TextAs = "text"
) -> Chart:
    """Tens and units of strength lost; each threshold is flagged in its box of tens.

    The tens run to the highest threshold, and to 9 at least.
    """
    panel = Panel("losses", "Losses and morale", width, "", text_as)
    marks = thresholds(scenario)
    tens = max([9, *(mark.total // 10 for mark in marks)])
    for factor, last in ((10, tens), (1, 9)):
        _row(panel, factor, last, box_mm, marks if factor == 10 else ())
    if marks:
        panel.paragraph("Outlined: an army is demoralized at this total. Solid: it disintegrates.")
    return panel.done()


def _row(panel: Panel, factor: int, last: int, box_mm: float, marks: tuple[Threshold, ...]) -> None:
    columns = max(1, int((panel.room - _LABEL) / box_mm))
    middle = panel.y + box_mm / 2
    panel.pen.text(f"×{factor}", PAD, middle, pt(11), SANS_BOLD, align="middle", fill=panel.palette["ink"])
    for number in range(last + 1):
        row, column = divmod(number, columns)
        box = Box(PAD + _LABEL + column * box_mm, panel.y + row * box_mm, box_mm, box_mm)
        _box(panel, box, str(number), first=number == 0)
        here = [m for m in marks if m.total // 10 == number]
        for i, mark in enumerate(here):
            _pill(panel, box, mark, len(here) - i)
    panel.y += -(-(last + 1) // columns) * box_mm + 1.4


def _pill(panel: Panel, box: Box, mark: Threshold, from_below: int) -> None:
    """A threshold's flag; a box with many is filled from below."""
    palette, words = panel.palette, f"{mark.name} {mark.total}"
    top = box.y + box.height - 0.7 - from_below * (_PILL + 0.3)
    room = box.width - 1.4
    size = panel.pen.fonts.fit(words, SANS, room - 1.0, pt(6.5), pt(3.5))
    fill, ink = ("ink", "head_ink") if mark.last else ("paper", "ink")
    edge = palette["ink"]
    panel.pen.rect(
        box.x + 0.7, top, room, _PILL, radius=0.8, fill=palette[fill], stroke=edge, stroke_width=0.25
    )  # fmt: skip
    at = (box.x + box.width / 2, top + _PILL / 2)
    panel.pen.text(words, *at, size, SANS, anchor="middle", align="middle", fill=palette[ink])


def loss_width(scenario: HexScenario, box_mm: float = BOX_MM) -> float:
    """The width (mm) at which the tens of the loss track stand in one row."""
    tens = max([9, *(mark.total // 10 for mark in thresholds(scenario))])
    return (tens + 1) * box_mm + _LABEL + 2 * PAD + 0.1


def holding_chart(
    title: str, *, width: float = 97.0, height: float = 60.0, text_as: TextAs = "text"
) -> Chart:
    """An empty box of a height (mm) where counters are kept off the map."""
    panel = Panel(f"box-{title.lower().replace(' ', '-')}", title, width, "", text_as)
    return stretched(panel.done(), height)
