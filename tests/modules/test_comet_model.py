"""A second model of ways out of a battle, of hits and of who takes them, held against the game at random."""

from collections import Counter

import comet_model as model
import comet_year
import pytest
from comet_year import Boards, advised, sampled

from modules.engine.requests import Choose, Roll

LAND = model.Land()


def army(state, side, column=None):
    stack = state.stacks.get((side, state.battle.area), ())
    return [block.token for block in stack if column is None or block.column == column]


def around(state, side):
    """What the model asks of a battle: where, whence the attacker came, whether this is the attacker, where
    enemies are."""
    battle = state.battle
    held = {area for owner, area in state.stacks if owner != side} - {"sea"}
    return battle.area, set(battle.origins), side == battle.attacker, held


def leaves(state, side):
    here, origins, attacks, held = around(state, side)
    unresolved = {
        area
        for owner, area in state.stacks
        for other in ("viking", "norman", "english")
        if other != owner and (other, area) in state.stacks
    }
    return here, origins, attacks, held | unresolved


class Watch:
    """Holds every decision and every salvo of a game against the model."""

    def __init__(self):
        self.seen = Counter()

    def decision(self, request, state):
        look = getattr(self, f"_{request.kind}", None)
        if look is not None:
            look(request, state)
            self.seen[request.kind] += 1

    def _retreat(self, request, state):
        here, origins, attacks, held = leaves(state, request.side)
        wanted = model.ways_out(LAND, here, army(state, request.side), origins, attacks, held)
        listed = {order.area for order in request.options.legal() if order.verb == "retreat"}
        assert listed == wanted, (here, army(state, request.side))

    def _rout(self, request, state):
        here, origins, attacks, held = leaves(state, request.side)
        wanted = model.flights(LAND, here, army(state, request.side), origins, attacks, held)
        orders = [order for order in request.options.legal() if order.verb == "rout"]
        assert {order.area for order in orders} == set(wanted)
        for order in orders:
            said = request.options.summarize([order]).partition(": ")[2]
            assert sorted(filter(None, said.split(", "))) == sorted(wanted[order.area])
            self.seen["dear" if said else "free"] += 1

    def _loss(self, request, state):
        battle = state.battle
        group = army(state, request.side, battle.hit_column or None)
        wanted = model.may_take(group, battle.leader_die)
        assert {order.block for order in request.options.legal()} == wanted

    def salvo(self, request, values, told):
        if request.rule not in ("12.2", "14.2"):
            return
        fired = [(die.label.split()[0], value) for die, value in zip(request.dice, values, strict=True)]
        (line,) = [text for text in told if " hit" in text]
        said = line.partition(": ")[2].split()[0]
        assert int(said) == model.hits(fired), line
        self.seen[request.rule] += 1


def watched(seed, decide, watch):
    game = Boards(3, seed, decide, viewers=[])
    while game.whole.request is not None:
        request, state = game.whole.request, game.whole.state
        if isinstance(request, Choose):
            watch.decision(request, state)
            game.step()
        elif isinstance(request, Roll):
            before = len(game.whole.events)
            values = tuple(1 + game.dice.below(die.sides) for die in request.dice)
            game.give(values)
            watch.salvo(request, values, [e.text for e in game.whole.events[before:]])


@pytest.mark.parametrize(
    ("decide", "often"),
    [(advised, ("retreat", "rout", "loss", "free", "dear", "12.2", "14.2")), (sampled, ("retreat", "12.2"))],
)
def test_the_game_and_the_model_agree(decide, often):
    """Games by the built-in player come to routs; random ones end before, in odder places."""
    watch = Watch()
    for seed in range(6):
        watched(seed, decide, watch)
    assert all(watch.seen[each] > 5 for each in often), watch.seen


def test_the_model_knows_the_map_and_the_blocks():
    rules = comet_year.rules_for(3)
    assert set(rules.year.graph.areas) == LAND.areas
    horsed = {group for group in rules.year.groups if model.kind(group) in model.HORSED}
    assert horsed == {group for group, counter in rules.year.groups.items() if counter.front["move"] == 4}
