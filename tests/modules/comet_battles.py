"""What must hold of every position of Year of the Comet, however many play."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from listing_comet import more_of_it
from watching import Dice, Watcher

from modules.engine.driver import Play
from modules.engine.orders import Order
from modules.engine.requests import Choose
from modules.engine.rules.full_rules import FullRules
from modules.year_of_the_comet import orders
from modules.year_of_the_comet.sequence import YearRules
from modules.year_of_the_comet.state import COLUMNS, RESERVE, SEA, SKIRMISH
from modules.year_of_the_comet.war import War
from modules.year_of_the_comet.year import FYRD, SUPREME

BARE = (orders.Done(), orders.Pass(), orders.Hold(), orders.Stay(), orders.Keep(), orders.Perish())
WORDS = ("E-fyrd.3", "E-fyrd.1", "V-viking.4", "E-carl.4", "N-foot.4", "left", "YOR", "LON", "1", "-")


def year_rules(rules: FullRules[Any]) -> YearRules:
    assert isinstance(rules, YearRules)
    return rules


class Comet(Watcher):
    """See the module."""

    game = "year_of_the_comet"
    scenarios = ("campaign",)
    rules_folder = "year_of_the_comet"

    def check_position(self, rules: FullRules[Any], state: Any) -> None:
        war = War(year_rules(rules).year, state)
        check_blocks(war)
        held = [len(state.sides_in(area)) for area in war.year.graph.areas]
        assert max(held) <= 2, "three sides in an area"
        if state.phase in ("raising", "set_up"):
            assert max(held) <= 1, "a battle was not fought"
        points = sum(war.points(side) for side in rules.sides)
        assert points == 39 or "english" in state.out or max(held) > 1
        for side in rules.sides:
            fallen = SUPREME[side] in state.dead.get(side, ())
            assert side not in state.out or not any(owner == side for owner, _ in state.stacks)
            assert not fallen or side in state.out

    def check_report(self, rules: FullRules[Any], play: Play[Any]) -> None:
        """Who is dead follows from the report alone; fallen fyrdmen do not stay dead."""
        year = year_rules(rules).year
        called = {year.called(group): group for group in year.groups}
        lost = Counter(
            called[event.text.partition(" is lost in ")[0]]
            for event in play.events
            if " is lost in " in event.text
        )
        del lost[FYRD]
        assert lost == Counter(group for groups in play.state.dead.values() for group in groups)

    def changed(self, rules: FullRules[Any], state: Any, order: Order, looker: Dice) -> Order:
        """Another word for one, one more, or one less; or an order that has none."""
        names = [each.name for each in fields(order)]  # type: ignore[arg-type]
        if not names or looker.below(6) == 0:
            return BARE[looker.below(len(BARE))]
        name = names[looker.below(len(names))]
        old, word = getattr(order, name), WORDS[looker.below(len(WORDS))]
        if isinstance(old, str):
            return replace(order, **{name: word})  # type: ignore[type-var]
        at, how = looker.below(len(old)), looker.below(3)
        new = (*old[:at], *((), (word,), (old[at], word))[how], *old[at + 1 :])
        return replace(order, **{name: new or (word,)})  # type: ignore[type-var]

    def is_covered(self, rules: FullRules[Any], play: Play[Any], order: Order, listed: list[Order]) -> bool:
        choice = play.request
        assert isinstance(choice, Choose)
        return order in listed or more_of_it(choice.options, order, listed)  # type: ignore[arg-type]

    def losses(self, rules: FullRules[Any], state: Any) -> Mapping[str, int]:
        """Blocks that are dead for good; all of a side that is out."""
        all_of = {"english": 28, "viking": 14, "norman": 14}
        return {
            side: all_of[side] if side in state.out else len(state.dead.get(side, ())) for side in rules.sides
        }


def check_blocks(war: War) -> None:
    """2.1: every block is somewhere, none stronger than at full; columns are those of a battle."""
    year, state = war.year, war.state
    for side in (each for each in year.sides if each not in state.out):
        blocks = [b for (owner, _), stack in state.stacks.items() if owner == side for b in stack]
        found = Counter(b.group for b in blocks) + Counter(state.dead.get(side, ()))
        if side == "english":
            found[FYRD] += state.pool + state.to_place
        assert found == Counter({g: n for g, n in year.counts.items() if year.side(g) == side})
        assert all(1 <= b.cv <= year.most(b.group) for b in blocks)
    for (_, place), stack in state.stacks.items():
        fought = state.battle is not None and state.battle.area == place
        assert all(not b.column or (fought and b.column in (*COLUMNS, RESERVE, SKIRMISH)) for b in stack)
        assert place != SEA or all(b.cv == year.most(b.group) for b in stack)


COMET = Comet()
