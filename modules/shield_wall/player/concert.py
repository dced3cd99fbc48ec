"""The attacks of a turn reckoned together: who takes which foe and in which order, what one more attacker
adds, and what arrows are best spent on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from modules.engine.hexes.looking import once
from modules.engine.orders import Order
from modules.shield_wall import orders
from modules.shield_wall.field import Field
from modules.shield_wall.melee import AttackOptions
from modules.shield_wall.player.fights import beset, hit_chance, hit_chance_at, worth

PANIC: Final = 0.5
"""What each unit beside huscarls or a Saxon leader adds to their worth: if they fall, it checks (7.9)."""

WALL: Final = 0.4
"""How much of the worth of a unit with its wall up the wall is."""

ROUNDS: Final = 4
"""How often attackers choose among their foes anew, seeing what all others have chosen."""


def next_attack(field: Field, options: AttackOptions) -> Order:
    """The attack to make first: of who has the fewest foes to choose from, for they may fall to others; then
    on whom most attack, so that the rest may still turn elsewhere if he falls."""
    if not options.foes:
        return orders.Done()
    assault = Assault(field, options.foes)

    def key(attacker: str) -> tuple[int, int, float, str]:
        target = assault.goes[attacker]
        chance = assault.chance(attacker, target)
        return len(options.foes[attacker]), -len(assault.sent[target]), chance, attacker

    first = min(options.foes, key=key)
    return orders.Attack((first,), (assault.goes[first],))


def volley(field: Field, order: Order) -> float:
    """What a shot is worth: a wall is down for good, but most of others who are hit are rallied (8.0)."""
    if not isinstance(order, orders.Fire):
        return -1.0
    target = field.places.filled[order.target]
    value = worth(field, target) * _unsaved(field, target)
    return value if field.is_walled(target) else value / 2


@once
def joining(field: Field, unit_id: str, end: str, charging: bool, caution: float) -> float:
    """What a unit that ends a move here adds to the attacks of those who are in contact already, less what it
    may lose."""
    side, gain, threat = field.side(unit_id), 0.0, 0.0
    assault = _in_contact(field, side)
    for there in field.board.neighbours[end]:
        foe = field.enemy_in(there, side)
        if foe is None or field.is_archer(foe):
            continue
        chance = hit_chance(field, unit_id, foe, end, charging) * _unsaved(field, foe)
        gain = max(gain, assault.adds(foe, chance))
        others = sum(u != unit_id for u in beset(field, foe))
        threat += assault.stands(foe) * hit_chance_at(field, foe, unit_id, end) / (1 + others)
    return gain - caution * min(1.0, threat) * worth(field, unit_id)


@once
def _in_contact(field: Field, side: str) -> Assault:
    """The attacks of a side as it stands now."""
    return Assault(field, AttackOptions(field, side, ()).foes)


def _unsaved(field: Field, unit_id: str) -> float:
    """How likely a hit counts: a leader may be saved (7.6)."""
    return 1 - field.value(unit_id, "combat") / field.battle.die if field.is_leader(unit_id) else 1.0


@once
def _prize(field: Field, target: str) -> tuple[float, ...]:
    """What each hit that counts is worth, up to the one that eliminates the target."""
    if not field.is_walled(target):
        return (worth(field, target),)
    side, around = field.side(target), field.board.neighbours[field.hex_of(target)]
    friends = (field.friend_in(n, side) for n in around)
    whole = worth(field, target) + PANIC * sum(f is not None and not field.is_leader(f) for f in friends)
    return (whole,) if field.turned(target) else (WALL * whole, (1 - WALL) * whole)


def won(hits: Sequence[float], chances: Iterable[float]) -> tuple[float, float]:
    """What attacks with these chances win of one whose hits are worth so much, and how likely he falls."""
    so_far, gain = [1.0, *(0.0 for _ in hits)], 0.0
    for chance in chances:
        for number in reversed(range(len(hits))):
            lands = so_far[number] * chance
            gain += lands * hits[number]
            so_far[number] -= lands
            so_far[number + 1] += lands
    return gain, so_far[-1]


class Assault:
    """`goes`: the foe whom each attacker takes, so that all together win as much as may be; `sent`: the
    attackers of each foe."""

    def __init__(self, field: Field, foes: Mapping[str, Sequence[str]]) -> None:
        self._field = field
        self.goes: dict[str, str] = {}
        self.sent: dict[str, list[str]] = {}
        for _ in range(ROUNDS):
            for attacker in sorted(foes, key=lambda each: len(foes[each])):
                self._send(attacker, foes[attacker])

    def _send(self, attacker: str, foes: Sequence[str]) -> None:
        """To the foe with whom it adds most to what the others win."""
        if attacker in self.goes:
            self.sent[self.goes[attacker]].remove(attacker)
        best = max(foes, key=lambda foe: self.adds(foe, self.chance(attacker, foe)))
        self.goes[attacker] = best
        self.sent.setdefault(best, []).append(attacker)

    def chance(self, attacker: str, foe: str) -> float:
        """How likely an attack hits, and the hit counts."""
        return hit_chance(self._field, attacker, foe) * _unsaved(self._field, foe)

    def adds(self, foe: str, chance: float) -> float:
        """What one more attack adds to those on a foe."""
        hits, chances = _prize(self._field, foe), self._chances(foe)
        return won(hits, [*chances, chance])[0] - won(hits, chances)[0]

    def stands(self, foe: str) -> float:
        """How likely a foe withstands those who attack him."""
        return 1 - won(_prize(self._field, foe), self._chances(foe))[1]

    def _chances(self, foe: str) -> list[float]:
        return [self.chance(attacker, foe) for attacker in self.sent.get(foe, ())]
