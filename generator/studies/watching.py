"""What is counted while a game of a study is played: losses, places, fights, rules, who did nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from modules.definition import Definition
from modules.definition.formats.clauses.moving import EnterPhase, MovePhase, SetUpPhase
from modules.definition.formats.clauses.upkeep import RebuildPhase
from modules.engine.driver import Play
from modules.engine.position import PlacedCounter
from modules.engine.requests import Roll
from modules.engine.rules.play_rules import PlayRules
from modules.engine.rules.view_rules import ViewRules

EXITED: Final = "exited"
"""The place of counters that have left the map."""
_QUIET: Final = frozenset({"deal", "leaders", "movement", "set_up", "setup"})
"""Phases in which counters are placed and moved: nothing that is told there is a deed."""


def _quiet_phases(definition: Definition) -> frozenset[str]:
    """The phases in which clauses place and move counters."""
    phases = {} if definition.rules_file is None else definition.rules_file.phases
    quiet = SetUpPhase | MovePhase | EnterPhase | RebuildPhase
    return frozenset(name for name, clause in phases.items() if isinstance(clause, quiet))


class Watch:
    """What is counted while a game is played: looked at when a player turn begins, and at the end. Of a game
    of several battles, and on a map of areas, also when a phase begins; while armies reform, never."""

    def __init__(self, rules: ViewRules[Any], definition: Definition) -> None:
        self._rules, self._counters, self._areas = rules, definition.counters, definition.area_maps
        self._quiet = _QUIET | _quiet_phases(definition)
        self._by_clauses, self._attacks = definition.rules_file is not None, set[frozenset[str]]()
        self._moment: tuple[str, ...] = ()
        self._part, self._earlier, self._period, self._turns_before = "", Counter[str](), 1, 0
        self._map, self._active, self._phase, self._events = "", "", "", 0
        self._stood: dict[str, PlacedCounter] = {}
        self._fell: dict[str, tuple[str, str]] = {}
        self._fell_before: list[tuple[str, str]] = []
        self._met: set[str] = set()
        self._now: set[str] = set()
        self._before: set[str] = set()
        self.losses: dict[str, dict[str, int]] = {}
        self.fights: dict[str, Counter[str]] = {}
        self.fired: Counter[str] = Counter()
        self.seen: set[str] = set()
        self.told: set[str] = set()
        self.turns = 0

    def look(self, play: Play[ViewRules[Any]]) -> None:
        """Counts dice, deeds, and the losses where a player turn is over."""
        self._hear(play)
        if isinstance(play.request, Roll):
            self.fired[play.request.rule] += len(play.request.dice)
        state = play.state
        if state.phase in self._rules.between and play.request is not None:
            return
        part, turn = self._rules.battle_of(state), (str(state.turn), state.active)
        phase = state.phase if part or self._map in self._areas else ""
        moment = (part, *turn, phase)
        if moment == self._moment and play.request is not None:
            return
        if part != self._part:
            self._begin(part)
        if (period := self._rules.period(state)) != self._period:
            self._go_on(period, state)
        if moment[:3] != self._moment[:3]:
            self._met, self._attacks = set(), set()
        self._moment, self._active, self._map = moment, state.active, self._rules.map_of(state)
        self._count(state)

    def _begin(self, part: str) -> None:
        """A battle of several: who stood in the one before has gone home, and who was lost may come again.
        Where nothing is drawn between them, the losses of the last player turn before are not seen."""
        self._part, self._turns_before = part, self.turns
        self._before |= self._now
        self._fell_before += (self._fell[counter] for counter in self._now)
        self._earlier, self._now, self._stood, self._fell = self._losses(), set(), {}, {}

    def _go_on(self, period: int, state: Any) -> None:
        """Turns are counted from 1 again: who did not reform was lost in the turn before."""
        self._period, last = period, str(self.turns)
        self._turns_before = self.turns
        self._count(state)
        self.losses[last] = self.losses[str(self.turns)]

    def _count(self, state: Any) -> None:
        """A counter that has gone since the last look is lost, unless it comes back, or has left the map."""
        self.turns = self._turns_before + state.turn
        here = {each.counter: each for each in self._rules.position(state) if each.counter}
        self.seen |= here.keys()
        left = {each.counter for each in self._rules.off_map(state) if each.place == EXITED}
        gone = [counter for counter in self._stood if counter not in here and counter not in left]
        self._fell |= {counter: (self._map, self._stood[counter].place) for counter in gone}
        self._now = self._now.union(gone) - here.keys()
        self._stood = here
        losses = self._losses()
        self.losses[str(self.turns)] = {side: losses[side] for side in self._rules.sides}
        if self._map in self._areas and state.phase not in self._quiet:
            self._meet()

    def places(self) -> dict[str, Counter[str]]:
        """By map where those lost had stood: who came back was not lost there."""
        found: dict[str, Counter[str]] = {}
        for on, place in (*self._fell_before, *(self._fell[counter] for counter in self._now)):
            found.setdefault(on, Counter())[place] += 1
        return found

    @property
    def lost(self) -> set[str]:
        """Those who are lost, in any battle."""
        return self._before | self._now

    def _losses(self) -> Counter[str]:
        return self._earlier + Counter(self._side(counter) for counter in self._now)

    def _side(self, counter: str) -> str:
        return self._rules.fights_for(self._counters[counter].side)

    def _hear(self, play: Play[PlayRules[Any]]) -> None:
        """Notes who was told of since the last look, in a phase of deeds, and where enemies were met."""
        for event in play.events[self._events :] if self._phase not in self._quiet else ():
            self.told.update(event.pieces)
            sides = {self._side(piece) for piece in event.pieces if piece in self._counters}
            if len(sides) > 1 and not self._is_told_again(event.pieces):
                stood = [self._stood[piece] for piece in event.pieces if piece in self._stood]
                self._fought(each.place for each in stood if self._side(each.counter) != self._active)
        self._events, self._phase = len(play.events), play.state.phase

    def _is_told_again(self, pieces: Iterable[str]) -> bool:
        """Whether more is told of an attack by clauses, which is told line by line."""
        if not self._by_clauses:
            return False
        attack = frozenset(pieces)
        known = attack in self._attacks
        self._attacks.add(attack)
        return known

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
