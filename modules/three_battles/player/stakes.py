"""What a combat costs and gains on average, in strength, to who reckons with it."""

from __future__ import annotations

from typing import NamedTuple

from modules.engine.hexes.looking import once
from modules.three_battles.combat import reckon
from modules.three_battles.declaring import Combat
from modules.three_battles.losses import leader_points
from modules.three_battles.player.aims import is_fatal
from modules.three_battles.player.styles import Eyes

SHAKEN = 0.5
"""How much strength a retreat counts of a unit that has a free hex to go to: it makes room, and no more."""

LONE_LEADER = 2
"""How much strength a leader alone in a hex counts, as one who is attacked (10.5)."""

FATAL = 25
"""How much strength the death of a leader counts that ends the battle."""

LEFT_ALONE = 0.7
"""How often a leader dies, about, whose unit is eliminated: where an enemy can advance into his hex."""


@once
def gain(field: Eyes, combat: Combat) -> float:
    """What a combat gains on average, in strength: who has no way back is lost by a retreat (7.8)."""
    both = combat.attackers, combat.defenders
    ours, theirs = (min(worth_of(field, u) for u in those) for those in both)
    beaten, driven = (sum(retreat_costs(field, u) for u in those) for those in both)
    return expected(field, reckon(field, combat).column, Stakes(ours, theirs, beaten, driven))


class Stakes(NamedTuple):
    """What the results of a combat cost or gain, in strength: a loss of ours or theirs, and if we are beaten
    back, or they are driven off."""

    ours: float
    theirs: float
    beaten: float
    driven: float


def expected(field: Eyes, column: int, stakes: Stakes) -> float:
    """What a combat in a column of the CRT gains on average."""
    results = [field.battle.crt.result(column, roll) for roll in range(1, field.battle.die + 1)]
    total = 0.0
    for result in results:
        total += stakes.theirs * (result in ("DL", "EX")) - stakes.ours * (result in ("AL", "EX"))
        total += stakes.driven * (result == "DR") - stakes.beaten * (result == "AR")
    return total / len(results)


@once
def retreat_costs(field: Eyes, unit_id: str) -> float:
    """A unit that has no free hex to retreat to is lost (7.8)."""
    free = ways_back(field, field.side(unit_id), field.state.units[unit_id].at)
    return SHAKEN if free else worth_of(field, unit_id)


@once
def ways_back(field: Eyes, side: str, here: str) -> frozenset[str]:
    """The hexes beside one to which a unit of a side can retreat, friends aside."""
    beset = field.ezoc(side)
    beside = field.board.neighbours[here]
    return frozenset(h for h in beside if h not in beset and field.enemy_in(h, side) is None)


@once
def worth_of(field: Eyes, unit_id: str) -> float:
    """What the loss of a unit, or of a leader alone, counts in morale (11.3); to who slays, with what it may
    cost the leaders with it."""
    if field.is_leader(unit_id):
        return _life(field, unit_id) if field.style.fights.slays else float(LONE_LEADER)
    counter, unit, worth = field.counter(unit_id), field.state.units[unit_id], 0.0
    if field.style.fights.slays:
        battle = field.battle
        stays = counter.steps == 2 and not unit.reduced
        dies = battle.number("leader_killed_on") / battle.die if stays else LEFT_ALONE
        worth = dies * sum(_life(field, leader) for leader in field.leaders_in(unit.at))
    return worth + counter.front["combat"]


def _life(field: Eyes, leader: str) -> float:
    """What the death of a leader counts (14.5, 15.5, 16.5)."""
    return float(FATAL if is_fatal(field, leader) else leader_points(field, leader))
