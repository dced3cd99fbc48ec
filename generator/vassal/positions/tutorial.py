"""The tutorial of a module: a log of the first turn of a game which the game's own policy plays.

VASSAL shows it from its help menu. The same game gives the same log: dice, packs and orders follow from one
seed.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.vassal.module.orders.kinds import orders_of
from generator.vassal.module.planning import AnyModule
from generator.vassal.module.start.setups import by_date
from generator.vassal.positions.moments import Moment
from generator.vassal.positions.saves_of import saves_of
from generator.vassal.positions.scenes import Given, Scene
from generator.vassal.positions.standings import Standing
from generator.vassal.positions.write_position import course_log
from modules import library
from modules.engine.driver import Play
from modules.engine.players.match import Match
from modules.engine.players.player import PolicyPlayer
from modules.engine.rules.advice_rules import AdviceRules
from modules.engine.rules.play_rules import PlayRules
from modules.engine.rules.view_rules import ViewRules

_SEED = 1066
_MOST = 400
"""Answers after which a long first turn is left."""

_EACH = 5
"""Answers of a phase that are steps of their own."""


def tutorial(plan: AnyModule) -> bytes:
    """The log of the first turn of the earliest scenario; empty for a game without rules, or with rules that
    give no advice."""
    definition = plan.definition
    if not orders_of(definition):
        return b""
    name = by_date(definition)[0]
    rules = library.rules(definition.name, name)
    if not isinstance(rules, AdviceRules):
        return b""
    names = {seat: definition.game.sides[seat].name for seat in rules.seats if seat in definition.game.sides}
    players = {seat: PolicyPlayer(_SEED, n) for n, seat in enumerate(rules.seats, 1)}
    match = Match(rules, players, _SEED)
    comment = f"{definition.scenarios[name].title}: the first turn, played by the program"
    return course_log(saves_of(plan), name, _standing(match.play), _course(match, names), comment)


def _course(match: Match[ViewRules[Any]], names: Mapping[str, str]) -> Iterator[Scene]:
    """What is ordered and told, and how the game stands after it: of each phase the first answers one by one,
    the others in one step, for a log of a thousand steps nobody looks at."""
    play = match.play
    turn, shown = play.state.turn, 0
    given = Given(play, names, rules=False)
    phase = _phase(play)
    while play.request is not None and play.state.turn == turn and play.count < _MOST:
        match.step()
        given.take(match.given)
        over = _phase(play) != phase
        shown += 1
        if shown <= _EACH or over:
            yield given.scene(_standing(play))
        if over:
            phase, shown = _phase(play), 0


def _phase(play: Play[PlayRules[Any]]) -> tuple[str, str]:
    return play.state.active, play.state.phase


def _standing(play: Play[ViewRules[Any]]) -> Standing:
    rules, state = play.rules, play.state
    placed = (*rules.position(state), *rules.off_map(state))
    return Standing(rules.map_of(state), placed, Moment(state.turn, state.active, state.phase), {})
