"""How each unit of a build is drawn. Letters are outlines, for viewers without our fonts.

What few games have is imported where it is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from generator.building.picture import About, What
from generator.building.units import BACK, GUIDE, MARKER, SIGNS, Unit, section_named
from generator.counters.blocks import back_svg, block_svg
from generator.counters.printed import FACES_OF_A_COUNTER, marker, piece, piece_svg
from generator.drawing.art import Look
from generator.drawing.document import Drawing
from generator.sheets.pictures import (
    boards_of,
    charts_of_scenario,
    guide_of,
    hex_sheet,
    sheet_of_map,
    signs_of,
)
from modules.definition import Definition

_TEXT_AS: Literal["paths"] = "paths"
_Drawings = Iterator[tuple[About, Drawing]]


def drawings_of(look: Look, unit: Unit, definition: Definition) -> _Drawings:
    """The drawings of a unit, from its excerpt alone, with what each shows."""
    return ((about, drawing) for _, about, drawing in drawings_together(look, [unit], definition))


def drawings_together(
    look: Look, units: Sequence[Unit], definition: Definition
) -> Iterator[tuple[Unit, About, Drawing]]:
    """The drawings of units that are made together (`Unit.together`): all of a map from one drawing of it."""
    excerpt = units[0].excerpt(definition)
    for unit in units:
        if unit.what == "counters":
            found = _counters(look, excerpt, unit.name, in_play=unit.in_play)
        elif unit.what == "maps":
            yield from _maps(look, excerpt, units)
            return
        else:
            found = _DRAW[unit.what](look, excerpt, unit.name)
        yield from ((unit, about, drawing) for about, drawing in found)


def _counters(look: Look, definition: Definition, name: str, *, in_play: bool) -> _Drawings:
    if name.startswith(MARKER):
        each = marker(look, definition, name.removeprefix(MARKER))
        yield (
            {"marker": each.id, "count": each.count},
            piece_svg(look, definition, each, FACES_OF_A_COUNTER[0], text_as=_TEXT_AS),
        )
        return
    for counter, told in definition.counters.items():
        each = piece(look, definition, counter)
        for face in FACES_OF_A_COUNTER[: told.steps if in_play else None]:
            about: About = {"counter": counter, "face": face}
            yield about, piece_svg(look, definition, each, face, text_as=_TEXT_AS)


def _card(look: Look, definition: Definition, name: str) -> _Drawings:
    from generator.cards import card_pieces, card_svg, decks

    if name.startswith(BACK):
        first = decks(look, definition)[name.removeprefix(BACK)]
        yield (
            {"deck": first.deck, "face": "back"},
            card_svg(look, definition, first.id, "back", text_as=_TEXT_AS),
        )
        return
    (card,) = (each for each in card_pieces(look, definition) if each.id == name)
    yield (
        {"deck": card.deck, "face": "front", "card": card.id, "count": card.count},
        card_svg(look, definition, card.id, "front", text_as=_TEXT_AS),
    )


def _block(look: Look, definition: Definition, name: str) -> _Drawings:
    if name.startswith(BACK):
        side = name.removeprefix(BACK)
        yield {"side": side, "face": "back"}, back_svg(look, definition, side, text_as=_TEXT_AS)
    else:
        yield {"block": name, "face": "front"}, block_svg(look, definition, name, text_as=_TEXT_AS)


def _maps(look: Look, definition: Definition, units: Sequence[Unit]) -> Iterator[tuple[Unit, About, Drawing]]:
    """What is made of one map."""
    name, _ = section_named(units[0].name)
    if name in definition.area_maps:
        yield units[0], {"map": name}, sheet_of_map(look, definition, name, _TEXT_AS)
        return
    sheet = hex_sheet(look, definition, name, _TEXT_AS)
    for unit in units:
        _, number = section_named(unit.name)
        if number:
            yield unit, {"map": name, "section": number}, sheet.section(number)
        else:
            yield unit, {"map": name, **_printed_for(definition, name)}, sheet.drawing


def boards_of_map(look: Look, unit: Unit, definition: Definition) -> tuple[Drawing, Drawing | None]:
    """What a map's boards in a module are rendered from: of a map of hexes the sheet without ids, and these
    alone, which are laid on it for another board."""
    excerpt = unit.excerpt(definition)
    if unit.name in definition.area_maps:
        return sheet_of_map(look, excerpt, unit.name, _TEXT_AS), None
    sheet = hex_sheet(look, excerpt, unit.name, _TEXT_AS)
    return sheet.unnumbered, sheet.ids


def _printed_for(definition: Definition, name: str) -> About:
    """Of one of several sheets of a map for which scenario it is, and what is on its back."""
    sheet = definition.printed_sheets.get(name)
    if sheet is None:
        return {}
    several: About = {} if sheet.name == sheet.map else {"scenario": str(sheet.scenario)}
    return several if sheet.back is None else {**several, "back": sheet.back}


def _boards(look: Look, definition: Definition, name: str) -> _Drawings:
    for drawing in boards_of(look, definition, name, _TEXT_AS):
        yield {"board": name}, drawing


def _charts(look: Look, definition: Definition, name: str) -> _Drawings:
    if name == GUIDE:
        found = guide_of(look, definition, _TEXT_AS)
    elif name == SIGNS:
        found = signs_of(look, definition, _TEXT_AS)
    else:
        found = charts_of_scenario(look, definition, name, _TEXT_AS)
    for drawing in found:
        yield {"chart": drawing.name}, drawing


_DRAW: dict[What, Callable[[Look, Definition, str], _Drawings]] = {
    "blocks": _block,
    "cards": _card,
    "boards": _boards,
    "charts": _charts,
}
