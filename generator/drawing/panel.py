"""Panels: the one frame of all charts: a heading with its rule, then tables, lines and boxes downward."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import accumulate
from typing import Literal

from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.svg import Canvas, Point, path_data, pt
from generator.drawing.tables import Layout, Table, TableStyle, draw_table, lay_out
from generator.drawing.typeface import CAPS, SANS, TEXT, Face

TextAs = Literal["text", "paths"]
PAD = 2.0
HEAD = 7.0
_EDGE = 0.5
_PART = re.compile(r" [a-z].*")


def cited(rule: str) -> str:
    """A rule as the rulebook numbers it: the ledger's own word for a part of it, as in "14.3 rows", is left
    out."""
    return _PART.sub("", rule)


@dataclass(frozen=True, slots=True)
class Chart:
    """A finished chart: a canvas to embed in a sheet, or to save as a drawing."""

    name: str
    title: str
    canvas: Canvas
    seams: int = 0
    """Places between its lines and rows at which `spread` makes it taller."""

    spots: Mapping[str, Point] = field(default_factory=dict)
    """Where markers stand on it, in mm, by what the box is for, as in `turn 3`."""

    cuts: Sequence[float] = ()
    """Where it may be cut, in mm from its top: between rows and paragraphs."""

    places: Mapping[str, Sequence[Point]] = field(default_factory=dict)
    """The outlines of places for pieces, in mm, by the word that the rules call them."""

    def drawing(self) -> Drawing:
        """The chart as a document of its own."""
        return Drawing(self.name, self.title, self.canvas.svg(), self.canvas.width, self.canvas.height)


def stretched(chart: Chart, height: float) -> Chart:
    """The chart made taller with empty paper at its foot, to stand level with its neighbours."""
    canvas, palette = chart.canvas, chart.canvas.look.palette("chart")
    below, inner = canvas.height - 1.0, _EDGE / 2
    if height > canvas.height:
        canvas.rect(0, below, canvas.width, height - below, fill=palette["paper"])
        right, bottom = canvas.width - inner, height - inner
        edge = path_data([(inner, below), (inner, bottom), (right, bottom), (right, below)])
        canvas.path(edge, fill="none", stroke=palette["frame"], stroke_width=_EDGE)
        canvas.height = height
    return chart


class ChartTooTallError(ValueError):
    """A chart that is taller than a page, and cannot be cut; the message names it."""


def parts_of(chart: Chart, height: float) -> list[Chart]:
    """The chart in parts no taller than `height`, cut between its rows; each after the first says that it
    continues. Raises ChartTooTallError where it cannot be cut so."""
    whole = chart.canvas.height
    if whole <= height + 1e-9:
        return [chart]
    found: list[Chart] = []
    start = 0.0
    while start < whole - 1e-9:
        head = HEAD + PAD if found else 0.0
        last = start + height - head
        end = (
            whole
            if whole <= last
            else max((cut for cut in chart.cuts if start < cut <= last - PAD), default=0)
        )
        if end <= start:
            told = f"is {whole:.0f} mm tall and cannot be cut; a page has {height:.0f} mm"
            raise ChartTooTallError(f"the chart {chart.title!r} {told}")
        found.append(_part(chart, start, end, len(found) + 1))
        start = end
    return found


_OFF_NEXT = 0.6
"""How far a part ends above the next row, in mm, whose edges may lie over the cut."""


def _part(chart: Chart, start: float, end: float, number: int) -> Chart:
    """What of a chart lies between two heights, under a head of its own unless it is the first."""
    wide, last = chart.canvas.width, end >= chart.canvas.height
    title = f"{chart.title}, continued" if number > 1 else chart.title
    panel = Panel(chart.canvas.look, f"{chart.name}-part-{number}", title, wide, text_as=chart.canvas.text_as)
    top = HEAD + PAD if number > 1 else 0.0
    foot = top + end - start - (0.0 if last else _OFF_NEXT)
    room = path_data([(0, top), (wide, top), (wide, foot), (0, foot)], True)
    inside = panel.pen.group(clip_path=panel.pen.clip("part-room", room))
    inside.embed(chart.canvas, 0, top - start)
    panel.y = top + end - start - (PAD - 0.6 if last else 0.0)
    return panel.done()


class Panel:
    """A chart as it grows downward; `y` is where the next part begins, `room` how wide it may be (mm).

    `spread` mm are added at each seam, so that charts side by side can be set to one height.
    """

    def __init__(
        self,
        look: Look,
        name: str,
        title: str,
        width: float,
        rule: str = "",
        text_as: TextAs = "text",
        spread: float = 0.0,
    ) -> None:
        self.name, self.title, self.width, self.spread = name, title, width, spread
        self.seams = 0
        self.spots: dict[str, Point] = {}
        self.cuts: list[float] = []
        self.pen = Canvas(look, width, HEAD, title=title, text_as=text_as)
        self.palette = look.palette("chart")
        self.y = HEAD + PAD
        self._ground = self.pen.group()
        self._head(rule)

    @property
    def look(self) -> Look:
        """The look of the game that is drawn."""
        return self.pen.look

    @property
    def room(self) -> float:
        """The width within the margins."""
        return self.width - 2 * PAD

    def _head(self, rule: str) -> None:
        fonts, middle = self.pen.fonts, HEAD / 2
        number = cited(rule) if rule[:1].isdigit() else ""
        note = f"rule{'s' * (', ' in number)} {number}" if number else ""
        beside = fonts.width(note, SANS, pt(7)) + PAD if note else 0.0
        size = fonts.fit(self.title.upper(), CAPS, self.room - beside, pt(11), pt(6))
        self.pen.rect(0, 0, self.width, HEAD, fill=self.palette["head"])
        ink = self.palette["head_ink"]
        self.pen.text(self.title.upper(), PAD, middle, size, CAPS, align="middle", fill=ink)
        if note:
            at = (self.width - PAD, middle)
            self.pen.text(note, *at, pt(7), SANS, anchor="end", align="middle", fill=ink)

    def seam(self, count: int = 1) -> float:
        """Room for a part that may be spread at `count` places: how much taller it is to be, in mm."""
        self.seams += count
        return count * self.spread

    def cut(self) -> None:
        """Notes that the chart may be cut here, where it is too tall for a page."""
        self.cuts.append(self.y)

    def paragraph(
        self,
        words: str,
        *,
        face: Face = TEXT,
        size: float = pt(8),
        indent: float = 0.0,
        joined: bool = False,
    ) -> None:
        """Text wrapped to the panel's width; one that is `joined` stands close to what follows."""
        for line in self.pen.fonts.wrap(words, face, self.room - indent, size):
            self.pen.text(line, PAD + indent, self.y, size, face, align="top", fill=self.palette["ink"])
            self.y += size * 1.2
        if not joined:
            self.y += 0.6 + self.seam()
            self.cut()

    def table(self, table: Table, style: TableStyle | None = None) -> tuple[float, Layout]:
        """A table; gives where it begins and how it was laid out."""
        top, style = self.y, style or TableStyle()
        self.seam(len(table.rows) - table.heads)
        table = replace(table, lead=self.spread)
        box = draw_table(self.pen, PAD, top, table, style)
        done = lay_out(table, style, self.pen.fonts)
        rows = accumulate(done.row_heights, initial=top + done.caption_height)
        self.cuts += [*rows][max(1, table.heads) : -1]
        self.y += box.height + 1.4
        self.cut()
        return top, done

    def done(self) -> Chart:
        """The chart, as tall as what it holds."""
        height = self.y + PAD - 0.6
        self._ground.rect(0, 0, self.width, height, fill=self.palette["paper"])
        edge = self.palette["frame"]
        whole = (0.25, 0.25, self.width - 0.5, height - 0.5)
        self.pen.rect(*whole, fill="none", stroke=edge, stroke_width=_EDGE)
        self.pen.height = height
        return Chart(self.name, self.title, self.pen, self.seams, self.spots, tuple(self.cuts))
