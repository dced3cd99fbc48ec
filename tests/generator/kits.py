"""Kits that tests share, each made once, and their PDFs measured in mm from the top left corner of a page."""

from __future__ import annotations

import atexit
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from tempfile import TemporaryDirectory

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
from once import once
from PIL import Image

from generator.drawing.figures import Box
from generator.kit.make import Kit, make_kit
from generator.kit.options import Options
from generator.new_game import start_game
from modules import library
from modules.definition import Definition, load

MM = 72 / 25.4


@cache
def game(name: str) -> Definition:
    """A game of ours, or `mill`: the small one that `senlac new` starts, with few counters and a map; or
    `plain`: the same on a map that takes two rows of three tiles on A4."""
    if name not in ("mill", "plain"):
        return library.definition(name)
    with TemporaryDirectory() as folder:
        start_game(Path(folder) / "mill", title="The mill bridge")
        if name == "plain":
            enlarge(Path(folder) / "mill" / "maps" / "mill.yaml", 32, 24)
        return load(Path(folder) / "mill")


def enlarge(file: Path, columns: int, rows: int) -> None:
    """Add clear and level land at the right of a new game's map and below it."""
    text = file.read_text(encoding="utf-8")
    text = text.replace("last: 10,", f"last: {columns},").replace("last: 8,", f"last: {rows},")

    def larger(found: re.Match[str]) -> str:
        old = re.findall(r'"\d\d": "(.{10})"', found[0])
        land = "." if "." in found[0] else "1"
        new = [row.ljust(columns, land) for row in old] + [land * columns] * (rows - len(old))
        return "".join(f'    "{number:02}": "{row}"\n' for number, row in enumerate(new, start=1))

    file.write_text(re.sub(r'(    "\d\d": ".{10}"\n)+', larger, text), encoding="utf-8")


@once
def kit(name: str, options: Options | None = None) -> Kit:
    return make_kit(game(name), options)


@cache
def measured(name: str, options: Options | None = None) -> Measured:
    """The PDF of a kit; it is closed at the end of the run."""
    return Measured(kit(name, options).data)


@dataclass(frozen=True)
class Face:
    """A face of a piece on a page: its place, what is written on it, the angle of its first letter."""

    page: int
    box: Box
    words: str
    angle: int


class Measured:
    """A PDF with what tests ask of it."""

    def __init__(self, data: bytes) -> None:
        self.document = pypdfium2.PdfDocument(data)
        self.data = data
        self._pages: dict[int, MeasuredPage] = {}
        atexit.register(self.close)

    def close(self) -> None:
        for page in self._pages.values():
            page.close()
        self.document.close()

    def __len__(self) -> int:
        return len(self.document)

    def __iter__(self) -> Iterator[MeasuredPage]:
        return (self[number] for number in range(len(self)))

    def __getitem__(self, number: int) -> MeasuredPage:
        if number not in self._pages:
            self._pages[number] = MeasuredPage(self.document[number], number, len(self))
        return self._pages[number]

    def titled(self, words: str) -> list[MeasuredPage]:
        """The pages whose foot begins so."""
        return [page for page in self if page.title.startswith(words.replace(" ", ""))]

    @cached_property
    def outline(self) -> list[tuple[int, str, int]]:
        """Level, words and page of each bookmark."""
        return [
            (each.level, each.get_title(), each.get_dest().get_index()) for each in self.document.get_toc()
        ]

    @cached_property
    def boxes(self) -> list[dict[str, list[float]]]:
        """The trim and bleed box of each page: left, low, right, high in mm from the lower left corner."""
        with pikepdf.open(io.BytesIO(self.data)) as document:
            return [
                {name: [float(v) / MM for v in page.obj[name]] for name in ("/TrimBox", "/BleedBox")}
                for page in document.pages
            ]


