"""Sectors that break after all fighting of a player's turn (8.11), and leaders who are lost with them."""

from __future__ import annotations

from modules.engine.decisions import Asks
from modules.engine.requests import Tell
from modules.hastings_pulsipher.attack_results import kill, risk
from modules.hastings_pulsipher.field import Field


def break_sectors(field: Field) -> Asks[None]:
    """Looks at every sector for both sides as they stand; then what breaks breaks."""
    breaking = [
        (side, s) for s in field.board.sectors for side in field.battle.sides if _breaks(field, side, s)
    ]
    for side, sector in breaking:
        yield from _break(field, side, sector)


def _breaks(field: Field, side: str, sector: str) -> bool:
    """8.11: so few units against so many; of one against one neither breaks."""
    enemies = field.in_sector(field.battle.enemy(side), sector)
    few = len(field.in_sector(side, sector)) <= field.battle.number("break_at")
    many = len(enemies) >= field.battle.number("break_against")
    return few and many and not field.broken(side, sector)


def _break(field: Field, side: str, sector: str) -> Asks[None]:
    left = field.in_sector(side, sector)
    field.state.broken[side] |= {sector}
    name = field.battle.sector_name(sector)
    yield Tell(f"the {name} of the {field.battle.side_name(side)} breaks", "8.11")
    for token in left:
        called = field.called(token)
        field.state.lose(token)
        yield Tell(f"{called} flees", "8.11.1")
    yield from _leader(field, side, sector, alone=not left)


def _leader(field: Field, side: str, sector: str, alone: bool) -> Asks[None]:
    """8.10.2: he dies with nobody left, on a die with one; in the smaller game with the last sector (9.2)."""
    if field.leader_dead(side):
        return
    every = len(field.board.sectors)
    if len(field.state.broken[side]) == every == field.battle.number("sectors_to_win"):
        yield from kill(field, side, "9.2", "no sector is left")
    elif field.leader_in(side, sector):
        if alone:
            yield from kill(field, side, "8.10.2", "no unit is left with him")
        else:
            yield from risk(field, side, field.battle.number("leader_fleeing_killed_on"), "8.10.2")
