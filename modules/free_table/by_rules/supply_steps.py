"""Supply at a table: units are marked, or eliminated, where no trace leads from them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from modules.amounts import count_noun
from modules.definition.formats.clauses.upkeep import SupplyPhase
from modules.engine.requests import Tell
from modules.engine.stacks.field import StackField
from modules.engine.stacks.upkeep.supply import JudgedClause, count_name, judge_supply
from modules.free_table.by_rules.ruled_state import RuledState
from modules.free_table.hand_acts import eliminate
from modules.free_table.state import LOST


def carry_out_supply(field: StackField, state: RuledState, clause: SupplyPhase) -> Iterator[Tell]:
    """Supply is judged for the side of the phase, or for all."""
    side = state.active if clause.of == "own" else None
    judged = [*judge_supply(field, side, state.cut_off)]
    for each in judged:
        _count(state, each)
    yield from _mark(state, judged)
    for each in judged:
        yield from _eliminate(state, each)


def _count(state: RuledState, judged: JudgedClause) -> None:
    for unit, times in zip(judged.cut, judged.counts, strict=True):
        state.cut_off[count_name(unit, judged.number)] = times
    for unit in judged.fed:
        state.cut_off.pop(count_name(unit, judged.number), None)


def _mark(state: RuledState, judged: list[JudgedClause]) -> Iterator[Tell]:
    """A marker is taken off where no clause that gives it finds a unit without supply."""
    cut = {(unit, each.clause.mark) for each in judged for unit in each.cut}
    for each in judged:
        mark = each.clause.mark
        if mark is None:
            continue
        new = [unit for unit in each.cut if mark not in state.face(unit).marks]
        old = [u for u in each.fed if mark in state.face(u).marks and (u, mark) not in cut]
        for unit in new:
            face = state.face(unit)
            state.show(unit, replace(face, marks=(*face.marks, mark)))
        for unit in old:
            face = state.face(unit)
            state.show(unit, replace(face, marks=tuple(word for word in face.marks if word != mark)))
        if new:
            yield Tell(f"without supply, now {mark}: {', '.join(new)}", each.clause.rule, tuple(new))
        if old:
            yield Tell(f"in supply, {mark} no more: {', '.join(old)}", each.clause.rule, tuple(old))


def _eliminate(state: RuledState, judged: JudgedClause) -> Iterator[Tell]:
    for unit in judged.lost:
        times = state.cut_off.pop(count_name(unit, judged.number), None)
        if times is not None and state.at[unit] != LOST:
            told = f"without supply {count_noun(times, 'time')} in a row"
            yield Tell(f"{eliminate(state, unit)}: {told}", judged.clause.rule, (unit,))
