"""Properties of the year of the comet: what each sees, what is conserved, that battles end and games with
them."""

from collections import Counter

import comet_year
import pytest
from comet_year import Boards, advised, sampled

from modules.engine.orders import Done
from modules.engine.requests import Choose, Roll
from modules.engine.state_digest import digest


@pytest.mark.whole
@pytest.mark.parametrize("players", sorted(comet_year.PLAYERS))
@pytest.mark.parametrize("decide", [advised, sampled])
def test_every_board_is_what_its_viewer_may_see(players, decide):
    """After each answer the public board and each seat's equal the views of the whole game."""
    game = Boards(players, 11, decide).run()
    assert game.whole.state.outcome is not None


def cv_of(state):
    return sum(block.cv for stack in state.stacks.values() for block in stack)


def blocks_of(state):
    on = Counter(side for (side, _), stack in state.stacks.items() for _ in stack)
    fallen = Counter({side: len(groups) for side, groups in state.dead.items()})
    return on + fallen + Counter(english=state.pool + state.to_place)


@pytest.mark.parametrize("seed", range(2))
def test_blocks_and_cv_are_conserved(seed):
    """28, 14 and 14 blocks are on the map, at sea, in the pool or dead, but for sides that are out; CV change
    by hits, by what is raised and by blocks that are lost, never otherwise."""
    game, counts = Boards(3, seed, viewers=[]), {"english": 28, "viking": 14, "norman": 14}
    while game.whole.request is not None:
        before, request = cv_of(game.whole.state), game.whole.request
        quiet = isinstance(request, Choose) and request.kind in (
            "transfers",
            "movement",
            "deployment",
            "reserve",
        )
        game.step()
        state = game.whole.state
        assert all(blocks_of(state)[side] == n for side, n in counts.items() if side not in state.out)
        if quiet:
            assert cv_of(state) == before


@pytest.mark.parametrize("seed", range(2))
def test_no_area_holds_three_sides_and_none_two_at_the_end_of_a_player_turn(seed):
    game, active = Boards(3, seed, sampled, viewers=[]), None
    while game.whole.request is not None:
        game.step()
        state = game.whole.state
        held = [len(state.sides_in(area)) for area in game.rules.year.graph.areas]
        assert max(held) <= 2
        if state.active != active:
            assert max(held) <= 1
            active = state.active


@pytest.mark.parametrize("seed", range(2))
def test_two_players_have_the_same_dice_and_map_for_the_same_orders(seed):
    """17.2: who commands what changes nothing in what orders come to, until a leader's fall ends the one
    game."""
    three, two = Boards(3, seed, sampled, viewers=[]), Boards(2, seed, viewers=[])
    while three.whole.request is not None and two.whole.request is not None:
        request = three.whole.request
        if isinstance(request, Roll):
            assert [die.label for die in request.dice] == [die.label for die in two.whole.request.dice]
            answer = tuple(1 + three.dice.below(6) for _ in request.dice)
        else:
            assert request.kind == two.whole.request.kind
            answer = request.options.sample(three.choices)
            two.whole.request.options.check(answer)
        three.whole.answer(answer)
        two.whole.answer(answer)
        if two.whole.request is not None:
            assert seen(three.whole.state) == seen(two.whole.state)


@pytest.mark.parametrize("seed", range(2))
def test_seven_players_have_the_same_dice_and_map_for_the_same_orders(seed):
    """17.3: players of a side say one after the other what one would say at once; without transfers, which
    none of them can make with another's blocks."""
    seven, three, compared = Boards(7, seed, viewers=[]).whole, Boards(3, seed, viewers=[]).whole, 0
    chance = comet_year.Chance(seed, "seven")
    while seven.request is not None and three.request is not None:
        request, phase = seven.request, when(seven)
        if isinstance(request, Roll):
            assert [die.label for die in request.dice] == [die.label for die in three.request.dice]
            answer = tuple(1 + chance.below(6) for _ in request.dice)
        elif request.kind == "transfers":
            answer = request.options.legal()[0]
            assert str(answer) == "keep"
        else:
            answer = request.options.sample(chance)
        seven.answer(answer)
        another = isinstance(request, Choose) and when(seven) == phase
        if another and (
            str(answer) == "done" or (str(answer) == "keep" and three.request.kind != "transfers")
        ):
            continue  # another player of the side goes on
        three.follow(answer)
        if when(three) != when(seven):
            three.follow(Done())  # what the first player left undone
        assert seen(three.state) == seen(seven.state)
        compared += 1
    assert seven.request is three.request is None
    assert seven.state.outcome == three.state.outcome
    assert compared > 100


def when(play):
    return play.request is not None and (play.state.turn, play.state.active, play.state.phase)


def seen(state):
    return {
        key: sorted((b.group, b.cv, b.column, b.origin) for b in stack) for key, stack in state.stacks.items()
    }


@pytest.mark.parametrize("players", [3, 7])
def test_what_is_hidden_changes_no_view(players):
    """Two states that differ in hidden CV alone look the same, byte for byte, to who may not see them."""
    game = Boards(players, 5, viewers=[])
    rules, compared = game.rules, 0
    while game.whole.request is not None:
        game.step()
        state = game.whole.state
        if game.whole.count % 4:
            continue  # every fourth answer tells as much
        for side in rules.sides:
            other = weakened(state, side)
            if other is None:
                continue
            compared += 1
            for seat in ("", *(s for s in rules.seats if side not in rules.sides_of(s))):
                one, two = rules.view(state, seat), rules.view(other, seat)
                assert digest(one) == digest(two)
                assert rules.position(one) == rules.position(two)
                assert rules.summary(one) == rules.summary(two)
    assert compared > 50


def weakened(state, side):
    """A state in which every closed block of a side on the map has 1 CV; None without such a block."""
    other = state.copy()
    for place in state.places_of(side):
        stack = [
            block if block.open else type(block)(**{**fields(block), "cv": 1})
            for block in state.at(side, place)
        ]
        other.put(side, place, stack)
    return None if other == state else other


def fields(block):
    return {name: getattr(block, name) for name in type(block).__dataclass_fields__}


def test_an_effect_that_an_order_cannot_have_is_refused_by_its_author():
    game = Boards(3, 2)
    while not (isinstance(game.whole.request, Choose) and game.whole.request.kind == "movement"):
        game.step()
    board = game.seen[game.whole.request.seat]
    order = next(o for o in board.request.options.legal() if o.verb == "move")
    told = comet_year.Effect(game.rules.effects.parse(f"moved {'-'.join(order.way)} 9"))
    with pytest.raises(comet_year.Illegal, match="comes to"):
        game.rules.check_effect(board.state, order, told)


@pytest.mark.parametrize("players", [3, 7])
def test_who_only_counts_the_blocks_is_told_of_no_choice_and_asks_without_fault(players):
    """Mails list the choices on the board that everybody has."""
    game = Boards(players, 3)
    while game.whole.request is not None:
        public = game.seen[""].request
        if isinstance(public, Choose) and public.kind in ("movement", "deployment", "transfers", "rout"):
            assert public.options.legal() == ()
        elif isinstance(public, Choose):
            public.options.legal()
        game.step()
