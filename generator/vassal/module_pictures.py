"""The pictures of a module: every image as PNG bytes under the name that the build file uses.

Images of more than one tile (256 px) bear a digest in their name. VASSAL cuts them into tiles once and keeps
these while the image's time in the zip is not newer; our zips have fixed times, so a changed picture under
its old name would not be seen. Source: `tools/image/tilecache/TilingHandler.java` (launch) of VASSAL 3.7.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.art import art
from generator.counters import FACES_OF_A_COUNTER, counter_svg, marker_svg
from generator.drawing import Drawing
from generator.figures import Box
from generator.marks import rounded
from generator.raster import Shot, pngs
from generator.svg import Canvas, pt
from generator.typeface import SANS_BOLD, TEXT, TEXT_ITALIC, UNCIAL
from generator.vassal.module_data import VassalFile
from generator.vassal.module_pieces import DETAIL, back_image, front_image, marker_image, state_image
from modules.definition import Definition

_CHART_PX_PER_MM = 5.0
_PLATE = (15.0, 3.3)
_COVER = (120.0, 64.0)
"""The cover's width and least height in mm; long words make it taller."""

_COVER_PX = 640


@dataclass(frozen=True)
class ModulePictures:
    """All images by name, and under which of these names boards, charts and the cover stand.

    `charts` gives (title, image) for each scenario.
    """

    images: Mapping[str, bytes]
    boards: Mapping[str, str]
    charts: Mapping[str, tuple[tuple[str, str], ...]]
    display: str
    cover: str


def draw_images(
    large: Sequence[tuple[str, Shot]], small: Sequence[tuple[str, Shot]], workers: int
) -> tuple[dict[str, bytes], dict[str, str]]:
    """Draw pictures in `workers` processes: all images by name, and the names of the large ones by their SVG.

    `small` ones keep the name that is given; `large` ones get a digest behind it.
    """
    made = pngs([shot for _, shot in (*large, *small)], workers)
    named = [_with_digest(stem, data) for (stem, _), data in zip(large, made, strict=False)]
    images = dict(zip([*named, *(name for name, _ in small)], made, strict=True))
    return images, dict(zip((shot.svg for _, shot in large), named, strict=True))


def _with_digest(stem: str, data: bytes) -> str:
    return f"{stem}-{hashlib.sha256(data).hexdigest()[:8]}.png"


def cover_shot(definition: Definition) -> Shot:
    """The cover as VASSAL shows it."""
    return Shot(cover_svg(definition), width=_COVER_PX)


def chart_shot(chart: Drawing) -> tuple[str, Shot]:
    """A chart and the stem of its name."""
    return f"chart-{chart.name}", Shot(chart.svg, width=round(chart.width_mm * _CHART_PX_PER_MM))


def counter_shots(definition: Definition, counter_px: int) -> Iterator[tuple[str, Shot]]:
    """Every face of the counters that are no cards, and the markers."""
    width = counter_px * DETAIL
    for counter in definition.counters.values():
        for face in FACES_OF_A_COUNTER[: counter.steps if counter.form == "counter" else 0]:
            name = front_image(counter.id) if face == "front" else back_image(counter.id)
            yield name, Shot(counter_svg(definition, counter.id, face).svg, width=width)
    for name in definition.game.markers:
        yield marker_image(name), Shot(marker_svg(definition, name).svg, width=width)


def state_shots(definition: Definition, file: VassalFile, size: int) -> Iterator[tuple[str, Shot]]:
    """The plates of all states, for pieces `size` px wide."""
    width = size * DETAIL - 2 * DETAIL
    for name, state in file.states.items():
        words = definition.game.markers[name].text or definition.game.markers[name].name.upper()
        for number in range(1, state.levels + 1):
            told = words if number == 1 else f"{words} x{number}"
            yield state_image(name, number), Shot(plate_svg(told), width=width)


def plate_svg(words: str) -> str:
    """The plate across a counter that tells its state, on the width of a 5/8-in counter."""
    width, height = _PLATE
    canvas, colours = Canvas(width, height, title=words), art().palette("sides").under("neutral")
    outline = rounded(Box(0, 0, width, height).inset(0.2), 0.8)
    canvas.path(outline, fill=colours["light"], stroke=colours["outline"], stroke_width=0.4)
    size = canvas.fonts.fit(words, SANS_BOLD, width - 1.6, pt(9), pt(4))
    at = (width / 2, height / 2)
    canvas.text(words, *at, size, SANS_BOLD, anchor="middle", align="middle", fill=colours["outline"])
    return canvas.svg()


def cover_svg(definition: Definition) -> str:
    """The picture that VASSAL shows while the module loads: title, version, summary, whose work it is."""
    width, least = _COVER
    game, palette = definition.game, art().palette("chart")
    canvas = Canvas(width, least, title=game.title)
    ground, middle, room = canvas.group(), width / 2, width - 16
    size = canvas.fonts.fit(game.title, UNCIAL, room, pt(24), pt(8))
    canvas.text(game.title, middle, 16, size, UNCIAL, anchor="middle", fill=palette["accent"])
    y = 26.0
    for words, face, points in (
        (game.summary, TEXT, 9.5),
        (f"Module version {game.version}", TEXT_ITALIC, 9),
        (f"{game.credits.design}. {game.credits.published}.", TEXT, 8),
        (game.credits.notice, TEXT, 8),
    ):
        for line in canvas.fonts.wrap(words, face, room, pt(points)):
            canvas.text(line, middle, y, pt(points), face, anchor="middle", fill=palette["ink"])
            y += pt(points) * 1.25
        y += 2.0
    canvas.height = max(least, y + 4)
    paper, frame = palette["paper"], palette["frame"]
    ground.rect(0, 0, width, canvas.height, fill=paper, stroke=frame, stroke_width=1.6)
    return canvas.svg()
