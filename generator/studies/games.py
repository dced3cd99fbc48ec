"""One game of a study, played and told as a row of plain values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

from generator.studies.plan import Plan, definition_of, rules_of
from generator.studies.watching import Watch
from modules import library
from modules.engine.play import Rules
from modules.engine.players.match import Match
from modules.engine.players.player import Player, PolicyPlayer, RandomPlayer
from modules.engine.players.searching import SearchingPlayer

Row: TypeAlias = dict[str, Any]
"""A game: `arm`, `seed`, `options`, `players`, `winner` (empty: nobody), `level`, `rule` that ended it,
`turns`, `decisions`, `losses`: by turn and side how many counters were lost so far, `places`: by map where
those lost had stood, `fights`: by map where those stood of whom was told together with an enemy whose turn
it was, and in which areas enemies met, `fired`: how often each rule was told of or rolled for, `lost` at the
end, `idle`: counters that did nothing but stand and move, and were not lost. Where several battles are
fought, turns and losses go on from one to the next."""


def played(plan: Plan, arm: int, seed: int) -> Row:
    """The row of one game. It follows from plan, arm and seed alone."""
    chosen, match = plan.arms[arm], match_of(plan, arm, seed)
    watch = Watch(match.play.rules, definition_of(plan.game, chosen))
    while match.play.request is not None:
        watch.look(match.play)
        match.step()
    watch.look(match.play)
    state = match.play.state
    watch.fired.update(event.rule for event in match.play.events)
    return {
        "arm": chosen.name,
        "seed": seed,
        "options": " ".join(chosen.options),
        "players": ",".join(plan.players),
        "winner": state.outcome.winner,
        "level": state.outcome.level,
        "rule": state.outcome.rule,
        "turns": watch.turns,
        "decisions": match.play.count,
        "losses": watch.losses,
        "places": _sorted(watch.places),
        "fights": _sorted(watch.fights),
        "fired": dict(sorted(watch.fired.items())),
        "lost": sorted(watch.lost),
        "idle": sorted(watch.seen - watch.told - watch.lost),
    }


def match_of(plan: Plan, arm: int, seed: int) -> Match:
    """A game of the plan before its first answer."""
    rules = rules_of(plan.game, plan.scenario, plan.arms[arm])
    return Match(rules, _players(plan, rules, seed), seed)


def _players(plan: Plan, rules: Rules[Any], seed: int) -> dict[str, Player]:
    found: dict[str, Player] = {}
    for at, (seat, kind) in enumerate(zip(rules.seats, plan.players, strict=True), 1):
        if kind == "search":
            weighing = library.weighing(plan.game, plan.scenario)
            found[seat] = SearchingPlayer(seat, rules.seats[seat], weighing, plan.budget, seed)
        else:
            found[seat] = RandomPlayer(seed, at) if kind == "random" else PolicyPlayer(seed, at)
    return found


def _sorted(by_map: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    return {name: dict(sorted(counts.items())) for name, counts in sorted(by_map.items()) if counts}
