"""Every kind of decision has its gesture: each order that is legal there can be given by hand, by a word that
stands alone, or by a form; none of them only by a typed line."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from decided import all_of
from shown import given_by

KINDS = {
    "three_battles": (
        "setup movement archery defensive_archery combats next_combat loss retreat leader_follows"
        " leader_retreat advance rally rally_placement surge"
    ),
    "hastings_pulsipher": (
        "setup leader_setup movement cavalry_retreat attacks archers_exchange counterattacks reinforcement"
        " event_between event_unit event_sector event_ruse"
    ),
    "shield_wall": (
        "setup rally rally_points arrival movement withdrawal archery combats retreat pursuit free_movement"
        " advance"
    ),
    "hastings_berg": (
        "setup wings strategy optional reroll housecarls fire movement reaction defensive_fire combats loss"
        " rout company displacement facing flight pursuit extension merging"
    ),
    "year_of_the_comet": (
        "set_up raising muster transfers movement invasion tostig battles deployment retreat reserve archers"
        " fire loss rout"
    ),
}
"""Every kind of decision of each game, as its rules ask for it."""
LOOKS = 8
"""So often each kind of order of each kind of decision is looked at."""


@pytest.mark.parametrize("game", KINDS)
def test_every_legal_order_can_be_given_by_hand(game: str) -> None:
    looked: Counter[tuple[str, str]] = Counter()
    for play, choice in all_of(game):
        of_kind: dict[type, list] = {}
        for order in choice.options.legal():
            of_kind.setdefault(type(order), []).append(order)
        draw = random.Random(sum(looked.values()))
        for kind, orders in of_kind.items():
            key = choice.kind, kind.__name__
            if looked[key] < LOOKS:
                given_by(play, choice, draw.choice(orders))
                looked[key] += 1
    assert {kind for kind, _ in looked} == {*KINDS[game].split()}
