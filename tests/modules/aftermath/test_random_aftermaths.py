"""Random results of attacks in random positions, each decision answered at random: there is always an answer,
each chain ends, and what must hold of the position holds.
"""

from __future__ import annotations

from typing import Any

from fights import ADVANCE, Fought, attack, state_of
from hypothesis import given
from hypothesis import strategies as st
from move_model import Scene
from random_worlds import BLUE, RED, scenes
from test_retreats_and_model import SLOW, clauses, crowds
from worlds import Chance

from modules.engine.orders import Order
from modules.engine.requests import Choose
from modules.engine.stacks.field import StackField

HOLDS = ("always", "move_end", "phase_end")
_party = st.sampled_from(["attackers", "defenders"])
_chosen_by = st.sampled_from(["owner", "enemy"])
_number = st.sampled_from(["all", 1, 2])
_combat, _bool = st.just("combat"), st.booleans()


def _do(*words: str, **keys: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """An effect of one of these names."""
    return st.fixed_dictionaries({"do": st.sampled_from(words), **keys})


_simple = st.one_of(
    _do("eliminate", of=_party, number=_number, chosen_by=_chosen_by),
    _do("step", of=_party, steps=st.integers(1, 3), each=_bool),
    _do("exchange", value=st.sampled_from(["combat", "units"]), printed=_bool),
    _do("match", of=_party, value=_combat, printed=_bool, steps=_bool),
    _do("mark", "unmark", of=_party, state=st.just("tired"), number=_number),
    _do("retreat", of=_party, hexes=st.sampled_from([1, 1, 2, 2, 3, "safe"])),
)
_lists = st.lists(st.lists(_simple, max_size=2), min_size=2, max_size=3)
_choice = _do("choose", of=_party, between=_lists)
_effects = st.lists(st.one_of(_simple, _simple, _simple, _choice), min_size=1, max_size=3)


@st.composite
def _advances(draw: st.DrawFn) -> dict[str, Any]:
    return {
        **ADVANCE, "who": draw(st.sampled_from(["attackers", "both"])), "units": draw(_number),
        "hexes": draw(st.integers(1, 3)), "must": draw(st.booleans()),
        "zones": draw(st.sampled_from(["ignored", "stop"])),
    }  # fmt: skip


def _find_surplus(field: StackField) -> set[tuple[str, str]]:
    """The hexes in which too much lies, each by which clause."""
    over = (each for side in field.battle.sides for each in field.counts.surplus(side, HOLDS))
    return {(each.hex_id, each.clause.rule) for each in over}


@SLOW
@given(st.one_of(scenes(), crowds()), clauses(), _effects, _advances(), st.randoms(use_true_random=False))
def test_each_chain_ends(
    made: tuple[StackField, Scene],
    clause: dict[str, Any],
    effects: list[Any],
    advance: dict[str, Any],
    random: Any,
) -> None:
    field, _ = made
    units = {side: [u for u in all_ if field.at(u)] for side, all_ in (("blue", BLUE), ("red", RED))}
    if not units["red"]:
        return
    attackers, defenders = units["red"][:2], units["blue"]
    if random.randrange(2):
        attackers, defenders = units["blue"][:3], units["red"]
    state = state_of(field.moment.at, field.moment.states, field.side(attackers[0]))
    before = _find_surplus(StackField(field.battle, state.moment()))
    whole = attack(effects, retreat=clause, advance=advance)
    fight = Fought(field.battle, state, whole, attackers, defenders)

    def answer(choice: Choose) -> Order:
        listed = choice.options.legal()
        assert listed, choice
        for order in listed:
            choice.options.judge(order)
        order: Order = choice.options.sample(Chance(random.randrange))
        choice.options.judge(order)
        return order

    assert fight.withdraw(answer)
    fight.carry_out(answer)
    assert all(rule for _, rule in fight.told)
    assert len(fight.asked) < 60
    after = StackField(field.battle, state.moment())
    mixed = [h for h in after.stacks_of("blue") if h in after.stacks_of("red")]
    mixed_before = [h for h in field.stacks_of("blue") if h in field.stacks_of("red")]
    assert set(mixed) <= set(mixed_before)
    over = _find_surplus(after)
    blocked = any("no retreat is open" in text for text, _ in fight.told)
    fuller = over - before
    assert not fuller or (blocked and clause["friends"] == "displace"), (fuller, fight.told)
