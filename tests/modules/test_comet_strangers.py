"""A block that was seen is a stranger again: whoever kept yesterday's view learns nothing of today's."""

from dataclasses import replace
from itertools import pairwise

import pytest
from comet_year import Boards, sampled

from modules.engine.areas.blocks import Block


def unknown(rules, seat, state):
    """The stacks of others on a board, by side and place."""
    mine = rules.sides_of(seat) if seat else ()
    return {key: stack for key, stack in state.stacks.items() if key[0] not in mine}


@pytest.mark.parametrize("seed", range(3))
def test_at_the_end_of_a_player_turn_others_blocks_are_alike(seed):
    """No group, strength, owner or column is left of what a battle laid open, nor a place in the stack."""
    game, turns, fought = Boards(3, seed, sampled), 0, 0
    before = None
    while game.whole.request is not None and turns < 90:
        state = game.whole.state
        now = (state.turn, state.active)
        fought += any(block.open for stack in state.stacks.values() for block in stack)
        if before is not None and now != before:
            turns += 1
            for seat, play in game.seen.items():
                for stack in unknown(game.rules, seat, play.state).values():
                    assert set(stack) == {Block()}
        before = now
        game.step()
    assert turns > 8
    assert fought


@pytest.mark.parametrize("seed", range(3))
def test_who_changes_places_with_another_unseen_changes_nothing_to_be_seen(seed):
    """Two blocks of a side in two areas trade places: each other seat's view, and all that is drawn of it,
    is the same."""
    game = Boards(3, seed)
    for _ in range(120):
        if game.whole.request is None or (game.whole.state.turn > 3 and game.whole.state.battle is None):
            break
        game.step()
    state, rules, tried = game.whole.state, game.rules, 0
    for side in rules.sides:
        places = [(place, state.at(side, place)) for place in state.places_of(side)]
        for (one, first), (two, second) in pairwise(places):
            a, b = first[0], second[-1]
            if (a.group, a.cv) == (b.group, b.cv):
                continue
            other = state.copy()
            other.swap(side, one, (a,), (replace(a, group=b.group, cv=b.cv, seat=b.seat),))
            other.swap(side, two, (b,), (replace(b, group=a.group, cv=a.cv, seat=a.seat),))
            tried += 1
            for seat in ("", *(seat for seat in rules.seats if side not in rules.sides_of(seat))):
                views = [rules.view(each, seat) for each in (state, other)]
                assert views[0] == views[1]
                assert rules.position(views[0]) == rules.position(views[1])
                assert rules.off_map(views[0]) == rules.off_map(views[1])
                assert rules.summary(views[0]) == rules.summary(views[1])
    assert tried
