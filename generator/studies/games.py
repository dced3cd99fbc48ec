"""One game of a study, played and told as a row of plain values."""

from __future__ import annotations

from collections import Counter
from typing import Any, Final, TypeAlias

from generator.studies.plan import Plan, rules_of
from modules import library
from modules.engine.play import Play, Rules
from modules.engine.players.match import Match
from modules.engine.players.player import Player, PolicyPlayer, RandomPlayer
from modules.engine.players.searching import SearchingPlayer
from modules.engine.position import Placed
from modules.engine.requests import Roll

Row: TypeAlias = dict[str, Any]
"""A game: `arm`, `seed`, `options`, `players`, `winner` (empty: nobody), `level`, `rule` that ended it,
`turns`, `decisions`, `losses`: by turn and side how many counters were lost so far, `places`: of the counters
lost, where they stood, `fights`: where those stood of whom was told together with an enemy whose turn it was,
`fired`: how often each rule was told of or rolled for, `lost` at the end; `idle`:
counters that did nothing but stand and move, and were not lost."""
_QUIET: Final = frozenset({"deal", "leaders", "movement", "set_up", "setup"})
"""Phases in which counters are placed and moved: nothing that is told there is a deed."""


def played(plan: Plan, arm: int, seed: int) -> Row:
    """The row of one game. It follows from plan, arm and seed alone."""
    chosen, match = plan.arms[arm], match_of(plan, arm, seed)
    watch = _Watch(match.play.rules)
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
        "turns": state.turn,
        "decisions": match.play.count,
        "losses": watch.losses,
        "places": dict(sorted(watch.places.items())),
        "fights": dict(sorted(watch.fights.items())),
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


class _Watch:
    """What is counted while a game is played: looked at when a player turn begins, and at the end."""

    def __init__(self, rules: Rules[Any]) -> None:
        self._rules = rules
        self._turn: tuple[int, str] | None = None
        self._stood: dict[str, Placed] = {}
        self._sides: dict[str, str] = {}
        self.lost: set[str] = set()
        self.losses: dict[str, dict[str, int]] = {}
        self.places: Counter[str] = Counter()
        self.fights: Counter[str] = Counter()
        self.fired: Counter[str] = Counter()
        self.seen: set[str] = set()
        self.told: set[str] = set()
        self._events = 0
        self._phase = ""

    def look(self, play: Play[Any]) -> None:
        """Counts dice, deeds, and the losses where a player turn is over."""
        self._hear(play)
        if isinstance(play.request, Roll):
            self.fired[play.request.rule] += len(play.request.dice)
        state = play.state
        turn = (state.turn, state.active)
        if turn == self._turn and play.request is not None:
            return
        self._turn = turn
        placed = self._rules.position(state)
        here = {each.counter: each for each in placed if each.counter}
        self.seen |= here.keys()
        gone = {counter: was for counter, was in self._stood.items() if counter not in here}
        self.places.update(was.place for was in gone.values())
        self._sides |= {counter: was.side for counter, was in gone.items()}
        self.lost = (self.lost | gone.keys()) - here.keys()
        self._stood = here
        sides = Counter(self._sides[counter] for counter in self.lost)
        self.losses[str(state.turn)] = {side: sides[side] for side in self._rules.sides}

    def _hear(self, play: Play[Any]) -> None:
        """Notes who was told of since the last look, in a phase of deeds, and where enemies were met."""
        for event in play.events[self._events :] if self._phase not in _QUIET else ():
            self.told.update(event.pieces)
            stood = [self._stood[piece] for piece in event.pieces if piece in self._stood]
            if len({each.side for each in stood}) > 1 and self._turn is not None:
                self.fights.update({each.place for each in stood if each.side != self._turn[1]})
        self._events, self._phase = len(play.events), play.state.phase
