"""PDF: SVG pages to one vector PDF, its boxes, title and bookmarks, and big pictures cut into tiles.

Text stays text in embedded fonts, and the same pages give the same bytes: no date, no random id. All
measures are in mm from a page's top left corner.
"""

from __future__ import annotations

import io
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache

import pikepdf
import typst

from generator.art import art
from generator.figures import Box
from generator.svg import MM_PER_INCH, Canvas, num

_PT = 72 / MM_PER_INCH


class PdfError(ValueError):
    """A page that could not be set; the message tells which one and why."""


class TileError(ValueError):
    """Paper, margins and overlap that leave nothing of a tile."""


@dataclass(frozen=True)
class Page:
    """One page: an SVG picture that fills it, with its size.

    `trim` is what is left after cutting and `bleed` how far ink goes beyond (mm boxes); `bookmark`
    names the page in the reader's outline.
    """

    svg: str
    width: float
    height: float
    bookmark: str = ""
    trim: Box | None = None
    bleed: Box | None = None

    @classmethod
    def of(cls, canvas: Canvas, bookmark: str = "") -> Page:
        """The page that a canvas in mm is."""
        return cls(canvas.svg(), canvas.width, canvas.height, bookmark)


@cache
def _fonts() -> typst.Fonts:
    return typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[str(art().root / "fonts")],
    )


def pdf(pages: Sequence[Page], title: str, author: str = "") -> bytes:
    """PDF bytes of the pages. Raises PdfError for a page that cannot be set."""
    if not pages:
        raise PdfError(f"{title}: a PDF needs at least one page")
    with pikepdf.open(io.BytesIO(_typeset(pages))) as document:
        for page, made in zip(pages, document.pages, strict=True):
            _set_boxes(made, page)
        _outline(document, [(page.bookmark, i) for i, page in enumerate(pages) if page.bookmark])
        return _finish(document, title, author)


def _typeset(pages: Sequence[Page]) -> bytes:
    parts = []
    for i, page in enumerate(pages):
        size = f"width: {num(page.width)}mm, height: {num(page.height)}mm"
        image = f'image(bytes(sys.inputs.p{i}), format: "svg", width: 100%, height: 100%, fit: "stretch")'
        parts.append(f"#page({size}, margin: 0mm, {image})")
    try:
        # typst takes the words of a picture from these inputs: nothing is written to disk.
        return typst.compile(
            "\n".join(parts).encode(),
            font_paths=_fonts(),
            ignore_system_fonts=True,
            sys_inputs={f"p{i}": page.svg for i, page in enumerate(pages)},
            timestamp=0,
        )
    except typst.TypstError as fault:
        raise PdfError(f"a page could not be set: {fault.message}") from fault


def _set_boxes(made: pikepdf.Page, page: Page) -> None:
    for name, box in (("/TrimBox", page.trim), ("/BleedBox", page.bleed)):
        if box is not None:
            low = page.height - box.y - box.height
            corners = (box.x, low, box.x + box.width, low + box.height)
            made.obj[name] = pikepdf.Array([round(v * _PT, 3) for v in corners])


def _outline(document: pikepdf.Pdf, entries: Sequence[tuple[str, int]]) -> None:
    if not entries:
        return
    with document.open_outline() as outline:
        outline.root.clear()
        outline.root.extend(pikepdf.OutlineItem(words, number) for words, number in entries)


def _finish(document: pikepdf.Pdf, title: str, author: str) -> bytes:
    """The document's bytes with its title and without what would differ between two runs."""
    if "/Metadata" in document.Root:
        del document.Root["/Metadata"]
    info = pikepdf.Dictionary(Title=title, Producer="Senlac")
    if author:
        info["/Author"] = author
    document.trailer["/Info"] = document.make_indirect(info)
    document.Root["/ViewerPreferences"] = pikepdf.Dictionary(DisplayDocTitle=True)
    out = io.BytesIO()
    document.save(out, deterministic_id=True, object_stream_mode=pikepdf.ObjectStreamMode.generate)
    return out.getvalue()


def assemble(parts: Sequence[tuple[str, bytes]], title: str, author: str = "") -> bytes:
    """One PDF of several, in order, each under a bookmark of its name with its own bookmarks below."""
    merged = pikepdf.new()
    roots: list[pikepdf.OutlineItem] = []
    for name, data in parts:
        with pikepdf.open(io.BytesIO(data)) as part:
            first = len(merged.pages)
            head = pikepdf.OutlineItem(name, first)
            places = {page.obj.objgen: i for i, page in enumerate(part.pages)}
            with part.open_outline() as outline:
                for item in outline.root:
                    number = _target(item, places)
                    head.children.append(pikepdf.OutlineItem(str(item.title), first + number))
            merged.pages.extend(part.pages)
            roots.append(head)
    with merged.open_outline() as outline:
        outline.root.extend(roots)
    return _finish(merged, title, author)


