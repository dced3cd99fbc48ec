"""The pictures of a module: every image as bytes of PNG or SVG under the name that the build file uses.

Images of more than one tile (256 px) bear a digest in their name. VASSAL cuts them into tiles once and keeps
these while the image's time in the zip is not newer; our zips have fixed times, so a changed picture under
its old name would not be seen. Source: `tools/image/tilecache/TilingHandler.java` (launch) of VASSAL 3.7.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from generator.art import art
from generator.charts.panel import TextAs
from generator.counters import FACES_OF_A_COUNTER, counter_svg, marker_svg
from generator.drawing import Drawing
from generator.figures import Box
from generator.marks import rounded
from generator.raster import Shot, pngs, svg_at
from generator.svg import Canvas, pt
from generator.typeface import SANS_BOLD, TEXT, TEXT_ITALIC, UNCIAL
from generator.vassal.module_data import VassalFile
from generator.vassal.module_names import (
    DETAIL,
    Look,
    back_image,
    front_image,
    marker_image,
    state_image,
)
from modules.definition import Definition

_CHART_PX_PER_MM = 5.0
_PLATE = (15.0, 3.3)
_COVER = (120.0, 64.0)
"""The cover's width and least height in mm; long words make it taller."""

_COVER_PX = 640


@dataclass(frozen=True)
class ModulePictures:
    """All images by name, and under which of these names boards, charts and the cover stand.

    `charts` gives (title, image) by the title of their tab: a scenario's, or that of the guide.
    """

    images: Mapping[str, bytes]
    boards: Mapping[str, str]
    charts: Mapping[str, tuple[tuple[str, str], ...]]
    cover: str


def draw_images(
    large: Sequence[tuple[str, Shot]], small: Sequence[tuple[str, Shot]], workers: int
) -> tuple[dict[str, bytes], dict[str, str]]:
    """Draw pictures in `workers` processes: all images by name, and the names of the large ones by their SVG.

    `small` ones keep the name that is given; `large` ones get a digest in it. What is called .svg stays SVG.
    """
    large = list({shot.svg: (name, shot) for name, shot in large}.values())  # battles share charts
    named = [*large, *small]
    drawn = iter(pngs([shot for name, shot in named if not name.endswith(".svg")], workers))
    made = [svg_at(shot).encode() if name.endswith(".svg") else next(drawn) for name, shot in named]
    digested = [_with_digest(name, data) for (name, _), data in zip(large, made, strict=False)]
    images = dict(zip([*digested, *(name for name, _ in small)], made, strict=True))
    return images, dict(zip((shot.svg for _, shot in large), digested, strict=True))


def _with_digest(name: str, data: bytes) -> str:
    stem, dot, form = name.rpartition(".")
    return f"{stem}-{hashlib.sha256(data).hexdigest()[:8]}{dot}{form}"


def board_image(stem: str) -> str:
    """The name of the image of a board: PNG always, for VASSAL takes minutes to paint a map sheet of SVG."""
    return f"{stem}.png"


def cover_shot(definition: Definition) -> tuple[str, Shot]:
    """The cover as VASSAL shows it, and its name."""
    return "about.png", Shot(cover_svg(definition), width=_COVER_PX)


def chart_shot(chart: Drawing, look: Look) -> tuple[str, Shot]:
    """A chart and its name."""
    shot = Shot(chart.svg, width=round(chart.width_mm * _CHART_PX_PER_MM))
    return look.image(f"chart-{chart.name}"), shot


def counter_shots(definition: Definition, look: Look) -> Iterator[tuple[str, Shot]]:
    """Every face of the counters that are no cards, and the markers."""
    width, text_as = look.px * DETAIL, look.text_as
    for counter in definition.counters.values():
        for face in FACES_OF_A_COUNTER[: counter.steps if counter.form == "counter" else 0]:
            name = front_image(counter.id) if face == "front" else back_image(counter.id)
            drawn = counter_svg(definition, counter.id, face, text_as=text_as)
            yield look.image(name), Shot(drawn.svg, width=width)
    for name in definition.game.markers:
        drawn = marker_svg(definition, name, text_as=text_as)
        yield look.image(marker_image(name)), Shot(drawn.svg, width=width)


def state_shots(definition: Definition, file: VassalFile, look: Look) -> Iterator[tuple[str, Shot]]:
    """The plates of all states, for pieces of a look."""
    width = look.px * DETAIL - 2 * DETAIL
    for name, state in file.states.items():
        words = definition.game.markers[name].text or definition.game.markers[name].name.upper()
        for number in range(1, state.levels + 1):
            told = words if number == 1 else f"{words} x{number}"
            yield look.image(state_image(name, number)), Shot(plate_svg(told, look.text_as), width=width)


def plate_svg(words: str, text_as: TextAs = "text") -> str:
    """The plate across a counter that tells its state, on the width of a 5/8-in counter."""
    width, height = _PLATE
    canvas, colours = (
        Canvas(width, height, title=words, text_as=text_as),
        art().palette("sides").under("neutral"),
    )
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
