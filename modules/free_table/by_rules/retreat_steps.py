"""Retreats at a table: units go one after the other, friends are pushed on, and some have no way."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

from modules.amounts import count_noun
from modules.definition.formats.clauses.combat import RetreatClause
from modules.engine.decisions import Asks
from modules.engine.requests import Steps, Tell
from modules.engine.stacks.aftermath.retreat_ways import Kind
from modules.engine.stacks.aftermath.retreating import RetreatOptions
from modules.engine.stacks.orders import Retreat
from modules.engine.stacks.stacking import AT_LAST
from modules.free_table.by_rules.fight import Fight, listed
from modules.free_table.by_rules.ruled_state import RETREATED

RETREAT: Final = "retreat"
WITHDRAW: Final = "withdraw"
"""Kinds of decisions: which unit retreats, and where; whether a target does before the die."""

Hexes = Literal["safe"] | int


class Retreats:
    """The retreats of one attack by its clause, led by one side."""

    def __init__(self, fight: Fight, clause: RetreatClause, leader: str) -> None:
        self._fight, self._clause, self._leader = fight, clause, leader

    def retreat(self, units: Sequence[str], hexes: Hexes) -> Steps:
        """These units retreat so many hexes each; those that have no way at the end are blocked."""
        waiting = list(units)
        while waiting := [unit for unit in waiting if self._fight.is_there(unit)]:
            if hexes == "safe" and (safe := self._find_safe(waiting)):
                for unit in safe:
                    yield Tell(f"{unit} is in no ZOC of the enemy, and stays", self._clause.rule, (unit,))
                waiting = [unit for unit in waiting if unit not in safe]
                continue
            gone = yield from self._let_go(waiting, hexes, ())
            if not gone:
                break
            waiting.remove(gone)
        for unit in waiting:
            yield from self._block(unit)

    def withdraw(self, units: Sequence[str], hexes: int, rule: str) -> Asks[bool]:
        """Before the die a target retreats as a whole, or not at all. Returns whether it does."""
        fight = self._fight

        def make() -> RetreatOptions:
            return self._options(units, hexes, (), rule=rule, may_hold=True)

        if len(make().movers) < len(units):
            return False
        ask = f"retreat {listed(units)} before combat, or `hold`"
        given = yield from fight.ask(self._leader, WITHDRAW, ask, rule, make)
        if not isinstance(given, Retreat):
            return False
        yield from self._go(given, make().ways_of(given.unit).kind, ())
        yield from self.retreat([unit for unit in units if unit != given.unit], hexes)
        return True

    def can_go(self, units: Sequence[str], hexes: Hexes) -> bool:
        """Whether each of these units has a way as it stands now."""
        waiting = [unit for unit in units if hexes != "safe" or self._fight.field().in_enemy_zone(unit)]
        return len(self._options(waiting, hexes, ()).movers) == len(waiting)

    def _find_safe(self, units: Sequence[str]) -> list[str]:
        now = self._fight.field()
        return [unit for unit in units if not now.in_enemy_zone(unit)]

    def _options(
        self,
        units: Sequence[str],
        hexes: Hexes,
        chain: Sequence[str],
        *,
        rule: str = "",
        may_hold: bool = False,
    ) -> RetreatOptions:
        there = [unit for unit in units if self._fight.is_there(unit)]
        return RetreatOptions(
            self._fight.field(), self._clause, there, hexes, chain, rule=rule, may_hold=may_hold
        )

    def _let_go(self, units: Sequence[str], hexes: Hexes, chain: Sequence[str]) -> Asks[str]:
        """One of these units goes, the one that the leader names; empty where none of them has a way."""
        far = "until safe" if hexes == "safe" else count_noun(hexes, "hex")

        def make() -> RetreatOptions:
            return self._options(units, hexes, chain)

        while movers := make().movers:
            ask = f"retreat {listed(movers)}, {far}"
            given = yield from self._fight.ask(self._leader, RETREAT, ask, self._clause.rule, make)
            if isinstance(given, Retreat):
                yield from self._go(given, make().ways_of(given.unit).kind, chain)
                return given.unit
        return ""

    def _go(self, order: Retreat, kind: Kind | None, chain: Sequence[str]) -> Steps:
        fight, unit, end = self._fight, order.unit, order.path[-1]
        start = fight.state.at[unit]
        fight.state.put(unit, end)
        fight.state.note_way(unit, order.path)
        fight.state.note_deed(unit, RETREATED)
        fight.gone.add(unit)
        yield Tell(f"{unit} retreats {'-'.join((start, *order.path))}", self._clause.rule, (unit,))
        if kind == "pushing":
            yield from self._make_room(unit, end, (*(chain or (start,)), end))

    def _make_room(self, newcomer: str, hex_id: str, chain: Sequence[str]) -> Steps:
        """Friends in a hex are pushed on until its limits are kept; where none of them has a way, the first
        is blocked."""
        tried: set[str] = set()
        while crowd := [unit for unit in self._find_crowd(newcomer, hex_id) if unit not in tried]:
            gone = yield from self._let_go(crowd, 1, chain)
            if not gone:
                tried.add(crowd[0])
                yield from self._block(crowd[0])

    def _find_crowd(self, newcomer: str, hex_id: str) -> list[str]:
        """The friends of a newcomer that are counted by a limit which its hex exceeds."""
        now = self._fight.field()
        over = now.counts.surplus(now.side(newcomer), AT_LAST)
        counted = {unit for each in over if each.hex_id == hex_id for unit in each.counted}
        return sorted(counted - {newcomer}, key=self._fight.table.battle.rank.__getitem__)

    def _block(self, unit: str) -> Steps:
        """A unit has no way to retreat."""
        fight, rule, why = self._fight, self._clause.rule, f": no retreat is open to {unit}"
        match self._clause.blocked:
            case "eliminate":
                yield from fight.eliminate(unit, rule, why)
            case "step":
                yield from fight.lose_step(unit, rule, why)
            case "stay":
                yield Tell(f"{unit} stays in {fight.state.at[unit]}{why}", rule, (unit,))


def leader_of(fight: Fight, clause: RetreatClause, side: str) -> str:
    """The side that leads the retreats of a side's units."""
    if clause.led_by == "owner":
        return side
    return fight.side("defenders" if side == fight.side("attackers") else "attackers")
