"""The page: its sections in order, then the pictures, type and script that they need, in one HTML file."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import unescape
from pathlib import Path

from generator.building import senlac_version
from generator.cache.files import write_bytes
from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.drawing.figures import Box
from generator.drawing.svg import Canvas
from generator.drawing.typeface import CAPS, SANS, SANS_BOLD, TEXT, TEXT_BOLD, TEXT_ITALIC, TITLE, Face
from generator.look import look_of
from generator.preview.fonts import font_faces
from generator.preview.gallery import Gallery
from generator.preview.markup import tag, words
from generator.preview.pieces import cards_section, counters_section
from generator.preview.sheets import boards_section, charts_section, maps_section
from generator.preview.told import numbers_section, provenance_section, rulings_section, scenarios_section
from generator.sheets.hero import draw_hero
from modules.definition import Definition

_HERE = Path(__file__).parent
_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; font-src data:; img-src data:"
)
_FACES: tuple[Face, ...] = (SANS, SANS_BOLD, TEXT, TEXT_BOLD, TEXT_ITALIC, CAPS, TITLE)
"""The typefaces of the page's own words."""

_COLOURS = ("paper", "band", "rule", "ink", "soft", "accent", "head", "head_ink")
"""Names of the chart palette that the page's style uses."""

_HERO = (190.0, 48.0)
"""The picture of the armies, in mm."""

Section = Callable[[Definition, Gallery], str]
_SECTIONS: tuple[tuple[str, str, Section], ...] = (
    ("counters", "Counters", counters_section),
    ("cards", "Cards", cards_section),
    ("maps", "Maps", maps_section),
    ("boards", "Boards", boards_section),
    ("charts", "Charts", charts_section),
    ("scenarios", "Scenarios", scenarios_section),
    ("numbers", "Numbers", numbers_section),
    ("rulings", "Rulings", rulings_section),
    ("provenance", "Provenance", provenance_section),
)


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
    look = look_of(definition)
    gallery = Gallery(look)
    made = [(name, title, draw(definition, gallery)) for name, title, draw in _SECTIONS]
    there = [(name, title, body) for name, title, body in made if body]
    sections = "".join(tag("section", tag("h2", words(title)) + body, id=name) for name, title, body in there)
    body = _header(definition, gallery, links) + _menu(there) + tag("main", sections) + _footer(definition)
    text = tag("html", _head(definition, gallery, body) + _body(gallery, body), lang="en")
    return Preview(f"<!DOCTYPE html>\n{text}\n".encode(), tuple(title for _, title, _ in there))


def _head(definition: Definition, gallery: Gallery, body: str) -> str:
    plain = unescape(re.sub(r"<[^>]*>", "", body))
    every = set(plain) | {chr(code) for code in range(32, 127)}
    letters = {face: every | gallery.letters.get(face, set()) for face in _FACES}
    page = _colours(gallery.look) + (_HERE / "page.css").read_text(encoding="utf-8")
    style = font_faces(gallery.look, letters) + page + gallery.styles
    parts = [
        tag("meta", charset="utf-8"),
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">',
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", words(definition.game.title)),
        tag("link", rel="icon", href="data:,"),
        tag("style", style),
    ]
    return tag("head", "".join(parts))


def _colours(look: Look) -> str:
    """The colours of the page: those of the game's charts."""
    palette = look.palette("chart")
    return f":root{{{''.join(f'--{name}:{palette[name]};' for name in _COLOURS)}}}"


def _body(gallery: Gallery, body: str) -> str:
    script = tag("script", (_HERE / "page.js").read_text(encoding="utf-8"))
    return tag("body", gallery.symbols + body + script)


def _header(definition: Definition, gallery: Gallery, links: Sequence[tuple[str, str]]) -> str:
    game = definition.game
    thanks = (game.credits.design, game.credits.published, game.credits.notice)
    lines = "".join(tag("p", words(line)) for line in thanks)
    beside = "".join(tag("a", words(told), href=address, class_="beside") for told, address in links)
    return tag(
        "header",
        tag("h1", words(game.title))
        + tag("div", gallery.picture(_hero(gallery.look, definition)), class_="hero")
        + tag("p", words(game.summary), class_="lead")
        + (tag("p", beside) if beside else "")
        + tag("div", lines, class_="fine"),
    )


def _hero(look: Look, definition: Definition) -> Drawing:
    """The armies against one another, as on the cover of a kit."""
    canvas = Canvas(look, *_HERO, title=definition.game.title)
    draw_hero(canvas, definition, Box(0, 0, *_HERO))
    return Drawing("hero", definition.game.title, canvas.svg(), *_HERO)


def _menu(there: list[tuple[str, str, str]]) -> str:
    links = "".join(tag("a", words(title), href=f"#{name}") for name, title, _ in there)
    turn = tag(
        "button", "Turn all", type="button", id="turn", title="Turn all counters and cards over (key T)"
    )
    search = tag("input", type="search", id="search", placeholder="Search", aria_label="Search this page")
    return tag("nav", links + search + turn, aria_label="Sections")


def _footer(definition: Definition) -> str:
    digest = definition.digest[:12]
    made = f"{definition.name} {definition.game.version}, definition {digest}, senlac {senlac_version()}"
    return tag("footer", tag("p", words(made)))
