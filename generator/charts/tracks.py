"""Tracks: rows of boxes for markers: game turns with what happens in them, and strength lost in tens and
units with its thresholds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.panel import PAD, Chart, Panel, TextAs
from generator.drawing.svg import pt
from generator.drawing.typeface import SANS, SANS_BOLD
from generator.drawing.typography import signed
from generator.maps.look import side_colour
from modules.amounts import count_noun
from modules.definition.formats.scenarios import CardScenario, HexScenario, Morale
from modules.definition.model import Definition

BOX_MM = 16.6
"""A box holds a 5/8-in counter with room to lift it."""

_LABEL = 8.0
_PILL = 3.1
_BOX_SEAMS = 3
"""A row of boxes is spread as so many lines of text."""

_NOTHING = frozenset({"-", "–", "0", ""})
"""Cells of a list that say nothing."""

_WIDEST = 1.45
"""A box is at most so many times as wide as it need be."""


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


def _boxes(panel: Panel, count: int, box_mm: float, indent: float = 0.0) -> list[Box]:
    """Boxes in rows of equal length over the panel's width, and the panel moved on below them."""
    room = panel.room - indent
    rows = -(-count // max(1, int(room / box_mm)))
    columns = -(-count // rows)
    wide = min(room / columns, _WIDEST * box_mm)
    tall = box_mm + panel.seam(_BOX_SEAMS * rows) / rows
    top = panel.y
    panel.y += rows * tall + 1.4
    left = PAD + indent
    return [Box(left + i % columns * wide, top + i // columns * tall, wide, tall) for i in range(count)]


def turn_chart(
    look: Look,
    definition: Definition,
    scenario: HexScenario | CardScenario,
    *,
    width: float = 97.0,
    box_mm: float = BOX_MM,
    text_as: TextAs = "text",
    spread: float = 0.0,
) -> Chart:
    """A box for every game turn of a scenario, with the sides in their order and who enters."""
    panel = Panel(look, "turns", "Turn track", width, "", text_as, spread)
    entries = scenario.entries if isinstance(scenario, HexScenario) else ()
    order = sorted(scenario.sides, key=lambda side: side != scenario.first_player)
    told, colours = _told(definition), panel.palette
    added = scenario.added_turns if isinstance(scenario, HexScenario) else 0
    for i, box in enumerate(_boxes(panel, scenario.turns + added, box_mm)):
        panel.spots[f"turn {i + 1}"] = box.middle
        _box(panel, box, str(i + 1), first=i == 0)
        for j, side in enumerate(reversed(order)):
            _disc(panel, definition, side, box.x + box.width - 2.6 - 4.1 * j, box.y + 2.9)
        if i >= scenario.turns:
            _pill(
                panel, box, "if prolonged", 1, fill=colours["paper"], ink=colours["ink"], edge=colours["rule"]
            )
        here = [entry for entry in entries if entry.turn == i + 1]
        for j, entry in enumerate(here):
            colour = side_colour(look, definition, entry.side)
            words = f"{definition.game.sides[entry.side].short} entry"
            _pill(panel, box, words, len(here) - j, fill=colour, ink=panel.palette["head_ink"], edge=colour)
        for j, words in enumerate(reversed(told.get(str(i + 1), []))):
            below = len(here) + j + 1
            _pill(panel, box, words, below, fill=colours["band"], ink=colours["ink"], edge=colours["rule"])
    names = [definition.game.sides[side].name for side in order]
    minutes = scenario.minutes_per_turn
    long = "" if minutes is None else f"{count_noun(minutes, 'minute')} a turn. "
    panel.paragraph(f"{long}First player: {names[0]}; then {', '.join(names[1:])}.")
    for each in definition.lists.values():
        if each.track and each.note is not None:
            panel.paragraph(each.note)
    return panel.done()


def _told(definition: Definition) -> dict[str, list[str]]:
    """What lists say of each turn, for its box: heads of columns and cells that say anything."""
    found: dict[str, list[str]] = {}
    for entry in definition.lists.values():
        if entry.track:
            for turn, *cells in entry.rows:
                words = [
                    f"{head} {cell}"
                    for head, cell in zip(entry.columns[1:], cells, strict=True)
                    if cell not in _NOTHING
                ]
                found.setdefault(turn, []).extend(words)
    return found


def _disc(panel: Panel, definition: Definition, side: str, x: float, y: float) -> None:
    """A side's letter on its colour."""
    panel.pen.circle(x, y, 1.8, fill=side_colour(panel.look, definition, side))
    letter, ink = definition.game.sides[side].letter, panel.palette["head_ink"]
    panel.pen.text(letter, x, y, pt(7), SANS_BOLD, anchor="middle", align="middle", fill=ink)


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
    look: Look,
    scenario: HexScenario,
    *,
    width: float = 97.0,
    box_mm: float = BOX_MM,
    text_as: TextAs = "text",
    spread: float = 0.0,
) -> Chart:
    """Tens and units of strength lost; each threshold is flagged in its box of tens.

    The tens run to the highest threshold, and to 9 at least.
    """
    panel = Panel(look, "losses", "Losses and morale", width, "", text_as, spread)
    marks = thresholds(scenario)
    tens = max([9, *(mark.total // 10 for mark in marks)])
    for factor, last in ((10, tens), (1, 9)):
        _row(panel, factor, last, box_mm, marks if factor == 10 else ())
    if marks:
        panel.paragraph("Outlined: an army is demoralized at this total. Solid: it disintegrates.")
    return panel.done()


def numbers_track(panel: Panel, name: str, values: Mapping[int, int]) -> None:
    """A box for each number; what it stands for is flagged in it, and tinted, where that is not 0. Markers
    stand there as on `name` and the number."""
    palette = panel.palette
    for number, box in zip(values, _boxes(panel, len(values), BOX_MM), strict=True):
        panel.spots[f"{name} {number}"] = box.middle
        _box(panel, box, signed(number), first=number == 0)
        if (value := values[number]) != 0:
            tint = palette.under("tints")["1" if value == -1 else "2" if value < 0 else "4"]
            _pill(panel, box, signed(value), 1, fill=tint, ink=palette["ink"], edge=palette["rule"])


def _row(panel: Panel, factor: int, last: int, box_mm: float, marks: tuple[Threshold, ...]) -> None:
    palette = panel.palette
    boxes = _boxes(panel, last + 1, box_mm, _LABEL)
    middle = boxes[0].middle[1]
    panel.pen.text(f"×{factor}", PAD, middle, pt(11), SANS_BOLD, align="middle", fill=palette["ink"])
    for number, box in enumerate(boxes):
        panel.spots[f"losses x{factor} {number}"] = box.middle
        _box(panel, box, str(number), first=number == 0)
        here = [m for m in marks if m.total // 10 == number]
        for i, mark in enumerate(here):
            fill, ink = ("ink", "head_ink") if mark.last else ("paper", "ink")
            _pill(
                panel, box, f"{mark.name} {mark.total}", len(here) - i,
                fill=palette[fill], ink=palette[ink], edge=palette["ink"],
            )  # fmt: skip


def _pill(panel: Panel, box: Box, words: str, from_below: int, *, fill: str, ink: str, edge: str) -> None:
    """A flag in a box; a box with many is filled from below. Raises TextTooWideError."""
    top = box.y + box.height - 0.7 - from_below * (_PILL + 0.3)
    room = box.width - 1.4
    size = panel.pen.fonts.fit(words, SANS, room - 1.0, pt(6.5), pt(5))
    panel.pen.rect(box.x + 0.7, top, room, _PILL, radius=0.8, fill=fill, stroke=edge, stroke_width=0.25)
    at = (box.x + box.width / 2, top + _PILL / 2)
    panel.pen.text(words, *at, size, SANS, anchor="middle", align="middle", fill=ink)
