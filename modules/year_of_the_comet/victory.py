"""Who has won after the last turn (16.2, 16.3, 17.2)."""

from __future__ import annotations

from modules.engine.rules.play_rules import Outcome
from modules.year_of_the_comet.war import War

LEVELS = ("decisive", "major", "marginal")


def at_the_end(war: War) -> Outcome:
    """The level of the highest total over the next of another player; of one player's two sides the better
    counts (ruling two_player_victory)."""
    totals = {side: war.points(side) for side in war.year.sides if side not in war.state.out}
    best: dict[str, tuple[int, str]] = {}
    for side, points in totals.items():
        player = war.year.seats_of(side)[0]
        best[player] = max(best.get(player, (-1, "")), (points, side))
    ranked = sorted(best.values(), reverse=True)
    lead = ranked[0][0] - (ranked[1][0] if len(ranked) > 1 else 0)
    said = ", ".join(f"{side} {points}" for side, points in totals.items())
    level = next((name for name in LEVELS if lead >= war.year.number(name)), "draw")
    return Outcome("" if level == "draw" else ranked[0][1], level, f"points: {said}", "16.3")
