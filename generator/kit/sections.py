"""The sections of a kit: what each is called in the contents, how many pages it has, and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from generator.cards import CardPiece, card_pieces
from generator.counters import fitting
from generator.counters.layout import SIZES
from generator.counters.printed import Piece, pieces
from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.pdf import Chapter, Page
from generator.kit.aids import AidPage, aid_pages, plan_aids
from generator.kit.blocks import block_printing, plan_blocks
from generator.kit.boards import cut_apart, cut_edges, cut_grids
from generator.kit.cards import BLEED as CARD_BLEED
from generator.kit.cards import card_printing, plan_cards
from generator.kit.charts import (
    Panels,
    chart_pages,
    guide_panels,
    plan_charts,
    rulings_panels,
    scenario_panels,
)
from generator.kit.counters import counter_printing, plan_counters
from generator.kit.cover import has_credits
from generator.kit.credits import credits_page
from generator.kit.impose import Duplex, P
from generator.kit.options import TWO_SIDED, Options, PartName
from generator.kit.page import Sheet
from generator.kit.parts import pages_of_parts, part_pages, parts
from generator.kit.register import TITLE, register_page_count, register_pages
from generator.kit.sheets import REGISTRATION, Printing, Stack, check_offset, page_count, sheet_pages
from generator.kit.summary import TITLE as SUMMARY
from generator.kit.summary import summary_page_count, summary_pages
from generator.kit.tiles import Cut, cut, cut_pages, poster, whole_hex
from generator.sheets.hexes import hex_size
from generator.sheets.pictures import framed_map, papers_of, sections_of, sheet_of_map
from modules.amounts import count_noun
from modules.definition import Definition

PRINTED: dict[Duplex, str] = {
    "long": "two-sided, long edge",
    "short": "two-sided, short edge",
    "fold": "one side, folded",
    "single": "one side, backs apart",
}
"""How the sheets of pieces are printed, for the contents."""

GUIDE_AND_RULINGS = "Guide to the pieces, and rulings"
ONE_SIDED = "one side"
OPTIONAL = "one side, if you like"
_OVERLAP = 10.0
"""What tiles of a map of areas share, in mm."""


_BACK_ALSO: dict[Duplex, str] = {**PRINTED, "fold": PRINTED["single"]}
"""How a map of two sides is printed: its tiles are not folded."""


@dataclass(frozen=True)
class DrawnMap:
    """A map with what is on its back, the overlap of its tiles in mm, and its sections, across and down."""

    front: Drawing
    back: Drawing | None
    overlap: float
    sections: tuple[int, int] = (1, 1)


@dataclass(frozen=True)
class Section:
    """`what`, `count` and `how` are the words of the contents; `draw` takes the number of its first page and
    gives chapters of as many pages."""

    part: PartName
    what: str
    how: str
    pages: int
    draw: Callable[[int], list[Chapter]]
    count: str = ""
    tiles: int = 0
    with_back: bool = False

    @property
    def two_sided(self) -> bool:
        """Whether its pages are fronts and backs."""
        return self.part in TWO_SIDED or self.with_back


@dataclass(frozen=True)
class Stock:
    """What is drawn before the pages are planned, for its size: maps, charts, and the width in mm that no
    counter may exceed."""

    maps: tuple[DrawnMap, ...]
    scenarios: Panels
    guide: Panels
    rulings: Panels
    aids: tuple[AidPage, ...]
    limit: float


@dataclass(frozen=True)
class Job:
    """A kit to plan: the game, the blank sheet, how it is printed, what is drawn already."""

    definition: Definition
    sheet: Sheet
    options: Options
    stock: Stock

    @property
    def look(self) -> Look:
        """The look in which it is printed."""
        return self.sheet.look

    def section(
        self,
        part: PartName,
        name: str,
        how: str,
        pages: int,
        draw: Callable[[int], list[Page]],
        count: str = "",
    ) -> list[Section]:
        """A section of one chapter; none where there are no pages."""
        made = Section(part, name, how, pages, lambda first: [(name, draw(first))], count)
        return [made] if pages else []


def widest_counter(definition: Definition) -> float:
    """How wide a counter may be in mm, so that it fits the hexes of the printed maps."""
    hexes = (fitting.widest_counter(hex_size(definition, name)) for name in definition.printed_sheets)
    return min(hexes, default=SIZES["3/4"])


def stock(definition: Definition, sheet: Sheet, options: Options) -> Stock:
    """What the wanted parts of a kit need. Raises the errors of drawing."""
    drawn: list[DrawnMap] = []
    if options.wants("maps"):
        drawn = [
            _drawn_map(sheet.look, definition, name, back, options) for name, back in papers_of(definition)
        ]
    return Stock(
        maps=tuple(drawn),
        scenarios=scenario_panels(definition, sheet) if options.wants("charts") else (),
        guide=guide_panels(definition, sheet) if options.wants("guide") else (),
        rulings=rulings_panels(definition, sheet) if options.wants("guide") else (),
        aids=tuple(plan_aids(definition, sheet)) if options.wants("aids") else (),
        limit=widest_counter(definition),
    )


def _drawn_map(look: Look, definition: Definition, name: str, back: str | None, options: Options) -> DrawnMap:
    """The map alone; for a poster in sections, and of areas, the whole sheet."""
    parts = (1, 1) if name in definition.area_maps else sections_of(definition, name)
    if name in definition.area_maps or (options.poster and parts != (1, 1)):
        whole = (sheet_of_map(look, definition, each) for each in (name, back) if each is not None)
        return DrawnMap(next(whole), next(whole, None), _OVERLAP, parts)
    front, frame = framed_map(look, definition, name)
    behind, other = (None, frame) if back is None else framed_map(look, definition, back)
    return DrawnMap(front, behind, whole_hex(max(frame.hex_mm, other.hex_mm)))


def sections(job: Job) -> list[Section]:
    """The wanted sections in the order of the pages, the cover apart. Raises the errors of planning."""
    made = [
        *_test(job), *_counters(job), *_cards(job), *_blocks(job), *_markers(job), *_maps(job), *_boards(job),
        *_charts(job), *_aids(job), *_summary(job), *_guide(job), *_parts(job),
        *_credits(job),
    ]  # fmt: skip
    return [each for each in made if job.options.wants(each.part)]


def _test(job: Job) -> list[Section]:
    duplex = job.options.duplex
    pages = register_page_count(duplex)
    how = PRINTED[duplex] if pages == 2 else ONE_SIDED
    draw = partial(register_pages, job.sheet, duplex, offset=job.options.back_offset)
    return job.section("test", TITLE, how, pages, draw)


CutSheets = tuple[str, Sequence[Stack[Any]], Printing[Any]]
"""What a cutting machine has to know of sheets: their name, the pieces on them, how these look."""


def cut_sheets(job: Job) -> list[CutSheets]:
    """All sheets of pieces that are wanted. Raises the errors of planning."""
    options, definition = job.options, job.definition
    found: list[CutSheets] = []
    if options.wants("counters") and any(not each.marker for each in pieces(job.look, definition)):
        found.append(_counter_sheets(job))
    if options.wants("cards") and card_pieces(job.look, definition):
        found.append(_card_sheets(job))
    if options.wants("blocks") and (labels := plan_blocks(definition, job.sheet)):
        found.append(("Block labels", labels, block_printing(job.look, definition)))
    if options.wants("markers") and not _shared(job) and (markers := _cardboard(job, markers=True)):
        found.append(("Markers", markers, counter_printing(job.look, definition, job.stock.limit)))
    return [(name, plan, replace(printing, machine=True)) for name, plan, printing in found]


def _sheets(
    job: Job, part: PartName, name: str, plan: Sequence[Stack[P]], printing: Printing[P]
) -> list[Section]:
    """Sheets of pieces with their backs."""
    options = job.options
    if options.turned and options.wants(part):
        check_offset(plan, options.back_offset, name)
    printing = replace(printing, machine=options.machine, mark=printing.mark if options.marks else 0.0)
    count = str(sum(each.count for stack in plan for each in stack))
    return job.section(
        part, name, PRINTED[options.duplex], page_count(plan),
        lambda first: sheet_pages(plan, printing, name, first, options.back_offset), count,
    )  # fmt: skip


def _counters(job: Job) -> list[Section]:
    """The counters, and the markers where they save a sheet below them."""
    name, plan, printing = _counter_sheets(job)
    return _sheets(job, "counters", name, plan, printing)


def _counter_sheets(job: Job) -> tuple[str, list[Stack[Piece]], Printing[Piece]]:
    shared = _shared(job)
    plan = _cardboard(job, markers=None if shared else False)
    name = "Counters and markers" if shared else "Counters"
    return name, plan, counter_printing(job.look, job.definition, job.stock.limit)


def _markers(job: Job) -> list[Section]:
    if _shared(job):
        return []
    plan = _cardboard(job, markers=True)
    return _sheets(
        job, "markers", "Markers", plan, counter_printing(job.look, job.definition, job.stock.limit)
    )


def _cardboard(job: Job, *, markers: bool | None) -> list[Stack[Piece]]:
    """The sheets of counters or of markers, or of both together."""
    wanted = [each for each in pieces(job.look, job.definition) if markers in (None, each.marker)]
    return plan_counters(wanted, job.sheet, job.options.duplex, job.stock.limit)


def _shared(job: Job) -> bool:
    """Whether markers stand on the sheets of the counters: in a whole kit, where that needs fewer."""
    apart = [_cardboard(job, markers=markers) for markers in (False, True)]
    if job.options.only or not all(apart):
        return False
    return len(_cardboard(job, markers=None)) < sum(map(len, apart))


def _cards(job: Job) -> list[Section]:
    if not job.options.wants("cards") or not card_pieces(job.look, job.definition):
        return []
    name, plan, printing = _card_sheets(job)
    return _sheets(job, "cards", name, plan, printing)


def _card_sheets(job: Job) -> tuple[str, list[Stack[CardPiece]], Printing[CardPiece]]:
    more = {"least": CARD_BLEED + REGISTRATION + 0.5} if job.options.machine else {}
    plan = plan_cards(job.definition, job.sheet, job.options.duplex, **more)
    return "Cards", plan, card_printing(job.look, job.definition, plan)


def _blocks(job: Job) -> list[Section]:
    """The stickers of blocks; nothing is stuck on their backs, which are of wood in the side's colour."""
    plan, printing = plan_blocks(job.definition, job.sheet), block_printing(job.look, job.definition)
    printing = replace(
        printing, machine=job.options.machine, mark=printing.mark if job.options.marks else 0.0
    )
    count = str(sum(each.count for stack in plan for each in stack))
    return job.section(
        "blocks", "Block labels", ONE_SIDED, page_count(plan, backs=False),
        lambda first: sheet_pages(plan, printing, "Block labels", first, backs=False), count,
    )  # fmt: skip


