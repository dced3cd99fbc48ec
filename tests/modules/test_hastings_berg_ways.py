"""Pursuit and flight in Hastings: 1066, held against a second model (`senlac_ways`) over random positions."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from senlac_ways import FLIGHT, FRONTS, Hill, Man, Way, apart, around

from modules import library
from modules.engine.hexes.state import SET_UP
from modules.engine.rules.arrangement_rules import Arrangement
from modules.hastings_berg.field import Field
from modules.hastings_berg.leaders import FlightOptions
from modules.hastings_berg.orders import Pursue, Retreat
from modules.hastings_berg.pursuing import PursuitOptions

RULES = library.rules("hastings_berg", "hastings")
BATTLE: Any = RULES.battle  # type: ignore[attr-defined]
HEXES = BATTLE.board.grid.ids
CHECKS = frozenset(
    (one, other) for one in HEXES for other in around(one) if BATTLE.checks(one, other, "knight")
)
POSITIONS = 150
SPREAD = 4
"""Units stand no farther than so many hexes from the middle of a position."""


def unit_ids(side: str) -> list[str]:
    return [i for i in BATTLE.of_side[side] if BATTLE.counters[i].role != "leader"]


def drawn(seed: int) -> tuple[Hill, Field, list[str]]:
    """A crowd around a hex: the same position as the model and as the rules see it, and its hexes."""
    chance = Random(seed)
    middle = chance.choice([h for h in HEXES if "05" <= h[:2] <= "20" and "06" <= h[2:] <= "26"])
    near = sorted(h for h in HEXES if apart(h, middle) <= SPREAD)
    chance.shuffle(near)
    names = [*chance.sample(unit_ids("norman"), 9), *chance.sample(unit_ids("saxon"), 9)]
    men = {}
    for name, at in zip(names, near, strict=False):
        counter = BATTLE.counters[name]
        sound = chance.random() < 0.8
        facing = chance.choice([*FRONTS])
        men[name] = Man(counter.side, at, facing, sound, knight=counter.kind in ("knight", "guard"))
    chance.shuffle(near)
    own = {at for man in men.values() for at in [man.at] if man.side == "norman"}
    men["S-Gyrth"] = Man("saxon", next(h for h in near if h not in own), leader=True)
    return Hill(men, CHECKS), field_of(men), near


def field_of(men: dict[str, Man]) -> Field:
    words = {
        name: man.at if man.leader else f"{man.at}, {man.facing}{'' if man.sound else ', disrupted'}"
        for name, man in men.items()
    }
    state = RULES.arrange(Arrangement(1, "melee", "norman", words, {}))
    assert state.phase != SET_UP
    found: Field = RULES.field_of(state)  # type: ignore[attr-defined]
    return found


def chased(options: PursuitOptions, name: str) -> set[Way]:
    return {order.path for order in options.legal() if order.unit == name}


@pytest.mark.parametrize("part", range(3))
def test_pursuits_are_those_of_the_second_model(part: int) -> None:
    """Every way that either lists; and of ways that are bent here or there both say the same."""
    ways, blocked, stays = 0, 0, 0
    for seed in range(part * POSITIONS, (part + 1) * POSITIONS):
        hill, field, _ = drawn(seed)
        chance = Random(-seed - 1)
        units = [n for n, man in hill.men.items() if not man.leader]
        prey = chance.choice(units)
        foes = [n for n in units if hill.men[n].side != hill.men[prey].side and hill.men[n].sound]
        near = [n for n in foes if apart(hill.men[n].at, hill.men[prey].at) <= SPREAD + 1]
        for name in near[:4]:
            gap = chance.choice(around(hill.men[name].at))
            options = PursuitOptions(field, [name], {prey: gap})
            wanted = hill.pursuits(name, prey, gap)
            assert chased(options, name) == wanted, (seed, name, prey, gap)
            if wanted:
                ways += len(wanted)
                blocked += not any(hill._ends(name, prey, way[-1]) for way in wanted)
                bent = [way[: chance.randrange(1, len(way) + 1)] for way in wanted]
                bent += [(*way, chance.choice(around(way[-1]))) for way in wanted]
                for way in bent:
                    assert (options.fault(Pursue(name, way)) is None) == (way in wanted), (seed, name, way)
            stays += not wanted
    assert min(ways, blocked, stays) > 20, "both sides of each edge are met"


@pytest.mark.parametrize("part", range(2))
def test_flights_are_those_of_the_second_model(part: int) -> None:
    """And whoever reaches a hex three from the enemies or farther reaches one that is just three from them:
    a way leads from hex to hex, and begins beside one of them."""
    fled = caught = 0
    for seed in range(part * POSITIONS, (part + 1) * POSITIONS):
        hill, field, _ = drawn(seed)
        at = hill.men["S-Gyrth"].at
        from_whom = [h for h in around(at) if not hill.enemy(h, "norman")][: 1 + seed % 3]
        options = FlightOptions(field, "S-Gyrth", from_whom, "10.2.2")
        ends = {order.path[-1] for order in options.legal()}
        assert ends == hill.flights("S-Gyrth", from_whom), seed
        assert all(min(apart(end, each) for each in from_whom) == FLIGHT for end in ends), seed
        assert bool(ends) == any(
            min(apart(h, each) for each in from_whom) >= FLIGHT for h in hill._open_to("S-Gyrth")
        )
        fled, caught = fled + bool(ends), caught + (not ends)
    assert fled > 50


def line_of(row: str) -> dict[str, Man]:
    """Normans from edge to edge of the map, who look south."""
    normans = unit_ids("norman")
    return {normans[i]: Man("norman", f"{row}{i + 1:02}", "S") for i in range(31)}


def test_where_three_hexes_away_is_shut_he_ends_in_the_nearest_beyond() -> None:
    """Not met in play, where the enemy is beside him: a line that cannot be passed lies between."""
    men = {**line_of("12"), "S-Gyrth": Man("saxon", "0816", leader=True)}
    hill, field = Hill(men), field_of(men)
    options = FlightOptions(field, "S-Gyrth", ["1516"], "10.2.2")
    ends = {order.path[-1] for order in options.legal()}
    assert ends == hill.flights("S-Gyrth", ["1516"])
    assert ends
    assert {apart(end, "1516") for end in ends} == {4}
    order = Retreat("S-Gyrth", options.legal()[0].path)
    assert options.fault(order) is None
    assert options.fault(Retreat("S-Gyrth", order.path[:-1])) is not None


def test_nobody_is_captured_but_without_a_hex_so_far_away() -> None:
    men = {f"N-foot-{i + 1}": Man("norman", at, "S") for i, at in enumerate(around("0816"))}
    men["S-Gyrth"] = Man("saxon", "0816", leader=True)
    assert not FlightOptions(field_of(men), "S-Gyrth", around("0816"), "10.2.2").legal()
    del men["N-foot-1"]
    assert FlightOptions(
        field_of(men), "S-Gyrth", [m.at for n, m in men.items() if n != "S-Gyrth"], "10.2.2"
    ).legal()
