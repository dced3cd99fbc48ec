"""Hands: a private window for each side, which its player alone and the spectators can open.

How many cards lie in packs and hands all may know: the button "Cards" tells it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from generator.cards import decks
from generator.drawing.art import Look
from generator.vassal.format.buildfile import Component
from generator.vassal.format.decks import DeckType
from generator.vassal.format.expressions import TRUE, braced, count_map, equal, plus, prop, text
from generator.vassal.format.keys import named_key
from generator.vassal.format.maps import blank_board, map_window, region_grid, stack_viewer
from generator.vassal.format.plain import plain
from generator.vassal.module.icons import icon
from generator.vassal.module.names import BATTLEFIELD, TOLD, readers
from generator.vassal.module.orders.buttons import does
from generator.vassal.module.pack_names import card_px
from modules.definition import Definition

_COLOUR = "226,216,196"
_MARGIN = 16
_SEEN = 6
"""How many cards a hand has room for before its window scrolls."""


@dataclass(frozen=True)
class HandPlan:
    """A side's hand: its title, the size of its board, and where its first card lies, in px."""

    title: str
    size: tuple[int, int]
    first: tuple[int, int]


def hand_plans(look: Look, definition: Definition, scale: float) -> dict[str, HandPlan]:
    """A hand for each side, where a pack is dealt; cards are drawn at `scale` px a mm."""
    if not any(deck.hand for deck in definition.decks.values()):
        return {}
    sizes = [card_px(look, definition, pack, scale) for pack in decks(look, definition)]
    wide, tall = max(width for width, _ in sizes), max(height for _, height in sizes)
    size = (2 * _MARGIN + _SEEN * (wide + _MARGIN), 2 * _MARGIN + tall)
    first = (_MARGIN + wide // 2, _MARGIN + tall // 2)
    return {
        side: HandPlan(f"Hand of the {each.name}", size, first)
        for side, each in definition.game.sides.items()
    }  # fmt: skip


def hand_components(definition: Definition, hands: Mapping[str, HandPlan]) -> Iterator[Component]:
    """The windows. Cards line up in the hand; nothing is told of what moves within it."""
    for side, plan in hands.items():
        grid = region_grid([(plan.title, *plan.first)])
        yield map_window(
            plan.title,
            [blank_board(plan.title, plan.size, _COLOUR, grid)],
            [stack_viewer(2 * (plan.first[0] - _MARGIN), TOLD)],
            default_boards=[(plan.title, 0, 0)],
            hand=True,
            launch=True,
            buttonName=plan.title,
            icon=icon("hand"),
            tooltip=f"Show or hide the hand of the {definition.game.sides[side].name}",
            side=readers(definition, side),
            visible=False,
            markMoved="Never",
            moveToFormat=plain(f"A card goes to the hand of the {definition.game.sides[side].name} *"),
            moveWithinFormat="",
        )


def count_button(types: Mapping[str, DeckType], hands: Mapping[str, HandPlan]) -> Iterator[Component]:
    """The button that tells how many cards lie in each deck and hand, where cards are dealt into hands."""
    if not hands:
        return
    lying = [(kind.name, BATTLEFIELD, equal(prop("DeckName"), text(kind.name))) for kind in types.values()]
    lying += [(hand.title, hand.title, TRUE) for hand in hands.values()]
    told = text("")
    for number, (title, window, condition) in enumerate(lying):
        words = f"{', ' if number else ''}{title} "
        told = plus(plus(told, text(words)), count_map(window, condition))
    yield does(
        "Cards", named_key("countCards"), [], text="Cards", icon=icon("hand"), doReport=True,
        reportFormat=braced(told), tooltip="Tell how many cards lie in each pack and hand",
    )  # fmt: skip