def _maps(job: Job) -> list[Section]:
    options, made = job.options, []
    for each in job.stock.maps:
        how = ONE_SIDED if each.back is None else _BACK_ALSO[options.duplex]
        if options.poster:
            how = f"{'one side' if each.back is None else 'both sides'}, on a plotter"
            made += _cut(job, "maps", poster(each.front, job.sheet, each.sections, each.back), how)
            continue
        shared = each.overlap if options.overlap is None else options.overlap
        made += _cut(job, "maps", cut(each.front, job.sheet, shared, back=each.back), how)
    return made


def _boards(job: Job) -> list[Section]:
    if not job.options.wants("boards"):
        return []
    made = []
    for each in cut_apart(job.definition, job.sheet, job.options.overlap):
        made += _cut(job, "boards", each)
    if not job.definition.boards:
        return made
    for each in cut_edges(job.definition, job.sheet, job.options.overlap):
        made += _cut(job, "boards", each)
    for each in cut_grids(job.definition, job.sheet):
        made += _cut(job, "boards", each, OPTIONAL)
    return made


def _cut(job: Job, part: PartName, each: Cut, how: str = ONE_SIDED) -> list[Section]:
    """A drawing that is cut into tiles."""
    tiles = len(each.plan.tiles)
    title = each.drawing.title if each.back is None else f"{each.drawing.title}; {each.back.title}"
    words = f"{title}, assembly and {count_noun(tiles, 'tile')}" if each.in_parts else title
    draw = partial(cut_pages, each, options=job.options)
    count, both = "1" if part == "maps" else "", each.back is not None
    return [Section(part, words, how, each.pages, draw, count, tiles, with_back=both)]


