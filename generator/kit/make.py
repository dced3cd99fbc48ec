"""The kit as a whole: a game to print, cut and play, as one vector PDF; the same bytes each run.

Cover, print test, counters, cards and markers front and back, maps in tiles, charts, player aids, guide, list
of parts, credits. It is planned first, so that the contents and every foot know the page numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from generator.cache.files import write_bytes
from generator.cache.inputs import inputs_digest
from generator.cache.own import Made
from generator.cache.seal import note_made, sealed, unbroken
from generator.cards import card_pieces
from generator.counters.blocks import block_pieces
from generator.counters.printed import pieces
from generator.drawing.art import Look
from generator.drawing.pdf import Chapter, Page, book, need_typesetter
from generator.kit.cover import COVER_PAGES, Entry, cover_pages, has_credits
from generator.kit.cutting import cut_drawings
from generator.kit.greys import printed_look
from generator.kit.inks import greyed
from generator.kit.options import TWO_SIDED, KitOptionError, Options
from generator.kit.page import PAPERS, Sheet
from generator.kit.sections import Job, Section, cut_sheets, sections, stock
from generator.look import look_of
from generator.sheets.pictures import papers_of
from modules.definition import Definition


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
    """Sections, each with the number of its first page."""

    job: Job
    sections: tuple[tuple[int, Section], ...]

    @property
    def pages(self) -> int:
        return max((first + each.pages - 1 for first, each in self.sections), default=COVER_PAGES)

    def contents(self) -> list[Entry]:
        """What stands on which pages."""
        return [
            Entry(each.what, each.count, first, first + each.pages - 1, each.how)
            for first, each in self.sections
        ]

    def chapters(self) -> list[Chapter]:
        """All pages. Raises the errors of drawing."""
        job, made, at = self.job, list[Chapter](), 0
        if job.options.wants("cover"):
            made.append(("Cover", cover_pages(job.definition, job.sheet, self.contents(), job.options)))
            at = COVER_PAGES
        for first, section in self.sections:
            if at + 1 < first:
                canvas = job.sheet.canvas("Notes", at + 1)
                made.append(("Notes", [job.sheet.page(canvas, "Notes")]))
            made += section.draw(first)
            at = first + section.pages - 1
        return made


def draw_pages(look: Look, definition: Definition, options: Options) -> Sequence[Chapter]:
    """The pages of a kit before they are typeset. Raises the errors of drawing."""
    return _planned(printed_look(look, definition, options), definition, options).chapters()


def draw_cover(look: Look, definition: Definition) -> Sequence[Page]:
    """The cover, with the contents of the whole kit. Raises the errors of drawing."""
    options = Options()
    plan = _planned(look, definition, options)
    return cover_pages(definition, plan.job.sheet, plan.contents(), options)


def make_kit(definition: Definition, options: Options | None = None) -> Kit:
    """The kit of a game, as options tell (options.py).

    Raises KitOptionError, TypesetterMissingError, CounterError, CardError, SheetTooSmallError and other
    errors of art and drawing.
    """
    options = options or Options()
    _refuse_what_is_not_there(definition, options)
    need_typesetter()
    look = look_of(definition)
    plan = _planned(printed_look(look, definition, options), definition, options)
    chapters = plan.chapters()
    if options.greyscale:
        chapters = _greyed(chapters)
    game = definition.game
    counted = [
        each for each in pieces(look, definition) if options.wants("markers" if each.marker else "counters")
    ]
    counted += block_pieces(look, definition) if options.wants("blocks") else ()
    return Kit(
        data=book(look, chapters, f"{game.title}: print and play, version {game.version}"),
        pages=plan.pages,
        pieces=sum(each.count for each in counted),
        tiles=sum(each.tiles for _, each in plan.sections if each.part == "maps"),
        cards=sum(each.count for each in card_pieces(look, definition)) if options.wants("cards") else 0,
    )


def write_kit(definition: Definition, out: Path, options: Options | None = None) -> Kit:
    """`make_kit` into a file, whole or not at all; where it is there already, nothing is drawn.

    Raises as `make_kit`, and OSError.
    """
    options = options or Options()
    inputs = inputs_digest(definition, f"kit {options}")
    own = Made.by_user()
    there = unbroken(out, inputs, own)
    if there is not None:
        return Kit(there[0], **there[1], drawn=False)
    made = make_kit(definition, options)
    facts = {"pages": made.pages, "pieces": made.pieces, "tiles": made.tiles, "cards": made.cards}
    data = sealed(made.data, inputs, facts)
    write_bytes(out, data)
    note_made(own, data, inputs)
    return replace(made, data=data)


def write_cuts(definition: Definition, out: Path, options: Options | None = None) -> list[Path]:
    """The files for a cutting machine of the kit that `options` make, named after `out`: one for each sheet
    of pieces. The kit itself is to be made with `machine`. Raises as `make_kit`, and OSError."""
    options = replace(options or Options(), machine=True)
    job = _planned(look_of(definition), definition, options).job
    made = []
    for name, plan, printing in cut_sheets(job):
        for sheet, svg in cut_drawings(name, plan, printing):
            file = out.with_name(f"{out.stem}-{sheet}.svg")
            write_bytes(file, svg.encode())
            made.append(file)
    return made


def _refuse_what_is_not_there(definition: Definition, options: Options) -> None:
    game = definition.name
    maps = {**definition.maps, **definition.area_maps}
    if options.poster and not maps:
        raise KitOptionError(f"--poster: {game} has no map")
    backs = any(map(options.wants, TWO_SIDED)) or any(back for _, back in papers_of(definition))
    if any(options.back_offset) and not backs:
        raise KitOptionError(options.no_backs)
    if options.overlap is not None and not (maps or definition.boards or definition.boards_apart):
        raise KitOptionError(f"--overlap: {game} has no map and no board to cut into tiles")


def _planned(look: Look, definition: Definition, options: Options) -> _Plan:
    """Planned twice: what is planned first tells how many pages the foot of each page is to name."""
    width, height = PAPERS[options.paper]
    blank = Sheet(look, width, height, f"{definition.game.title}, version {definition.game.version}")
    job = Job(definition, blank, options, stock(definition, blank, options))
    pages = _numbered(job).pages
    return _numbered(replace(job, sheet=replace(blank, pages=pages)))


def _numbered(job: Job) -> _Plan:
    """The sections with their pages. Fronts stand on odd pages, so that all can be printed two-sided."""
    options, found = job.options, sections(job)
    behind = ("cover", "credits") if has_credits(job.definition, job.sheet, options) else ("cover",)
    for part in options.only:
        if part not in behind and not any(each.part == part for each in found):
            raise KitOptionError(f"--only {part}: {job.definition.name} has no such part")
    at, made = 1 + (COVER_PAGES if options.wants("cover") else 0), []
    for each in found:
        if each.two_sided and options.turned and at % 2 == 0:
            at += 1
        made.append((at, each))
        at += each.pages
    return _Plan(job, tuple(made))


def _greyed(chapters: Sequence[Chapter]) -> list[Chapter]:
    """The same pages without colours."""
    pictures: dict[int, Page] = {}

    def grey(page: Page) -> Page:
        below = page.below
        if below is not None:
            key, picture = id(below.picture), below.picture
            if key not in pictures:
                pictures[key] = replace(picture, svg=greyed(picture.svg))
            below = replace(below, picture=pictures[key])
        return replace(page, svg=greyed(page.svg), below=below)

    return [(name, [grey(page) for page in pages]) for name, pages in chapters]
