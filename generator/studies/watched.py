"""One game of a study as a log of VASSAL, to be stepped through: played again from its seed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from generator.studies.games import match_of
from generator.studies.plan import Plan, definition_of
from generator.vassal.positions.scenes import Given, Scene
from generator.vassal.positions.standings import standing_of
from generator.vassal.positions.write_position import game_log
from modules import library
from modules.engine.driver import Play
from modules.engine.players.match import Match
from modules.engine.requests import Choose, Secret
from modules.engine.rules.view_rules import ViewRules


def log_of(plan: Plan, number: int, arm: int, seed: int) -> bytes:
    """A .vlog of a game by its number and place; the same game gives the same bytes. Raises VassalError."""
    match = match_of(plan, arm, seed)
    begin = standing_of(match.play.rules, match.play.state)
    definition = definition_of(plan.game, plan.arms[arm])
    names = {name: side.name for name, side in definition.game.sides.items()}
    title = library.title(definition, plan.scenario)
    comment = f"{title}: game {number} of a study, seed {seed}, {plan.arms[arm].name}"
    return game_log(definition, plan.scenario, begin, _course(match, names), comment)


def _course(match: Match[ViewRules[Any]], names: Mapping[str, str]) -> Iterator[Scene]:
    """What each order and the dice after it have brought, and how the game stands then; at last how it
    ended."""
    play = match.play
    given = Given(play, names)
    while play.request is not None:
        match.step()
        given.take(match.given)
        if play.request is None or isinstance(play.request, Choose | Secret):
            yield given.scene(standing_of(play.rules, play.state))
    yield Scene((), _end(play), standing_of(play.rules, play.state))


def _end(play: Play[ViewRules[Any]]) -> list[str]:
    outcome = play.state.outcome
    if play.request is not None or outcome is None:
        return []
    who = outcome.winner or "nobody"
    return [f"The game is over: {who}, {outcome.level}: {outcome.reason} ({outcome.rule})"]
