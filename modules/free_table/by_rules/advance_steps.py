"""Advances at a table: after all effects of an attack units go into the hexes that the enemy has left."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from modules.definition.formats.clauses.combat import AdvanceClause, Party
from modules.engine.requests import Steps, Tell
from modules.engine.stacks.aftermath.advancing import AdvanceOptions
from modules.engine.stacks.orders import Advance
from modules.free_table.by_rules.fight import Fight
from modules.free_table.by_rules.ruled_state import ADVANCED

ADVANCE: Final = "advance"
"""The kind of decision: which unit advances, and where."""


def advance_after(fight: Fight) -> Steps:
    """The attackers advance into the hexes of the target; by some clauses also defenders into theirs."""
    clause = fight.fought.clause.advance
    if clause is None or not fight.field().is_now(clause.when):
        return
    near = (unit for unit in fight.fought.attackers if unit not in fight.fought.supporters)
    held = fight.field().stacks_of(fight.side("attackers"))
    left = [stood for unit in near if (stood := fight.stood[unit]) not in held]  # before attackers advance
    yield from _advance(fight, clause, "attackers", fight.fought.hexes)
    if clause.who == "both":
        yield from _advance(fight, clause, "defenders", left)


def _advance(fight: Fight, clause: AdvanceClause, of: Party, stood: Sequence[str]) -> Steps:
    """Units of a party advance until the side holds, or none can any more. Those that have retreated in the
    attack, or took part from afar, do not."""
    side, advanced = fight.side(of), list[str]()

    def make() -> AdvanceOptions:
        now = fight.field()
        left = [h for h in dict.fromkeys(stood) if h not in now.enemy_hexes(side)]
        behind = {*advanced, *fight.gone, *fight.fought.supporters}
        units = [unit for unit in fight.meant(of, clause.of) if unit not in behind]
        return AdvanceOptions(now, clause, units, left, forced=clause.must and not advanced)

    while clause.units == "all" or len(advanced) < clause.units:
        options = make()
        if not options.movers:
            return
        ask = f"advance into {' or '.join(options.left)}" + (", or `hold`" if options.may_hold else "")
        given = yield from fight.ask(side, ADVANCE, ask, clause.rule, make)
        if not isinstance(given, Advance):
            return
        advanced.append(given.unit)
        way = "-".join((fight.state.at[given.unit], *given.path))
        fight.state.put(given.unit, given.path[-1])
        fight.state.note_way(given.unit, given.path)
        fight.state.note_deed(given.unit, ADVANCED)
        yield Tell(f"{given.unit} advances {way}", clause.rule, (given.unit,))