def _target(item: pikepdf.OutlineItem, places: dict[tuple[int, int], int]) -> int:
    destination = item.destination
    if not isinstance(destination, pikepdf.Array):
        raise PdfError(f"bookmark {item.title!r} points to no page")
    return places[destination[0].objgen]


@dataclass(frozen=True)
class Tile:
    """One sheet of a cut picture: its place in the grid, and the part of the picture that it shows."""

    row: int
    column: int
    letter: str
    window: Box


@dataclass(frozen=True)
class TilePlan:
    """How a picture of a size is cut onto sheets of paper, all in mm.

    All tiles are of one size and share `overlap` with their neighbours; `margin` stays free on all sides
    of the paper, `foot` more below.
    """

    width: float
    height: float
    paper_width: float
    paper_height: float
    margin: float = 10.0
    foot: float = 12.0
    overlap: float = 8.0
    tiles: tuple[Tile, ...] = field(init=False)
    columns: int = field(init=False)
    rows: int = field(init=False)

    def __post_init__(self) -> None:
        across = self._cuts(self.width, self.live.width, "width")
        down = self._cuts(self.height, self.live.height, "height")
        tiles = [
            Tile(row, column, f"{_letters(row)}{column + 1}", Box(x, y, w, h))
            for row, (y, h) in enumerate(down)
            for column, (x, w) in enumerate(across)
        ]
        object.__setattr__(self, "tiles", tuple(tiles))
        object.__setattr__(self, "columns", len(across))
        object.__setattr__(self, "rows", len(down))

    @property
    def live(self) -> Box:
        """The part of the paper that a tile fills at most."""
        height = self.paper_height - 2 * self.margin - self.foot
        return Box(self.margin, self.margin, self.paper_width - 2 * self.margin, height)

    def _cuts(self, whole: float, live: float, side: str) -> list[tuple[float, float]]:
        if live <= self.overlap:
            raise TileError(
                f"a tile's {side} of {live:.1f} mm is no more than the overlap {self.overlap:.1f} mm"
            )
        count = max(1, math.ceil((whole - self.overlap) / (live - self.overlap) - 1e-9))
        size = (whole + (count - 1) * self.overlap) / count
        return [(i * (size - self.overlap), size) for i in range(count)]


def _letters(row: int) -> str:
    letter = chr(ord("A") + row % 26)
    return letter if row < 26 else f"{_letters(row // 26 - 1)}{letter}"


def tiled(picture: Page, plan: TilePlan, title: str, overlay: Callable[[Tile, TilePlan], Canvas]) -> bytes:
    """PDF bytes with a picture cut into tiles; the picture is stored once and clipped on each page.

    `overlay` draws what lies over a tile (marks, letter, foot line) on a canvas as large as the paper.
    """
    sheets = [Page.of(overlay(tile, plan), f"Tile {tile.letter}") for tile in plan.tiles]
    with (
        pikepdf.open(io.BytesIO(_typeset(sheets))) as document,
        pikepdf.open(io.BytesIO(_typeset([picture]))) as source,
    ):
        form = document.copy_foreign(source.pages[0].as_form_xobject())
        for page, tile in zip(document.pages, plan.tiles, strict=True):
            name = page.add_resource(form, pikepdf.Name.XObject, pikepdf.Name("/Picture"))
            page.contents_add(_clipped(str(name), tile, plan), prepend=True)
            box = Box(plan.live.x, plan.live.y, tile.window.width, tile.window.height)
            _set_boxes(page, Page("", plan.paper_width, plan.paper_height, trim=box))
        _outline(document, [(sheet.bookmark, i) for i, sheet in enumerate(sheets)])
        return _finish(document, title, "")


def _clipped(name: str, tile: Tile, plan: TilePlan) -> bytes:
    """Drawing operators: clip to the tile's place on the paper, then the picture moved behind it."""
    window = tile.window
    left = plan.live.x * _PT
    low = (plan.paper_height - plan.live.y - window.height) * _PT
    dx = left - window.x * _PT
    dy = low - (plan.height - window.y - window.height) * _PT
    clip = f"{left:.3f} {low:.3f} {window.width * _PT:.3f} {window.height * _PT:.3f} re W n"
    return f"q {clip} 1 0 0 1 {dx:.3f} {dy:.3f} cm {name} Do Q\n".encode()
