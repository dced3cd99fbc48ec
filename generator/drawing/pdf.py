"""PDF: SVG pages to one vector PDF, its boxes, title and bookmarks, and big pictures cut into tiles.

Text stays text in embedded fonts, and the same pages give the same bytes: no date, no random id. A document
is set in one go, so that its fonts and pictures are stored once. All measures are in mm from a page's top
left corner.
"""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from generator.drawing.art import Look
from generator.drawing.figures import Box
from generator.drawing.svg import MM_PER_INCH, Canvas, Point, num

if TYPE_CHECKING:
    import pikepdf
    import typst

_PT = 72 / MM_PER_INCH


class TypesetterMissingError(RuntimeError):
    """The packages that make PDFs are not installed: players and referees need none of them."""


def need_typesetter() -> None:
    """Raises TypesetterMissingError where no PDF could be made; before anything is drawn for one."""
    try:
        import pikepdf
        import typst
    except ImportError as error:
        raise TypesetterMissingError(
            f"a PDF needs the package {error.name}, which is not installed: "
            "pipx install --force 'senlac[kit]' (or pip install 'senlac[kit]') adds it"
        ) from error
    del pikepdf, typst


class PdfError(ValueError):
    """A page that could not be set; the message tells which one and why."""


class TileError(ValueError):
    """Paper, margins and overlap that leave nothing of a tile."""


@dataclass(frozen=True)
class Page:
    """One page: an SVG picture that fills it, with its size.

    `trim` is what is left after cutting (else the page) and `bleed` how far ink goes beyond (else the trim),
    boxes in mm; `bookmark` names the page in the reader's outline; `below`: what shows through from under the
    picture.
    """

    svg: str
    width: float
    height: float
    bookmark: str = ""
    trim: Box | None = None
    bleed: Box | None = None
    below: Window | None = None

    @classmethod
    def of(cls, canvas: Canvas, bookmark: str = "") -> Page:
        """The page that a canvas in mm is."""
        return cls(canvas.svg(), canvas.width, canvas.height, bookmark)


@dataclass(frozen=True)
class Window:
    """A part of a larger picture, at its own size or scaled, with its top left corner at a place of a page. A
    picture that several pages show is stored once."""

    picture: Page
    part: Box
    at: Point
    scale: float = 1.0


Chapter = tuple[str, Sequence[Page]]
"""A bookmark with the pages below it."""


def _font_folders(look: Look) -> tuple[Path, ...]:
    return tuple(dict.fromkeys(file.parent for file in look.fonts.files))


@cache
def _fonts(folders: tuple[Path, ...]) -> typst.Fonts:
    import typst

    return typst.Fonts(
        include_system_fonts=False,
        include_embedded_fonts=False,
        font_paths=[str(folder) for folder in folders],
    )


def pdf(look: Look, pages: Sequence[Page], title: str, author: str = "") -> bytes:
    """PDF bytes of the pages, each under its bookmark. Raises PdfError for a page that cannot be set."""
    marks = [(page.bookmark, number, ()) for number, page in enumerate(pages) if page.bookmark]
    return _made(look, pages, marks, title, author)


def book(look: Look, chapters: Sequence[Chapter], title: str, author: str = "") -> bytes:
    """PDF bytes of chapters in order, in the typefaces of a look; those of several pages have these pages'
    bookmarks below their own.

    Raises PdfError for a page that cannot be set.
    """
    marks: list[_Mark] = []
    made: list[Page] = []
    for name, pages in chapters:
        first = len(made)
        below = [(page.bookmark, first + i) for i, page in enumerate(pages) if page.bookmark]
        marks.append((name, first, below if len(pages) > 1 else ()))
        made += pages
    return _made(look, made, marks, title, author)


_Mark = tuple[str, int, Sequence[tuple[str, int]]]
"""A bookmark, its page counted from 0, and the bookmarks below it."""


