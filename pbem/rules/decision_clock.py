"""The clock of a table: the deadline of the decision in hand."""

from __future__ import annotations

from pbem.entry.field_types import REFEREE
from pbem.log import deadlines
from pbem.log.deadlines import DecisionClock
from pbem.rules.table import Table


def clock_of(table: Table, side: str = "") -> DecisionClock | None:
    """The deadline of the decision in hand, of several that of `side`, or else the first that ends.

    None if nothing is due of a side, the charter sets no deadline for it, or the log does not tell since when
    it is due. Vacations that its reader knows of are counted in.
    """
    if table.verifier.ended or table.verifier.batch is not None:
        return None
    waiting = [role for role in table.replay.waiting_roles() if role != REFEREE]
    clocks = [_clock_of_role(table, role) for role in ([side] if side in waiting else waiting)]
    return min((clock for clock in clocks if clock), key=lambda clock: clock.end, default=None)


def find_stop(table: Table) -> tuple[str, int] | None:
    """A side that has to decide with a deadline, and the entry that stopped its time; None where time
    runs."""
    if (
        table.verifier.ended
        or table.verifier.batch is not None
        or table.verifier.renewals.next_role is not None
    ):
        return None
    for role in table.replay.waiting_roles():
        since, at = deadlines.started_with(table.verifier.history, role)
        if at is None and role != REFEREE and _kind(table, role) is not None:
            return role, since
    return None


def _kind(table: Table, role: str) -> str | None:
    return deadlines.kind_of(table.charter, table.replay.deadline_kinds(role))


def _clock_of_role(table: Table, role: str) -> DecisionClock | None:
    kind = _kind(table, role)
    clock = None if kind is None else deadlines.start_clock(table.verifier.history, role, kind)
    return clock and clock.pause(table.pauses())
