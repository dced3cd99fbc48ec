"""Typefaces: which characters a font holds, how wide words set in it run, and their outlines.

Renderers drop text in an unknown family, weight or character without a word, so every text of a
drawing passes here first and a fault names the text and the character. Widths are the sums of advance
widths without kerning: words never run wider than measured, and at most about 2 % narrower.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import NamedTuple

from generator.art_folder import FaultyArtError
from generator.drawing.font_files import Contour, FontFile, NotTrueType, Point
from generator.drawing.typography import printed
from modules import plain_files


class UnknownFaceError(ValueError):
    """A drawing asks for a family, weight or style that art/fonts/fonts.yaml does not list."""


class UnprintableError(ValueError):
    """A text that cannot be set; `words` is the text or the part of it that is at fault."""

    def __init__(self, message: str, words: str) -> None:
        super().__init__(message, words)
        self.words = words

    def __str__(self) -> str:
        return str(self.args[0])


class MissingGlyphError(UnprintableError):
    """A text holds a character that its typeface does not have; `words` is that character."""


class TextTooWideError(UnprintableError):
    """A text does not fit its room even at the smallest size allowed."""


class FaultyFontError(FaultyArtError):
    """A font file that no renderer could set."""


STYLE_WORDS = frozenset(
    [
        "thin",
        "light",
        "regular",
        "book",
        "medium",
        "bold",
        "black",
        "heavy",
        "italic",
        "oblique",
        "condensed",
        "narrow",
        "wide",
        "extended",
        "compressed",
    ]
)
"""Words that one renderer strips from the end of a family's name, and then drops the text."""


class Face(NamedTuple):
    """A typeface as a drawing names it: family, weight (100-900) and style (normal, italic)."""

    family: str
    weight: int = 400
    style: str = "normal"

    def __str__(self) -> str:
        italic = "" if self.style == "normal" else f" {self.style}"
        return f"{self.family} {self.weight}{italic}"


SANS = Face("Senlac Sans", 600)
SANS_BOLD = Face("Senlac Sans", 700)
TEXT = Face("Senlac Text", 400)
TEXT_ITALIC = Face("Senlac Text", 400, "italic")
TEXT_BOLD = Face("Senlac Text", 700)
CAPS = Face("Senlac Caps", 700)
TITLE = Face("Senlac Uncial", 400)
"""That of the game's name. Another face may stand for each of these in a style or a game (`Fonts`)."""

ROLES_OF_TYPE = {
    "sans": SANS,
    "sans_bold": SANS_BOLD,
    "text": TEXT,
    "text_italic": TEXT_ITALIC,
    "text_bold": TEXT_BOLD,
    "caps": CAPS,
    "title": TITLE,
}
"""What each face is for, by the word with which fonts.yaml and layouts call it."""


_FINE = 1000
"""Outlines are rounded to this part of the unit."""

_KEPT = 50_000
"""Words of a font whose widths are kept at once."""


def _number(value: float) -> str:
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@cache
def _thousandths(count: int) -> str:
    """So many thousandths as a number: the steps within letters are few, and all letters share them."""
    return _number(count / _FINE)


