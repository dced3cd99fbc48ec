"""One game of a study, played and told as a row of plain values."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final, TypeAlias

from generator.studies.plan import Plan, definition_of, rules_of
from modules import library
from modules.definition import Definition
from modules.engine.play import Play, Rules
from modules.engine.players.match import Match
from modules.engine.players.player import Player, PolicyPlayer, RandomPlayer
from modules.engine.players.searching import SearchingPlayer
from modules.engine.position import Placed
from modules.engine.requests import Roll

Row: TypeAlias = dict[str, Any]
"""A game: `arm`, `seed`, `options`, `players`, `winner` (empty: nobody), `level`, `rule` that ended it,
`turns`, `decisions`, `losses`: by turn and side how many counters were lost so far, `places`: by map where
those lost had stood, `fights`: by map where those stood of whom was told together with an enemy whose turn
it was, and in which areas enemies met, `fired`: how often each rule was told of or rolled for, `lost` at the
end, `idle`: counters that did nothing but stand and move, and were not lost. Where several battles are
fought, turns and losses go on from one to the next."""
_QUIET: Final = frozenset({"deal", "leaders", "movement", "set_up", "setup"})
"""Phases in which counters are placed and moved: nothing that is told there is a deed."""


def played(plan: Plan, arm: int, seed: int) -> Row:
    """The row of one game. It follows from plan, arm and seed alone."""
    chosen, match = plan.arms[arm], match_of(plan, arm, seed)
    watch = _Watch(match.play.rules, definition_of(plan.game, chosen))
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


class _Watch:
    """What is counted while a game is played: looked at when a player turn begins, and at the end. Of a game
    of several battles, and on a map of areas, also when a phase begins."""

    def __init__(self, rules: Rules[Any], definition: Definition) -> None:
        self._rules, self._counters, self._areas = rules, definition.counters, definition.area_maps
        self._moment: tuple[str, ...] = ()
        self._part, self._earlier, self._turns_before = "", Counter[str](), 0
        self._map, self._active, self._phase, self._events = "", "", "", 0
        self._stood: dict[str, Placed] = {}
        self._met: set[str] = set()
        self._now: set[str] = set()
        self._before: set[str] = set()
        self.losses: dict[str, dict[str, int]] = {}
        self.places: dict[str, Counter[str]] = {}
        self.fights: dict[str, Counter[str]] = {}
        self.fired: Counter[str] = Counter()
        self.seen: set[str] = set()
        self.told: set[str] = set()
        self.turns = 0

    def look(self, play: Play[Any]) -> None:
        """Counts dice, deeds, and the losses where a player turn is over."""
        self._hear(play)
        if isinstance(play.request, Roll):
            self.fired[play.request.rule] += len(play.request.dice)
        state = play.state
        part, turn = self._rules.part(state), (str(state.turn), state.active)
        phase = state.phase if part or self._map in self._areas else ""
        moment = (part, *turn, phase)
        if moment == self._moment and play.request is not None:
            return
        if part != self._part:
            self._begin(part)
        if moment[:3] != self._moment[:3]:
            self._met = set()
        self._moment, self._active, self._map = moment, state.active, self._rules.map_of(state)
        self._count(state)

    def _begin(self, part: str) -> None:
        """A battle of several: who stood in the one before has gone home, and who was lost may come again.
        Where nothing is drawn between them, the losses of the last player turn before are not seen."""
        self._part, self._turns_before = part, self.turns
        self._before |= self._now
        self._earlier, self._now, self._stood = self._losses(), set(), {}

    def _count(self, state: Any) -> None:
        """Who has gone since the last look is lost, unless he comes back."""
        self.turns = self._turns_before + state.turn
        here = {each.counter: each for each in self._rules.position(state) if each.counter}
        self.seen |= here.keys()
        gone = [counter for counter in self._stood if counter not in here]
        self.places.setdefault(self._map, Counter()).update(self._stood[counter].place for counter in gone)
        self._now = self._now.union(gone) - here.keys()
        self._stood = here
        losses = self._losses()
        self.losses[str(self.turns)] = {side: losses[side] for side in self._rules.sides}
        if self._map in self._areas and state.phase not in _QUIET:
            self._meet()

    @property
    def lost(self) -> set[str]:
        """Those who are lost, in any battle."""
        return self._before | self._now

    def _losses(self) -> Counter[str]:
        return self._earlier + Counter(self._side(counter) for counter in self._now)

    def _side(self, counter: str) -> str:
        return self._rules.fights_for(self._counters[counter].side)

    def _hear(self, play: Play[Any]) -> None:
        """Notes who was told of since the last look, in a phase of deeds, and where enemies were met."""
        for event in play.events[self._events :] if self._phase not in _QUIET else ():
            self.told.update(event.pieces)
            sides = {self._side(piece) for piece in event.pieces if piece in self._counters}
            if len(sides) > 1:
                stood = [self._stood[piece] for piece in event.pieces if piece in self._stood]
                self._fought(each.place for each in stood if self._side(each.counter) != self._active)
        self._events, self._phase = len(play.events), play.state.phase

    def _meet(self) -> None:
        """On a map of areas there is a fight where the blocks of the active side and of another are together,
        once in a player turn."""
        sides: dict[str, set[str]] = {}
        for each in self._stood.values():
            sides.setdefault(each.place, set()).add(self._side(each.counter))
        met = {place for place, there in sides.items() if len(there) > 1 and self._active in there}
        self._fought(sorted(met - self._met))
        self._met |= met

    def _fought(self, places: Iterable[str]) -> None:
        self.fights.setdefault(self._map, Counter()).update(places)


def _sorted(by_map: Mapping[str, Mapping[str, int]]) -> dict[str, dict[str, int]]:
    return {name: dict(sorted(counts.items())) for name, counts in sorted(by_map.items()) if counts}
