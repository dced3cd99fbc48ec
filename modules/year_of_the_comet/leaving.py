"""Who leaves the game: an ally's blocks go to who plays on for his side; with its last player a side is out
as with its supreme leader (16.4, 17.3)."""

from __future__ import annotations

from modules.year_of_the_comet.combat import stand_up
from modules.year_of_the_comet.losing import end_war
from modules.year_of_the_comet.war import War


def leave(war: War, seat: str) -> bool:
    """Take a player out; what was due of him is asked anew of who takes over."""
    state = war.state
    if seat in state.away:
        return True
    state.away = (*state.away, seat)
    for side in war.year.sides_of(seat):
        if war.players(side):
            war.hand_over(side, seat)
            continue
        battle = state.battle
        for _ in end_war(war, side, "16.4"):
            pass
        if battle is not None and side in (battle.attacker, battle.defender):
            stand_up(war)
        if side == war.year.sides[-1]:
            state.to_place, state.levy = 0, None
    return True