class Font:
    """One font file: its characters, measures and outlines. Sizes and results share one unit."""

    def __init__(self, face: Face, path: Path) -> None:
        self.face = face
        self.path = path
        self._measured: dict[str, tuple[int, int]] = {}
        self._contours: dict[str, list[Contour]] = {}
        self._shapes: dict[tuple[str, float], list[tuple[Point, str]]] = {}

    @cached_property
    def _font(self) -> FontFile:
        return FontFile(plain_files.read(self.path, plain_files.MOST_OF_ART, self.path.parent))

    def check_itself(self) -> None:
        """Raises FaultyFontError for a file that is no TrueType font or calls itself otherwise."""
        try:
            font = self._font
            font.cut(map(chr, font.glyphs))  # what is wrong with any letter is told before it is set
            names = {str(font.name(number)) for number in (1, 16)}
        except (NotTrueType, OSError) as fault:
            raise self._unreadable(fault) from fault
        if self.face.family not in names:
            called = " or ".join(sorted(names - {"None"}))
            raise FaultyFontError(
                f"art/fonts/{self.path.name}: the font calls its family {called}: write that as `family`, "
                f"not {self.face.family}"
            )
        last = self.face.family.split(" ")[-1]
        if last.lower() in STYLE_WORDS:
            told = f"a family whose name ends in {last} is lost in PDFs: rename it in a font editor"
            raise FaultyFontError(f"art/fonts/{self.path.name}: {told}")

    def _unreadable(self, fault: Exception) -> FaultyFontError:
        return FaultyFontError(f"art/fonts/{self.path.name}: this is no font that can be read: {fault}")

    def cut(self, letters: Iterable[str]) -> bytes:
        """The file with these characters alone, for a page that sets no others. Raises FaultyFontError."""
        try:
            return self._font.cut(letters)
        except NotTrueType as fault:
            raise self._unreadable(fault) from fault

    @cached_property
    def _em(self) -> int:
        return self._font.units_per_em

    @cached_property
    def _glyphs(self) -> dict[int, int]:
        # Some fonts have empty glyphs for control characters, which no SVG may hold.
        return {code: glyph for code, glyph in self._font.glyphs.items() if code >= ord(" ")}

    @cached_property
    def cap_height(self) -> float:
        """Height of E as a share of the size: measured, for an uncial H is as tall as its ascender."""
        return self._top("E")

    def _top(self, character: str) -> float:
        return self._font.top(self._glyphs[ord(character)]) / self._em

    def check(self, words: str) -> None:
        """Raise MissingGlyphError if a character of `words` is not in this font."""
        for character in words:
            if ord(character) not in self._glyphs:
                raise MissingGlyphError(
                    f"text {words!r}: {self.face} has no character {character!r} (U+{ord(character):04X}); "
                    "use another character, or a font of the game's own that has it (art/fonts)",
                    character,
                )

    def width(self, words: str, size: float, spacing: float = 0.0) -> float:
        """Width of `words` at `size`, with `spacing` after each character. Raises MissingGlyphError."""
        units, count = self._measured.get(words) or self._measure(words)
        return units * size / self._em + spacing * count

    def _measure(self, words: str) -> tuple[int, int]:
        """Width in font units, and how many characters; kept, for type is set at one size after another."""
        text = printed(words)
        self.check(text)
        measured = sum(self._font.advances[self._glyphs[ord(c)]] for c in text), len(text)
        if len(self._measured) >= _KEPT:
            self._measured.clear()
        self._measured[words] = measured
        return measured

    def outline(self, words: str, x: float, y: float, size: float, spacing: float = 0.0) -> str:
        """Path data of `words` with its baseline starting at (x, y). Raises MissingGlyphError."""
        self.check(words)
        made: list[str] = []
        for character in words:
            for (left, down), body in self._drawn(character, size):
                made.append(f"M{_number(x + left)} {_number(y + down)}{body}Z")
            x += self._font.advances[self._glyphs[ord(character)]] * size / self._em + spacing
        return "".join(made)

    def _drawn(self, character: str, size: float) -> list[tuple[Point, str]]:
        """A character's contours at a size: where each starts, and its path data from there, all relative.

        Kept, because charts set thousands of letters in few sizes.
        """
        key = (character, size)
        if key not in self._shapes:
            contours = self._contours_of(character)
            self._shapes[key] = [self._relative(start, segments, size) for start, segments in contours]
        return self._shapes[key]

    def _contours_of(self, character: str) -> list[Contour]:
        if character not in self._contours:
            self._contours[character] = self._font.contours(self._glyphs[ord(character)])
        return self._contours[character]

    def _relative(
        self, start: Point, segments: list[tuple[str, tuple[Point, ...]]], size: float
    ) -> tuple[Point, str]:
        scale = size / self._em * _FINE
        x, y = first = round(start[0] * scale), round(-start[1] * scale)
        made = []
        for letter, points in segments:
            # Each point is rounded before the difference is taken, so that no error adds up along the way.
            ends = [(round(px * scale), round(-py * scale)) for px, py in points]
            steps = [f"{_thousandths(px - x)} {_thousandths(py - y)}" for px, py in ends]
            made.append(letter + " ".join(steps))
            x, y = ends[-1]
        return (first[0] / _FINE, first[1] / _FINE), "".join(made)


class Fonts:
    """The fonts of a drawing by face; one look-up refuses what no renderer could set. `stands_for` names the
    face that is set instead of another, as a game's own for that of place names."""

    def __init__(self, files: Mapping[Face, Path], stands_for: Mapping[Face, Face] | None = None) -> None:
        self._fonts = {face: Font(face, path) for face, path in files.items()}
        meant = {**{face: face for face in self._fonts}, **(stands_for or {})}
        self._asked_for = {face: self._fonts[one] for face, one in meant.items() if one in self._fonts}

    def __getitem__(self, face: Face) -> Font:
        """The font of a face. Raises UnknownFaceError."""
        try:
            return self._asked_for[face]
        except KeyError:
            known = "; ".join(str(f) for f in self._fonts)
            raise UnknownFaceError(f"no typeface {face}; art/fonts/fonts.yaml lists: {known}") from None

    @property
    def faces(self) -> tuple[Face, ...]:
        return tuple(self._fonts)

    @property
    def files(self) -> tuple[Path, ...]:
        return tuple(font.path for font in self._fonts.values())

    def check(self) -> None:
        """Raise what is wrong with any of the files: each must be a TrueType font of the family that it is
        listed as, for one renderer finds it by that name."""
        for font in self._fonts.values():
            font.check_itself()

    def width(self, words: str, face: Face, size: float, spacing: float = 0.0) -> float:
        """Width of `words` set in `face`, in the unit of `size`."""
        return self[face].width(words, size, spacing)

    def fit(self, words: str, face: Face, room: float, size: float, floor: float) -> float:
        """The largest size up to `size` at which `words` fits `room`; TextTooWideError below `floor`."""
        full = self.width(words, face, size)
        fitted = size if full <= room else size * room / full
        if fitted < floor:
            least = self.width(words, face, floor)
            raise TextTooWideError(
                f"text {words!r} in {face} needs {least:.2f} at the smallest size {floor:.2f} and has "
                f"{room:.2f} (mm); shorten it or give it more room",
                words,
            )
        return fitted

    def wrap(self, words: str, face: Face, room: float, size: float) -> list[str]:
        """Lines of `words` no wider than `room` ("\\n" breaks a line). TextTooWideError: one long word."""
        lines: list[str] = []
        for paragraph in words.split("\n"):
            lines.extend(self._wrap_paragraph(paragraph.split(), face, room, size))
        return lines

    def _wrap_paragraph(self, words: Iterable[str], face: Face, room: float, size: float) -> list[str]:
        lines: list[str] = []
        line = ""
        for word in words:
            self.fit(word, face, room, size, size)
            longer = f"{line} {word}" if line else word
            if line and self.width(longer, face, size) > room:
                lines.append(line)
                line = word
            else:
                line = longer
        return [*lines, line]
