"""Packs of cards as VASSAL decks: whose they are, what they hold, and the piles of what has been played.

A pack is drawn from at random, face down; who draws a card alone may see it. The component of a deck and the
deck of a save come from the same `DeckType`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from generator.cards import decks, unit_deck
from generator.drawing.art import Look
from generator.vassal.format.buildfile import Component
from generator.vassal.format.decks import DeckType, draw_pile
from generator.vassal.format.expressions import braced, equal, prop, text
from generator.vassal.format.module_frame import piece_slot
from generator.vassal.format.pieces import Piece
from generator.vassal.module.cards import CardRoster
from generator.vassal.module.data import card_slot, copies, counter_slot
from generator.vassal.module.names import readers, seats
from generator.vassal.module.pack_names import card_px, discard_title, pack_title
from generator.vassal.module.table import TABLE, TablePlan, discard_place
from modules.definition import Definition
from modules.definition.formats.scenarios import CardScenario

_MOST_SEEN = 6
"""How many cards of a deck VASSAL draws, one a little above the other."""


def deck_types(look: Look, definition: Definition, scale: float) -> dict[str, DeckType]:
    """Every deck by the key of its place on the table; cards are drawn at `scale` px a mm. Packs lie face
    down; a side may search its own unit cards, which it knows anyway."""
    found = {}
    everybody = seats(definition)
    for pack, first in decks(look, definition).items():
        size = card_px(look, definition, pack, scale)
        owners = readers(definition, first.side) if first.side else everybody
        title = pack_title(definition, pack)
        drawn = _deck(title, pack, size, owners)
        found[pack] = replace(drawn, shuffle="Always", allow_select=bool(first.side))
        if not first.side:
            shown = _deck(discard_title(definition, pack), pack, size, everybody)
            found[discard_place(pack)] = replace(shown, shuffle="Never", face_down="Never")
    return found


def _deck(title: str, pack: str, size: tuple[int, int], owners: tuple[str, ...]) -> DeckType:
    """A deck that takes the cards of one pack alone."""
    return DeckType(
        width=size[0],
        height=size[1],
        reversible=False,
        name=title,
        max_stack=_MOST_SEEN,
        restrict=True,
        restrict_expression=braced(equal(prop("Pack"), text(pack))),
        restrict_access=True,
        owners=owners,
    )


def unit_cards(definition: Definition, scenario: CardScenario, side: str) -> tuple[str, ...]:
    """The counters of a side's pack in a scenario, in the order of counters.yaml: of each entry the first."""
    force = next(force for force in scenario.forces if force.side == side)
    taken = dict.fromkeys(force.counters, 0)
    found = []
    for counter in definition.counters.values():
        if counter.form == "card" and taken.get(counter.group, 0) < force.counters.get(counter.group, 0):
            taken[counter.group] += 1
            found.append(counter.id)
    return tuple(found)


def deck_components(
    look: Look,
    definition: Definition,
    table: TablePlan,
    types: dict[str, DeckType],
    roster: CardRoster,
    scale: float,
) -> Iterator[Component]:
    """Every deck on the table; a new game without a set-up has all cards of the game in them."""
    for key, kind in types.items():
        slots = list(_slots(look, definition, roster, key, scale)) if key in decks(look, definition) else []
        yield draw_pile(kind, TABLE, *table.places[key].middle, slots)


def _slots(
    look: Look, definition: Definition, roster: CardRoster, pack: str, scale: float
) -> Iterator[Component]:
    size = card_px(look, definition, pack, scale)
    for name, piece in _cards(definition, roster, pack):
        yield piece_slot(piece.basic.name, roster.ids[name], piece, size, card=True)


def _cards(definition: Definition, roster: CardRoster, pack: str) -> Iterator[tuple[str, Piece]]:
    """The cards of a pack with the names of their slots."""
    for counter in definition.counters.values():
        if counter.form == "card" and unit_deck(counter.side) == pack:
            yield counter_slot(counter.id), roster.counters[counter.id]
    for copy, (name, _) in copies(definition).items():
        if name == pack:
            yield card_slot(copy), roster.cards[copy]