def _made(look: Look, pages: Sequence[Page], marks: Sequence[_Mark], title: str, author: str) -> bytes:
    if not pages:
        raise PdfError(f"{title}: a PDF needs at least one page")
    need_typesetter()
    import pikepdf

    # By identity: to compare pictures would be to compare their whole text.
    pictures = {id(page.below.picture): page.below.picture for page in pages if page.below is not None}
    with pikepdf.open(io.BytesIO(_typeset(look, [*pages, *pictures.values()]))) as document:
        added = document.pages[len(pages) :]
        forms = dict(zip(pictures, (_as_form(page) for page in added), strict=True))
        del document.pages[len(pages) :]
        # It tells no more than the order of pages, and would keep those that are gone.
        for key in {"/StructTreeRoot", "/MarkInfo"} & set(document.Root.keys()):
            del document.Root[key]
        for page, made in zip(pages, document.pages, strict=True):
            _set_boxes(made, page)
            if page.below is not None:
                form = forms[id(page.below.picture)]
                name = made.add_resource(form, pikepdf.Name.XObject, pikepdf.Name("/Picture"))
                made.contents_add(_clipped(str(name), page.below, page.height), prepend=True)
        _outline(document, marks)
        return _finish(document, title, author)


def _as_form(page: pikepdf.Page) -> pikepdf.Object:
    """A page's contents as a picture for other pages; as they are, for to pack them anew takes long."""
    import pikepdf

    form = page.obj.Contents
    form.Type, form.Subtype = pikepdf.Name.XObject, pikepdf.Name.Form
    form.BBox, form.Resources = page.obj.MediaBox, page.obj.Resources
    if "/Group" in page.obj:
        form.Group = page.obj.Group
    return form


def _typeset(look: Look, pages: Iterable[Page]) -> bytes:
    import typst

    parts, inputs = [], {}
    for i, page in enumerate(pages):
        size = f"width: {num(page.width)}mm, height: {num(page.height)}mm"
        image = f'image(bytes(sys.inputs.p{i}), format: "svg", width: 100%, height: 100%, fit: "stretch")'
        parts.append(f"#page({size}, margin: 0mm, {image})")
        inputs[f"p{i}"] = page.svg
    try:
        # typst takes the words of a picture from these inputs: nothing is written to disk.
        return typst.compile(
            "\n".join(parts).encode(),
            font_paths=_fonts(_font_folders(look)),
            ignore_system_fonts=True,
            sys_inputs=inputs,
            timestamp=0,
        )
    except typst.TypstError as fault:
        raise PdfError(f"a page could not be typeset: {fault.message}") from fault


def _set_boxes(made: pikepdf.Page, page: Page) -> None:
    import pikepdf

    trim = page.trim or Box(0, 0, page.width, page.height)
    for name, box in (("/TrimBox", trim), ("/BleedBox", page.bleed or trim)):
        low = page.height - box.y - box.height
        corners = (box.x, low, box.x + box.width, low + box.height)
        made.obj[name] = pikepdf.Array([round(v * _PT, 3) for v in corners])


def _outline(document: pikepdf.Pdf, marks: Sequence[_Mark]) -> None:
    import pikepdf

    with document.open_outline() as outline:
        outline.root.clear()
        for words, number, below in marks:
            head = pikepdf.OutlineItem(words, number)
            head.children.extend(pikepdf.OutlineItem(name, at) for name, at in below)
            outline.root.append(head)


def _clipped(name: str, shown: Window, height: float) -> bytes:
    """Drawing operators: clip to the window's place on the page, then the picture moved behind it."""
    part, (x, y), scale = shown.part, shown.at, shown.scale
    wide, tall = part.width * scale * _PT, part.height * scale * _PT
    left, low = x * _PT, (height - y) * _PT - tall
    dx = left - part.x * scale * _PT
    dy = low - (shown.picture.height - part.y - part.height) * scale * _PT
    clip = f"{left:.3f} {low:.3f} {wide:.3f} {tall:.3f} re W n"
    return f"q {clip} {scale:.6f} 0 0 {scale:.6f} {dx:.3f} {dy:.3f} cm {name} Do Q\n".encode()


def _finish(document: pikepdf.Pdf, title: str, author: str) -> bytes:
    """The document's bytes with its title and without what would differ between two runs."""
    import pikepdf

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
                f"a tile's {side} of {live:.1f} mm is not more than the overlap {self.overlap:.1f} mm"
            )
        count = max(1, math.ceil((whole - self.overlap) / (live - self.overlap) - 1e-9))
        size = (whole + (count - 1) * self.overlap) / count
        return [(i * (size - self.overlap), size) for i in range(count)]


def _letters(row: int) -> str:
    letter = chr(ord("A") + row % 26)
    return letter if row < 26 else f"{_letters(row // 26 - 1)}{letter}"
