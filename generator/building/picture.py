"""A picture of a build: its SVG and PNG, what it shows, and how large it is on paper and on a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Literal, NamedTuple

from generator.drawing.document import Drawing

if TYPE_CHECKING:
    from generator.drawing.art import Look
    from generator.drawing.raster import Raster
    from generator.drawing.strips import Window

What = Literal["counters", "blocks", "cards", "maps", "boards", "charts"]
WHATS: tuple[What, ...] = ("counters", "blocks", "cards", "maps", "boards", "charts")
_PRINT, _SCREEN = 300.0, 150.0
DPI: dict[What, float] = {
    "counters": _PRINT, "blocks": _PRINT, "cards": _PRINT,
    "maps": _SCREEN, "boards": _SCREEN, "charts": _SCREEN,
}  # fmt: skip
"""The resolutions of PNGs where none is asked for: pieces for print, sheets for the screen, as a sheet at
300 dpi has sixty million pixels and prints from its SVG or the kit."""

About = dict[str, str | int]
"""What a picture shows, for the manifest: `counter`, `face`, `count` and so on."""

_MOST_PIXELS = 200_000_000


Progress = Callable[[int, int], None]
"""Called with the number of units that are done and of all."""


class DrawingStoppedError(RuntimeError):
    """A process that drew was ended from outside, most often for want of memory."""


class PictureTooLargeError(ValueError):
    """A picture that would have more pixels at this resolution than a renderer can hold."""


@dataclass(frozen=True, slots=True)
class Picture:
    """One picture made: what it shows, its SVG and PNG, its size on paper in mm and in pixels."""

    what: What
    about: About
    drawing: Drawing
    png: bytes
    pixels: tuple[int, int]

    @property
    def stem(self) -> PurePosixPath:
        """The file in the build's folder, without its ending."""
        return PurePosixPath(self.what) / self.drawing.name

    def files(self) -> dict[str, bytes]:
        """The files of the picture by name."""
        svg = self.drawing.svg.encode()
        return {
            str(self.stem.with_name(f"{self.stem.name}{end}")): data
            for end, data in ((".svg", svg), (".png", self.png))
        }


def pictures_of(
    look: Look, told: Sequence[tuple[What, About, Drawing, float]], *, rendered: bool = True
) -> list[Picture]:
    """Drawings at their dpi with their PNGs, or without where these are to be `rendered` by others. What
    several are parts of is rendered once.

    Raises PictureTooLargeError.
    """
    cuts = [cut_of(look, drawing, dpi) for _, _, drawing, dpi in told]
    data = [b""] * len(cuts)
    for raster, places in together(cuts).items() if rendered else ():
        windows = [cuts[place].window for place in places]
        made = [raster.png()] if windows == [raster.window] else raster.parts(windows)
        for place, png in zip(places, made, strict=True):
            data[place] = png
    return [
        Picture(what, about, drawing, png, cut.size)
        for (what, about, drawing, _), cut, png in zip(told, cuts, data, strict=True)
    ]


class Cut(NamedTuple):
    """The part of a raster that a picture is."""

    raster: Raster
    window: Window

    @property
    def size(self) -> tuple[int, int]:
        left, top, right, bottom = self.window
        return right - left, bottom - top


def together(cuts: Iterable[Cut]) -> dict[Raster, list[int]]:
    """The places in a list of the cuts of each raster."""
    found: dict[Raster, list[int]] = {}
    for place, cut in enumerate(cuts):
        found.setdefault(cut.raster, []).append(place)
    return found


def cut_of(look: Look, drawing: Drawing, dpi: float) -> Cut:
    """The pixels of a drawing, also of one that is part of another. Raises PictureTooLargeError."""
    if drawing.part is None:
        raster = raster_of(look, drawing, dpi)
        return Cut(raster, raster.window)
    whole, left, top = drawing.part
    raster = raster_of(look, whole, dpi)
    edges = left, top, left + drawing.width_mm, top + drawing.height_mm
    scales = raster.width / whole.width_mm, raster.height / whole.height_mm
    a, b, c, d = (round(edge * scale) for edge, scale in zip(edges, scales * 2, strict=True))
    return Cut(raster, (a, b, c, d))


def raster_of(look: Look, drawing: Drawing, dpi: float) -> Raster:
    """How a drawing is rendered. Raises PictureTooLargeError."""
    from generator.drawing.raster import Raster, Shot  # where nothing is drawn, no renderer is loaded

    pixels = drawing.width_mm * drawing.height_mm * (dpi / 25.4) ** 2
    if pixels > _MOST_PIXELS:
        fitting = int(25.4 * (_MOST_PIXELS / drawing.width_mm / drawing.height_mm) ** 0.5)
        raise PictureTooLargeError(
            f"{drawing.title}: {pixels / 1e6:.0f} million pixels at {dpi:g} dpi are too many for one "
            f"picture; use --dpi {fitting} or less, or --only counters"
        )
    return Raster.of(Shot(look, drawing.svg, dpi))
