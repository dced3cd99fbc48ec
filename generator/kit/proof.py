"""A proof: every kind of piece of a kit with front and back side by side, as they are once glued, to read
through before anything is printed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator.cache.files import write_bytes
from generator.cards import CardPiece, card_pieces, card_symbol
from generator.counters.blocks import block_pieces, face_of
from generator.counters.printed import (
    FACES_OF_A_COUNTER,
    Piece,
    Side,
    piece_symbol,
    pieces,
    side_mm,
    size_within,
)
from generator.drawing.art import Look
from generator.drawing.raster import png
from generator.drawing.svg import Canvas, pt
from generator.drawing.typeface import CAPS, SANS
from generator.kit.greys import printed_look
from generator.kit.inks import greyed
from generator.kit.options import KitOptionError, Options, PartName
from generator.kit.page import INK, SOFT
from generator.kit.sections import widest_counter
from generator.look import look_of
from modules.definition import Definition

_DPI = 150
_WIDTH, _EDGE = 420.0, 8.0
_BETWEEN, _APART, _LABEL = 0.8, 5.0, 5.0
"""Between front and back of a piece, between pieces, and for the words below them, in mm."""


@dataclass(frozen=True)
class Proved:
    """A kind of piece: its name, how many there are, its size in mm; `symbol` defines a face in a canvas."""

    name: str
    count: int
    width: float
    height: float
    symbol: Callable[[Canvas, Side], str]


def write_proof(definition: Definition, out: Path, options: Options | None = None) -> int:
    """Write the proof of the wanted parts as PNG, whole or not at all; gives how many kinds it shows.

    Raises KitOptionError where there are none, the errors of drawing, and OSError.
    """
    look = look_of(definition)
    options = options or Options()
    groups = proved(look, definition, options)
    if not groups:
        raise KitOptionError(f"--proof: {definition.name} has no pieces in the parts that --only names")
    shown = printed_look(look, definition, options)
    svg = proof(shown, f"{definition.game.title}, version {definition.game.version}", groups).svg()
    write_bytes(out, png(look, greyed(svg) if options.greyscale else svg, dpi=_DPI, background="#ffffff"))
    return sum(len(each) for each in groups.values())


def proved(look: Look, definition: Definition, options: Options) -> dict[str, list[Proved]]:
    """The kinds of pieces under their headings, those without any left out."""
    limit = widest_counter(definition)
    found: dict[PartName, list[Proved]] = {"counters": [], "cards": [], "blocks": [], "markers": []}
    for each in pieces(look, definition):
        found["markers" if each.marker else "counters"].append(_of_counter(look, definition, each, limit))
    found["cards"] = [_of_card(definition, each) for each in card_pieces(look, definition)]
    found["blocks"] = [_of_block(look, definition, each) for each in block_pieces(look, definition)]
    return {part.title(): kinds for part, kinds in found.items() if kinds and options.wants(part)}


def _of_counter(look: Look, definition: Definition, each: Piece, limit: float) -> Proved:
    size = size_within(look, each, limit)
    side, name = side_mm(look, each, size), each.name if each.marker else each.id

    def symbol(canvas: Canvas, face: Side) -> str:
        return piece_symbol(canvas, definition, each, face, size=size)

    return Proved(name, each.count, side, side, symbol)


def _of_block(look: Look, definition: Definition, each: Piece) -> Proved:

    def symbol(canvas: Canvas, face: Side) -> str:
        return piece_symbol(canvas, definition, face_of(canvas.look, definition, each, face), face)

    return Proved(each.id, each.count, side_mm(look, each), side_mm(look, each), symbol)


def _of_card(definition: Definition, each: CardPiece) -> Proved:

    def symbol(canvas: Canvas, face: Side) -> str:
        return card_symbol(canvas, definition, each, face)

    return Proved(each.name, each.count, each.width_mm, each.height_mm, symbol)


def proof(look: Look, title: str, groups: dict[str, list[Proved]]) -> Canvas:
    """The proof as a picture. Raises the errors of drawing."""
    canvas, y = Canvas(look, _WIDTH, _WIDTH, title=f"{title}: proof"), _EDGE + 6.0
    canvas.text(f"{title}: front and back of every piece", _EDGE, y, pt(18), CAPS, fill=INK)
    for heading, kinds in groups.items():
        y += 10.0
        count = sum(each.count for each in kinds)
        canvas.text(f"{heading}: {count}", _EDGE, y, pt(14), CAPS, fill=INK)
        y += 4.0
        for row in _rows(kinds):
            y = _row(canvas, row, y)
    canvas.height = y + _EDGE
    return canvas


def _rows(kinds: Sequence[Proved]) -> list[list[Proved]]:
    rows: list[list[Proved]] = []
    free = 0.0
    for each in kinds:
        wide = 2 * each.width + _BETWEEN + _APART
        if not rows or wide > free:
            rows.append([])
            free = _WIDTH - 2 * _EDGE + _APART
        rows[-1].append(each)
        free -= wide
    return rows


def _row(canvas: Canvas, row: Sequence[Proved], y: float) -> float:
    """Pieces with their names below; gives where the next row begins."""
    x, tall = _EDGE, max(each.height for each in row)
    for each in row:
        pair = 2 * each.width + _BETWEEN
        for number, face in enumerate(FACES_OF_A_COUNTER):
            canvas.use(each.symbol(canvas, face), x + number * (each.width + _BETWEEN), y)
        words = f"{each.name} × {each.count}" if each.count > 1 else each.name
        size = canvas.fonts.fit(words, SANS, pair, pt(7), pt(3))
        at = (x + pair / 2, y + each.height + 3.0)
        canvas.text(words, *at, size, SANS, anchor="middle", fill=SOFT)
        x += pair + _APART
    return y + tall + _LABEL
