"""The kit: a game to print, cut and play, as one vector PDF; the same bytes each run.

Cover, list of pieces, counter sheets front and back, maps in tiles, charts. It is planned first, so that
the contents and every foot know the page numbers, and then drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from generator.counter_layout import SIZES
from generator.files import write_bytes
from generator.inputs import inputs_digest
from generator.kit.charts import ChartPage, chart_pages, plan_charts
from generator.kit.counters import CounterSheet, counter_pages, plan_counters
from generator.kit.cover import Entry, cover_pages, front_matter
from generator.kit.page import PAPERS, Paper, Sheet
from generator.kit.tiles import Cut, cut, cut_pages
from generator.pdf import assemble, pdf
from generator.pictures import framed_map
from generator.seal import sealed, unbroken
from modules.definition import Definition

TWO_SIDED = "two-sided, long edge"
ONE_SIDED = "one side"
_OF_A_HEX = 0.95
"""A counter's side as a share of the hex, flat to flat, so that a hex frames it."""


@dataclass(frozen=True, slots=True)
class Kit:
    """A kit as bytes, with what is in it: pages, pieces (counters and markers), tiles of the maps. `drawn` is
    false where the file was there already."""

    data: bytes
    pages: int
    pieces: int
    tiles: int
    drawn: bool = True


@dataclass(frozen=True)
class _Plan:
    sheet: Sheet
    front: int
    counters: tuple[CounterSheet, ...]
    maps: tuple[Cut, ...]
    charts: tuple[ChartPage, ...]

    @property
    def pages(self) -> int:
        drawn = sum(each.pages for each in self.maps)
        return self.front + 2 * len(self.counters) + drawn + len(self.charts)

    def contents(self) -> list[Entry]:
        """What stands on which pages."""
        at = self.front + 2 * len(self.counters)
        found = [Entry("Counters", self.front + 1, at, TWO_SIDED)]
        for each in self.maps:
            words = f"{each.drawing.title}, assembly and {len(each.plan.tiles)} tiles"
            found.append(
                Entry(words if each.in_parts else each.drawing.title, at + 1, at + each.pages, ONE_SIDED)
            )
            at += each.pages
        if self.charts:
            found.append(Entry("Charts and tracks", at + 1, at + len(self.charts), ONE_SIDED))
        return found


def make_kit(
    definition: Definition, paper: Paper = "a4", *, back_offset: tuple[float, float] = (0.0, 0.0)
) -> Kit:
    """The kit of a game on a paper.

    `back_offset`: mm right and down by which the backs are moved, for a printer whose backs lie aside.
    Raises CounterError, SheetTooSmallError and the other errors of art and drawing.
    """
    plan = _planned(definition, paper)
    sheet, title = plan.sheet, f"{definition.game.title}: print and play"
    parts = [("Cover", pdf(cover_pages(definition, sheet, plan.contents()), title))]
    sheets = counter_pages(definition, plan.counters, sheet, plan.front + 1, back_offset)
    parts.append(("Counters", pdf(sheets, title)))
    number = plan.front + len(sheets) + 1
    for each in plan.maps:
        parts += cut_pages(each, number)
        number += each.pages
    if plan.charts:
        parts.append(("Charts", pdf(chart_pages(plan.charts, sheet, number), title)))
    return Kit(
        data=assemble(parts, title),
        pages=plan.pages,
        pieces=sum(each.count for each in plan.counters),
        tiles=sum(len(each.plan.tiles) for each in plan.maps),
    )


def write_kit(
    definition: Definition, out: Path, paper: Paper = "a4", *, back_offset: tuple[float, float] = (0.0, 0.0)
) -> Kit:
    """`make_kit` into a file, whole or not at all; where it is there already, nothing is drawn.

    Raises as `make_kit`, and OSError.
    """
    inputs = inputs_digest(definition, f"kit {paper} {back_offset}")
    there = unbroken(out, inputs)
    if there is not None:
        return Kit(there[0], **there[1], drawn=False)
    made = make_kit(definition, paper, back_offset=back_offset)
    facts = {"pages": made.pages, "pieces": made.pieces, "tiles": made.tiles}
    data = sealed(made.data, inputs, facts)
    write_bytes(out, data)
    return replace(made, data=data)


def _planned(definition: Definition, paper: Paper) -> _Plan:
    """Planned twice: what is planned first tells how many pages the foot of each page is to name."""
    width, height = PAPERS[paper]
    blank = Sheet(width, height, f"{definition.game.title}, version {definition.game.version}")
    maps = [framed_map(definition, name) for name in definition.maps]
    narrowest = min((frame.hex_mm for _, frame in maps), default=SIZES["3/4"])
    counters = tuple(plan_counters(definition, blank, limit=_OF_A_HEX * narrowest))
    charts = tuple(plan_charts(definition, blank))

    def planned(sheet: Sheet) -> _Plan:
        cuts = tuple(cut(drawing, sheet, frame.hex_mm) for drawing, frame in maps)
        return _Plan(sheet, front_matter(definition), counters, cuts, charts)

    return planned(replace(blank, pages=planned(blank).pages))
