"""Cavalry charges (9.6, 13.4 on 9.0): who may charge, and over which ground."""

from __future__ import annotations

from dataclasses import replace

from modules.engine.errors import Illegal
from modules.engine.hexes.board import Board
from modules.engine.hexes.movement.paths import MoveLimits
from modules.engine.hexes.orders import EXIT
from modules.engine.hexes.state import RESERVE
from modules.three_battles.field import Field


def charge_barred(field: Field, unit_id: str) -> Illegal | None:
    """Why a unit may not charge at all; None where it may."""
    called, here = field.called(unit_id), field.at(unit_id)
    if not field.counter(unit_id).mounted or field.is_leader(unit_id):
        return Illegal("9.6", f"{called} is not a cavalry unit and cannot charge")
    if field.state.units[unit_id].disordered:
        return Illegal("9.6", f"{called} is disordered and cannot charge")
    if here is not None and field.exerting(here, field.side(unit_id)):
        return Illegal("9.6", f"{called} starts in an EZOC and cannot charge")
    return None


def charge_fault(field: Field, unit_id: str, path: tuple[str, ...]) -> Illegal | None:
    """Why a path is no charge; None where it is one, or where the path itself is at fault."""
    fault = charge_barred(field, unit_id)
    if fault is not None:
        return fault
    here = field.state.units[unit_id].at
    for place in path:
        if place == EXIT:
            return Illegal("9.6", f"{unit_id} must end its charge next to an enemy unit, not off the map")
        if place not in field.board.grid:
            return None
        if here != RESERVE and field.board.grid.side_toward(here, place) is None:
            return None
        rough = rough_ground(field.board, here, place)
        if rough:
            return Illegal("9.6", f"{unit_id} may charge over clear terrain only: {rough} at {here}-{place}")
        here = place
    if not field.beside_enemy(here, field.side(unit_id)):
        return Illegal("9.6", f"{unit_id} would end its charge in {here}, not next to an enemy unit")
    return None


def rough_ground(board: Board, one: str, other: str) -> str:
    """What is not clear about a step, in words; a road hex is clear (ruling los_adjacent)."""
    if board.terrain_name(other) != board.map.ground:
        return board.terrain_of(other).name.lower()
    if one == RESERVE:
        return ""
    features = board.features(one, other)
    if features:
        return features[0].name.lower()
    return "change in level" if board.level(one) != board.level(other) else ""


def clear_only(board: Board, going: MoveLimits) -> MoveLimits:
    """The same over clear ground alone."""

    def is_clear(one: str, other: str) -> bool:
        return not rough_ground(board, one, other)

    entry = [step for step in going.entry if is_clear(RESERVE, step[0])]
    return replace(going, ground=going.ground.only("clear", is_clear), entry=entry)
