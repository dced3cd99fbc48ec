"""The saves of a module, whatever its game is played on."""

from __future__ import annotations

from typing import TypeAlias

from generator.vassal.module.areas import AreaModule
from generator.vassal.module.card_game import CardModule
from generator.vassal.module.hexes import HexModule
from generator.vassal.module.planning import AnyModule
from generator.vassal.positions.setups_areas import AreaSaves
from generator.vassal.positions.setups_cards import CardSaves
from generator.vassal.positions.setups_hexes import HexSaves

AnySaves: TypeAlias = HexSaves | AreaSaves | CardSaves


def saves_of(plan: AnyModule) -> AnySaves:
    """What makes the saves of a module: of its set-ups, and of games in progress."""
    match plan:
        case HexModule():
            return HexSaves.of(plan)
        case AreaModule():
            return AreaSaves.of(plan)
        case CardModule():
            return CardSaves.of(plan)
