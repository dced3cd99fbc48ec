"""The pictures of a module: every image as bytes of PNG or SVG under the name that the build file uses.

Images of more than one tile (256 px) bear a digest in their name. VASSAL cuts them into tiles once and keeps
these while the image's time in the zip is not newer; our zips have fixed times, so a changed picture under
its old name would not be seen. Source: `tools/image/tilecache/TilingHandler.java` (launch) of VASSAL 3.7.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from generator.cache.store import Store
from generator.drawing.art import Look
from generator.drawing.figures import Box, draw_figure
from generator.drawing.marks import rounded
from generator.drawing.panel import TextAs
from generator.drawing.raster import Shot, pngs, svg_at
from generator.drawing.svg import Canvas, Pen, pt
from generator.drawing.typeface import SANS_BOLD, TEXT, TEXT_ITALIC, TITLE
from generator.vassal.module.data import VassalFile
from generator.vassal.module.names import Rendering, state_image
from modules.definition import Definition

_PLATE = (15.0, 3.3)
_PLATE_EDGE = 2
"""Px of an image by which the plate of a state is narrower than its counter, on either hand."""

_COVER = (120.0, 64.0)
"""The cover's width and least height in mm; long words make it taller."""

_COVER_PX = 640

_BAND, _RANK = 18.0, 4
"""The height in mm of the picture on the cover, and how many figures of a side stand in it at most."""


@dataclass(frozen=True)
class ModulePictures:
    """All images by name, and under which of these names boards, charts and the cover stand.

    `charts` gives (title, image) by the title of their tab: a scenario's, or that of the guide.
    """

    images: Mapping[str, bytes]
    boards: Mapping[str, str]
    charts: Mapping[str, tuple[tuple[str, str], ...]]
    cover: str


def rendered(shots: Iterable[tuple[str, Shot]], store: Store, workers: int) -> dict[str, bytes]:
    """The images of shots by their names, made in `workers` processes where they are not in the store. What
    is called .svg stays SVG."""
    named = dict(shots)
    keys = {name: _key(shot) for name, shot in named.items() if not name.endswith(".svg")}
    kept = {name: store.find(key) for name, key in keys.items()}
    missing = [name for name, data in kept.items() if data is None]
    drawn = dict(zip(missing, pngs([named[name] for name in missing], workers), strict=True))
    for name, data in drawn.items():
        store.keep(keys[name], data)
    return {
        name: (drawn.get(name) or kept[name] or b"") if name in keys else svg_at(shot).encode()
        for name, shot in named.items()
    }


def _key(shot: Shot) -> str:
    """What tells a shot from others that the same code renders."""
    svg = hashlib.sha256(shot.svg.encode()).hexdigest()
    return f"{svg} {shot.dpi} {shot.width} {shot.background}"


def with_digest(name: str, data: bytes) -> str:
    """The name of a large image."""
    stem, dot, form = name.rpartition(".")
    return f"{stem}-{hashlib.sha256(data).hexdigest()[:8]}{dot}{form}"


def board_image(stem: str) -> str:
    """The name of the image of a board: PNG always, for VASSAL takes long to paint a map sheet of SVG."""
    return f"{stem}.png"


def cover_shot(look: Look, definition: Definition) -> tuple[str, Shot]:
    """The cover as VASSAL shows it, and its name."""
    return "about.png", Shot(look, cover_svg(look, definition), width=_COVER_PX)


def state_shots(definition: Definition, file: VassalFile, rendering: Rendering) -> Iterator[tuple[str, Shot]]:
    """The plates of all states, for pieces of a rendering."""
    width = rendering.px * rendering.detail - 2 * _PLATE_EDGE
    for name, state in file.states.items():
        words = definition.game.markers[name].text or definition.game.markers[name].name.upper()
        for number in range(1, state.levels + 1):
            told = words if number == 1 else f"{words} x{number}"
            yield (
                rendering.image(state_image(name, number)),
                Shot(rendering.look, plate_svg(rendering.look, told, rendering.text_as), width=width),
            )


def plate_svg(look: Look, words: str, text_as: TextAs = "text") -> str:
    """The plate across a counter that tells its state, on the width of a 5/8-in counter."""
    width, height = _PLATE
    canvas, colours = (
        Canvas(look, width, height, title=words, text_as=text_as),
        look.palette("sides").under("neutral"),
    )
    outline = rounded(Box(0, 0, width, height).inset(0.2), 0.8)
    canvas.path(outline, fill=colours["light"], stroke=colours["outline"], stroke_width=0.4)
    size = canvas.fonts.fit(words, SANS_BOLD, width - 1.6, pt(9), pt(4))
    at = (width / 2, height / 2)
    canvas.text(words, *at, size, SANS_BOLD, anchor="middle", align="middle", fill=colours["outline"])
    return canvas.svg()


def cover_svg(look: Look, definition: Definition) -> str:
    """The picture that VASSAL shows while the module loads: title, version, summary, whose work it is."""
    width, least = _COVER
    game, palette = definition.game, look.palette("chart")
    canvas = Canvas(look, width, least, title=game.title)
    ground, middle, room = canvas.group(), width / 2, width - 16
    size = canvas.fonts.fit(game.title, TITLE, room, pt(24), pt(8))
    canvas.text(game.title, middle, 16, size, TITLE, anchor="middle", fill=palette["accent"])
    _armies(canvas, definition, 20.0, width)
    y = 26.0 + _BAND
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


def _armies(pen: Pen, definition: Definition, top: float, width: float) -> None:
    """A band for each side in its colours, with the figures of its kinds."""
    sides = {
        name: list(dict.fromkeys(c.kind for c in definition.counters.values() if c.side == name))
        for name in definition.game.sides
    }
    sides = {name: kinds for name, kinds in sides.items() if kinds}
    room = (width - 8) / max(len(sides), 1)
    for at, (name, kinds) in enumerate(sides.items()):
        colours = pen.look.palette("sides").under(definition.game.sides[name].palette)
        left, shown = 4 + at * room, kinds[: max(1, min(_RANK, int(room // 12)))]
        pen.rect(left, top, room, _BAND, fill=colours["ground"])
        for place, kind in enumerate(shown):
            step = room / len(shown)
            box = Box(left + place * step + 1, top + 2, step - 2, _BAND - 4)
            draw_figure(pen, pen.look.figure(definition.game.kinds[kind].figure), box, colours)
