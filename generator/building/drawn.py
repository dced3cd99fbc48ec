"""What a build draws: for each kind of picture the units that there are, and how a unit is drawn.

A unit is what is drawn from one excerpt of the definition: the counters of a group with both faces, a map.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from generator.blocks import back_svg, block_pieces, block_sides, block_svg
from generator.building import excerpts
from generator.building.picture import About, What
from generator.cards import card_pieces, card_svg, decks
from generator.counters import FACES_OF_A_COUNTER, marker, piece, piece_svg
from generator.drawing import Drawing
from generator.pictures import TextAs, boards_of, charts_of_scenario, guide_of, sheet_of_map
from modules.definition import Definition

_MARKER, _BACK, _GUIDE = "marker ", "back ", "the guide"
Drawings = Iterator[tuple[About, Drawing]]


@dataclass(frozen=True)
class Drawn:
    """One kind of picture: the names of its units, the excerpt a unit is drawn from, and its drawings.

    `halves`: so much work that one process draws the SVG, with its letters as outlines for viewers without
    our fonts, and another makes the PNG from letters, which is the same picture.
    """

    units: Callable[[Definition], Iterable[str]]
    excerpt: Callable[[Definition, str], Definition]
    drawings: Callable[[Definition, str, TextAs], Drawings]
    halves: bool = False


def _counters(definition: Definition) -> Iterator[str]:
    """Groups of counters, then markers."""
    yield from dict.fromkeys(c.group for c in definition.counters.values() if c.form == "counter")
    for name in definition.game.markers:
        yield f"{_MARKER}{name}"


def _draw_counters(definition: Definition, unit: str, text_as: TextAs) -> Drawings:
    if unit.startswith(_MARKER):
        each = marker(definition, unit.removeprefix(_MARKER))
        yield (
            {"marker": each.id, "count": each.count},
            piece_svg(definition, each, FACES_OF_A_COUNTER[0], text_as=text_as),
        )
        return
    for counter in definition.counters:
        for face in FACES_OF_A_COUNTER:
            about: About = {"counter": counter, "face": face}
            yield about, piece_svg(definition, piece(definition, counter), face, text_as=text_as)


def _cards(definition: Definition) -> Iterator[str]:
    """Cards, then the backs of packs."""
    yield from (each.id for each in card_pieces(definition))
    yield from (f"{_BACK}{deck}" for deck in decks(definition))


def _draw_card(definition: Definition, unit: str, text_as: TextAs) -> Drawings:
    if unit.startswith(_BACK):
        first = decks(definition)[unit.removeprefix(_BACK)]
        yield (
            {"deck": first.deck, "face": "back"},
            card_svg(definition, first.id, "back", text_as=text_as),
        )
        return
    (card,) = (each for each in card_pieces(definition) if each.id == unit)
    yield (
        {"deck": card.deck, "face": "front", "card": card.id, "count": card.count},
        card_svg(definition, card.id, "front", text_as=text_as),
    )


def _blocks(definition: Definition) -> Iterator[str]:
    """Blocks, then the backs of sides."""
    yield from (each.id for each in block_pieces(definition))
    yield from (f"{_BACK}{side}" for side in block_sides(definition))


def _draw_block(definition: Definition, unit: str, text_as: TextAs) -> Drawings:
    if unit.startswith(_BACK):
        side = unit.removeprefix(_BACK)
        yield {"side": side, "face": "back"}, back_svg(definition, side, text_as=text_as)
    else:
        yield {"block": unit, "face": "front"}, block_svg(definition, unit, text_as=text_as)


def _draw_map(definition: Definition, unit: str, text_as: TextAs) -> Drawings:
    yield {"map": unit}, sheet_of_map(definition, unit, text_as)


def _draw_boards(definition: Definition, unit: str, text_as: TextAs) -> Drawings:
    for drawing in boards_of(definition, unit, text_as):
        yield {"board": unit}, drawing


def _charts(definition: Definition) -> Iterator[str]:
    """The guide to the counters, then scenarios."""
    yield _GUIDE
    yield from definition.scenarios


def _of_charts(definition: Definition, unit: str) -> Definition:
    return excerpts.of_pieces(definition) if unit == _GUIDE else excerpts.of_scenario(definition, unit)


def _draw_charts(definition: Definition, unit: str, text_as: TextAs) -> Drawings:
    found = guide_of(definition, text_as) if unit == _GUIDE else charts_of_scenario(definition, unit, text_as)
    for drawing in found:
        yield {"chart": drawing.name}, drawing


def _maps(definition: Definition) -> Iterator[str]:
    """Maps of hexes, then of areas."""
    yield from definition.maps
    yield from definition.area_maps


DRAWN: dict[What, Drawn] = {
    "counters": Drawn(_counters, excerpts.of_piece, _draw_counters),
    "blocks": Drawn(_blocks, lambda definition, _: excerpts.of_pieces(definition), _draw_block),
    "cards": Drawn(_cards, lambda definition, _: excerpts.of_pieces(definition), _draw_card),
    "maps": Drawn(_maps, excerpts.of_map, _draw_map, halves=True),
    "boards": Drawn(lambda definition: definition.boards, excerpts.of_board, _draw_boards),
    "charts": Drawn(_charts, _of_charts, _draw_charts),
}
"""By kind, in the order of the manifest."""


def parts_of(definition: Definition) -> tuple[What, ...]:
    """The kinds of picture that this game has."""
    return tuple(what for what, drawn in DRAWN.items() if any(True for _ in drawn.units(definition)))