class MeasuredPage:
    """A page: its text, the places of its letters and paths, its ink."""

    def __init__(self, page: pypdfium2.PdfPage, number: int, total: int) -> None:
        self.page, self.number, self.total = page, number, total
        self.width, self.height = (side / MM for side in page.get_size())
        self._text = page.get_textpage()

    def close(self) -> None:
        self._text.close()
        self.page.close()

    @cached_property
    def text(self) -> str:
        return " ".join(self._text.get_text_range().split())

    @cached_property
    def title(self) -> str:
        """What the foot calls the page, with its number, without spaces."""
        number = rf"·page{self.number + 1}of{self.total}"
        found = re.search(rf"version[\d.]+(\D.*?{number})", self.text.replace(" ", ""))
        assert found is not None, self.text
        return found[1]

    @cached_property
    def letters(self) -> list[tuple[str, float, float]]:
        """Each letter with its middle."""
        found = []
        for i in range(self._text.count_chars()):
            left, low, right, high = self._text.get_charbox(i)
            found.append(
                (
                    self._text.get_text_range(i, 1),
                    (left + right) / 2 / MM,
                    self.height - (low + high) / 2 / MM,
                )
            )
        return found

    def words_in(self, box: Box) -> str:
        """The letters in a box in their order, without spaces."""
        inside = (
            letter
            for letter, x, y in self.letters
            if box.x < x < box.x + box.width and box.y < y < box.y + box.height
        )
        return "".join("".join(inside).split())

    def angle_in(self, box: Box) -> int:
        """The direction of the first letter in a box, in degrees."""
        for i, (letter, x, y) in enumerate(self.letters):
            if letter.strip() and box.x < x < box.x + box.width and box.y < y < box.y + box.height:
                return round(pdfium.FPDFText_GetCharAngle(self._text, i) * 57.29578) % 360
        return 0

    @cached_property
    def paths(self) -> list[Box]:
        """The boxes of all filled paths."""
        found = []
        for item in self.page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH]):
            mode, stroked = pdfium.c_int(), pdfium.c_int()
            pdfium.FPDFPath_GetDrawMode(item, mode, stroked)
            if mode.value:
                left, low, right, high = (each / MM for each in item.get_bounds())
                found.append(Box(left, self.height - high, right - left, high - low))
        return found

    @cached_property
    def lines(self) -> list[Box]:
        """The boxes of all paths, filled or not."""
        found = []
        for item in self.page.get_objects(filter=[pdfium.FPDF_PAGEOBJ_PATH]):
            left, low, right, high = (each / MM for each in item.get_bounds())
            found.append(Box(left, self.height - high, right - left, high - low))
        return found

    def faces(self, width: float, height: float) -> list[Face]:
        """What is filled and as large as a piece, once, in the order of drawing."""
        boxes = {
            (round(p.x, 1), round(p.y, 1)): p
            for p in self.paths
            if abs(p.width - width) < 0.02 and abs(p.height - height) < 0.02
        }
        return [Face(self.number, box, self.words_in(box), self.angle_in(box)) for box in boxes.values()]

    def shot(self, box: Box, dpi: int) -> Image.Image:
        """A part of the page in grey."""
        sides = (box.x, self.height - box.y - box.height, self.width - box.x - box.width, box.y)
        rendered = self.page.render(scale=dpi / 72, crop=tuple(side * MM for side in sides))
        return rendered.to_pil().convert("L")

    def ticks(self, box: Box, dpi: int = 1200) -> list[float]:
        """Where, from the page's left, something dark crosses a flat box from top to bottom."""
        line = self.shot(box, dpi)
        row = [line.getpixel((x, line.height // 2)) < 128 for x in range(line.width)]
        return [box.x + middle * 25.4 / dpi for middle in _crossings(row)]

    def ticks_down(self, box: Box, dpi: int = 1200) -> list[float]:
        """Where, from the page's top, something dark crosses a narrow box from side to side."""
        line = self.shot(box, dpi)
        row = [line.getpixel((line.width // 2, y)) < 128 for y in range(line.height)]
        return [box.y + middle * 25.4 / dpi for middle in _crossings(row)]

    def margin_is_white(self, reach: float) -> bool:
        """Whether there is no ink nearer than this to the edge of the paper, in mm."""
        scale = 1.5
        picture = self.page.render(scale=scale).to_pil().convert("L")
        inner = int(reach * MM * scale)
        picture.paste(255, (inner, inner, picture.width - inner, picture.height - inner))
        return picture.getextrema()[0] > 250


def _crossings(row: list[bool]) -> list[float]:
    """The middles of what is dark in a row of pixels."""
    starts = [x for x in range(1, len(row)) if row[x] and not row[x - 1]]
    ends = [x for x in range(1, len(row)) if row[x - 1] and not row[x]]
    return [(a + b) / 2 for a, b in zip(starts, ends, strict=True)]
