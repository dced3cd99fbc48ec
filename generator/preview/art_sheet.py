"""The contact sheet of the art: everything of the art room on one page, under the names that YAML uses.

For whoever writes a game: which figures, palettes, terrain and typefaces there are, what each is called, and
how well its words stand out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from generator.cache.files import write_bytes
from generator.cards.layout import card_layout
from generator.counters.layout import FACES, layout
from generator.drawing.art import PLAIN_PALETTE, ROLES, Look, Palette, leaders
from generator.drawing.contrast import NUMBER_READABLE, READABLE, contrast
from generator.drawing.figures import Box, draw_figure
from generator.drawing.marks import rounded
from generator.drawing.pdf import Page, pdf
from generator.drawing.raster import png
from generator.drawing.shapes import MarkersFile, parse_shape
from generator.drawing.svg import Canvas, pt
from generator.drawing.typeface import CAPS, SANS, SANS_BOLD, TEXT, TEXT_ITALIC, TITLE, Face
from generator.maps.look import TerrainLook, terrain_looks
from generator.maps.samples import sample
from modules.definition.formats.maps import Axis, HexNumbering, MapFile
from modules.definition.formats.terrain import Terrain, TerrainFile
from modules.engine.hexes.board import Board

WIDTH = 420.0
"""Width of the sheet in mm: that of A3 across."""

DPI = 110.0
ENDINGS = (".svg", ".png", ".pdf")
_MARGIN, _GAP = 10.0, 4.0
_CELL = (27.0, 27.0)
_CELLS = {"events": (63.3, 33.0), "glyphs": (19.7, 19.7)}
_HEADINGS = (
    "Figures",
    "Leaders",
    "Standards",
    "Banners of leaders",
    "Shields of leaders",
    "Banners of sides",
    "Shields of sides",
    "Events",
    "Glyphs",
)
_TITLE = "The art room"
_SAMPLE = "Harold 8-3 at Senlac, 14 October 1066: The quick fox & 1/2 MP (áéíóúðþ)"
_WHY = "reconstruction: a sample"


def art_sheet(look: Look, text_as: str = "text") -> Canvas:
    """Everything of the art room on one canvas (mm). Raises MissingArtError, FaultyArtError,
    UnknownColourError, MissingGlyphError."""
    return _Sheet(
        Canvas(look, WIDTH, 1.0, title=_TITLE, text_as="paths" if text_as == "paths" else "text")
    ).draw()


def write_art_sheet(look: Look, out: Path) -> tuple[float, float]:
    """The sheet as SVG, PNG or PDF, by the ending of `out`; gives its size in mm.

    The SVG has its letters as outlines, for viewers without our fonts. Raises as `art_sheet`, and OSError.
    """
    kind = out.suffix.lower()
    canvas = art_sheet(look, "paths" if kind == ".svg" else "text")
    made: dict[str, Callable[[], bytes]] = {
        ".svg": lambda: canvas.svg().encode(),
        ".png": lambda: png(look, canvas.svg(), dpi=DPI),
        ".pdf": lambda: pdf(look, [Page.of(canvas)], f"Senlac: {_TITLE}"),
    }
    write_bytes(out, made[kind]())
    return canvas.width, canvas.height


class _Sheet:
    """Sections down the page; `y` is where the next begins."""

    def __init__(self, canvas: Canvas) -> None:
        self.pen, self.colours = canvas, canvas.look.palette("chart")
        self.y = _MARGIN
        self.sides = canvas.look.palette("sides")
        self.ground = canvas.group()

    def draw(self) -> Canvas:
        self._title()
        self._side_palettes()
        for heading, names in _figures_by_heading(self.pen.look).items():
            self._figures(heading, names)
        self._terrain()
        self._colours("Colours of maps: palettes/map.yaml", self.pen.look.palette("map"))
        self._colours("Colours of charts: palettes/chart.yaml", self.pen.look.palette("chart"))
        self._layouts()
        self._markers()
        self._fonts()
        self.y += _MARGIN
        self.ground.rect(0, 0, WIDTH, self.y, fill=self.colours["paper"])
        self.pen.height = self.y
        return self.pen

    # --- the page ------------------------------------------------------------------------------------

    def _title(self) -> None:
        self._words(_TITLE, _MARGIN, self.y + 5, pt(26), TITLE, self.colours["accent"])
        note = "Everything that a definition can call by name. To change it: senlac docs art."
        self._words(note, _MARGIN + 76, self.y + 5, pt(10), TEXT_ITALIC)
        self.y += 12

    def _heading(self, words: str, note: str) -> None:
        self.y += 2
        self.pen.rect(_MARGIN, self.y, WIDTH - 2 * _MARGIN, 7, fill=self.colours["head"])
        self._words(words, _MARGIN + 2, self.y + 3.5, pt(11), CAPS, self.colours["head_ink"])
        at = self.pen.fonts.width(words, CAPS, pt(11)) + _MARGIN + 6
        self._words(note, at, self.y + 3.5, pt(9), TEXT_ITALIC, self.colours["head_ink"])
        self.y += 10

    def _words(
        self, words: str, x: float, y: float, size: float, face: Face = SANS, fill: str | None = None
    ) -> None:
        self.pen.text(words, x, y, size, face, align="middle", fill=fill or self.colours["ink"])

    def _caption(self, words: str, middle: float, y: float, room: float) -> None:
        """A name below its picture, no wider than `room`; a long one breaks at its last hyphen or stroke."""
        fonts, size = self.pen.fonts, pt(7.5)
        lines = [words]
        if fonts.width(words, SANS, size) > room:
            cut = max(words.rfind(sign) for sign in "-_/")
            lines = [words[: cut + 1], words[cut + 1 :]] if cut > 0 else lines
        for i, line in enumerate(lines):
            fitted = fonts.fit(line, SANS, room, size, pt(5))
            self.pen.text(line, middle, y + i * 3, fitted, SANS, anchor="middle", fill=self.colours["ink"])

    def _grid(self, count: int, width: float, height: float) -> Iterable[tuple[int, float, float]]:
        """The number and the top left corner of each cell, row by row; moves on below them."""
        across = int((WIDTH - 2 * _MARGIN + _GAP) // (width + _GAP))
        top = self.y
        for i in range(count):
            yield i, _MARGIN + i % across * (width + _GAP), top + i // across * (height + _GAP)
        self.y = top + -(-count // across) * (height + _GAP)

    # --- palettes ------------------------------------------------------------------------------------

    def _side_palettes(self) -> None:
        needs = f"values need {NUMBER_READABLE:g}:1, words {READABLE:g}:1"
        self._heading("Sides: palettes/sides.yaml", f"palette: NAME of a side or nation; {needs}")
        groups = self.sides.groups
        for i, x, y in self._grid(len(groups), 75.0, 38.0):
            self._side(groups[i], x, y)

    def _side(self, name: str, x: float, y: float) -> None:
        own = self.sides.under(name)
        place = self.pen.move(x, y)
        edge: dict[str, Any] = {"stroke": own["outline"], "stroke_width": 0.25}
        place.path(rounded(Box(0, 0, 24, 24), 2), fill=own["ground"], **edge)
        place.rect(0, 3, 24, 5, fill=own["stripe"])
        middle: dict[str, Any] = {"anchor": "middle", "align": "middle"}
        place.text("stripe", 12, 5.5, pt(8), SANS_BOLD, fill=own["stripe_ink"], **middle)
        place.text("8-3", 12, 16, pt(18), SANS_BOLD, fill=own["ink"], **middle)
        place.text(name, 27, 3.5, pt(11), SANS_BOLD, fill=self.colours["ink"])
        for row, (what, ink, ground, wanted) in enumerate(
            (
                ("ink on ground", "ink", "ground", NUMBER_READABLE),
                ("ink on stripe", "stripe_ink", "stripe", READABLE),
                ("outline on light", "outline", "light", NUMBER_READABLE),
            )
        ):
            ratio = contrast(own[ink], own[ground])
            enough = self.colours["good" if ratio >= wanted else "bad"]
            place.text(f"{what} {ratio:.1f}:1", 27, 8.5 + row * 4, pt(8.5), SANS, fill=enough)
        for i, role in enumerate(ROLES):
            left, top = 27 + i % 4 * 12, 20 + i // 4 * 8.5
            place.rect(left, top, 11, 4.5, fill=own[role], **edge)
            place.text(role, left + 5.5, top + 7.2, pt(6.5), SANS, anchor="middle", fill=self.colours["ink"])
        place.text(own["ground"], 0, 28, pt(7.5), SANS, fill=self.colours["soft"])

    def _colours(self, heading: str, palette: Palette) -> None:
        self._heading(heading, "a terrain is drawn in the colours under its own name")
        names = list(palette.colours)
        for i, x, y in self._grid(len(names), 29.0, 11.0):
            colour = palette[names[i]]
            ink = self.colours["soft"]
            self.pen.rect(x, y, 29, 5.5, fill=colour, stroke=ink, stroke_width=0.2)
            size = self.pen.fonts.fit(names[i], SANS, 29, pt(7.5), pt(5))
            self.pen.text(names[i], x, y + 8.4, size, SANS, fill=self.colours["ink"])
            self.pen.text(colour, x, y + 11, pt(6), SANS, fill=ink)

    # --- figures and terrain -------------------------------------------------------------------------

    def _figures(self, heading: str, names: Sequence[str]) -> None:
        self._heading(heading, "figure: NAME of a kind, a marker or a card")
        width, height = _CELLS.get(names[0].rpartition("/")[0], _CELL)
        shown: dict[str, Any] = {
            "fill": self.colours["band"],
            "stroke": self.colours["rule"],
            "stroke_width": 0.2,
        }
        for i, x, y in self._grid(len(names), width, height + 6):
            own = self.sides.under(_palette_of(self.pen.look, names[i]))
            self.pen.rect(x, y, width, height, radius=1.5, **shown)
            draw_figure(self.pen, self.pen.look.figure(names[i]), Box(x, y, width, height).inset(1.5), own)
            self._caption(names[i], x + width / 2, y + height + 3, width + 2)

    def _terrain(self) -> None:
        known = list(terrain_looks(self.pen.look).values())
        self._heading(
            "Terrain: terrain.yaml", "the name of a terrain in a game's terrain.yaml says how it is drawn"
        )
        board = _board_of(known)
        for i, x, y in self._grid(len(known), 46.0, 25.0):
            self.pen.embed(
                sample(self.pen.look, board, known[i].name, Box(0, 0, 46, 18), self.pen.text_as), x, y
            )
            where = board.terrain[known[i].name].where
            self._caption(f"{known[i].name} ({where}: {known[i].drawn})", x + 23, y + 21.5, 46)

    # --- what is told in words -----------------------------------------------------------------------

    def _lines(self, lines: Sequence[tuple[str, str]], indent: float) -> None:
        """A name and what is told of it, a line each; long ones wrap."""
        for name, words in lines:
            self._words(name, _MARGIN, self.y + 2, pt(9.5), SANS_BOLD)
            for line in self.pen.fonts.wrap(words, TEXT, WIDTH - 2 * _MARGIN - indent, pt(9.5)):
                self._words(line, _MARGIN + indent, self.y + 2, pt(9.5), TEXT)
                self.y += 4.6

    def _layouts(self) -> None:
        self._heading("Layouts: layouts/", "layout: NAME of a kind; {fields} are values of a game")
        told = []
        for name in (each.removesuffix(".yaml") for each in self.pen.look.names("layouts", ".yaml")):
            plan = layout(self.pen.look, name)
            fields = dict.fromkeys(each.text for each in plan.words)
            told.append((name, f"Counter, {plan.size} in. {plan.note} Prints {' '.join(fields)}"))
        for name in (each.removesuffix(".yaml") for each in self.pen.look.names("layouts/cards", ".yaml")):
            card = card_layout(self.pen.look, name)
            size = " x ".join(f"{mm:g}" for mm in card.size)
            told.append((f"cards/{name}", f"Card, {size} mm. {card.note}"))
        self._lines(told, 32)

    def _markers(self) -> None:
        self._heading("Looks of markers: markers.yaml", "by the name that a game gives a marker")
        entries = parse_shape(MarkersFile, self.pen.look.tree("markers.yaml"), "markers.yaml").looks
        told = [
            (name, ", ".join(f"{k}: {v}" for k, v in entry.model_dump(exclude_unset=True).items()))
            for name, entry in entries.items()
        ]
        self._lines(told, 32)

    def _fonts(self) -> None:
        self._heading("Typefaces: fonts/fonts.yaml", "face: NAME in a layout")
        called = {face: name for name, face in FACES.items()}
        for face in self.pen.look.fonts.faces:
            name = called.get(face, "")
            self._words(f"{face}{f'  =  {name}' if name else ''}", _MARGIN, self.y + 3, pt(9.5), SANS_BOLD)
            size = self.pen.fonts.fit(_SAMPLE, face, WIDTH - 2 * _MARGIN - 70, pt(20), pt(8))
            self._words(_SAMPLE, _MARGIN + 70, self.y + 3, size, face)
            self.y += 10


def _figures_by_heading(look: Look) -> dict[str, list[str]]:
    """The figures as the sheet shows them: by folder, the signs of sides apart from those of leaders."""
    found: dict[str, list[str]] = {heading: [] for heading in _HEADINGS}
    for name in look.figures():
        folder, _, own = name.rpartition("/")
        heading = folder.capitalize() or "Figures"
        if folder in ("banners", "shields"):
            heading += " of leaders" if own in leaders(look) else " of sides"
        found.setdefault(heading, []).append(name)
    return {heading: names for heading, names in found.items() if names}


def _palette_of(look: Look, name: str) -> str:
    """The palette of a figure on the sheet: a side's or leader's sign in its own colours, all else plain."""
    folder, _, own = name.rpartition("/")
    if folder not in ("banners", "shields", "leaders"):
        return PLAIN_PALETTE
    return leaders(look).get(own.removesuffix("-mounted"), own)


def _board_of(known: Iterable[TerrainLook]) -> Board:
    """A board whose terrain effects chart has one kind for each look, so that all can be drawn as samples."""
    axis = Axis(first=1, last=3, toward="right")
    grid = HexNumbering(type="hex", a=axis, b=Axis(first=1, last=3, toward="down"), source=_WHY)
    plain = MapFile(map="sample", title=_TITLE, grid=grid, up="north", metres_per_hex=100, ground="clear")
    return Board(plain, _chart_of(known))


def _chart_of(known: Iterable[TerrainLook]) -> dict[str, Terrain]:
    entries: dict[str, dict[str, object]] = {}
    for shown in known:
        where = {"way": "road", "level": "level"}.get(shown.drawn, "hexside")
        where = "hex" if shown.drawn in ("open", "scatter", "canopy", "wet", "waves") else where
        entries[shown.name] = {"where": where, "name": shown.name, "mp": 1, "rule": "sample", "source": _WHY}
        if where == "hex":
            entries[shown.name]["letter"] = shown.name[0]
    return TerrainFile.model_validate({"terrain": entries}).terrain