def _charts(job: Job) -> list[Section]:
    plan = plan_charts(job.stock.scenarios, job.sheet, ": charts")
    draw = partial(chart_pages, plan, job.sheet)
    return job.section("charts", "Charts and tracks", ONE_SIDED, len(plan), draw)


def _aids(job: Job) -> list[Section]:
    plan = job.stock.aids
    draw = partial(aid_pages, job.definition, plan, job.sheet)
    count = str(len({each.side for each in plan}))
    return job.section("aids", "Player aids", ONE_SIDED, len(plan), draw, count)


def _guide(job: Job) -> list[Section]:
    """The guide, and the rulings below it where that saves a page."""
    guide, rulings = (plan_charts(each, job.sheet) for each in (job.stock.guide, job.stock.rulings))
    both = tuple(
        chart for panels in (job.stock.guide, job.stock.rulings) for _, row in panels for chart in row
    )
    shared = plan_charts(((GUIDE_AND_RULINGS, both),), job.sheet)
    parts = [("Guide to the pieces", guide), ("Rulings", rulings)]
    if len(shared) < len(guide) + len(rulings):
        parts = [(GUIDE_AND_RULINGS, shared)]
    return [
        section
        for name, plan in parts
        for section in job.section(
            "guide", name, ONE_SIDED, len(plan), partial(chart_pages, plan, job.sheet)
        )
    ]  # fmt: skip


def _summary(job: Job) -> list[Section]:
    pages = summary_page_count(job.definition, job.sheet) if job.options.wants("guide") else 0
    draw = partial(summary_pages, job.definition, job.sheet)
    return job.section("guide", SUMMARY, ONE_SIDED, pages, draw)


def _parts(job: Job) -> list[Section]:
    found = parts(job.look, job.definition)
    draw = partial(part_pages, job.definition, job.sheet, found)
    return job.section("parts", "List of parts", ONE_SIDED, pages_of_parts(found), draw)


def _credits(job: Job) -> list[Section]:
    """A page of their own where the back of the cover has no room for them."""
    if has_credits(job.definition, job.sheet, job.options):
        return []
    draw = lambda first: [credits_page(job.definition, job.sheet, job.options, first)]  # noqa: E731
    return job.section("credits", "Credits", ONE_SIDED, 1, draw)
