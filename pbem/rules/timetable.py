"""What is due when in a game, worked out from its log and a clock and nothing else: reminders at half and at
nine tenths of a side's time, and `late` when time and grace are over.

Who keeps the time of many games asks each for its next moment.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from pbem.entry.field_types import REFEREE
from pbem.log.deadlines import DecisionClock
from pbem.rules.decision_clock import clock_of
from pbem.rules.table import Table

What: TypeAlias = Literal["half", "nine-tenths", "late"]


@dataclass(frozen=True, slots=True, order=True)
class Moment:
    """At `at`, Unix seconds, a side is to be reminded, or is late, with the decision that is due since entry
    `seq`."""

    at: int
    role: str
    what: What
    seq: int


def timetable(table: Table) -> tuple[Moment, ...]:
    """All moments of the decisions in hand, the earliest first; none where no deadline runs."""
    if table.verifier.ended or table.verifier.batch is not None:
        return ()
    waiting = [role for role in table.replay.waiting_roles() if role != REFEREE]
    clocks = [clock for role in waiting if (clock := clock_of(table, role)) is not None]
    return tuple(sorted(moment for clock in clocks for moment in _moments(clock)))


def due_moments(table: Table, now: int) -> tuple[Moment, ...]:
    """What is due at `now`: of each side the last moment that has come."""
    passed = {moment.role: moment for moment in timetable(table) if moment.at <= now}
    return tuple(sorted(passed.values()))


def next_time(table: Table, now: int) -> int | None:
    """When the next thing falls due after `now`, Unix seconds; None if nothing will without an entry."""
    return next((moment.at for moment in timetable(table) if moment.at > now), None)


def _moments(clock: DecisionClock) -> tuple[Moment, ...]:
    return (
        Moment(clock.time_after((clock.time + 1) // 2), clock.role, "half", clock.seq),
        Moment(clock.time_after((9 * clock.time + 9) // 10), clock.role, "nine-tenths", clock.seq),
        Moment(clock.end, clock.role, "late", clock.seq),
    )
