"""The cartouche of a sheet: its title with the day of the battle and a frieze; compass rose and scale bar."""

from __future__ import annotations

from generator.drawing.figures import Box, draw_figure
from generator.drawing.svg import Pen, num, pt
from generator.drawing.typeface import CAPS, SANS, SANS_BOLD, TEXT, TEXT_ITALIC, TITLE
from generator.sheets.frieze import draw_frieze
from modules.definition.formats.scenarios import HexScenario
from modules.definition.model import Definition

CARTOUCHE_MM = 54.0
"""The least height of a cartouche."""

_WORDS_TALL = 33.0
_POINTS = ("north", "east", "south", "west")
_NICE = (1, 2, 5, 10, 20, 25, 50, 100)


def draw_compass(pen: Pen, x: float, y: float, radius: float, up: str) -> None:
    """A rose centred on (x, y) whose letters tell which point of the compass lies which way."""
    palette = pen.look.palette("map")
    colours = {"outline": palette["frame"], "light": palette["paper"]}
    box = Box(x - radius, y - radius, 2 * radius, 2 * radius)
    draw_figure(pen, pen.look.figure("glyphs/compass"), box, colours)
    first = _POINTS.index(up)
    for i, (dx, dy) in enumerate(((0, -1), (1, 0), (0, 1), (-1, 0))):
        name = _POINTS[(first + i) % 4]
        size, face = (pt(15), CAPS) if name == "north" else (pt(8), SANS_BOLD)
        fill = palette["accent"] if name == "north" else palette["frame"]
        away = radius + (3.4 if name == "north" else 2.2)
        at = (x + dx * away, y + dy * away)
        pen.text(name[0].upper(), *at, size, face, anchor="middle", align="middle", fill=fill)


def scale_steps(hex_mm: float, metres_per_hex: int, room: float) -> tuple[int, int]:
    """Metres of one step of a scale bar and how many of them: a round step, all within `room` mm."""
    per_mm = metres_per_hex / hex_mm
    wanted = room / 3 * per_mm
    power = 1
    while power * 100 <= wanted:
        power *= 10
    step = max((n * power for n in _NICE if n * power <= wanted), default=1)
    return step, max(1, int(room * 0.95 / (step / per_mm)))


def draw_scale(pen: Pen, x: float, y: float, room: float, hex_mm: float, metres_per_hex: int) -> None:
    """A scale bar at most `room` mm long with its left end at (x, y), and what a hex measures."""
    palette = pen.look.palette("map")
    step, count = scale_steps(hex_mm, metres_per_hex, room)
    long = step * hex_mm / metres_per_hex
    unit, per = ("km", 1000) if step % 1000 == 0 else ("m", 1)
    dark = palette["frame"]
    for i in range(count):
        fill = palette["paper" if i % 2 else "frame"]
        pen.rect(x + i * long, y, long, 1.8, fill=fill, stroke=dark, stroke_width=0.25)
    ink = palette["ink"]
    for i in range(count + 1):
        words = f"{i * step // per}{f' {unit}' if i == count else ''}"
        pen.text(words, x + i * long, y - 1, pt(8), SANS, anchor="middle", fill=ink)
    at = (x + count * long / 2, y + 2.8)
    words = f"1 hex = {metres_per_hex} m"
    pen.text(words, *at, pt(8), TEXT_ITALIC, anchor="middle", align="top", fill=ink)


def draw_cartouche(pen: Pen, box: Box, definition: Definition, name: str, battle: HexScenario | None) -> None:
    """The title of the game, the name of the map, the day of the battle and a frieze, in a double frame.

    Raises TextTooWideError, UnknownColourError, MissingArtError.
    """
    palette, fonts = pen.look.palette("map"), pen.canvas.fonts
    _draw_border(pen, box, ornate=pen.look.style.frieze is True)
    middle, room = box.x + box.width / 2, box.width - 8
    frieze = battle is not None and pen.look.style.frieze
    tall = min(box.height - _WORDS_TALL, 0.27 * room) if frieze else 0.0
    top = box.y + max(0.0, box.height - _WORDS_TALL - tall) / 2
    size = fonts.fit(definition.game.title, TITLE, room, pt(18), pt(7))
    words = definition.game.title
    pen.text(words, middle, top + 9.5, size, TITLE, anchor="middle", fill=palette["accent"])
    size = fonts.fit(name, CAPS, room, pt(30), pt(9))
    pen.text(name, middle, top + 21.5, size, CAPS, anchor="middle", fill=palette["ink"])
    if battle is not None:
        words = _day(definition, battle)
        size = fonts.fit(words, TEXT, room, pt(11), pt(6))
        pen.text(words, middle, top + 28, size, TEXT, anchor="middle", fill=palette["ink"])
    if battle is not None and frieze:
        draw_frieze(pen, definition, battle, Box(box.x + 3.2, top + 31, box.width - 6.4, tall - 1.5))


def _day(definition: Definition, battle: HexScenario) -> str:
    """The day of a battle, behind its title where its map has sheets of others too."""
    sheets = [each for each in definition.printed_sheets.values() if each.map == battle.map]
    return f"{battle.title} · {battle.date}" if len(sheets) > 1 else battle.date


def _draw_border(pen: Pen, box: Box, *, ornate: bool) -> None:
    """A double frame on a shadow; an `ornate` one has hollow corners with a boss in each."""
    palette = pen.look.palette("map")
    line = {"stroke": palette["frame"], "stroke_linejoin": "round"}
    hollow = 4.2 if ornate else 0.0
    pen.path(_hollowed(box, hollow, 0.9), fill=palette["shadow"])
    pen.path(_hollowed(box, hollow), fill=palette["paper"], stroke_width=0.9, **line)
    pen.path(_hollowed(box.inset(1.3), hollow), fill="none", stroke_width=0.25, **line)
    if not ornate:
        return
    pen.path(
        _hollowed(box.inset(1.9), hollow),
        fill="none",
        **{**line, "stroke": palette["accent"]},
        stroke_width=0.35,
    )
    for x in (box.x + 1.1, box.x + box.width - 1.1):
        for y in (box.y + 1.1, box.y + box.height - 1.1):
            pen.circle(x, y, 1.7, fill=palette["paper"], stroke=palette["frame"], stroke_width=0.5)
            pen.circle(x, y, 0.7, fill=palette["accent"])


def _hollowed(box: Box, hollow: float, moved: float = 0.0) -> str:
    """Path data of a box whose corners are hollow by a radius (mm), moved to the right and down."""
    left, top, arc = box.x + moved, box.y + moved, f"A{num(hollow)} {num(hollow)} 0 0 0"
    right, bottom = left + box.width, top + box.height
    return (
        f"M{num(left + hollow)} {num(top)}H{num(right - hollow)}{arc} {num(right)} {num(top + hollow)}"
        f"V{num(bottom - hollow)}{arc} {num(right - hollow)} {num(bottom)}"
        f"H{num(left + hollow)}{arc} {num(left)} {num(bottom - hollow)}"
        f"V{num(top + hollow)}{arc} {num(left + hollow)} {num(top)}Z"
    )
