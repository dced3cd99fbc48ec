"""Who has won (9.0, 5.2), and how well."""

from __future__ import annotations

from modules.amounts import count_noun
from modules.engine.rules.play_rules import Outcome
from modules.hastings_pulsipher.field import Field


def victory(field: Field) -> Outcome | None:
    """The outcome after a player's turn, if the game is decided."""
    battle = field.battle
    beaten = [side for side in battle.sides if _beaten(field, side)]
    if not beaten:
        return _darkness(field)
    if len(beaten) == 1:
        return _outcome(field, battle.enemy(beaten[0]), _how(field, beaten[0]), "9.1")
    return _both_beaten(field) or _darkness(field)


def _beaten(field: Field, side: str) -> bool:
    """9.1: enough sectors broken; or nobody left on the board (5.2, ruling wiped_out)."""
    broken = len(field.state.broken[side])
    return broken >= field.battle.number("sectors_to_win") or next(field.on_board(side), None) is None


def _how(field: Field, side: str) -> str:
    broken, name = len(field.state.broken[side]), field.battle.side_name(side)
    if broken >= field.battle.number("sectors_to_win"):
        return f"the {name} have {count_noun(broken, 'broken sector')}"
    return f"no unit of the {name} is left"


def _both_beaten(field: Field) -> Outcome | None:
    """9.1: play goes on until one side loses its last sector; if both do, the second player has won."""
    battle, every = field.battle, len(field.board.sectors)
    out = [
        s
        for s in battle.sides
        if len(field.state.broken[s]) == every or next(field.on_board(s), None) is None
    ]
    if not out:
        return None
    winner = battle.enemy(out[0]) if len(out) == 1 else battle.enemy(battle.first)
    return _outcome(field, winner, "both sides are broken, the enemy everywhere", "9.1 both")


def _darkness(field: Field) -> Outcome | None:
    """5.2: after the last turn the second player has won."""
    battle, state = field.battle, field.state
    if state.turn < battle.scenario.turns or state.active == battle.first:
        return None
    return _outcome(field, battle.enemy(battle.first), "darkness falls", "5.2")


def _outcome(field: Field, winner: str, why: str, rule: str) -> Outcome:
    """9.2: major if the enemy's leader is dead and one's own lives."""
    major = field.leader_dead(field.battle.enemy(winner)) and not field.leader_dead(winner)
    return Outcome(winner, "major victory" if major else "minor victory", why, rule)
