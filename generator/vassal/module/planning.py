"""Any game as a module: its plan, whatever it is played on, at the sizes that one asks for."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeAlias

from generator.vassal.format.errors import FormError
from generator.vassal.module.names import ImageForm, Rendering, Resolution
from generator.vassal.module.words import refuse_misread
from modules.definition import Definition

if TYPE_CHECKING:
    from generator.vassal.module.areas import AreaModule
    from generator.vassal.module.card_game import CardModule
    from generator.vassal.module.hexes import HexModule

AnyModule: TypeAlias = "HexModule | AreaModule | CardModule"
"""The plan of a game, whatever it is played on."""


@dataclass(frozen=True, slots=True)
class Sizes:
    """How large things are shown on a screen, in px: a hex from flat side to flat side, a counter's side, a
    card's short side, the width of a map of areas, a block's side; the form of the images; whether boards
    have so many px or, at high resolution, twice as many."""

    hex: int = 80
    counter: int = 64
    card: int = 127
    area_map: int = 2200
    block: int = 84
    images: ImageForm = "png"
    resolution: Resolution = "screen"


USUAL = Sizes()


def plan_module(definition: Definition, sizes: Sizes = USUAL) -> AnyModule:
    """Plan a module. What plans the other kinds of game is not loaded.

    Raises DefinitionError for a faulty vassal.yaml, FormatError for words that VASSAL would misread,
    SlotIdError, GeometryError, FormError, and the errors of maps, boards and cards.
    """
    from generator.look import look_of

    refuse_misread(definition)
    rendering = Rendering(look_of(definition), sizes.counter, sizes.images, resolution=sizes.resolution)
    rendering = replace(rendering, px=sizes.counter * rendering.unit)
    if definition.scenarios.keys() == definition.hex_scenarios.keys():
        from generator.vassal.module.hexes import plan_hexes

        return plan_hexes(definition, sizes.hex * rendering.unit, rendering)
    if definition.scenarios.keys() == definition.card_scenarios.keys():
        from generator.vassal.module.card_game import plan_cards

        return plan_cards(definition, sizes.card * rendering.unit, rendering)
    if definition.scenarios.keys() == definition.area_scenarios.keys():
        from generator.vassal.module.areas import plan_areas

        blocks = replace(rendering, px=sizes.block * rendering.unit)
        return plan_areas(definition, sizes.area_map * rendering.unit, blocks)
    raise FormError(
        f"{definition.name}: a module can hold hex maps, card boards or area maps, but not more than one kind"
    )
