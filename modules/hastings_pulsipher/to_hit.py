"""The number that an attack must roll (8.4, 8.9): the attacker's, the target's, and what is added to them."""

from __future__ import annotations

from dataclasses import dataclass

from modules.amounts import count_noun
from modules.hastings_pulsipher.field import Field, is_archer, is_cavalry

HOUSECARL = "housecarl"
"""The kind of unit that forms shield walls (8.8)."""


@dataclass(frozen=True, slots=True)
class Reckoning:
    """`needs` or more on the die hits; `parts` says how it comes about, in a player's words."""

    needs: int
    parts: str

    def __str__(self) -> str:
        return f"needs {self.needs}"


def reckon(field: Field, attacker: str, target: str, archery: bool = False) -> Reckoning:
    """What an attack needs (8.4), even if no die can miss or hit it (8.4.1). The same for attacks and
    counterattacks (8.7). Neither a leader in defence nor a downhill slope counts (8.9.6)."""
    attack = field.counter(attacker).front["archery" if archery else "attack"]
    defence = field.counter(target).front["defence"]
    needs, parts = attack + defence, [f"attack {attack}", f"defence {defence:+d}"]
    for name, added in added_to(field, attacker, target, archery).items():
        needs += added
        parts.append(f"{field.battle.modifier_name(name).lower()} {added:+d}")
    return Reckoning(needs, ", ".join(parts))


def added_to(field: Field, attacker: str, target: str, archery: bool) -> dict[str, int]:
    """What each modifier that applies adds to the number that an attack needs, by its name in the tables."""
    found = _of_place(field, attacker, target, archery) | _of_state(field, attacker, target)
    found |= _of_events(field, attacker, archery)
    return {name: times * field.battle.modifier(name) for name, times in found.items() if times}


def _of_place(field: Field, attacker: str, target: str, archery: bool) -> dict[str, int]:
    """Slope and direction, which archery does not mind (8.6.2, 8.9.2, 8.9.3); the leader (8.9.1)."""
    here, there, side = field.at(attacker), field.at(target), field.side(attacker)
    engaged = field.facing(there, field.side(target)) is not None
    front = field.board.square_ahead(there, field.side(target))
    beside = here in field.board.squares_beside(there)
    return {
        "uphill": not archery and field.board.uphill(here, there),
        "leader": field.leader_in(side, field.board.sector(here)),
        "flank": not archery and engaged and beside,
        "rear": not archery and engaged and not beside and here != front,
    }


def _of_state(field: Field, attacker: str, target: str) -> dict[str, int]:
    """Broken sectors (8.9.4), a leader's death (8.9.5), wounds (8.6.3)."""
    cards, other = field.state.cards, field.side(target)
    sector = field.board.sector(field.at(target))
    lost = sum(field.broken(other, beside) for beside in field.board.adjacent_sectors(sector))
    return {
        "broken_beside": 0 if field.broken(other, sector) else lost,
        "leader_dead": field.side(attacker) in field.state.penalty,
        "wound_attack": cards[attacker].wounds,
        "wound_defence": cards[target].wounds,
    }


def _of_events(field: Field, attacker: str, archery: bool) -> dict[str, int]:
    """Events in force (4.2)."""
    side, counter = field.side(attacker), field.counter(attacker)
    other = field.battle.enemy(side)
    in_turn = field.state.active == side
    at_leader = field.leader_in(side, field.board.sector(field.at(attacker)))
    rage = counter.kind == HOUSECARL and field.effect("fury", side) is not None
    charge = is_cavalry(counter) and field.effect("charge", side) is not None
    return {
        "storm": archery and field.effect("storm", side) is not None,
        "panic": in_turn and field.effect("panic", other) is not None,
        "shown": at_leader and field.effect("show", side) is not None,
        "fury": rage or charge,
    }


def in_wall(field: Field, token: str) -> bool:
    """True for a housecarl beside another (8.8), and for any unit in a sector that was steadied."""
    side, here = field.side(token), field.at(token)
    if field.effect("steady", side, field.board.sector(here)) is not None:
        return True
    beside = [t for square in field.board.squares_beside(here) if (t := field.own(square, side)) is not None]
    return _is_housecarl(field, token) and any(_is_housecarl(field, t) for t in beside)


def _is_housecarl(field: Field, token: str) -> bool:
    return field.counter(token).kind == HOUSECARL


def melee_targets(field: Field, token: str) -> list[str]:
    """The enemies that a unit may attack hand to hand (8.2, 8.3, 4.1.1 example): the one in front, else those
    at its sides and behind, in its sector, or beside it in another if the enemy has broken in its own."""
    side, here = field.side(token), field.at(token)
    front = field.facing(here, side)
    if front is not None:
        return [front]
    return [e for e in field.enemies_beside(here, side) if within_reach(field, token, e)]


def within_reach(field: Field, token: str, enemy: str) -> bool:
    """8.3.2: the enemy is in the unit's sector, or has broken there."""
    sector = field.board.sector(field.at(token))
    return sector == field.board.sector(field.at(enemy)) or field.broken(field.side(enemy), sector)


def shots(field: Field, token: str) -> list[str]:
    """The enemies at whom a unit might shoot from where it lies, if it is one of archers (8.6.1)."""
    if not is_shooting(field, token):
        return []
    side = field.side(token)
    other = field.battle.enemy(side)
    return [e for e in field.on_board(other) if not shot_fault(field, token, e)]


def is_shooting(field: Field, token: str) -> bool:
    """False without arrows (8.6.1), or next to an enemy (8.6.5)."""
    side = field.side(token)
    dry = field.effect("dry", field.battle.enemy(side)) is not None
    return not dry and not field.enemies_beside(field.at(token), side)


def shot_fault(field: Field, token: str, enemy: str) -> tuple[str, str] | None:
    """Why nobody in the square of a unit could shoot at an enemy: rule and reason."""
    here, there, side = field.at(token), field.at(enemy), field.side(token)
    distance, reach = field.board.distance(here, there), field.battle.number("archery_range")
    if distance > reach:
        return "8.6.1", f"{there} is {count_noun(distance, 'area')} from {here}: archers shoot up to {reach}"
    if field.board.rows_ahead(here, there, side) < 1:
        return "8.6.1", f"{there} is not in a row in front of {here}"
    if not field.state.cards[enemy].face_up:
        return "8.6.6", f"the card in {there} is face down"
    holder = field.facing(there, field.side(enemy))
    if holder is not None:
        return "8.6.1", f"{field.called(enemy)} is engaged front to front with {field.called(holder)}"
    return None


def seems_to_shoot(field: Field, side: str) -> bool:
    """True if some card may, for all that everybody knows, be one of archers with a shot."""
    return any(
        field.may_seem(t, is_archer) and shots(field, t)
        for t in field.on_board(side)
        if not (field.state.cards[t].fought or field.state.cards[t].crossed)
    )
