"""The kit as a whole: a game to print, cut and play, as one vector PDF; the same bytes each run.

Cover, list of pieces, sheets of cards and counters front and back, board edges, maps in tiles, charts. It is
planned first, so that the contents and every foot know the page numbers, and then drawn.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.blocks import block_pieces
from generator.cards import card_pieces
from generator.counter_layout import SIZES
from generator.counters import pieces
from generator.drawing import Drawing
from generator.files import write_bytes
from generator.inputs import inputs_digest
from generator.kit import sections
from generator.kit.boards import cut_edges, cut_grids
from generator.kit.cover import OPTIONAL, Entry, cover
from generator.kit.impose import Duplex
from generator.kit.page import PAPERS, Paper, Sheet
from generator.kit.parts import Part, pages_of_parts, part_pages, parts
from generator.kit.sections import Job, Section
from generator.kit.sheets import Offset
from generator.kit.tiles import cut, whole_hex
from generator.pdf import Page, assemble, pdf
from generator.pictures import framed_map, sheet_of_map
from generator.seal import sealed, unbroken
from modules.definition import Definition

_OVERLAP_MM = 10.0
"""What tiles of a map of areas share."""

_OF_A_HEX = 0.95
"""A counter's side as a share of the hex, flat to flat, so that a hex frames it."""


@dataclass(frozen=True, slots=True)
class Kit:
    """A kit as bytes, with what is in it: pages, pieces (counters and markers), tiles of the maps, cards.
    `drawn` is false where the file was there already."""

    data: bytes
    pages: int
    pieces: int
    tiles: int
    cards: int = 0
    drawn: bool = True


@dataclass(frozen=True)
class _Plan:
    job: Job
    parts: tuple[Part, ...]
    sections: tuple[Section, ...]
    tiles: int

    @property
    def front(self) -> int:
        """How many pages come before the sections: an even number, so that fronts lie on right-hand pages."""
        before = 1 + pages_of_parts(self.parts)
        return before + before % 2

    @property
    def pages(self) -> int:
        return self.front + sum(each.pages for each in self.sections)

    def contents(self) -> list[Entry]:
        """What stands on which pages."""
        found, at = [], self.front
        for each in self.sections:
            found.append(Entry(each.what, at + 1, at + each.pages, each.how))
            at += each.pages
        return found


def make_kit(
    definition: Definition, paper: Paper = "a4", *, duplex: Duplex = "long", back_offset: Offset = (0.0, 0.0)
) -> Kit:
    """The kit of a game on a paper.

    `duplex`: how fronts and backs come together (impose.py). `back_offset`: mm right and down by which the
    backs are moved, for a printer whose backs lie aside. Raises CounterError, CardError, SheetTooSmallError
    and the other errors of art and drawing.
    """
    plan = _planned(definition, paper, duplex, back_offset)
    title = plan.job.title
    made = [("Cover", pdf(_front_matter(plan), title))]
    for entry, section in zip(plan.contents(), plan.sections, strict=True):
        made += section.draw(entry.first)
    return Kit(
        data=assemble(made, title),
        pages=plan.pages,
        pieces=sum(each.count for each in (*pieces(definition), *block_pieces(definition))),
        tiles=plan.tiles,
        cards=sum(each.count for each in card_pieces(definition)),
    )


def write_kit(
    definition: Definition,
    out: Path,
    paper: Paper = "a4",
    *,
    duplex: Duplex = "long",
    back_offset: Offset = (0.0, 0.0),
) -> Kit:
    """`make_kit` into a file, whole or not at all; where it is there already, nothing is drawn.

    Raises as `make_kit`, and OSError.
    """
    inputs = inputs_digest(definition, f"kit {paper} {duplex} {back_offset}")
    there = unbroken(out, inputs)
    if there is not None:
        return Kit(there[0], **there[1], drawn=False)
    made = make_kit(definition, paper, duplex=duplex, back_offset=back_offset)
    facts = {"pages": made.pages, "pieces": made.pieces, "tiles": made.tiles, "cards": made.cards}
    data = sealed(made.data, inputs, facts)
    write_bytes(out, data)
    return replace(made, data=data)


def _front_matter(plan: _Plan) -> list[Page]:
    """The cover, the list of pieces, and a blank page if the number would be odd."""
    job = plan.job
    made = [cover(job.definition, job.sheet, plan.contents(), job.duplex)]
    made += part_pages(job.definition, job.sheet, plan.parts, 2)
    while len(made) < plan.front:
        made.append(job.sheet.page(job.sheet.canvas("Notes", len(made) + 1), "Notes"))
    return made


def _planned(definition: Definition, paper: Paper, duplex: Duplex, offset: Offset) -> _Plan:
    """Planned twice: what is planned first tells how many pages the foot of each page is to name."""
    width, height = PAPERS[paper]
    blank = Sheet(width, height, f"{definition.game.title}, version {definition.game.version}")
    maps = [framed_map(definition, name) for name in definition.maps]
    drawn = [(drawing, whole_hex(frame.hex_mm)) for drawing, frame in maps]
    drawn += [(sheet_of_map(definition, name), _OVERLAP_MM) for name in definition.area_maps]
    limit = _OF_A_HEX * min((frame.hex_mm for _, frame in maps), default=SIZES["3/4"] / _OF_A_HEX)
    job = Job(definition, blank, duplex, offset)
    pages = _sectioned(job, drawn, limit).pages
    return _sectioned(replace(job, sheet=replace(blank, pages=pages)), drawn, limit)


def _sectioned(job: Job, maps: Sequence[tuple[Drawing, float]], limit: float) -> _Plan:
    cuts = [cut(drawing, job.sheet, overlap) for drawing, overlap in maps]
    made = [*sections.proof(job), *sections.cards(job), *sections.blocks(job), *sections.counters(job, limit)]
    made += sections.drawings(cut_edges(job.definition, job.sheet))
    made += sections.drawings(cut_grids(job.definition, job.sheet), OPTIONAL)
    made += [*sections.drawings(cuts), *sections.charts(job)]
    found = parts(job.definition)
    return _Plan(job, tuple(found), tuple(made), sum(len(each.plan.tiles) for each in cuts))
