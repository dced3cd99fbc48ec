"""One game of a study, played and told as a row of plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from generator.studies.dice import maker_of
from generator.studies.plan import Plan, definition_of, rules_of
from generator.studies.watching import Watch
from modules import library
from modules.engine.players.match import Match
from modules.engine.rules.view_rules import ViewRules

Row: TypeAlias = dict[str, Any]
"""A game: what it was (`game`, `scenario`, `options`, `players`, `budget` of those that search, `seed`,
`dice`: empty for the study's own), its `arm`, `winner` (empty: nobody), `level`, `rule` that ended it,
`turns`, `decisions`, `losses`: by turn and side how many counters were lost so far, `places`: by map where
those lost had stood, but for who came back, `fights`: by map where those stood of whom was told together with
an enemy whose turn it was, and in which areas enemies met, `fired`: how often each rule was told of, rolled
for, or ended the game, `lost` at the end, `idle`: counters that did nothing but stand and move, and were not
lost. Where several battles are fought, or periods of a day, turns and losses go on from one to the next."""


def played(plan: Plan, arm: int, seed: int) -> Row:
    """The row of one game. It follows from plan, arm and seed alone."""
    chosen, match = plan.arms[arm], match_of(plan, arm, seed)
    watch = Watch(match.play.rules, definition_of(plan.game, chosen))
    while match.play.request is not None:
        watch.look(match.play)
        match.step()
    watch.look(match.play)
    state = match.play.state
    watch.fired.update([*(event.rule for event in match.play.events), state.outcome.rule])
    return {
        "game": plan.game,
        "scenario": plan.scenario,
        "arm": chosen.name,
        "seed": seed,
        "dice": plan.dice,
        "options": " ".join(chosen.options),
        "players": ",".join(plan.players),
        "budget": plan.budget if "search" in plan.players else 0,
        "winner": state.outcome.winner,
        "level": state.outcome.level,
        "rule": state.outcome.rule,
        "turns": watch.turns,
        "decisions": match.play.count,
        "losses": watch.losses,
        "places": _sorted(watch.places()),
        "fights": _sorted(watch.fights),
        "fired": dict(sorted(watch.fired.items())),
        "lost": sorted(watch.lost),
        "idle": sorted(watch.seen - watch.told - watch.lost),
    }


def match_of(plan: Plan, arm: int, seed: int) -> Match[ViewRules[Any]]:
    """A game of the plan before its first answer."""
    rules, contest = rules_of(plan.game, plan.scenario, plan.arms[arm]), plan.contest(arm, seed)
    dice = maker_of(plan.dice)(contest) if plan.dice else None
    return Match(rules, library.players(contest, rules), seed, dice)


def _sorted(by_map: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    return {name: dict(sorted(counts.items())) for name, counts in sorted(by_map.items()) if counts}
