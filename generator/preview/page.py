"""The page: its sections in order, then the pictures, type and script that they need, in one HTML file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path
from typing import Any

from generator.building import senlac_version
from generator.cache.files import write_bytes
from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.figures import Box
from generator.drawing.svg import Canvas
from generator.drawing.typeface import CAPS, SANS, SANS_BOLD, TEXT, TEXT_BOLD, TEXT_ITALIC, TITLE, Face
from generator.drawing.typography import printed
from generator.look import look_of
from generator.preview.fonts import font_faces
from generator.preview.gallery import Gallery
from generator.preview.pieces import cards_section, counters_section
from generator.preview.sheets import boards_section, charts_section, maps_section
from generator.preview.text_sections import (
    numbers_section,
    provenance_section,
    rulings_section,
    scenarios_section,
)
from generator.sheets.hero import draw_hero
from modules.definition import Definition
from modules.templates import Templates, markup

_HERE = Path(__file__).parent
_TEMPLATES = Templates("generator.preview", printed=printed)
_FACES: tuple[Face, ...] = (SANS, SANS_BOLD, TEXT, TEXT_BOLD, TEXT_ITALIC, CAPS, TITLE)
"""The typefaces of the page's own words."""

_COLOURS = ("paper", "band", "rule", "ink", "soft", "accent", "head", "head_ink")
"""Names of the chart palette that the page's style uses."""

_HERO = (190.0, 48.0)
"""The picture of the armies, in mm."""

Section = Callable[[Definition, Gallery], Any]
_SECTIONS: tuple[tuple[str, str, str, Section], ...] = (
    ("counters", "Counters", "pieces", counters_section),
    ("cards", "Cards", "pieces", cards_section),
    ("maps", "Maps", "windows", maps_section),
    ("boards", "Boards", "windows", boards_section),
    ("charts", "Charts", "charts", charts_section),
    ("scenarios", "Scenarios", "scenarios", scenarios_section),
    ("numbers", "Numbers", "numbers", numbers_section),
    ("rulings", "Rulings", "rulings", rulings_section),
    ("provenance", "Provenance", "provenance", provenance_section),
)
"""Id and title of each section, the macro of sections.html that shows it, and the maker of what is shown."""


@dataclass(frozen=True, slots=True)
class Preview:
    """A page as bytes of HTML, and the titles of its sections."""

    data: bytes
    sections: tuple[str, ...]


def write_preview(definition: Definition, out: Path, links: Sequence[tuple[str, str]] = ()) -> Preview:
    """Write the page of a game, whole or not at all. Raises as `make_preview`, and OSError."""
    made = make_preview(definition, links)
    write_bytes(out, made.data)
    return made


def make_preview(definition: Definition, links: Sequence[tuple[str, str]] = ()) -> Preview:
    """The page of a game. The same definition and art give the same bytes. `links`: words and addresses of
    what goes with it, such as its kit.

    Raises CounterError, CardError and the other errors of art and drawing.
    """
    gallery = Gallery(look_of(definition))
    made = [
        {"name": name, "title": title, "form": form, "told": draw(definition, gallery)}
        for name, title, form, draw in _SECTIONS
    ]
    sections = [each for each in made if each["told"]]
    body = _TEMPLATES.fill(
        "body.html",
        game=definition.game,
        hero=gallery.picture(_hero(gallery.look, definition)),
        links=links,
        sections=sections,
        made=f"{definition.name} {definition.game.version}, definition {definition.digest[:12]}, "
        f"senlac {senlac_version()}",
    )
    text = _TEMPLATES.fill(
        "page.html",
        title=definition.game.title,
        style=markup(_style(gallery, body)),
        shared=gallery.shared,
        body=markup(body),
        script=markup((_HERE / "page.js").read_text(encoding="utf-8")),
    )
    return Preview(f"{text}\n".encode(), tuple(each["title"] for each in sections))


def _style(gallery: Gallery, body: str) -> str:
    """The type, for the letters that the page sets, and the look of the page and of its pictures."""
    plain = unescape(re.sub(r"<[^>]*>", "", body))
    every = set(plain) | {chr(code) for code in range(32, 127)}
    letters = {face: every | gallery.letters.get(face, set()) for face in _FACES}
    page = _colours(gallery.look) + (_HERE / "page.css").read_text(encoding="utf-8")
    return font_faces(gallery.look, letters) + page + gallery.styles


def _colours(look: Look) -> str:
    """The colours of the page: those of the game's charts."""
    palette = look.palette("chart")
    return f":root{{{''.join(f'--{name}:{palette[name]};' for name in _COLOURS)}}}"


def _hero(look: Look, definition: Definition) -> Drawing:
    """The armies against one another, as on the cover of a kit."""
    canvas = Canvas(look, *_HERO, title=definition.game.title)
    draw_hero(canvas, definition, Box(0, 0, *_HERO))
    return Drawing("hero", definition.game.title, canvas.svg(), *_HERO)
